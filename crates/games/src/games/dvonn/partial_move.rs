//! A DVONN move under construction: an empty field, or a stack and the stack it moves onto.

use super::TEXTS;
use super::board::{CELLS, Hexagons};
use super::moves::Move;
use super::picture::hand;
use super::position::Position;
use super::reasons::Violation;
use super::setup::{LONE, kind};
use crate::board::{Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, Id, Offer, PartialMove, Picture, Scene, SceneEvent, ScenePiece, SceneStep,
    TokenForm, Touch, TouchEffect, TouchOption,
};
use crate::rules::{Rules, Side, Text};

/// A move as far as it has been chosen.
#[derive(Clone)]
pub struct DvonnMove {
    at: Position,
    from: Option<Cell>,
    made: Option<Move>,
}

impl DvonnMove {
    /// A move without choices.
    pub(super) fn new(at: &Position) -> DvonnMove {
        DvonnMove {
            at: *at,
            from: None,
            made: None,
        }
    }

    /// The position after the choices so far.
    fn after(&self) -> Position {
        self.made.map_or(self.at, |m| self.at.after(m))
    }
}

impl PartialMove for DvonnMove {
    type Move = Move;

    fn offers(&self) -> Vec<Offer<DvonnMove>> {
        let at = &self.at;
        let place = |cell, effect| TouchOption::place(Hexagons.name(cell), effect);
        let made = |m| DvonnMove {
            made: Some(m),
            ..self.clone()
        };
        let field = |cell| {
            let option = place(cell, TouchEffect::Place);
            Offer::new(option, made(Move::Place(cell)))
        };
        let stack = |cell| {
            let from = Some(cell);
            let chosen = DvonnMove {
                from,
                ..self.clone()
            };
            Offer::new(place(cell, TouchEffect::Move), chosen)
        };
        match self.from {
            _ if self.made.is_some() => Vec::new(),
            _ if at.must_pass() => vec![Offer::new(TouchOption::pass(), made(Move::Pass))],
            _ if at.is_placing() => {
                let fields = CELLS.minus(at.occupied());
                fields.into_iter().map(field).collect()
            }
            None => {
                let stacks = at.free(at.turn()).into_iter();
                let able = stacks.filter(|&from| at.targets(from).any());
                able.map(stack).collect()
            }
            Some(from) => {
                let target = |to| {
                    let option = place(to, TouchEffect::Move);
                    let lost = Hexagons.names(at.lost(from, to));
                    Offer::new(option, made(Move::Stack { from, to })).removing(lost)
                };
                at.targets(from).into_iter().map(target).collect()
            }
        }
    }

    fn complete_move(&self) -> Option<Move> {
        self.made
    }

    fn why_not(&self, touch: &str) -> Option<Text> {
        let at = &self.at;
        if self.made.is_some() {
            return None;
        }
        if let Some(cell) = Hexagons.cell_named(touch) {
            let violation = match self.from {
                _ if at.is_placing() => Violation::FieldOccupied,
                None => at.why_not_stack(cell),
                Some(from) => at.why_not_target(from, cell),
            };
            return Some(violation.into());
        }
        let pieces = |side| [LONE, kind(side, false)].map(|kind| (side, kind));
        let mut pieces = Side::ALL.into_iter().flat_map(pieces);
        let (side, kind) = pieces.find(|&(side, kind)| hand(side, kind) == touch)?;
        Some(at.why_not_item(side, kind).into())
    }

    fn forms(&self) -> &'static [TokenForm] {
        match self.at.is_placing() {
            true => &[TokenForm("a1", "")],
            false => &[TokenForm("a1a1", "")],
        }
    }

    fn expected(&self, _: &str) -> &'static str {
        match self.at.is_placing() {
            true => "a cell a1..k5 to place a piece on",
            false => "two cells a1..k5, from and to, or pass",
        }
    }

    fn scene(&self) -> Scene {
        self.after().scene()
    }

    fn origin(&self) -> Option<Id> {
        self.from.map(|from| Hexagons.name(from))
    }

    /// The stack that lands may leave the board at once.
    fn moved_pieces(&self, _: &TouchOption, after: &DvonnMove) -> SceneStep {
        let Some(Move::Stack { from, to }) = after.made else {
            return Vec::new();
        };
        let dvonn = self.at.dvonn();
        let stacked = ScenePiece {
            kind: kind(self.at.turn(), dvonn.has(from) || dvonn.has(to)),
            height: Some(self.at.height(from) + self.at.height(to)),
        };
        vec![SceneEvent::moves(Hexagons.name(from), Hexagons.name(to)).becoming(stacked)]
    }

    fn hint(&self) -> Text {
        if self.at.is_placing() {
            return TEXTS.text(match self.at.piece_to_place() {
                "w" => "hint.place-white",
                "b" => "hint.place-black",
                _ => "hint.place-dvonn",
            });
        }
        if self.at.must_pass() {
            return TEXTS.text("hint.pass");
        }
        match self.from {
            None => TEXTS.text("hint.stack"),
            Some(from) => {
                let distance = self.at.height(from).to_string();
                TEXTS.with("hint.target", [("distance", distance)])
            }
        }
    }

    fn describe(&self) -> Text {
        match self.made {
            Some(Move::Place(cell)) => {
                let key = match self.at.piece_to_place() {
                    "w" => "turn.place-white",
                    "b" => "turn.place-black",
                    _ => "turn.place-dvonn",
                };
                TEXTS.with(key, [("place", Hexagons.name(cell))])
            }
            Some(Move::Stack { from, to }) => {
                let lost = self.at.lost(from, to).count();
                let [from, to] = [("from", Hexagons.name(from)), ("to", Hexagons.name(to))];
                match lost {
                    0 => TEXTS.with("turn.move", [from, to]),
                    _ => TEXTS.with("turn.move.lost", [from, to, ("lost", lost.to_string())]),
                }
            }
            Some(Move::Pass) | None => COMMON_TEXTS.text("turn.pass"),
        }
    }
}

impl Touch for Position {
    type PartialMove = DvonnMove;

    fn partial_move(&self) -> DvonnMove {
        DvonnMove::new(self)
    }
}
