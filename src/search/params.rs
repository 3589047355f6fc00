//! Every number of the search that matches have found or could find, with its default and range.
//!
//! In the engine a parameter is a constant. With the `tune` feature each is an option of the protocol
//! under its name, so that a match can compare two values of it; also the constants of the games
//! ([`Tuning`]) are options then, of which -1 stands for what the game says.
//!
//! Depths are plies, margins centipawns.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use crate::rules::{SearchSupport, Tuning};

/// A number of the search.
#[derive(Debug)]
pub struct Param {
    /// Its name, as an option too.
    pub name: &'static str,
    /// Its value unless it is set.
    pub default: i32,
    /// The smallest and the largest sensible value.
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

    /// Its value.
    #[cfg(not(feature = "tune"))]
    #[inline(always)]
    #[must_use]
    pub const fn get(&self) -> i32 {
        self.default
    }

    /// Its value.
    #[cfg(feature = "tune")]
    #[inline]
    #[must_use]
    pub fn get(&self) -> i32 {
        // Relaxed: it is set between searches.
        self.value.load(Relaxed)
    }

    /// Sets its value; numbers out of range become the nearest in it.
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

params! { SEARCH, "The parameters that all games share.":
    /// Reverse futility pruning reaches up to this remaining depth.
    RFP_DEPTH = 6, 0..=20;
    /// The null move is tried from this remaining depth on.
    NULL_DEPTH = 3, 1..=20;
    /// One ply more is taken off below a null move for each so many plies of depth.
    NULL_DEPTH_DIVISOR = 4, 1..=20;
    /// Internal iterative reduction: from this remaining depth on a node without a hash move is
    /// searched one ply less deep.
    IIR_DEPTH = 4, 2..=20;
    /// Futility pruning reaches up to this remaining depth.
    FUTILITY_DEPTH = 4, 0..=20;
    /// At the frontier, with a ply left, only moves that gain are looked at where the evaluation is so far
    /// below alpha.
    FRONTIER_MARGIN = 40, 0..=1_000;
    /// Late-move reductions begin at this remaining depth ...
    LMR_DEPTH = 3, 2..=20;
    /// ... and with this move of a node, counted from 1.
    LMR_NUMBER = 3, 2..=64;
    /// A quiet move is reduced one ply less for each so much of its standing, rank and history together (and more when that is negative),
    LMR_HISTORY = 12_000, 1_000..=48_000;
    /// by so many plies more at most
    LMR_HISTORY_WORST = 1, 0..=4;
    /// and by so many less at most; killers always.
    LMR_HISTORY_BEST = 2, 0..=4;
    /// A forced move extends the line by a ply while it is shorter than the depth of the iteration
    /// times this ...
    EXTENSION_FACTOR = 2, 0..=8;
    /// ... plus this.
    EXTENSION_PLIES = 8, 0..=100;
    /// Aspiration windows are used from this iteration on.
    ASPIRATION_DEPTH = 4, 2..=20;
    /// Half an aspiration window grows by this factor when the value falls outside,
    ASPIRATION_GROWTH = 3, 2..=10;
    /// and beyond this half width it is opened wholly.
    ASPIRATION_LIMIT = 1_000, 10..=20_000;
    /// A quiet move that fails high gains this history times the square of the depth ...
    HISTORY_BONUS = 16, 1..=400;
    /// ... but no more than this at once.
    HISTORY_BONUS_MAX = 1_600, 100..=16_000;
    /// The largest size of a history value.
    HISTORY_MAX = 16_000, 1_000..=16_000;
    /// An entry of the table is worth this many plies less for each search since.
    TABLE_AGING = 8, 0..=64;
    /// At the root loud moves stand so much higher than their rank, in the unit of history.
    ROOT_LOUD = 16_000, 0..=64_000;
    /// Moves assumed to be left when the clock is for the whole game.
    TIME_MOVES_LEFT = 28, 5..=100;
    /// The share of the increment that a move may count on, in percent.
    TIME_INCREMENT = 75, 0..=100;
    /// No iteration is begun after this share of a move's time, in percent, times the instability.
    TIME_SOFT = 60, 10..=200;
    /// A search ends after this share of a move's time, in percent.
    TIME_HARD = 300, 100..=1_000;
    /// A move takes no more than this fraction of the clock (3 for a third).
    TIME_FRACTION = 3, 2..=10;
    /// The last move before new time may take this share of the clock, in percent.
    TIME_LAST_MOVE = 80, 10..=90;
    /// The instability, in percent, after an iteration that changed the best move;
    INSTABILITY_CHANGED = 180, 50..=400;
    /// what remains of it, in percent, after each that did not;
    INSTABILITY_DECAY = 80, 10..=100;
    /// and the least it comes down to, in percent.
    INSTABILITY_LEAST = 50, 10..=100;
}

#[cfg(feature = "tune")]
params! { GAME, "The constants of the games; -1 for what the game says.":
    /// [`Tuning::lmr_divisor`].
    GAME_LMR_DIVISOR = -1, -1..=1_000;
    /// [`Tuning::lmr_base`].
    GAME_LMR_BASE = -1, -1..=400;
    /// [`Tuning::lmp_base`].
    GAME_LMP_BASE = -1, -1..=400;
    /// [`Tuning::lmp_factor`].
    GAME_LMP_FACTOR = -1, -1..=100;
    /// [`Tuning::lmp_depth`].
    GAME_LMP_DEPTH = -1, -1..=20;
    /// [`Tuning::null_reduction`].
    GAME_NULL_REDUCTION = -1, -1..=10;
    /// [`Tuning::futility`].
    GAME_FUTILITY = -1, -1..=2_000;
    /// [`Tuning::reverse_futility`].
    GAME_REVERSE_FUTILITY = -1, -1..=2_000;
    /// [`Tuning::aspiration`].
    GAME_ASPIRATION = -1, -1..=2_000;
    /// [`Tuning::quiescence_plies`].
    GAME_QUIESCENCE_PLIES = -1, -1..=64;
    /// [`Tuning::skill_moves`].
    GAME_SKILL_MOVES = -1, -1..=10_000;
    /// [`Tuning::skill_moves_growth`].
    GAME_SKILL_MOVES_GROWTH = -1, -1..=400;
}

/// Every parameter.
#[cfg(feature = "tune")]
pub fn all() -> impl Iterator<Item = &'static Param> {
    SEARCH.iter().chain(GAME).copied()
}

