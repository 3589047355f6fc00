//! What the evaluation counts in a position: for each phase a list of numbers, own minus enemy.
//!
//! The weights are in `eval`.

use crate::board::{Bits, Cell};
use crate::position::{Position as _, Side};

use super::board::{BOARD, edge, jumps, neighbours, spread, surrounded};
use super::position::Position;

/// The terms of the second phase.
pub(super) const MOVING: [&str; 17] = [
    // To be the one to move.
    "turn",
    // Pieces in own stacks.
    "pieces",
    // Pieces in own stacks that hold a DVONN piece: contact cannot be lost.
    "safe",
    // Own stacks.
    "stacks",
    // Stacks that can move now.
    "mobile",
    // Moves.
    "moves",
    // Moves onto enemy stacks.
    "captures",
    // Own pieces that an enemy stack can land on, where no own stack could land in return.
    "hanging",
    // Own pieces that an enemy stack can land on, where an own stack could land in return.
    "contested",
    // Pieces in stacks without a DVONN piece that nothing stands at the right distance for.
    "stuck",
    // Lone or enemy DVONN pieces that can be landed on.
    "reach",
    // Stacks beside a DVONN piece.
    "beside",
    // Stacks two steps from the nearest DVONN piece.
    "near",
    // Surrounded stacks.
    "surrounded",
    // Stacks on the edge of the board.
    "edge",
    // Pieces in stacks of five and more, which move along their row only.
    "tall",
    // Single pieces.
    "singles",
];

/// The terms of the first phase.
pub(super) const PLACING: [&str; 9] = [
    // Pieces where the board has three neighbours, and where it has four.
    "corner",
    "edge",
    // Pieces in row 3 that are not on the edge.
    "middle",
    // Pieces beside a DVONN piece, two steps away, three steps away.
    "beside",
    "near",
    "middling",
    // Edge pieces at most two steps from a DVONN piece.
    "edge-near",
    // Pairs of own neighbours.
    "pairs",
    // Pieces with no own neighbour.
    "alone",
];

const EDGE: Bits = edge();
const CORNERS: Bits = {
    let mut corners = Bits::EMPTY;
    let mut index = 0;
    while index < 64 {
        let cell = Cell(index);
        if BOARD.has(cell) && spread(cell.bit()).count() == 4 {
            corners = corners.with(cell);
        }
        index += 1;
    }
    corners
};
/// Row 3.
const MIDDLE_ROW: Bits = Bits(BOARD.0 & (0xfff << 24));

impl Position {
    /// The terms of the second phase for the player to move, in the order of [`MOVING`].
    pub(super) fn moving_features(&self) -> [i32; MOVING.len()] {
        let own = Look::of(self, self.turn());
        let other = Look::of(self, !self.turn());
        let (own, other) = (own.count(self, &other), other.count(self, &own));
        let mut features: [i32; MOVING.len()] = std::array::from_fn(|i| own[i] - other[i]);
        features[0] = 1;
        features
    }

    /// The terms of the first phase for the player to move, in the order of [`PLACING`].
    pub(super) fn placing_features(&self) -> [i32; PLACING.len()] {
        let own = self.placing_of(self.turn());
        let other = self.placing_of(!self.turn());
        std::array::from_fn(|i| own[i] - other[i])
    }

    fn placing_of(&self, side: Side) -> [i32; PLACING.len()] {
        let own = self.controlled(side);
        let one = spread(self.dvonn());
        let two = spread(one);
        let three = spread(two);
        let n = |cells: Bits| cells.count() as i32;
        let pairs: i32 = own.into_iter().map(|c| n(neighbours(c) & own)).sum();
        let alone = own
            .into_iter()
            .filter(|&c| !neighbours(c).meets(own))
            .count();
        [
            n(own & CORNERS),
            n(own & EDGE.minus(CORNERS)),
            n(own & MIDDLE_ROW.minus(EDGE)),
            n(own & one),
            n(own & two.minus(one)),
            n(own & three.minus(two)),
            n(own & EDGE & two),
            pairs / 2,
            alone as i32,
        ]
    }
}

/// What one side can do, before it is compared with what the other can.
struct Look {
    own: Bits,
    pieces: i32,
    mobile: i32,
    moves: i32,
    captures: i32,
    tall: i32,
    stuck: i32,
    singles: i32,
    /// Cells that a free stack can land on.
    attacks: Bits,
}

impl Look {
    #[inline]
    fn of(position: &Position, side: Side) -> Look {
        let own = position.controlled(side);
        let enemy = position.controlled(!side);
        let occupied = position.occupied();
        let free = own.minus(surrounded(occupied));
        let mut look = Look {
            own,
            pieces: 0,
            mobile: 0,
            moves: 0,
            captures: 0,
            tall: 0,
            stuck: 0,
            singles: 0,
            attacks: Bits::EMPTY,
        };
        for cell in own {
            let height = position.height(cell);
            let pieces = i32::from(height);
            look.pieces += pieces;
            look.singles += i32::from(height == 1);
            if height >= 5 {
                look.tall += pieces;
            }
            let targets = jumps(height, cell) & occupied;
            if targets.is_empty() {
                if !position.dvonn().has(cell) {
                    look.stuck += pieces;
                }
            } else if free.has(cell) {
                look.mobile += 1;
                look.moves += targets.count() as i32;
                look.captures += (targets & enemy).count() as i32;
                look.attacks = Bits(look.attacks.0 | targets.0);
            }
        }
        look
    }

    #[inline]
    fn count(&self, position: &Position, other: &Look) -> [i32; MOVING.len()] {
        let own = self.own;
        let dvonn = position.dvonn();
        let n = |cells: Bits| cells.count() as i32;
        let attacked = own & other.attacks;
        let one = spread(dvonn);
        [
            0,
            self.pieces,
            position.pieces(own & dvonn),
            n(own),
            self.mobile,
            self.moves,
            self.captures,
            position.pieces(attacked.minus(self.attacks)),
            position.pieces(attacked & self.attacks),
            self.stuck,
            n(self.attacks & dvonn.minus(own)),
            n(own & one),
            n(own & spread(one).minus(one)),
            n(own & surrounded(position.occupied())),
            n(own & EDGE),
            self.tall,
            self.singles,
        ]
    }
}
