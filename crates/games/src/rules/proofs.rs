//! Results that a game proves without a search, and positions in which a search stops.
//!
//! Every method has a default: a game without such knowledge implements the trait with an empty `impl`.

use super::{EVAL_LIMIT, Outcome, Rules, expected_result, score_expecting};

/// A position in which an event outside the search decides which of two positions play continues from.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceNode<P> {
    /// The first position.
    pub one: P,
    /// The second position.
    pub other: P,
    /// The probability of the first position, 0 to 1.
    pub chance: f64,
    /// Centipawns in one unit of the logistic function that converts scores to expected results.
    pub scale: f64,
}

impl<P> ChanceNode<P> {
    /// The value of the node, from the values of its two positions. All are for the same player.
    #[must_use]
    pub fn value(&self, one: i32, other: i32) -> i32 {
        let [one, other] = [one, other].map(|score| expected_result(score, self.scale));
        let mean = other + self.chance * (one - other);
        score_expecting(mean, self.scale, EVAL_LIMIT)
    }
}

/// Proven results and the limits of a search.
pub trait Proofs: Rules {
    /// Whether the search asks [`Proofs::shallow_proof`] before it prunes: slower, but it proves more.
    const SHALLOW_PROOF_FIRST: bool = true;

    /// The outcome that its winner can force, if it can be proven without trying moves, and the most
    /// plies that this can take.
    fn static_proof(&self) -> Option<(Outcome, i32)> {
        None
    }

    /// The same where the proof tries moves. The search asks it only at inner nodes that the table does
    /// not know, and not where a repetition could draw: the proof may ignore repetition.
    fn shallow_proof(&self) -> Option<(Outcome, i32)> {
        None
    }

    /// Whether this position is outside the sub-game that `root` belongs to. A search from `root` then
    /// evaluates it and looks no further.
    fn leaves_subgame(&self, _root: &Self) -> bool {
        false
    }

    /// The two possible continuations, if an event outside a search from `root` decides between them.
    fn chance_node(&self, _root: &Self) -> Option<ChanceNode<Self>> {
        None
    }
}
