//! Finds the moves that match a record. Records do not always state which pieces a move removes.

use super::board::ENTRIES;
use super::moves::{Action, Kind, Move};
use super::names::{coords_of, entry_named, point_named};
use super::position::Position;
use super::rows::{Row, row_after_row};
use crate::board::{Bits, Cell};
use crate::rules::{Rules, Side};

/// What a record says about the removal before or after the action of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RecordedRemoval {
    /// Exactly these points are emptied.
    Exactly(Bits),
    /// Any legal removal that is not empty.
    Something,
    /// The usual removal: all rows that must be removed. GIPF pieces of the player stay. GIPF pieces of
    /// the opponent stay if they are in two rows, and go if they are in one.
    #[default]
    Default,
    /// As `Default`, except for the named points. Rows are taken in the order of the named points.
    Named(Vec<(Cell, Fate)>),
    /// The rows on these lines, in this order, and all others that must be removed.
    Rows {
        /// The points of each line.
        lines: Vec<Bits>,
        /// The GIPF pieces that go; as in `Default` if the record does not say it.
        gipf: Option<Bits>,
    },
}

/// What a record says about a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The piece is removed; if it is a basic piece, with its row.
    Removed,
    /// The piece stays on the board.
    Kept,
}

/// The maximum number of ways to take rows that are tried. With more, the record is ambiguous anyway.
const MAX_WAYS: usize = 4096;

impl Position {
    /// The point with this name, such as `e5`.
    #[must_use]
    pub fn point(name: &str) -> Option<Cell> {
        point_named(name.as_bytes().try_into().ok()?)
    }

    /// The entry from a dot to the first point of a line, both given by name.
    #[must_use]
    pub fn entry(dot: &str, first: &str) -> Option<u8> {
        entry_named(
            dot.as_bytes().try_into().ok()?,
            first.as_bytes().try_into().ok()?,
        )
    }

    /// The points of the line between two dots, given by name.
    #[must_use]
    pub fn line(one: &str, other: &str) -> Option<Bits> {
        let dot = |name: &str| coords_of(name.as_bytes().try_into().ok()?);
        let from = |dot| ENTRIES.iter().filter(move |entry| entry.dot == dot);
        let (one, other) = (dot(one)?, dot(other)?);
        let mut lines = from(one).map(|entry| entry.line);
        lines.find(|&line| one != other && from(other).any(|entry| entry.line == line))
    }

    /// The kind of piece that the side to move enters by default: a GIPF piece as long as that is legal,
    /// unless the player has switched to basic pieces (`basic`).
    #[must_use]
    pub fn usual_kind(&self, basic: bool) -> Kind {
        if !basic && self.may_enter(Kind::Gipf) {
            Kind::Gipf
        } else {
            Kind::Basic
        }
    }

    /// The legal moves with this action whose removals match the record. Without an action: the removals
    /// that end the game.
    #[must_use]
    pub fn matching_moves(
        &self,
        action: Option<Action>,
        before: &RecordedRemoval,
        after: &RecordedRemoval,
    ) -> Vec<Move> {
        let side = self.turn();
        let mut moves = Vec::new();
        if self.winner_by_gipf(!side).is_some() {
            return moves;
        }
        for gone in self.matching_removals(before) {
            let mut cleared = *self;
            if gone.any() {
                cleared.remove(gone, side);
                if cleared.winner_by_gipf(side).is_some() {
                    if action.is_none() {
                        moves.push(Move::ending(gone));
                    }
                    continue;
                }
            }
            let Some(action) = action.filter(|&action| cleared.may_act(action)) else {
                continue;
            };
            cleared.act(action);
            let ends = cleared.matching_removals(after).into_iter();
            moves.extend(ends.map(|set| Move::new(gone, action, set)));
        }
        moves
    }

    /// Whether an entry is legal. False for jumps: only our own notation has them, and it states removals.
    fn may_act(&self, action: Action) -> bool {
        match action {
            Action::Enter(kind, entry) => self.may_enter(kind) && self.pushed_by(entry).is_some(),
            Action::Jump(..) => false,
        }
    }

    /// The legal removals of the side to move that match the record.
    fn matching_removals(&self, recorded: &RecordedRemoval) -> Vec<Bits> {
        let side = self.turn();
        match recorded {
            RecordedRemoval::Exactly(set) => {
                let legal = self.may_remove(side, *set);
                legal.then_some(*set).into_iter().collect()
            }
            RecordedRemoval::Something => {
                let mut sets = Vec::new();
                _ = self.each_removal(side, &mut |set| {
                    if set.any() {
                        sets.push(set);
                    }
                    if sets.len() < MAX_WAYS {
                        std::ops::ControlFlow::Continue(())
                    } else {
                        std::ops::ControlFlow::Break(())
                    }
                });
                sets
            }
            RecordedRemoval::Default => self.usual_removals(&[]),
            RecordedRemoval::Named(named) => self.usual_removals(named),
            RecordedRemoval::Rows { lines, gipf } => {
                let stays = gipf.map(|gipf| (self.gipf() | self.charged()).minus(gipf));
                let goes = gipf.unwrap_or(Bits::EMPTY);
                self.removals_in_order(goes, stays.unwrap_or(Bits::EMPTY), lines)
            }
        }
    }

