//! FEN, move tokens and the text diagram (rules, sections 10 and 11).
//!
//! The FEN parser is strict: it requires exactly five fields, canonical runs and counts, and the right
//! total of marbles of each colour.

use std::fmt::Write;

use super::board::group;
use super::jumps::jumped;
use super::partial_move::ZertzMove;
use super::position::Position;
use super::reasons::Problem;
use super::turn::{Move, Path};
use super::variant::{Counts, Marble, Variant, letter, marble_of};
use crate::board::{Cell, Layout, Name};
use crate::picture::MovePath;
use crate::rules::fen;
use crate::rules::{FenError, MoveError, Notation, PASS, Rules, Side};

/// The symbol of a cell without a ring.
const NO_RING: char = '-';
/// The maximum count of marbles of a colour.
const MAX_MARBLES: u8 = 15;

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let form = "<board> <reserve> <captured 1> <captured 2> <side>";
        let [board, reserve, first, second, side] = fen::fields(text, form)?;
        let mut position = Position::bare(variant);
        read_board(&mut position, board)?;
        let counts = read_counts("reserve", reserve)?;
        for (marble, count) in Marble::ALL.into_iter().zip(counts) {
            position.set_reserve(marble, count);
        }
        let captured = [
            (Side::One, "captured 1", first),
            (Side::Two, "captured 2", second),
        ];
        for (owner, field, text) in captured {
            let counts = read_counts(field, text)?;
            for (marble, count) in Marble::ALL.into_iter().zip(counts) {
                position.set_captured(owner, marble, count);
            }
        }
        match side {
            "1" => position.set_turn(Side::One),
            "2" => position.set_turn(Side::Two),
            _ => return Err(FenError::syntax("side", side, "1 or 2")),
        }
        check(&position, text)?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = fen::write_board(self.variant().shape(), |cell| {
            let occupied = !self.vacant().has(cell);
            occupied.then(|| self.marble_at(cell).map_or(NO_RING, letter))
        });
        let side = match self.turn() {
            Side::One => 1,
            Side::Two => 2,
        };
        let counts = [
            self.reserve(),
            self.captured(Side::One),
            self.captured(Side::Two),
        ];
        for [white, grey, black] in counts {
            // Writing into a string cannot fail.
            let _ = write!(text, " {white},{grey},{black}");
        }
        let _ = write!(text, " {side}");
        text
    }

    fn parse_token(&self, token: &str) -> Result<Move, MoveError> {
        MovePath::parse(ZertzMove::new(self), token)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let variant = self.variant();
        match m {
            Move::Pass => out.push_str(PASS),
            Move::Jump { from, path } => {
                variant.shape().name_of(from).write_to(out);
                for cell in landings(from, path) {
                    out.push('x');
                    variant.shape().name_of(cell).write_to(out);
                }
            }
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => {
                out.push(letter(marble));
                variant.shape().name_of(cell).write_to(out);
                if let Some(ring) = ring {
                    out.push(',');
                    variant.shape().name_of(ring).write_to(out);
                }
                if claims.any() {
                    out.push_str(",x");
                }
                let mut rest = claims;
                while let Some(first) = rest.lowest() {
                    variant.shape().name_of(first).write_to(out);
                    rest = rest.minus(group(first, claims));
                }
            }
        }
    }

    fn parse_published(&self, text: &str) -> Option<Result<Move, MoveError>> {
        self.read_published(text)
    }

    fn published(&self, m: Move) -> Option<String> {
        Some(self.write_published(m))
    }

    fn draw(&self) -> String {
        self.draw_for(["p1", "p2"])
    }
}

impl Position {
    /// The text diagram, with these names of the two players.
    pub(in crate::games) fn draw_for(&self, [one, two]: [&str; 2]) -> String {
        let item = |name: Name, _| {
            let cell = self.variant().shape().cell_of(name);
            let shown = match cell.map(|cell| (self.marble_at(cell), self.rings().has(cell))) {
                Some((Some(marble), _)) => letter(marble),
                Some((None, true)) => 'o',
                _ => '.',
            };
            (format!("{shown}{name}"), 0)
        };
        let mut picture = String::new();
        for line in self.variant().shape().0.draw(item) {
            let _ = writeln!(picture, " {line}");
        }
        let counts = [
            ("Reserve".to_owned(), self.reserve()),
            (format!("Captured by {one}"), self.captured(Side::One)),
            (format!("Captured by {two}"), self.captured(Side::Two)),
        ];
        for (label, [white, grey, black]) in counts {
            let _ = writeln!(picture, "{label}: {white} w, {grey} g, {black} b");
        }
        picture.trim_end().to_owned()
    }
}

/// The landings of a chain.
pub(super) fn landings(from: Cell, path: Path) -> impl Iterator<Item = Cell> {
    jumped(from, path).map(|(_, landing)| landing)
}

impl Position {
    /// All cells of the starting board, with or without their rings.
    pub(super) fn variant_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.variant().shape().cells().into_iter()
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), FenError> {
    let shape = position.variant().shape();
    fen::read_board(shape, text, "-, w, g, b", take_shown, |cell, shown| {
        if shown != Some(None) {
            position.toggle_ring(cell);
        }
        if let Some(marble) = shown.flatten() {
            position.toggle_marble(marble, cell);
        }
    })
}

/// Reads a cell that is not a vacant ring from the front of a text: a marble, or no ring.
fn take_shown(text: &str) -> Option<(Option<Marble>, &str)> {
    let symbol = text.chars().next()?;
    let marble = marble_of(symbol);
    let known = marble.is_some() || symbol == NO_RING;
    known.then_some((marble, text.get(1..)?))
}

fn read_counts(field: &'static str, text: &str) -> Result<Counts, FenError> {
    let counts: Option<Vec<u8>> = text
        .split(',')
        .map(|number| fen::read_number(number, MAX_MARBLES))
        .collect();
    let counts = counts.and_then(|counts| counts.try_into().ok());
    let expected = "three numbers white,grey,black below 16";
    counts.ok_or_else(|| FenError::syntax(field, text, expected))
}

/// Rejects impossible positions: a wrong number of marbles, no ring, or a game that had already ended.
fn check(position: &Position, text: &str) -> Result<(), FenError> {
    let refuse = |problem: Problem| Err(FenError::illegal("fen", text, problem));
    for (marble, total) in Marble::ALL.into_iter().zip(position.variant().marbles()) {
        let found = position.all_marbles(marble);
        if found != u32::from(total) {
            return refuse(match marble {
                Marble::White => Problem::WhiteMarbles { found, total },
                Marble::Grey => Problem::GreyMarbles { found, total },
                Marble::Black => Problem::BlackMarbles { found, total },
            });
        }
    }
    if position.rings().is_empty() {
        return refuse(Problem::NoRing);
    }
    if position.has_set(position.turn()) {
        return refuse(Problem::AlreadyWon);
    }
    Ok(())
}
