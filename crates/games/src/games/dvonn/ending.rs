//! Why a game of DVONN ended.

use super::TEXTS;
use super::position::Position;
use crate::rules::{Ending, Reason, Rules, Side};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let outcome = self.outcome()?;
        let args = [("white", Side::One), ("black", Side::Two)];
        let args = args.map(|(name, side)| (name, self.score(side).to_string()));
        Some(Reason::new(&TEXTS, "no-moves", outcome, args))
    }
}
