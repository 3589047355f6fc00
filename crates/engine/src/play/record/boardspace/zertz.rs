//! ZÈRTZ: `RtoB` puts a marble on the board, `R-` removes a ring, `BtoB` jumps. Claims of isolated full groups
//! are not recorded.

use crate::games::zertz::{Move, Position};
use crate::picture::Touch;
use crate::rules::MoveError;

use super::super::refused::RecordFault;
use super::actions::{Action, MoveBuilder};

/// The rack of the common reserve. The racks of the players have the players' numbers.
const RESERVE: usize = 2;

#[derive(Debug, Default)]
pub(super) struct ZertzMove {
    /// The colour and cell of the placed marble.
    placed: Option<(char, String)>,
    /// The removed ring.
    ring: Option<String>,
    /// The start and end of each jump.
    jumps: Vec<(String, String)>,
}

impl ZertzMove {
    fn token(&self) -> String {
        let mut token = String::new();
        if let Some((colour, cell)) = &self.placed {
            token.push(*colour);
            token.push_str(cell);
            if let Some(ring) = &self.ring {
                token.push(',');
                token.push_str(ring);
            }
        } else if let Some((from, _)) = self.jumps.first() {
            token.push_str(from);
            for (_, to) in &self.jumps {
                token.push('x');
                token.push_str(to);
            }
        }
        token
    }

    fn board_to_board(&mut self, action: &Action) -> Result<(), RecordFault> {
        let (from, to) = (action.cell(0)?, action.cell(2)?);
        if from == to {
            // The marble was put back.
            return Ok(());
        }
        if let Some((_, cell)) = self.placed.as_mut().filter(|(_, cell)| *cell == from) {
            // The marble that was just placed is moved.
            *cell = to;
            return Ok(());
        }
        match self.jumps.last() {
            // A jump back undoes the jump.
            Some((start, end)) if (start, end) == (&to, &from) => {
                self.jumps.pop();
            }
            Some((_, end)) if *end != from => {
                return Err(action.fault(format!("the jump does not continue from {end}")));
            }
            _ => self.jumps.push((from, to)),
        }
        Ok(())
    }

    fn rack_to_board(&mut self, action: &Action) -> Result<(), RecordFault> {
        let rack = action.number(0)?;
        if rack != RESERVE && rack != action.player {
            return Err(action.fault("expected rack 2, the reserve, or that of the player"));
        }
        let colour = ['w', 'g', 'b'].get(action.number(1)?).copied();
        let colour = colour.ok_or_else(|| action.fault("expected colour 0, 1 or 2"))?;
        // A second marble replaces the first.
        self.placed = Some((colour, action.cell(2)?));
        Ok(())
    }
}

impl MoveBuilder for ZertzMove {
    type Position = Position;

    fn take(&mut self, action: &Action) -> Result<bool, RecordFault> {
        match action.verb.as_str() {
            "rtob" => self.rack_to_board(action)?,
            "btob" => self.board_to_board(action)?,
            "btor" => {
                let cell = action.cell(0)?;
                let taken = self.placed.take_if(|(_, placed)| *placed == cell);
                taken.ok_or_else(|| action.fault("expected the marble that was just placed"))?;
            }
            "r-" => {
                let ring = action.cell(0)?;
                if self.ring.is_some() {
                    return Err(action.fault("only one ring is allowed in a move"));
                }
                self.ring = Some(ring);
            }
            "r+" => {
                let ring = action.cell(0)?;
                let back = self.ring.take_if(|taken| *taken == ring);
                back.ok_or_else(|| action.fault("expected the ring that was just removed"))?;
            }
            "rtor" => {
                if action.number(0)? != action.number(2)? {
                    return Err(action.fault("a marble must stay in its rack"));
                }
            }
            "pick" | "pickb" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_empty(&self) -> bool {
        self.placed.is_none() && self.ring.is_none() && self.jumps.is_empty()
    }

    fn finish(&self, position: &Position) -> Result<Move, MoveError> {
        let token = self.token();
        let half = self.placed.is_none() && self.ring.is_some();
        let both = self.placed.is_some() && !self.jumps.is_empty();
        if half || both {
            let expected = "either a placed marble with a removed ring, or jumps";
            return Err(MoveError::syntax(&token, expected));
        }
        Ok(position.claiming_all(position.parse_move(&token)?))
    }

    fn token_prefix(&self) -> String {
        self.token()
    }
}
