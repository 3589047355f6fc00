//! The features of DVONN: a list for each phase, own minus enemy.
//!
//! The weights are fitted to `tune play dvonn 40000 200 1 --random-plies 60`: many random placements.
//! The scales are measured in `dvonn 300 500 7 --random-plies 30` and `600 2000 8` with 40.

use super::board::{BITS, BOARD, CELL_COUNT, CELLS, EDGE_CELLS, FRAME, jumps};
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::eval::{Features, Group, TrainingConfig, Weights};
use crate::rules::{Rules, Side};

/// Positions of the first phase.
pub struct Placing;

/// Positions of the second phase.
pub struct Moving;

const PLACING: [Group; 8] = [
    // Pieces at most one, two and three steps away, counted for each DVONN piece.
    Group::one("within-one"),
    Group::one("within-two"),
    Group::one("within-three"),
    // Pieces four steps and further away from the nearest DVONN piece.
    Group::one("four-away"),
    Group::one("far"),
    // Pieces on the edge of the board and beside a DVONN piece: free to move, and connected.
    Group::one("edge-beside"),
    // Pairs of own neighbours, and pieces without any.
    Group::one("pairs"),
    Group::one("alone"),
];

const MOVING: [Group; 18] = [
    // The right to move.
    Group::one("turn"),
    // Pieces in own stacks.
    Group::one("pieces"),
    // Pieces in own stacks that hold a DVONN piece: contact cannot be lost.
    Group::one("safe"),
    // Own stacks.
    Group::one("stacks"),
    // Stacks that can move now, and among them those that can take an enemy stack.
    Group::one("mobile"),
    Group::one("takers"),
    // Stacks at the right distance for own stacks, which may still be surrounded.
    Group::one("targets"),
    // Own pieces that an enemy stack can land on, where no own stack could land in return, and
    // where one could.
    Group::one("hanging"),
    Group::one("contested"),
    // Lone or enemy DVONN pieces that can be landed on.
    Group::one("reach"),
    // Stacks one and two steps away from the nearest DVONN piece.
    Group::one("beside"),
    Group::one("near"),
    // Surrounded stacks.
    Group::one("surrounded"),
    // Pieces at most three steps away, counted for each DVONN piece.
    Group::one("about"),
    // Stacks at most two and at most five steps away, counted for each DVONN piece.
    Group::one("within-two"),
    Group::one("within-five"),
    // Stacks whose shortest chain to a DVONN piece has two or three neighbours.
    Group::one("second-link"),
    Group::one("third-link"),
];

static PLACING_WEIGHTS: Weights<{ PLACING.len() }, 1> =
    Weights::read(include_str!("dvonn-placing.weights"));
static MOVING_WEIGHTS: Weights<{ MOVING.len() }, { CELL_COUNT + 1 }> =
    Weights::read(include_str!("dvonn-moving.weights"));

/// How the weights of both phases are fitted.
const FIT: TrainingConfig = TrainingConfig {
    scale: 500.0,
    result_share: 1.0,
    rate: 0.01,
    epochs: 24,
};

impl Features for Placing {
    type Position = Position;

    const NAME: &'static str = "dvonn-placing";
    const GROUPS: &'static [Group] = &PLACING;
    const FIT: TrainingConfig = FIT;
    const SCALE: f64 = 520.0;
    /// White moves first. This has a value, but no placement changes it.
    const CONSTANT: bool = true;

    #[inline(always)]
    fn covers(position: &Position) -> bool {
        position.is_placing()
    }

    /// The value of a placement shows on the full board, when the second phase begins.
    fn fits(position: &Position) -> bool {
        !position.is_placing() && position.occupied() == CELLS
    }

    fn weights(stage: usize) -> &'static [i16] {
        PLACING_WEIGHTS.at::<Self>(stage)
    }

    #[inline(always)]
    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        let own = placing_counts(position, position.turn());
        let other = placing_counts(position, !position.turn());
        for (feature, (own, other)) in own.into_iter().zip(other).enumerate() {
            visit(feature, own - other);
        }
    }
}

impl Features for Moving {
    type Position = Position;

    const NAME: &'static str = "dvonn-moving";
    const GROUPS: &'static [Group] = &MOVING;
    /// By the number of occupied cells: the game goes from the last stage to the first.
    const STAGES: usize = CELL_COUNT + 1;
    const FIT: TrainingConfig = FIT;
    const SCALE: f64 = 518.0;

    #[inline(always)]
    fn covers(position: &Position) -> bool {
        !position.is_placing()
    }

    #[inline(always)]
    fn stage(position: &Position) -> usize {
        position.occupied().count() as usize
    }

