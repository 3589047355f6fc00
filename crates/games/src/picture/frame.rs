//! Scene boards for the layouts of `crate::board`: places, grounds and labels.

use super::scene::{Ground, Label, SceneBoard};
use super::setup::SetUp;
use super::setup_form::places;
use crate::board::square::SquareMap;
use crate::board::{Cell, Layout, Name};

/// The distance of the labels from the outer cells, in steps.
const GAP: f32 = 0.75;

/// A label beside a cell: `right` steps to the right and `down` steps down.
pub fn label(layout: &impl Layout, cell: Cell, text: &str, [right, down]: [f32; 2]) -> Label {
    let (x, y) = layout.centre(cell);
    Label::new(text, (x + right, y + down))
}

/// A label below the lowest cell of a column, with the letter of the column.
pub fn foot_label(layout: &impl Layout, cell: Cell) -> Label {
    let letter = layout.name_of(cell).letter().to_string();
    label(layout, cell, &letter, [0.0, GAP])
}

/// A label above the highest cell of a column, with the name of that cell.
pub fn head_label(layout: &impl Layout, cell: Cell) -> Label {
    label(layout, cell, &layout.name(cell), [0.0, -GAP])
}

/// A label left of a rank, with the number of the rank.
pub fn rank_label(layout: &impl Layout, cell: Cell) -> Label {
    let number = layout.name_of(cell).number.to_string();
    label(layout, cell, &number, [-GAP, 0.0])
}

/// The chequered board of a position, with letters below and numbers on the left.
pub fn square_board<const SIDE: usize, const N: usize>(
    squares: &SquareMap<SIDE, N>,
    position: &impl SetUp,
) -> SceneBoard {
    let places = places(position, |Name { column, number }| {
        match (column + number) % 2 {
            0 => Ground::Light,
            _ => Ground::Dark,
        }
    });
    let foot = SquareMap::<SIDE, N>::FOOT.into_iter();
    let files = foot.map(|cell| foot_label(squares, cell));
    let first_file = SquareMap::<SIDE, N>::file(0).into_iter();
    let ranks = first_file.map(|cell| rank_label(squares, cell));
    SceneBoard::new(places, Vec::new(), files.chain(ranks).collect())
}
