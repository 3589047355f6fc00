//! The moves the search looks at: those of the game in play.

use std::cell::RefCell;

use super::position::{Position, Stage};
use super::turn::Move;
use crate::games::gipf;
use crate::rules::{Candidate, Listing, Scope, SearchSupport};

/// The rank of the two answers to a jump: far above any history, as there are no more.
const ANSWER: i32 = 10_000;

thread_local! {
    /// The turns of GIPF before they are turns of the composed game: kept from node to node.
    static TURNS: RefCell<Vec<Candidate<gipf::Move>>> = const { RefCell::new(Vec::new()) };
}

/// Lists candidates; see [`SearchSupport::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    match position.stage() {
        Stage::Play => TURNS.with_borrow_mut(|turns| {
            turns.clear();
            list(position.gipf(), scope, turns, Move::Gipf, out)
        }),
        // Rarely: a game of ZÈRTZ is usually searched as what it is.
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
    turns: &mut Vec<Candidate<P::Move>>,
    wrap: impl Fn(P::Move) -> Move,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    let listing = game.candidates(scope, turns);
    out.extend(turns.iter().map(|candidate| Candidate {
        m: wrap(candidate.m),
        rank: candidate.rank,
        noisy: candidate.noisy,
    }));
    listing
}
