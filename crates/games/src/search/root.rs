//! The root node: its moves with their scores, and one iteration over them.

use crate::board::keys::SplitMix;
use crate::eval::Evaluated;
use crate::rules::{Candidate, EVAL_LIMIT, Listing, Scope};

use super::alphabeta::ChildNode;
use super::completeness::Completeness;
use super::node_type::Pv;
use super::params::ROOT_NOISY_BONUS;
use super::pv_from_tt::ProofLookup;
use super::repetition::TableView;
use super::score::Score;
use super::window::Window;
use super::worker::{NodeResult, Worker};
use super::{Bound, Request};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Whether the move is noisy. The depth of noisy moves is not reduced.
    pub noisy: bool,
    /// The score of the last iteration that set one.
    pub score: Score,
    /// Which side of the true value of this move the score is on.
    pub bound: Bound,
    /// The depth of that iteration; 0 if there is none.
    pub depth: i32,
    /// The principal variation, starting with this move.
    pub pv: Vec<M>,
    /// The centipawns that chance adds to the score, see [`RootMoves::with_chance`].
    pub(super) bonus: i32,
}

impl<M: Copy> RootMove<M> {
    fn new(m: M, noisy: bool) -> RootMove<M> {
        RootMove {
            m,
            noisy,
            score: -Score::INFINITE,
            bound: Bound::Upper,
            depth: 0,
            pv: vec![m],
            bonus: 0,
        }
    }

    /// The score with the bonus. A proven result has none.
    fn with_bonus(&self, score: Score) -> Score {
        if score.is_decided() {
            return score;
        }
        Score((score + self.bonus).0.min(EVAL_LIMIT))
    }

    /// The window in which the search of the move looks for its score without the bonus.
    fn without_bonus(&self, window: Window) -> Window {
        let shift = |score: Score| match score.is_decided() {
            true => score,
            false => score - self.bonus,
        };
        Window {
            alpha: shift(window.alpha),
            beta: shift(window.beta),
        }
    }
}

/// The root moves to search.
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    /// Best first; empty if the game is over.
    pub list: Vec<RootMove<M>>,
    /// Moves excluded by the request (`search_moves`) do not count as missing.
    completeness: Completeness,
}

impl<M: Copy + Eq + std::hash::Hash> RootMoves<M> {
    /// The root moves for a request: the candidates, or all legal moves if there are too few candidates or
    /// the request restricts the root moves.
    pub fn new<P: Evaluated<Move = M>>(request: &Request<P>) -> RootMoves<M> {
        let root = &request.root;
        if root.outcome().is_none() && request.search_moves.is_empty() {
            let mut list = Vec::new();
            let mut listing = root.candidates(Scope::Main { depth: i32::MAX }, &mut list);
            if !request.saturated().is_empty() {
                // An omitted move that loses on the board may draw by repetition.
                listing = Listing::Partial;
            }
            if list.len() >= request.settings.multi_pv {
                return RootMoves {
                    list: sorted(list),
                    completeness: Completeness::new(listing),
                };
            }
        }
        RootMoves::legal(request)
    }

    /// All legal moves that the request allows.
    pub fn legal<P: Evaluated<Move = M>>(request: &Request<P>) -> RootMoves<M> {
        let requested = &request.search_moves;
        let mut list = Vec::new();
        let mut listing = Listing::Complete;
        if request.root.outcome().is_none() {
            listing = request.root.candidates(Scope::Legal, &mut list);
            if !requested.is_empty() {
                list.retain(|c| requested.contains(&c.m));
                add_requested(requested, &mut list);
                listing = Listing::Complete;
            }
        }
        RootMoves {
            list: sorted(list),
            completeness: Completeness::new(listing),
        }
    }

    /// Sorts the moves that an earlier search has proven to win to the front, shortest win first.
    pub fn sort_known_wins_first<P: Evaluated<Move = M>>(&mut self, table: TableView, root: &P) {
        let winner = root.turn();
        let lookup = ProofLookup {
            table,
            root,
            winner,
        };
        let length = |m: M| lookup.length_after(root, m);
        self.list
            .sort_by_cached_key(|entry| length(entry.m).unwrap_or(usize::MAX));
    }

    /// Adds up to this many centipawns by chance to the score of each move, so that the choice among nearly
    /// equal moves is by chance.
    pub fn with_chance(mut self, chance: Option<(SplitMix, usize)>) -> RootMoves<M> {
        if let Some((mut source, most)) = chance {
            for entry in &mut self.list {
                entry.bonus = source.below(most + 1) as i32;
            }
        }
        self
    }

    /// Keeps only the moves at these indices, in this order. If that omits moves, a loss is not proven.
    pub fn restricted_to(self, indices: &[usize]) -> RootMoves<M> {
        let listing = if indices.len() < self.list.len() {
            Listing::Partial
        } else {
            self.completeness.listing
        };
        RootMoves {
            list: self.select(indices),
            completeness: Completeness {
                listing,
                is_final: true,
            },
        }
    }

