//! A DVONN turn in the making: a field; or a stack, then where it goes.

use super::board::CELLS;
use super::names::{cell_named, name};
use super::picture::{hand, kind};
use super::position::Position;
use super::turn::Move;
use crate::board::{Bits, Cell};
use crate::picture::{
    Act, Event, Id, Mark, MoveBuilder, Piece, Role, Step, Text, Touch, TouchOption,
};
use crate::rules::{Notation, PASS, Rules};

/// A turn as far as it has been touched.
#[derive(Clone, Debug)]
pub struct Turn {
    at: Position,
    from: Option<Cell>,
    made: Option<Move>,
}

impl Turn {
    fn stacks(&self) -> impl Iterator<Item = Cell> {
        let free = self.at.free(self.at.turn()).into_iter();
        free.filter(|&from| self.at.targets(from).any())
    }

    /// What leaves the board when the stack on `from` goes to `to`.
    fn lost(&self, from: Cell, to: Cell) -> Bits {
        let after = self.at.after(Move::Stack { from, to });
        self.at.occupied().without(from).minus(after.occupied())
    }

    /// The stack on `to` after the one on `from` has come.
    fn stacked(&self, from: Cell, to: Cell) -> Piece {
        let dvonn = self.at.dvonn();
        Piece {
            kind: kind(self.at.turn(), dvonn.has(from) || dvonn.has(to)),
            height: Some(self.at.height(from) + self.at.height(to)),
        }
    }
}

impl MoveBuilder for Turn {
    fn next(&self) -> Vec<TouchOption> {
        if self.made.is_some() {
            return Vec::new();
        }
        if self.at.is_placing() {
            let empty = CELLS.minus(self.at.occupied()).into_iter();
            return empty
                .map(|cell| TouchOption::place(name(cell), Act::Place))
                .collect();
        }
        if self.at.must_pass() {
            return vec![TouchOption::pass()];
        }
        match self.from {
            None => self
                .stacks()
                .map(|from| TouchOption::place(name(from), Act::Move))
                .collect(),
            Some(from) => {
                let to = self.at.targets(from).into_iter();
                to.map(|to| {
                    let lost = self.lost(from, to).into_iter().map(name).collect();
                    TouchOption::place(name(to), Act::Move).taking(lost)
                })
                .collect()
            }
        }
    }

    fn touch(&mut self, touch: &str) {
        if touch == PASS {
            self.made = Some(Move::Pass);
            return;
        }
        match (cell_named(touch), self.from) {
            (Some(to), _) if self.at.is_placing() => self.made = Some(Move::Place(to)),
            (Some(to), Some(from)) => self.made = Some(Move::Stack { from, to }),
            (from, _) => self.from = from,
        }
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |from| Mark::new(Role::From, vec![name(from)]);
        self.from.map(mark).into_iter().collect()
    }

    fn steps(&self) -> Vec<Step> {
        match self.made {
            None | Some(Move::Pass) => Vec::new(),
            Some(Move::Place(cell)) => {
                let kind = self.at.piece_to_place();
                let height = Some(1);
                let from = hand(self.at.turn(), kind);
                vec![vec![
                    Event::moves(from, name(cell)).becoming(Piece { kind, height }),
                ]]
            }
            Some(Move::Stack { from, to }) => {
                let landing = Event::moves(name(from), name(to)).becoming(self.stacked(from, to));
                let lost = self.lost(from, to).into_iter();
                let lost: Step = lost.map(|cell| Event::leaves(name(cell))).collect();
                let mut steps = vec![vec![landing], lost];
                steps.retain(|step| !step.is_empty());
                steps
            }
        }
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        match self.made {
            None | Some(Move::Pass) => Vec::new(),
            Some(Move::Place(cell)) => vec![vec![name(cell)]],
            Some(Move::Stack { from, to }) => vec![vec![name(from), name(to)]],
        }
    }

    fn token(&self) -> Option<String> {
        self.made.map(|m| self.at.token(m))
    }

    fn hint(&self) -> Text {
        if self.at.is_placing() {
            let kind = self.at.piece_to_place();
            let (key, text) = match kind {
                "w" => ("hint.place-white", "Place a white piece on an empty field."),
                "b" => ("hint.place-black", "Place a black piece on an empty field."),
                _ => (
                    "hint.place-dvonn",
                    "Place a red DVONN piece on an empty field.",
                ),
            };
            return Text::new(key, text);
        }
        if self.at.must_pass() {
            return Text::new("hint.pass", "You cannot move: pass.");
        }
        match self.from {
            None => Text::new("hint.stack", "Choose a stack to move."),
            Some(from) => Text::with(
                "hint.target",
                "Choose the stack to move onto, {} away.",
                &[("distance", self.at.height(from).to_string())],
            ),
        }
    }

    fn tell(&self) -> Text {
        match self.made {
            Some(Move::Place(cell)) => {
                let args = [("place", name(cell))];
                match self.at.piece_to_place() {
                    "w" => Text::with("turn.place-white", "White piece on {}", &args),
                    "b" => Text::with("turn.place-black", "Black piece on {}", &args),
                    _ => Text::with("turn.place-dvonn", "DVONN piece on {}", &args),
                }
            }
            Some(Move::Stack { from, to }) => {
                let args = [
                    ("from", name(from)),
                    ("to", name(to)),
                    ("lost", self.lost(from, to).count().to_string()),
                ];
                let text = match args[2].1.as_str() {
                    "0" => "{} onto {}",
                    "1" => "{} onto {}, {} stack leaves the board",
                    _ => "{} onto {}, {} stacks leave the board",
                };
                Text::with("turn.move", text, &args)
            }
            Some(Move::Pass) | None => Text::pass(),
        }
    }
}

impl Touch for Position {
    type MoveBuilder = Turn;

    fn making(&self) -> Turn {
        Turn {
            at: *self,
            from: None,
            made: None,
        }
    }

    fn row(&self, m: Move) -> Vec<Id> {
        match m {
            Move::Place(cell) => vec![name(cell)],
            Move::Stack { from, to } => vec![name(from), name(to)],
            Move::Pass => vec![PASS.to_owned()],
        }
    }
}
