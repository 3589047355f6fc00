//! The evaluation of the composed game.

use super::position::{Position, Stage};
use crate::eval::Evaluated as _;
use crate::eval::{self, Models};

/// The value of the challenged jump for the jumper.
fn at_stake(position: &Position) -> i32 {
    match position.stage() {
        Stage::Play => 0,
        Stage::Answer(m) => position.stakes(*m).of_answer(position.variant().board),
        Stage::Game(game) => game.stakes.of_game(&game.zertz),
    }
}

/// 1 if the jumper is to act, otherwise -1.
fn sign(position: &Position) -> i32 {
    if position.turn() == position.jumper() {
        1
    } else {
        -1
    }
}

/// The evaluation of the composed game: that of GIPF or, during a challenge, the expected value of its
/// two outcomes. It has no model to fit: the models of the two games are trained in these games.
#[derive(Debug)]
pub struct Model;

impl Models<Position> for Model {
    fn value(position: &Position) -> i32 {
        match position.stage() {
            Stage::Play => position.gipf().evaluate(),
            Stage::Answer(_) | Stage::Game(_) => at_stake(position) * sign(position),
        }
    }

    fn terms(position: &Position) -> Vec<(&'static str, i32)> {
        match position.stage() {
            Stage::Play => eval::explain(position.gipf()),
            Stage::Answer(_) | Stage::Game(_) => {
                vec![("at stake", Self::value(position))]
            }
        }
    }

    fn scale(position: &Position) -> f64 {
        eval::scale(position.gipf())
    }
}
