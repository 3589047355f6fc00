//! ZÈRTZ: `RtoB` puts a marble on the board, `R-` takes a ring off, `BtoB` jumps. Groups that are
//! full and cut off are claimed without a word.

use crate::games::zertz::{Position, Variant};
use crate::rules::{MoveError, Notation, Rules};

use super::super::game::GameRecord;
use super::super::refused::RecordFault;
use super::actions::{self, Action, TurnBuilder};
use super::header::SgfHeader;

/// Reads the actions of a game.
pub(super) fn read(
    header: &SgfHeader,
    actions: &[Action],
    variant: Variant,
) -> Result<GameRecord, RecordFault> {
    actions::play::<Position, ZertzTurn>(header, actions, Position::start(variant))
}

/// The rack of the common reserve. The racks of the players have the players' numbers.
const RESERVE: usize = 2;

#[derive(Debug, Default)]
struct ZertzTurn {
    /// Colour and cell of the marble put down.
    placed: Option<(char, String)>,
    /// The ring taken off.
    ring: Option<String>,
    /// From where to where.
    jumps: Vec<(String, String)>,
}

impl ZertzTurn {
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
            // Picked up and put back.
            return Ok(());
        }
        if let Some((_, cell)) = self.placed.as_mut().filter(|(_, cell)| *cell == from) {
            // The marble just put down is moved on.
            *cell = to;
            return Ok(());
        }
        match self.jumps.last() {
            // Back where it came from: the jump is taken back.
            Some((start, end)) if (start, end) == (&to, &from) => {
                self.jumps.pop();
            }
            Some((_, end)) if *end != from => {
                return Err(action.fault(format!("expected a jump from {end}, or none")));
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
        let cell = action.cell(2)?;
        if self.placed.is_some() {
            return Err(action.fault("expected one marble in a turn"));
        }
        self.placed = Some((colour, cell));
        Ok(())
    }
}

impl TurnBuilder<Position> for ZertzTurn {
    fn take(&mut self, action: &Action, _: &Position) -> Result<bool, RecordFault> {
        match action.verb.as_str() {
            "rtob" => self.rack_to_board(action)?,
            "btob" => self.board_to_board(action)?,
            "btor" => {
                let cell = action.cell(0)?;
                let taken = self.placed.take_if(|(_, placed)| *placed == cell);
                taken.ok_or_else(|| action.fault("expected the marble just put down"))?;
            }
            "r-" => {
                let ring = action.cell(0)?;
                if self.ring.is_some() {
                    return Err(action.fault("expected one ring in a turn"));
                }
                self.ring = Some(ring);
            }
            "r+" => {
                let ring = action.cell(0)?;
                let back = self.ring.take_if(|taken| *taken == ring);
                back.ok_or_else(|| action.fault("expected the ring just taken off"))?;
            }
            "rtor" => {
                if action.number(0)? != action.number(2)? {
                    return Err(action.fault("expected a marble to stay in its rack"));
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

    fn finish(&self, position: &Position) -> Result<<Position as Rules>::Move, MoveError> {
        let token = self.token();
        let half = self.placed.is_none() && self.ring.is_some();
        let both = self.placed.is_some() && !self.jumps.is_empty();
        if half || both {
            let expected = "either a marble put down, with a ring taken off, or jumps";
            return Err(MoveError::syntax(&token, expected));
        }
        let m = position.parse_move(&token)?;
        Ok(position.claiming_all(m))
    }

    fn begun(&self) -> String {
        self.token()
    }
}
