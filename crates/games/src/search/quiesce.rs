//! The quiescence search: follows forced lines to their end, and noisy moves while they raise the score.

use crate::eval::Evaluated;
use crate::rules::Scope;

use super::Bound;
use super::alphabeta::ChildNode;
use super::node_type::NodeType;
use super::params::tuning;
use super::picker::{Picker, QuietOrder, move_hash};
use super::score::Score;
use super::table::TableEntry;
use super::window::Window;
use super::worker::{NodeResult, Worker};

impl<P: Evaluated> Worker<'_, P> {
    /// The score of a live position, searching only forced and noisy moves. `depth` is 0 at the first
    /// quiescence ply and decreases by one per ply. The caller has entered the node.
    pub(super) fn quiesce<N: NodeType>(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        ply: i32,
    ) -> NodeResult {
        let key = self.key();
        let table = tuning::<P>().quiescence_table.then_some(self.shared.table);
        let entry = table.and_then(|table| table.probe(key));
        if !N::PV
            && let Some(value) = entry.and_then(|entry| entry.cutoff(window, 0, ply))
        {
            return Ok(value);
        }
        let forced = position.forced();
        let evaluate = || Score(position.evaluate());
        let stored_eval = entry.and_then(|entry| entry.eval);
        let eval = (!forced).then(|| stored_eval.unwrap_or_else(evaluate));
        let result = |score: Score, bound, move_hash| TableEntry {
            score: score.from_root_to_node(ply),
            eval,
            move_hash,
            depth: 0,
            bound,
        };
        // Forced lines end by themselves, so only the maximum ply limits them.
        let is_too_long = -depth >= tuning::<P>().quiescence_plies;
        if let Some(eval) = eval.filter(|_| is_too_long) {
            return Ok(eval);
        }
        // Stand pat: a player with a free choice need not play any of these moves.
        let refined = eval.map(|eval| entry.map_or(eval, |entry| entry.refine(eval)));
        let mut best = refined.unwrap_or(-Score::INFINITE);
        if best >= window.beta {
            if let Some(table) = table
                && entry.is_none()
            {
                table.store(key, result(best, Bound::Lower, None));
            }
            return Ok(best);
        }
        let mut alpha = window.alpha.max(best);

        let scope = if forced {
            Scope::Main { depth: 1 }
        } else {
            Scope::Noisy
        };
        let list = std::mem::take(&mut self.frames[ply as usize].list);
        let order = QuietOrder {
            history: self.history,
            ply,
            previous_index: None,
        };
        let hash_move = entry.and_then(|entry| entry.move_hash);
        let mut picker = Picker::new(position, scope, list, hash_move, order);
        if self.shared.table.has_saturated() {
            picker.mark_partial();
        }
        let side = position.turn();
        let mut best_move = None;
        loop {
            let Some(pick) = picker.next() else {
                if forced && best.is_loss() {
                    if picker.add_remaining(position) {
                        continue;
                    }
                    best = picker.limit_unproven_loss(best);
                }
                break;
            };
            let child = position.after(pick.m);
            let child_node = ChildNode {
                position: &child,
                same_player: child.turn() == side,
                history_index: None,
                parent_ply: ply,
            };
            self.push(position, pick.m, &child, depth - 1);
            let value =
                self.search_in_window::<N>(&child_node, Window { alpha, ..window }, depth - 1);
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
                if value > alpha {
                    alpha = value;
                    best_move = Some(pick.m);
                    if N::PV {
                        self.extend_pv(ply, pick.m);
                    }
                }
                if alpha >= window.beta {
                    break;
                }
            }
        }
        self.frames[ply as usize].list = picker.into_list();
        // The table keeps a deeper bound, but an exact score would replace it.
        if let Some(table) = table
            && entry.is_none_or(|entry| entry.depth == 0)
        {
            let move_hash = best_move.map(move_hash::<P>).or(hash_move);
            table.store(key, result(best, window.bound(best), move_hash));
        }
        Ok(best)
    }
}
