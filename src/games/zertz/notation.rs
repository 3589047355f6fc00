//! FEN, tokens and the picture of ZÈRTZ (rules, sections 10 and 11).
//!
//! The FEN parser tolerates nothing: exactly five fields, canonical runs and counts, and the marbles
//! of the game all accounted for.

use std::fmt::Write;

use super::board::{BOARD, group};
use super::movegen::Groups;
use super::position::Position;
use super::turn::{Move, Path};
use super::variant::{Counts, Marble, NO_MARBLES, Variant};
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::rules::{FenError, MoveError, Notation, Rules, Side};

/// The letter of a marble.
fn letter(marble: Marble) -> char {
    match marble {
        Marble::White => 'w',
        Marble::Grey => 'g',
        Marble::Black => 'b',
    }
}

/// The marble of a letter.
fn marble_of(symbol: char) -> Option<Marble> {
    Marble::ALL
        .into_iter()
        .find(|&marble| letter(marble) == symbol)
}

/// The name of a cell on the board of a rule set.
pub(super) fn name(variant: Variant, cell: Cell) -> String {
    let (column, number) = variant.shape().place(cell);
    format!("{}{number}", char::from(b'a' + column as u8))
}

/// Reads the name of a cell from the front of `text`.
fn take_cell(variant: Variant, text: &str) -> Option<(Cell, &str)> {
    let &[column, number, ..] = text.as_bytes() else {
        return None;
    };
    let column = usize::from(column.checked_sub(b'a')?);
    let number = number.checked_sub(b'0').filter(|n| (1..=9).contains(n))?;
    let cell = variant.shape().cell(column, number)?;
    Some((cell, text.get(2..)?))
}

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, reserve, first, second, side] = fields[..] else {
            return Err(FenError::new(
                "FEN",
                text,
                "five fields with one space between",
            ));
        };
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
            "1" => {}
            "2" => position.pass_turn(),
            _ => return Err(FenError::new("side", side, "1 or 2")),
        }
        check(&position, text)?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut fen = String::new();
        let shape = self.variant().shape();
        for (column, &length) in shape.columns.iter().enumerate() {
            if column > 0 {
                fen.push('/');
            }
            let mut vacant = 0;
            for cell in (1..=length).filter_map(|number| shape.cell(column, number)) {
                if self.vacant().has(cell) {
                    vacant += 1;
                    continue;
                }
                push_run(&mut fen, &mut vacant);
                fen.push(self.marble_at(cell).map_or('-', letter));
            }
            push_run(&mut fen, &mut vacant);
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
            let _ = write!(fen, " {white},{grey},{black}");
        }
        let _ = write!(fen, " {side}");
        fen
    }

    fn parse_move(&self, token: &str) -> Result<Move, MoveError> {
        let fail = |expected: &str| Err(MoveError::new(token, expected));
        if self.outcome().is_some() {
            return fail("no move, the game is over");
        }
        if self.can_jump() {
            return self.parse_chain(token);
        }
        if self.stock() == NO_MARBLES {
            return match token {
                "pass" => Ok(Move::Pass),
                _ => fail("pass, there is no marble to place"),
            };
        }
        self.parse_placement(token)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let variant = self.variant();
        match m {
            Move::Pass => out.push_str("pass"),
            Move::Jump { from, path } => {
                out.push_str(&name(variant, from));
                for cell in landings(from, path) {
                    out.push('x');
                    out.push_str(&name(variant, cell));
                }
            }
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => {
                out.push(letter(marble));
                out.push_str(&name(variant, cell));
                if let Some(ring) = ring {
                    out.push(',');
                    out.push_str(&name(variant, ring));
                }
                if claims.any() {
                    out.push_str(",x");
                }
                let mut rest = claims;
                while let Some(first) = rest.lowest() {
                    out.push_str(&name(variant, first));
                    rest = rest.minus(group(first, claims));
                }
            }
        }
    }

    fn draw(&self) -> String {
        let shape = self.variant().shape();
        let cells: Vec<(i32, usize, Cell)> = self
            .variant_cells()
            .map(|cell| {
                let (q, r) = BOARD.coords[cell.index()];
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
            ("Reserve", self.reserve()),
            ("Captured by p1", self.captured(Side::One)),
            ("Captured by p2", self.captured(Side::Two)),
        ];
        for (label, [white, grey, black]) in counts {
            let _ = writeln!(picture, "{label}: {white} w, {grey} g, {black} b");
        }
        picture.trim_end().to_owned()
    }
}

/// The cells on which a chain lands.
pub(super) fn landings(from: Cell, path: Path) -> impl Iterator<Item = Cell> {
    path.directions().scan(from, |at, direction| {
        *at = BOARD.step(BOARD.step(*at, direction)?, direction)?;
        Some(*at)
    })
}

