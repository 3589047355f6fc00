//! GIPF: a piece is put on a dot and then moved onto the board, in two actions or one. The rows that a move
//! removes are only partly recorded; the rules supply the rest.

use crate::board::Cell;
use crate::games::gipf::{Action as Entry, Fate, Move, Position, RecordedRemoval};
use crate::play::state::GameState;
use crate::rules::{MoveError, Text};

use super::super::refused::RecordFault;
use super::actions::{Action, MoveBuilder};

/// The place mirrored at the centre: `a1` becomes `i5`.
fn mirrored(place: &str) -> Option<String> {
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

/// A move. With `MIRRORED` the record shows the board from the other side.
#[derive(Debug, Default)]
pub(super) struct GipfMove<const MIRRORED: bool> {
    dot: Option<String>,
    first: Option<String>,
    /// Whether the player has chosen basic pieces.
    basic: bool,
    /// The fates of pieces that are stated before and after the entry.
    before: Vec<(Cell, Fate)>,
    after: Vec<(Cell, Fate)>,
}

impl<const MIRRORED: bool> GipfMove<MIRRORED> {
    fn place(action: &Action, at: usize) -> Result<String, RecordFault> {
        let place = action.cell(at)?;
        let mirrored = if MIRRORED {
            mirrored(&place)
        } else {
            Some(place)
        };
        mirrored.ok_or_else(|| action.fault("expected a place of the board"))
    }

    /// Puts a piece on a dot or a point.
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
        let fates = if self.first.is_some() {
            &mut self.after
        } else {
            &mut self.before
        };
        // A later action for the same point replaces the earlier one.
        fates.retain(|(other, _)| *other != point);
        fates.push((point, fate));
        Ok(())
    }
}

impl<const MIRRORED: bool> MoveBuilder for GipfMove<MIRRORED> {
    type Position = Position;

    fn take(&mut self, action: &Action) -> Result<bool, RecordFault> {
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
                    return Err(action.fault("expected the piece that was just placed"));
                }
            }
            "remove" => self.decide(action, Fate::Removed)?,
            "preserve" => self.decide(action, Fate::Kept)?,
            "standard" => self.basic = true,
            "pick" | "drop" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_empty(&self) -> bool {
        self.dot.is_none() && self.first.is_none() && self.before.is_empty() && !self.basic
    }

    /// The removal of rows before the entry may be confirmed separately.
    fn continues(&self, board: &dyn GameState) -> bool {
        self.first.is_none() && self.finish_on(board).is_err()
    }

    fn finish(&self, position: &Position) -> Result<Move, MoveError> {
        let text = self.token_prefix();
        let fail = |problem: &str| MoveError::illegal(&text, Text::untranslated(problem));
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
        let stated = |named: &[_]| match named {
            [] => RecordedRemoval::Default,
            named => RecordedRemoval::Named(named.to_vec()),
        };
        let moves = position.matching_moves(entry, &stated(&self.before), &stated(&self.after));
        match moves[..] {
            [m] => Ok(m),
            [] => Err(fail("the action or its removals are not legal")),
            _ => Err(fail(
                "several removals are possible: name the row to remove",
            )),
        }
    }

    fn token_prefix(&self) -> String {
        let dot = self.dot.clone().unwrap_or_default();
        let first = self.first.as_deref();
        first.map_or(dot.clone(), |first| format!("{dot}-{first}"))
    }
}

#[cfg(test)]
mod tests {
    use super::mirrored;

    #[test]
    fn places_are_mirrored_at_the_centre() {
        for (place, other) in [
            ("e5", "e5"),
            ("a1", "i5"),
            ("b2", "h5"),
            ("e8", "e2"),
            ("h2", "b5"),
        ] {
            assert_eq!(mirrored(place).as_deref(), Some(other));
            assert_eq!(mirrored(other).as_deref(), Some(place));
        }
        assert_eq!(mirrored("a6"), None);
        assert_eq!(mirrored("k1"), None);
    }
}
