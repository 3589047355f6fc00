//! The moves to search: the candidates of the game in progress.

use std::cell::RefCell;

use super::moves::Move;
use super::position::{Position, Stage};
use crate::games::gipf;
use crate::rules::{Candidate, Listing, Scope, SearchSupport};

/// The rank of the two answers to a jump. They are the only moves, so the rank can exceed any history score.
const ANSWER: i32 = 10_000;

thread_local! {
    /// A buffer for moves of GIPF, reused from node to node.
    static GIPF_MOVES: RefCell<Vec<Candidate<gipf::Move>>> = const { RefCell::new(Vec::new()) };
}

/// Lists candidates; see [`SearchSupport::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    match position.stage() {
        Stage::Play => GIPF_MOVES.with_borrow_mut(|moves| {
            moves.clear();
            list(position.gipf(), scope, moves, Move::Gipf, out)
        }),
        // Rare: a game of ZÈRTZ is usually searched as a sub-game.
        Stage::Game(game) => list(&game.zertz, scope, &mut Vec::new(), Move::Zertz, out),
        Stage::Answer(_) => {
            out.extend([Move::Accept, Move::Challenge].map(|m| Candidate {
                m,
                rank: ANSWER,
                noisy: true,
            }));
            Listing::Complete
        }
    }
}

/// The candidates of one of the two games.
fn list<P: SearchSupport>(
    game: &P,
    scope: Scope,
    moves: &mut Vec<Candidate<P::Move>>,
    wrap: impl Fn(P::Move) -> Move,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    let listing = game.candidates(scope, moves);
    out.extend(moves.iter().map(|candidate| Candidate {
        m: wrap(candidate.m),
        rank: candidate.rank,
        noisy: candidate.noisy,
    }));
    listing
}
