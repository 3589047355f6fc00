//! What the search asks about Diaballik: candidates, wins at once, history slots, constants.

use super::eval;
use super::movegen::Mover;
use super::position::{BOARD, Board, CONTACTS, Position, contact_squares};
use super::turn::{Change, Kind, NOWHERE, Turn};
use crate::board::Bits;
use crate::board::keys::mix;
use crate::position::{Candidate, Judge, Position as _, Scope, Tuning};

impl Judge for Position {
    const SLOTS: usize = 1 << 14;

    const TUNING: Tuning = Tuning {
        lmr_divisor: 200,
        lmp_base: 30,
        lmp_factor: 10,
        lmp_depth: 3,
        null_reduction: 2,
        futility: 0,
        aspiration: 50,
        quiescence_plies: 4,
    };

    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("diaballik", "bbbBbbb/7/7/7/7/7/wwwWwww w"),
        ("diaballik", "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w"),
        ("diaballik", "1wbb1B1/6w/7/1b3b1/5w1/7/wbw1wbW w"),
        ("diaballik-variant", "bwbBbwb/7/7/7/7/7/wbwWwbw w"),
    ];

    fn evaluate(&self) -> i32 {
        eval::evaluate(self)
    }

    fn explain(&self) -> Vec<(&'static str, i32)> {
        let (own, other) = (
            eval::terms(self, self.turn()),
            eval::terms(self, !self.turn()),
        );
        let pairs = own.into_iter().zip(other);
        pairs
            .map(|((name, own), (_, other))| (name, own - other))
            .collect()
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Turn>>) -> bool {
        if self.outcome().is_some() || scope == Scope::Loud {
            return true;
        }
        self.each_turn(|turn| {
            out.push(Candidate {
                m: turn,
                rank: 0,
                loud: turn.kind() == Kind::Claim,
            });
        });
        true
    }

    fn slot(&self, m: Turn) -> usize {
        mix(u64::from(m.bits())) as usize % Self::SLOTS
    }

    fn tag(m: Turn) -> u16 {
        (mix(u64::from(m.bits())) >> 48) as u16
    }

    fn winning_move(&self) -> Option<Turn> {
        if self.outcome().is_some() {
            return None;
        }
        let mover = Mover::new(self, self.turn());
        goal_turn(&mover).or_else(|| self.claiming_turn(&mover))
    }

    fn null(&self) -> Option<Position> {
        Some(self.passed())
    }
}

/// A turn that brings the ball to the goal: a pass, at most after two steps of the receiver.
///
/// The holder stands still until the pass, which is the last action, and only opposing supports
/// are in its way: the goal squares it sees are all that matters.
fn goal_turn(mover: &Mover) -> Option<Turn> {
    let targets = mover.seen & mover.goal;
    if targets.is_empty() {
        return None;
    }
    let free = mover.supports.without(mover.holder);
    if let Some(cell) = (targets & free).lowest() {
        return Some(Turn::new(Change::NONE, cell.0));
    }
    let targets = targets & mover.empty;
    let near = Board::beside(targets);
    if let Some(from) = (near & free).lowest() {
        let to = (BOARD.neighbours[from.index()] & targets).lowest()?;
        return Some(Turn::new(Change::one(from, to), to.0));
    }
    // Nobody is beside a target, so the square between must be empty.
    let far = Board::beside(near & mover.empty);
    let from = (far & free).lowest()?;
    let middle = BOARD.neighbours[from.index()] & near & mover.empty;
    let to = (Board::beside(middle) & targets).lowest()?;
    Some(Turn::new(Change::one(from, to), to.0))
}

impl Position {
    /// A turn that ends with the claim of antijeu.
    fn claiming_turn(&self, mover: &Mover) -> Option<Turn> {
        let contacts = contact_squares(mover.others);
        let touching = (contacts & mover.supports).count();
        // Two steps bring two more contacts at most.
        if touching + 2 < CONTACTS || contacts == Bits::EMPTY {
            return None;
        }
        if touching >= CONTACTS {
            return Some(Turn::new(Change::NONE, NOWHERE).claiming());
        }
        let mut found = None;
        self.each_turn(|turn| {
            if turn.kind() == Kind::Claim {
                found = Some(turn);
            }
        });
        found
    }
}
