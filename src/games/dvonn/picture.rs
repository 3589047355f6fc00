//! DVONN boards as drawings.

use crate::picture::{Colour, Ground, Mark, Picture, Piece, Scene, Spot, Supply};
use crate::rules::Side;

use super::board::{BOARD, PIECES, coordinates, neighbours};
use super::notation::name;
use super::position::{DVONN_PIECES, Position};
use super::turn::Move;
use crate::board::Cell;

/// The height of an equilateral triangle of side 1.
const ROW_HEIGHT: f32 = 0.866_025_4;

const LONE: Piece = piece(Colour::Red, 1, Mark::Plain);

const fn piece(colour: Colour, height: u8, mark: Mark) -> Piece {
    Piece {
        colour,
        height,
        mark,
    }
}

fn colour(side: Side) -> Colour {
    match side {
        Side::One => Colour::White,
        Side::Two => Colour::Black,
    }
}

/// Columns lean to the right as they go down: each row is shifted by half a step.
fn centre(cell: Cell) -> (f32, f32) {
    let (column, row) = coordinates(cell);
    let (column, row) = (f32::from(column), f32::from(row));
    (column - row / 2.0, -row * ROW_HEIGHT)
}

impl Position {
    fn piece(&self, cell: Cell) -> Option<Piece> {
        if self.lone().has(cell) {
            return Some(LONE);
        }
        let mark = if self.dvonn().has(cell) {
            Mark::Core
        } else {
            Mark::Plain
        };
        let side = self.controller(cell)?;
        Some(piece(colour(side), self.height(cell), mark))
    }

    /// The pieces that `side` has still to place.
    fn hand(&self, side: Side) -> Vec<(Piece, u32)> {
        let kind = |n: u8| match n {
            n if n < DVONN_PIECES => LONE,
            _ => piece(colour(side), 1, Mark::Plain),
        };
        let mut hand: Vec<(Piece, u32)> = Vec::new();
        for n in (self.placed()..PIECES).filter(|n| usize::from(n % 2) == side.index()) {
            match hand.last_mut() {
                Some((last, count)) if *last == kind(n) => *count += 1,
                _ => hand.push((kind(n), 1)),
            }
        }
        hand
    }
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        let spot = |cell| {
            let (x, y) = centre(cell);
            Spot {
                name: name(cell),
                x,
                y,
                ground: Ground::Field,
                piece: self.piece(cell),
            }
        };
        let line = |from: Cell| {
            let on = neighbours(from).into_iter().filter(move |to| to.0 > from.0);
            on.map(move |to| (centre(from), centre(to)))
        };
        let supply = |side| Supply {
            label: "hand".to_owned(),
            owner: Some(side),
            pieces: self.hand(side),
        };
        let sides: &[Side] = if self.is_placing() {
            &[Side::One, Side::Two]
        } else {
            &[]
        };
        Scene {
            lines: BOARD.into_iter().flat_map(line).collect(),
            spots: BOARD.into_iter().map(spot).collect(),
            supplies: sides.iter().map(|&side| supply(side)).collect(),
        }
    }

    fn trace(&self, m: Move) -> Vec<String> {
        match m {
            Move::Place(cell) => vec![name(cell)],
            Move::Stack { from, to } => vec![name(from), name(to)],
            Move::Pass => Vec::new(),
        }
    }
}
