//! DVONN as text: cells `a1`..`k5`, tokens and FEN (rules, sections 7 and 8), and the text
//! diagram.

use std::fmt::Write;

use super::board::{BOARD, CELL_COUNT, CELLS, COLUMNS, PIECES, ROWS, cell, joined};
use super::partial_move::DvonnMove;
use super::position::{DVONN_PIECES, Position};
use super::reasons::Problem;
use super::turn::Move;
use super::variant::Variant;
use crate::board::{Bits, Cell, Layout};
use crate::picture::MovePath;
use crate::rules::fen;
use crate::rules::{FenError, MoveError, Notation, PASS, Rules, Side, quote};

/// The most stacks a side can control.
const COLOURED: u32 = 23;

/// The cells of a row from left to right.
fn row_cells(row: i8) -> impl Iterator<Item = Cell> {
    (1..=COLUMNS).filter_map(move |column| cell(column, row))
}

impl Notation for Position {
    fn from_fen(_: Variant, text: &str) -> Result<Position, FenError> {
        let [board, side, phase] = fen::fields(text, "<board> <side> <phase>")?;
        let mut position = read_board(board)?;
        position.set_turn(fen::read_side(side)?);
        match phase {
            "place" => check_placing(&mut position, board, side)?,
            "move" => check_moving(&mut position, board, side)?,
            _ => return Err(FenError::syntax("phase", phase, "place or move")),
        }
        let canonical = position.fen();
        if canonical != text {
            let expected = format!("the canonical form '{}'", quote(&canonical));
            return Err(FenError::syntax("board", board, expected));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = String::new();
        for row in (1..=ROWS).rev() {
            self.write_row(row, &mut text);
            text.push(if row > 1 { '/' } else { ' ' });
        }
        text.push(fen::side_letter(self.turn()));
        text.push_str(if self.is_placing() { " place" } else { " move" });
        text
    }

    fn parse_token(&self, token: &str) -> Result<Move, MoveError> {
        MovePath::parse(DvonnMove::new(self), token)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        match m {
            Move::Place(cell) => out.push_str(&BOARD.name(cell)),
            Move::Stack { from, to } => {
                out.push_str(&BOARD.name(from));
                out.push_str(&BOARD.name(to));
            }
            Move::Pass => out.push_str(PASS),
        }
    }

    fn draw(&self) -> String {
        // Wide enough for the longest stack and a blank; `a3` is the leftmost cell, beside its digit.
        const STEP: usize = 6;
        let left = |column: i8, row: i8| {
            let halves = (2 * column - row + 1).unsigned_abs();
            2 + STEP / 2 * usize::from(halves)
        };
        let mut text = String::new();
        // Row 0 is the line of letters: a column runs on below its last cell.
        for row in (0..=ROWS).rev() {
            let mut line = if row > 0 {
                row.to_string()
            } else {
                String::new()
            };
            for column in 1..=COLUMNS {
                let item = match cell(column, row) {
                    Some(cell) => self.item(cell).unwrap_or_else(|| ".".to_owned()),
                    None if row == 0 => char::from(b'a' + column as u8 - 1).to_string(),
                    None => continue,
                };
                let gap = left(column, row).saturating_sub(line.len());
                let _ = write!(line, "{:gap$}{item}", "");
            }
            text.push_str(&line);
            text.push('\n');
        }
        let (white, black) = (self.score(Side::One), self.score(Side::Two));
        let _ = match self.is_placing() {
            true => write!(text, "Placed: {} of {PIECES}", self.placed()),
            false => write!(text, "Pieces: White {white}, Black {black}"),
        };
        text
    }
}

impl Position {
    /// The stack on a cell, as the FEN writes it.
    fn item(&self, cell: Cell) -> Option<String> {
        if self.lone().has(cell) {
            return Some("r".to_owned());
        }
        let mut text = fen::side_letter(self.controller(cell)?).to_string();
        if self.height(cell) > 1 {
            text.push_str(&self.height(cell).to_string());
        }
        if self.dvonn().has(cell) {
            text.push('*');
        }
        Some(text)
    }

