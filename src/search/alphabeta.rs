//! The inner node of the tree: principal variation search with pruning and reductions.
//!
//! Values are for the player to move at the node and count proven results from the root. A proven
//! loss is only returned when every legal move was seen to lose: nothing is pruned before one move
//! is found that does not, and a partial list of moves is widened first.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, history indexes and list positions are in range by construction"
)]

use std::num::NonZeroU16;

use crate::rules::{ChanceNode, EVAL_LIMIT, Scope, SearchSupport};

use super::Bound;
use super::node_type::NodeType;
use super::params::{
    EXTENSION_FACTOR, EXTENSION_PLIES, FRONTIER_MARGIN, FUTILITY_DEPTH, HISTORY_BONUS,
    HISTORY_BONUS_MAX, IIR_DEPTH, LMR_DEPTH, LMR_HISTORY, LMR_HISTORY_BEST, LMR_HISTORY_WORST,
    LMR_NUMBER, NULL_DEPTH, NULL_DEPTH_DIVISOR, RFP_DEPTH, tuning,
};
use super::picker::{Pick, Picker, QuietOrder, Stage, move_hash};
use super::score::{MAX_PLY, Score};
use super::table::TableEntry;
use super::window::Window;
use super::worker::{NodeResult, Stopped, Worker};

/// A node about to be searched, and what is known of it.
#[derive(Debug)]
struct Node<'a, P: SearchSupport> {
    position: &'a P,
    key: u64,
    window: Window,
    /// Remaining depth in plies.
    depth: i32,
    /// Distance from the root.
    ply: i32,
    /// The slot of the move that led here; `None` after a turn given away.
    previous_index: Option<usize>,
    /// Whether the player has no free choice.
    forced: bool,
    /// The static evaluation; none where the move is forced.
    eval: Option<Score>,
    /// The tag of the hash move.
    hash_move: Option<NonZeroU16>,
}

/// What a quiet move lets hope for before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PruneDecision {
    /// Searches the move.
    Search,
    /// Skips the move.
    Skip,
    /// Skips the move and all that follow it.
    SkipRest,
}

/// A step from a node to a child.
#[derive(Debug)]
pub(super) struct ChildNode<'a, P: SearchSupport> {
    /// The position after the move.
    pub position: &'a P,
    /// Whether the player moves again.
    pub same_player: bool,
    /// The slot of the move; `None` beyond the depth limit, where nothing is learned.
    pub history_index: Option<usize>,
    /// The distance of the parent from the root.
    pub parent_ply: i32,
}

