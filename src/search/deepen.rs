//! Iterative deepening with aspiration windows, and what is told about it.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, slots and places in lists are made by the loops beside them"
)]

use std::sync::atomic::Ordering::Relaxed;

use crate::rules::Evaluator;

use super::limits::MAX_DEPTH;
use super::params::{
    ASPIRATION_DEPTH, ASPIRATION_GROWTH, ASPIRATION_LIMIT, INSTABILITY_CHANGED, INSTABILITY_DECAY,
    INSTABILITY_LEAST, tuning,
};
use super::pv_from_tt;
use super::root::{RootMove, RootMoves};
use super::score::Score;
use super::skill;
use super::window::Window;
use super::worker::{Stopped, Worker};
use super::{Bound, Report, Request};

/// Hears each new state of a line.
pub type Reporter<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<P: Evaluator> Worker<'_, P> {
    /// Searches deeper and deeper until the search is over or nothing is left to find out; `moves`
    /// are those of the root. `skip` leaves out the first iterations (threads differ in it).
    pub(super) fn deepen(
        &mut self,
        request: &Request<P>,
        moves: &mut RootMoves<P::Move>,
        skip: i32,
        report: Reporter<P::Move>,
    ) {
        moves.remember(self.shared.table, &request.root);
        let limits = &request.settings.limits;
        let last = limits.depth.unwrap_or(i32::MAX).clamp(1, MAX_DEPTH);
        let lines = request.settings.multi_pv.min(moves.list.len()).max(1);
        let mut instability = Instability(1.0);
        for depth in (1 + skip).min(last)..=last {
            let before = moves.list.first().map(|r| r.m);
            if self.iterate(request, moves, lines, depth, report).is_err() {
                return;
            }
            if depth >= skill::SIGHT {
                let patience = skill::patience(&request.settings);
                self.shared.node_limit.fetch_min(patience, Relaxed);
            }
            instability.note(before != moves.list.first().map(|r| r.m));
            // The clock is not for a move that must be played anyway.
            if limits.clock.is_some()
                && let Some(only) = moves.only_one()
            {
                let remembered = self.remembered(&request.root, only);
                if let Some(remembered) = remembered.filter(|report| moves.may_claim(report.score))
                {
                    report(&remembered);
                }
                return;
            }
            let best = moves.list.first().and_then(|best| best.score.mate());
            let is_mate = |most: i32| best.is_some_and(|plies| (1..=most).contains(&plies));
            if limits.mate.is_some_and(is_mate) {
                return;
            }
            // A shorter win than the one proven may be there: a selective search overlooks some.
            let is_longer = |asked: i32| best.is_some_and(|plies| plies > asked);
            let longer = limits.mate.is_some_and(is_longer);
            if is_solved(&moves.list[..lines], depth) && !longer
                || self.shared.deadlines.is_enough(instability.0)
            {
                return;
            }
        }
    }

    /// One iteration: finds the best `lines` moves and reports each, the best one first.
    ///
    /// When the search stops in the middle with several lines, the reports end with what is known
    /// exactly: the finished lines of this depth in their order, or else the best line of the last depth.
    fn iterate(
        &mut self,
        request: &Request<P>,
        moves: &mut RootMoves<P::Move>,
        lines: usize,
        depth: i32,
        report: Reporter<P::Move>,
    ) -> Result<(), Stopped> {
        let previous = moves.list.first().filter(|r| lines > 1 && r.depth > 0);
        let previous = previous.cloned();
        for line in 0..lines {
            if let Err(stopped) = self.aspirate(request, moves, line, depth, report) {
                if line > 0 {
                    self.sort_lines(&mut moves.list[..line], report);
                } else if let Some(previous) = previous
                    && moves.list[0].m == previous.m
                {
                    // A bound may have been reported for it since.
                    report(&self.report(&previous, 0, Bound::Exact));
                    moves.list[0] = previous;
                }
                return Err(stopped);
            }
            report(&self.report(&moves.list[line], line, Bound::Exact));
        }
        self.sort_lines(&mut moves.list[..lines], report);
        Ok(())
    }

    /// Sorts finished lines by score, and reports them again if their order changes: a later line may
    /// have a better score than an earlier one.
    fn sort_lines(&self, lines: &mut [RootMove<P::Move>], report: Reporter<P::Move>) {
        if lines.is_sorted_by_key(|r| std::cmp::Reverse(r.score)) {
            return;
        }
        lines.sort_by_key(|r| std::cmp::Reverse(r.score));
        for (line, best) in lines.iter().enumerate() {
            report(&self.report(best, line, Bound::Exact));
        }
    }

    /// One line of one iteration: the moves from index `line` on compete for its place, at first with
    /// a window around the value that the last iteration found ("aspiration window").
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
            let wide = margin > ASPIRATION_LIMIT.get() || value.is_decided();
            match bound {
                Bound::Exact => return Ok(()),
                Bound::Upper if wide => window.alpha = Window::FULL.alpha,
                Bound::Upper => window.alpha = value - margin,
                Bound::Lower if wide => window.beta = Window::FULL.beta,
                Bound::Lower => window.beta = value + margin,
            }
            let best = &moves.list[line];
            let score = value;
            report(&Report {
                score,
                ..self.report(best, line, bound)
            });
        }
    }

    /// What the table knows of the only move, if that is more than the first iteration could find.
    fn remembered(&self, root: &P, only: &RootMove<P::Move>) -> Option<Report<P::Move>> {
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
        // A proof is told as such, whatever window it comes from.
        let bound = if is_proof { Bound::Exact } else { bound };
        let mut pv = vec![only.m];
        pv_from_tt::complete(self.shared.table, root, score, &mut pv);
        Some(Report {
            depth: entry.depth + 1,
            score,
            pv,
            ..self.report(only, 0, bound)
        })
    }

    /// What is known of a root move that has a value.
    fn report(&self, best: &RootMove<P::Move>, line: usize, bound: Bound) -> Report<P::Move> {
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
            pv,
        }
    }
}

/// Whether deeper iterations have nothing to find out but shorter ways: every reported line is a proven win or
/// loss that lies within the depth already searched.
fn is_solved<M>(lines: &[RootMove<M>], depth: i32) -> bool {
    lines.iter().all(|line| {
        let mate = line.score.mate();
        mate.is_some_and(|plies| plies.abs() <= depth)
    })
}

/// How much the best move changes from iteration to iteration: the time for a move is multiplied by
/// it.
struct Instability(f64);

impl Instability {
    fn note(&mut self, changed: bool) {
        let percent = |n: i32| f64::from(n) / 100.0;
        self.0 = if changed {
            percent(INSTABILITY_CHANGED.get())
        } else {
            let decayed = self.0 * percent(INSTABILITY_DECAY.get());
            decayed.max(percent(INSTABILITY_LEAST.get()))
        };
    }
}
