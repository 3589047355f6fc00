//! A slow check of proofs, for tests: tries all moves of both sides.

use super::{Outcome, Rules, Side};

/// Whether `side` can force a win within `plies`.
pub(crate) fn can_win<P: Rules>(position: &P, side: Side, plies: i32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(side);
    }
    if plies <= 0 {
        return false;
    }
    let mut turns = Vec::new();
    position.legal_moves(&mut turns);
    let wins = |m| can_win(&position.after(m), side, plies - 1);
    if position.turn() == side {
        turns.into_iter().any(wins)
    } else {
        turns.into_iter().all(wins)
    }
}
