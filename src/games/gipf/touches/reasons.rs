//! The reasons for refusing a touch, in the terms of the game.

use super::super::board::{ENTRY_COUNT, entry, ray, shifted};
use super::super::names::{name_at, spelled};
use super::super::position::Standing;
use super::super::turn::Kind;
use super::{Begun, Turn};
use crate::board::Cell;
use crate::board::hex::Direction;
use crate::picture::Text;
use crate::rules::{Rules, Side};

impl Turn {
    pub(super) fn reason_for_point(&self, point: Cell) -> Text {
        let (key, text) = match self.action {
            Begun::Nothing if self.is_cleared() => return self.reason_for_piece(point),
            Begun::Nothing => return self.before.reason(point, self.at.occupied()),
            Begun::Kind(_) => DOT_FIRST,
            Begun::Dot(_, dot) => {
                let ends = |n: u8| entry(n).dot == dot && entry(n).first == point;
                if (0..ENTRY_COUNT as u8).any(ends) {
                    ("reason.line-full", "This line is full.")
                } else {
                    let args = [("dot", spelled(name_at(dot)))];
                    let text = "Choose a point next to the dot {}.";
                    return Text::with("reason.not-next", text, &args);
                }
            }
            Begun::Charged(from) => return self.reason_for_landing(from, point),
            Begun::Done(action) => {
                let occupied = self.acted(action).occupied();
                if let Some(after) = &self.after {
                    return after.reason(point, occupied);
                }
                IN_PLAY
            }
        };
        Text::new(key, text)
    }

    /// Why the piece on a point cannot start an action.
    pub(super) fn reason_for_piece(&self, point: Cell) -> Text {
        let own = self.at.turn();
        let (key, text) = match self.at.standing(point) {
            _ if self.wins_at_once() => TAKE_FIRST,
            None => (
                "reason.enter-at-dot",
                "Pieces enter from the dots at the edge.",
            ),
            Some(_) if self.before.set().has(point) => (
                "reason.goes-first",
                "This piece is taken off at the beginning of your move.",
            ),
            Some((side, _)) if side != own => (
                "reason.piece-of-opponent",
                "This piece belongs to your opponent.",
            ),
            Some((_, Standing::Piece(Kind::Charged))) => (
                "reason.no-jump",
                "This piece cannot jump: it needs an adjacent piece to jump over and an empty point behind.",
            ),
            Some((_, Standing::Used)) => ("reason.used", "This potential has already jumped."),
            Some(_) => (
                "reason.pushed-only",
                "Pieces on the board move only when they are pushed.",
            ),
        };
        Text::new(key, text)
    }

    /// Why the potential on `from` cannot land on a point.
    pub(super) fn reason_for_landing(&self, from: Cell, point: Cell) -> Text {
        let cleared = self.cleared();
        let mut directions = Direction::ALL.into_iter();
        let direction = directions.find(|&direction| ray(from, direction).has(point));
        let (key, text) = if point == from {
            (
                "reason.same-potential",
                "This piece is already chosen. Choose where its potential lands.",
            )
        } else if cleared.occupied().has(point) {
            (
                "reason.landing-occupied",
                "The potential lands on an empty point.",
            )
        } else if direction.is_none() {
            (
                "reason.potential-straight",
                "The potential jumps in a straight line.",
            )
        } else if direction.is_some_and(|direction| shifted(from.bit(), direction).has(point)) {
            (
                "reason.nothing-to-jump",
                "The potential jumps over at least one piece.",
            )
        } else {
            (
                "reason.first-gap",
                "The potential jumps over adjacent pieces only, to the first empty point behind them.",
            )
        };
        Text::new(key, text)
    }

    pub(super) fn reason_for_dot(&self) -> Text {
        let full = ("reason.dot-full", "All lines from this dot are full.");
        let (key, text) = match self.action {
            Begun::Nothing if self.wins_at_once() && self.before.is_legal() => TAKE_FIRST,
            Begun::Nothing if !self.before.is_legal() => CHOOSE_FIRST,
            Begun::Nothing => match Turn::kinds(&self.cleared()).len() {
                0 => ("reason.no-pieces", "You have no piece to enter."),
                1 => full,
                _ => (
                    "reason.kind-first",
                    "Choose first which kind of piece to enter.",
                ),
            },
            Begun::Kind(_) => full,
            Begun::Dot(..) => LINE_FIRST,
            Begun::Charged(_) => LANDING_FIRST,
            Begun::Done(_) => IN_PLAY,
        };
        Text::new(key, text)
    }

    pub(super) fn reason_for_item(&self, owner: Side, kind: Kind) -> Text {
        let (key, text) = match self.action {
            _ if owner != self.at.turn() => (
                "reason.hand-of-opponent",
                "These pieces belong to your opponent.",
            ),
            Begun::Nothing if self.wins_at_once() && self.before.is_legal() => TAKE_FIRST,
            Begun::Nothing if !self.before.is_legal() => CHOOSE_FIRST,
            Begun::Nothing => self.reason_for_kind(kind),
            Begun::Kind(_) => DOT_FIRST,
            Begun::Dot(..) => LINE_FIRST,
            Begun::Charged(_) => LANDING_FIRST,
            Begun::Done(_) => IN_PLAY,
        };
        Text::new(key, text)
    }

    /// Why the player to move cannot choose a kind of piece to enter.
    pub(super) fn reason_for_kind(&self, kind: Kind) -> (&'static str, &'static str) {
        let cleared = self.cleared();
        let reserve = cleared.reserve(self.at.turn());
        match kind {
            _ if cleared.may_enter(kind) => (
                "reason.touch-dot",
                "You can enter only this kind of piece: choose the dot where it enters.",
            ),
            _ if reserve.hand == 0 => ("reason.hand-empty", "You have no piece in hand."),
            Kind::Charged if reserve.potentials == 0 => {
                ("reason.no-potential", "You have no potential left.")
            }
            Kind::Basic | Kind::Charged if cleared.is_first_turn() => (
                "reason.gipf-first",
                "The first move must enter a GIPF piece.",
            ),
            Kind::Gipf if !reserve.gipf_right => (
                "reason.no-more-gipf",
                "You cannot enter GIPF pieces any more.",
            ),
            _ => (
                "reason.two-pieces",
                "A GIPF piece needs two basic pieces in hand.",
            ),
        }
    }
}

const TAKE_FIRST: (&str, &str) = ("reason.take-first", "Take the row off first.");
const CHOOSE_FIRST: (&str, &str) = (
    "reason.choose-first",
    "Choose first which pieces to take off.",
);
const DOT_FIRST: (&str, &str) = ("reason.dot-first", "Choose the dot where the piece enters.");
const LINE_FIRST: (&str, &str) = (
    "reason.line-first",
    "The dot is already chosen. Choose the line to push along.",
);
const LANDING_FIRST: (&str, &str) = ("reason.landing-first", "Choose where the potential lands.");
const IN_PLAY: (&str, &str) = (
    "reason.in-play",
    "Your action is done. Choose which pieces to take off.",
);
