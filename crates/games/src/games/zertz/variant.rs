//! The rule sets of ZÈRTZ: boards, marbles and winning sets.

use super::board::Shape;
use crate::board::Bits;
use crate::board::hex::Columns;
use crate::rules::rule_sets;

rule_sets! {
    /// The rule sets: boards of different sizes, and the blitz game.
    pub enum Variant {
        /// 37 rings.
        Rings37 = "zertz",
        /// 40 rings.
        Rings40 = "zertz-40",
        /// 43 rings.
        Rings43 = "zertz-43",
        /// 44 rings.
        Rings44 = "zertz-44",
        /// 48 rings, the tournament board.
        Rings48 = "zertz-48",
        /// 61 rings.
        Rings61 = "zertz-61",
        /// 37 rings, one marble less of each colour, smaller winning sets.
        Blitz = "zertz-blitz",
    }
}

impl Variant {
    /// The board.
    pub(super) const fn shape(self) -> &'static Shape {
        macro_rules! shape {
            ($lowest:literal: $($column:literal)+) => {
                &Shape(Columns { lengths: &[$($column),+], lowest: $lowest })
            };
        }
        match self {
            Variant::Rings37 | Variant::Blitz => shape!(3: 4 5 6 7 6 5 4),
            Variant::Rings40 => shape!(3: 4 5 6 7 6 5 4 3),
            Variant::Rings43 => shape!(3: 5 6 7 7 6 5 4 3),
            Variant::Rings44 => shape!(3: 4 5 6 7 7 6 5 4),
            Variant::Rings48 => shape!(3: 5 6 7 8 7 6 5 4),
            Variant::Rings61 => shape!(4: 5 6 7 8 9 8 7 6 5),
        }
    }

    /// The marbles of the game by colour.
    pub(super) const fn marbles(self) -> Counts {
        match self {
            Variant::Blitz => [5, 7, 9],
            _ => [6, 8, 10],
        }
    }

    /// The winning sets by colour: some of each colour, or more of a single colour.
    pub(super) const fn sets(self) -> [Counts; 4] {
        match self {
            Variant::Blitz => [[2, 2, 2], [3, 0, 0], [0, 4, 0], [0, 0, 5]],
            _ => [[3, 3, 3], [4, 0, 0], [0, 5, 0], [0, 0, 6]],
        }
    }

    /// The cells of the board.
    pub(super) const fn cells(self) -> Bits {
        static CELLS_OF: [Bits; 7] = [
            Variant::Rings37.shape().cells(),
            Variant::Rings40.shape().cells(),
            Variant::Rings43.shape().cells(),
            Variant::Rings44.shape().cells(),
            Variant::Rings48.shape().cells(),
            Variant::Rings61.shape().cells(),
            Variant::Blitz.shape().cells(),
        ];
        CELLS_OF[self as usize]
    }
}

/// A marble by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marble {
    /// White, the rarest.
    White,
    /// Grey.
    Grey,
    /// Black, the commonest.
    Black,
}

impl Marble {
    /// Every colour, in the order of the notation.
    pub const ALL: [Marble; COLOURS] = [Marble::White, Marble::Grey, Marble::Black];

    /// The colour as a table index, 0 to 2.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The number of colours.
pub(super) const COLOURS: usize = 3;

/// Numbers of marbles by colour.
pub(super) type Counts = [u8; COLOURS];

/// No marbles.
pub(super) const NO_MARBLES: Counts = [0; COLOURS];

/// The letter of a marble.
pub(super) fn letter(marble: Marble) -> char {
    match marble {
        Marble::White => 'w',
        Marble::Grey => 'g',
        Marble::Black => 'b',
    }
}

/// The marble of a letter.
pub(super) fn marble_of(symbol: char) -> Option<Marble> {
    Marble::ALL
        .into_iter()
        .find(|&marble| letter(marble) == symbol)
}
