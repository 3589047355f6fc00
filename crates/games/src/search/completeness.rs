//! Whether the list of moves at a node is complete: only then does it prove a loss.

use std::collections::HashSet;

use crate::eval::Evaluated;
use crate::rules::{Candidate, Listing, Scope};

use super::score::Score;

/// What is known about the moves missing from a list.
#[derive(Clone, Copy, Debug)]
pub struct Completeness {
    /// Whether the list is complete.
    pub listing: Listing,
    /// Whether no more moves may be added.
    pub is_final: bool,
}

impl Completeness {
    /// A list to which the missing moves may be added.
    pub fn new(listing: Listing) -> Completeness {
        Completeness {
            listing,
            is_final: false,
        }
    }

    /// Whether no move can be added.
    pub fn is_closed(self) -> bool {
        self.listing == Listing::Complete || self.is_final
    }

    /// Adds the legal moves missing from a partial list, once. Returns those that are not in `listed`.
    pub fn add_remaining<P: Evaluated>(
        &mut self,
        position: &P,
        listed: impl Iterator<Item = P::Move>,
    ) -> Vec<Candidate<P::Move>> {
        let mut remaining = Vec::new();
        if !self.is_closed() {
            self.is_final = true;
            let listed: HashSet<P::Move> = listed.collect();
            self.listing = position.candidates(Scope::Legal, &mut remaining);
            remaining.retain(|c| !listed.contains(&c.m));
        }
        remaining
    }

    /// Whether `score` may be reported for the best move. A loss is proven only if no legal move is missing.
    pub fn can_claim(self, score: Score) -> bool {
        self.listing == Listing::Complete || !score.is_loss()
    }

    /// Replaces an unproven loss by the worst unproven score. Some positions have too many legal moves to list.
    #[must_use]
    pub fn limit_unproven_loss(self, score: Score) -> Score {
        if self.can_claim(score) {
            score
        } else {
            Score::UNPROVEN_LOSS
        }
    }
}