    fn write_row(&self, row: i8, out: &mut String) {
        let mut empty = 0;
        let mut items: Vec<String> = Vec::new();
        let run = |n: usize| match n {
            0 => None,
            1 => Some("x".to_owned()),
            n => Some(format!("x{n}")),
        };
        for cell in row_cells(row) {
            match self.item(cell) {
                None => empty += 1,
                Some(item) => {
                    items.extend(run(empty));
                    items.push(item);
                    empty = 0;
                }
            }
        }
        items.extend(run(empty));
        out.push_str(&items.join(","));
    }
}

/// Reads the board; whether runs of empty cells are canonical is seen later by writing it again.
fn read_board(text: &str) -> Result<Position, FenError> {
    let mut position = Position::bare();
    let rows = fen::lines(text, ROWS as usize, "rows")?;
    for (row, line) in (1..=ROWS).rev().zip(rows) {
        let size = row_cells(row).count();
        let wrong = || {
            let expected = format!("{size} places");
            FenError::syntax("board", line, expected)
        };
        let mut cells = row_cells(row);
        for item in line.split(',') {
            match read_item(item)? {
                Item::Empty(n) => {
                    for _ in 0..n {
                        cells.next().ok_or_else(wrong)?;
                    }
                }
                Item::Stack(top, height, dvonn) => {
                    let cell = cells.next().ok_or_else(wrong)?;
                    position.put(cell, top, height, dvonn);
                }
            }
        }
        if cells.next().is_some() {
            return Err(wrong());
        }
    }
    Ok(position)
}

enum Item {
    Empty(u8),
    Stack(Option<Side>, u8, bool),
}

fn read_item(item: &str) -> Result<Item, FenError> {
    let wrong = || {
        let expected = "x, xN, r, w, b, wN, bN or these two with '*' (N from 2)";
        FenError::syntax("board", item, expected)
    };
    let number = |digits: &str, last: u8| match digits {
        "" => Ok(1),
        digits => fen::read_number(digits, last)
            .filter(|&number| number >= 2)
            .ok_or_else(wrong),
    };
    if item == "r" {
        return Ok(Item::Stack(None, 1, true));
    }
    if let Some(digits) = item.strip_prefix('x') {
        return Ok(Item::Empty(number(digits, COLUMNS as u8)?));
    }
    let (side, rest) = if let Some(rest) = item.strip_prefix('w') {
        (Side::One, rest)
    } else if let Some(rest) = item.strip_prefix('b') {
        (Side::Two, rest)
    } else {
        return Err(wrong());
    };
    let (digits, dvonn) = match rest.strip_suffix('*') {
        Some(digits) => (digits, true),
        None => (rest, false),
    };
    let height = number(digits, PIECES)?;
    if dvonn && height == 1 {
        return Err(FenError::illegal("board", item, Problem::CoreAlone));
    }
    Ok(Item::Stack(Some(side), height, dvonn))
}

/// Rules, section 8, item 3.
fn check_placing(position: &mut Position, board: &str, side: &str) -> Result<(), FenError> {
    let refuse = |problem: Problem| Err(FenError::illegal("board", board, problem));
    let occupied = position.occupied();
    let placed = occupied.count();
    if placed as usize == CELL_COUNT {
        return refuse(Problem::BoardFull);
    }
    if occupied.into_iter().any(|c| position.height(c) > 1) {
        return refuse(Problem::SinglePieces);
    }
    let (found, expected) = (position.lone().count(), placed.min(u32::from(DVONN_PIECES)));
    if found != expected {
        return refuse(Problem::PlacedDvonn {
            placed,
            found,
            expected,
        });
    }
    // The remaining pieces are black.
    let (found, expected) = (
        position.controlled(Side::One).count(),
        (placed - expected) / 2,
    );
    if found != expected {
        return refuse(Problem::PlacedWhite {
            placed,
            found,
            expected,
        });
    }
    if (position.turn() == Side::One) != placed.is_multiple_of(2) {
        let number = placed + 1;
        return Err(FenError::illegal(
            "side",
            side,
            Problem::TurnToPlace { number },
        ));
    }
    position.set_placed(placed as u8);
    Ok(())
}

/// Rules, section 8, item 4.
fn check_moving(position: &mut Position, board: &str, side: &str) -> Result<(), FenError> {
    let refuse = |problem: Problem| Err(FenError::illegal("board", board, problem));
    position.set_placed(PIECES);
    let occupied = position.occupied();
    let pieces = position.pieces_on(occupied);
    if pieces > i32::from(PIECES) {
        return refuse(Problem::Pieces {
            pieces,
            most: PIECES,
        });
    }
    for side in Side::ALL {
        let (stacks, most) = (position.controlled(side).count(), COLOURED);
        if stacks > most {
            return refuse(match side {
                Side::One => Problem::WhiteStacks { stacks, most },
                Side::Two => Problem::BlackStacks { stacks, most },
            });
        }
    }
    let lone = position.lone();
    let starred = position.dvonn().minus(lone);
    let pieces = position.pieces_on(starred) as u32;
    if let Some(problem) = dvonn_problem(lone.count(), starred.count(), pieces) {
        return refuse(problem);
    }
    let cut: Bits = occupied.minus(joined(position.dvonn(), occupied));
    if let Some(cell) = cut.lowest() {
        return refuse(Problem::NotConnected {
            place: BOARD.name(cell),
        });
    }
    if occupied == CELLS && position.turn() == Side::Two && position.can_move(Side::One) {
        return Err(FenError::illegal("side", side, Problem::WhiteFirst));
    }
    Ok(())
}

/// Why three DVONN pieces cannot be in `stacks` stacks of together `pieces` pieces and `single` ones.
fn dvonn_problem(single: u32, stacks: u32, pieces: u32) -> Option<Problem> {
    let total = u32::from(DVONN_PIECES);
    if stacks == 0 && single != total || single + stacks > total {
        return Some(Problem::DvonnPieces {
            single,
            stacks,
            total,
        });
    }
    let inside = total - single;
    let least = stacks + inside;
    (stacks > 0 && pieces < least).then_some(Problem::DvonnInside {
        pieces,
        least,
        inside,
    })
}
