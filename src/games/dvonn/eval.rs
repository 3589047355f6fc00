//! What the engine thinks of a DVONN position and of its moves.
//!
//! `features` counts, the weights here say what the counts are worth; the networks of `sight` add what
//! no count sees.

use crate::board::{Bits, Cell};
use crate::games::Game;
use crate::rules::{Candidate, EVAL_LIMIT, Judge, Outcome, Scope, Tuning};

use super::board::{BOARD, CELLS, edge, neighbours};
use super::features::{MOVING, PLACING};
use super::position::Position;
use super::turn::Move;

/// Weights of the second phase in centipawns: on a full board, and when the board is nearly empty.
const MOVING_WEIGHTS: [(i32, i32); MOVING.len()] = [
    (155, 91),   // turn
    (-90, 121),  // pieces
    (101, 57),   // safe
    (-39, -210), // stacks
    (63, 222),   // mobile
    (34, 90),    // takers
    (-8, 74),    // targets
    (-1, -120),  // hanging
    (-11, -58),  // contested
    (34, 191),   // reach
    (163, 238),  // beside
    (-112, -11), // near
    (109, 168),  // surrounded
    (19, -14),   // about
    (26, 30),    // within-two
    (17, 9),     // within-five
    (240, 218),  // second-link
    (82, 166),   // third-link
];

/// Weights of the first phase in centipawns.
const PLACING_WEIGHTS: [i32; PLACING.len()] = [
    25,  // within-one
    31,  // within-two
    29,  // within-three
    -52, // four-away
    -91, // far
    39,  // edge-beside
    -6,  // pairs
    -11, // alone
];

/// The weights by the number of occupied cells.
static MOVING_WEIGHTS_BY_CELLS: [[i32; MOVING.len()]; CELLS + 1] = {
    let mut weights = [[0; MOVING.len()]; CELLS + 1];
    let mut cells = 0;
    while cells <= CELLS {
        let mut term = 0;
        while term < MOVING.len() {
            let (full, empty) = MOVING_WEIGHTS[term];
            let (n, all) = (cells as i32, CELLS as i32);
            weights[cells][term] = (full * n + empty * (all - n)) / all;
            term += 1;
        }
        cells += 1;
    }
    weights
};

impl Position {
    fn moving_terms(&self) -> [i32; MOVING.len()] {
        let features = self.moving_features();
        let weights = &MOVING_WEIGHTS_BY_CELLS[self.occupied().count() as usize % (CELLS + 1)];
        std::array::from_fn(|i| features[i] * weights[i])
    }

    fn placing_terms(&self) -> [i32; PLACING.len()] {
        let features = self.placing_features();
        std::array::from_fn(|i| features[i] * PLACING_WEIGHTS[i])
    }

    /// The value without the network.
    pub(super) fn plain_value(&self) -> i32 {
        if self.is_placing() {
            self.placing_terms().iter().sum()
        } else {
            self.moving_terms().iter().sum()
        }
    }

    fn rank(&self, from: Cell, to: Cell) -> i32 {
        let taken = self.controlled(!self.turn()).has(to);
        let height = i32::from(self.height(to));
        let freed = (neighbours(from) & self.controlled(!self.turn())).count() as i32;
        height * if taken { 200 } else { -100 } - 50 * freed
    }
}

impl Judge for Position {
    const SLOTS: usize = 64 * 64;
    const TUNING: Tuning = Tuning {
        lmr_divisor: 130,
        lmr_base: 30,
        lmp_base: 4,
        lmp_factor: 1,
        lmp_depth: 7,
        null_reduction: 0,
        futility: 120,
        aspiration: 50,
        quiescence_plies: 0,
    };

    fn evaluate(&self) -> i32 {
        (self.plain_value() + self.network_value()).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn proven(&self) -> Option<Outcome> {
        self.decided()
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> bool {
        if scope == Scope::Loud {
            return false;
        }
        let mut add = |m, rank| {
            out.push(Candidate {
                m,
                rank,
                loud: false,
            });
        };
        if self.is_placing() {
            for cell in BOARD.minus(self.occupied()) {
                let rank = if edge().has(cell) { 100 } else { 0 };
                add(Move::Place(cell), rank);
            }
            return true;
        }
        let free: Bits = self.free(self.turn());
        let mut stuck = true;
        for from in free {
            for to in self.targets(from) {
                stuck = false;
                add(Move::Stack { from, to }, self.rank(from, to));
            }
        }
        if stuck && self.must_pass() {
            add(Move::Pass, 0);
        }
        true
    }

    fn slot(&self, m: Move) -> usize {
        usize::from(Position::tag(m))
    }

    fn tag(m: Move) -> u16 {
        let pair = |from: Cell, to: Cell| u16::from(from.0) << 6 | u16::from(to.0);
        match m {
            // No stack stays where it is, and cell 63 does not exist.
            Move::Place(cell) => pair(Cell(63), cell),
            Move::Stack { from, to } => pair(from, to),
            Move::Pass => pair(Cell(63), Cell(63)),
        }
    }
}

impl Game for Position {
    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("dvonn", "x9/x7,r,x2/x4,b,r,x5/x2,r,x7/x9 w place"),
        (
            "dvonn",
            "w,r,w,b,b,w,b,w,w/b,b,w,w,b,w,b,b,w,b/b,b,b,w,w,b,w,b,r,w,b/w,b,w,w,b,r,b,w,b,b/w,b,w,w,w,w,b,b,w w move",
        ),
        (
            "dvonn",
            "w,r,w,x,b2,w,b,x,w2/x2,w3,x,b,w,b,x2,b2/x3,w,w,b,w,b2,b3*,b2,x/x2,w3,b3,x,r,b,w,x2/x5,w,b,w6,x w move",
        ),
        (
            "dvonn",
            "w,r,w,x3,w3,x2/x2,w3,x3,w3,x3/x3,w,w,b2,w,b4,b3*,x2/x2,w3,x2,r,w5,x3/x9 b move",
        ),
    ];

    fn scale(&self) -> f64 {
        500.0
    }

    fn explain(&self) -> Vec<(&'static str, i32)> {
        let network = ("network", self.network_value());
        if self.is_placing() {
            let terms = PLACING.into_iter().zip(self.placing_terms());
            terms.chain([network]).collect()
        } else {
            let terms = MOVING.into_iter().zip(self.moving_terms());
            terms.chain([network]).collect()
        }
    }
}
