//! What a challenge is about: the two positions of GIPF it can lead to, and what they are worth.
//!
//! All values are for the jumper, in centipawns of GIPF. A game of ZÈRTZ in which he expects to win a
//! share `p` of the games is worth `lost + p * (won - lost)`.

use super::position::{Position, Stage};
use crate::eval::{self, Models, Visitor};
use crate::games::{gipf, zertz};
use crate::rules::{EVAL_LIMIT, Judge, Outcome, Rules, Side};

/// The value of a position in which the game of GIPF is over: below the greatest evaluation, so that what
/// is added to it has room.
const DECIDED: i32 = EVAL_LIMIT - 1000;
/// What one challenge that can still be used is worth to its owner.
const CHALLENGE: i32 = 20;

/// What the ends of a challenge are worth to the jumper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// The announced turn is carried out.
    won: i32,
    /// The potential is lost.
    lost: i32,
}

impl Stakes {
    /// The stakes of the announced turn `m`.
    pub(super) fn new(position: &Position, m: gipf::Move) -> Stakes {
        let jumper = position.jumper();
        let value = |gipf: gipf::Position| match gipf.outcome() {
            Some(Outcome::Win(side)) if side == jumper => DECIDED,
            Some(Outcome::Win(_)) => -DECIDED,
            Some(Outcome::Draw) => 0,
            None if gipf.turn() == jumper => gipf.evaluate(),
            None => -gipf.evaluate(),
        };
        Stakes {
            won: value(position.carried_out(m)).clamp(-DECIDED, DECIDED),
            lost: value(position.neutralised(m)).clamp(-DECIDED, DECIDED),
        }
    }

    /// The value when a game of ZÈRTZ stands like this.
    fn of_game(self, zertz: &zertz::Position) -> i32 {
        let value = match zertz.turn() {
            Side::One => zertz.evaluate(),
            Side::Two => -zertz.evaluate(),
        };
        // A curve of whole numbers instead of the logistic one, with the same slope in the middle: its
        // values are the same on every machine. `share` is the expected result, from -1 to 1 in 4096ths.
        let unit = 2 * eval::scale(zertz) as i32;
        let share = 4096 * value / (value.abs() + unit);
        let (won, lost) = (self.won, self.lost);
        (won + lost) / 2 + (won - lost) / 2 * share / 4096
    }

    /// The value when the challenger may answer as he likes.
    fn of_answer(self, board: zertz::Variant) -> i32 {
        let challenged = self.of_game(&zertz::Position::start(board));
        self.won.min(challenged)
    }
}

/// What the challenges left are worth to the jumper.
fn challenges_left(position: &Position) -> i32 {
    let worth = |side: Side| {
        let jumps = position.gipf().jumps_left(!side);
        CHALLENGE * i32::from(position.challenges(side).min(jumps))
    };
    worth(position.jumper()) - worth(!position.jumper())
}

/// What the jump in question is worth to the jumper.
fn at_stake(position: &Position) -> i32 {
    match position.stage() {
        Stage::Play => 0,
        Stage::Answer(m) => Stakes::new(position, *m).of_answer(position.variant().board),
        Stage::Game(game) => game.stakes.of_game(&game.zertz),
    }
}

/// 1 when the jumper acts, otherwise -1.
fn sign(position: &Position) -> i32 {
    if position.turn() == position.jumper() {
        1
    } else {
        -1
    }
}

/// The evaluation of the composed game: that of GIPF, or of what a game of ZÈRTZ decides.
#[derive(Debug)]
pub struct Model;

impl Models<Position> for Model {
    fn value(position: &Position) -> i32 {
        challenges_left(position) * sign(position)
            + match position.stage() {
                Stage::Play => position.gipf().evaluate(),
                Stage::Answer(_) | Stage::Game(_) => at_stake(position) * sign(position),
            }
    }

    fn terms(position: &Position) -> Vec<(&'static str, i32)> {
        let mut terms = match position.stage() {
            Stage::Play => eval::explain(position.gipf()),
            Stage::Answer(_) | Stage::Game(_) => {
                vec![("at stake", at_stake(position) * sign(position))]
            }
        };
        terms.push(("challenges", challenges_left(position) * sign(position)));
        terms
    }

    fn scale(position: &Position) -> f64 {
        eval::scale(position.gipf())
    }

    /// The models are those of the two games, which train them.
    fn visit_all<V: Visitor>(_: &mut V) -> Vec<V::Output> {
        Vec::new()
    }
}
