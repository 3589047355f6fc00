//! Facts about DVONN that need no fixture file.

use std::sync::atomic::AtomicBool;

use super::{Position, RuleSet};
use crate::perft::perft;
use crate::position::Notation;

const MIDDLE: &str = "w,r,w,x,b2,w,b,x,w2/x2,w3,x,b,w,b,x2,b2/x3,w,w,b,w,b2,b3*,b2,x/x2,w3,b3,x,r,b,w,x2/x5,w,b,w6,x w move";

#[test]
fn the_middle_position_has_its_counts() {
    let position = Position::from_fen(RuleSet::Standard, MIDDLE).expect("a good FEN");
    let stop = AtomicBool::new(false);
    for (depth, count) in [(1, 28), (2, 936), (3, 25485), (4, 693_782)] {
        assert_eq!(perft(&position, depth, &stop), Some(count));
    }
}
