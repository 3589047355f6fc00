//! The rules of a game: positions, their legal moves and what they lead to.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::{Outcome, Side};

/// A rule set of a game: one id in the protocol.
pub trait RuleSet: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// Every rule set of the game, the usual one first.
    const ALL: &'static [Self];

    /// The option that chooses one of them when the first is asked for: its name, and a value for each.
    const OPTION: Option<(&'static str, &'static [&'static str])> = None;

    /// The id by which protocol and command line know it: lower case, digits and hyphens.
    fn id(self) -> &'static str;
}

/// The rules of a game: a position, its legal moves and what they lead to.
///
/// A move is everything that one player decides before the other player decides. Positions are
/// copied, never unmade.
pub trait Rules: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// One whole turn of a player.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// The rule sets.
    type Variant: RuleSet;

    /// How often a position must occur for a draw; `None` where the rules have no such draw.
    const REPETITION: Option<usize>;

    /// Whether perft ends a line at a draw by repetition (the rules document of the game says).
    const PERFT_SEES_REPETITION: bool = false;

    /// The start position of a rule set.
    fn start(variant: Self::Variant) -> Self;

    /// The rule set this position is played by.
    fn variant(&self) -> Self::Variant;

    /// The player to move; in a finished game the one who would be next.
    fn turn(&self) -> Side;

    /// The result, or `None` while the game goes on. Repetition is the caller's to watch.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move once, in an order that depends on the position alone. Appends
    /// nothing exactly when [`Rules::outcome`] is not `None`.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Calls `visit` with each legal move, in the order of [`Rules::legal_moves`], until it breaks. A
    /// game that has positions with millions of moves keeps no list of them here.
    fn each_legal_move(
        &self,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().try_for_each(&mut visit)
    }

    /// The number of legal moves; `None` when `stop` was raised, which only a game that has positions
    /// with millions of moves looks at. `room` is for a list of them.
    #[inline]
    fn count_moves(&self, room: &mut Vec<Self::Move>, _stop: &AtomicBool) -> Option<u64> {
        room.clear();
        self.legal_moves(room);
        Some(room.len() as u64)
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

    /// A hash of all that decides the future: cells, side, phase, supplies, variant.
    fn key(&self) -> u64;

    /// Whether no position from before `m` can occur again after it.
    fn resets(&self, m: Self::Move) -> bool;
}
