//! Iterative deepening with aspiration windows, and what is told about it.

use crate::rules::{EVAL_LIMIT, Judge};

use super::alphabeta::Window;
use super::root::RootMove;
use super::score::{MAX_PLY, Score};
use super::worker::Worker;
use super::{Bound, Report, Request};

/// The state of the deepening that survives an interruption.
#[derive(Debug)]
pub struct Progress<M> {
    /// The root moves, best first.
    pub moves: Vec<RootMove<M>>,
    /// The last finished iteration.
    pub depth: i32,
}

impl<P: Judge> Worker<'_, P> {
    /// Searches deeper and deeper until the search is over or nothing is left to find out. `skip`
    /// leaves out the first iterations (threads differ in it); `tell` gets each finished line.
    pub(super) fn deepen(
        &mut self,
        request: &Request<P>,
        progress: &mut Progress<P::Move>,
        skip: i32,
        tell: &mut dyn FnMut(&Report<P::Move>),
    ) {
        let last = request
            .settings
            .limits
            .depth
            .unwrap_or(i32::MAX)
            .clamp(1, MAX_PLY / 2);
        let lines = request.settings.multi_pv.min(progress.moves.len()).max(1);
        let mut unrest = 1.0;
        for depth in (1 + skip).min(last)..=last {
            let before = progress.moves.first().map(|r| r.m);
            for line in 0..lines {
                let Some(bound) = self.line(request, &mut progress.moves, line, depth) else {
                    return;
                };
                if line == 0 {
                    progress.depth = depth;
                }
                tell(&self.report(&progress.moves[line], depth, line + 1, bound));
            }
            // Lines found later may have turned out better.
            progress.moves[..lines].sort_by_key(|r| std::cmp::Reverse(r.score));
            let changed = before != progress.moves.first().map(|r| r.m);
            unrest = if changed {
                1.8
            } else {
                f64::max(unrest * 0.8, 0.5)
            };
            let forced = progress.moves.len() == 1 && !request.settings.limits.infinite;
            if (forced && depth >= 1 && request.settings.limits.depth.is_none())
                || self.is_solved(&progress.moves[..lines], depth)
                || self.shared.deadlines.is_enough(unrest)
            {
                return;
            }
        }
    }

    /// Whether deeper iterations cannot say more: every reported line is a proven win or loss that
    /// lies within the depth already searched.
    fn is_solved(&self, lines: &[RootMove<P::Move>], depth: i32) -> bool {
        lines.iter().all(|line| {
            Score(line.score)
                .mate()
                .is_some_and(|plies| plies.abs() <= depth)
        })
    }

    /// One line of one iteration: the moves from `line` on compete for its place.
    fn line(
        &mut self,
        request: &Request<P>,
        moves: &mut [RootMove<P::Move>],
        line: usize,
        depth: i32,
    ) -> Option<Bound> {
        let moves = &mut moves[line..];
        let guess = moves.first().map_or(0, |r| r.score);
        let infinite = Score::INFINITE.0;
        let mut margin = P::TUNING.aspiration;
        let (mut alpha, mut beta) = if margin > 0 && depth >= 4 && guess.abs() <= EVAL_LIMIT {
            (guess - margin, guess + margin)
        } else {
            (-infinite, infinite)
        };
        loop {
            let value = self.root(&request.root, moves, Window { alpha, beta, depth })?;
            margin *= 3;
            let widened = margin > 1000 || value.abs() > EVAL_LIMIT;
            if value <= alpha && alpha > -infinite {
                alpha = if widened { -infinite } else { value - margin };
            } else if value >= beta && beta < infinite {
                beta = if widened { infinite } else { value + margin };
            } else {
                return Some(Bound::Exact);
            }
        }
    }

    fn report(
        &self,
        best: &RootMove<P::Move>,
        depth: i32,
        multi_pv: usize,
        bound: Bound,
    ) -> Report<P::Move> {
        Report {
            depth,
            seldepth: self.seldepth.max(depth),
            multi_pv,
            score: Score(best.score),
            bound,
            nodes: self.total_nodes(),
            elapsed: self.shared.deadlines.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: best.pv.clone(),
        }
    }
}
