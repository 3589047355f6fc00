//! What the engine thinks of a DVONN position and of its moves.

use crate::board::{Bits, Cell};
use crate::position::{Candidate, Judge, Position as _, Scope, Side, Tuning};

use super::board::{BOARD, edge, neighbours, spread};
use super::position::{Move, Position};

/// Values in centipawns: a piece under control, a move that can be made, an own piece on the edge
/// while placing, an own piece beside a DVONN piece while placing.
const PIECE: i32 = 100;
const MOBILITY: i32 = 20;
const EDGE: i32 = 60;
const BESIDE_DVONN: i32 = 25;

impl Position {
    fn side_value(&self, side: Side) -> [i32; 2] {
        if self.is_placing() {
            let own = self.controlled(side);
            let near = spread(self.dvonn());
            return [
                EDGE * (own & edge()).count() as i32,
                BESIDE_DVONN * (own & near).count() as i32,
            ];
        }
        let moves: u32 = self
            .free(side)
            .into_iter()
            .map(|c| self.targets(c).count())
            .sum();
        [PIECE * self.score(side), MOBILITY * moves as i32]
    }

    fn names(&self) -> [&'static str; 2] {
        if self.is_placing() {
            ["edge", "beside-dvonn"]
        } else {
            ["pieces", "mobility"]
        }
    }

    fn terms(&self) -> [i32; 2] {
        let (own, other) = (self.side_value(self.turn()), self.side_value(!self.turn()));
        std::array::from_fn(|i| own[i] - other[i])
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
        lmr_divisor: 225,
        lmp_base: 0,
        lmp_factor: 0,
        lmp_depth: 0,
        null_reduction: 0,
        futility: 0,
        aspiration: 50,
        quiescence_plies: 0,
    };
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

    fn evaluate(&self) -> i32 {
        self.terms().iter().sum()
    }

    fn explain(&self) -> Vec<(&'static str, i32)> {
        self.names().into_iter().zip(self.terms()).collect()
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
