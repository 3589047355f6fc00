//! Move ordering at a node: the hash move, noisy moves, killers, then quiet moves by rank and history.

use std::num::NonZeroU16;

use crate::eval::Evaluated;
use crate::rules::{Candidate, Listing, Scope};

use super::completeness::Completeness;
use super::history::History;
use super::score::Score;

/// The distance between two stages in a priority. Order scores stay within half of it.
const STAGE_BITS: u32 = 20;
const STAGE: i32 = 1 << STAGE_BITS;
/// The number of moves picked by selection sort. The rest is sorted at once, which is cheaper for long
/// lists.
const MAX_SELECTION_PICKS: usize = 12;

/// The stages of move picking, last stage first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// By rank and history.
    Quiet,
    /// Quiet moves that recently failed high at this ply.
    Killer,
    /// Noisy moves by rank.
    Noisy,
    /// The best move from the transposition table.
    Hash,
}

impl Stage {
    /// The sort key of a move: its stage, then its order score within the stage.
    #[inline]
    fn priority(self, order_score: i32) -> i32 {
        debug_assert!(order_score.abs() < STAGE / 2, "order score {order_score}");
        self as i32 * STAGE + order_score
    }

    /// The inverse of [`Stage::priority`].
    #[inline]
    fn from_priority(priority: i32) -> (Stage, i32) {
        let number = (priority + STAGE / 2) >> STAGE_BITS;
        let stage = match number {
            0 => Stage::Quiet,
            1 => Stage::Killer,
            2 => Stage::Noisy,
            _ => Stage::Hash,
        };
        (stage, priority - number * STAGE)
    }
}

/// A picked move.
#[derive(Clone, Copy, Debug)]
pub struct Pick<M> {
    /// The move.
    pub m: M,
    /// Whether the move is noisy.
    pub noisy: bool,
    /// The stage that picked the move.
    pub stage: Stage,
    /// The rank of the move, plus its history value in the quiet stage.
    pub order_score: i32,
}

/// The data that orders the quiet moves of a node.
#[derive(Debug)]
pub struct QuietOrder<'a, P: Evaluated> {
    /// The statistics of the thread.
    pub history: &'a History<P>,
    /// The distance from the root.
    pub ply: i32,
    /// The history index of the previous move.
    pub previous_index: Option<usize>,
}

/// Picks the moves of a node, best first.
#[derive(Debug)]
pub struct Picker<P: Evaluated> {
    /// The moves, with priorities in place of their ranks.
    list: Vec<Candidate<P::Move>>,
    next: usize,
    sorted: bool,
    completeness: Completeness,
}

impl<P: Evaluated> Picker<P> {
    /// Generates the moves of `scope` into `list`, which is cleared first, and sets their priorities.
    pub fn new(
        position: &P,
        scope: Scope,
        mut list: Vec<Candidate<P::Move>>,
        hash_move: Option<NonZeroU16>,
        order: QuietOrder<'_, P>,
    ) -> Self {
        list.clear();
        let listing = position.candidates(scope, &mut list);
        let side = position.turn();
        let killers = order.history.killers(order.ply);
        for candidate in &mut list {
            let m = candidate.m;
            candidate.rank = if hash_move.is_some_and(|hash| hash == move_hash::<P>(m)) {
                Stage::Hash.priority(candidate.rank)
            } else if candidate.noisy {
                Stage::Noisy.priority(candidate.rank)
            } else if killers.contains(&Some(m)) {
                Stage::Killer.priority(candidate.rank)
            } else {
                let history =
                    order
                        .history
                        .value(side, order.previous_index, position.history_index(m));
                Stage::Quiet.priority(candidate.rank + history)
            };
        }
        Picker {
            list,
            next: 0,
            sorted: false,
            completeness: Completeness::new(listing),
        }
    }

    /// Treats the list as partial: an omitted move may draw by repetition even if it loses on the board.
    pub fn mark_partial(&mut self) {
        self.completeness.listing = Listing::Partial;
    }

