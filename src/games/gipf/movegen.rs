//! Every turn of the player to move, each once, and the shorter lists that a search wants.

use std::ops::ControlFlow::{self, Break, Continue};

use super::board::{ENTRIES, ENTRY, has_run};
use super::position::Position;
use super::turn::{Action, Kind, Move};
use crate::board::Bits;
use crate::board::hex::Direction;

/// Which turns are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Breadth {
    /// All legal turns.
    Full,
    /// One entry to each empty first point, and so many of the best removals of a kind.
    Narrow {
        /// At least 1.
        removals: usize,
    },
    /// Like `Narrow` with one removal, and only turns that end with a removal.
    Takes,
}

impl Position {
    /// Calls `visit` with every legal turn of a breadth until it breaks.
    #[inline]
    pub(super) fn each_turn(
        &self,
        breadth: Breadth,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.turn();
        if self.winner_by_gipf(!side).is_some() {
            return Continue(());
        }
        if !has_run(self.pieces(side)) {
            return self.each_turn_after(Bits::EMPTY, breadth, visit);
        }
        self.each_removal_of(breadth, &mut |set| {
            if set.is_empty() {
                return self.each_turn_after(set, breadth, visit);
            }
            let mut cleared = *self;
            cleared.remove(set, side);
            if cleared.winner_by_gipf(side).is_some() {
                visit(Move::ending(set))
            } else {
                cleared.each_turn_after(set, breadth, visit)
            }
        })
    }

    /// Whether there is a legal turn.
    pub(super) fn has_turn(&self) -> bool {
        self.each_turn(Breadth::Full, &mut |_| Break(())).is_break()
    }

    /// Calls `visit` with the turns that began by emptying the points of `gone`, here already done.
    #[inline]
    fn each_turn_after(
        &self,
        gone: Bits,
        breadth: Breadth,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let kinds = Kind::ALL.map(|kind| self.may_enter(kind));
        let occupied = self.occupied();
        for number in 0..ENTRIES as u8 {
            let entry = &ENTRY[usize::from(number)];
            if breadth != Breadth::Full && !entry.leads && !occupied.has(entry.first) {
                continue;
            }
            let Some(pushed) = self.pushed_by(number) else {
                continue;
            };
            let makes_row = has_run(self.own_after_push(number, pushed));
            if !makes_row && breadth == Breadth::Takes {
                continue;
            }
            for kind in Kind::ALL {
                if !kinds[kind as usize] {
                    continue;
                }
                let action = Action::Enter(kind, number);
                if makes_row {
                    self.each_end_of_turn(gone, action, breadth, visit)?;
                } else {
                    visit(Move::new(gone, action, Bits::EMPTY))?;
                }
            }
        }
        for from in self.pieces(self.turn()) & self.charged() {
            for direction in Direction::ALL {
                if self.landing(from, direction).is_some() {
                    let action = Action::Jump(from, direction);
                    self.each_end_of_turn(gone, action, breadth, visit)?;
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
        breadth: Breadth,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut acted = *self;
        acted.act(action);
        acted.each_removal_of(breadth, &mut |set| {
            if breadth == Breadth::Takes && set.is_empty() {
                return Continue(());
            }
            visit(Move::new(gone, action, set))
        })
    }

    /// Calls `visit` with the removals of a breadth that the player to move has.
    #[inline]
    fn each_removal_of(
        &self,
        breadth: Breadth,
        visit: &mut impl FnMut(Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match breadth {
            Breadth::Full => self.each_removal(self.turn(), visit),
            Breadth::Narrow { removals } => self.each_good_removal(removals, visit),
            Breadth::Takes => self.each_good_removal(1, visit),
        }
    }
}
