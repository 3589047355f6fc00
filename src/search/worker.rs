//! One search thread: its place in the tree, its tables, and when it has to stop.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, history indexes and list positions are in range by construction"
)]

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::rules::{Candidate, Outcome, SearchSupport};

use super::clock::Deadlines;
use super::history::History;
use super::limits::Limits;
use super::node_type::NodeType;
use super::params::tuning;
use super::reduction::Reductions;
use super::repetition::TableView;
use super::score::{MAX_PLY, Score};

/// How many nodes pass between two looks at the clock.
const BATCH: u64 = 64;

/// What the threads of one search have in common.
#[derive(Debug)]
pub struct SharedState<'a> {
    /// Results by position.
    pub table: TableView<'a>,
    /// Raised by the caller.
    pub stop: &'a AtomicBool,
    /// Raised when a limit is reached, and when the first thread has ended.
    pub over: AtomicBool,
    /// Nodes of all threads, added in batches.
    pub nodes: AtomicU64,
    /// When to stop by the clock.
    pub deadlines: Deadlines,
    /// When to stop by the count; lowered to the patience of a level once that has looked
    /// [`SIGHT`](super::skill::SIGHT) plies ahead.
    pub node_limit: AtomicU64,
    /// A win of more plies than this is not enough: a shorter one is asked for.
    pub max_win_plies: i32,
    /// The number of threads.
    pub threads: usize,
}

impl<'a> SharedState<'a> {
    /// For one thread that has as much time as it likes.
    pub fn unlimited(table: TableView<'a>, stop: &'a AtomicBool) -> SharedState<'a> {
        SharedState {
            table,
            stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            deadlines: Deadlines::plan(&Limits::default(), Instant::now()),
            node_limit: AtomicU64::new(u64::MAX),
            max_win_plies: MAX_PLY,
            threads: 1,
        }
    }

    /// Whether every thread should unwind.
    pub fn is_over(&self) -> bool {
        // Relaxed: the flags carry no data, a late look at them only costs time.
        self.stop.load(Relaxed) || self.over.load(Relaxed)
    }
}

/// The search is over, whatever has been found: every node gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The value of a node that was searched.
pub type NodeResult = Result<Score, Stopped>;

/// What a thread keeps for one ply.
#[derive(Debug)]
pub struct Frame<P: SearchSupport> {
    /// The move list of the node, kept to avoid allocation.
    pub list: Vec<Candidate<P::Move>>,
    /// Slots of the quiet moves that did not fail high.
    pub tried_quiets: Vec<usize>,
    /// The best line from here.
    pub pv: Vec<P::Move>,
}

/// One thread of a search.
pub struct Worker<'a, P: SearchSupport> {
    pub(super) shared: &'a SharedState<'a>,
    /// The position searched.
    root: P,
    pub(super) history: &'a mut History<P>,
    pub(super) reductions: Reductions,
    pub(super) frames: Vec<Frame<P>>,
    pub(super) seldepth: i32,
    pub(super) root_depth: i32,
    nodes: u64,
    flushed_nodes: u64,
    /// Keys from the oldest position that may come again to the node, with the index from which
    /// they still can.
    key_stack: Vec<(u64, usize)>,
    root_index: usize,
    /// Called with every batch on the first thread: reports.
    pub(super) on_batch: Option<&'a mut (dyn FnMut(u64) + 'a)>,
}

impl<'a, P: SearchSupport> Worker<'a, P> {
    /// A thread that will search from `root`, before which the positions `earlier` stood, and that
    /// knows `history` from earlier searches.
    pub fn new(
        shared: &'a SharedState<'a>,
        root: &P,
        earlier: &[u64],
        history: &'a mut History<P>,
    ) -> Self {
        let mut key_stack: Vec<(u64, usize)> = Vec::new();
        if P::REPETITION.is_some() {
            key_stack.extend(earlier.iter().chain([&root.key()]).map(|&key| (key, 0)));
        }
        let frames = (0..MAX_PLY + 2).map(|_| Frame {
            list: Vec::new(),
            tried_quiets: Vec::new(),
            pv: Vec::new(),
        });
        Worker {
            shared,
            root: root.clone(),
            history,
            reductions: Reductions::new(tuning::<P>()),
            frames: frames.collect(),
            seldepth: 0,
            root_depth: 0,
            nodes: 0,
            flushed_nodes: 0,
            root_index: key_stack.len().saturating_sub(1),
            key_stack,
            on_batch: None,
        }
    }

    /// What every node begins with: it is counted, and it may have a value that needs no search.
    #[inline]
    pub(super) fn enter<N: NodeType>(
        &mut self,
        position: &P,
        ply: i32,
    ) -> Result<Option<Score>, Stopped> {
        self.frames[ply as usize].pv.clear();
        self.count_node(ply)?;
        let over = self.game_over(position, ply);
        let value = over.or_else(|| {
            let beyond = position.leaves_subgame(&self.root);
            beyond.then(|| Score(position.evaluate()))
        });
        if value.is_some() || !N::SELECTIVE {
            return Ok(value);
        }
        Ok(self.immediate_proof(position, ply))
    }