    /// The best move not picked yet.
    pub fn next(&mut self) -> Option<Pick<P::Move>> {
        let rest = self.list.get_mut(self.next..)?;
        if !self.sorted {
            if self.next < MAX_SELECTION_PICKS {
                // Ties go to the first move, so that the order depends only on the position.
                let mut best = 0;
                for i in 1..rest.len() {
                    if rest[i].rank > rest[best].rank {
                        best = i;
                    }
                }
                if best > 0 {
                    rest.swap(0, best);
                }
            } else {
                rest.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
                self.sorted = true;
            }
        }
        let &Candidate { m, rank, noisy } = rest.first()?;
        self.next += 1;
        let (stage, order_score) = Stage::from_priority(rank);
        Some(Pick {
            m,
            noisy,
            stage,
            order_score,
        })
    }

    /// Replaces a partial list by the legal moves missing from it, ordered by rank alone. Returns whether
    /// there were any.
    pub fn add_remaining(&mut self, position: &P) -> bool {
        let listed = self.list.iter().map(|c| c.m);
        self.list = self.completeness.add_remaining(position, listed);
        self.next = 0;
        self.sorted = false;
        !self.list.is_empty()
    }

    /// Limits `best`, the best score of the picked moves; see [`Completeness::limit_unproven_loss`].
    #[must_use]
    pub fn limit_unproven_loss(&self, best: Score) -> Score {
        self.completeness.limit_unproven_loss(best)
    }

    /// Returns the list so that the next node can reuse its memory.
    #[must_use]
    pub fn into_list(self) -> Vec<Candidate<P::Move>> {
        self.list
    }
}

/// The hash of a move in the transposition table. There 0 means no move, so hash 0 is stored as 1.
#[inline]
#[must_use]
pub fn move_hash<P: Evaluated>(m: P::Move) -> NonZeroU16 {
    NonZeroU16::new(P::move_hash(m)).unwrap_or(NonZeroU16::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gipf;
    use crate::rules::{Fen, RuleSet, Rules, SearchSupport as _};

    #[test]
    fn a_move_with_hash_zero_is_found() {
        let variant = <gipf::Position as Rules>::Variant::ALL[0];
        let start = gipf::Position::start(variant);
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        let zero = |m: &&_| gipf::Position::move_hash(**m) == 0;
        let m = *moves.iter().find(zero).expect("the first move of GIPF");
        let history = History::new();
        let order = QuietOrder {
            history: &history,
            ply: 0,
            previous_index: None,
        };
        let hash_move = Some(move_hash::<gipf::Position>(m));
        let mut picker = Picker::new(&start, Scope::Legal, Vec::new(), hash_move, order);
        let pick = picker.next().expect("a live position has a move");
        assert_eq!((pick.m, pick.stage), (m, Stage::Hash));
    }

    #[test]
    fn no_loss_is_proven_if_the_legal_moves_do_not_fit_the_list() {
        let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w";
        let position = gipf::Position::from_fen(gipf::Variant::Tournament, fen);
        let position = position.expect("a position of the game");
        let history = History::new();
        let order = QuietOrder {
            history: &history,
            ply: 0,
            previous_index: None,
        };
        let scope = Scope::Main { depth: 1 };
        let mut picker = Picker::new(&position, scope, Vec::new(), None, order);
        while picker.next().is_some() {}
        assert!(picker.add_remaining(&position), "more moves are legal");
        while picker.next().is_some() {}
        assert!(
            !picker.add_remaining(&position),
            "moves are added only once"
        );
        let loss = Score::loss_in(4);
        assert_eq!(picker.limit_unproven_loss(loss), Score::UNPROVEN_LOSS);
        assert_eq!(picker.limit_unproven_loss(Score(7)), Score(7));
    }

    #[test]
    fn a_priority_encodes_stage_and_order_score() {
        let stages = [Stage::Quiet, Stage::Killer, Stage::Noisy, Stage::Hash];
        for stage in stages {
            for order_score in [-60_000, -1, 0, 7, 60_000] {
                let priority = stage.priority(order_score);
                assert_eq!(Stage::from_priority(priority), (stage, order_score));
            }
        }
        assert!(stages.is_sorted());
        assert!(Stage::Killer.priority(-60_000) > Stage::Quiet.priority(60_000));
    }
}
