//! What the evaluation counts in a position: for each phase a list of numbers, own minus enemy.
//!
//! The weights are in `eval`.

use crate::board::{Bits, Cell};
use crate::rules::Side;

use super::board::{BOARD, edge, jumps, neighbours, spread, surrounded};
use super::position::Position;

/// The terms of the second phase.
pub const MOVING: [&str; 18] = [
    // To be the one to move.
    "turn",
    // Pieces in own stacks.
    "pieces",
    // Pieces in own stacks that hold a DVONN piece: contact cannot be lost.
    "safe",
    // Own stacks.
    "stacks",
    // Stacks that can move now, and among them those that can take an enemy stack.
    "mobile",
    "takers",
    // Stacks at the right distance for own ones, which may be surrounded yet.
    "targets",
    // Own pieces that an enemy stack can land on, where no own stack could land in return, and
    // where one could.
    "hanging",
    "contested",
    // Lone or enemy DVONN pieces that can be landed on.
    "reach",
    // Stacks one and two steps away from the nearest DVONN piece.
    "beside",
    "near",
    // Surrounded stacks.
    "surrounded",
    // Pieces at most three steps away, counted for each DVONN piece.
    "about",
    // Stacks at most two and at most five steps away, counted for each DVONN piece.
    "within-two",
    "within-five",
    // Stacks that a chain of two or three neighbours joins to a DVONN piece, not fewer.
    "second-link",
    "third-link",
];

/// The terms of the first phase.
pub const PLACING: [&str; 8] = [
    // Pieces at most one, two and three steps away, counted for each DVONN piece.
    "within-one",
    "within-two",
    "within-three",
    // Pieces four steps and further away from the nearest DVONN piece.
    "four-away",
    "far",
    // Pieces on the edge of the board and beside a DVONN piece: free to move, sure of contact.
    "edge-beside",
    // Pairs of own neighbours, and pieces without any.
    "pairs",
    "alone",
];

const EDGE: Bits = edge();

impl Position {
    /// The terms of the second phase for the player to move, in the order of [`MOVING`].
    pub fn moving_features(&self) -> [i32; MOVING.len()] {
        let place = Place::of(self);
        let own = Look::of(self, &place, self.turn());
        let other = Look::of(self, &place, !self.turn());
        let (own, other) = (
            own.count(self, &place, &other),
            other.count(self, &place, &own),
        );
        let mut features: [i32; MOVING.len()] = std::array::from_fn(|i| own[i] - other[i]);
        features[0] = 1;
        features
    }

    /// The terms of the first phase for the player to move, in the order of [`PLACING`].
    pub fn placing_features(&self) -> [i32; PLACING.len()] {
        let own = self.placing_of(self.turn());
        let other = self.placing_of(!self.turn());
        std::array::from_fn(|i| own[i] - other[i])
    }

    /// How full the board is: 1 with a stack on every cell, near 0 with few left.
    #[must_use]
    pub fn fullness(&self) -> f64 {
        f64::from(self.occupied().count()) / f64::from(BOARD.count())
    }

    fn placing_of(&self, side: Side) -> [i32; PLACING.len()] {
        let own = self.controlled(side);
        let beside = spread(self.dvonn());
        let three = spread(spread(beside));
        let four = spread(three);
        let mut about = [0; 3];
        for dvonn in self.dvonn() {
            for (steps, pieces) in (1..).zip(&mut about) {
                *pieces += count(own & within(steps, dvonn));
            }
        }
        let (mut pairs, mut alone) = (0, 0);
        for cell in own {
            let beside_own = count(neighbours(cell) & own);
            pairs += beside_own;
            alone += i32::from(beside_own == 0);
        }
        // Without DVONN pieces on the board nothing is far from them.
        let known = !self.dvonn().is_empty();
        let far = |cells: Bits| if known { count(cells) } else { 0 };
        [
            about[0],
            about[1],
            about[2],
            far(own & four.minus(three)),
            far(own.minus(four)),
            count(own & EDGE & beside),
            pairs / 2,
            alone,
        ]
    }
}

/// The cells at most so many steps from each cell: [`WITHIN`]`[steps][cell]`.
static WITHIN: [[Bits; 64]; 6] = {
    let mut within = [[Bits::EMPTY; 64]; 6];
    let mut index = 0;
    while index < 64 {
        let mut reached = Bits(BOARD.0 & 1 << index);
        let mut steps = 0;
        while steps < within.len() {
            within[steps][index] = reached;
            reached = spread(reached);
            steps += 1;
        }
        index += 1;
    }
    within
};

#[inline]
fn within(steps: usize, of: Cell) -> Bits {
    WITHIN[steps][of.index() & 63]
}

#[inline]
fn count(cells: Bits) -> i32 {
    cells.count() as i32
}

/// What both sides have in common.
struct Place {
    occupied: Bits,
    surrounded: Bits,
    /// Cells one and two steps away from the nearest DVONN piece.
    beside: Bits,
    near: Bits,
    /// Stacks whose shortest chain of neighbours to a DVONN piece has two and three links.
    second_link: Bits,
    third_link: Bits,
}

impl Place {
    #[inline]
    fn of(position: &Position) -> Place {
        let occupied = position.occupied();
        let dvonn = position.dvonn();
        let one = spread(dvonn);
        let first = one & occupied;
        let second = spread(first) & occupied;
        let third = spread(second) & occupied;
        Place {
            occupied,
            surrounded: surrounded(occupied),
            beside: one.minus(dvonn),
            near: spread(one).minus(one),
            second_link: second.minus(first),
            third_link: third.minus(second),
        }
    }
}

/// What one side can do, before it is compared with what the other can.
struct Look {
    own: Bits,
    pieces: i32,
    mobile: i32,
    takers: i32,
    targets: i32,
    about: i32,
    /// Cells that a free stack can land on.
    attacks: Bits,
}

impl Look {
    #[inline]
    fn of(position: &Position, place: &Place, side: Side) -> Look {
        let own = position.controlled(side);
        let enemy = position.controlled(!side);
        let free = own.minus(place.surrounded);
        let mut look = Look {
            own,
            pieces: 0,
            mobile: 0,
            takers: 0,
            targets: 0,
            about: 0,
            attacks: Bits::EMPTY,
        };
        for cell in own {
            let height = position.height(cell);
            let pieces = i32::from(height);
            let targets = jumps(height, cell) & place.occupied;
            look.pieces += pieces;
            look.about += pieces * count(within(3, cell) & position.dvonn());
            look.targets += count(targets);
            if free.has(cell) && targets.any() {
                look.mobile += 1;
                look.takers += i32::from(targets.meets(enemy));
                look.attacks = Bits(look.attacks.0 | targets.0);
            }
        }
        look
    }

    #[inline]
    fn count(&self, position: &Position, place: &Place, other: &Look) -> [i32; MOVING.len()] {
        let own = self.own;
        let dvonn = position.dvonn();
        let attacked = own & other.attacks;
        let (mut within_two, mut within_five) = (0, 0);
        for cell in dvonn {
            within_two += count(own & within(2, cell));
            within_five += count(own & within(5, cell));
        }
        [
            0,
            self.pieces,
            position.pieces(own & dvonn),
            count(own),
            self.mobile,
            self.takers,
            self.targets,
            position.pieces(attacked.minus(self.attacks)),
            position.pieces(attacked & self.attacks),
            count(self.attacks & dvonn.minus(own)),
            count(own & place.beside),
            count(own & place.near),
            count(own & place.surrounded),
            self.about,
            within_two,
            within_five,
            count(own & place.second_link),
            count(own & place.third_link),
        ]
    }
}
