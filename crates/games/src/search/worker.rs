//! A search thread: its path from the root, its node count, its statistics and its stop condition.

use crate::clock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::eval::Evaluated;
use crate::rules::{Candidate, Outcome, Rules};

use super::clock::Deadlines;
use super::history::History;
use super::limits::Limits;
use super::node_type::NodeType;
use super::params::tuning;
use super::reduction::Reductions;
use super::repetition::TableView;
use super::score::{MAX_PLY, Score};

/// The number of nodes between two checks of the limits.
const NODE_BATCH: u64 = 64;

/// The state that all threads of one search share.
#[derive(Debug)]
pub struct SharedState<'a> {
    /// The transposition table of this search.
    pub table: TableView<'a>,
    /// Set by the caller to stop the search.
    pub stop: &'a AtomicBool,
    /// Set when a limit is reached and when the main search ends.
    pub over: AtomicBool,
    /// The nodes of all threads, updated in batches.
    pub nodes: AtomicU64,
    /// The time limits.
    pub deadlines: Deadlines,
    /// The node limit. Reduced to the limit of the skill level once depth
    /// [`MIN_SKILL_DEPTH`](super::skill::MIN_SKILL_DEPTH) is finished.
    pub node_limit: AtomicU64,
    /// The longest win that satisfies the request, in plies. A mate search needs a shorter win than
    /// [`MAX_PLY`].
    pub max_win_plies: i32,
    /// The number of threads.
    pub threads: usize,
}

impl<'a> SharedState<'a> {
    /// The state of a single-threaded search without limits.
    pub fn unlimited(table: TableView<'a>, stop: &'a AtomicBool) -> SharedState<'a> {
        SharedState {
            table,
            stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            deadlines: Deadlines::plan(&Limits::default(), clock::now(), 1),
            node_limit: AtomicU64::new(u64::MAX),
            max_win_plies: MAX_PLY,
            threads: 1,
        }
    }

    /// Whether all threads must stop.
    pub fn is_over(&self) -> bool {
        // Relaxed: the flags publish no other data. Seeing one late only costs time.
        self.stop.load(Relaxed) || self.over.load(Relaxed)
    }
}

/// The search was stopped; the node has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The score of a node, unless the search was stopped.
pub type NodeResult = Result<Score, Stopped>;

/// The data of one ply on the search stack.
#[derive(Debug)]
pub struct Frame<P: Evaluated> {
    /// The move list of the node. Its memory is reused.
    pub list: Vec<Candidate<P::Move>>,
    /// History indexes of the quiet moves searched without a fail-high.
    pub tried_quiets: Vec<usize>,
    /// The principal variation from this node.
    pub pv: Vec<P::Move>,
}

/// Receives the node count of all threads, and the root move that is being searched with its number.
type BatchCallback<'a, P> = dyn FnMut(u64, Option<(<P as Rules>::Move, usize)>) + 'a;

/// A search thread.
pub struct Worker<'a, P: Evaluated> {
    pub(super) shared: &'a SharedState<'a>,
    /// The root position.
    root: P,
    pub(super) history: &'a mut History<P>,
    pub(super) reductions: Reductions,
    pub(super) frames: Vec<Frame<P>>,
    pub(super) seldepth: i32,
    pub(super) root_depth: i32,
    nodes: u64,
    flushed_nodes: u64,
    /// The keys of the positions up to the current node, oldest first. Each comes with the index of the
    /// first position that can still repeat.
    key_stack: Vec<(u64, usize)>,
    root_index: usize,
    /// Called by the main thread after each batch of nodes, to send reports.
    pub(super) on_batch: Option<&'a mut BatchCallback<'a, P>>,
    /// The root move that is being searched and its number from 1.
    pub(super) current: Option<(P::Move, usize)>,
}

