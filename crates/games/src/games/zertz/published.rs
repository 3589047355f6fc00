//! The move notation of the publisher, which names captured marbles: `Wd4,d1`, `x d1Gd3Wd5`,
//! `Bd7,b2 x Wa1Wa2` (a capital is a marble; marbles after `x` are captured).

use super::board::groups;
use super::jumps::jumped;
use super::moves::Move;
use super::position::Position;
use super::reasons::Violation;
use super::variant::{Marble, letter, marble_of};
use crate::board::{Bits, Cell, Layout};
use crate::picture::Touch;
use crate::rules::{MoveError, Rules};

impl Position {
    /// The same move, claiming all groups that it may claim.
    #[must_use]
    pub fn claiming_all(&self, m: Move) -> Move {
        let Move::Place {
            marble, cell, ring, ..
        } = m
        else {
            return m;
        };
        let claims = self.isolations().claims(cell, ring);
        Move::Place {
            marble,
            cell,
            ring,
            claims,
        }
    }

    /// The letter of the marble that a move places or that jumps.
    #[must_use]
    pub fn moving_letter(&self, m: Move) -> Option<char> {
        match m {
            Move::Place { marble, .. } => Some(letter(marble)),
            Move::Jump { from, .. } => self.marble_at(from).map(letter),
            Move::Pass => None,
        }
    }

    /// The marble on a cell after the placement of the move.
    fn marble_after(&self, m: Move, at: Cell) -> Option<Marble> {
        match m {
            Move::Place { marble, cell, .. } if cell == at => Some(marble),
            _ => self.marble_at(at),
        }
    }

    /// A marble and its cell in the publisher's notation.
    fn marble_and_cell(&self, m: Move, at: Cell) -> String {
        let marble = self.marble_after(m, at).map(letter);
        let cell = self.variant().shape().name(at);
        marble.map_or(cell.clone(), |letter| {
            format!("{}{cell}", letter.to_ascii_uppercase())
        })
    }

    /// Writes a move in the publisher's notation.
    pub(super) fn write_published(&self, m: Move) -> String {
        let cell_name = |cell| self.variant().shape().name(cell);
        match m {
            Move::Pass => "pass".to_owned(),
            Move::Jump { from, path } => {
                let mut text = format!("x {}", cell_name(from));
                for (over, landing) in jumped(from, path) {
                    let taken = self.marble_at(over).map(letter);
                    text.extend(taken.map(|letter| letter.to_ascii_uppercase()));
                    text.push_str(&cell_name(landing));
                }
                text
            }
            Move::Place {
                cell, ring, claims, ..
            } => {
                let mut text = self.marble_and_cell(m, cell);
                if let Some(ring) = ring {
                    text.push(',');
                    text.push_str(&cell_name(ring));
                }
                let mut taken: Vec<(String, Cell)> = claims
                    .into_iter()
                    .map(|cell| (cell_name(cell), cell))
                    .collect();
                taken.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
                for (number, (_, cell)) in taken.into_iter().enumerate() {
                    text.push_str(if number == 0 { " x " } else { "" });
                    text.push_str(&self.marble_and_cell(m, cell));
                }
                text
            }
        }
    }

    /// Reads a move in the publisher's notation, without blanks; `None` if the text does not look like
    /// one.
    pub(super) fn read_published(&self, text: &str) -> Option<Result<Move, MoveError>> {
        let first = text.chars().next()?;
        if first == 'x' {
            return Some(self.read_jumps(text, text.get(1..)?));
        }
        let is_marble = marble_of(first.to_ascii_lowercase()).is_some();
        (first.is_ascii_uppercase() && is_marble).then(|| self.read_placement(text))
    }

    fn read_jumps(&self, text: &str, cells: &str) -> Result<Move, MoveError> {
        let wrong = |expected: &str| MoveError::syntax(text, expected);
        let form = || wrong("a jump like 'x d1Gd3Wd5': marbles in capitals, and the landings");
        let (start, mut rest) = self.variant().shape().take_cell(cells).ok_or_else(form)?;
        let mut token = self.variant().shape().name(start);
        let mut taken = Vec::new();
        while !rest.is_empty() {
            let (marble, cell, after) = self.take_marble(rest).ok_or_else(form)?;
            taken.push(marble);
            token.push('x');
            token.push_str(&self.variant().shape().name(cell));
            rest = after;
        }
        let m = self.parse_move(&token)?;
        let Move::Jump { from, path } = m else {
            return Err(form());
        };
        let marbles: Vec<Marble> = jumped(from, path)
            .filter_map(|(over, _)| self.marble_at(over))
            .collect();
        if marbles == taken {
            Ok(m)
        } else {
            Err(MoveError::illegal(text, Violation::OtherMarbles))
        }
    }

