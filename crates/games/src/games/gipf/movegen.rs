//! Generates every legal move once, and shorter lists for the search.

use std::ops::ControlFlow::{self, Break, Continue};

use super::board::{ENTRY_COUNT, entry, has_run};
use super::decided::PushFilter;
use super::moves::{Action, Kind, Move};
use super::position::Position;
use crate::board::Bits;
use crate::board::hex::Direction;
use crate::rules::Rules;

/// The moves to list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Selection {
    /// All legal moves.
    Full,
    /// One entry to each empty first point, and a limited number of the best removals.
    Narrow {
        /// At least 1.
        removals: usize,
    },
    /// Like `Narrow` with one removal, but only moves that end with a removal.
    Takes,
}

impl Position {
    /// Calls `visit` with every legal move of a selection until it breaks.
    #[inline]
    pub(super) fn each_move(
        &self,
        selection: Selection,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.turn();
        if self.winner_by_gipf(!side).is_some() {
            return Continue(());
        }
        if !has_run(self.pieces(side)) {
            return self.each_move_after(Bits::EMPTY, selection, visit);
        }
        self.each_removal_of(selection, &mut |set| {
            if set.is_empty() {
                return self.each_move_after(set, selection, visit);
            }
            let mut cleared = *self;
            cleared.remove(set, side);
            if cleared.winner_by_gipf(side).is_some() {
                visit(Move::ending(set))
            } else {
                cleared.each_move_after(set, selection, visit)
            }
        })
    }

    /// Whether there is a legal move.
    pub(super) fn has_move(&self) -> bool {
        self.each_move(Selection::Full, &mut |_| Break(()))
            .is_break()
    }

    /// Calls `visit` with the moves that start by removing `gone`, which has been removed here already.
    #[inline]
    fn each_move_after(
        &self,
        gone: Bits,
        selection: Selection,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let kinds = Kind::ALL.map(|kind| self.may_enter(kind));
        let occupied = self.occupied();
        let own = self.pieces(self.turn());
        let filter = (selection == Selection::Takes && !has_run(own)).then(|| PushFilter::of(own));
        for number in 0..ENTRY_COUNT as u8 {
            let entry = entry(number);
            if selection != Selection::Full && !entry.is_canonical && !occupied.has(entry.first) {
                continue;
            }
            if filter
                .as_ref()
                .is_some_and(|filter| !filter.may_make_row(number))
            {
                continue;
            }
            let Some(pushed) = self.pushed_by(number) else {
                continue;
            };
            let makes_row = has_run(self.own_after_push(number, pushed));
            if !makes_row && selection == Selection::Takes {
                continue;
            }
            for kind in Kind::ALL {
                if !kinds[kind as usize] {
                    continue;
                }
                let action = Action::Enter(kind, number);
                if makes_row {
                    self.each_end_of_turn(gone, action, selection, visit)?;
                } else {
                    visit(Move::new(gone, action, Bits::EMPTY))?;
                }
            }
        }
        for from in self.pieces(self.turn()) & self.charged() {
            for direction in Direction::ALL {
                if self.landing(from, direction).is_some() {
                    let action = Action::Jump(from, direction);
                    self.each_end_of_turn(gone, action, selection, visit)?;
                }
            }
        }
        Continue(())
    }

    /// Calls `visit` with the removals that may follow `action`.
    fn each_end_of_turn(
        &self,
        gone: Bits,
        action: Action,
        selection: Selection,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut acted = *self;
        acted.act(action);
        acted.each_removal_of(selection, &mut |set| {
            if selection == Selection::Takes && set.is_empty() {
                return Continue(());
            }
            visit(Move::new(gone, action, set))
        })
    }

    /// Calls `visit` with the removals of a selection for the side to move.
    #[inline]
    fn each_removal_of(
        &self,
        selection: Selection,
        visit: &mut impl FnMut(Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match selection {
            Selection::Full => self.each_removal(self.turn(), visit),
            Selection::Narrow { removals } => self.each_good_removal(removals, visit),
            Selection::Takes => self.each_good_removal(1, visit),
        }
    }
}
