//! The names of points, dots and entries: a column `a`..`i` and a height in it, such as `e5`.

use super::board::{DOT_RADIUS, ENTRIES, POINT_RADIUS, coords, is_within, point_at};
use crate::board::Cell;

/// The name of the point or dot at axial coordinates: its column and its height in the column.
pub(super) fn name_at((q, r): (i8, i8)) -> [u8; 2] {
    let foot = DOT_RADIUS.min(DOT_RADIUS - q);
    [
        b'e'.wrapping_add_signed(q),
        b'1'.wrapping_add_signed(foot - r),
    ]
}

/// The name of a point.
pub(super) fn name(point: Cell) -> [u8; 2] {
    name_at(coords(point))
}

/// The axial coordinates of the point or dot with this name.
pub(super) fn coords_of(name: [u8; 2]) -> Option<(i8, i8)> {
    let (b'a'..=b'i', b'1'..=b'9') = (name[0], name[1]) else {
        return None;
    };
    let q = (name[0] - b'a') as i8 - DOT_RADIUS;
    let r = DOT_RADIUS.min(DOT_RADIUS - q) - (name[1] - b'1') as i8;
    is_within(q, r, DOT_RADIUS).then_some((q, r))
}

/// The point with this name.
pub(super) fn point_named(name: [u8; 2]) -> Option<Cell> {
    let (q, r) = coords_of(name)?;
    is_within(q, r, POINT_RADIUS).then(|| point_at(q, r))
}

/// The entry from the dot to the first point with these names.
pub(super) fn entry_named(dot: [u8; 2], first: [u8; 2]) -> Option<u8> {
    let (dot, first) = (coords_of(dot)?, point_named(first)?);
    let number = ENTRIES
        .iter()
        .position(|e| e.dot == dot && e.first == first)?;
    u8::try_from(number).ok()
}

/// A name as text.
pub(super) fn spelled(name: [u8; 2]) -> String {
    name.into_iter().map(char::from).collect()
}
