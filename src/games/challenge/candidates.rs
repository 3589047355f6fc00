//! The moves the search looks at: those of the game in play.

use super::position::{Position, Stage};
use super::turn::Move;
use crate::rules::{Candidate, Judge, Listing, Scope};

/// The rank of the two answers to a jump: far above any history, as there are no more.
const ANSWER: i32 = 10_000;

/// See [`Judge::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    match position.stage() {
        Stage::Play => list(position.gipf(), scope, Move::Gipf, out),
        Stage::Game(game) => list(&game.zertz, scope, Move::Zertz, out),
        Stage::Answer(_) => {
            out.extend([Move::Accept, Move::Challenge].map(|m| Candidate {
                m,
                rank: ANSWER,
                loud: true,
            }));
            Listing::Complete
        }
    }
}

/// The candidates of one of the two games.
fn list<P: Judge>(
    game: &P,
    scope: Scope,
    wrap: impl Fn(P::Move) -> Move,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    let mut turns = Vec::new();
    let listing = game.candidates(scope, &mut turns);
    out.extend(turns.into_iter().map(|candidate| Candidate {
        m: wrap(candidate.m),
        rank: candidate.rank,
        loud: candidate.loud,
    }));
    listing
}
