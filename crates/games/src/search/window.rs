//! The alpha-beta window.

use super::Bound;
use super::score::Score;

/// The range of scores of interest at a node, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The lower bound: the player to move already has this score elsewhere.
    pub alpha: Score,
    /// The upper bound: the other player avoids scores from this one on.
    pub beta: Score,
}

impl Window {
    /// The full window.
    pub const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// The null window that tests whether a score is above `alpha`.
    pub fn null(alpha: Score) -> Window {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// The window from the view of the player to move at the child.
    #[inline]
    pub fn of_child(self, same_player: bool) -> Window {
        if same_player {
            return self;
        }
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Mate-distance pruning: no score is better than a win with the next move or worse than an immediate
    /// loss. The result may be empty.
    #[inline]
    pub fn within_mate_distance(self, ply: i32) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply + 1)),
        }
    }

    /// The bound type of the score `best` found with this window.
    #[inline]
    pub fn bound(self, best: Score) -> Bound {
        if best >= self.beta {
            Bound::Lower
        } else if best > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
