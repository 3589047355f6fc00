//! What a challenge is about: the two positions of GIPF it can lead to, and what they are worth.
//!
//! All values are for the jumper, in centipawns of GIPF. Between them lies a game of ZÈRTZ by how likely he
//! is to win it.
//!
//! A challenge that is left is worth nothing by itself. In matches at 3000 nodes a move, from positions with potentials
//! and one or two challenges each, 60 centipawns for it scored 34% against 20, 20 scored 48% against none, and 10 as much.

use crate::eval;
use crate::games::{gipf, zertz};
use crate::rules::{ChanceNode, EVAL_LIMIT, Evaluator, Outcome, Rules, Side, expected_result};

/// The value of a position in which the game of GIPF is over: below the greatest evaluation, so that what
/// is added to it has room.
const DECIDED: i32 = EVAL_LIMIT - 1000;

/// What the ends of a challenge are worth to the jumper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The announced turn is carried out.
    won: i32,
    /// The potential is lost.
    lost: i32,
    /// The scale of these values.
    scale: f64,
}

impl Stakes {
    /// The stakes of an announced turn: `now` is the position of GIPF before it, `won` that after it has been
    /// carried out, `lost` that in which its potential is lost.
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

    /// What the jumper gains when he wins.
    pub(super) fn gain(self) -> i32 {
        self.won - self.lost
    }

    /// The value when a game of ZÈRTZ stands like this.
    pub(super) fn of_game(self, zertz: &zertz::Position) -> i32 {
        self.of_chance(chance(zertz))
    }

    /// The value when the game of ZÈRTZ that stands like this has this value for the jumper.
    pub(super) fn of_value(self, value: i32, zertz: &zertz::Position) -> i32 {
        self.of_chance(chance_at(value, zertz))
    }

    /// The value when the jumper wins so many of the games, 0 to 1.
    fn of_chance(self, chance: f64) -> i32 {
        let chance_node = ChanceNode {
            one: (),
            other: (),
            chance,
            scale: self.scale,
        };
        chance_node.value(self.won, self.lost)
    }

    /// The value when the challenger may answer as he likes.
    pub(super) fn of_answer(self, board: zertz::Variant) -> i32 {
        let challenged = self.of_game(&zertz::Position::start(board));
        self.won.min(challenged)
    }
}

/// How likely the jumper is to win this game of ZÈRTZ, 0 to 1.
pub(super) fn chance(zertz: &zertz::Position) -> f64 {
    let value = match zertz.turn() {
        Side::One => zertz.evaluate(),
        Side::Two => -zertz.evaluate(),
    };
    chance_at(value, zertz)
}

/// The same where the position has this value for the jumper.
fn chance_at(value: i32, zertz: &zertz::Position) -> f64 {
    let result = if value.abs() > EVAL_LIMIT {
        f64::from(value.signum())
    } else {
        expected_result(value, eval::scale(zertz))
    };
    (1.0 + result) / 2.0
}
