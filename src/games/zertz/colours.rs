//! What the colours of marbles are worth to the players of ZÈRTZ, and in which ones a sacrifice is tried.

#![allow(
    clippy::indexing_slicing,
    reason = "colours are within bounds by their types"
)]

use std::cmp::Reverse;

use super::position::Position;
use super::variant::{COLOURS, Marble};
use crate::rules::Side;

/// What the marbles that a player lacks for a set are worth together.
const SET: u32 = 600;

impl Position {
    /// How much a player wants a marble of each colour: its share of each set that wins, which is greater
    /// the fewer marbles the set lacks; 0 where it belongs to none any more.
    fn wants(&self, side: Side) -> [u32; COLOURS] {
        let counts = self.captured(side);
        let mut wants = [0; COLOURS];
        for set in self.variant().sets() {
            let lacks = |colour: usize| u32::from(set[colour].saturating_sub(counts[colour]));
            let all: u32 = (0..COLOURS).map(lacks).sum();
            for colour in (0..COLOURS).filter(|&colour| lacks(colour) > 0) {
                wants[colour] += SET / all;
            }
        }
        wants
    }

    /// The two colours in which a sacrifice is tried where not all are: the one that the player wants most,
    /// who may take it back, and of the others the one that the opponent wants least. Of equals the rarer
    /// one is wanted more. Fewer where there are fewer in stock.
    pub(super) fn sacrificed(&self) -> impl Iterator<Item = Marble> + Clone + use<> {
        let (own, others) = (self.wants(self.turn()), self.wants(!self.turn()));
        let key = |wants: [u32; COLOURS], m: Marble| (wants[m.index()], Reverse(m.index()));
        let most = self.in_stock().max_by_key(|&m| key(own, m));
        let rest = self.in_stock().filter(|&m| Some(m) != most);
        let least = rest.min_by_key(|&m| key(others, m));
        let stock = self.in_stock();
        stock.filter(move |&m| Some(m) == most || Some(m) == least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zertz::Variant;
    use crate::rules::Notation;

    #[test]
    fn what_brings_a_set_nearer_is_wanted_more() {
        // Player 1 lacks one white marble for four, player 2 one black marble for six.
        let fen = "4/5/6/7/6/5/4 3,8,5 3,0,0 0,0,5 1";
        let position = Position::from_fen(Variant::Rings37, fen).expect("a position");
        // Of three of each colour player 1 lacks six, which are no white ones.
        assert_eq!(position.wants(Side::One), [600, 120 + 100, 100 + 100]);
        assert_eq!(position.wants(Side::Two), [150 + 100, 120 + 100, 600]);
    }

    #[test]
    fn sacrifices_are_tried_in_the_colours_that_matter() {
        for (counts, colours) in [
            // Who begins: white ones come back, black ones are of little use to the opponent.
            ("6,8,10 0,0,0 0,0,0", [Marble::White, Marble::Black]),
            // A sixth black marble would win for the opponent.
            ("6,8,5 0,0,0 0,0,5", [Marble::White, Marble::Grey]),
            // Grey ones are all that is left to want.
            ("3,4,10 0,4,0 3,0,0", [Marble::Grey, Marble::Black]),
            // Both want black ones most.
            ("6,8,0 0,0,5 0,0,5", [Marble::White, Marble::Grey]),
        ] {
            let fen = format!("4/5/6/7/6/5/4 {counts} 1");
            let position = Position::from_fen(Variant::Rings37, &fen).expect("a position");
            assert!(position.sacrificed().eq(colours), "{counts}");
        }
        let fen = "4/5/6/3w3/6/5/4 0,0,10 3,4,0 2,4,0 1";
        let position = Position::from_fen(Variant::Rings37, fen).expect("a position");
        assert!(position.sacrificed().eq([Marble::Black]), "no others");
    }
}
