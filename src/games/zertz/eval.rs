//! What a ZÈRTZ position is worth: how near each player is to each winning set, and what the network
//! makes of the board.

use super::position::Position;
use super::variant::COLOURS;
use crate::rules::{EVAL_LIMIT, Side};

/// The names of the terms, in the order of [`Position::terms`].
pub(super) const TERMS: [&str; 4] = ["marbles", "sets", "turn", "network"];

/// The value of a captured marble by colour: the rarer, the dearer.
const MARBLE: [i32; COLOURS] = [180, 135, 110];
/// The value of the nearest set by the marbles missing from it.
const MISSING: [i32; 7] = [1200, 520, 260, 120, 50, 15, 0];
/// The value of the second nearest set, as a share of the nearest one's in percent.
const SECOND: i32 = 50;
/// The value of the turn.
const TURN: i32 = 40;

impl Position {
    /// The terms of the evaluation for the player to move, in centipawns.
    pub(super) fn terms(&self) -> [i32; 4] {
        let [marbles, sets, turn] = self.plain_terms();
        [marbles, sets, turn, self.network_value()]
    }

    fn plain_terms(&self) -> [i32; 3] {
        let (us, them) = (self.turn(), !self.turn());
        [
            self.marble_value(us) - self.marble_value(them),
            self.set_value(us) - self.set_value(them),
            TURN,
        ]
    }

    /// The value without the network.
    pub(super) fn plain_value(&self) -> i32 {
        self.plain_terms().iter().sum()
    }

    pub(super) fn value(&self) -> i32 {
        self.terms()
            .iter()
            .sum::<i32>()
            .clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn marble_value(&self, side: Side) -> i32 {
        let counts = self.captured(side);
        (0..COLOURS)
            .map(|colour| MARBLE[colour] * i32::from(counts[colour]))
            .sum()
    }

    fn set_value(&self, side: Side) -> i32 {
        let counts = self.captured(side);
        let mut values = self.variant().sets().map(|set| {
            let missing: u8 = (0..COLOURS)
                .map(|colour| set[colour].saturating_sub(counts[colour]))
                .sum();
            MISSING[usize::from(missing).min(MISSING.len() - 1)]
        });
        values.sort_unstable();
        values[3] + values[2] * SECOND / 100
    }
}
