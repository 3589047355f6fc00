//! The move notation of the publisher: `e2` or `e1-e2`, `Ge1-e2`, `g1-c3;xc2,d3,e4,f4,g4*`.
//!
//! The second point of an entry is the first point of its line or the last point that the push fills.
//! Then follow `;x` and the emptied points, with a star at GIPF pieces, or `;x` alone if only one removal
//! is possible. A removal before the entry precedes it: `xc2,d3,e4,f4;e1-e2`.

use super::board::{ENTRIES, nearest};
use super::moves::{Action, Kind, Move};
use super::names::{entry_named, point_name, point_named};
use super::position::Position;
use super::reasons::Violation;
use super::recorded_moves::RecordedRemoval;
use crate::board::Bits;
use crate::rules::{MoveError, Rules};

impl Position {
    /// Reads a move in the publisher's notation; `None` if the text does not look like one.
    pub(super) fn read_published(&self, text: &str) -> Option<Result<Move, MoveError>> {
        let looks = |part: &str| matches!(part.as_bytes(), [b'a'..=b'i', b'1'..=b'9', ..]);
        let mut parts = text.split(';');
        let push = parts.find(|part| !part.starts_with('x'))?;
        looks(push.strip_prefix('G').unwrap_or(push)).then(|| self.read_move(text))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let parts: Vec<&str> = text.split(';').collect();
        let (before, push, after) = match parts[..] {
            [push] => (None, push, None),
            [before, push] if before.starts_with('x') => (Some(before), push, None),
            [push, after] => (None, push, Some(after)),
            [before, push, after] => (Some(before), push, Some(after)),
            _ => {
                let expected = "a removal, an entry and a removal, separated by semicolons";
                return Err(MoveError::syntax(text, expected));
            }
        };
        let (before, stars_before) = read_points(before)?;
        let (after, stars_after) = read_points(after)?;
        let m = self.matching_move(push, &before, &after)?;
        if self.has_gipf_at(m, stars_before, stars_after) {
            Ok(m)
        } else {
            Err(MoveError::illegal(text, Violation::NotGipf))
        }
    }

    /// The legal move with this entry in the publisher's notation, if only one has removals that match the
    /// record.
    ///
    /// # Errors
    /// The text is not an entry, or no move or several match.
    pub fn matching_move(
        &self,
        entry: &str,
        before: &RecordedRemoval,
        after: &RecordedRemoval,
    ) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        for action in self.read_entry(entry)? {
            moves.extend(self.matching_moves(Some(action), before, after));
            if !moves.is_empty() {
                break;
            }
        }
        match moves[..] {
            [m] => Ok(m),
            [] => Err(MoveError::illegal(entry, Violation::EntryNotLegal)),
            _ => Err(MoveError::illegal(entry, Violation::SeveralRemovals)),
        }
    }

    /// Whether `before` are GIPF pieces before the action of the move, and `after` are GIPF pieces after it.
    fn has_gipf_at(&self, m: Move, before: Bits, after: Bits) -> bool {
        let mut acted = *self;
        acted.remove(m.before(), self.turn());
        m.action().into_iter().for_each(|action| acted.act(action));
        before.within(self.gipf()) && after.within(acted.gipf())
    }

    /// The entries that a text can mean. Equivalent entries are in the order of our names.
    fn read_entry(&self, text: &str) -> Result<Vec<Action>, MoveError> {
        let wrong = |expected: &str| MoveError::syntax(text, expected);
        let (kind, places) = match text.strip_prefix('G') {
            Some(places) => (Kind::Gipf, places),
            None => (Kind::Basic, text),
        };
        let named = |text: &str| text.as_bytes().try_into().ok();
        let form = || wrong("a point, or a dot and a point of a line that begins at it");
        let entries: Vec<u8> = if let Some((dot, to)) = places.split_once('-') {
            let (dot, to) = named(dot).zip(named(to)).ok_or_else(form)?;
            let point = point_named(to).ok_or_else(form)?;
            let first = entry_named(dot, to);
            let ends = (0..).zip(ENTRIES.iter()).filter(|(number, entry)| {
                let gap = nearest(entry.line.minus(self.occupied()), entry.direction);
                entry_named(dot, point_name(entry.first).bytes()) == Some(*number)
                    && gap == point.bit()
            });
            let ends = ends.map(|(number, _)| number);
            first.map_or_else(|| ends.collect(), |first| vec![first])
        } else {
            let point = Position::point(places).ok_or_else(form)?;
            let entries = (0..).zip(ENTRIES.iter());
            entries
                .filter(|(_, entry)| entry.first == point && !self.occupied().has(point))
                .map(|(number, _)| number)
                .collect()
        };
        if entries.is_empty() {
            return Err(form());
        }
        let actions = entries.into_iter();
        Ok(actions.map(|entry| Action::Enter(kind, entry)).collect())
    }
}

