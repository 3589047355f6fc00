//! What the search needs to know about a game: candidates, names of moves in its tables, constants.

use std::hash::{Hash, Hasher};

use super::{Proofs, Rules};
use crate::board::keys::{MixHasher, mix};

/// A move the search may look at, with what the game knows about it before searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub m: M,
    /// How promising the move is, in the unit of the history tables: about ±[`RANK_LIMIT`].
    pub rank: i32,
    /// Whether the move changes much at once (captures, threats): not reduced, searched in quiescence.
    pub noisy: bool,
}

/// The largest evaluation, positive or negative; search scores beyond it are proven results.
pub const EVAL_LIMIT: i32 = 20_000;

/// The largest rank that a game should assign; history values have the same limit.
pub const RANK_LIMIT: i32 = 16_000;

/// Which moves the search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every legal move: at the root, and where an exact value is needed. A game with millions of moves
    /// may list some of them, as a partial list.
    Legal,
    /// The moves worth searching, one of each group that the game knows to be equivalent. Never empty in
    /// a live position. A game may list fewer quiet moves close to the leaves.
    Main {
        /// The remaining depth in plies, 1 or more.
        depth: i32,
    },
    /// As `Main` with a depth of 1, at a node whose evaluation is too low. A game may leave out quiet
    /// moves that raise it neither directly nor by a threat. Never empty in a live position.
    Frontier,
    /// Only moves worth following beyond the depth limit. May be empty.
    Noisy,
}

/// Whether a list of candidates is complete.
#[must_use = "only a complete list proves a loss"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every omitted legal move is equivalent to a listed one, or loses at once while a listed one does
    /// not, or is not needed because a listed one wins at once.
    Complete,
    /// An omitted move may be better.
    Partial,
}

/// Passes the tuned constants of a game to a macro: documentation, name, default, maximum, and the name of the
/// option that sets it in builds with the feature `tune`.
macro_rules! with_tuning_constants {
    ($macro:ident) => {
        $macro! {
            /// Late-move reduction: `lmr_base + ln(depth) * ln(number) / lmr_divisor` plies, both in
            /// hundredths. A divisor of 0 turns reductions off.
            lmr_divisor = 200, 1_000, GAME_LMR_DIVISOR;
            /// See `lmr_divisor`.
            lmr_base = 30, 400, GAME_LMR_BASE;
            /// Late-move pruning: quiet moves beyond `lmp_base + lmp_factor * depth * depth` are skipped at
            /// depth up to `lmp_depth`. `lmp_depth` 0 turns it off.
            lmp_base = 0, 400, GAME_LMP_BASE;
            /// See `lmp_base`.
            lmp_factor = 0, 100, GAME_LMP_FACTOR;
            /// See `lmp_base`.
            lmp_depth = 0, 20, GAME_LMP_DEPTH;
            /// Depth reduction of the null move; 0 turns it off. Needs [`SearchSupport::null`].
            null_reduction = 0, 10, GAME_NULL_REDUCTION;
            /// Futility margin per ply: quiet moves near the leaves are skipped if the evaluation is this far
            /// below alpha. 0 turns it off.
            futility = 100, 2_000, GAME_FUTILITY;
            /// Frontier margin: at depth 1, a node whose evaluation is this far below alpha searches only
            /// [`Scope::Frontier`] moves. 0 turns it off.
            frontier = 0, 1_000, GAME_FRONTIER;
            /// Reverse futility margin per ply: a node near the leaves fails high if its evaluation is this far
            /// above beta. 0 turns it off.
            reverse_futility = 60, 2_000, GAME_REVERSE_FUTILITY;
            /// Half the width of the first aspiration window; 0 turns aspiration off.
            aspiration = 50, 2_000, GAME_ASPIRATION;
            /// The longest quiescence line in plies.
            quiescence_plies = 4, 64, GAME_QUIESCENCE_PLIES;
            /// Moves considered at skill 0, in hundredths. Tuned so that skill 0 scores 65-90 % against a random
            /// player, depending on the game.
            skill_moves = 170, 10_000, GAME_SKILL_MOVES;
            /// How many more moves each skill level considers than the level below, in percent. Tuned so that a
            /// level considers almost every relevant move where its nodes begin to limit it.
            skill_moves_growth = 50, 400, GAME_SKILL_MOVES_GROWTH;
        }
    };
}
#[cfg(feature = "tune")]
pub(crate) use with_tuning_constants;

macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $max:literal, $option:ident;)*) => {
        /// The search constants of a game, tuned by matches. Depths are plies, margins are centipawns.
        ///
        /// A game names only the constants that differ from [`Tuning::DEFAULT`].
        #[derive(Clone, Copy, Debug)]
        pub struct Tuning {
            $($(#[$doc])* pub $name: i32,)*
            /// Whether quiescence nodes use the transposition table, whose scores also refine evaluations. It
            /// pays where nodes cost more than a probe.
            pub quiescence_table: bool,
        }

        impl Tuning {
            /// Constants for a game that has not been tuned: moderate, and without the null move and
            /// late-move pruning, which are unsound in some games.
            pub const DEFAULT: Tuning = Tuning {
                $($name: $default,)*
                quiescence_table: false,
            };
        }
    };
}
with_tuning_constants!(tuning);

impl Tuning {
    /// The number of moves that late-move pruning keeps at a node of this remaining depth; `None` if it
    /// does not apply.
    #[inline(always)]
    #[must_use]
    pub const fn moves_before_late(&self, depth: i32) -> Option<usize> {
        if depth > self.lmp_depth {
            return None;
        }
        let moves = self.lmp_base + self.lmp_factor * depth * depth;
        Some(if moves < 1 { 1 } else { moves as usize })
    }
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning::DEFAULT
    }
}

/// A game that the search can play.
///
/// Every method has a default that is correct for any game; each override makes the search faster or
/// stronger.
pub trait SearchSupport: Rules + Proofs {
    /// The number of history indices.
    const HISTORY_SIZE: usize = 1 << 12;

    /// The search constants of the game.
    const TUNING: Tuning = Tuning::DEFAULT;

    /// Fills the empty list `out` with the moves of `scope` and their ranks, each once. A game may shorten
    /// a list boldly: before the search calls a node lost on a partial list, it tries all legal moves.
    ///
    /// The default lists every legal move as quiet and allocates a list per call.
    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Self::Move>>) -> Listing {
        if scope == Scope::Noisy {
            return Listing::Partial;
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        out.extend(moves.into_iter().map(|m| Candidate {
            m,
            rank: 0,
            noisy: false,
        }));
        Listing::Complete
    }

    /// The history index of a move (0..[`SearchSupport::HISTORY_SIZE`]). Moves that do the same share one.
    fn history_index(&self, m: Self::Move) -> usize {
        usize::from(Self::move_hash(m)) % Self::HISTORY_SIZE
    }

    /// Sixteen bits that distinguish the moves of one position well enough to find the hash move.
    fn move_hash(m: Self::Move) -> u16 {
        let mut hasher = MixHasher::default();
        m.hash(&mut hasher);
        (mix(hasher.finish()) >> 48) as u16
    }

    /// Whether the player has no free choice, such as a compulsory capture. The evaluation then says
    /// little, and the search goes on.
    fn forced(&self) -> bool {
        false
    }

    /// A move that wins at once, if one can be found without listing the moves.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// How many moves with a choice the player to move probably still has, this one included: the clock is
    /// divided among them.
    fn moves_left(&self) -> u32 {
        25
    }

    /// The position after passing the move to the opponent, in a game where that is nearly always worse
    /// than moving.
    fn null(&self) -> Option<Self> {
        None
    }
}
