//! The candidates of DVONN with their ranks: all moves, and none beyond the depth limit.

use super::board::{BOARD, EDGE_CELLS};
use super::moves::Move;
use super::position::Position;
use crate::board::Cell;
use crate::rules::{Candidate, Listing, Rules, Scope};

/// Rank of a placement on the edge, where a stack can always move.
const EDGE: i32 = 100;
/// Rank for each piece of the stack at the target: of the opponent, and otherwise.
const TAKEN: i32 = 200;
const COVERED: i32 = -100;
/// Rank for each opposing stack beside the start cell: the move may free it.
const FREED: i32 = -50;

/// Lists candidates; see [`crate::rules::SearchSupport::candidates`].
#[inline]
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    if scope == Scope::Noisy {
        return Listing::Partial;
    }
    position.each_move(|m| {
        out.push(Candidate {
            m,
            rank: rank(position, m),
            noisy: false,
        });
    });
    Listing::Complete
}

#[inline]
fn rank(position: &Position, m: Move) -> i32 {
    match m {
        Move::Place(cell) if EDGE_CELLS.has(cell) => EDGE,
        Move::Place(_) | Move::Pass => 0,
        Move::Stack { from, to } => stack_rank(position, from, to),
    }
}

#[inline]
fn stack_rank(position: &Position, from: Cell, to: Cell) -> i32 {
    let theirs = position.controlled(!position.turn());
    let height = i32::from(position.height(to));
    let freed = (BOARD.neighbours(from) & theirs).count() as i32;
    height * if theirs.has(to) { TAKEN } else { COVERED } + FREED * freed
}
