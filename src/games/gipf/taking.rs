//! A removal in the making: which pieces of which rows are to go.
//!
//! Where only one set of pieces can go nothing is asked. Otherwise each touched piece leaves only the
//! sets that hold it; what all of them have in common goes by itself.

use std::sync::Arc;

use super::families::{Common, Removals};
use super::picture::{named, places};
use crate::board::{Bits, Cell};
use crate::picture::{Act, Mark, Role, Text, TouchOption};

/// A removal as far as it has been touched.
#[derive(Clone, Debug)]
pub(super) struct Taking {
    removals: Arc<Removals>,
    /// The pieces that were touched.
    pub(super) touched: Vec<Cell>,
    /// Whether nothing else is to go.
    pub(super) done: bool,
}

impl Taking {
    /// Nothing has been touched yet.
    pub(super) fn new(removals: Removals) -> Taking {
        Taking {
            removals: Arc::new(removals),
            touched: Vec::new(),
            done: false,
        }
    }

    /// What the sets that are left have in common.
    pub(super) fn common(&self) -> Common {
        self.common_with(Bits::EMPTY)
    }

    fn common_with(&self, more: Bits) -> Common {
        let touched: Bits = self.touched.iter().copied().collect();
        let nothing = Common {
            possible: Bits::EMPTY,
            certain: Bits::EMPTY,
        };
        self.removals.common(touched | more).unwrap_or(nothing)
    }

    /// What goes as things stand.
    pub(super) fn set(&self) -> Bits {
        self.common().certain
    }

    /// Whether that is a legal set.
    pub(super) fn is_legal(&self) -> bool {
        self.removals.has(self.set())
    }

    /// The pieces that may be touched.
    pub(super) fn offers(&self) -> Vec<TouchOption> {
        let Common { possible, certain } = self.common();
        let open = possible.minus(certain).into_iter();
        let offers = open.map(|point| {
            let with = self.common_with(point.bit()).certain;
            let takes = places(with.minus(certain));
            let label = Text::new("touch.take", "Take it off");
            TouchOption::place(named(point), Act::Remove)
                .taking(takes)
                .labelled(label)
        });
        offers.collect()
    }

    /// The button that says that nothing else is to go.
    pub(super) fn done_button(&self) -> TouchOption {
        TouchOption::done(Act::Finish).taking(places(self.set()))
    }

    /// The pieces that were touched, those that go with them, and those that cannot go any more.
    pub(super) fn marks(&self) -> Vec<Mark> {
        let Common { possible, certain } = self.common();
        let chosen: Bits = self.touched.iter().copied().collect();
        let once = Taking {
            touched: Vec::new(),
            ..self.clone()
        };
        let stays = once.common().possible.minus(possible);
        let marks = [
            (Role::Chosen, chosen),
            (Role::Goes, certain.minus(chosen)),
            (Role::Stays, stays),
        ];
        let marks = marks.into_iter().filter(|(_, points)| points.any());
        marks
            .map(|(role, points)| Mark::new(role, places(points)))
            .collect()
    }

    /// Touches that lead to `set`.
    pub(super) fn row(&self, set: Bits) -> Vec<Cell> {
        let mut taking = self.clone();
        while let Some(next) = set.minus(taking.set()).lowest() {
            taking.touched.push(next);
        }
        taking.touched
    }
}
