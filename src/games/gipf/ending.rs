//! Why a game of GIPF ended.

use super::position::Position;
use crate::rules::{Ending, Outcome, Reason, Rules};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let Outcome::Win(winner) = self.outcome()? else {
            return None;
        };
        let loser = (!winner).colour();
        Some(if self.winner_by_gipf(!self.turn()).is_some() {
            let sentence = format!("{loser} has no GIPF piece left on the board");
            Reason::new("no-gipf", sentence)
        } else {
            let sentence = format!("{loser} is to move and cannot bring a piece into play");
            Reason::new("no-turn", sentence)
        })
    }
}
