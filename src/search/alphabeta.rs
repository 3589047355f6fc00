//! The inner node of the tree: principal variation search with pruning and reductions.
//!
//! Values are for the player to move at the node and count proven results from the root. A proven
//! loss is only returned when every legal move was seen to lose: nothing is pruned before one move
//! is found that does not, and an incomplete list of moves is completed first.

use crate::rules::{EVAL_LIMIT, Judge, Scope};

use super::Bound;
use super::picker::{Order, Picker};
use super::score::{MAX_PLY, Score};
use super::table::Known;
use super::worker::{Method, Worker, value_of};

/// A window and a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// Values up to this one are of no interest to the player to move.
    pub alpha: i32,
    /// Values from this one on are too good to be allowed by the other player.
    pub beta: i32,
    /// Remaining depth in plies.
    pub depth: i32,
}

impl Window {
    /// Whether exact values are wanted.
    pub(super) fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<P: Judge> Worker<'_, P> {
    /// The value of `position`, `ply` plies below the root, or `None` when the search is over.
    /// `before` is the slot of the move that led here; `None` after a turn given away.
    pub(super) fn node(
        &mut self,
        position: &P,
        mut window: Window,
        ply: i32,
        before: Option<usize>,
    ) -> Option<i32> {
        self.frames[ply as usize].pv.clear();
        self.enter(ply)?;
        if let Some(value) = self.settled(position, ply) {
            return Some(value);
        }
        if let Some(value) = self.known_without_search(position, ply) {
            return Some(value);
        }
        if window.depth <= 0 || ply >= MAX_PLY {
            return match self.method {
                Method::Selective => self.quiesce(position, window, ply, 0),
                Method::Exhaustive => Some(position.evaluate()),
            };
        }

        // No line from here can be better than a win with the next move or worse than a loss now.
        window.alpha = window.alpha.max(Score::loss_in(ply).0);
        window.beta = window.beta.min(Score::win_in(ply + 1).0);
        if window.alpha >= window.beta {
            return Some(window.alpha);
        }

        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(value) = known.and_then(|known| cutoff(known, window, ply)) {
            return Some(value);
        }

        let forced = position.forced();
        let eval = if forced {
            Known::NO_EVAL
        } else {
            known
                .map(|known| known.eval)
                .filter(|&eval| eval != Known::NO_EVAL)
                .unwrap_or_else(|| position.evaluate())
        };
        self.frames[ply as usize].eval = eval;
        let selective = self.method == Method::Selective;
        if selective
            && !window.is_open()
            && !forced
            && let Some(value) = self.fails_high_early(position, window, eval, ply, before)
        {
            return value;
        }
        // Without a hash move the order is poor: look less deep first, the next iteration knows more.
        if selective && window.depth >= 4 && known.is_none_or(|known| known.tag == 0) && !forced {
            window.depth -= 1;
        }
        let tag = known.map(|known| known.tag).filter(|&tag| tag != 0);
        self.moves_of(position, window, ply, before, tag)
    }

    /// Values that need no move list: a win that can be seen at once and proven outcomes.
    #[inline]
    pub(super) fn known_without_search(&mut self, position: &P, ply: i32) -> Option<i32> {
        if self.method == Method::Exhaustive {
            return None;
        }
        if let Some(m) = position.winning_move() {
            self.frames[ply as usize].pv.push(m);
            return Some(Score::win_in(ply + 1).0);
        }
        let outcome = position.proven()?;
        Some(value_of(outcome, position, Score::known_win(ply)))
    }

    /// Prunings before any move is made: an evaluation far above beta, and a turn that can even be
    /// given away. The outer `None` means "search on", the inner one "the search is over".
    fn fails_high_early(
        &mut self,
        position: &P,
        window: Window,
        eval: i32,
        ply: i32,
        before: Option<usize>,
    ) -> Option<Option<i32>> {
        let Window { beta, depth, .. } = window;
        let tuning = P::TUNING;
        if beta.abs() > EVAL_LIMIT || eval < beta {
            return None;
        }
        if tuning.futility > 0 && depth <= 6 && eval - tuning.futility * depth >= beta {
            return Some(Some(eval));
        }
        if tuning.null_reduction == 0 || depth < 3 || before.is_none() {
            return None;
        }
        let child = position.null()?;
        self.descend_null(&child);
        let reply = Window {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - 1 - tuning.null_reduction - depth / 4,
        };
        let value = self.node(&child, reply, ply + 1, None);
        self.ascend();
        match value {
            None => Some(None),
            // A win after a null move is not proven.
            Some(value) if -value >= beta => Some(Some((-value).min(EVAL_LIMIT))),
            Some(_) => None,
        }
    }

