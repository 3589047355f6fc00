//! The engine's opinion of a game, and the search constants of a game.

use super::{Outcome, Rules, expected_result, score_expecting};

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

/// The largest rank that a game should give, as large as history grows.
pub const RANK_LIMIT: i32 = 16_000;

/// Which moves the search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every legal move, at the root and where the exact value is asked for; where there are millions
    /// some of them, as a partial list.
    Legal,
    /// The moves worth searching, one of each group that the game knows to be equal; never empty in
    /// a live position. `depth` is the remaining depth in plies (1 or more): a game may list fewer
    /// quiet moves close to the leaves.
    Main {
        /// Remaining depth in plies.
        depth: i32,
    },
    /// As `Main` with a depth of 1 where the evaluation does not suffice: quiet moves may be left out
    /// that raise it neither themselves nor by what they force. Never empty in a live position.
    Frontier,
    /// Only moves worth following beyond the depth limit. May be empty.
    Noisy,
}

/// Whether a list of candidates leaves anything out.
#[must_use = "a loss is proven only by a complete list"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal move left out leads to the same as a listed one, or loses at once where another
    /// does not, or is not needed as a listed one wins at once.
    Complete,
    /// Others might be better.
    Partial,
}

/// Search constants of a game, found by matches. Depths are plies, margins are centipawns.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Late-move reduction: `lmr_base + ln(depth) * ln(number) / lmr_divisor` plies, both in
    /// hundredths. A divisor of 0 turns reductions off.
    pub lmr_divisor: i32,
    /// See `lmr_divisor`.
    pub lmr_base: i32,
    /// Late-move pruning: quiet moves beyond `lmp_base + lmp_factor * depth * depth` are skipped at
    /// depth up to `lmp_depth`. `lmp_depth` 0 turns it off.
    pub lmp_base: i32,
    /// See `lmp_base`.
    pub lmp_factor: i32,
    /// See `lmp_base`.
    pub lmp_depth: i32,
    /// Depth reduction of the null move; 0 turns it off. The game must offer [`Evaluator::null`].
    pub null_reduction: i32,
    /// Futility margin a ply: quiet moves are skipped near the leaves when the evaluation is this
    /// far below alpha. 0 turns it off.
    pub futility: i32,
    /// Reverse futility margin a ply: a node near the leaves whose evaluation is this far above beta fails
    /// high. 0 turns it off.
    pub reverse_futility: i32,
    /// Half width of the first aspiration window; 0 turns aspiration off.
    pub aspiration: i32,
    /// The longest quiescence line in plies.
    pub quiescence_plies: i32,
    /// How many moves the weakest level looks at, in hundredths: so many that it wins some 65 to 90 % of its
    /// games (by the game) against a player who plays any legal move.
    pub skill_moves: i32,
    /// How many more moves each level looks at than the one below, in percent: so many that the levels
    /// come to see about all that matters where the nodes begin to tell.
    pub skill_moves_growth: i32,
}

impl Tuning {
    /// How many moves of a node of this remaining depth late-move pruning leaves; `None` where it leaves
    /// out none.
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

/// The largest size of an evaluation; search scores beyond it are proven results.
pub const EVAL_LIMIT: i32 = 20_000;

/// A position in which something apart from the search decides from which of two positions play goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceNode<P> {
    /// The one position.
    pub one: P,
    /// The other position.
    pub other: P,
    /// How likely the first one is, 0 to 1.
    pub chance: f64,
    /// The number of centipawns in a unit of the logistic function that tells how often a score wins.
    pub scale: f64,
}

impl<P> ChanceNode<P> {
    /// The value when those of the two positions are these, all for the same player.
    #[must_use]
    pub fn value(&self, one: i32, other: i32) -> i32 {
        let [one, other] = [one, other].map(|score| expected_result(score, self.scale));
        let mean = other + self.chance * (one - other);
        score_expecting(mean, self.scale, EVAL_LIMIT)
    }
}

/// The engine's opinion of a position and of its moves.
pub trait Evaluator: Rules {
    /// The number of history slots.
    const HISTORY_SIZE: usize;
    /// The search constants of the game.
    const TUNING: Tuning;

    /// Whether [`Evaluator::shallow_proof`] is asked before reverse futility and the null move: it takes time at
    /// nodes that need no move at all, and proves more.
    const SHALLOW_PROOF_FIRST: bool = true;

    /// The value of a live position for the player to move, in centipawns (one piece, marble or
    /// half a turn is about 100), within ±[`EVAL_LIMIT`].
    fn evaluate(&self) -> i32;

    /// Fills the empty list `out` with the moves of `scope` and their ranks, each once. When the search would
    /// call a node lost on a partial list it looks at all legal moves first, so a list may be cut
    /// boldly and a proven result still is one.
    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Self::Move>>) -> Listing;

    /// The history slot of a move (0..SLOTS): moves that do the same share one.
    fn history_index(&self, m: Self::Move) -> usize;

    /// Sixteen bits that tell the moves of one position apart well enough to find the hash move.
    fn move_hash(m: Self::Move) -> u16;

    /// Whether the player has no free choice (he must capture): the evaluation then says little and
    /// the search goes on.
    fn forced(&self) -> bool {
        false
    }

    /// A move that wins at once, if there is one that can be found without listing the moves.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// The outcome that the winner can bring about whatever the other plays, when it can be proven without
    /// searching, and the most plies that it can take.
    fn static_proof(&self) -> Option<(Outcome, i32)> {
        None
    }

    /// The same where it takes trying some moves: asked at inner nodes alone, of which the table knows
    /// nothing, and not where some position makes a draw by coming again: of those it need not know.
    fn shallow_proof(&self) -> Option<(Outcome, i32)> {
        None
    }

    /// Whether moves have led out of the game that `root` belongs to, so that a search from there takes
    /// the evaluation and looks no further.
    fn leaves_subgame(&self, _root: &Self) -> bool {
        false
    }

    /// Where something apart from a search that began at `root` decides how play goes on: what it may
    /// come to.
    fn chance_node(&self, _root: &Self) -> Option<ChanceNode<Self>> {
        None
    }

    /// The position with the turn given away, where that is nearly always worse than moving.
    fn null(&self) -> Option<Self> {
        None
    }
}
