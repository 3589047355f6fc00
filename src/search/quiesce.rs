//! The quiescence search: follows forced lines to their end, and noisy moves while they raise the score.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, history indexes and list positions are in range by construction"
)]

use crate::rules::{Scope, SearchSupport};

use super::alphabeta::ChildNode;
use super::node_type::NodeType;
use super::params::tuning;
use super::picker::{Picker, QuietOrder};
use super::score::{MAX_PLY, Score};
use super::window::Window;
use super::worker::{NodeResult, Worker};

impl<P: SearchSupport> Worker<'_, P> {
    /// The score of a live position, searching only forced and noisy moves. `depth` is 0 at the first
    /// quiescence ply and decreases by one per ply. The caller has entered the node.
    pub(super) fn quiesce<N: NodeType>(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        ply: i32,
    ) -> NodeResult {
        let forced = position.forced();
        let is_too_long = -depth >= tuning::<P>().quiescence_plies;
        // Forced lines end by themselves, so only the maximum ply limits them.
        if is_too_long && !forced || ply >= MAX_PLY {
            return Ok(Score(position.evaluate()));
        }
        // Stand pat: a player with a free choice need not play any of these moves.
        let mut best = if forced {
            -Score::INFINITE
        } else {
            Score(position.evaluate())
        };
        if best >= window.beta {
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
        let mut picker = Picker::new(position, scope, list, None, order);
        if self.shared.table.has_saturated() {
            picker.mark_partial();
        }
        let side = position.turn();
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
            self.push(position, pick.m, &child);
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
        Ok(best)
    }
}
