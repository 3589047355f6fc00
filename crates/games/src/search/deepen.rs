//! Iterative deepening with aspiration windows, and the reports about it.

use std::sync::atomic::Ordering::Relaxed;

use crate::eval::Evaluated;

use super::limits::MAX_DEPTH;
use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_GROWTH, ASPIRATION_LIMIT, INSTABILITY_CHANGED, INSTABILITY_DECAY,
    INSTABILITY_MIN, tuning,
};
use super::pv_from_tt;
use super::root::{RootMove, RootMoves};
use super::score::Score;
use super::skill;
use super::window::Window;
use super::worker::{Stopped, Worker};
use super::{Bound, Report, Request};

/// Receives each new result of a line.
pub type Reporter<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<P: Evaluated> Worker<'_, P> {
    /// Iterative deepening over the root moves, until a limit is reached or deeper iterations cannot
    /// improve the result. Skips the first `skip` iterations, so that the threads search different depths.
    pub(super) fn deepen(
        &mut self,
        request: &Request<P>,
        moves: &mut RootMoves<P::Move>,
        skip: i32,
        report: Reporter<P::Move>,
    ) {
        moves.sort_known_wins_first(self.shared.table, &request.root);
        let limits = &request.settings.limits;
        let max_depth = limits.depth.unwrap_or(i32::MAX).clamp(1, MAX_DEPTH);
        let lines = request.settings.multi_pv.min(moves.list.len()).max(1);
        let mut instability = Instability(1.0);
        for depth in (1 + skip).min(max_depth)..=max_depth {
            let previous_best = moves.list.first().map(|r| r.m);
            if self.iterate(request, moves, lines, depth, report).is_err() {
                return;
            }
            if depth >= skill::MIN_SKILL_DEPTH {
                let node_limit = skill::node_limit(&request.settings);
                self.shared.node_limit.fetch_min(node_limit, Relaxed);
            }
            instability.update(previous_best != moves.list.first().map(|r| r.m));
            // Do not spend clock time on the only move.
            if limits.clock.is_some()
                && let Some(only) = moves.single_move()
            {
                let stored = self.table_report(&request.root, only);
                if let Some(stored) = stored.filter(|report| moves.can_claim(report.score)) {
                    report(&stored);
                }
                return;
            }
            let mate = moves.list.first().and_then(|best| best.score.mate());
            let wins_within = |limit: i32| mate.is_some_and(|plies| (1..=limit).contains(&plies));
            if limits.mate.is_some_and(wins_within) {
                return;
            }
            // There may be a shorter win than the proven one: a selective search can miss it.
            let wins_later = |limit: i32| mate.is_some_and(|plies| plies > limit);
            let seeks_shorter_win = limits.mate.is_some_and(wins_later);
            if is_solved(&moves.list[..lines], depth) && !seeks_shorter_win
                || self.shared.deadlines.is_past_soft_limit(instability.0)
            {
                return;
            }
        }
    }

    /// One iteration: searches the best `lines` moves and reports each, best first.
    ///
    /// If a search with several lines stops during an iteration, all lines are reported again, see
    /// [`best_known`].
    fn iterate(
        &mut self,
        request: &Request<P>,
        moves: &mut RootMoves<P::Move>,
        lines: usize,
        depth: i32,
        report: Reporter<P::Move>,
    ) -> Result<(), Stopped> {
        let mut previous = Vec::new();
        if lines > 1 {
            previous.extend(moves.list[..lines].iter().filter(|r| r.depth > 0).cloned());
        }
        for line in 0..lines {
            if let Err(stopped) = self.aspirate(request, moves, line, depth, report) {
                if lines > 1 {
                    moves.list = best_known(&moves.list, (line, lines), depth, &previous);
                    self.report_lines(&moves.list, report);
                }
                return Err(stopped);
            }
            moves.list[line].bound = Bound::Exact;
            report(&self.build_report(&moves.list[line], line, Bound::Exact));
        }
        self.sort_lines(&mut moves.list[..lines], report);
        Ok(())
    }

    /// Sorts the finished lines by score and reports them again if their order changes. A later line may
    /// have a better score than an earlier one.
    fn sort_lines(&self, lines: &mut [RootMove<P::Move>], report: Reporter<P::Move>) {
        if lines.is_sorted_by_key(|r| std::cmp::Reverse(r.score)) {
            return;
        }
        // As in `root`, a cached key avoids code for each game.
        lines.sort_by_cached_key(|r| std::cmp::Reverse(r.score));
        self.report_lines(lines, report);
    }

    fn report_lines(&self, lines: &[RootMove<P::Move>], report: Reporter<P::Move>) {
        for (line, best) in lines.iter().enumerate() {
            report(&self.build_report(best, line, best.bound));
        }
    }

    /// Searches one line of an iteration: finds the best of the moves from index `line` on. Starts with a
    /// window around the score of the previous iteration ("aspiration window").
    fn aspirate(
        &mut self,
        request: &Request<P>,
        moves: &mut RootMoves<P::Move>,
        line: usize,
        depth: i32,
        report: Reporter<P::Move>,
    ) -> Result<(), Stopped> {
        let guess = moves.list.get(line).map_or(Score::ZERO, |r| r.score);
        let mut margin = tuning::<P>().aspiration;
        let mut window = Window::FULL;
        if margin > 0 && depth >= ASPIRATION_DEPTH.get() && !guess.is_decided() {
            window.alpha = guess - margin;
            window.beta = guess + margin;
        }
        loop {
            let value = self.search_root(&request.root, moves, line, window, depth)?;
            let bound = window.bound(value);
            margin *= ASPIRATION_GROWTH.get();
            let is_wide = margin > ASPIRATION_LIMIT.get() || value.is_decided();
            match bound {
                Bound::Exact => return Ok(()),
                Bound::Upper if is_wide => window.alpha = Window::FULL.alpha,
                Bound::Upper => window.alpha = value - margin,
                Bound::Lower if is_wide => window.beta = Window::FULL.beta,
                Bound::Lower => window.beta = value + margin,
            }
            let best = &moves.list[line];
            let score = value;
            report(&Report {
                score,
                ..self.build_report(best, line, bound)
            });
        }
    }

    /// The result of the only move from the transposition table, if it is better than that of the first
    /// iteration.
    fn table_report(&self, root: &P, only: &RootMove<P::Move>) -> Option<Report<P::Move>> {
        let child = root.after(only.m);
        let entry = self.shared.table.probe(child.key())?;
        let is_proof = entry.proof(1).is_some();
        if only.score.is_decided() || entry.depth < only.depth && !is_proof {
            return None;
        }
        let below = Score::from_node_to_root(entry.score, 1);
        let (score, bound) = if child.turn() == root.turn() {
            (below, entry.bound)
        } else {
            (-below, entry.bound.flipped())
        };
        // A proof is reported as exact even if it was stored as a bound.
        let bound = if is_proof { Bound::Exact } else { bound };
        let mut pv = vec![only.m];
        pv_from_tt::complete(self.shared.table, root, score, &mut pv);
        Some(Report {
            depth: entry.depth + 1,
            score,
            pv,
            ..self.build_report(only, 0, bound)
        })
    }

    /// The report about a root move with a score.
    fn build_report(&self, best: &RootMove<P::Move>, line: usize, bound: Bound) -> Report<P::Move> {
        let mut pv = best.pv.clone();
        pv_from_tt::complete(self.shared.table, self.root(), best.score, &mut pv);
        Report {
            depth: best.depth,
            seldepth: self.seldepth.max(best.depth),
            multi_pv: line + 1,
            score: best.score,
            bound,
            nodes: self.total_nodes(),
            elapsed: self.shared.deadlines.elapsed(),
            hashfull: self.shared.table.hashfull(),
            current: None,
            pv,
        }
    }
}

