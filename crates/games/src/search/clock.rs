//! Time management: a soft limit checked between iterations and a hard limit checked during them.

use crate::clock::Instant;
use std::time::Duration;

use super::Limits;
use super::params::{
    Param, TIME_FRACTION, TIME_HARD, TIME_INCREMENT, TIME_LAST_MOVE, TIME_RESERVE, TIME_SOFT,
};

/// The time limits of one search.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Deadlines {
    /// Computes the limits of a search that started at `start`. The player probably still has `moves_left` moves
    /// with a choice.
    #[must_use]
    pub fn plan(limits: &Limits, start: Instant, moves_left: u32) -> Deadlines {
        let without_overhead = |time: Duration| time.saturating_sub(limits.overhead.min(time / 2));
        let mut soft = None;
        let mut hard = limits.movetime.map(without_overhead);
        if let Some(clock) = limits.clock {
            let reserve = Duration::from_millis(u64::from(TIME_RESERVE.get().unsigned_abs()));
            let reserve = reserve.min(clock.remaining / 2);
            let usable = without_overhead(clock.remaining).saturating_sub(reserve);
            // The last expected move need not be the last one.
            let expected = moves_left.max(2);
            let moves = clock.moves_to_go.unwrap_or(expected).clamp(1, expected);
            let share = usable / moves + percent(clock.increment, &TIME_INCREMENT);
            // The last move before the time control may use most of the time, other moves only a part of it.
            let max_time = if moves == 1 {
                percent(usable, &TIME_LAST_MOVE)
            } else {
                usable / TIME_FRACTION.get().unsigned_abs()
            };
            soft = Some(percent(share, &TIME_SOFT).min(max_time));
            let ceiling = percent(share, &TIME_HARD).min(max_time);
            hard = Some(hard.map_or(ceiling, |h| h.min(ceiling)));
        }
        Deadlines { start, soft, hard }
    }

    /// The time since the search started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must stop immediately.
    #[must_use]
    pub fn is_past_hard_limit(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether no further iteration should start. `instability` scales the soft limit: from about 0.5 (the
    /// best move has long been stable) to about 2 (it has just changed).
    #[must_use]
    pub fn is_past_soft_limit(&self, instability: f64) -> bool {
        self.soft
            .is_some_and(|soft| self.elapsed() >= soft.mul_f64(instability))
    }
}

/// A percentage of a duration.
fn percent(time: Duration, share: &Param) -> Duration {
    time * share.get().unsigned_abs() / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;
    use crate::search::limits::Clock;

    fn hard(limits: &Limits) -> Duration {
        let plan = Deadlines::plan(limits, clock::now(), 1);
        plan.hard.expect("the limits include a time")
    }

    #[test]
    fn the_overhead_takes_at_most_half_of_a_fixed_time() {
        let limits = |ms| Limits {
            movetime: Some(Duration::from_millis(ms)),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        };
        assert_eq!(hard(&limits(100)), Duration::from_millis(90));
        assert_eq!(hard(&limits(10)), Duration::from_millis(5));
    }

    /// The worst case: every move takes as long as it may.
    #[test]
    fn a_clock_with_an_increment_keeps_a_reserve() {
        for (start, increment, least) in [(1500, 20, 100), (10_000, 100, 200), (60_000, 600, 200)] {
            let increment = Duration::from_millis(increment);
            let mut remaining = Duration::from_millis(start);
            for _ in 0..500 {
                let limits = Limits {
                    clock: Some(Clock {
                        remaining,
                        increment,
                        moves_to_go: None,
                    }),
                    overhead: Duration::from_millis(10),
                    ..Limits::default()
                };
                remaining -= hard(&limits);
                assert!(remaining >= Duration::from_millis(least), "{remaining:?}");
                remaining += increment;
            }
        }
    }

    #[test]
    fn fewer_moves_left_give_each_more_time() {
        let limits = Limits {
            clock: Some(Clock {
                remaining: Duration::from_secs(10),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let soft = |moves_left| Deadlines::plan(&limits, clock::now(), moves_left).soft;
        assert!(soft(40) < soft(20));
        assert!(soft(20) < soft(5));
        assert_eq!(soft(0), soft(2));
    }

    #[test]
    fn one_move_never_uses_the_whole_clock() {
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
