//! The root: its moves with their values, and one iteration over them.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, slots and places in lists are made by the loops beside them"
)]

use std::collections::HashSet;

use crate::rules::{Candidate, Listing, Scope, SearchSupport};

use super::Request;
use super::alphabeta::Step;
use super::node_type::Pv;
use super::params::ROOT_LOUD;
use super::pv_from_tt::Proofs;
use super::repetition::TableView;
use super::score::Score;
use super::window::Window;
use super::worker::{Searched, Worker};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Whether its depth is never reduced.
    pub noisy: bool,
    /// Its value in the last iteration that gave it one.
    pub score: Score,
    /// That iteration; 0 when there was none.
    pub depth: i32,
    /// The line it begins.
    pub pv: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    fn new(m: M, noisy: bool) -> RootMove<M> {
        RootMove {
            m,
            noisy,
            score: -Score::INFINITE,
            depth: 0,
            pv: vec![m],
        }
    }
}

/// The moves to be searched at the root.
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    /// The most promising one first; none in a finished game.
    pub list: Vec<RootMove<M>>,
    /// Whether other legal moves might be better. Moves that are not to be searched count as seen.
    listing: Listing,
    /// Whether that is all that can be listed.
    widened: bool,
}

impl<M: Copy + Eq + std::hash::Hash> RootMoves<M> {
    /// The moves that a request asks for.
    pub fn new<P: SearchSupport<Move = M>>(request: &Request<P>) -> RootMoves<M> {
        let root = &request.root;
        if root.outcome().is_none() && request.search_moves.is_empty() {
            let mut list = Vec::new();
            let mut listing = root.candidates(Scope::Main { depth: i32::MAX }, &mut list);
            if !request.saturated().is_empty() {
                // A move that is left out as it loses at once may make a draw.
                listing = Listing::Partial;
            }
            if list.len() >= request.settings.multi_pv {
                return RootMoves {
                    list: sorted(list),
                    listing,
                    widened: false,
                };
            }
        }
        RootMoves::legal(request)
    }

    /// All the legal moves among those that a request asks for.
    pub fn legal<P: SearchSupport<Move = M>>(request: &Request<P>) -> RootMoves<M> {
        let named = &request.search_moves;
        let mut list = Vec::new();
        let mut listing = Listing::Complete;
        if request.root.outcome().is_none() {
            listing = request.root.candidates(Scope::Legal, &mut list);
            if !named.is_empty() {
                list.retain(|c| named.contains(&c.m));
                add_missing(named, &mut list);
                listing = Listing::Complete;
            }
        }
        RootMoves {
            list: sorted(list),
            listing,
            widened: false,
        }
    }

    /// Puts first the moves that an earlier search has proven to win, on the shortest way before the others.
    pub fn remember<P: SearchSupport<Move = M>>(&mut self, table: TableView, root: &P) {
        let winner = root.turn();
        let proofs = Proofs {
            table,
            root,
            winner,
        };
        let length = |m: M| proofs.length_after(root, m);
        self.list
            .sort_by_cached_key(|entry| length(entry.m).unwrap_or(usize::MAX));
    }

    /// Only the moves of these indices, in this order. Where others are left out and these lose, nothing is
    /// proven.
    pub fn only(self, indices: &[usize]) -> RootMoves<M> {
        let listing = if indices.len() < self.list.len() {
            Listing::Partial
        } else {
            self.listing
        };
        RootMoves {
            list: self.pick(indices),
            listing,
            widened: true,
        }
    }

    /// The moves of these indices, in this order; the others are looked at where these lose.
    pub fn first(self, indices: &[usize]) -> RootMoves<M> {
        RootMoves {
            list: self.pick(indices),
            listing: Listing::Partial,
            widened: false,
        }
    }

    /// The move that is left when there is no other to be looked at.
    pub fn only_one(&self) -> Option<&RootMove<M>> {
        match &self.list[..] {
            [only] if self.listing == Listing::Complete || self.widened => Some(only),
            _ => None,
        }
    }

    /// Whether the best move can be said to be worth this: where legal moves are left out no loss is proven.
    pub fn may_claim(&self, score: Score) -> bool {
        self.listing == Listing::Complete || !score.is_loss()
    }

    fn pick(&self, indices: &[usize]) -> Vec<RootMove<M>> {
        let moves = indices.iter().filter_map(|&index| self.list.get(index));
        moves.cloned().collect()
    }

    /// Appends the legal moves that are not on a partial list; `false` when there are none.
    fn add_remaining<P: SearchSupport<Move = M>>(&mut self, root: &P) -> bool {
        if self.listing == Listing::Complete || self.widened {
            return false;
        }
        self.widened = true;
        let seen: HashSet<M> = self.list.iter().map(|r| r.m).collect();
        let mut legal = Vec::new();
        self.listing = root.candidates(Scope::Legal, &mut legal);
        legal.retain(|c| !seen.contains(&c.m));
        let more = !legal.is_empty();
        self.list.extend(sorted(legal));
        more
    }

    /// What may be said of a root whose moves from index `line` on are worth `best` at most.
    fn static_proof(&mut self, line: usize, best: Score) -> Score {
        if self.may_claim(best) {
            return best;
        }
        for entry in self.list.iter_mut().skip(line) {
            entry.score = entry.score.max(Score::UNPROVEN_LOSS);
        }
        best.max(Score::UNPROVEN_LOSS)
    }
}

/// Appends the named moves that are not on the list: it has an end where there are very many.
fn add_missing<M: Copy + Eq>(named: &[M], list: &mut Vec<Candidate<M>>) {
    for &m in named {
        if list.iter().all(|c| c.m != m) {
            let (rank, noisy) = (0, false);
            list.push(Candidate { m, rank, noisy });
        }
    }
}

/// The most promising moves first.
fn sorted<M: Copy>(mut list: Vec<Candidate<M>>) -> Vec<RootMove<M>> {
    list.sort_by_key(|c| std::cmp::Reverse(c.rank + i32::from(c.noisy) * ROOT_LOUD.get()));
    list.into_iter()
        .map(|c| RootMove::new(c.m, c.noisy))
        .collect()
}

impl<P: SearchSupport> Worker<'_, P> {
    /// Searches the moves from index `line` on; the best of them stands there afterwards. When the
    /// search is over before all of them are, that is the best of those that were finished.
    pub(super) fn search_root(
        &mut self,
        root: &P,
        moves: &mut RootMoves<P::Move>,
        line: usize,
        window: Window,
        depth: i32,
    ) -> Searched {
        self.root_depth = depth;
        let forced = root.forced();
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut index = line;
        loop {
            let Some(&RootMove { m, noisy, .. }) = moves.list.get(index) else {
                // A loss is proven only by all legal moves.
                if best.is_loss() {
                    if moves.add_remaining(root) {
                        continue;
                    }
                    best = moves.static_proof(line, best);
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
            let step = Step {
                child: &child,
                same_player: child.turn() == root.turn(),
                slot: Some(root.history_index(m)),
                ply: 0,
            };
            self.push(root, m, &child);
            let child_window = Window { alpha, ..window };
            let first = number == 1;
            let value = self.search_child::<Pv>(&step, child_window, depth - 1, reduction, first);
            self.pop();
            let value = value?;
            best = best.max(value);
            if first || value > alpha {
                let line_below = &self.frames[1].pv;
                let entry = &mut moves.list[index];
                entry.score = value;
                entry.depth = depth;
                entry.pv.clear();
                entry.pv.push(m);
                entry.pv.extend_from_slice(line_below);
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
