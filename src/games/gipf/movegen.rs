//! Every turn of the player to move, each once.

use std::ops::ControlFlow::{self, Break, Continue};

use super::board::{ENTRIES, has_run};
use super::position::Position;
use super::turn::{Action, Kind, Move};
use crate::board::Bits;
use crate::board::hex::DIRECTIONS;
use crate::position::Position as _;

impl Position {
    /// Calls `visit` with every legal turn until it breaks.
    #[inline]
    pub(super) fn each_turn(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.turn();
        if self.winner_by_gipf(!side).is_some() {
            return Continue(());
        }
        if !has_run(self.pieces(side)) {
            return self.each_turn_after(Bits::EMPTY, visit);
        }
        self.each_removal(side, &mut |set| {
            if set.is_empty() {
                return self.each_turn_after(set, visit);
            }
            let mut cleared = *self;
            cleared.remove(set, side);
            if cleared.winner_by_gipf(side).is_some() {
                visit(Move::ending(set))
            } else {
                cleared.each_turn_after(set, visit)
            }
        })
    }

    /// Whether there is a legal turn.
    pub(super) fn has_turn(&self) -> bool {
        self.each_turn(&mut |_| Break(())).is_break()
    }

    /// Calls `visit` with the turns that began by emptying the points of `gone`, here already done.
    fn each_turn_after(
        &self,
        gone: Bits,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let kinds = Kind::ALL.map(|kind| (kind, self.may_enter(kind)));
        for entry in 0..ENTRIES as u8 {
            let Some(pushed) = self.pushed_by(entry) else {
                continue;
            };
            let makes_row = has_run(self.own_after_push(entry, pushed));
            for (kind, _) in kinds.into_iter().filter(|&(_, may)| may) {
                let action = Action::Enter(kind, entry);
                if makes_row {
                    self.each_end_of_turn(gone, action, visit)?;
                } else {
                    visit(Move::new(gone, action, Bits::EMPTY))?;
                }
            }
        }
        for from in self.pieces(self.turn()) & self.charged() {
            for direction in 0..DIRECTIONS {
                if self.landing(from, direction).is_some() {
                    let action = Action::Jump(from, direction as u8);
                    self.each_end_of_turn(gone, action, visit)?;
                }
            }
        }
        Continue(())
    }

    /// Calls `visit` with every removal that may follow `action`.
    fn each_end_of_turn(
        &self,
        gone: Bits,
        action: Action,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut acted = *self;
        acted.act(action);
        acted.each_removal(self.turn(), &mut |set| visit(Move::new(gone, action, set)))
    }
}