impl<P: SearchSupport> Worker<'_, P> {
    /// The value of `position`, `ply` plies below the root. Depth below zero counts the plies of
    /// quiescence. `before` is the slot of the move that led here; `None` after a turn given away.
    pub(super) fn search_node<N: NodeType>(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        ply: i32,
        previous_index: Option<usize>,
    ) -> NodeResult {
        if let Some(value) = self.enter::<N>(position, ply)? {
            return Ok(value);
        }
        if ply < MAX_PLY
            && let Some(chance_node) = position.chance_node(self.root())
        {
            return self.chance_node::<N>(position, &chance_node, window, depth, ply);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return if N::SELECTIVE {
                self.quiesce::<N>(position, window, depth.min(0), ply)
            } else {
                Ok(Score(position.evaluate()))
            };
        }
        let window = window.within_mate_distance(ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let key = self.key(position);
        let entry = self.shared.table.probe(key);
        if !N::PV
            && let Some(value) = entry.and_then(|entry| entry.cutoff(window, depth, ply))
        {
            return Ok(value);
        }
        if N::PV
            && let Some(proof) = entry.and_then(|entry| entry.proof(ply))
            && self.proof_is_sufficient(proof, depth, ply)
        {
            return Ok(proof);
        }
        if N::SELECTIVE
            && P::SHALLOW_PROOF_FIRST
            && let Some(value) = self.try_shallow_proof(position, key, depth, ply)
        {
            return Ok(value);
        }

        let forced = position.forced();
        let eval = || {
            entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| Score(position.evaluate()))
        };
        let mut node = Node {
            position,
            key,
            window,
            depth,
            ply,
            previous_index,
            forced,
            eval: (!forced).then(eval),
            hash_move: entry.and_then(|entry| entry.move_hash),
        };
        if N::SELECTIVE && !forced {
            if !N::PV
                && let Some(value) = self.try_early_cutoff::<N>(&node)?
            {
                return Ok(value);
            }
            if !P::SHALLOW_PROOF_FIRST
                && let Some(value) = self.try_shallow_proof(position, key, depth, ply)
            {
                return Ok(value);
            }
            // Internal iterative reduction: without a hash move the order is poor, and the next
            // iteration will have one.
            if depth >= IIR_DEPTH.get() && node.hash_move.is_none() {
                node.depth -= 1;
            }
        }
        self.search_moves::<N>(&node)
    }

    /// Whether a proof ends a node of the principal variation. Where as many plies are left as it takes the
    /// search may find a shorter one; with fewer it would rather lose it.
    fn proof_is_sufficient(&self, proof: Score, depth: i32, ply: i32) -> bool {
        let plies = proof.mate().map_or(0, i32::abs);
        depth < plies - ply && plies <= self.shared.max_win_plies
    }

    /// The value of a position that the search cannot look into, from what may come of it. Nothing is
    /// proven by it.
    fn chance_node<N: NodeType>(
        &mut self,
        position: &P,
        chance_node: &ChanceNode<P>,
        window: Window,
        depth: i32,
        ply: i32,
    ) -> NodeResult {
        let key = self.key(position);
        let entry = self.shared.table.probe(key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(window, depth, ply)) {
            return Ok(value);
        }
        let mut value_of = |child: &P| -> Result<i32, Stopped> {
            let child_node = ChildNode {
                position: child,
                same_player: child.turn() == position.turn(),
                history_index: None,
                parent_ply: ply,
            };
            self.push_detached(child);
            let value = self.search_in_window::<N>(&child_node, Window::FULL, depth - 1);
            self.pop();
            Ok(value?.0)
        };
        let score =
            Score(chance_node.value(value_of(&chance_node.one)?, value_of(&chance_node.other)?));
        // Beyond the depth limit the plies are counted below zero.
        self.store_static(key, score, Bound::Exact, depth.max(0), ply);
        // What the line below holds belongs to only one of the two.
        self.frames[ply as usize].pv.clear();
        Ok(score)
    }

    /// Prunings before any move is made: reverse futility and the null move.
    fn try_early_cutoff<N: NodeType>(
        &mut self,
        node: &Node<'_, P>,
    ) -> Result<Option<Score>, Stopped> {
        let (beta, depth) = (node.window.beta, node.depth);
        let Some(eval) = node.eval else {
            return Ok(None);
        };
        if beta.is_decided() || eval < beta {
            return Ok(None);
        }
        // Reverse futility: so far above beta a few plies will not bring the value below it.
        let tuning = tuning::<P>();
        let margin = tuning.reverse_futility;
        if margin > 0 && depth <= RFP_DEPTH.get() && eval - margin * depth >= beta {
            return Ok(Some(eval));
        }
        // Null move: if even giving the turn away leaves the value above beta, some move does too.
        if tuning.null_reduction == 0 || depth < NULL_DEPTH.get() || node.previous_index.is_none() {
            return Ok(None);
        }
        let Some(child) = node.position.null() else {
            return Ok(None);
        };
        let reduced = depth - 1 - tuning.null_reduction - depth / NULL_DEPTH_DIVISOR.get();
        let window = Window::null(beta - 1).of_child(false);
        self.push_detached(&child);
        let value =
            self.search_node::<N::Scout>(&child, window, reduced.max(0), node.ply + 1, None);
        self.pop();
        let value = -value?;
        // A win after a null move is not proven.
        Ok((value >= beta).then_some(value.min(Score(EVAL_LIMIT))))
    }

    /// Searches the moves of a node and keeps the result in the table.
    fn search_moves<N: NodeType>(&mut self, node: &Node<'_, P>) -> NodeResult {
        let &Node {
            position,
            window,
            depth,
            ply,
            ..
        } = node;
        let mut picker = self.picker::<N>(node);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let child_depth = depth - 1 + self.extension::<N>(node);
        let side = position.turn();

        loop {
            let Some(pick) = picker.next() else {
                // A loss is proven only by all legal moves.
                if best.is_loss() {
                    if picker.add_remaining(position) {
                        continue;
                    }
                    best = picker.limit_unproven_loss(best);
                }
                break;
            };
            let quiet = !pick.noisy;
            if N::SELECTIVE && quiet && !best.is_loss() {
                match node.prune_decision::<N>(&pick, number, alpha) {
                    PruneDecision::Search => (),
                    PruneDecision::Skip => {
                        number += 1;
                        continue;
                    }
                    PruneDecision::SkipRest => break,
                }
            }
            number += 1;
            let reduction = if N::SELECTIVE && quiet && !node.forced {
                self.reduction(&pick, depth, number, N::PV)
            } else {
                0
            };
            let child = position.after(pick.m);
            let history_index = position.history_index(pick.m);
            let child_node = ChildNode {
                position: &child,
                same_player: child.turn() == side,
                history_index: Some(history_index),
                parent_ply: ply,
            };
            self.push(position, pick.m, &child);
            let first = number == 1;
            let child_window = Window { alpha, ..window };
            let value =
                self.search_child::<N>(&child_node, child_window, child_depth, reduction, first);
            self.pop();
            let value = match value {
                Ok(value) => value,
                Err(stopped) => {
                    self.frames[ply as usize].list = picker.into_list();
                    return Err(stopped);
                }
            };
            if value > best {
                best = value;
                best_move = Some(pick.m);
                if value > alpha {
                    alpha = value;
                    if N::PV {
                        self.extend_pv(ply, pick.m);
                    }
                }
            }
            if alpha >= window.beta {
                if quiet {
                    self.update_history(node, pick.m, history_index);
                }
                break;
            }
            if quiet {
                self.frames[ply as usize].tried_quiets.push(history_index);
            }
        }

        self.frames[ply as usize].list = picker.into_list();
        self.store(node, best, best_move);
        Ok(best)
    }

    /// The moves of a node in the order of their promise.
    fn picker<N: NodeType>(&mut self, node: &Node<'_, P>) -> Picker<P> {
        let scope = if !N::SELECTIVE {
            Scope::Legal
        } else if !N::PV && !self.is_mate_search() && node.needs_gain() {
            Scope::Frontier
        } else {
            Scope::Main { depth: node.depth }
        };
        let frame = &mut self.frames[node.ply as usize];
        frame.tried_quiets.clear();
        let list = std::mem::take(&mut frame.list);
        let order = QuietOrder {
            history: self.history,
            ply: node.ply,
            previous_index: node.previous_index,
        };
        let mut picker = Picker::new(node.position, scope, list, node.hash_move, order);
        if self.shared.table.has_saturated() {
            picker.mark_partial();
        }
        picker
    }

    /// The value of a node that can be proven by trying some moves; the table keeps it.
    fn try_shallow_proof(&self, position: &P, key: u64, depth: i32, ply: i32) -> Option<Score> {
        let value = self.shallow_proof(position, ply)?;
        let bound = if value.is_loss() {
            Bound::Upper
        } else {
            Bound::Lower
        };
        self.store_static(key, value, bound, depth, ply);
        Some(value)
    }

    /// Keeps the value of a node in the table of which no move was searched.
    fn store_static(&self, key: u64, score: Score, bound: Bound, depth: i32, ply: i32) {
        let entry = TableEntry {
            score: score.from_root_to_node(ply),
            eval: None,
            move_hash: None,
            depth,
            bound,
        };
        self.shared.table.store(key, entry);
    }

    /// Keeps the value of a node in the table.
    fn store(&self, node: &Node<'_, P>, best: Score, best_move: Option<P::Move>) {
        // There is nothing better than to win at once, though mate-distance pruning had it as beta.
        let bound = if best >= Score::win_in(node.ply + 1) {
            Bound::Exact
        } else {
            node.window.bound(best)
        };
        // Where every move failed, the best one of an earlier search is still the best guess.
        let hash_move = match best_move {
            Some(m) if best > node.window.alpha => Some(move_hash::<P>(m)),
            _ => node.hash_move,
        };
        let entry = TableEntry {
            score: best.from_root_to_node(node.ply),
            eval: node.eval,
            move_hash: hash_move,
            depth: node.depth,
            bound,
        };
        self.shared.table.store(node.key, entry);
    }

    /// Plies added below a node without a free choice: forced lines are followed to their end.
    fn extension<N: NodeType>(&self, node: &Node<'_, P>) -> i32 {
        let longest = EXTENSION_FACTOR.get() * self.root_depth + EXTENSION_PLIES.get();
        i32::from(N::SELECTIVE && node.forced && node.ply < longest)
    }

    /// The value of a child for the parent's player (principal variation search): the first move
    /// with the whole window, later ones with a null window and, if late, with reduced depth, and
    /// again in full when they surprise.
    pub(super) fn search_child<N: NodeType>(
        &mut self,
        child_node: &ChildNode<'_, P>,
        window: Window,
        depth: i32,
        reduction: i32,
        first: bool,
    ) -> NodeResult {
        if first {
            return self.search_in_window::<N>(child_node, window, depth);
        }
        let Window { alpha, beta } = window;
        let null = Window::null(alpha);
        let mut value = self.search_in_window::<N::Scout>(child_node, null, depth - reduction)?;
        if reduction > 0 && value > alpha {
            value = self.search_in_window::<N::Scout>(child_node, null, depth)?;
        }
        if value > alpha && value < beta {
            value = self.search_in_window::<N>(child_node, window, depth)?;
        }
        Ok(value)
    }

    /// The value of a child for the parent's player.
    pub(super) fn search_in_window<N: NodeType>(
        &mut self,
        child_node: &ChildNode<'_, P>,
        window: Window,
        depth: i32,
    ) -> NodeResult {
        let window = window.of_child(child_node.same_player);
        let value = self.search_node::<N>(
            child_node.position,
            window,
            depth,
            child_node.parent_ply + 1,
            child_node.history_index,
        )?;
        Ok(if child_node.same_player {
            value
        } else {
            -value
        })
    }

    /// The late-move reduction of a quiet move in plies.
    fn reduction(&self, pick: &Pick<P::Move>, depth: i32, number: usize, pv: bool) -> i32 {
        let history = if pick.stage == Stage::Killer {
            LMR_HISTORY_BEST.get()
        } else {
            let plies = pick.order_score / LMR_HISTORY.get();
            plies.clamp(-LMR_HISTORY_WORST.get(), LMR_HISTORY_BEST.get())
        };
        self.reduction_with(history, depth, number, pv)
    }

    /// The late-move reduction of a move that history favours by so many plies.
    pub(super) fn reduction_with(&self, history: i32, depth: i32, number: usize, pv: bool) -> i32 {
        if depth < LMR_DEPTH.get() || number < LMR_NUMBER.get() as usize {
            return 0;
        }
        let reduction = self.reductions.get(depth, number) - i32::from(pv) - history;
        reduction.clamp(0, depth - 2)
    }

    /// Puts `m` before the best line of the child.
    pub(super) fn extend_pv(&mut self, ply: i32, m: P::Move) {
        let (upper, lower) = self.frames.split_at_mut(ply as usize + 1);
        let pv = &mut upper[ply as usize].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Learns from a quiet move that failed high, and from those before it that did not.
    fn update_history(&mut self, node: &Node<'_, P>, m: P::Move, history_index: usize) {
        let side = node.position.turn();
        let bonus = (node.depth * node.depth * HISTORY_BONUS.get()).min(HISTORY_BONUS_MAX.get());
        self.history.add_killer(node.ply, m);
        self.history
            .update(side, node.previous_index, history_index, bonus);
        for &history_index in &self.frames[node.ply as usize].tried_quiets {
            self.history
                .update(side, node.previous_index, history_index, -bonus);
        }
    }
}

