//! A board as a drawing: what stands where, in plain shapes that a renderer turns into SVG.
//!
//! Games describe themselves as a [`Scene`]; nothing here knows a game or writes a file.

use crate::rules::{Rules, Side};

/// Something that can be drawn.
pub trait Picture: Rules {
    /// The board, its pieces and the supplies beside it.
    fn scene(&self) -> Scene;

    /// The names of the spots a legal move goes through, in order, for arrows and marks: from and to,
    /// every landing of a chain; a single name for a placement. Empty for a pass.
    fn trace(&self, m: Self::Move) -> Vec<String>;
}

/// A drawing of a position. Coordinates are in units of one step between neighbours, x to the
/// right and y downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Lines of the board, drawn first.
    pub lines: Vec<((f32, f32), (f32, f32))>,
    /// The places of the board.
    pub spots: Vec<Spot>,
    /// What lies beside the board.
    pub supplies: Vec<Supply>,
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its name in the notation of the game.
    pub name: String,
    /// Centre.
    pub x: f32,
    /// Centre.
    pub y: f32,
    /// What the place looks like.
    pub ground: Ground,
    /// What stands on it.
    pub piece: Option<Piece>,
}

/// The look of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A square of a chequered board, dark or light.
    Square {
        /// Whether it is one of the darker squares.
        dark: bool,
    },
    /// A hexagonal or round field.
    Field,
    /// A ring.
    Ring,
    /// A place whose ring is gone.
    Gone,
    /// A crossing of lines.
    Crossing,
    /// A dot at the rim from which pieces enter.
    Dot,
}

/// A piece or a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its colour.
    pub colour: Colour,
    /// Its height; 1 for a single piece. Written on it when greater than 1.
    pub height: u8,
    /// What else is to be seen on it.
    pub mark: Mark,
}

/// Colours of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// White.
    White,
    /// Grey.
    Grey,
    /// Black.
    Black,
    /// Red.
    Red,
}

/// A mark on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    Plain,
    /// A red core: a DVONN piece inside.
    Core,
    /// A second disc: a GIPF piece.
    Double,
    /// A charged piece.
    Charged,
    /// A used potential.
    Used,
    /// A ball.
    Ball,
}

/// Pieces beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Supply {
    /// What it is, for people: `reserve`, `captured`, `hand`.
    pub label: String,
    /// Whose it is; `None` for a common one.
    pub owner: Option<Side>,
    /// Kinds of pieces with their numbers.
    pub pieces: Vec<(Piece, u32)>,
}
