//! The moves of DVONN that a search looks at, with their ranks: all of them, none beyond the depth limit.

use super::board::{edge, neighbours};
use super::position::Position;
use super::turn::Move;
use crate::board::Cell;
use crate::rules::{Candidate, Listing, Scope};

/// Rank of a placement on the edge, where a stack stays free to move.
const EDGE: i32 = 100;
/// Rank for each piece of a stack that is landed on, of the other side and otherwise.
const TAKEN: i32 = 200;
const COVERED: i32 = -100;
/// Rank for each stack of the other side beside the cell that is left: it may be free then.
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
        Move::Place(cell) if edge().has(cell) => EDGE,
        Move::Place(_) | Move::Pass => 0,
        Move::Stack { from, to } => stack_rank(position, from, to),
    }
}

#[inline]
fn stack_rank(position: &Position, from: Cell, to: Cell) -> i32 {
    let theirs = position.controlled(!position.turn());
    let height = i32::from(position.height(to));
    let freed = (neighbours(from) & theirs).count() as i32;
    height * if theirs.has(to) { TAKEN } else { COVERED } + FREED * freed
}
