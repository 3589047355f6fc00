//! GIPF: a piece is put on a dot and slid onto the board, or that is said in one action. Which rows
//! a turn takes is only partly written; it is found by the rules.

use crate::games::gipf::{Action as Entry, Fate, Move, Position, Said, Variant};
use crate::rules::{MoveError, Rules};

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
    let start = Position::start(variant);
    // The player with the first colour sits at the other corners then; without pieces on the board
    // that makes no difference.
    if header.colours_swapped && variant != Variant::Tournament {
        actions::play::<Position, GipfTurn<true>>(header, actions, start)
    } else {
        actions::play::<Position, GipfTurn<false>>(header, actions, start)
    }
}

/// The place on the other side of the centre: `a1` is `i5`.
fn turned(place: &str) -> Option<String> {
    let &[column @ b'a'..=b'i', row @ b'1'..=b'9'] = place.as_bytes() else {
        return None;
    };
    let height = 9 - column.abs_diff(b'e');
    let row = (height + 1)
        .checked_sub(row - b'0')
        .filter(|&row| row > 0)?;
    let column = char::from(b'a' + (b'i' - column));
    Some(format!("{column}{row}"))
}

/// A turn; with `TURNED` the record shows the board from the other side.
#[derive(Debug, Default)]
struct GipfTurn<const TURNED: bool> {
    dot: Option<String>,
    first: Option<String>,
    /// Whether the player has chosen basic pieces.
    basic: bool,
    /// What is said before and after the entry.
    before: Vec<(crate::board::Cell, Fate)>,
    after: Vec<(crate::board::Cell, Fate)>,
}

impl<const TURNED: bool> GipfTurn<TURNED> {
    fn place(action: &Action, at: usize) -> Result<String, RecordFault> {
        let place = action.cell(at)?;
        let turned = if TURNED { turned(&place) } else { Some(place) };
        turned.ok_or_else(|| action.fault("expected a place of the board"))
    }

    /// A place was named where a piece is put down.
    fn put(&mut self, place: String) {
        if Position::point(&place).is_some() {
            self.first = Some(place);
        } else {
            self.dot = Some(place);
        }
    }

    fn decide(&mut self, action: &Action, fate: Fate) -> Result<(), RecordFault> {
        let place = Self::place(action, 0)?;
        let point =
            Position::point(&place).ok_or_else(|| action.fault("expected a point of the board"))?;
        let said = if self.first.is_some() {
            &mut self.after
        } else {
            &mut self.before
        };
        // The last word counts.
        said.retain(|(other, _)| *other != point);
        said.push((point, fate));
        Ok(())
    }
}

impl<const TURNED: bool> TurnBuilder<Position> for GipfTurn<TURNED> {
    fn take(&mut self, action: &Action, _: &Position) -> Result<bool, RecordFault> {
        match action.verb.as_str() {
            "dropb" => self.put(Self::place(action, 0)?),
            "slide" | "slidefrom" => {
                self.put(Self::place(action, 0)?);
                self.put(Self::place(action, 2)?);
            }
            "pickb" => {
                let place = Some(Self::place(action, 0)?);
                if self.first == place {
                    self.first = None;
                    self.after.clear();
                } else if self.dot == place {
                    self.dot = None;
                } else {
                    return Err(action.fault("expected the piece just put down"));
                }
            }
            "remove" => self.decide(action, Fate::Goes)?,
            "preserve" => self.decide(action, Fate::Stays)?,
            "standard" => self.basic = true,
            "pick" | "drop" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_empty(&self) -> bool {
        self.dot.is_none() && self.first.is_none() && self.before.is_empty() && !self.basic
    }

    /// Rows that are taken before the entry may be confirmed on their own.
    fn goes_on(&self, position: &Position) -> bool {
        self.first.is_none() && self.finish(position).is_err()
    }

    fn finish(&self, position: &Position) -> Result<Move, MoveError> {
        let text = self.begun();
        let fail = |problem: &str| MoveError::illegal(&text, problem);
        let malformed = |expected: &str| MoveError::syntax(&text, expected);
        let entry = match (&self.dot, &self.first) {
            (Some(dot), Some(first)) => {
                let entry = Position::entry(dot, first);
                let entry = entry.ok_or_else(|| malformed("a dot and the point beside it"))?;
                Some(Entry::Enter(position.usual_kind(self.basic), entry))
            }
            (None, None) => None,
            _ => return Err(malformed("a piece on a dot and then on a point")),
        };
        let said = |named: &[_]| match named {
            [] => Said::Default,
            named => Said::Named(named.to_vec()),
        };
        let turns = position.turns_that_agree(entry, &said(&self.before), &said(&self.after));
        match turns[..] {
            [m] => Ok(m),
            [] => Err(fail("the action or its removals are not legal")),
            _ => Err(fail(
                "several removals are possible: name the row to remove",
            )),
        }
    }

    fn begun(&self) -> String {
        let dot = self.dot.clone().unwrap_or_default();
        let first = self.first.as_deref();
        first.map_or(dot.clone(), |first| format!("{dot}-{first}"))
    }
}

#[cfg(test)]
mod tests {
    use super::turned;

    #[test]
    fn the_board_is_turned_about_its_centre() {
        for (place, other) in [
            ("e5", "e5"),
            ("a1", "i5"),
            ("b2", "h5"),
            ("e8", "e2"),
            ("h2", "b5"),
        ] {
            assert_eq!(turned(place).as_deref(), Some(other));
            assert_eq!(turned(other).as_deref(), Some(place));
        }
        assert_eq!(turned("a6"), None);
        assert_eq!(turned("k1"), None);
    }
}