    /// Searches the moves of a node.
    fn moves_of(
        &mut self,
        position: &P,
        window: Window,
        ply: i32,
        before: Option<usize>,
        tag: Option<u16>,
    ) -> Option<i32> {
        let Window { beta, depth, .. } = window;
        let mut alpha = window.alpha;
        let side = position.turn();
        let scope = match self.method {
            Method::Selective => Scope::Main { depth },
            Method::Exhaustive => Scope::Legal,
        };
        let frame = &mut self.frames[ply as usize];
        frame.tried.clear();
        let eval = frame.eval;
        let list = std::mem::take(&mut frame.list);
        let order = Order {
            history: self.history,
            ply,
            before,
        };
        let mut picker = Picker::new(position, scope, list, tag, order);
        let mut best = -Score::INFINITE.0;
        let mut best_move = None;
        let mut number = 0;
        let extension = self.extension(eval, ply);

        loop {
            let Some(candidate) = picker.next() else {
                // A loss is proven only by all legal moves.
                if best < -EVAL_LIMIT && picker.widen(position) {
                    continue;
                }
                break;
            };
            let m = candidate.m;
            let quiet = !candidate.loud;
            if quiet && best >= -EVAL_LIMIT && self.method == Method::Selective {
                if eval != Known::NO_EVAL && is_late::<P>(depth, number) {
                    break;
                }
                if is_futile::<P>(depth, eval, alpha) && !window.is_open() {
                    number += 1;
                    continue;
                }
            }
            number += 1;
            let mut child = position.clone();
            child.play(m);
            let slot = position.slot(m);
            let reduction = if quiet && eval != Known::NO_EVAL {
                self.reduction(candidate.rank, depth, number, window.is_open())
            } else {
                0
            };
            self.descend(position, m, &child);
            let child_depth = depth - 1 + extension;
            let value = self.child_value(
                &child,
                child.turn() == side,
                Window {
                    alpha,
                    beta,
                    depth: child_depth,
                },
                Late { number, reduction },
                ply,
                slot,
            );
            self.ascend();
            let Some(value) = value else {
                self.frames[ply as usize].list = picker.into_list();
                return None;
            };
            if value > best {
                best = value;
                best_move = Some(m);
                if value > alpha {
                    alpha = value;
                    if window.is_open() {
                        self.extend_pv(ply, m);
                    }
                }
            }
            if alpha >= beta {
                if quiet {
                    self.reward(position, m, ply, before, depth);
                }
                break;
            }
            if quiet {
                self.frames[ply as usize].tried.push(slot);
            }
        }

        self.frames[ply as usize].list = picker.into_list();
        let bound = if best >= beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.store(
            position.key(),
            Known {
                score: Score(best).from_root_to_node(ply),
                eval,
                // Where every move failed, the best one of an earlier search is still the best guess.
                tag: best_move
                    .filter(|_| bound != Bound::Upper)
                    .map_or(tag.unwrap_or(0), P::tag),
                depth,
                bound,
            },
        );
        Some(best)
    }

    /// Plies added below a node without a free choice: forced lines are followed to their end.
    fn extension(&self, eval: i32, ply: i32) -> i32 {
        let forced = eval == Known::NO_EVAL && self.method == Method::Selective;
        i32::from(forced && ply < 2 * self.root_depth + 8)
    }

    /// The value of a child for the parent's player: the first move with the whole window, later
    /// ones with an empty window and, if late, reduced depth, and again in full when they surprise.
    pub(super) fn child_value(
        &mut self,
        child: &P,
        same_player: bool,
        window: Window,
        late: Late,
        ply: i32,
        slot: usize,
    ) -> Option<i32> {
        let Window { alpha, beta, depth } = window;
        let mut look = |alpha: i32, beta: i32, depth: i32| {
            if same_player {
                self.node(child, Window { alpha, beta, depth }, ply + 1, Some(slot))
            } else {
                let window = Window {
                    alpha: -beta,
                    beta: -alpha,
                    depth,
                };
                Some(-self.node(child, window, ply + 1, Some(slot))?)
            }
        };
        if late.number <= 1 {
            return look(alpha, beta, depth);
        }
        let mut value = look(alpha, alpha + 1, depth - late.reduction)?;
        if late.reduction > 0 && value > alpha {
            value = look(alpha, alpha + 1, depth)?;
        }
        if value > alpha && value < beta {
            value = look(alpha, beta, depth)?;
        }
        Some(value)
    }

    /// The reduction of a quiet move in plies; `rank` holds its history.
    pub(super) fn reduction(&self, rank: i32, depth: i32, number: usize, open: bool) -> i32 {
        if depth < 3 || number < 3 || self.method == Method::Exhaustive {
            return 0;
        }
        let reduction =
            self.reductions.get(depth, number) - i32::from(open) - (rank / 12_000).clamp(-1, 2);
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
    fn reward(&mut self, position: &P, m: P::Move, ply: i32, before: Option<usize>, depth: i32) {
        let side = position.turn();
        let bonus = (depth * depth * 16).min(1600);
        self.history.add_killer(ply, m);
        self.history.learn(side, before, position.slot(m), bonus);
        for &slot in &self.frames[ply as usize].tried {
            self.history.learn(side, before, slot, -bonus);
        }
    }
}

/// The place of a move among its siblings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Late {
    /// From 1.
    pub number: usize,
    /// Plies less.
    pub reduction: i32,
}

/// A result of the table that ends a node with an empty window.
fn cutoff(known: Known, window: Window, ply: i32) -> Option<i32> {
    if window.is_open() || known.depth < window.depth {
        return None;
    }
    let score = Score::from_node_to_root(known.score, ply).0;
    let enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    enough.then_some(score)
}

/// Whether a quiet move comes so late at so small a depth that it is not looked at.
fn is_late<P: Judge>(depth: i32, number: usize) -> bool {
    let tuning = P::TUNING;
    depth <= tuning.lmp_depth
        && number >= (tuning.lmp_base + tuning.lmp_factor * depth * depth).max(1) as usize
}

/// Whether a quiet move cannot be expected to lift the evaluation to alpha.
fn is_futile<P: Judge>(depth: i32, eval: i32, alpha: i32) -> bool {
    let margin = P::TUNING.futility;
    margin > 0 && depth <= 4 && eval != Known::NO_EVAL && eval + margin * (depth + 1) <= alpha
}
