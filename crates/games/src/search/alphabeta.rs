//! The inner node of the tree: principal variation search with pruning and reductions.
//!
//! Scores are from the view of the player to move at the node; mate scores count from the root. A node
//! returns a proven loss only if every legal move loses: nothing is pruned before a move is found that
//! does not lose, and a partial move list is completed first.

use std::num::NonZeroU16;

use crate::eval::Evaluated;
use crate::rules::{ChanceNode, EVAL_LIMIT, Scope};

use super::Bound;
use super::node_type::NodeType;
use super::params::{
    EXTENSION_FACTOR, EXTENSION_PLIES, FUTILITY_DEPTH, HISTORY_BONUS, HISTORY_BONUS_MAX, IIR_DEPTH,
    LMR_DEPTH, LMR_HISTORY, LMR_HISTORY_BEST, LMR_HISTORY_WORST, LMR_NUMBER, NULL_DEPTH,
    NULL_DEPTH_DIVISOR, RFP_DEPTH, tuning,
};
use super::picker::{Pick, Picker, QuietOrder, Stage, move_hash};
use super::score::{MAX_PLY, Score};
use super::table::TableEntry;
use super::window::Window;
use super::worker::{NodeResult, Stopped, Worker};

/// The data of a node before its moves are searched.
#[derive(Debug)]
struct Node<'a, P: Evaluated> {
    position: &'a P,
    key: u64,
    window: Window,
    /// The remaining depth in plies.
    depth: i32,
    /// The distance from the root.
    ply: i32,
    /// The history index of the previous move; `None` after a null move.
    previous_index: Option<usize>,
    /// Whether the player has no free choice.
    forced: bool,
    /// The static evaluation; `None` if the move is forced.
    eval: Option<Score>,
    /// The evaluation, refined by the score of the table.
    refined: Option<Score>,
    /// The hash of the move from the transposition table.
    hash_move: Option<NonZeroU16>,
}

/// A child of a node, and the move that leads to it.
#[derive(Debug)]
pub(super) struct ChildNode<'a, P: Evaluated> {
    /// The position after the move.
    pub position: &'a P,
    /// Whether the same player moves again.
    pub same_player: bool,
    /// The history index of the move; `None` in quiescence, which does not update the history.
    pub history_index: Option<usize>,
    /// The distance of the parent from the root.
    pub parent_ply: i32,
}

