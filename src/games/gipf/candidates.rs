//! The turns of GIPF that a search looks at, with their ranks: of the removals of a kind some of the
//! best, and of the entries that do the same one.

use std::ops::ControlFlow::Continue;

use super::movegen::Breadth;
use super::position::Position;
use super::turn::Move;
use crate::rules::{Candidate, Judge as _, Listing, Scope};

/// Rank of a piece taken from the other side, and of one that comes back.
const CAPTURE: i32 = 2000;
const RETURN: i32 = 200;
/// Rank of a GIPF piece taken, beyond a captured piece.
const GIPF_CAPTURE: i32 = 5000;

/// From this depth on moves are ordered by the evaluation after them.
const FORESIGHT: i32 = 3;
/// Rank of a centipawn gained.
const GAIN: i32 = 60;
/// The largest rank.
const RANK_LIMIT: i32 = 16_000;

/// Lists candidates; see [`crate::rules::Judge::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    let breadth = match scope {
        Scope::Legal => Breadth::Full,
        Scope::Main { depth } => Breadth::Narrow {
            removals: match depth {
                ..=2 => 2,
                3..=5 => 4,
                _ => 8,
            },
        },
        Scope::Loud => Breadth::Takes,
    };
    let mut takes = false;
    let foresight = matches!(scope, Scope::Main { depth: FORESIGHT.. });
    let now = if foresight { position.evaluate() } else { 0 };
    _ = position.each_turn(breadth, &mut |m| {
        takes |= (m.before() | m.after()).any();
        let mut candidate = candidate_of(position, m);
        if foresight {
            let mut after = *position;
            after.play(m);
            let gain = -after.evaluate() - now;
            candidate.rank = (gain * GAIN).clamp(-RANK_LIMIT, RANK_LIMIT);
        }
        out.push(candidate);
        Continue(())
    });
    if scope == Scope::Loud {
        out.retain(|candidate| candidate.loud);
    }
    match breadth {
        Breadth::Full => Listing::Complete,
        Breadth::Narrow { .. } if !takes || !position.has_choosable() => Listing::Complete,
        Breadth::Narrow { .. } | Breadth::Takes => Listing::Partial,
    }
}

fn candidate_of(position: &Position, m: Move) -> Candidate<Move> {
    let removed = m.before() | m.after();
    let theirs = removed & position.pieces(!position.turn());
    let captured =
        theirs.count() as i32 * CAPTURE + (theirs & position.gipf()).count() as i32 * GIPF_CAPTURE;
    Candidate {
        m,
        rank: captured + (removed.count() - theirs.count()) as i32 * RETURN,
        loud: theirs.any(),
    }
}
