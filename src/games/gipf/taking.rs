//! Builds a removal by touches: the user chooses the pieces to remove.
//!
//! If only one removal is legal, there is nothing to choose. Otherwise each touched piece narrows the
//! choice to the removals that contain it. The pieces that all of these share are removed automatically.

use std::sync::Arc;

use super::TEXTS;
use super::families::{Common, Removals};
use super::picture::{named, places};
use super::reasons::Violation;
use crate::board::{Bits, Cell};
use crate::picture::{Highlight, Role, TouchEffect, TouchOption};

/// A removal under construction.
#[derive(Clone, Debug)]
pub(super) struct Taking {
    removals: Arc<Removals>,
    /// The touched pieces.
    pub(super) touched: Vec<Cell>,
    /// Whether the user has finished the removal.
    pub(super) done: bool,
}

impl Taking {
    /// A removal without touches.
    pub(super) fn new(removals: Removals) -> Taking {
        Taking {
            removals: Arc::new(removals),
            touched: Vec::new(),
            done: false,
        }
    }

    /// The pieces that the remaining removals have in common.
    pub(super) fn common(&self) -> Common {
        self.common_with(Bits::EMPTY)
    }

    fn common_with(&self, more: Bits) -> Common {
        let touched: Bits = self.touched.iter().copied().collect();
        let no_set = Common {
            possible: Bits::EMPTY,
            certain: Bits::EMPTY,
        };
        self.removals.common(touched | more).unwrap_or(no_set)
    }

    /// The removal that the touches so far make.
    pub(super) fn set(&self) -> Bits {
        self.common().certain
    }

    /// Whether that removal is legal.
    pub(super) fn is_legal(&self) -> bool {
        self.removals.has(self.set())
    }

    /// The pieces that may be touched next.
    pub(super) fn options(&self) -> Vec<TouchOption> {
        let Common { possible, certain } = self.common();
        let open = possible.minus(certain).into_iter();
        let options = open.map(|point| {
            let with = self.common_with(point.bit()).certain;
            let takes = places(with.minus(certain));
            let label = TEXTS.text("touch.take");
            TouchOption::place(named(point), TouchEffect::Remove)
                .taking(takes)
                .labelled(label)
        });
        options.collect()
    }

    /// The button that finishes the removal.
    pub(super) fn done_button(&self) -> TouchOption {
        TouchOption::done(TouchEffect::Finish).taking(places(self.set()))
    }

    /// Marks the touched pieces, those removed with them, and those that can no longer be removed.
    pub(super) fn marks(&self) -> Vec<Highlight> {
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
            .map(|(role, points)| Highlight::new(role, places(points)))
            .collect()
    }

    /// Why a point cannot be touched.
    pub(super) fn why_not(&self, point: Cell, occupied: Bits) -> Violation {
        let all = self.removals.common(Bits::EMPTY);
        if !occupied.has(point) {
            Violation::NoPiece
        } else if self.touched.contains(&point) {
            Violation::Chosen
        } else if self.set().has(point) {
            Violation::Goes
        } else if all.is_some_and(|all| all.possible.has(point)) {
            Violation::Stays
        } else {
            Violation::NoRow
        }
    }

    /// The touches that make the removal `set`.
    pub(super) fn touch_sequence(&self, set: Bits) -> Vec<Cell> {
        let mut taking = self.clone();
        while let Some(next) = set.minus(taking.set()).lowest() {
            taking.touched.push(next);
        }
        taking.touched
    }
}