impl Position {
    /// All cells of the starting board, with their rings or without.
    pub(super) fn variant_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.variant().shape().cells().into_iter()
    }

    fn parse_chain(&self, token: &str) -> Result<Move, MoveError> {
        let fail = |expected: &str| Err(MoveError::new(token, expected));
        let Some((from, mut rest)) = take_cell(self.variant(), token) else {
            return fail("a jump such as d4xd6, capture is compulsory");
        };
        let (mut at, mut path, mut taken) = (from, Path::default(), Bits::EMPTY);
        if !self.occupied().has(from) {
            return fail("a jump that starts on a marble");
        }
        while !rest.is_empty() {
            let landing = rest.strip_prefix('x');
            let Some((to, after)) = landing.and_then(|text| take_cell(self.variant(), text)) else {
                return fail("x and a cell for each landing");
            };
            rest = after;
            let jump = Direction::ALL.into_iter().find_map(|direction| {
                let (over, landing) = self.jump(at, direction, from)?;
                (landing == to && !taken.has(over)).then_some((direction, over))
            });
            let Some((direction, over)) = jump else {
                return fail("jumps over a marble to the vacant ring behind it");
            };
            (at, path, taken) = (to, path.then(direction), taken.with(over));
        }
        let goes_on = Direction::ALL.into_iter().any(|direction| {
            self.jump(at, direction, from)
                .is_some_and(|(over, _)| !taken.has(over))
        });
        if goes_on || path.len() == 0 {
            return fail("a chain that goes on as long as its marble can jump");
        }
        Ok(Move::Jump { from, path })
    }

    fn parse_placement(&self, token: &str) -> Result<Move, MoveError> {
        let fail = |expected: &str| Err(MoveError::new(token, expected));
        let variant = self.variant();
        let mut parts = token.split(',');
        let placed = parts.next().unwrap_or("");
        let marble = placed.chars().next().and_then(marble_of);
        let cell = placed.get(1..).and_then(|text| take_cell(variant, text));
        let (Some(marble), Some((cell, ""))) = (marble, cell) else {
            return fail("w, g or b and a cell, then the ring to remove");
        };
        if self.stock()[marble.index()] == 0 {
            return fail("a colour that is in stock");
        }
        if !self.vacant().has(cell) {
            return fail("a vacant ring to place on");
        }
        let mut next = parts.next();
        let free = self.loose().without(cell);
        let mut ring = None;
        if free.any() {
            let removed = next.and_then(|text| take_cell(variant, text));
            match removed {
                Some((removed, "")) if free.has(removed) => ring = Some(removed),
                _ => return fail("a free ring to remove after the comma"),
            }
            next = parts.next();
        }
        let groups = self.spot(cell, ring).groups;
        let claims = match next {
            None => Bits::EMPTY,
            Some(text) => match read_claims(variant, text, &groups) {
                Some(claims) => claims,
                None => {
                    return fail("x and the first cells of groups that become full and cut off");
                }
            },
        };
        if parts.next().is_some() {
            return fail("nothing after the claims");
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

fn push_run(fen: &mut String, vacant: &mut u8) {
    if *vacant > 0 {
        fen.push(char::from(b'0' + *vacant));
        *vacant = 0;
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), FenError> {
    let shape = position.variant().shape();
    let columns: Vec<&str> = text.split('/').collect();
    if columns.len() != shape.columns.len() {
        let expected = format!("{} columns joined by /", shape.columns.len());
        return Err(FenError::new("board", text, expected));
    }
    for (column, (text, &length)) in columns.into_iter().zip(shape.columns).enumerate() {
        read_column(position, column, text, length)?;
    }
    Ok(())
}

fn read_column(
    position: &mut Position,
    column: usize,
    text: &str,
    length: u8,
) -> Result<(), FenError> {
    let fail = |expected: String| Err(FenError::new("board column", text, expected));
    let shape = position.variant().shape();
    let mut number = 0;
    let mut after_digit = false;
    for symbol in text.chars() {
        let run = symbol.to_digit(10).filter(|&n| n > 0);
        if run.is_some() && after_digit {
            return fail("a run of vacant rings as one digit".to_owned());
        }
        after_digit = run.is_some();
        let marble = marble_of(symbol);
        if run.is_none() && marble.is_none() && symbol != '-' {
            return fail("digits 1 to 9, -, w, g and b".to_owned());
        }
        for _ in 0..run.unwrap_or(1) {
            number += 1;
            let Some(cell) = shape.cell(column, number) else {
                return fail(format!("{length} cells"));
            };
            if symbol != '-' {
                position.toggle_ring(cell);
            }
            if let Some(marble) = marble {
                position.toggle_marble(marble, cell);
            }
        }
    }
    if number != length {
        return fail(format!("{length} cells"));
    }
    Ok(())
}

fn read_counts(field: &'static str, text: &str) -> Result<Counts, FenError> {
    let fail = || FenError::new(field, text, "three counts white,grey,black below 16");
    let counts: Option<Vec<u8>> = text
        .split(',')
        .map(|number| {
            let count: u8 = number.parse().ok()?;
            (count < 16 && count.to_string() == number).then_some(count)
        })
        .collect();
    counts.and_then(|c| c.try_into().ok()).ok_or_else(fail)
}

/// What cannot be: marbles too few or too many, no ring, a game that had ended before.
fn check(position: &Position, text: &str) -> Result<(), FenError> {
    for (marble, total) in Marble::ALL.into_iter().zip(position.variant().marbles()) {
        let found = position.marbles(marble).count()
            + u32::from(position.reserve()[marble.index()])
            + u32::from(position.captured(Side::One)[marble.index()])
            + u32::from(position.captured(Side::Two)[marble.index()]);
        if found != u32::from(total) {
            let expected = format!("{total} marbles {}, not {found}", letter(marble));
            return Err(FenError::new("FEN", text, expected));
        }
    }
    if position.rings().is_empty() {
        return Err(FenError::new("FEN", text, "a board with a ring"));
    }
    if position.has_set(position.turn()) {
        let expected = "a player to move who has not won before";
        return Err(FenError::new("FEN", text, expected));
    }
    Ok(())
}
