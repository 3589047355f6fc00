//! Rows of a colour, and every legal removal.
//!
//! Rules 4.3 and 4.4: a player takes rows one after another, each on the board left by the previous ones,
//! and only the set of all emptied points counts. So the search follows the steps that lead to a set, and
//! stores each set once.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash};
use std::ops::ControlFlow::{self, Continue};

use super::board::{BOARD, FRAME, has_run, runs_of_four};
use super::position::Position;
use crate::board::Bits;
use crate::board::keys::MixHasher;
use crate::rules::Side;

/// Four or more adjacent pieces of a colour in a line, with all pieces that extend them without a gap.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// Basic pieces and used potentials, which go with the row.
    pub(super) must: Bits,
    /// GIPF and charged pieces, each of which may stay.
    pub(super) may: Bits,
    /// Whether the row must be taken.
    pub(super) forced: bool,
}

impl Row {
    /// All pieces of the row.
    pub(super) fn all(&self) -> Bits {
        self.must | self.may
    }
}

/// The pieces of the runs of four on an axis that begin at `starts`.
pub(super) fn run_from(Bits(starts): Bits, axis: usize) -> Bits {
    let stride = FRAME.strides[axis];
    let pairs = starts | starts << stride;
    Bits(pairs | pairs << (2 * stride))
}

/// The rows of `own` on a board with some pieces removed.
struct Rows {
    own: Bits,
    occupied: Bits,
    gipf: Bits,
    charged: Bits,
    axis: usize,
    runs_of_four: Bits,
}

impl Iterator for Rows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        while self.runs_of_four.is_empty() {
            if self.axis == 2 {
                return None;
            }
            self.axis += 1;
            self.runs_of_four = runs_of_four(self.own, self.axis);
        }
        let line = BOARD.line(self.runs_of_four.lowest()?, self.axis);
        let stride = FRAME.strides[self.axis];
        // A line is too short for two runs, so all its runs of four belong to one row.
        let run = run_from(self.runs_of_four & line, self.axis);
        self.runs_of_four = self.runs_of_four.minus(line);
        let stretch = self.occupied & line;
        let mut row = run;
        loop {
            let wider = Bits(row.0 | row.0 << stride | row.0 >> stride) & stretch;
            if wider == row {
                break;
            }
            row = wider;
        }
        let optional = self.gipf | self.charged;
        let must = row.minus(optional);
        Some(Row {
            must,
            may: row & optional,
            forced: must.any() || run.meets(self.charged),
        })
    }
}

/// All subsets, the whole set first and the empty one last.
#[inline]
pub(super) fn subsets(set: Bits) -> impl Iterator<Item = Bits> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = subset.any().then(|| Bits(subset.0 - 1) & set);
        Some(subset)
    })
}

impl Position {
    /// The rows of `side` when the points of `gone` are empty.
    pub(super) fn rows(&self, side: Side, gone: Bits) -> impl Iterator<Item = Row> + use<> {
        let own = self.pieces(side).minus(gone);
        Rows {
            own,
            occupied: self.occupied().minus(gone),
            gipf: self.gipf(),
            charged: self.charged(),
            axis: 0,
            runs_of_four: runs_of_four(own, 0),
        }
    }

    /// Whether `side` has a row that must be taken when the points of `gone` are empty.
    pub(super) fn has_forced_row(&self, side: Side, gone: Bits) -> bool {
        has_run(self.pieces(side).minus(gone)) && self.rows(side, gone).any(|row| row.forced)
    }