    /// The usual removals that match the named points, in the given order. If there are none, in any order.
    fn usual_removals(&self, named: &[(Cell, Fate)]) -> Vec<Bits> {
        let optional = self.gipf() | self.charged();
        let of = |fate: Fate| {
            let points = named.iter().filter(|(_, other)| *other == fate);
            points.map(|(point, _)| *point).collect::<Bits>()
        };
        let (goes, stays) = (of(Fate::Removed), of(Fate::Kept));
        let order: Vec<Bits> = named
            .iter()
            .filter(|(point, fate)| *fate == Fate::Removed && !optional.has(*point))
            .map(|(point, _)| point.bit())
            .collect();
        let found = self.removals_in_order(goes, stays, &order);
        if found.is_empty() && order.len() > 1 {
            return self.removals_in_order(goes, stays, &[]);
        }
        found
    }

    /// Tries every order of taking rows that starts with the rows at the places in `order`: with the row that
    /// contains a point, or with the row on a line.
    fn removals_in_order(&self, goes: Bits, stays: Bits, order: &[Bits]) -> Vec<Bits> {
        let side = self.turn();
        let is_at = |row: &Row, place: Bits| place.within(row.must) || row.all().within(place);
        let usual = self.usually_taken(side);
        let take = |row: &Row| row.must | (row.may & (goes | usual.minus(stays)));
        let ends = row_after_row((Bits::EMPTY, 0), |(gone, next), reached| {
            let rows = || self.rows(side, gone);
            let mut follow = |row: Row, next| {
                let more = gone | take(&row);
                if more != gone {
                    reached.add((more, next));
                }
            };
            if let Some(&place) = order.get(next) {
                if place.within(gone) {
                    reached.add((gone, next + 1));
                } else {
                    let here = rows().filter(|row| is_at(row, place));
                    here.for_each(|row| follow(row, next + 1));
                }
            } else if rows().any(|row| row.forced) {
                rows()
                    .filter(|row| row.forced)
                    .for_each(|row| follow(row, next));
            } else if !goes.within(gone) {
                let missing = goes.minus(gone);
                let here = rows().filter(|row| row.may.meets(missing));
                here.for_each(|row| follow(row, next));
            } else {
                return !gone.meets(stays);
            }
            false
        });
        ends.map(|(gone, _)| gone).collect()
    }

