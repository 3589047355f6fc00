//! DVONN: `Dropb` puts a piece on the board; `Move`, or `Pickb` and `Dropb`, moves a stack.

use crate::games::dvonn::{Move, Position};
use crate::picture::Touch;
use crate::rules::{MoveError, PASS};

use super::super::refused::RecordFault;
use super::actions::{Action, MoveBuilder};

#[derive(Debug, Default)]
pub(super) struct DvonnMove {
    from: Option<String>,
    to: Option<String>,
    pass: bool,
}

impl DvonnMove {
    fn token(&self) -> String {
        if self.pass {
            return PASS.to_owned();
        }
        let cell = |cell: &Option<String>| cell.clone().unwrap_or_default();
        cell(&self.from) + &cell(&self.to)
    }
}

impl MoveBuilder for DvonnMove {
    type Position = Position;

    fn take(&mut self, action: &Action) -> Result<bool, RecordFault> {
        match action.verb.as_str() {
            "pickb" => {
                let cell = action.cell(0)?;
                if self.to.as_ref() == Some(&cell) {
                    // The piece is picked up again.
                    self.to = None;
                } else {
                    self.from.get_or_insert(cell);
                }
            }
            "dropb" => {
                let cell = action.cell(0)?;
                if self.from.as_ref() == Some(&cell) {
                    *self = DvonnMove::default();
                } else {
                    self.to = Some(cell);
                }
            }
            "move" => (self.from, self.to) = (Some(action.cell(0)?), Some(action.cell(2)?)),
            "pass" => self.pass = true,
            // A piece from the stock replaces the one that was put on the board.
            "pick" => *self = DvonnMove::default(),
            "drop" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_empty(&self) -> bool {
        self.from.is_none() && self.to.is_none() && !self.pass
    }

    /// Two moves of one player can follow each other: the player who places the last piece also moves first,
    /// and the other player may pass.
    fn ends_before(&self, action: &Action) -> bool {
        let complete = self.pass || self.to.is_some();
        let begins = match action.verb.as_str() {
            "move" | "pass" => true,
            "pickb" => action.cell(0).ok() != self.to,
            // In the placing phase no piece is picked up before.
            "dropb" => self.from.is_none(),
            _ => false,
        };
        complete && begins
    }

    fn finish(&self, position: &Position) -> Result<Move, MoveError> {
        position.parse_move(&self.token())
    }

    fn token_prefix(&self) -> String {
        self.token()
    }
}
