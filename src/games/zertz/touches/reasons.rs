//! The reasons for refusing a touch, in the terms of the game.

use super::super::jumps::Chain;
use super::super::picture::kind;
use super::super::variant::{Marble, NO_MARBLES};
use super::{Missing, Part, Placement, Turn};
use crate::board::Cell;
use crate::picture::Text;
use crate::rules::{Rules, Side};

impl Turn {
    pub(super) fn reason_for_cell(&self, cell: Cell) -> Text {
        let text = |(key, text)| Text::new(key, text);
        let on_ring = self.at.rings().has(cell);
        match &self.part {
            Part::Pass { .. } => text(NO_MARBLE),
            Part::Jump(_) if !on_ring => text(NO_RING),
            Part::Jump(None) if self.at.occupied().has(cell) => {
                let args = [("jumper", self.first_jumper())];
                let text = "This marble cannot jump, and you must capture: {} can jump.";
                Text::with("reason.cannot-jump", text, &args)
            }
            Part::Jump(None) => self.must_capture(),
            Part::Jump(Some(chain)) => self.reason_for_landing(chain, cell),
            Part::Place(placement) => self.reason_for_placement(placement, cell),
        }
    }

    /// Why the marble of a chain cannot land on a ring.
    pub(super) fn reason_for_landing(&self, chain: &Chain, cell: Cell) -> Text {
        if cell == chain.at {
            let text = "This marble is jumping. Choose where it lands.";
            return Text::new("reason.same-marble", text);
        }
        if let Some(leap) = chain.leaps().find(|leap| leap.over == cell) {
            let args = [("to", self.name(leap.to))];
            let text = "To capture this marble, choose the ring behind it: {}.";
            return Text::with("reason.ring-behind", text, &args);
        }
        let (key, text) = if chain.has_marble(cell) {
            (
                "reason.not-captured",
                "Your marble cannot jump over this marble.",
            )
        } else {
            (
                "reason.no-landing",
                "A marble jumps over an adjacent marble to the vacant ring right behind it.",
            )
        };
        Text::new(key, text)
    }

    pub(super) fn reason_for_placement(&self, placement: &Placement, cell: Cell) -> Text {
        let removed = placement.ring == Some(cell);
        let on_ring = self.at.rings().has(cell) && !removed;
        let has_marble = self.at.occupied().has(cell) || placement.cell == Some(cell);
        let (key, text) = match self.missing(placement) {
            _ if !on_ring => NO_RING,
            Missing::Marble | Missing::Cell if has_marble => (
                "reason.ring-occupied",
                "There is already a marble on this ring.",
            ),
            Missing::Marble | Missing::Cell => ("reason.colour-first", "Choose a colour first."),
            Missing::Ring(_) if has_marble => (
                "reason.ring-carries",
                "A ring with a marble cannot be removed.",
            ),
            Missing::Ring(_) => (
                "reason.not-loose",
                "This ring cannot be slid out without moving other rings.",
            ),
            Missing::Claims(_) | Missing::Nothing
                if placement.claims.iter().any(|group| group.has(cell)) =>
            {
                ("reason.claimed", "You already take this group.")
            }
            Missing::Claims(_) | Missing::Nothing => (
                "reason.not-isolated",
                "This ring is not in an isolated group whose rings all carry marbles.",
            ),
        };
        Text::new(key, text)
    }

    pub(super) fn reason_for_item(&self, marble: Marble, owner: Option<Side>) -> Text {
        let (key, text) = match &self.part {
            Part::Pass { .. } => NO_MARBLE,
            Part::Jump(None) => return self.must_capture(),
            Part::Jump(Some(_)) => (
                "reason.jump-first",
                "Complete the capture: choose where the marble lands.",
            ),
            Part::Place(Placement { cell: Some(_), .. }) => (
                "reason.marble-placed",
                "You have already placed a marble in this move.",
            ),
            Part::Place(_) if owner == Some(!self.at.turn()) => (
                "reason.marble-of-opponent",
                "Your opponent has captured these marbles.",
            ),
            Part::Place(_) if owner.is_some() && self.at.reserve() != NO_MARBLES => (
                "reason.reserve-first",
                "Captured marbles are placed only when the reserve is empty.",
            ),
            Part::Place(_)
                if !self.at.in_stock().any(|m| m == marble)
                    || owner.is_none() && self.at.reserve() == NO_MARBLES =>
            {
                let colour = kind(marble);
                let text = format!("No {colour} marble is left here.");
                return Text::new(format!("reason.no-{colour}-left"), &text);
            }
            Part::Place(_) => (
                "reason.colour-chosen",
                "You have already chosen a marble. Choose a vacant ring for it.",
            ),
        };
        Text::new(key, text)
    }

    /// The name of a marble that can jump.
    pub(super) fn first_jumper(&self) -> String {
        let first = self.at.terrain().jumpers().lowest();
        first.map_or_else(String::new, |cell| self.name(cell))
    }

    pub(super) fn must_capture(&self) -> Text {
        let args = [("jumper", self.first_jumper())];
        Text::with(
            "reason.must-capture",
            "You must capture: {} can jump.",
            &args,
        )
    }
}

/// The reason for refusing every touch of a player who must pass.
const NO_MARBLE: (&str, &str) = (
    "reason.no-marble",
    "You have no marble to place. You must pass.",
);

const NO_RING: (&str, &str) = ("reason.no-ring", "There is no ring here.");
