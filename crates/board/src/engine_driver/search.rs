//! A running search: its lines, its scale, and when to report them.

use std::collections::BTreeMap;
use std::time::Duration;

use super::io::{EngineEvent, MAX_LINES, SearchLine};
use ringstack_engine::ugi::reply::{BoundedValue, Info, Reply, Value, WinChances};

/// The minimum interval between two reports about a search.
const REPORT: Duration = Duration::from_millis(100);
/// The maximum number of moves reported per line.
const MAX_PV: usize = 40;

/// A running search.
#[derive(Debug)]
pub(super) struct RunningSearch {
    pub(super) generation: u64,
    /// When the engine counts as hanging.
    pub(super) deadline: Option<Duration>,
    /// The last line of each rank.
    lines: BTreeMap<usize, SearchLine>,
    /// The last lines that all have the same depth: values of different depths contradict their ranks.
    complete: Vec<SearchLine>,
    scale: Option<f64>,
    /// Whether `complete` has not been reported yet.
    is_fresh: bool,
    next_report: Duration,
    is_stopped: bool,
}

impl RunningSearch {
    pub(super) fn new(generation: u64, deadline: Option<Duration>) -> RunningSearch {
        RunningSearch {
            generation,
            deadline,
            lines: BTreeMap::new(),
            complete: Vec::new(),
            scale: None,
            is_fresh: false,
            next_report: Duration::ZERO,
            is_stopped: false,
        }
    }

    /// Notes that the search must end by `deadline`. Returns whether `stop` has to be sent.
    pub(super) fn stop(&mut self, deadline: Duration) -> bool {
        let is_first = !self.is_stopped;
        if is_first {
            self.is_stopped = true;
            self.deadline = Some(deadline);
        }
        is_first
    }

    /// When a report or the deadline is due.
    pub(super) fn wake(&self) -> Option<Duration> {
        let report = self.is_fresh.then_some(self.next_report);
        [report, self.deadline].into_iter().flatten().min()
    }

    /// Handles a reply. Returns what to report, and whether the search has ended.
    pub(super) fn reply(&mut self, now: Duration, reply: Reply) -> (Vec<EngineEvent>, bool) {
        match reply {
            Reply::Info(info) => {
                self.take(info);
                (self.report_if_due(now).into_iter().collect(), false)
            }
            Reply::Response(text) => {
                self.scale = scale(&text);
                (Vec::new(), false)
            }
            Reply::BestMove(token) => {
                let best = EngineEvent::BestMove(self.generation, token);
                let last = self.report(now);
                (last.into_iter().chain([best]).collect(), true)
            }
            _ => (Vec::new(), false),
        }
    }

    /// The new lines, if enough time has passed since the last report.
    pub(super) fn report_if_due(&mut self, now: Duration) -> Option<EngineEvent> {
        (self.next_report <= now)
            .then(|| self.report(now))
            .flatten()
    }

    fn report(&mut self, now: Duration) -> Option<EngineEvent> {
        if !std::mem::take(&mut self.is_fresh) {
            return None;
        }
        self.next_report = now + REPORT;
        Some(EngineEvent::Lines(self.generation, self.complete.clone()))
    }

    fn take(&mut self, info: Info) {
        let Some(score) = info.score else { return };
        let rank = info.multi_pv.unwrap_or(1);
        if rank > MAX_LINES as usize {
            return;
        }
        let mut pv = info.pv;
        pv.truncate(MAX_PV);
        let line = SearchLine {
            rank,
            depth: info.depth.unwrap_or(0),
            seldepth: info.seldepth,
            score,
            scale: self.scale.or_else(|| scale_of_chances(score, info.wdl?)),
            nodes: info.nodes.unwrap_or(0),
            nps: info.nps.unwrap_or(0),
            time: info.time.unwrap_or(0),
            pv,
        };
        let depth = line.depth;
        self.lines.insert(rank, line);
        if self.lines.values().all(|line| line.depth == depth) {
            self.complete = self.lines.values().cloned().collect();
            self.is_fresh = true;
        }
    }
}

/// The scale in the response to `query scale`, if it is plausible.
fn scale(answer: &str) -> Option<f64> {
    let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
    valid_scale(answer.get("scale")?.as_f64()?)
}

/// The scale with which this score means these chances.
fn scale_of_chances(score: BoundedValue, chances: WinChances) -> Option<f64> {
    let Value::Cp(cp) = score.value else {
        return None;
    };
    let share = (f64::from(chances.win) + f64::from(chances.draw) / 2.0) / 1000.0;
    valid_scale(f64::from(cp) / (share / (1.0 - share)).ln())
}

/// The scale, if it is plausible. Rounded to hundredths, like in records.
fn valid_scale(scale: f64) -> Option<f64> {
    (0.01..=1e7)
        .contains(&scale)
        .then(|| (scale * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_give_the_scale_of_a_score() {
        let chances = |win, loss| WinChances {
            win,
            draw: 1000 - win - loss,
            loss,
        };
        let score = |cp| BoundedValue::from(Value::Cp(cp));
        assert_eq!(
            scale_of_chances(score(100), chances(731, 269)),
            Some(100.03)
        );
        assert_eq!(
            scale_of_chances(score(-100), chances(169, 631)),
            Some(100.03)
        );
        // An even score says nothing about the scale, and neither does certainty.
        assert_eq!(scale_of_chances(score(0), chances(500, 500)), None);
        assert_eq!(scale_of_chances(score(900), chances(1000, 0)), None);
    }
}
