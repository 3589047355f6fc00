//! A DVONN move under construction: an empty field, or a stack and the stack it moves onto.

use super::TEXTS;
use super::board::{BOARD, CELLS};
use super::moves::Move;
use super::picture::hand;
use super::position::Position;
use super::reasons::Violation;
use super::setup::{LONE, kind};
use crate::board::{Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, Id, PartialMove, Picture, Scene, SceneEvent, ScenePiece, SceneStep, Touch,
    TouchEffect, TouchOption,
};
use crate::rules::{MoveError, Notation, PASS, Rules, Side, Text};

/// A move as far as it has been chosen.
#[derive(Clone)]
pub struct DvonnMove {
    at: Position,
    from: Option<Cell>,
    made: Option<Move>,
}

/// What one touch decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// The field for the next piece.
    Field(Cell),
    /// The stack to move.
    Stack(Cell),
    /// The stack to move onto.
    Target(Cell),
    /// A piece of a hand; the fields decide.
    Hand(Side, &'static str),
    /// The pass of a player who cannot move.
    Pass,
    /// The end of the token.
    End,
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
    type Choice = Choice;
    type Move = Move;

    const END: Choice = Choice::End;

    fn choices(&self) -> Vec<Choice> {
        let at = &self.at;
        match self.from {
            _ if self.made.is_some() => Vec::new(),
            _ if at.must_pass() => vec![Choice::Pass],
            _ if at.is_placing() => CELLS
                .minus(at.occupied())
                .into_iter()
                .map(Choice::Field)
                .collect(),
            None => {
                let stacks = at.free(at.turn()).into_iter();
                let able = stacks.filter(|&from| at.targets(from).any());
                able.map(Choice::Stack).collect()
            }
            Some(from) => at.targets(from).into_iter().map(Choice::Target).collect(),
        }
    }

    fn made(&self) -> Option<Move> {
        self.made
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Text> {
        let at = &self.at;
        match (choice, self.from) {
            (Choice::Field(cell), _) if at.occupied().has(cell) => {
                return Err(Violation::FieldOccupied.into());
            }
            (Choice::Field(cell), _) => self.made = Some(Move::Place(cell)),
            (Choice::Target(to), Some(from)) if at.targets(from).has(to) => {
                self.made = Some(Move::Stack { from, to });
            }
            (Choice::Target(to), Some(from)) => return Err(at.why_not_target(from, to).into()),
            (Choice::Stack(from) | Choice::Target(from), _) => {
                if !at.free(at.turn()).has(from) || at.targets(from).is_empty() {
                    return Err(at.why_not_stack(from).into());
                }
                self.from = Some(from);
            }
            (Choice::Hand(side, kind), _) => return Err(at.why_not_item(side, kind).into()),
            (Choice::Pass, _) if at.must_pass() => self.made = Some(Move::Pass),
            (Choice::Pass, _) => return Err(COMMON_TEXTS.text("reason.pass")),
            (Choice::End, _) => return Err(COMMON_TEXTS.text("reason.done")),
        }
        Ok(())
    }

    fn option(&self, choice: Choice) -> TouchOption {
        match choice {
            Choice::Field(cell) => TouchOption::place(BOARD.name(cell), TouchEffect::Place),
            Choice::Stack(cell) | Choice::Target(cell) => {
                TouchOption::place(BOARD.name(cell), TouchEffect::Move)
            }
            Choice::Hand(side, kind) => TouchOption::supply(hand(side, kind), TouchEffect::Place),
            Choice::Pass => TouchOption::pass(),
            Choice::End => TouchOption::done(TouchEffect::Finish),
        }
    }

    fn choice_of(&self, touch: &str) -> Option<Choice> {
        if let Some(cell) = BOARD.cell_named(touch) {
            return Some(match self.from {
                _ if self.at.is_placing() => Choice::Field(cell),
                None => Choice::Stack(cell),
                Some(_) => Choice::Target(cell),
            });
        }
        let pieces = |side| [LONE, kind(side, false)].map(|kind| Choice::Hand(side, kind));
        let mut choices = Side::ALL
            .into_iter()
            .flat_map(pieces)
            .chain([Choice::Pass, Choice::End]);
        choices.find(|&choice| self.option(choice).touch == touch)
    }

    fn read(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        let choices = match part {
            PASS => Some(vec![Choice::Pass]),
            _ if self.at.is_placing() => {
                BOARD.cell_named(part).map(|cell| vec![Choice::Field(cell)])
            }
            _ => {
                let ends = BOARD.parse_from_to(part);
                ends.map(|[from, to]| vec![Choice::Stack(from), Choice::Target(to)])
            }
        };
        choices.filter(|_| self.made.is_none()).ok_or_else(|| {
            let expected = match self.at.is_placing() {
                true => "a cell a1..k5 to place a piece on",
                false => "two cells a1..k5, from and to, or pass",
            };
            MoveError::syntax(part, expected)
        })
    }

    fn scene(&self) -> Scene {
        self.after().scene()
    }

    fn origin(&self) -> Option<Id> {
        self.from.map(|from| BOARD.name(from))
    }

    /// The stack that lands may leave the board at once.
    fn moved(&self, choice: Choice) -> SceneStep {
        let (Some(from), Choice::Target(to)) = (self.from, choice) else {
            return Vec::new();
        };
        let dvonn = self.at.dvonn();
        let stacked = ScenePiece {
            kind: kind(self.at.turn(), dvonn.has(from) || dvonn.has(to)),
            height: Some(self.at.height(from) + self.at.height(to)),
        };
        vec![SceneEvent::moves(BOARD.name(from), BOARD.name(to)).becoming(stacked)]
    }

    fn token(&self) -> Option<String> {
        self.made.map(|m| self.at.token(m))
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
                TEXTS.with(key, [("place", BOARD.name(cell))])
            }
            Some(Move::Stack { from, to }) => {
                let lost = self.at.lost(from, to).count();
                let [from, to] = [("from", BOARD.name(from)), ("to", BOARD.name(to))];
                match lost {
                    0 => TEXTS.with("turn.move", [from, to]),
                    1 => TEXTS.with("turn.move.lost-one", [from, to]),
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