    /// The GIPF pieces that go with their row unless the record says otherwise.
    fn usually_taken(&self, side: Side) -> Bits {
        let (all, shared) = self.in_rows(side);
        let optional = self.gipf() | self.charged();
        (all & optional & self.pieces(!side)).minus(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gipf::Variant;
    use crate::picture::Touch;
    use crate::rules::{Fen, Notation};

    /// The tokens of the moves with this entry that match the points named before and after it (`+` goes,
    /// `-` stays).
    fn agreeing(
        variant: Variant,
        fen: &str,
        entry: &str,
        before: &str,
        after: &str,
    ) -> Vec<String> {
        let position = Position::from_fen(variant, fen).expect("a valid FEN");
        let action = entry.split_once('-').map(|(dot, first)| {
            let entry = Position::entry(dot, first).expect("an entry");
            Action::Enter(position.usual_kind(true), entry)
        });
        let removals = |text: &str| {
            let named = text.split_whitespace().map(|word| {
                let fate = if word.starts_with('+') {
                    Fate::Removed
                } else {
                    Fate::Kept
                };
                (Position::point(&word[1..]).expect("a point"), fate)
            });
            RecordedRemoval::Named(named.collect())
        };
        let moves = position.matching_moves(action, &removals(before), &removals(after));
        let mut tokens: Vec<String> = moves.into_iter().map(|m| position.token(m)).collect();
        for token in &tokens {
            assert!(position.parse_move(token).is_ok(), "{token}");
        }
        tokens.sort_unstable();
        tokens
    }

    #[test]
    fn of_two_crossing_rows_the_named_one_goes() {
        let fen = "w3/1w3/2w3/4www/3b2/5/4 8 8 w";
        let after = |recorded| agreeing(Variant::Basic, fen, "a1-b2", "", recorded);
        let (diagonal, column) = ("a1-b2,xb2c3d4e5f5", "a1-b2,xe5e6e7e8");
        assert_eq!(after(""), [diagonal, column]);
        assert_eq!(after("+e5"), [diagonal, column]);
        assert_eq!(after("+f5"), [diagonal]);
        assert_eq!(after("+e8"), [column]);
        assert_eq!(after("+e8 +f5"), [""; 0]);
    }

    #[test]
    fn rows_are_named_by_the_dots_of_their_lines() {
        assert_eq!(Position::line("b1", "i4"), Position::line("i4", "b1"));
        let line = Position::line("b1", "i4").map(Bits::count);
        assert_eq!((line, Position::line("b1", "i5")), (Some(6), None));
        assert_eq!(Position::line("b1", "b1"), None);
        let after = |variant, fen, dots: &[(&str, &str)], gipf: Option<&str>| {
            let position = Position::from_fen(variant, fen).expect("a valid FEN");
            let lines = dots.iter().map(|(one, other)| Position::line(one, other));
            let point = |name| Position::point(name).expect("a point");
            let rows = RecordedRemoval::Rows {
                lines: lines.collect::<Option<_>>().expect("lines"),
                gipf: gipf.map(|names| names.split_whitespace().map(point).collect()),
            };
            let none = RecordedRemoval::Exactly(Bits::EMPTY);
            let before = position.matching_move("a4-b5", &rows, &none);
            let after = position.matching_move("a1-b2", &none, &rows);
            before.or(after).map(|m| position.token(m)).ok()
        };
        let crossing = "w3/1w3/2w3/4www/3b2/5/4 8 8 w";
        let token = |text: &str| Some(text.to_owned());
        let one = after(Variant::Basic, crossing, &[("e1", "e9")], None);
        assert_eq!(one, token("a1-b2,xe5e6e7e8"));
        let other = after(Variant::Basic, crossing, &[("i5", "a1")], None);
        assert_eq!(other, token("a1-b2,xb2c3d4e5f5"));
        assert_eq!(after(Variant::Basic, crossing, &[("a2", "h6")], None), None);
        let kinds = "W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w";
        let row = [("a1", "i5")];
        let with = |gipf| after(Variant::Standard, kinds, &row, gipf);
        assert_eq!(with(None), token("xc3d4f5g5h5,a4-b5"));
        assert_eq!(with(Some("")), token("xc3d4f5,a4-b5"));
        assert_eq!(with(Some("b2 h5")), token("xb2c3d4f5h5,a4-b5"));
        assert_eq!(
            after(Variant::Standard, kinds, &[], Some("g5")),
            token("xc3d4f5g5,a4-b5")
        );
    }

    #[test]
    fn rows_are_taken_in_the_named_order() {
        let fen = "1w2/2w2/3w2/4w2/wwwwbb/4b/4 5 5 w";
        let before = |recorded| agreeing(Variant::Basic, fen, "h6-h5", recorded, "");
        let column = "xb3c4d5e6f2f3f4f5f6f7,h6-h5";
        let diagonal = "xb3c4d5e6f2f3f4f5f6g6,h6-h5";
        assert_eq!(before(""), [column, diagonal]);
        assert_eq!(before("+f2"), [column]);
        assert_eq!(before("+b3 +f2"), [diagonal]);
    }

    #[test]
    fn gipf_pieces_follow_the_record_or_the_default() {
        let fen = "W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w";
        let before = |recorded| agreeing(Variant::Standard, fen, "a4-b5", recorded, "");
        assert_eq!(before(""), ["xc3d4f5g5h5,a4-b5"]);
        assert_eq!(before("-g5"), ["xc3d4f5h5,a4-b5"]);
        assert_eq!(before("+b2 -h5"), ["xb2c3d4f5g5,a4-b5"]);
        assert_eq!(before("-c3"), [""; 0]);
        // The player's piece at the crossing of two rows stays, so both rows go.
        let crossing = "W3/1w3/2w3/3Wwww/6/5/W2B 5 5 w";
        let both = agreeing(Variant::Standard, crossing, "a4-b5", "", "");
        assert_eq!(both, ["xc3d4e6e7e8,a4-b5"]);
        // The same with a piece of the opponent that extends both rows.
        let theirs = "1w2/2w2/3w2/4w2/wwwwB1/5/W2B 5 5 w";
        let both = agreeing(Variant::Standard, theirs, "a4-b5", "", "");
        assert_eq!(both, ["xb3c4d5e6f2f3f4f5,a4-b5"]);
    }

    #[test]
    fn optional_rows_go_only_if_the_record_says_so() {
        let fen = "W3/1W3/2W3/3W3/6/5/B3 10 14G w";
        let before = |recorded| agreeing(Variant::Tournament, fen, "a4-b5", recorded, "");
        assert_eq!(before(""), ["a4-b5"]);
        assert_eq!(before("+b2"), ["xb2,a4-b5"]);
        let after = agreeing(Variant::Tournament, fen, "a4-b5", "", "+b2 +e5");
        assert_eq!(after, ["a4-b5,xb2e5"]);
    }

    #[test]
    fn a_removal_may_end_the_game() {
        let fen = "w3/1w3/2w3/3w2W/3B2/5/4 5 5 w";
        let ending = agreeing(Variant::Standard, fen, "", "", "");
        assert_eq!(ending, ["xb2c3d4e5f5"]);
        assert_eq!(agreeing(Variant::Standard, fen, "a4-b5", "", ""), [""; 0]);
        let goes_on = agreeing(Variant::Standard, fen, "a4-b5", "-f5", "");
        assert_eq!(goes_on, ["xb2c3d4e5,a4-b5"]);
    }
}