    #[inline(always)]
    fn weights(stage: usize) -> &'static [i16] {
        MOVING_WEIGHTS.at::<Self>(stage)
    }

    #[inline(always)]
    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        let shared = SharedFeatures::of(position);
        let own = SideFeatures::of(position, &shared, position.turn());
        let other = SideFeatures::of(position, &shared, !position.turn());
        let own_counts = own.count(position, &shared, &other);
        let other_counts = other.count(position, &shared, &own);
        visit(0, 1);
        for feature in 1..MOVING.len() {
            visit(feature, own_counts[feature] - other_counts[feature]);
        }
    }
}

/// The features of the first phase of one side, in the order of [`PLACING`].
#[inline]
fn placing_counts(position: &Position, side: Side) -> [i32; PLACING.len()] {
    let own = position.controlled(side);
    let beside = FRAME.spread(position.dvonn());
    let three = FRAME.spread(FRAME.spread(beside));
    let four = FRAME.spread(three);
    let mut about = [0; 3];
    for dvonn in position.dvonn() {
        for (steps, pieces) in (1..).zip(&mut about) {
            *pieces += count(own & within(steps, dvonn));
        }
    }
    let (mut pairs, mut alone) = (0, 0);
    for cell in own {
        let beside_own = count(BOARD.neighbours(cell) & own);
        pairs += beside_own;
        alone += i32::from(beside_own == 0);
    }
    // Without DVONN pieces on the board nothing is far from them.
    let known = !position.dvonn().is_empty();
    let far = |cells: Bits| if known { count(cells) } else { 0 };
    [
        about[0],
        about[1],
        about[2],
        far(own & four.minus(three)),
        far(own.minus(four)),
        count(own & EDGE_CELLS & beside),
        pairs / 2,
        alone,
    ]
}

/// The cells at most `steps` from each cell: [`WITHIN`]`[steps][cell]`.
static WITHIN: [[Bits; BITS]; 6] = {
    let mut within = [[Bits::EMPTY; BITS]; 6];
    let mut index = 0;
    while index < BITS {
        let mut reached = Bits(CELLS.0 & 1 << index);
        let mut steps = 0;
        while steps < within.len() {
            within[steps][index] = reached;
            reached = FRAME.spread(reached);
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

/// Facts that both sides share.
struct SharedFeatures {
    occupied: Bits,
    surrounded: Bits,
    /// Cells one and two steps away from the nearest DVONN piece.
    beside: Bits,
    near: Bits,
    /// Stacks whose shortest chain of neighbours to a DVONN piece has two and three links.
    second_link: Bits,
    third_link: Bits,
}

impl SharedFeatures {
    #[inline]
    fn of(position: &Position) -> SharedFeatures {
        let occupied = position.occupied();
        let dvonn = position.dvonn();
        let one = FRAME.spread(dvonn);
        let first = one & occupied;
        let second = FRAME.spread(first) & occupied;
        let third = FRAME.spread(second) & occupied;
        SharedFeatures {
            occupied,
            surrounded: FRAME.surrounded(occupied),
            beside: one.minus(dvonn),
            near: FRAME.spread(one).minus(one),
            second_link: second.minus(first),
            third_link: third.minus(second),
        }
    }
}

/// The options of one side, before the comparison with the other side.
struct SideFeatures {
    own: Bits,
    pieces: i32,
    mobile: i32,
    takers: i32,
    targets: i32,
    about: i32,
    /// Cells that a free stack can land on.
    attacks: Bits,
}

impl SideFeatures {
    #[inline]
    fn of(position: &Position, shared: &SharedFeatures, side: Side) -> SideFeatures {
        let own = position.controlled(side);
        let enemy = position.controlled(!side);
        let free = own.minus(shared.surrounded);
        let mut features = SideFeatures {
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
            let targets = jumps(height, cell) & shared.occupied;
            features.pieces += pieces;
            features.about += pieces * count(within(3, cell) & position.dvonn());
            features.targets += count(targets);
            if free.has(cell) && targets.any() {
                features.mobile += 1;
                features.takers += i32::from(targets.meets(enemy));
                features.attacks = Bits(features.attacks.0 | targets.0);
            }
        }
        features
    }

    #[inline]
    fn count(
        &self,
        position: &Position,
        shared: &SharedFeatures,
        other: &SideFeatures,
    ) -> [i32; MOVING.len()] {
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
            position.pieces_on(own & dvonn),
            count(own),
            self.mobile,
            self.takers,
            self.targets,
            position.pieces_on(attacked.minus(self.attacks)),
            position.pieces_on(attacked & self.attacks),
            count(self.attacks & dvonn.minus(own)),
            count(own & shared.beside),
            count(own & shared.near),
            count(own & shared.surrounded),
            self.about,
            within_two,
            within_five,
            count(own & shared.second_link),
            count(own & shared.third_link),
        ]
    }
}
