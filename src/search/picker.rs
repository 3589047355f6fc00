//! The order of moves at a node: hash move, loud moves, killers, then the rest by rank and history.

use crate::rules::{Candidate, Judge, Scope};

use super::history::History;

const HASH_MOVE: i32 = 1 << 30;
const LOUD: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
/// So many moves are picked one by one; the rest is sorted at once, which is cheaper for long lists.
const PICKED_SINGLY: usize = 12;

/// The moves of a node, handed out best first.
#[derive(Debug)]
pub struct Picker<P: Judge> {
    list: Vec<Candidate<P::Move>>,
    next: usize,
    sorted: bool,
    complete: bool,
}

impl<P: Judge> Picker<P> {
    /// Lists the moves of `scope` into `list` (emptied first) and values them.
    pub fn new(
        position: &P,
        scope: Scope,
        mut list: Vec<Candidate<P::Move>>,
        tag: Option<u16>,
        order: Order<'_, P>,
    ) -> Self {
        list.clear();
        let complete = position.candidates(scope, &mut list);
        let side = position.turn();
        for candidate in &mut list {
            let m = candidate.m;
            candidate.rank += if tag == Some(P::tag(m)) {
                HASH_MOVE
            } else if candidate.loud {
                LOUD
            } else if order.history.is_killer(order.ply, m) {
                KILLER
            } else {
                order.history.value(side, order.before, position.slot(m))
            };
        }
        Picker {
            list,
            next: 0,
            sorted: false,
            complete,
        }
    }

    /// The best move not yet handed out.
    pub fn next(&mut self) -> Option<Candidate<P::Move>> {
        let rest = self.list.get_mut(self.next..)?;
        if !self.sorted {
            if self.next < PICKED_SINGLY {
                // The first of equals wins, so the order depends on the position alone.
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
        let candidate = *rest.first()?;
        self.next += 1;
        Some(candidate)
    }

    /// Replaces an incomplete list by the legal moves that were not on it; `false` when there are
    /// none.
    pub fn widen(&mut self, position: &P) -> bool {
        if self.complete {
            return false;
        }
        self.complete = true;
        let seen: std::collections::HashSet<P::Move> = self.list.iter().map(|c| c.m).collect();
        self.list.clear();
        position.candidates(Scope::Legal, &mut self.list);
        self.list.retain(|c| !seen.contains(&c.m));
        self.next = 0;
        self.sorted = false;
        !self.list.is_empty()
    }

    /// Gives the list back for the next node.
    #[must_use]
    pub fn into_list(self) -> Vec<Candidate<P::Move>> {
        self.list
    }
}

/// What orders the quiet moves of a node.
#[derive(Debug)]
pub struct Order<'a, P: Judge> {
    /// The tables of the thread.
    pub history: &'a History<P>,
    /// Distance from the root.
    pub ply: i32,
    /// The slot of the move that led here.
    pub before: Option<usize>,
}
