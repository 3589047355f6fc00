//! Why a game of DVONN ended.

use super::position::Position;
use crate::rules::{Ending, Reason, Rules, Side};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        self.outcome()?;
        let (white, black) = (self.score(Side::One), self.score(Side::Two));
        let sentence = format!("neither player can move; White has {white} pieces, Black {black}");
        let args = [("white", white.to_string()), ("black", black.to_string())];
        Some(Reason::new("no-moves", sentence).with(&args))
    }
}
