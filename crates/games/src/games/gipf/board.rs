//! The board of GIPF: 37 points in a frame of bits, its lines and its 42 entries.
//!
//! A point is bit `8 * column + row` of a frame of 7 columns (`b`..`h`) and 8 rows; a row runs to
//! the lower right. Bits outside the hexagon are never set, so one shift moves a whole set of points by
//! one step, and three shifts find a run of four. The order of bits is the order of names. Directions
//! are numbered as in [`crate::board::hex`]; a step adds to the bit:
//!
//! ```text
//!              0 (+1)
//!   5 (-8)              1 (+9)
//!              point
//!   4 (-9)              2 (+8)
//!              3 (-1)
//! ```

use crate::board::hex::{AXES, DIRECTIONS, Direction, STEPS};
use crate::board::{Bits, Cell};

/// The number of bits of the frame.
pub(super) const FRAME: usize = 56;

/// The number of entries.
pub(super) const ENTRY_COUNT: usize = 42;

/// The number of points.
pub(super) const POINT_COUNT: u32 = 37;

/// The change of the bit by a step in direction 0, 1 or 2; directions 3, 4 and 5 subtract the same.
pub(super) const STRIDES: [u32; AXES] = [1, 9, 8];

/// The maximum distance of points and of dots from the centre, in steps.
pub(super) const POINT_RADIUS: i8 = 3;
pub(super) const DOT_RADIUS: i8 = 4;

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

/// All points.
pub(super) static POINTS: Bits = points();

/// The points in a straight line from each point in each direction, without the point itself.
pub(super) static RAYS: [[Bits; DIRECTIONS]; FRAME] = rays();

/// The line through each point along directions 0, 1 and 2.
pub(super) static LINES: [[Bits; 3]; FRAME] = lines();

/// All entries, ordered by dot and first point.
pub(super) static ENTRIES: [Entry; ENTRY_COUNT] = entries();

/// Whether the axial coordinates are at most `radius` steps from the centre.
pub(super) const fn is_within(q: i8, r: i8, radius: i8) -> bool {
    let s = -q - r;
    -radius <= q && q <= radius && -radius <= r && r <= radius && -radius <= s && s <= radius
}

/// The point at axial coordinates, which must be those of a point.
pub(super) const fn point_at(q: i8, r: i8) -> Cell {
    Cell(((q + POINT_RADIUS) * 8 + POINT_RADIUS - r) as u8)
}

/// The axial coordinates `(q, r)` of a bit of the frame.
pub(super) const fn coords(point: Cell) -> (i8, i8) {
    let (column, row) = (point.0 as i8 / 8, point.0 as i8 % 8);
    (column - POINT_RADIUS, POINT_RADIUS - row)
}

const fn points() -> Bits {
    let mut all = Bits::EMPTY;
    let mut bit = 0;
    while bit < FRAME {
        let (q, r) = coords(Cell(bit as u8));
        if is_within(q, r, POINT_RADIUS) {
            all = all.with(Cell(bit as u8));
        }
        bit += 1;
    }
    all
}

const fn rays() -> [[Bits; DIRECTIONS]; FRAME] {
    let mut rays = [[Bits::EMPTY; DIRECTIONS]; FRAME];
    let mut bit = 0;
    while bit < FRAME {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (dq, dr) = STEPS[direction];
            let (mut q, mut r) = coords(Cell(bit as u8));
            (q, r) = (q + dq, r + dr);
            while is_within(q, r, POINT_RADIUS) {
                rays[bit][direction] = rays[bit][direction].with(point_at(q, r));
                (q, r) = (q + dq, r + dr);
            }
            direction += 1;
        }
        bit += 1;
    }
    rays
}

const fn lines() -> [[Bits; 3]; FRAME] {
    let rays = rays();
    let mut lines = [[Bits::EMPTY; 3]; FRAME];
    let mut bit = 0;
    while bit < FRAME {
        let mut axis = 0;
        while axis < 3 {
            lines[bit][axis] = Bits(rays[bit][axis].0 | rays[bit][axis + 3].0 | 1 << bit);
            axis += 1;
        }
        bit += 1;
    }
    lines
}

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
    let rays = rays();
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
            let is_dot = is_within(q, r, DOT_RADIUS) && !is_within(q, r, POINT_RADIUS);
            let mut i = 0;
            while is_dot && i < DIRECTIONS {
                let direction = BY_FIRST_POINT[i];
                let (dq, dr) = STEPS[direction.index()];
                if is_within(q + dq, r + dr, POINT_RADIUS) {
                    let first = point_at(q + dq, r + dr);
                    entries[n] = Entry {
                        dot: (q, r),
                        first,
                        direction,
                        line: Bits(first.bit().0 | rays[first.index()][direction.index()].0),
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

/// The points in a straight line from a point in a direction, without the point itself.
#[inline]
pub(super) fn ray(from: Cell, direction: Direction) -> Bits {
    RAYS[from.index()][direction.index()]
}

/// Whether a step in `direction` leads to a higher bit.
#[inline]
pub(super) const fn is_positive(direction: Direction) -> bool {
    direction.index() < AXES
}

/// The set, shifted by one step in `direction`.
#[inline]
pub(super) const fn shifted(set: Bits, direction: Direction) -> Bits {
    let stride = STRIDES[direction.axis()];
    if is_positive(direction) {
        Bits(set.0 << stride)
    } else {
        Bits(set.0 >> stride)
    }
}

/// The first point of `empty` in `direction`, if any. All of `empty` must lie on one line of that
/// direction.
#[inline]
pub(super) const fn nearest(empty: Bits, direction: Direction) -> Bits {
    if is_positive(direction) {
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
    if is_positive(direction) {
        Bits(line.0 & (end.0 - 1))
    } else {
        Bits(line.0 & !(end.0 | (end.0 - 1)))
    }
}

/// The lowest points of all runs of four in `set` along an axis (0, 1 or 2).
#[inline]
pub(super) const fn runs_of_four(set: Bits, axis: usize) -> Bits {
    let stride = STRIDES[axis];
    let twos = set.0 & set.0 >> stride;
    Bits(twos & twos >> (2 * stride))
}

/// Whether the set contains four adjacent points in a line.
#[inline]
pub(super) const fn has_run(set: Bits) -> bool {
    runs_of_four(set, 0).0 | runs_of_four(set, 1).0 | runs_of_four(set, 2).0 != 0
}
