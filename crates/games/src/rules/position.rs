//! The rules of a game: positions, legal moves and their results.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::{Outcome, Reason, Side};
use crate::board::keys::SplitMix;

/// The number of moves between two checks of the stop flag in a count.
pub const STOP_CHECK_INTERVAL: u64 = 1 << 12;

/// A rule set of a game: one id in the protocol.
pub trait RuleSet: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// Every rule set of the game, the usual one first.
    const ALL: &'static [Self];

    /// The name of the option that selects a rule set when the first one is requested.
    const OPTION: Option<&'static str> = None;

    /// The id in the protocol and on the command line: lower case, digits and hyphens.
    fn id(self) -> &'static str;

    /// The value of [`RuleSet::OPTION`] that selects this rule set.
    fn option_value(self) -> &'static str {
        self.id()
    }

    /// The shortest id of the game's rule sets, which the others extend. Derived; do not override.
    fn family() -> &'static str {
        let ids = Self::ALL.iter().map(|rule_set| rule_set.id());
        ids.min_by_key(|id| id.len()).unwrap_or_default()
    }
}

/// Declares the rule sets of a game with their ids, the usual one first.
macro_rules! rule_sets {
    ($(#[$about:meta])* pub enum $rule_sets:ident { $($(#[$doc:meta])* $rule_set:ident = $id:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $rule_sets {
            $($(#[$doc])* $rule_set,)+
        }

        impl crate::rules::RuleSet for $rule_sets {
            const ALL: &'static [$rule_sets] = &[$($rule_sets::$rule_set),+];

            fn id(self) -> &'static str {
                match self {
                    $($rule_sets::$rule_set => $id,)+
                }
            }
        }
    };
}
pub(crate) use rule_sets;

/// The rules of a game: a position, its legal moves and their results.
///
/// A move is everything that one player decides before the other player decides. Positions are
/// copied, never unmade.
pub trait Rules: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// A move.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// The rule sets.
    type Variant: RuleSet;

    /// How often a position must occur for a draw; `None` if the rules have no such draw.
    const REPETITION: Option<usize>;

    /// Whether a game can end in a draw.
    const HAS_DRAWS: bool = Self::REPETITION.is_some();

    /// Whether a player who can do nothing else passes, with the token [`PASS`](crate::rules::PASS).
    const HAS_PASS: bool = false;

    /// Whether perft ends a line at a draw by repetition (see the rules document of the game).
    const PERFT_SEES_REPETITION: bool = false;

    /// The start position of a rule set.
    fn start(variant: Self::Variant) -> Self;

    /// A position in which `source` has placed all pieces of the opening phase; `None` in a game without such a
    /// phase.
    fn random_setup(_variant: Self::Variant, _source: &mut SplitMix) -> Option<Self> {
        None
    }

    /// The rule set of this position.
    fn variant(&self) -> Self::Variant;

    /// The player to move; in a finished game the player who would be next.
    fn turn(&self) -> Side;

    /// The result, or `None` while the game goes on. The caller tracks repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game has ended by its rules with an outcome, not counting repetition.
    fn reason_of(&self, outcome: Outcome) -> Reason;

    /// Why the game is over by its rules, not counting repetition. Derived; do not override.
    fn reason(&self) -> Option<Reason> {
        self.outcome().map(|outcome| self.reason_of(outcome))
    }

    /// Appends every legal move once, in an order that depends on the position alone. Appends
    /// nothing exactly when [`Rules::outcome`] is not `None`.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Calls `visit` with each legal move, in the order of [`Rules::legal_moves`], until it breaks. Override
    /// it in a game with millions of moves, to avoid the list.
    fn each_legal_move(
        &self,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().try_for_each(&mut visit)
    }

    /// The number of legal moves, or `None` if `stop` was raised. Override it in a game with millions of
    /// moves; only such a game checks `stop`. `buffer` is a buffer for the list.
    #[inline]
    fn count_moves(&self, buffer: &mut Vec<Self::Move>, _stop: &AtomicBool) -> Option<u64> {
        buffer.clear();
        self.legal_moves(buffer);
        Some(buffer.len() as u64)
    }

    /// Plays a move that is legal here.
    fn play(&mut self, m: Self::Move);

    /// The position after a move that is legal here. Derived; do not override.
    #[inline]
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut after = self.clone();
        after.play(m);
        after
    }

    /// A hash of everything that affects the future: cells, side, phase, supplies, variant.
    fn key(&self) -> u64;

    /// Whether no position from before `m` can occur again after it.
    fn resets(&self, m: Self::Move) -> bool;
}
