//! Facts about DVONN that need no fixture file.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::board::{CELLS, cell, coordinates};
use super::{Position, Variant};
use crate::board::keys::{SplitMix, mix};
use crate::perft::perft;
use crate::rules::{Judge, Notation, Outcome, Rules};

const MIDDLE: &str = "w,r,w,x,b2,w,b,x,w2/x2,w3,x,b,w,b,x2,b2/x3,w,w,b,w,b2,b3*,b2,x/x2,w3,b3,x,r,b,w,x2/x5,w,b,w6,x w move";

#[test]
fn the_middle_position_has_its_counts() {
    let position = Position::from_fen(Variant::Standard, MIDDLE).expect("a good FEN");
    let stop = AtomicBool::new(false);
    for (depth, count) in [(1, 28), (2, 936), (3, 25485), (4, 693_782)] {
        assert_eq!(perft(&position, depth, &stop), Some(count));
    }
}

/// The final lead of the player to move when both play for the result alone: 1, 0 or -1.
fn solve(position: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == position.turn() => 1,
            Outcome::Win(_) => -1,
        };
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let value = |m| -solve(&position.after(m), known);
    let best = moves.into_iter().map(value).max().unwrap_or(0);
    known.insert(position.key(), best);
    best
}

#[test]
fn decided_games_end_as_foretold() {
    let mut seen = [0; 3];
    for game in 0..20_000 {
        let mut source = SplitMix(mix(game));
        let mut position = Position::start(Variant::Standard);
        let mut known = HashMap::new();
        let mut longest = Vec::new();
        while position.outcome().is_none() {
            if !position.is_placing() {
                longest.push(position.longest_rest());
            }
            if let Some((outcome, _)) = position.decided() {
                seen[0] += 1;
                seen[1] += i32::from(outcome == Outcome::Win(position.turn()));
                if position.occupied().count() <= 10 {
                    seen[2] += 1;
                    let won = if outcome == Outcome::Win(position.turn()) {
                        1
                    } else {
                        -1
                    };
                    assert_eq!(solve(&position, &mut known), won, "{}", position.fen());
                }
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let one_at_most = !position.is_placing() && moves.len() == 1;
            assert_eq!(position.forced(), one_at_most, "{}", position.fen());
            position.play(moves[source.below(moves.len())]);
        }
        for (plies, most) in (1..).zip(longest.iter().rev()) {
            assert!(plies <= *most, "game {game}, {plies} plies before its end");
        }
    }
    assert!(
        seen[0] > seen[1] && seen[1] > 0 && seen[2] > 100,
        "{seen:?}"
    );
}

#[test]
fn a_drawn_board_leans_evenly_also_under_the_highest_stacks() {
    for (fen, pieces) in [
        ("x9/x10/w49*,x10/x10/x9 w move", "White 49, Black 0"),
        (
            "r,x8/r,x9/w10,b10*,x9/w12,x9/b14,x8 b move",
            "White 22, Black 24",
        ),
    ] {
        let position = Position::from_fen(Variant::Standard, fen).expect("a good FEN");
        let drawn = position.draw();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 7, "{drawn}");
        for (line, row) in lines.iter().zip((1..=5).rev()) {
            assert!(line.len() <= 80 && line.starts_with(&row.to_string()));
            let first = cell(1.max(row - 2), row).expect("the first cell of the row");
            let indent = 2 + 3 * usize::from(first.0 % 12 * 2 + 3 - row as u8);
            // Between the digit and the first cell, and between any two cells, is a blank.
            let items: Vec<(usize, &str)> = line
                .split_ascii_whitespace()
                .skip(1)
                .scan(1, |from, item| {
                    let at = *from + line[*from..].find(item)?;
                    *from = at + item.len();
                    Some((at, item))
                })
                .collect();
            let size = CELLS
                .into_iter()
                .filter(|&c| coordinates(c).1 == row)
                .count();
            assert_eq!(items.len(), size, "{drawn}");
            for (n, (at, _)) in items.into_iter().enumerate() {
                assert_eq!(at, indent + 6 * n, "{drawn}");
            }
        }
        assert!(drawn.ends_with(pieces), "{drawn}");
    }
}