impl<P: SearchSupport> Node<'_, P> {
    /// Whether the leaves are next and the evaluation has to rise. Where wins are sought that come sooner
    /// than one that is known it tells nothing.
    fn needs_gain(&self) -> bool {
        let alpha = self.window.alpha;
        let is_short = |eval| eval + FRONTIER_MARGIN.get() <= alpha;
        self.depth <= 1 && !alpha.is_decided() && self.eval.is_some_and(is_short)
    }

    /// Late-move and futility pruning of a quiet move, before which so many moves were looked at.
    #[inline]
    fn prune_decision<N: NodeType>(
        &self,
        pick: &Pick<P::Move>,
        number: usize,
        alpha: Score,
    ) -> PruneDecision {
        if !self.forced && is_late::<P>(self.depth, number) {
            return PruneDecision::SkipRest;
        }
        if N::PV || !self.is_futile(alpha) {
            return PruneDecision::Search;
        }
        // Behind a hash move there may be loud ones; behind the others all are as quiet.
        if pick.stage == Stage::Hash {
            PruneDecision::Skip
        } else {
            PruneDecision::SkipRest
        }
    }

    /// Futility pruning: whether a quiet move cannot be expected to lift the evaluation to alpha.
    fn is_futile(&self, alpha: Score) -> bool {
        let margin = tuning::<P>().futility;
        margin > 0
            && self.depth <= FUTILITY_DEPTH.get()
            && self
                .eval
                .is_some_and(|eval| eval + margin * (self.depth + 1) <= alpha)
    }
}

/// Late-move pruning: whether a quiet move comes so late at so small a depth that it is not looked
/// at.
fn is_late<P: SearchSupport>(depth: i32, number: usize) -> bool {
    let tuning = tuning::<P>();
    let late = tuning.moves_before_late(depth);
    late.is_some_and(|late| number >= late)
}
