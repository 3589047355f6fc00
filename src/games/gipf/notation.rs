//! Move tokens and the text diagram (rules, section 6).

use super::board::entry;
use super::names::{draw, entry_named, name, name_at, point_named};
use super::position::{Position, Reserve};
use super::reasons::{Problem, Violation};
use super::setup::symbol;
use super::turn::{Action, Kind, Move};
use super::variant::Variant;
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::picture::{read_fen, write_fen};
use crate::rules::{FenError, MoveError, Notation, Rules, Side};

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let position: Position = read_fen(variant, text)?;
        if position.has_forced_row(!position.turn(), Bits::EMPTY) {
            let board = text.split(' ').next().unwrap_or(text);
            return Err(FenError::illegal("board", board, Problem::RowLeft));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        write_fen(self)
    }

    fn parse_token(&self, token: &str) -> Result<Move, MoveError> {
        let side = self.turn();
        let parsed = read_token(self, token)?;
        let refuse = |violation: Violation| Err(MoveError::illegal(token, violation));
        if !self.may_remove(side, parsed.before()) {
            return refuse(match parsed.before().is_empty() {
                true => Violation::TakeFirst,
                false => Violation::NotRows,
            });
        }
        let mut position = *self;
        if parsed.before().any() {
            position.remove(parsed.before(), side);
            let is_over = position.winner_by_gipf(side).is_some();
            match parsed.action() {
                None if is_over => return Ok(parsed),
                Some(_) if is_over => return refuse(Violation::EndsGame),
                _ => {}
            }
        }
        match parsed.action() {
            None => return refuse(Violation::ActionMissing),
            Some(Action::Enter(kind, _)) if !position.may_enter(kind) => {
                return refuse(position.why_not_kind(kind));
            }
            Some(Action::Enter(_, entry)) if position.pushed_by(entry).is_none() => {
                return refuse(Violation::LineFull);
            }
            Some(action) => position.act(action),
        }
        if !position.may_remove(side, parsed.after()) {
            return refuse(match parsed.after().is_empty() {
                true => Violation::RowAfter,
                false => Violation::NotRows,
            });
        }
        Ok(parsed)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let mut text = Vec::with_capacity(24);
        if m.before().any() {
            write_removal(m.before(), &mut text);
        }
        if let Some(action) = m.action() {
            if m.before().any() {
                text.push(b',');
            }
            self.write_action(action, m.before(), &mut text);
        }
        if m.after().any() {
            text.push(b',');
            write_removal(m.after(), &mut text);
        }
        out.extend(text.into_iter().map(char::from));
    }

    fn parse_published(&self, text: &str) -> Option<Result<Move, MoveError>> {
        self.read_published(text)
    }

    fn draw(&self) -> String {
        self.draw_with(None)
    }
}

impl Position {
    /// The landing of a jump, which depends on the first removal.
    fn landing_without(&self, gone: Bits, from: Cell, direction: Direction) -> Option<Cell> {
        let mut cleared = *self;
        cleared.remove(gone, self.turn());
        cleared.landing(from, direction).and_then(Bits::lowest)
    }

    /// The text diagram with an announced move: `[]` around both ends of its jump, `()` around the pieces it
    /// removes.
    pub(in crate::games) fn draw_with(&self, announced: Option<Move>) -> String {
        let jump = announced.and_then(|m| match m.action()? {
            Action::Enter(..) => None,
            Action::Jump(from, direction) => {
                let landing = self.landing_without(m.before(), from, direction)?;
                Some((from, landing))
            }
        });
        let gone = announced.map_or(Bits::EMPTY, Move::removed);
        let marked = |point: Cell, text: &str| {
            if jump.is_some_and(|(from, to)| point == from || point == to) {
                Some(format!("[{text}]"))
            } else if gone.has(point) {
                Some(format!("({text})"))
            } else {
                None
            }
        };
        let mut lines = draw(|name, _| {
            let Some(point) = point_named(name.bytes()) else {
                return (name.to_string(), 0);
            };
            let what = self.piece_at(point);
            let text = what.map_or(".", |(side, what)| symbol(side, what));
            // A mark does not shift the piece.
            marked(point, text).map_or_else(|| (text.to_owned(), 0), |marked| (marked, 1))
        });
        for side in Side::ALL {
            let Reserve {
                hand,
                potentials,
                gipf_right,
            } = self.reserve(side);
            let mut line = format!("{}: {hand} in hand", side.colour());
            if gipf_right {
                line.push_str(", may enter GIPF pieces");
            }
            if potentials > 0 {
                let plural = if potentials > 1 { "s" } else { "" };
                line.push_str(&format!(", {potentials} potential{plural} to enter"));
            }
            lines.push(line);
        }
        lines.join("\n")
    }
}

