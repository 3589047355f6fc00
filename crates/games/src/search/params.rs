//! The tunable parameters of the search, with defaults and ranges.
//!
//! In normal builds a parameter is a constant. With the `tune` feature each parameter is a protocol option
//! with its name, so that a match can compare two values. The constants of the games ([`Tuning`]) are then
//! options too; -1 selects the value of the game.
//!
//! Depths are plies, margins centipawns.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use crate::rules::{SearchSupport, Tuning};

/// A search parameter.
#[derive(Debug)]
pub struct Param {
    /// The name, also of the protocol option.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The minimum and maximum value.
    pub range: (i32, i32),
    #[cfg(feature = "tune")]
    value: AtomicI32,
}

impl Param {
    const fn new(name: &'static str, default: i32, range: (i32, i32)) -> Param {
        Param {
            name,
            default,
            range,
            #[cfg(feature = "tune")]
            value: AtomicI32::new(default),
        }
    }

    /// The current value.
    #[cfg(not(feature = "tune"))]
    #[inline(always)]
    #[must_use]
    pub const fn get(&self) -> i32 {
        self.default
    }

    /// The current value.
    #[cfg(feature = "tune")]
    #[inline]
    #[must_use]
    pub fn get(&self) -> i32 {
        // Relaxed: parameters change only between searches.
        self.value.load(Relaxed)
    }

    /// Sets the value, clamped to the range.
    #[cfg(feature = "tune")]
    pub fn set(&self, value: i32) {
        let (min, max) = self.range;
        self.value.store(value.clamp(min, max), Relaxed);
    }
}

