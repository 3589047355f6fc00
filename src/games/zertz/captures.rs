//! What a turn captures, for those who write or read it in another notation.

use super::position::Position;
use super::turn::Move;

impl Position {
    /// The same turn with all groups claimed that it may claim.
    #[must_use]
    pub fn claiming_all(&self, m: Move) -> Move {
        let Move::Place {
            marble, cell, ring, ..
        } = m
        else {
            return m;
        };
        let claims = self.spot(cell, ring).groups.all();
        Move::Place {
            marble,
            cell,
            ring,
            claims,
        }
    }
}