impl<'a, P: Evaluated> Worker<'a, P> {
    /// A thread that searches `root`. `earlier` are the keys of the positions before the root; `history`
    /// holds the statistics of earlier searches.
    pub fn new(
        shared: &'a SharedState<'a>,
        root: &P,
        earlier: &[u64],
        history: &'a mut History<P>,
    ) -> Self {
        let earlier = if P::REPETITION.is_some() {
            earlier
        } else {
            &[]
        };
        let keys = earlier.iter().copied().chain([root.key()]);
        let key_stack: Vec<(u64, usize)> = keys.map(|key| (key, 0)).collect();
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
            root_index: key_stack.len() - 1,
            key_stack,
            on_batch: None,
            current: None,
        }
    }

    /// Enters a node: counts it and checks the limits. Returns its score if it needs no search.
    #[inline]
    pub(super) fn enter<N: NodeType>(
        &mut self,
        position: &P,
        ply: i32,
    ) -> Result<Option<Score>, Stopped> {
        self.frames[ply as usize].pv.clear();
        self.count_node(ply)?;
        let terminal = self.game_over(position, ply);
        let value = terminal.or_else(|| {
            let is_outside = position.leaves_subgame(&self.root);
            is_outside.then(|| Score(position.evaluate()))
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
        if self.nodes.is_multiple_of(NODE_BATCH) || exhausted {
            self.flush_nodes();
        }
        if self.shared.is_over() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether the request asks for a win within a number of plies. A mate search does not use the
    /// evaluation to prune frontier nodes, because long sacrifices end there.
    pub(super) fn is_mate_search(&self) -> bool {
        self.shared.max_win_plies < MAX_PLY
    }

    /// Adds the new nodes of this thread to the shared count, and stops the search if a limit is reached.
    /// Every thread checks the limits, because the main thread may be waiting for a processor.
    pub(super) fn flush_nodes(&mut self) {
        let new_nodes = self.nodes - self.flushed_nodes;
        self.flushed_nodes = self.nodes;
        let total = self.shared.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        let limit = self.shared.node_limit.load(Relaxed);
        if total >= limit || self.shared.deadlines.is_past_hard_limit() {
            self.shared.over.store(true, Relaxed);
        }
        if let Some(on_batch) = &mut self.on_batch {
            on_batch(total, self.current);
        }
    }

    /// Pushes `child`, the position after `m` in `parent`, onto the path. It will be searched to `depth`.
    #[inline]
    pub(super) fn push(&mut self, parent: &P, m: P::Move, child: &P, depth: i32) {
        let first_repeatable = if P::REPETITION.is_none() || parent.resets(m) {
            self.key_stack.len()
        } else {
            self.key_stack.last().map_or(0, |&(_, first)| first)
        };
        self.push_key(child.key(), first_repeatable, depth);
    }

    #[inline]
    fn push_key(&mut self, key: u64, first_repeatable: usize, depth: i32) {
        if depth > 0 || tuning::<P>().quiescence_table {
            self.shared.table.prefetch(key);
        }
        self.key_stack.push((key, first_repeatable));
    }

    /// The root position.
    #[inline]
    pub(super) fn root(&self) -> &P {
        &self.root
    }

    /// Pushes a position that no move leads to, such as the one after a null move.
    #[inline]
    pub(super) fn push_detached(&mut self, child: &P, depth: i32) {
        // Positions below it cannot repeat positions above it.
        self.push_key(child.key(), self.key_stack.len(), depth);
    }

    /// Returns to the parent.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.key_stack.pop();
    }

    /// The key of the current position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key_stack.last().map_or(0, |&(key, _)| key)
    }

    /// The score of a position in which the game is over, by its rules or by repetition.
    ///
    /// The first repetition of a position of the search path is already a draw: a player who can repeat
    /// once can repeat again.
    #[inline]
    fn game_over(&self, position: &P, ply: i32) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(value_of(outcome, position, Score::win_in(ply)));
        }
        let limit = P::REPETITION?;
        let (&(key, first), earlier) = self.key_stack.split_last()?;
        let mut occurrences = 1;
        for (index, &(other, _)) in earlier.iter().enumerate().skip(first).rev() {
            if other == key {
                occurrences += 1;
                if index >= self.root_index || occurrences >= limit {
                    return Some(Score::ZERO);
                }
            }
        }
        None
    }

    /// The score of a live position that is proven without a search: a winning move or a static proof.
    #[inline]
    fn immediate_proof(&mut self, position: &P, ply: i32) -> Option<Score> {
        if let Some(m) = position.winning_move() {
            self.frames[ply as usize].pv.push(m);
            return Some(Score::win_in(ply + 1));
        }
        Some(value_of_proof(position.static_proof()?, position, ply))
    }

    /// The score of a live position that is proven by trying a few moves.
    pub(super) fn shallow_proof(&self, position: &P, ply: i32) -> Option<Score> {
        // The winning line may pass through a saturated position, which draws.
        if self.shared.table.has_saturated() {
            return None;
        }
        let proof = position.shallow_proof()?;
        // A win longer than requested may hide a shorter one.
        (ply + proof.1 <= self.shared.max_win_plies).then(|| value_of_proof(proof, position, ply))
    }

    /// The shared node count plus the nodes of this thread that it does not include yet.
    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.flushed_nodes
    }
}

/// The score of an outcome that is proven to occur within `plies` plies, at a node `ply` plies below the
/// root.
fn value_of_proof<P: Evaluated>((outcome, plies): (Outcome, i32), position: &P, ply: i32) -> Score {
    value_of(outcome, position, Score::win_in((ply + plies).min(MAX_PLY)))
}

/// The score of `outcome` for the player to move, where `win` is the score of a win.
fn value_of<P: Evaluated>(outcome: Outcome, position: &P, win: Score) -> Score {
    match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == position.turn() => win,
        Outcome::Win(_) => -win,
    }
}
