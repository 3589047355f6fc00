//! Facts about the board and the moves that fixtures cannot express.

use super::board::{BOARD, ENTRIES};
use super::features::Model;
use super::names::{dot_name, point_name};
use super::position::Position;
use super::variant::Variant;
use crate::board::Bits;
use crate::eval::Features as _;
use crate::rules::{Fen, Side};

/// The position of a valid FEN.
fn at(variant: Variant, fen: &str) -> Position {
    Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn there_are_42_entries_to_21_lines_sorted_by_name() {
    let names: Vec<_> = ENTRIES
        .iter()
        .map(|e| (dot_name(e.dot).bytes(), point_name(e.first).bytes()))
        .collect();
    assert!(names.is_sorted());
    assert_eq!(names[0], (*b"a1", *b"b2"));
    assert_eq!(names[41], (*b"i5", *b"h5"));
    let mut lines: Vec<Bits> = ENTRIES.iter().map(|e| e.line).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 21);
    for entry in &ENTRIES {
        let rest = BOARD.ray(entry.first, entry.direction);
        assert_eq!(entry.line, rest.with(entry.first));
    }
}

#[test]
fn lines_are_read_point_by_point() {
    let position = at(
        Variant::Basic,
        "b1bb/wwb2/1ww2w/b2wb1w/wb2b1/w1w1w/bw1b 3 3 w",
    );
    let mut expected: Vec<usize> = Vec::new();
    for entry in ENTRIES
        .iter()
        .filter(|entry| entry.direction.is_ascending())
    {
        let first = [0, 81, 324, 1053][entry.line.count() as usize - 4];
        let mut feature = 0;
        let mut value = 1;
        for point in entry.line {
            feature += value
                * match position.piece_at(point) {
                    None => 0,
                    Some((Side::One, _)) => 1,
                    Some((Side::Two, _)) => 2,
                };
            value *= 3;
        }
        expected.push(first + feature);
    }
    let mut found = Vec::new();
    Model::<false>::each_feature(&position, |feature, _| found.push(feature));
    found.retain(|&feature| feature < 3240);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}