impl<P: Evaluated> Worker<'_, P> {
    /// The score of `position`, `ply` plies below the root. A negative depth counts quiescence plies.
    /// `previous_index` is the history index of the previous move; `None` after a null move.
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
        if ply >= MAX_PLY {
            return Ok(Score(position.evaluate()));
        }
        if let Some(chance_node) = position.chance_node(self.root()) {
            return self.chance_node::<N>(position, &chance_node, window, depth, ply);
        }
        if depth <= 0 {
            return if N::SELECTIVE {
                self.quiesce::<N>(position, window, depth, ply)
            } else {
                Ok(Score(position.evaluate()))
            };
        }
        let window = window.within_mate_distance(ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let key = self.key();
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
        let eval = (!forced).then(eval);
        let refined = eval.map(|eval| match entry {
            Some(entry) if tuning::<P>().quiescence_table => entry.refine(eval),
            _ => eval,
        });
        let mut node = Node {
            position,
            key,
            window,
            depth,
            ply,
            previous_index,
            forced,
            eval,
            refined,
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
            // Internal iterative reduction: without a hash move the move ordering is poor, and the
            // next iteration will have one.
            if depth >= IIR_DEPTH.get() && node.hash_move.is_none() {
                node.depth -= 1;
            }
        }
        self.search_moves::<N>(&node)
    }

    /// Whether a PV node may return a stored proof. If the remaining depth covers the proof, the search
    /// may find a shorter one. With less depth it would only lose the proof.
    fn proof_is_sufficient(&self, proof: Score, depth: i32, ply: i32) -> bool {
        let plies = proof.mate().map_or(0, i32::abs);
        depth < plies - ply && plies <= self.shared.max_win_plies
    }

    /// The score of a chance node, computed from the scores of its two outcomes. It is never a proof.
    fn chance_node<N: NodeType>(
        &mut self,
        position: &P,
        chance_node: &ChanceNode<P>,
        window: Window,
        depth: i32,
        ply: i32,
    ) -> NodeResult {
        let key = self.key();
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
            self.push_detached(child, depth - 1);
            let value = self.search_in_window::<N>(&child_node, Window::FULL, depth - 1);
            self.pop();
            Ok(value?.0)
        };
        let score =
            Score(chance_node.value(value_of(&chance_node.one)?, value_of(&chance_node.other)?));
        // In quiescence the depth is negative.
        self.store_static(key, score, Bound::Exact, depth.max(0), ply);
        // The PV below belongs to only one of the two outcomes.
        self.frames[ply as usize].pv.clear();
        Ok(score)
    }

    /// Pruning before the move loop: reverse futility and the null move. Returns a score if the node fails
    /// high.
    fn try_early_cutoff<N: NodeType>(
        &mut self,
        node: &Node<'_, P>,
    ) -> Result<Option<Score>, Stopped> {
        let (beta, depth) = (node.window.beta, node.depth);
        let Some(eval) = node.refined else {
            return Ok(None);
        };
        if beta.is_decided() || eval < beta {
            return Ok(None);
        }
        // Reverse futility: the evaluation is so far above beta that a few plies will not change that.
        let tuning = tuning::<P>();
        let margin = tuning.reverse_futility;
        if margin > 0 && depth <= RFP_DEPTH.get() && eval - margin * depth >= beta {
            return Ok(Some(eval));
        }
        // Null move: if the score stays above beta even without a move, some move fails high too.
        if tuning.null_reduction == 0 || depth < NULL_DEPTH.get() || node.previous_index.is_none() {
            return Ok(None);
        }
        let Some(child) = node.position.null() else {
            return Ok(None);
        };
        let reduced = depth - 1 - tuning.null_reduction - depth / NULL_DEPTH_DIVISOR.get();
        let window = Window::null(beta - 1).of_child(false);
        self.push_detached(&child, reduced);
        let value =
            self.search_node::<N::Scout>(&child, window, reduced.max(0), node.ply + 1, None);
        self.pop();
        let value = -value?;
        // A win after a null move is not proven.
        Ok((value >= beta).then_some(value.min(Score(EVAL_LIMIT))))
    }

    /// Searches the moves of a node and stores the result in the table.
    fn search_moves<N: NodeType>(&mut self, node: &Node<'_, P>) -> NodeResult {
        let &Node {
            position,
            window,
            depth,
            ply,
            ..
        } = node;
        let frontier_score = if N::SELECTIVE && !N::PV && !self.is_mate_search() {
            node.frontier_score()
        } else {
            None
        };
        let mut picker = self.picker::<N>(node, frontier_score.is_some());
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let child_depth = depth - 1 + self.extension::<N>(node);
        let side = position.turn();

        loop {
            let Some(pick) = picker.next() else {
                // A loss is proven only if every legal move loses.
                if best.is_loss() {
                    if picker.add_remaining(position) {
                        continue;
                    }
                    best = picker.limit_unproven_loss(best);
                } else if let Some(score) = frontier_score {
                    best = best.max(score);
                }
                break;
            };
            let quiet = !pick.noisy;
            if N::SELECTIVE && quiet && !best.is_loss() {
                if !node.forced && is_late::<P>(depth, number) {
                    break;
                }
                if !N::PV
                    && let Some(score) = node.futile_score(alpha)
                {
                    // The move may be worth this much: an upper bound below it would be wrong in the table.
                    best = best.max(score);
                    // Noisy moves may follow the hash move. After any other quiet move all moves are quiet.
                    if pick.stage == Stage::Hash {
                        number += 1;
                        continue;
                    }
                    break;
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
            self.push(position, pick.m, &child, child_depth);
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

    /// The move picker of a node.
    fn picker<N: NodeType>(&mut self, node: &Node<'_, P>, frontier: bool) -> Picker<P> {
        let scope = if !N::SELECTIVE {
            Scope::Legal
        } else if frontier {
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

    /// The score of a node that is proven by trying a few moves. Stores it in the table.
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

    /// Stores the score of a node without searched moves in the table.
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

    /// Stores the result of a node in the table.
    fn store(&self, node: &Node<'_, P>, best: Score, best_move: Option<P::Move>) {
        // No score beats a win with the next move, so it is exact even if mate-distance pruning lowered
        // beta to it.
        let bound = if best >= Score::win_in(node.ply + 1) {
            Bound::Exact
        } else {
            node.window.bound(best)
        };
        // If all moves failed low, the hash move of an earlier search is still the best guess.
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

    /// The extension of a node with a forced move, in plies: forced lines are followed to their end.
    fn extension<N: NodeType>(&self, node: &Node<'_, P>) -> i32 {
        let max_ply = EXTENSION_FACTOR.get() * self.root_depth + EXTENSION_PLIES.get();
        i32::from(N::SELECTIVE && node.forced && node.ply < max_ply)
    }

    /// The score of a child from the parent's view (principal variation search). The first move gets the
    /// full window. Later moves get a null window, with reduced depth if they are late, and are searched
    /// again without the restriction if they fail high.
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

    /// The score of a child from the parent's view, searched with the given window and depth.
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

    /// The late-move reduction of a move. `history` is subtracted from it, in plies.
    pub(super) fn reduction_with(&self, history: i32, depth: i32, number: usize, pv: bool) -> i32 {
        if depth < LMR_DEPTH.get() || number < LMR_NUMBER.get() as usize {
            return 0;
        }
        let reduction = self.reductions.get(depth, number) - i32::from(pv) - history;
        reduction.clamp(0, depth - 2)
    }

    /// Sets the PV of this ply to `m` followed by the PV of the child.
    pub(super) fn extend_pv(&mut self, ply: i32, m: P::Move) {
        let (upper, lower) = self.frames.split_at_mut(ply as usize + 1);
        let pv = &mut upper[ply as usize].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Rewards a quiet move that failed high and penalises the quiet moves searched before it.
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

impl<P: Evaluated> Node<'_, P> {
    /// The most that a quiet move is worth at a frontier node, if this does not exceed alpha. If alpha is a
    /// proven score, the evaluation says nothing.
    fn frontier_score(&self) -> Option<Score> {
        let margin = tuning::<P>().frontier;
        let alpha = self.window.alpha;
        if margin == 0 || self.depth > 1 || alpha.is_decided() {
            return None;
        }
        let score = self.eval? + margin;
        (score <= alpha).then_some(score)
    }

    /// Futility pruning: the most that a quiet move is worth, if this does not exceed alpha.
    #[inline]
    fn futile_score(&self, alpha: Score) -> Option<Score> {
        let margin = tuning::<P>().futility;
        if margin <= 0 || self.depth > FUTILITY_DEPTH.get() {
            return None;
        }
        let score = self.eval? + margin * (self.depth + 1);
        (score <= alpha).then_some(score.min(Score(EVAL_LIMIT)))
    }
}

/// Late-move pruning: whether a quiet move after `number` others is too late to be searched at this depth.
fn is_late<P: Evaluated>(depth: i32, number: usize) -> bool {
    let tuning = tuning::<P>();
    let late = tuning.moves_before_late(depth);
    late.is_some_and(|late| number >= late)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::history::History;
    use super::super::node_type::Scout;
    use super::super::repetition::TableView;
    use super::super::table::Table;
    use super::super::worker::SharedState;
    use super::*;
    use crate::games::gipf;
    use crate::rules::{RuleSet, Rules};

    #[test]
    fn a_stored_bound_covers_the_moves_skipped_by_futility_pruning() {
        let start = gipf::Position::start(<gipf::Position as Rules>::Variant::ALL[0]);
        let table = Table::new(1).expect("1 MiB can be allocated");
        let stop = AtomicBool::new(false);
        let shared = SharedState::unlimited(TableView::new(&table, &[]), &stop);
        let mut history = History::new();
        let mut worker = Worker::new(&shared, &start, &[], &mut history);
        let depth = 2;
        let eval = Score(start.evaluate());
        let promised = eval + tuning::<gipf::Position>().futility * (depth + 1);
        let window = Window::null(promised + 100);
        let value = worker.search_node::<Scout>(&start, window, depth, 0, None);
        assert_eq!(value, Ok(promised));
        let entry = table.probe(worker.key()).expect("an entry");
        assert_eq!((entry.bound, entry.score), (Bound::Upper, promised.0));
    }
}
