//! Why a game of Diaballik ended.

use super::TEXTS;
use super::position::Position;
use crate::rules::{Ending, Reason, Rules};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let outcome = self.outcome()?;
        let word = if self.claimed() { "antijeu" } else { "goal" };
        Some(Reason::new(&TEXTS, word, outcome, []))
    }
}
