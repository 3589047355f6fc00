//! The window of alpha-beta.

use super::Bound;
use super::score::Score;

/// The values of interest at a node, for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// Values up to this one are of no interest to the player to move.
    pub alpha: Score,
    /// Values from this one on are too good to be allowed by the other player.
    pub beta: Score,
}

impl Window {
    /// Every value.
    pub const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// The null window that tells whether a value is above `alpha`.
    pub fn null(alpha: Score) -> Window {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// The window as the player sees it who moves next.
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

    /// Mate-distance pruning: no line can be better than a win with the next move or worse than a
    /// loss now. The window may be empty afterwards.
    #[inline]
    pub fn within_mate_distance(self, ply: i32) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply + 1)),
        }
    }

    /// What a search with this window has shown by the value `best`.
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