    #[inline]
    fn count_node(&mut self, ply: i32) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let exhausted =
            self.shared.threads == 1 && self.nodes >= self.shared.node_limit.load(Relaxed);
        if self.nodes.is_multiple_of(BATCH) || exhausted {
            self.flush_nodes();
        }
        if self.shared.is_over() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether only a win within so many plies is asked for. Then nothing is left out for its evaluation's
    /// sake at the frontier: long sacrifices end there.
    pub(super) fn is_mate_search(&self) -> bool {
        self.shared.max_win_plies < MAX_PLY
    }

    /// Adds the nodes of this thread to the common count, and ends the search where a limit is reached.
    /// Every thread does: the first one may have to wait for a processor.
    pub(super) fn flush_nodes(&mut self) {
        let new_nodes = self.nodes - self.flushed_nodes;
        self.flushed_nodes = self.nodes;
        let total = self.shared.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        let limit = self.shared.node_limit.load(Relaxed);
        if total >= limit || self.shared.deadlines.is_past_hard_limit() {
            self.shared.over.store(true, Relaxed);
        }
        if let Some(on_batch) = &mut self.on_batch {
            on_batch(total);
        }
    }

    /// Goes from `parent` to `child` by `m`.
    #[inline]
    pub(super) fn push(&mut self, parent: &P, m: P::Move, child: &P) {
        if P::REPETITION.is_some() {
            let floor = if parent.resets(m) {
                self.key_stack.len()
            } else {
                self.key_stack.last().map_or(0, |&(_, floor)| floor)
            };
            self.key_stack.push((child.key(), floor));
        }
    }

    /// The position searched.
    #[inline]
    pub(super) fn root(&self) -> &P {
        &self.root
    }

    /// Goes to a position that no move leads to.
    #[inline]
    pub(super) fn push_detached(&mut self, child: &P) {
        if P::REPETITION.is_some() {
            // What comes after it is no part of the game before it.
            self.key_stack.push((child.key(), self.key_stack.len()));
        }
    }

    /// Comes back to the parent.
    #[inline]
    pub(super) fn pop(&mut self) {
        if P::REPETITION.is_some() {
            self.key_stack.pop();
        }
    }

    /// The key of the position just gone to.
    #[inline]
    pub(super) fn key(&self, position: &P) -> u64 {
        match self.key_stack.last() {
            Some(&(key, _)) => key,
            None => position.key(),
        }
    }

    /// The value of a position in which the game is over, by its rules or by repetition.
    ///
    /// A position that already stood on the line from the root counts as a draw at once: who could
    /// repeat once can repeat again.
    #[inline]
    fn game_over(&self, position: &P, ply: i32) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(value_of(outcome, position, Score::win_in(ply)));
        }
        let limit = P::REPETITION?;
        let (&(key, floor), before) = self.key_stack.split_last()?;
        let mut seen = 1;
        for (index, &(other, _)) in before.iter().enumerate().skip(floor).rev() {
            if other == key {
                seen += 1;
                if index >= self.root_index || seen >= limit {
                    return Some(Score::ZERO);
                }
            }
        }
        None
    }

    /// The value of a live position that can be told without a search: a win with the next move, or
    /// a proven outcome.
    #[inline]
    fn immediate_proof(&mut self, position: &P, ply: i32) -> Option<Score> {
        if let Some(m) = position.winning_move() {
            self.frames[ply as usize].pv.push(m);
            return Some(Score::win_in(ply + 1));
        }
        Some(value_of_proof(position.static_proof()?, position, ply))
    }

    /// The value of a live position that can be proven by trying some moves.
    pub(super) fn shallow_proof(&self, position: &P, ply: i32) -> Option<Score> {
        // The way of the win may lead through a position that makes a draw.
        if self.shared.table.has_saturated() {
            return None;
        }
        let proof = position.shallow_proof()?;
        // A win that takes longer than is asked for may hide a shorter one.
        (ply + proof.1 <= self.shared.max_win_plies).then(|| value_of_proof(proof, position, ply))
    }

    /// The nodes of all threads, as far as they are counted, and all of this one.
    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.flushed_nodes
    }
}

/// The value of an outcome that is proven to come within so many plies, `ply` plies below the root.
fn value_of_proof<P: SearchSupport>(
    (outcome, plies): (Outcome, i32),
    position: &P,
    ply: i32,
) -> Score {
    value_of(outcome, position, Score::win_in((ply + plies).min(MAX_PLY)))
}

/// `outcome` for the player to move, where `win` is the value of a win.
fn value_of<P: SearchSupport>(outcome: Outcome, position: &P, win: Score) -> Score {
    match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == position.turn() => win,
        Outcome::Win(_) => -win,
    }
}
