//! Why a composed game ended. Only the game of GIPF can end it.

use super::position::{Position, Stage};
use crate::rules::{Ending, Reason};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        match self.stage() {
            Stage::Play => self.gipf().reason(),
            Stage::Answer(_) | Stage::Game(_) => None,
        }
    }
}
