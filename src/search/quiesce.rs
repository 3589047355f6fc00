//! Beyond the depth limit: forced lines to their end, loud moves while they gain.

use crate::rules::{Judge, Scope};

use super::alphabeta::Window;
use super::picker::{Order, Picker};
use super::score::{MAX_PLY, Score};
use super::worker::Worker;

impl<P: Judge> Worker<'_, P> {
    /// The value of a live position without free quiet moves. `length` counts the plies since the
    /// depth limit. The caller has counted the node and looked for a settled value.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        window: Window,
        ply: i32,
        length: i32,
    ) -> Option<i32> {
        let forced = position.forced();
        let too_long = length >= P::TUNING.quiescence_plies || ply >= MAX_PLY;
        // Forced lines end by themselves, so they are only cut where the stack of plies ends.
        if too_long && (!forced || ply >= MAX_PLY) {
            return Some(position.evaluate());
        }
        let mut alpha = window.alpha;
        let mut best = if forced {
            -Score::INFINITE.0
        } else {
            position.evaluate()
        };
        if best >= window.beta {
            return Some(best);
        }
        alpha = alpha.max(best);

        let scope = if forced {
            Scope::Main { depth: 1 }
        } else {
            Scope::Loud
        };
        let list = std::mem::take(&mut self.frames[ply as usize].list);
        let order = Order {
            history: self.history,
            ply,
            before: None,
        };
        let mut picker = Picker::new(position, scope, list, None, order);
        loop {
            let Some(candidate) = picker.next() else {
                if forced && best < -crate::rules::EVAL_LIMIT && picker.widen(position) {
                    continue;
                }
                break;
            };
            let mut child = position.clone();
            child.play(candidate.m);
            self.descend(position, candidate.m, &child);
            let child_window = Window {
                alpha,
                beta: window.beta,
                depth: 0,
            };
            let value = self.quiet_child(position, &child, child_window, ply, length + 1);
            self.ascend();
            let Some(value) = value else {
                self.frames[ply as usize].list = picker.into_list();
                return None;
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if window.is_open() {
                        self.extend_pv(ply, candidate.m);
                    }
                }
                if alpha >= window.beta {
                    break;
                }
            }
        }
        self.frames[ply as usize].list = picker.into_list();
        Some(best)
    }

    /// The value of a child in quiescence for the parent's player.
    fn quiet_child(
        &mut self,
        parent: &P,
        child: &P,
        window: Window,
        ply: i32,
        length: i32,
    ) -> Option<i32> {
        let ply = ply + 1;
        self.frames[ply as usize].pv.clear();
        self.enter(ply)?;
        let same_player = child.turn() == parent.turn();
        let sign = if same_player { 1 } else { -1 };
        if let Some(value) = self.settled(child, ply) {
            return Some(sign * value);
        }
        if let Some(value) = self.known_without_search(child, ply) {
            return Some(sign * value);
        }
        let window = if same_player {
            window
        } else {
            Window {
                alpha: -window.beta,
                beta: -window.alpha,
                depth: 0,
            }
        };
        Some(sign * self.quiesce(child, window, ply, length)?)
    }
}
