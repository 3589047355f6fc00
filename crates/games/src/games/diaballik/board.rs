//! The squares of Diaballik, the goals, and the lines that cannot be crossed.
//!
//! Cells are numbered a1, a2, ..., a7, b1, ..., g7, so their order is the order of their names.

use crate::board::Bits;
use crate::board::square::SquareMap;

/// The number of squares.
pub(super) const CELL_COUNT: usize = 49;

/// The board's geometry.
pub(super) type Squares = SquareMap<7, CELL_COUNT>;

/// The board's tables.
pub(super) static BOARD: Squares = Squares::new();

/// The rows where a ball wins, by the ball's owner: the other player's start line.
pub(super) const GOALS: [Bits; 2] = [Squares::HEAD, Squares::FOOT];

/// The number of a player's supports next to an opposing line that allows the claim of antijeu.
pub(super) const CONTACTS: u32 = 3;

/// The squares from which supports of the other side touch the line that `supports` form; none
/// when they form no uncrossable line.
///
/// In a line touching sideways implies touching above or below, so only these are looked at.
#[inline]
pub(super) const fn contact_squares(supports: Bits) -> Bits {
    // Seven supports with one on the last file, each with another one file to its left at most one
    // rank away unless it is on the first file: then there is exactly one on each file.
    let (above, below) = (Squares::up(supports).0, Squares::down(supports).0);
    let reached = Squares::right(Bits(supports.0 | above | below)).0 | Squares::file(0).0;
    let is_line = supports.0 & !reached == 0 && supports.0 & Squares::file(6).0 != 0;
    if is_line {
        Bits(above | below)
    } else {
        Bits::EMPTY
    }
}

/// Whether the side with `supports` may claim antijeu against `others`: they form a line and enough
/// supports touch it.
#[inline]
pub(super) const fn touches(supports: Bits, others: Bits) -> bool {
    Bits(contact_squares(others).0 & supports.0).count() >= CONTACTS
}