/// Sets the parameter of this name, if there is one.
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

/// The constants of a game, as far as they are not set by options.
#[cfg(feature = "tune")]
#[must_use]
pub fn tuning<P: SearchSupport>() -> Tuning {
    let or = |param: &Param, own: i32| if param.get() < 0 { own } else { param.get() };
    let own = P::TUNING;
    Tuning {
        lmr_divisor: or(&GAME_LMR_DIVISOR, own.lmr_divisor),
        lmr_base: or(&GAME_LMR_BASE, own.lmr_base),
        lmp_base: or(&GAME_LMP_BASE, own.lmp_base),
        lmp_factor: or(&GAME_LMP_FACTOR, own.lmp_factor),
        lmp_depth: or(&GAME_LMP_DEPTH, own.lmp_depth),
        null_reduction: or(&GAME_NULL_REDUCTION, own.null_reduction),
        futility: or(&GAME_FUTILITY, own.futility),
        reverse_futility: or(&GAME_REVERSE_FUTILITY, own.reverse_futility),
        aspiration: or(&GAME_ASPIRATION, own.aspiration),
        quiescence_plies: or(&GAME_QUIESCENCE_PLIES, own.quiescence_plies),
        skill_moves: or(&GAME_SKILL_MOVES, own.skill_moves),
        skill_moves_growth: or(&GAME_SKILL_MOVES_GROWTH, own.skill_moves_growth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for param in SEARCH {
            let (min, max) = param.range;
            assert!((min..=max).contains(&param.default), "{}", param.name);
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn every_parameter_can_be_set_within_its_range_and_names_are_unique() {
        let names: std::collections::HashSet<&str> = all().map(|param| param.name).collect();
        assert_eq!(names.len(), all().count());
        // No search uses a parameter of this test alone.
        let param = Param::new("TEST", 5, (0, 10));
        param.set(7);
        assert_eq!(param.get(), 7);
        param.set(99);
        assert_eq!(param.get(), 10);
    }
}