/// The best lines, with different moves, of an iteration to `depth` that stopped after `finished` of its
/// `lines`.
///
/// First come the finished lines and the best move so far of the unfinished line, in order of their scores,
/// then the other lines of the previous iteration. If the first line was not finished and its best move has
/// not changed, its result of the previous iteration counts, which is exact.
fn best_known<M: Copy + Eq>(
    list: &[RootMove<M>],
    (finished, lines): (usize, usize),
    depth: i32,
    previous: &[RootMove<M>],
) -> Vec<RootMove<M>> {
    let mut known = list[..finished].to_vec();
    let begun = list.get(finished).filter(|begun| {
        let is_unchanged = finished == 0 && previous.first().is_some_and(|r| r.m == begun.m);
        begun.depth == depth && begun.bound != Bound::Upper && !is_unchanged
    });
    // Other moves of the unfinished line may be better.
    known.extend(begun.cloned().map(|begun| RootMove {
        bound: Bound::Lower,
        ..begun
    }));
    known.sort_by_cached_key(|r| std::cmp::Reverse(r.score));
    for line in previous {
        if known.iter().all(|r| r.m != line.m) {
            known.push(line.clone());
        }
    }
    known.truncate(lines);
    known
}

/// Whether every reported line is a proven win or loss within the finished depth. Deeper iterations could
/// only find another way to the same result.
fn is_solved<M>(lines: &[RootMove<M>], depth: i32) -> bool {
    lines.iter().all(|line| {
        let mate = line.score.mate();
        mate.is_some_and(|plies| plies.abs() <= depth)
    })
}

/// Measures how often the best move changes between iterations. The soft time limit is multiplied by it.
struct Instability(f64);

impl Instability {
    fn update(&mut self, changed: bool) {
        let percent = |n: i32| f64::from(n) / 100.0;
        self.0 = if changed {
            percent(INSTABILITY_CHANGED.get())
        } else {
            let decayed = self.0 * percent(INSTABILITY_DECAY.get());
            decayed.max(percent(INSTABILITY_MIN.get()))
        };
    }
}
