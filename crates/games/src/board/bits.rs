//! A cell of a board and a set of cells, for boards of at most 64 cells.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A cell, as its index in the board's own order (0..64).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// The cell's index, for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set with only this cell.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Bits {
        Bits(1 << (self.0 & 63))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bits(pub u64);

impl Bits {
    /// The set without cells.
    pub const EMPTY: Bits = Bits(0);

    /// The set of the first `n` cells (`n` in 0..=64).
    #[must_use]
    pub const fn first(n: usize) -> Bits {
        if n >= 64 {
            Bits(!0)
        } else {
            Bits((1 << n) - 1)
        }
    }

    /// Whether no cell is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether at least one cell is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The set without its lowest cell: a fast test for more than one cell.
    #[inline]
    #[must_use]
    pub const fn rest(self) -> Bits {
        Bits(self.0 & self.0.wrapping_sub(1))
    }

    /// The number of cells in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `cell` is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        self.0 >> (cell.0 & 63) & 1 != 0
    }

    /// The set with `cell` added.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Bits {
        Bits(self.0 | cell.bit().0)
    }

    /// The set with `cell` removed.
    #[inline]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Bits {
        Bits(self.0 & !cell.bit().0)
    }

    /// The cells of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Bits) -> Bits {
        Bits(self.0 & !other.0)
    }

    /// Whether the two sets share a cell.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Bits) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    #[must_use]
    pub const fn within(self, other: Bits) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest cell of the set.
    #[inline]
    #[must_use]
    pub const fn lowest(self) -> Option<Cell> {
        if self.0 == 0 {
            None
        } else {
            Some(Cell(self.0.trailing_zeros() as u8))
        }
    }
}

/// The cells of a set, lowest index first.
#[derive(Clone, Copy, Debug)]
pub struct Cells(u64);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Cells {}

impl IntoIterator for Bits {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        Cells(self.0)
    }
}

impl FromIterator<Cell> for Bits {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Bits {
        cells.into_iter().fold(Bits::EMPTY, Bits::with)
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline]
    fn bitand(self, other: Bits) -> Bits {
        Bits(self.0 & other.0)
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        Bits(self.0 | other.0)
    }
}

impl BitXor for Bits {
    type Output = Bits;
    #[inline]
    fn bitxor(self, other: Bits) -> Bits {
        Bits(self.0 ^ other.0)
    }
}

impl Not for Bits {
    type Output = Bits;
    #[inline]
    fn not(self) -> Bits {
        Bits(!self.0)
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Bits) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bits {
    #[inline]
    fn bitxor_assign(&mut self, other: Bits) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_cells_in_order() {
        let set: Bits = [Cell(9), Cell(0), Cell(63)].into_iter().collect();
        assert_eq!(
            set.into_iter().collect::<Vec<_>>(),
            [Cell(0), Cell(9), Cell(63)]
        );
        assert_eq!(set.count(), 3);
        assert_eq!(set.lowest(), Some(Cell(0)));
        assert!(set.has(Cell(63)) && !set.has(Cell(62)));
        assert_eq!(set.without(Cell(0)).with(Cell(1)).lowest(), Some(Cell(1)));
        assert_eq!(Bits::first(64).count(), 64);
        assert_eq!(Bits::first(3), Bits(7));
    }
}
