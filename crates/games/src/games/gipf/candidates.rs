//! The moves to search, with their ranks: some of the best removals, and one of several equivalent
//! entries.

use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};

use super::incremental::IncrementalEvaluation;
use super::movegen::Selection;
use super::moves::Move;
use super::position::Position;
use super::variant::Variant;
use crate::eval::Evaluated as _;
use crate::rules::{Candidate, Listing, RANK_LIMIT, Rules as _, Scope};

/// Rank of an opponent's piece captured, and of an own piece that returns to hand.
const CAPTURE: i32 = 2000;
const RETURN: i32 = 200;
/// Rank of a captured GIPF piece, beyond that of a captured piece.
const GIPF_CAPTURE: i32 = 5000;

/// From this depth on, moves are ordered by the evaluation of the resulting position.
const FORESIGHT: i32 = 3;
/// Rank of a centipawn gained.
const GAIN: i32 = 60;
/// The maximum number of moves listed, also of legal ones: some positions have millions.
const MAX_LISTED: usize = 8192;

/// Lists candidates; see [`crate::rules::SearchSupport::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    let selection = match scope {
        Scope::Legal => Selection::Full,
        Scope::Main { .. } | Scope::Frontier => Selection::Narrow {
            removals: match scope {
                Scope::Main { depth: 6.. } => 8,
                Scope::Main { depth: 3.. } => 4,
                _ => 2,
            },
        },
        Scope::Noisy => Selection::Takes,
    };
    let mut takes = false;
    let end = position.each_move(selection, &mut |m| {
        takes |= m.removes();
        out.push(candidate_of(position, m));
        if out.len() < MAX_LISTED {
            Continue(())
        } else {
            Break(())
        }
    });
    if matches!(scope, Scope::Main { depth: FORESIGHT.. }) {
        match position.variant() {
            Variant::Basic => rank_by_evaluation::<false>(position, out),
            _ => rank_by_evaluation::<true>(position, out),
        }
    }
    if selection != Selection::Full && position.has_many_removals() {
        // Removals before and after the action often lead to the same position.
        let mut seen = HashSet::new();
        out.retain(|candidate| seen.insert(position.after(candidate.m).key()));
    }
    if scope == Scope::Noisy {
        out.retain(|candidate| candidate.noisy);
    }
    match selection {
        Selection::Full if end.is_continue() => Listing::Complete,
        Selection::Narrow { .. } if !takes || !position.has_choosable() => Listing::Complete,
        _ => Listing::Partial,
    }
}

/// Ranks moves by the evaluation of the resulting position.
fn rank_by_evaluation<const WITH_GIPF: bool>(
    position: &Position,
    candidates: &mut [Candidate<Move>],
) {
    let now = position.evaluate();
    let mut passed = *position;
    passed.turn = !passed.turn;
    let evaluation = IncrementalEvaluation::<WITH_GIPF>::of(passed);
    for candidate in candidates {
        let gain = -evaluation.value(&position.after(candidate.m)) - now;
        candidate.rank = (gain * GAIN).clamp(-RANK_LIMIT, RANK_LIMIT);
    }
}

fn candidate_of(position: &Position, m: Move) -> Candidate<Move> {
    if !m.removes() {
        return Candidate {
            m,
            rank: 0,
            noisy: false,
        };
    }
    let removed = m.removed();
    let theirs = removed & position.pieces(!position.turn());
    let captured =
        theirs.count() as i32 * CAPTURE + (theirs & position.gipf()).count() as i32 * GIPF_CAPTURE;
    Candidate {
        m,
        rank: captured + (removed.count() - theirs.count()) as i32 * RETURN,
        noisy: theirs.any(),
    }
}
