//! Why a game of Diaballik ended.

use super::position::Position;
use crate::rules::{Ending, Outcome, Reason, Rules};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let Outcome::Win(winner) = self.outcome()? else {
            return None;
        };
        let (winner, loser) = (winner.colour(), (!winner).colour());
        Some(if self.claimed() {
            let sentence = format!("{winner} has claimed antijeu, as {loser}'s line is a blockade");
            Reason::new("antijeu", sentence)
        } else {
            let sentence = format!("{winner}'s ball has reached {loser}'s start line");
            Reason::new("goal", sentence)
        })
    }
}
