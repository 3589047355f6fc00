//! The board of GIPF: 37 points in a frame of bits, its lines and its 42 entries.
//!
//! A point is bit `8 * column + row` of a frame of 7 columns (`b`..`h`) and 8 rows; a row runs to
//! the lower right. One shift moves a whole set of points by one step, and three shifts find a run of four.
//! The order of bits is the order of names. Directions are numbered as in [`crate::board::hex`]; a step adds
//! to the bit:
//!
//! ```text
//!              0 (+1)
//!   5 (-8)              1 (+9)
//!              point
//!   4 (-9)              2 (+8)
//!              3 (-1)
//! ```

use crate::board::hex::{DIRECTIONS, Direction, Frame, HexBoard, Region, STEPS};
use crate::board::{Bits, Cell};

/// The number of bits of the frame.
pub(super) const BITS: usize = 56;

/// The number of entries.
pub(super) const ENTRY_COUNT: usize = 42;

/// The number of points.
pub(super) const POINT_COUNT: u32 = 37;

/// The maximum distance of dots from the centre, in steps; points are one step nearer.
pub(super) const DOT_RADIUS: i8 = 4;

/// The bits of the points.
pub(super) const FRAME: Frame = Frame::new(Region::disc(DOT_RADIUS - 1), 8, 1);

/// The board.
pub(super) static BOARD: HexBoard = HexBoard::framed(FRAME);

/// All points.
pub(super) const POINTS: Bits = FRAME.cells;
const _: () = assert!(POINTS.count() == POINT_COUNT && POINTS.0 >> BITS == 0);

/// A way to bring a piece into play: a dot and the line to push along.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The axial coordinates of the dot.
    pub(super) dot: (i8, i8),
    /// The first point of the line.
    pub(super) first: Cell,
    /// The direction of the push.
    pub(super) direction: Direction,
    /// All points of the line.
    pub(super) line: Bits,
    /// Whether this is the first entry to its first point. If that point is empty, all its entries have
    /// the same result.
    pub(super) is_canonical: bool,
}

/// All entries, ordered by dot and first point.
pub(super) static ENTRIES: [Entry; ENTRY_COUNT] = entries();

const fn entries() -> [Entry; ENTRY_COUNT] {
    // By first point from the upper left downwards: the order of the names.
    const BY_FIRST_POINT: [Direction; DIRECTIONS] = [
        Direction::DownLeft,
        Direction::UpLeft,
        Direction::Down,
        Direction::Up,
        Direction::DownRight,
        Direction::UpRight,
    ];
    let mut entries = [Entry {
        dot: (0, 0),
        first: Cell(0),
        direction: Direction::Up,
        line: Bits::EMPTY,
        is_canonical: false,
    }; ENTRY_COUNT];
    let mut firsts = Bits::EMPTY;
    let mut n = 0;
    let mut q = -DOT_RADIUS;
    while q <= DOT_RADIUS {
        let mut r = DOT_RADIUS;
        while r >= -DOT_RADIUS {
            // A place beside a point that is no point itself.
            let is_dot = BOARD.cell_at(q, r).is_none();
            let mut i = 0;
            while is_dot && i < DIRECTIONS {
                let direction = BY_FIRST_POINT[i];
                let (dq, dr) = STEPS[direction.index()];
                if let Some(first) = BOARD.cell_at(q + dq, r + dr) {
                    entries[n] = Entry {
                        dot: (q, r),
                        first,
                        direction,
                        line: BOARD.line(first, direction.axis()),
                        is_canonical: !firsts.has(first),
                    };
                    firsts = firsts.with(first);
                    n += 1;
                }
                i += 1;
            }
            r -= 1;
        }
        q += 1;
    }
    assert!(n == ENTRY_COUNT, "the board has another number of entries");
    entries
}

/// The entry with this number, 0..42.
#[inline]
pub(super) fn entry(number: u8) -> &'static Entry {
    &ENTRIES[usize::from(number)]
}

/// The first point of `empty` in `direction`, if any. All of `empty` must lie on one line of that
/// direction.
#[inline]
pub(super) const fn nearest(empty: Bits, direction: Direction) -> Bits {
    if direction.is_ascending() {
        Bits(empty.0 & empty.0.wrapping_neg())
    } else if empty.0 == 0 {
        Bits::EMPTY
    } else {
        Bits(1 << (63 - empty.0.leading_zeros()))
    }
}

/// The points of `line` before the point `end` in `direction`.
#[inline]
pub(super) const fn before(line: Bits, end: Bits, direction: Direction) -> Bits {
    if direction.is_ascending() {
        Bits(line.0 & (end.0 - 1))
    } else {
        Bits(line.0 & !(end.0 | (end.0 - 1)))
    }
}

/// The lowest points of all runs of four in `set` along an axis (0, 1 or 2).
#[inline]
pub(super) const fn runs_of_four(set: Bits, axis: usize) -> Bits {
    let stride = FRAME.strides[axis];
    let twos = set.0 & set.0 >> stride;
    Bits(twos & twos >> (2 * stride))
}

/// Whether the set contains four adjacent points in a line.
#[inline]
pub(super) const fn has_run(set: Bits) -> bool {
    runs_of_four(set, 0).0 | runs_of_four(set, 1).0 | runs_of_four(set, 2).0 != 0
}