    /// Keeps the moves at these indices, in this order. The other moves are added only if these lose.
    pub fn starting_with(self, indices: &[usize]) -> RootMoves<M> {
        RootMoves {
            list: self.select(indices),
            completeness: Completeness::new(Listing::Partial),
        }
    }

    /// The only move, if no other move can be added.
    pub fn single_move(&self) -> Option<&RootMove<M>> {
        match &self.list[..] {
            [only] if self.completeness.is_closed() => Some(only),
            _ => None,
        }
    }

    /// See [`Completeness::can_claim`].
    pub fn can_claim(&self, score: Score) -> bool {
        self.completeness.can_claim(score)
    }

    fn select(&self, indices: &[usize]) -> Vec<RootMove<M>> {
        let moves = indices.iter().filter_map(|&index| self.list.get(index));
        moves.cloned().collect()
    }

    /// Appends the legal moves missing from a partial list. Returns whether there were any.
    fn add_remaining<P: Evaluated<Move = M>>(&mut self, root: &P) -> bool {
        let listed = self.list.iter().map(|r| r.m);
        let remaining = self.completeness.add_remaining(root, listed);
        let has_more = !remaining.is_empty();
        self.list.extend(sorted(remaining));
        has_more
    }

    /// Replaces an unproven loss by the worst unproven score. `best` is the best score of the moves from
    /// index `line` on.
    fn limit_unproven_loss(&mut self, line: usize, best: Score) -> Score {
        for entry in self.list.iter_mut().skip(line) {
            entry.score = self.completeness.limit_unproven_loss(entry.score);
        }
        self.completeness.limit_unproven_loss(best)
    }
}

/// Appends the requested moves missing from the list, whose length is limited in positions with very many
/// legal moves.
fn add_requested<M: Copy + Eq>(requested: &[M], list: &mut Vec<Candidate<M>>) {
    for &m in requested {
        if list.iter().all(|c| c.m != m) {
            let (rank, noisy) = (0, false);
            list.push(Candidate { m, rank, noisy });
        }
    }
}

/// Sorts the candidates by rank, best first, with a bonus for noisy moves.
fn sorted<M: Copy>(mut list: Vec<Candidate<M>>) -> Vec<RootMove<M>> {
    // Sorts with a cached key have the same code for all games.
    list.sort_by_cached_key(|c| {
        std::cmp::Reverse(c.rank + i32::from(c.noisy) * ROOT_NOISY_BONUS.get())
    });
    list.into_iter()
        .map(|c| RootMove::new(c.m, c.noisy))
        .collect()
}

impl<P: Evaluated> Worker<'_, P> {
    /// Searches the moves from index `line` on and moves the best one to that index. If the search stops
    /// early, this is the best of the finished moves.
    pub(super) fn search_root(
        &mut self,
        root: &P,
        moves: &mut RootMoves<P::Move>,
        line: usize,
        window: Window,
        depth: i32,
    ) -> NodeResult {
        self.root_depth = depth;
        let forced = root.forced();
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut index = line;
        loop {
            let Some(&RootMove { m, noisy, .. }) = moves.list.get(index) else {
                // A loss is proven only if every legal move loses.
                if best.is_loss() {
                    if moves.add_remaining(root) {
                        continue;
                    }
                    best = moves.limit_unproven_loss(line, best);
                }
                return Ok(best);
            };
            let number = index - line + 1;
            self.current = Some((m, index + 1));
            let child = root.after(m);
            let reduction = if noisy || forced {
                0
            } else {
                self.reduction_with(0, depth, number, true)
            };
            let child_node = ChildNode {
                position: &child,
                same_player: child.turn() == root.turn(),
                history_index: Some(root.history_index(m)),
                parent_ply: 0,
            };
            self.push(root, m, &child, depth - 1);
            let child_window = moves.list[index].without_bonus(Window { alpha, ..window });
            let first = number == 1;
            let value =
                self.search_child::<Pv>(&child_node, child_window, depth - 1, reduction, first);
            self.pop();
            let value = value?;
            let bound = child_window.bound(value);
            let value = moves.list[index].with_bonus(value);
            best = best.max(value);
            if first || value > alpha {
                let child_pv = &self.frames[1].pv;
                let entry = &mut moves.list[index];
                entry.score = value;
                entry.bound = bound;
                entry.depth = depth;
                entry.pv.clear();
                entry.pv.push(m);
                entry.pv.extend_from_slice(child_pv);
                moves.list[line..=index].rotate_right(1);
            }
            alpha = alpha.max(value);
            if alpha >= window.beta {
                return Ok(best);
            }
            index += 1;
        }
    }
}