    fn read_placement(&self, text: &str) -> Result<Move, MoveError> {
        let wrong = |expected: &str| MoveError::syntax(text, expected);
        let (placed, taken) = text.split_once('x').unwrap_or((text, ""));
        let m = self.parse_move(&placed.to_lowercase())?;
        let Move::Place {
            marble, cell, ring, ..
        } = m
        else {
            return Err(wrong("a placement, or a jump like 'x d1Gd3Wd5'"));
        };
        let mut claims = Bits::EMPTY;
        let mut rest = taken;
        while !rest.is_empty() {
            let (marble, cell, after) = self
                .take_marble(rest)
                .ok_or_else(|| wrong("marbles in capitals with their cells behind the x"))?;
            if self.marble_after(m, cell) != Some(marble) {
                return Err(MoveError::illegal(text, Violation::OtherMarbles));
            }
            claims = claims.with(cell);
            rest = after;
        }
        let named = groups(self.isolations().claims(cell, ring)).filter(|set| set.meets(claims));
        let whole = named.fold(Bits::EMPTY, |all, set| all | set);
        if whole != claims || text.ends_with('x') {
            return Err(MoveError::illegal(text, Violation::NotIsolated));
        }
        Ok(Move::Place {
            marble,
            cell,
            ring,
            claims,
        })
    }

    /// Reads a marble and a cell, such as `Gd3`, from the front of a text.
    fn take_marble<'a>(&self, text: &'a str) -> Option<(Marble, Cell, &'a str)> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
        let marble = marble_of(letter.to_ascii_lowercase())?;
        let (cell, rest) = self.variant().shape().take_cell(text.get(1..)?)?;
        Some((marble, cell, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zertz::Variant;
    use crate::rules::Fen;

    fn at(fen: &str) -> Position {
        Position::from_fen(Variant::Rings37, fen).expect("a valid FEN")
    }

    /// Tokens and their published form, in positions of the rulebook.
    #[test]
    fn published_moves_are_written_and_read() {
        let start = "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1";
        let routes = "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1";
        let groups = "w1--/-----/------/---2--/---1--/-1---/g--- 1,3,6 2,2,2 2,2,2 1";
        for (fen, token, published) in [
            (start, "wd4,d1", "Wd4,d1"),
            (routes, "d4xb2", "x d4Bb2"),
            (routes, "d4xd6xb4", "x d4Gd6Bb4"),
            (groups, "ba2,f2", "Ba2,f2"),
            (groups, "ba2,f2,xg1", "Ba2,f2 x Gg1"),
            (groups, "ba2,f2,xa1g1", "Ba2,f2 x Wa1Ba2Gg1"),
        ] {
            let position = at(fen);
            let m = position.parse_move(token).expect("a legal token");
            assert_eq!(position.write_published(m), published);
            let read = position.read_published(&published.replace(' ', ""));
            assert_eq!(read, Some(Ok(m)), "{published}");
        }
    }

    #[test]
    fn other_published_moves_are_refused() {
        let groups = at("w1--/-----/------/---2--/---1--/-1---/g--- 1,3,6 2,2,2 2,2,2 1");
        for bad in [
            "Ba2,f2xWa1",
            "Ba2,f2x",
            "Ba2,f2xBa1Ba2",
            "Ba2,f2xGd4",
            "Ba2",
            "Wz9",
            "xd4Gd6",
        ] {
            let read = groups.read_published(bad);
            assert!(matches!(read, Some(Err(_))), "{bad}: {read:?}");
        }
        let routes = at("2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1");
        assert!(matches!(routes.read_published("xd4Wb2"), Some(Err(_))));
        assert_eq!(routes.read_published("hello"), None);
        assert_eq!(routes.read_published("Rd4"), None);
    }
}