/// Reads `x` and points separated by commas; the second set contains the points with a star.
fn read_points(text: Option<&str>) -> Result<(RecordedRemoval, Bits), MoveError> {
    let Some(text) = text else {
        return Ok((RecordedRemoval::Exactly(Bits::EMPTY), Bits::EMPTY));
    };
    let form = "x and points separated by commas, with a star at a GIPF piece";
    let wrong = || MoveError::syntax(text, form);
    let points = text.strip_prefix('x').ok_or_else(wrong)?;
    if points.is_empty() {
        return Ok((RecordedRemoval::Something, Bits::EMPTY));
    }
    let (mut set, mut stars) = (Bits::EMPTY, Bits::EMPTY);
    for point in points.split(',') {
        let name = point.strip_suffix('*').unwrap_or(point);
        let cell = Position::point(name).ok_or_else(wrong)?;
        set = set.with(cell);
        if name != point {
            stars = stars.with(cell);
        }
    }
    Ok((RecordedRemoval::Exactly(set), stars))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gipf::Variant;
    use crate::rules::{Fen, Notation};

    fn read(variant: Variant, fen: &str, text: &str) -> Option<Result<String, MoveError>> {
        let position = Position::from_fen(variant, fen).expect("a valid FEN");
        let read = position.read_published(text)?;
        Some(read.map(|m| position.token(m)))
    }

    /// Positions of the rulebook and their tokens.
    #[test]
    fn published_moves_are_read() {
        let (basic, standard) = (Variant::Basic, Variant::Standard);
        let gap = "b3/5/wwwb1b/7/6/5/4 8 8 w";
        let kinds = "W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w";
        let tournament = "4/5/6/7/6/5/4 18G 18G w";
        for (variant, fen, text, token) in [
            (basic, gap, "d1-d6;x", "d1-d2,xd2d3d4d5d6d7"),
            (
                basic,
                gap,
                "d1-d6;xd2,d3,d4,d5,d6,d7",
                "d1-d2,xd2d3d4d5d6d7",
            ),
            (
                basic,
                gap,
                "d1-d2;xd2,d3,d4,d5,d6,d7",
                "d1-d2,xd2d3d4d5d6d7",
            ),
            (basic, gap, "b5", "a4-b5"),
            (basic, gap, "b1-b3", "b1-b2"),
            (
                standard,
                kinds,
                "xc3,d4,f5,g5*,h5*;a4-b5",
                "xc3d4f5g5h5,a4-b5",
            ),
            (Variant::Tournament, tournament, "Ge2", "Gd1-e2"),
            (Variant::Tournament, tournament, "Gi3-h3", "Gi3-h3"),
        ] {
            assert_eq!(
                read(variant, fen, text),
                Some(Ok(token.to_owned())),
                "{text}"
            );
        }
    }

    #[test]
    fn illegal_and_ambiguous_moves_are_refused() {
        let crossing = "w3/1w3/2w3/4www/3b2/5/2WB 8 8 w";
        let kinds = "W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w";
        for (fen, text) in [
            // More than one removal is legal.
            (crossing, "a1-e5;x"),
            (crossing, "a1-e5"),
            (crossing, "a1-d4;x"),
            (crossing, "a1-e5;xe5,e6"),
            (crossing, "a1-e5;xe5,q6"),
            (crossing, "b2"),
            // A star at a piece that is not a GIPF piece.
            (kinds, "xc3*,d4,f5,g5*,h5*;a4-b5"),
            (kinds, "x;b5;x;x"),
        ] {
            assert!(
                matches!(read(Variant::Standard, fen, text), Some(Err(_))),
                "{text}"
            );
        }
        assert_eq!(read(Variant::Basic, "4/5/6/7/6/5/4 8 8 w", "hello"), None);
    }
}
