//! The root: its moves with their values, and one iteration over them.

use crate::rules::{Candidate, Judge, Scope};

use super::Request;
use super::alphabeta::{Late, Window};
use super::score::Score;
use super::worker::Worker;

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Whether its depth is never reduced.
    pub loud: bool,
    /// Its value in the last iteration that gave it one.
    pub score: i32,
    /// The line it begins.
    pub pv: Vec<M>,
}

/// The moves to be searched at the root, the most promising first; empty in a finished game.
pub fn root_moves<P: Judge>(request: &Request<P>) -> Vec<RootMove<P::Move>> {
    let root = &request.root;
    let mut list: Vec<Candidate<P::Move>> = Vec::new();
    if root.outcome().is_some() {
        return Vec::new();
    }
    if request.search_moves.is_empty() {
        root.candidates(Scope::Main { depth: i32::MAX }, &mut list);
    }
    if list.len() < request.settings.multi_pv || !request.search_moves.is_empty() {
        list.clear();
        root.candidates(Scope::Legal, &mut list);
        list.retain(|c| request.search_moves.is_empty() || request.search_moves.contains(&c.m));
    }
    list.sort_by_key(|c| std::cmp::Reverse(c.rank + i32::from(c.loud) * 16_000));
    list.into_iter()
        .map(|Candidate { m, loud, .. }| RootMove {
            m,
            loud,
            score: -Score::INFINITE.0,
            pv: vec![m],
        })
        .collect()
}

impl<P: Judge> Worker<'_, P> {
    /// Searches `moves` with `window`; the best one stands first afterwards. `None` when the search
    /// is over: then the first move is the best of those that were finished.
    pub(super) fn root(
        &mut self,
        root: &P,
        moves: &mut [RootMove<P::Move>],
        window: Window,
    ) -> Option<i32> {
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE.0;
        self.root_depth = window.depth;
        self.frames[0].eval = root.evaluate();
        for i in 0..moves.len() {
            let RootMove { m, loud, .. } = moves[i];
            let mut child = root.clone();
            child.play(m);
            let reduction = if loud || root.forced() {
                0
            } else {
                self.reduction(0, window.depth, i + 1, true)
            };
            self.descend(root, m, &child);
            let value = self.child_value(
                &child,
                child.turn() == root.turn(),
                Window {
                    alpha,
                    beta: window.beta,
                    depth: window.depth - 1,
                },
                Late {
                    number: i + 1,
                    reduction,
                },
                0,
                root.slot(m),
            );
            self.ascend();
            let value = value?;
            if value > best {
                best = value;
            }
            if i == 0 || value > alpha {
                let line = &self.frames[1].pv;
                let entry = &mut moves[i];
                entry.score = value;
                entry.pv.clear();
                entry.pv.push(m);
                entry.pv.extend_from_slice(line);
                moves[..=i].rotate_right(1);
            }
            alpha = alpha.max(value);
            if alpha >= window.beta {
                break;
            }
        }
        Some(best)
    }
}
