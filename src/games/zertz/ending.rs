//! Why a game of ZÈRTZ ended.

use super::position::Position;
use crate::rules::{Ending, Outcome, Reason, Rules, Side};

impl Ending for Position {
    fn reason(&self) -> Option<Reason> {
        let winner = match self.outcome()? {
            Outcome::Draw => {
                let sentence = "neither player can place a marble or jump";
                return Some(Reason::new("no-marbles", sentence));
            }
            Outcome::Win(winner) => winner,
        };
        let number = match winner {
            Side::One => 1,
            Side::Two => 2,
        };
        Some(if self.has_set(winner) {
            let [white, grey, black] = self.captured(winner);
            let marbles = format!("{white} white, {grey} grey and {black} black marbles");
            let sentence = format!("player {number} has captured a winning set ({marbles})");
            let counts = [("white", white), ("grey", grey), ("black", black)];
            Reason::new("set", sentence)
                .with(&counts.map(|(name, count)| (name, count.to_string())))
        } else {
            let sentence = format!("every ring carries a marble, and player {number} moved last");
            Reason::new("no-rings", sentence)
        })
    }
}