macro_rules! params {
    ($list:ident, $about:literal: $($(#[$doc:meta])* $name:ident = $default:literal, $min:literal..=$max:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            pub const $name: Param = Param::new(stringify!($name), $default, ($min, $max));
            $(#[$doc])*
            #[cfg(feature = "tune")]
            pub static $name: Param = Param::new(stringify!($name), $default, ($min, $max));
        )*
        #[doc = $about]
        pub static $list: &[&Param] = &[$(&$name),*];
    };
}

params! { SEARCH, "The parameters shared by all games.":
    /// The maximum depth of reverse futility pruning.
    RFP_DEPTH = 6, 0..=20;
    /// The minimum depth of null-move pruning.
    NULL_DEPTH = 3, 1..=20;
    /// The null-move reduction grows by one ply per this many plies of depth.
    NULL_DEPTH_DIVISOR = 4, 1..=20;
    /// The minimum depth of internal iterative reduction: nodes without a hash move are searched one ply
    /// less deep.
    IIR_DEPTH = 4, 2..=20;
    /// The maximum depth of futility pruning.
    FUTILITY_DEPTH = 4, 0..=20;
    /// The minimum depth of late-move reductions.
    LMR_DEPTH = 3, 2..=20;
    /// The first move with a late-move reduction, counted from 1.
    LMR_NUMBER = 3, 2..=64;
    /// The order score (rank plus history) that changes the reduction of a quiet move by one ply: less
    /// reduction for positive scores, more for negative scores.
    LMR_HISTORY = 12_000, 1_000..=48_000;
    /// The maximum extra reduction by a negative order score, in plies.
    LMR_HISTORY_WORST = 1, 0..=4;
    /// The maximum decrease of the reduction by a positive order score, in plies. Killers always get it.
    LMR_HISTORY_BEST = 2, 0..=4;
    /// A forced move is extended by one ply if its distance from the root is less than the iteration depth
    /// times this factor, plus `EXTENSION_PLIES`.
    EXTENSION_FACTOR = 2, 0..=8;
    /// See `EXTENSION_FACTOR`.
    EXTENSION_PLIES = 8, 0..=100;
    /// The minimum depth of aspiration windows.
    ASPIRATION_DEPTH = 4, 2..=20;
    /// The factor by which the aspiration margin grows after a fail.
    ASPIRATION_GROWTH = 3, 2..=10;
    /// The maximum aspiration margin. Above it the failed side of the window is opened fully.
    ASPIRATION_LIMIT = 1_000, 10..=20_000;
    /// The history bonus of a quiet move that fails high: this value times the square of the depth.
    HISTORY_BONUS = 16, 1..=400;
    /// The maximum history bonus.
    HISTORY_BONUS_MAX = 1_600, 100..=16_000;
    /// The maximum absolute history value.
    HISTORY_MAX = 16_000, 1_000..=16_000;
    /// The depth penalty of a table entry per search since it was stored, in plies.
    TABLE_AGING = 8, 0..=64;
    /// The bonus for noisy moves in the root move ordering, in units of history.
    ROOT_NOISY_BONUS = 16_000, 0..=64_000;
    /// The part of the clock that no move may use, in milliseconds, but at most half of the clock. A busy machine
    /// can delay an answer by as much.
    TIME_RESERVE = 200, 0..=1_000;
    /// The share of the increment added to the time of a move, in percent.
    TIME_INCREMENT = 75, 0..=100;
    /// The soft limit as a percentage of a move's time, before scaling by the instability. No iteration starts
    /// after it.
    TIME_SOFT = 60, 10..=200;
    /// The hard limit as a percentage of a move's time. The search stops at it.
    TIME_HARD = 300, 100..=1_000;
    /// The maximum fraction of the clock for one move (3 means one third).
    TIME_FRACTION = 3, 2..=10;
    /// The maximum share of the clock for the last move before the time control, in percent.
    TIME_LAST_MOVE = 80, 10..=90;
    /// The instability after an iteration that changed the best move, in percent.
    INSTABILITY_CHANGED = 180, 50..=400;
    /// The decay of the instability after an iteration that kept the best move, in percent.
    INSTABILITY_DECAY = 80, 10..=100;
    /// The minimum instability, in percent.
    INSTABILITY_MIN = 50, 10..=100;
}

/// All parameters.
#[cfg(feature = "tune")]
pub fn all() -> impl Iterator<Item = &'static Param> {
    SEARCH.iter().chain(GAME).copied()
}

/// Sets the parameter with this name, if it exists.
#[cfg(feature = "tune")]
pub fn set(name: &str, value: i32) {
    if let Some(param) = all().find(|param| param.name == name) {
        param.set(value);
    }
}

/// The constants of a game.
#[cfg(not(feature = "tune"))]
#[inline(always)]
#[must_use]
pub const fn tuning<P: SearchSupport>() -> Tuning {
    P::TUNING
}

#[cfg(feature = "tune")]
macro_rules! game_params {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $max:literal, $option:ident;)*) => {
        params! { GAME, "The constants of the games; -1 selects the value of the game.":
            $(
                #[doc = concat!("[`Tuning::", stringify!($name), "`].")]
                $option = -1, -1..=$max;
            )*
        }

        /// The constants of a game, with the values set by options.
        #[must_use]
        pub fn tuning<P: SearchSupport>() -> Tuning {
            let or = |param: &Param, default: i32| match param.get() {
                ..0 => default,
                value => value,
            };
            let game = P::TUNING;
            Tuning {
                $($name: or(&$option, game.$name),)*
                ..game
            }
        }
    };
}
#[cfg(feature = "tune")]
crate::rules::with_tuning_constants!(game_params);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_range() {
        for param in SEARCH {
            let (min, max) = param.range;
            assert!((min..=max).contains(&param.default), "{}", param.name);
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn names_are_unique_and_values_are_clamped_to_the_range() {
        let names: std::collections::HashSet<&str> = all().map(|param| param.name).collect();
        assert_eq!(names.len(), all().count());
        // A local parameter, so that no search is affected.
        let param = Param::new("TEST", 5, (0, 10));
        param.set(7);
        assert_eq!(param.get(), 7);
        param.set(99);
        assert_eq!(param.get(), 10);
    }
}
