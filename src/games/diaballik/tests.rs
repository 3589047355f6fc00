//! Facts of the rules document that need no fixture, and comparisons inside the game.

use std::sync::atomic::AtomicBool;

use super::{Position, Variant};
use crate::perft::perft;
use crate::position::{Notation, Position as _};

fn count(variant: Variant, fen: &str, depth: u32) -> u64 {
    let position = Position::from_fen(variant, fen).expect("the FEN is right");
    perft(&position, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

#[test]
fn perft_equals_the_rules_document() {
    for (fen, counts) in [
        (
            "bbbBbbb/7/7/7/7/7/wwwWwww w",
            &[290, 84_100, 41_099_194][..],
        ),
        ("bwbBbwb/7/7/7/7/7/wbwWwbw w", &[132, 24_392, 6_516_748]),
        ("b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 w", &[324, 143_589]),
        ("bbbBbbb/1w1w3/5w1/7/7/7/wwW1w2 w", &[690, 113_188]),
        ("7/7/7/bbbBbbb/wwwWwww/7/7 w", &[580, 169_092]),
        ("7/7/7/6B/5bw/bb2bww/Wb1bwww w", &[1, 267, 1179]),
        ("7/7/7/6B/4bbw/bb2bww/Wb2www w", &[5, 1063, 17_951]),
        ("1wbb1B1/6w/7/1b3b1/5w1/7/wbw1wbW w", &[268, 134_200]),
        ("bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w", &[884, 282_867]),
    ] {
        for (depth, &expected) in (1..).zip(counts) {
            assert_eq!(count(Variant::Usual, fen, depth), expected, "{fen} {depth}");
        }
    }
}

#[test]
fn tokens_are_canonical_and_sorted_lists_begin_and_end_as_documented() {
    let position = Position::start(Variant::Usual);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut tokens: Vec<String> = moves.iter().map(|&m| position.token(m)).collect();
    tokens.sort();
    assert_eq!(
        tokens[..4],
        ["a1a2", "a1a2,a2a1", "a1a2,a2a3", "a1a2,a2a3,d1b1"]
    );
    assert_eq!(tokens[287..], ["f1f2,g1g2", "g1g2", "g1g2,g2g3"]);
    for (any, canonical) in [
        ("b1b2,a1b1", "a1a2,a2b2"),
        ("d1c1,b1b2,a1b1", "a1a2,a2b2,d1c1"),
        ("d1e1,a1a2,a2a1", "d1e1"),
    ] {
        let m = position.parse_move(any).expect("the series is legal");
        assert_eq!(position.token(m), canonical);
    }
}
