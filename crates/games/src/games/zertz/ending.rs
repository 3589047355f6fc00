//! Why a game of ZÈRTZ ended.

use super::TEXTS;
use super::position::Position;
use crate::rules::{Ending, Outcome, Reason, Rules};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let outcome = self.outcome()?;
        let Outcome::Win(winner) = outcome else {
            return Some(Reason::new(&TEXTS, "no-marbles", outcome, []));
        };
        Some(if self.has_set(winner) {
            let [white, grey, black] = self.captured(winner).map(|count| count.to_string());
            let args = [("white", white), ("grey", grey), ("black", black)];
            Reason::new(&TEXTS, "set", outcome, args)
        } else {
            Reason::new(&TEXTS, "no-rings", outcome, [])
        })
    }
}