impl Position {
    fn write_action(&self, action: Action, gone: Bits, text: &mut Vec<u8>) {
        match action {
            Action::Enter(kind, number) => {
                let entry = entry(number);
                match kind {
                    Kind::Basic => {}
                    Kind::Gipf => text.push(b'G'),
                    Kind::Charged => text.push(b'Z'),
                }
                text.extend(name_at(entry.dot));
                text.push(b'-');
                text.extend(name(entry.first));
            }
            Action::Jump(from, direction) => {
                let landing = self.landing_without(gone, from, direction);
                text.extend(name(from));
                text.push(b'^');
                text.extend(landing.into_iter().flat_map(name));
            }
        }
    }
}

fn write_removal(set: Bits, text: &mut Vec<u8>) {
    text.push(b'x');
    for point in set {
        text.extend(name(point));
    }
}

/// Reads a token without checking whether its removals and entry are legal.
fn read_token(position: &Position, token: &str) -> Result<Move, MoveError> {
    let parts: Vec<&str> = token.split(',').collect();
    let form = "[x<points>,]<action>[,x<points>] or x<points>";
    let (before, action, after) = match parts[..] {
        [first] if first.starts_with('x') => return Ok(Move::ending(read_removal(first)?)),
        [action] => (None, action, None),
        [first, action] if first.starts_with('x') => (Some(first), action, None),
        [action, last] => (None, action, Some(last)),
        [first, action, last] => (Some(first), action, Some(last)),
        _ => return Err(MoveError::syntax(token, form)),
    };
    let removal = |part: Option<&str>| part.map_or(Ok(Bits::EMPTY), read_removal);
    let before = removal(before)?;
    let action = read_action(position, before, action)?;
    Ok(Move::new(before, action, removal(after)?))
}

fn read_removal(text: &str) -> Result<Bits, MoveError> {
    let wrong = |expected| MoveError::syntax(text, expected);
    let names = text
        .strip_prefix('x')
        .map(|names| names.as_bytes().as_chunks::<2>())
        .filter(|(names, rest)| !names.is_empty() && rest.is_empty())
        .ok_or_else(|| wrong("x and the names of points"))?
        .0;
    let mut set = Bits::EMPTY;
    for &name in names {
        let point = point_named(name).ok_or_else(|| wrong("names of points"))?;
        if set.0 >> point.0 != 0 {
            return Err(wrong("points in ascending order"));
        }
        set = set.with(point);
    }
    Ok(set)
}

fn read_action(position: &Position, gone: Bits, text: &str) -> Result<Action, MoveError> {
    let wrong = |expected: &str| MoveError::syntax(text, expected);
    let variant = position.variant();
    let has_potentials = variant == Variant::Zertz;
    let (kind, dot, first) = match *text.as_bytes() {
        [a, b, b'^', c, d] if has_potentials => {
            return read_jump(position, gone, [a, b], [c, d], text);
        }
        [a, b, b'-', c, d] => (Kind::Basic, [a, b], [c, d]),
        [b'G', a, b, b'-', c, d] if variant.has_gipf_entries() => (Kind::Gipf, [a, b], [c, d]),
        [b'Z', a, b, b'-', c, d] if has_potentials => (Kind::Charged, [a, b], [c, d]),
        _ => {
            return Err(wrong(match variant {
                Variant::Basic | Variant::Standard => "an entry like a4-b5",
                Variant::Tournament => "an entry like a4-b5 or Ga4-b5",
                Variant::Zertz => "an entry like a4-b5, Ga4-b5 or Za4-b5, or a jump like c3^e5",
            }));
        }
    };
    let entry = entry_named(dot, first)
        .ok_or_else(|| wrong("a dot and the first point of a line that begins at it"))?;
    Ok(Action::Enter(kind, entry))
}

/// Reads a jump. Its direction is the one in which the piece lands on the named point.
fn read_jump(
    position: &Position,
    gone: Bits,
    from: [u8; 2],
    to: [u8; 2],
    text: &str,
) -> Result<Action, MoveError> {
    let form = || MoveError::syntax(text, "a jump like c3^e5");
    let refuse = |violation: Violation| Err(MoveError::illegal(text, violation));
    let (from, to) = point_named(from).zip(point_named(to)).ok_or_else(form)?;
    let mut cleared = *position;
    cleared.remove(gone, position.turn());
    let own = cleared.pieces(position.turn()) & cleared.charged();
    if !own.has(from) {
        return refuse(cleared.why_not_jumper(from));
    }
    let lands = |&direction: &Direction| cleared.landing(from, direction) == Some(to.bit());
    match Direction::ALL.into_iter().find(lands) {
        Some(direction) => Ok(Action::Jump(from, direction)),
        None => refuse(cleared.why_not_landing(from, to)),
    }
}
