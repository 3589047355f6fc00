//! FEN, tokens and the picture of ZÈRTZ (rules, sections 10 and 11).
//!
//! The FEN parser tolerates nothing: exactly five fields, canonical runs and counts, and the marbles
//! of the game all accounted for.

use std::fmt::Write;

use super::board::{coords, group};
use super::jumps::{Chain, jumped};
use super::movegen::Groups;
use super::names::{cell_named, colour, letter, marble_of, name, take_cell, write_name};
use super::position::Position;
use super::turn::{Move, Path};
use super::variant::{Counts, Marble, NO_MARBLES, Variant};
use crate::board::{Bits, Cell};
use crate::rules::fen;
use crate::rules::{FenError, MoveError, Notation, PASS, Rules, Side};

/// The symbol of a cell without ring.
const NO_RING: char = '-';
/// The most marbles of a colour that are counted.
const MAX_MARBLES: u8 = 15;

/// The cells of a column (0 is `a`), upwards.
fn column_cells(variant: Variant, column: usize) -> Vec<Cell> {
    let shape = variant.shape();
    let length = shape.columns.get(column).copied().unwrap_or(0);
    (1..=length)
        .filter_map(|number| shape.cell(column, number))
        .collect()
}

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
            _ => return Err(FenError::new("side", side, "1 or 2")),
        }
        check(&position, text)?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = String::new();
        for column in 0..self.variant().shape().columns.len() {
            if column > 0 {
                text.push('/');
            }
            let shown = column_cells(self.variant(), column)
                .into_iter()
                .map(|cell| {
                    let occupied = !self.vacant().has(cell);
                    occupied.then(|| self.marble_at(cell).map_or(NO_RING, letter))
                });
            fen::write_line(shown, &mut text);
        }
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

    fn parse_move(&self, token: &str) -> Result<Move, MoveError> {
        let refuse = |expected: &str| Err(MoveError::new(token, expected));
        if self.outcome().is_some() {
            return Err(MoveError::game_over(token));
        }
        if self.can_jump() {
            return self.parse_chain(token);
        }
        if self.stock() == NO_MARBLES {
            return match token {
                PASS => Ok(Move::Pass),
                _ => refuse("pass, there is no marble to place"),
            };
        }
        self.parse_placement(token)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let variant = self.variant();
        match m {
            Move::Pass => out.push_str(PASS),
            Move::Jump { from, path } => {
                write_name(variant, from, out);
                for cell in landings(from, path) {
                    out.push('x');
                    write_name(variant, cell, out);
                }
            }
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => {
                out.push(letter(marble));
                write_name(variant, cell, out);
                if let Some(ring) = ring {
                    out.push(',');
                    write_name(variant, ring, out);
                }
                if claims.any() {
                    out.push_str(",x");
                }
                let mut rest = claims;
                while let Some(first) = rest.lowest() {
                    write_name(variant, first, out);
                    rest = rest.minus(group(first, claims));
                }
            }
        }
    }

    fn parse_published(&self, turn: &str) -> Option<Result<Move, MoveError>> {
        self.read_published(turn)
    }

    fn published(&self, m: Move) -> Option<String> {
        Some(self.write_published(m))
    }

    fn draw(&self) -> String {
        self.draw_for(["p1", "p2"])
    }
}

