//! The stakes of a challenge: the values of the two positions of GIPF that it can lead to.
//!
//! All values are for the jumper, in centipawns of GIPF. The value of a game of ZÈRTZ lies between them,
//! according to the jumper's chance to win it.
//!
//! An unused challenge has no value of its own. In matches at 3000 nodes per move, from positions with
//! potentials and one or two challenges per side, 60 centipawns for it scored 34% against 20, and 20 and 10
//! each scored 48% against none.

use crate::eval;
use crate::eval::Evaluated as _;
use crate::games::{gipf, zertz};
use crate::rules::{ChanceNode, EVAL_LIMIT, Outcome, Rules, Side, expected_result};

/// The value of a won game of GIPF. It is below the evaluation limit, so that corrections can be added.
const DECIDED: i32 = EVAL_LIMIT - 1000;

/// The values of the outcomes of a challenge for the jumper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The value if the announced move is carried out.
    won: i32,
    /// The value if the potential is lost.
    lost: i32,
    /// The scale of both values.
    scale: f64,
}

impl Stakes {
    /// The stakes of an announced move. `now` is the position of GIPF before the move, `won` the position
    /// after it, `lost` the position in which its potential is lost.
    pub(super) fn new(now: &gipf::Position, won: gipf::Position, lost: gipf::Position) -> Stakes {
        let jumper = now.turn();
        let value = |gipf: gipf::Position| match gipf.outcome() {
            Some(Outcome::Win(side)) if side == jumper => DECIDED,
            Some(Outcome::Win(_)) => -DECIDED,
            Some(Outcome::Draw) => 0,
            None if gipf.turn() == jumper => gipf.evaluate(),
            None => -gipf.evaluate(),
        };
        Stakes {
            won: value(won).clamp(-DECIDED, DECIDED),
            lost: value(lost).clamp(-DECIDED, DECIDED),
            scale: eval::scale(now),
        }
    }

    /// The difference between winning and losing the challenge.
    pub(super) fn gain(self) -> i32 {
        self.won - self.lost
    }

    /// The value during a game of ZÈRTZ.
    pub(super) fn of_game(self, zertz: &zertz::Position) -> i32 {
        self.of_chance(chance(zertz))
    }

    /// The value during a game of ZÈRTZ whose own value for the jumper is `value`.
    pub(super) fn of_value(self, value: i32, zertz: &zertz::Position) -> i32 {
        self.of_chance(chance_at(value, zertz))
    }

    /// The value if the jumper wins with this probability.
    fn of_chance(self, chance: f64) -> i32 {
        let chance_node = ChanceNode {
            one: (),
            other: (),
            chance,
            scale: self.scale,
        };
        chance_node.value(self.won, self.lost)
    }

    /// The value when the challenger chooses the better answer.
    pub(super) fn of_answer(self, board: zertz::Variant) -> i32 {
        let challenged = self.of_game(&zertz::Position::start(board));
        self.won.min(challenged)
    }
}

/// The probability that the jumper wins this game of ZÈRTZ.
pub(super) fn chance(zertz: &zertz::Position) -> f64 {
    let value = match zertz.turn() {
        Side::One => zertz.evaluate(),
        Side::Two => -zertz.evaluate(),
    };
    chance_at(value, zertz)
}

/// The same, given the value of the position for the jumper.
fn chance_at(value: i32, zertz: &zertz::Position) -> f64 {
    let result = if value.abs() > EVAL_LIMIT {
        f64::from(value.signum())
    } else {
        expected_result(value, eval::scale(zertz))
    };
    (1.0 + result) / 2.0
}