    /// Calls `visit` once with every legal removal of `side`. The empty set is legal if and only if no row
    /// must be taken.
    #[inline]
    pub(super) fn each_removal(
        &self,
        side: Side,
        visit: &mut impl FnMut(Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rows = self.rows(side, Bits::EMPTY);
        match (rows.next(), rows.next()) {
            (None, _) => visit(Bits::EMPTY),
            (Some(row), None) => self.each_removal_of_one(side, row, visit),
            _ => self.each_removal_of_several(side, visit),
        }
    }

    /// The removals of a single row: one step can take any subset of the optional pieces.
    fn each_removal_of_one(
        &self,
        side: Side,
        row: Row,
        visit: &mut impl FnMut(Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if row.may.is_empty() {
            return visit(row.must);
        }
        subsets(row.may).try_for_each(|some| {
            let set = row.must | some;
            let complete = if set.is_empty() {
                !row.forced
            } else {
                !self.has_forced_row(side, set)
            };
            if complete { visit(set) } else { Continue(()) }
        })
    }

    pub(super) fn each_removal_of_several(
        &self,
        side: Side,
        visit: &mut impl FnMut(Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut outcomes = self.outcomes(side, Bits(!0));
        outcomes.try_for_each(|outcome| visit(outcome.gone))
    }

    /// Whether removing exactly `set` is legal for `side`.
    pub(super) fn may_remove(&self, side: Side, set: Bits) -> bool {
        let (_, shared) = self.in_rows(side);
        let makes_it = |outcome: Outcome| outcome.gone.within(set) && set.within(outcome.all());
        !self.has_forced_row(side, set) && self.outcomes(side, shared).any(makes_it)
    }

    /// The pieces in rows of `side`, and those in several of them.
    pub(super) fn in_rows(&self, side: Side) -> (Bits, Bits) {
        let rows = self.rows(side, Bits::EMPTY);
        rows.fold((Bits::EMPTY, Bits::EMPTY), |(all, shared), row| {
            (all | row.all(), shared | all & row.all())
        })
    }

    /// What taking rows one after another leads to, until no row is left that must be taken if all optional
    /// pieces go. Of the optional pieces, only those of `decided` are taken or left with their row. It must have the pieces
    /// of several rows: they decide which rows are left.
    pub(super) fn outcomes(&self, side: Side, decided: Bits) -> impl Iterator<Item = Outcome> {
        row_after_row(
            Outcome::default(),
            move |Outcome { gone, optional }, next| {
                let mut is_end = true;
                for row in self.rows(side, gone) {
                    is_end &= row.must.is_empty();
                    for some in subsets(row.may & decided) {
                        next.add(Outcome {
                            gone: gone | row.must | some,
                            optional: optional | row.may.minus(decided),
                        });
                    }
                }
                is_end && !self.has_forced_row(side, gone | optional)
            },
        )
    }
}

/// What taking rows in some order leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    /// The pieces that are removed.
    pub(super) gone: Bits,
    /// More pieces of these rows, each of which may be removed.
    pub(super) optional: Bits,
}

impl Outcome {
    /// All pieces that may be removed.
    pub(super) fn all(self) -> Bits {
        self.gone | self.optional
    }
}

/// Takes rows one after another in every way, starting from `first`: `take` adds what one more row leads to, and
/// returns whether the player may stop. Gives each state in which they may, in the order in which it is reached.
pub(super) fn row_after_row<S: Copy + Eq + Hash>(
    first: S,
    mut take: impl FnMut(S, &mut Reached<S>) -> bool,
) -> impl Iterator<Item = S> {
    let mut reached = Reached {
        states: vec![first],
        seen: HashSet::from_iter([first]),
    };
    let mut next = 0;
    std::iter::from_fn(move || {
        while let Some(&state) = reached.states.get(next) {
            next += 1;
            if take(state, &mut reached) {
                return Some(state);
            }
        }
        None
    })
}

/// States in the order in which they were first reached.
pub(super) struct Reached<S> {
    states: Vec<S>,
    seen: HashSet<S, BuildHasherDefault<MixHasher>>,
}

impl<S: Copy + Eq + Hash> Reached<S> {
    /// Adds a state, unless it has been reached before.
    pub(super) fn add(&mut self, state: S) {
        if self.seen.insert(state) {
            self.states.push(state);
        }
    }
}