impl Position {
    /// The picture with these names of the two players.
    pub(in crate::games) fn draw_for(&self, [one, two]: [&str; 2]) -> String {
        let shape = self.variant().shape();
        let cells: Vec<(i32, usize, Cell)> = self
            .variant_cells()
            .map(|cell| {
                let (q, r) = coords(cell);
                let (column, _) = shape.place(cell);
                (2 * i32::from(r) + i32::from(q), column, cell)
            })
            .collect();
        let rows = cells.iter().map(|&(row, ..)| row);
        let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let mut picture = String::new();
        for row in top..=bottom {
            let mut line = String::new();
            for &(_, column, cell) in cells.iter().filter(|&&(at, ..)| at == row) {
                while line.len() < column * 4 {
                    line.push(' ');
                }
                let shown = match self.marble_at(cell) {
                    Some(marble) => letter(marble),
                    None if self.rings().has(cell) => 'o',
                    None => '.',
                };
                let _ = write!(line, "{shown}{}", name(self.variant(), cell));
            }
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

/// The cells on which a chain lands.
pub(super) fn landings(from: Cell, path: Path) -> impl Iterator<Item = Cell> {
    jumped(from, path).map(|(_, landing)| landing)
}

impl Position {
    /// All cells of the starting board, with their rings or without.
    pub(super) fn variant_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.variant().shape().cells().into_iter()
    }

    fn parse_chain(&self, token: &str) -> Result<Move, MoveError> {
        let refuse = |expected: &str| Err(MoveError::new(token, expected));
        let Some((from, mut rest)) = take_cell(self.variant(), token) else {
            return refuse("a jump such as d4xd6, capture is compulsory");
        };
        if !self.occupied().has(from) {
            return refuse("a jump that starts on a marble");
        }
        let mut chain = Chain::standing(self.terrain(), from);
        while !rest.is_empty() {
            let landing = rest.strip_prefix('x');
            let Some((to, after)) = landing.and_then(|text| take_cell(self.variant(), text)) else {
                return refuse("x and a cell for each landing");
            };
            rest = after;
            let Some(leap) = chain.leaps().find(|leap| leap.to == to) else {
                return refuse("jumps over a marble to the vacant ring behind it");
            };
            chain = chain.then(leap);
        }
        if !chain.is_complete() {
            return refuse("a chain that goes on as long as its marble can jump");
        }
        Ok(chain.turn())
    }

    fn parse_placement(&self, token: &str) -> Result<Move, MoveError> {
        let refuse = |expected: &str| Err(MoveError::new(token, expected));
        let variant = self.variant();
        let mut parts = token.split(',');
        let placed = parts.next().unwrap_or("");
        let marble = placed.chars().next().and_then(marble_of);
        let cell = placed.get(1..).and_then(|text| cell_named(variant, text));
        let (Some(marble), Some(cell)) = (marble, cell) else {
            return refuse("w, g or b and a cell, then the ring to remove");
        };
        if !self.in_stock().any(|other| other == marble) {
            return refuse("a colour that is in stock");
        }
        if !self.vacant().has(cell) {
            return refuse("a vacant ring to place on");
        }
        let mut next = parts.next();
        let free = self.loose().without(cell);
        let mut ring = None;
        if free.any() {
            let removed = next.and_then(|text| cell_named(variant, text));
            ring = removed.filter(|&removed| free.has(removed));
            if ring.is_none() {
                return refuse("a free ring to remove after the comma");
            }
            next = parts.next();
        }
        let groups = self.spot(cell, ring).groups;
        let claims = match next {
            None => Bits::EMPTY,
            Some(text) => match read_claims(variant, text, &groups) {
                Some(claims) => claims,
                None => {
                    return refuse("x and the first cells of groups that become full and cut off");
                }
            },
        };
        if parts.next().is_some() {
            return refuse("nothing after the claims");
        }
        Ok(Move::Place {
            marble,
            cell,
            ring,
            claims,
        })
    }
}

/// Reads `x` and the first cells of one or more of `groups`, in order.
fn read_claims(variant: Variant, text: &str, groups: &Groups) -> Option<Bits> {
    let mut rest = text.strip_prefix('x').filter(|names| !names.is_empty())?;
    let mut open = groups.as_slice().iter();
    let mut claims = Bits::EMPTY;
    while !rest.is_empty() {
        let (cell, after) = take_cell(variant, rest)?;
        claims |= *open.find(|set| set.lowest() == Some(cell))?;
        rest = after;
    }
    Some(claims)
}

fn read_board(position: &mut Position, text: &str) -> Result<(), FenError> {
    let variant = position.variant();
    let columns = fen::lines(text, variant.shape().columns.len(), "columns")?;
    for (column, line) in columns.into_iter().enumerate() {
        let cells = column_cells(variant, column);
        fen::read_line(line, cells, "-, w, g, b", take_shown, |cell, shown| {
            if shown != Some(None) {
                position.toggle_ring(cell);
            }
            if let Some(marble) = shown.flatten() {
                position.toggle_marble(marble, cell);
            }
        })?;
    }
    Ok(())
}

/// What a cell that is no vacant ring shows, from the front of a text: a marble, or no ring.
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
    counts.ok_or_else(|| FenError::new(field, text, expected))
}

/// What cannot be: marbles too few or too many, no ring, a game that had ended before.
fn check(position: &Position, text: &str) -> Result<(), FenError> {
    for (marble, total) in Marble::ALL.into_iter().zip(position.variant().marbles()) {
        let found = position.all_marbles(marble);
        if found != u32::from(total) {
            let expected = format!("{total} {} marbles in all, not {found}", colour(marble));
            return Err(FenError::new("fen", text, expected));
        }
    }
    if position.rings().is_empty() {
        return Err(FenError::new("fen", text, "a board with a ring"));
    }
    if position.has_set(position.turn()) {
        let expected = "a player to move who has not won before";
        return Err(FenError::new("fen", text, expected));
    }
    Ok(())
}
