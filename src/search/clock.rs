//! How long to think: a soft deadline looked at between iterations and a hard one inside them.

use std::time::{Duration, Instant};

use super::Limits;
use super::params::{
    Param, TIME_FRACTION, TIME_HARD, TIME_INCREMENT, TIME_LAST_MOVE, TIME_MOVES_LEFT, TIME_SOFT,
};

/// The deadlines of one search.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Deadlines {
    /// Plans the time for a search that began at `start`.
    #[must_use]
    pub fn plan(limits: &Limits, start: Instant) -> Deadlines {
        let spared = |whole: Duration| whole.saturating_sub(limits.overhead.min(whole / 2));
        let mut soft = None;
        let mut hard = limits.movetime.map(spared);
        if let Some(clock) = limits.clock {
            let usable = spared(clock.remaining);
            let most_moves = TIME_MOVES_LEFT.get().unsigned_abs();
            let moves = clock.moves_to_go.unwrap_or(most_moves).clamp(1, most_moves);
            let share = usable / moves + percent(clock.increment, &TIME_INCREMENT);
            // The last move before new time may use nearly all, others only a part.
            let most = if moves == 1 {
                percent(usable, &TIME_LAST_MOVE)
            } else {
                usable / TIME_FRACTION.get().unsigned_abs()
            };
            soft = Some(percent(share, &TIME_SOFT).min(most));
            let ceiling = percent(share, &TIME_HARD).min(most);
            hard = Some(hard.map_or(ceiling, |h| h.min(ceiling)));
        }
        Deadlines { start, soft, hard }
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must stop now.
    #[must_use]
    pub fn is_past_hard_limit(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning. `instability` grows from about 0.5 (the best
    /// move has stood for long) to about 2 (it has just changed).
    #[must_use]
    pub fn is_past_soft_limit(&self, instability: f64) -> bool {
        self.soft
            .is_some_and(|soft| self.elapsed() >= soft.mul_f64(instability))
    }
}

/// A share of a time.
fn percent(time: Duration, share: &Param) -> Duration {
    time * share.get().unsigned_abs() / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Clock;

    fn hard(limits: &Limits) -> Duration {
        let plan = Deadlines::plan(limits, Instant::now());
        plan.hard.expect("the limits set a deadline")
    }

    #[test]
    fn a_fixed_time_keeps_the_overhead_back_but_never_more_than_half() {
        let limits = |ms| Limits {
            movetime: Some(Duration::from_millis(ms)),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        };
        assert_eq!(hard(&limits(100)), Duration::from_millis(90));
        assert_eq!(hard(&limits(10)), Duration::from_millis(5));
    }

    #[test]
    fn a_clock_is_never_used_up_by_one_move() {
        for ms in [1, 20, 1000, 600_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let remaining = Duration::from_millis(ms);
                let limits = Limits {
                    clock: Some(Clock {
                        remaining,
                        increment: Duration::from_secs(60),
                        moves_to_go,
                    }),
                    ..Limits::default()
                };
                assert!(hard(&limits) < remaining);
            }
        }
    }
}
