//! Move tokens and the text diagram.

use super::board::entry;
use super::moves::{Action, Kind, Move};
use super::names::{dot_name, draw, point_name, point_named};
use super::position::{Position, Reserve};
use super::setup::symbol;
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::rules::{MoveError, Notation, Rules, Side};

impl Notation for Position {
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
                text.extend(dot_name(entry.dot).bytes());
                text.push(b'-');
                text.extend(point_name(entry.first).bytes());
            }
            Action::Jump(from, direction) => {
                let landing = self.landing_without(gone, from, direction);
                text.extend(point_name(from).bytes());
                text.push(b'^');
                text.extend(
                    landing
                        .into_iter()
                        .flat_map(|point| point_name(point).bytes()),
                );
            }
        }
    }
}

fn write_removal(set: Bits, text: &mut Vec<u8>) {
    text.push(b'x');
    for point in set {
        text.extend(point_name(point).bytes());
    }
}
