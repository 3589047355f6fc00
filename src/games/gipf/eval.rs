//! The value of a position: material, GIPF pieces, the reserve, the centre.

use super::position::{Position, Variant};
use crate::board::{Bits, Cell};
use crate::position::{Position as _, Side};

use super::board::{FRAME, coords};

/// A basic piece in the game, in hand or on the board.
const PIECE: i32 = 100;
/// A GIPF piece on the board, beyond its two pieces.
const GIPF_PIECE: i32 = 120;
/// The last GIPF pieces: what having only one, two, three is worth less than having many.
const FEW_GIPF: [i32; 4] = [0, -300, -110, -30];
/// A potential, on a piece or beside the board.
const POTENTIAL: i32 = 60;
/// A piece on the board instead of in hand, by distance from the centre.
const BY_RING: [i32; 4] = [14, 10, 3, -6];
/// What the reserve is worth less when it is nearly empty, by pieces in hand.
const SHORT_HAND: [i32; 6] = [-260, -150, -90, -50, -25, -10];
/// The advantage of the move.
const TEMPO: i32 = 12;

/// The points at each distance from the centre.
static RINGS: [Bits; 4] = rings();

const fn rings() -> [Bits; 4] {
    let mut rings = [Bits::EMPTY; 4];
    let mut bit = 0;
    while bit < FRAME {
        let (q, r) = coords(Cell(bit as u8));
        let (q, r, s) = (q.unsigned_abs(), r.unsigned_abs(), (q + r).unsigned_abs());
        let mut distance = if q > r { q } else { r };
        if s > distance {
            distance = s;
        }
        if distance < 4 {
            rings[distance as usize] = rings[distance as usize].with(Cell(bit as u8));
        }
        bit += 1;
    }
    rings
}

/// The terms of the evaluation in a fixed order.
pub(super) const TERMS: [&str; 5] = ["material", "gipf pieces", "reserve", "centre", "tempo"];

impl Position {
    /// The value for the player to move, who has no row to remove.
    #[inline]
    pub(super) fn value(&self) -> i32 {
        self.terms().iter().sum()
    }

    /// The value of each term for the player to move.
    #[inline]
    pub(super) fn terms(&self) -> [i32; TERMS.len()] {
        let mine = self.side_terms(self.turn());
        let theirs = self.side_terms(!self.turn());
        let mut terms = [0, 0, 0, 0, TEMPO];
        for (term, (mine, theirs)) in terms.iter_mut().zip(mine.into_iter().zip(theirs)) {
            *term = mine - theirs;
        }
        terms
    }

    #[inline]
    fn side_terms(&self, side: Side) -> [i32; 4] {
        let own = self.pieces(side);
        let reserve = self.reserve(side);
        let hand = i32::from(reserve.hand);
        let gipf = (own & self.gipf()).count();
        let men = hand + (own.minus(self.used()).count() + gipf) as i32;
        let potentials = i32::from(reserve.potentials) + (own & self.charged()).count() as i32;
        let gipf_value = if self.variant() == Variant::Basic {
            0
        } else {
            let few = FEW_GIPF.get(gipf as usize).copied().unwrap_or(0);
            GIPF_PIECE * gipf as i32 + few
        };
        let centre = RINGS
            .iter()
            .zip(BY_RING)
            .map(|(&ring, value)| value * (own & ring).count() as i32)
            .sum();
        [
            PIECE * men + POTENTIAL * potentials,
            gipf_value,
            SHORT_HAND.get(hand as usize).copied().unwrap_or(0),
            centre,
        ]
    }
}
