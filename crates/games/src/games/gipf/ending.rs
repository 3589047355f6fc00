//! Why a game of GIPF ended.

use super::TEXTS;
use super::position::Position;
use crate::rules::{Ending, Reason, Rules};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let outcome = self.outcome()?;
        let word = match self.winner_by_gipf(!self.turn()) {
            Some(_) => "no-gipf",
            None => "no-turn",
        };
        Some(Reason::new(&TEXTS, word, outcome, []))
    }
}
