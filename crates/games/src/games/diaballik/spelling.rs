//! A move action by action: the effect and legality of an action, and the canonical actions of a move.

use super::board::{BOARD, touches};
use super::movegen::MoveContext;
use super::moves::{Change, Kind, Move, NO_SQUARE};
use super::position::Position;
use super::reasons::Violation;
use crate::board::{Bits, Cell, Layout};
use crate::rules::Rules;

/// The most actions of a move.
pub(super) const MAX_ACTIONS: usize = 3;
/// The most steps of a move.
const MAX_STEPS: usize = 2;

/// A step or a pass of the ball, from a square to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) from: Cell,
    pub(super) to: Cell,
}

/// The side to move in the middle of its move.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    supports: Bits,
    holder: Cell,
    others: Bits,
    goal: Bits,
    first_holder: Cell,
    before: Bits,
    steps: usize,
    passed: bool,
}

impl Progress {
    /// The start of a move.
    pub(super) fn new(position: &Position) -> Progress {
        let mover = MoveContext::new(position, position.turn());
        Progress {
            supports: mover.supports,
            holder: mover.holder,
            others: mover.others,
            goal: mover.goal,
            first_holder: mover.holder,
            before: mover.supports,
            steps: 0,
            passed: false,
        }
    }

    /// The supports of the side to move.
    pub(super) fn supports(&self) -> Bits {
        self.supports
    }

    /// The support that holds the ball.
    pub(super) fn holder(&self) -> Cell {
        self.holder
    }

    /// `start`, in which the move began, with the actions so far.
    pub(super) fn position(&self, start: &Position) -> Position {
        let mover = start.turn();
        let (mut supports, mut balls) = ([self.others; 2], [start.ball(!mover); 2]);
        supports[mover.index()] = self.supports;
        balls[mover.index()] = self.holder;
        Position::new(start.variant(), supports, balls, mover, false)
    }

    /// Whether the ball has reached the goal, which ends the move.
    pub(super) fn scored(&self) -> bool {
        self.goal.has(self.holder)
    }

    /// Whether the side to move may claim antijeu now.
    pub(super) fn may_claim(&self) -> bool {
        !self.scored() && touches(self.supports, self.others)
    }

    /// Why no support of the side to move is on a square; `None` if one is.
    fn why_not_own(&self, cell: Cell) -> Option<Violation> {
        if self.supports.has(cell) {
            None
        } else if self.others.has(cell) {
            Some(Violation::SupportOfOpponent)
        } else {
            Some(Violation::NoSupport)
        }
    }

    /// Why the piece on a square cannot act.
    pub(super) fn why_not_piece(&self, cell: Cell) -> Violation {
        match self.why_not_own(cell) {
            _ if self.scored() => Violation::Scored,
            Some(violation) => violation,
            None if cell == self.holder && self.passed => Violation::BallPassed,
            None if cell == self.holder => Violation::NoReceiver,
            None if self.steps == MAX_STEPS => Violation::TwoSteps,
            None => Violation::Blocked,
        }
    }

    /// Makes an action.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn act(&mut self, action: Action) -> Result<(), Violation> {
        let Action { from, to } = action;
        if self.scored() {
            return Err(Violation::Scored);
        }
        if let Some(violation) = self.why_not_own(from) {
            return Err(violation);
        }
        if from == to {
            return Err(Violation::SameSupport);
        }
        if from == self.holder {
            if self.passed {
                return Err(Violation::BallPassed);
            }
            if !self.supports.has(to) {
                return Err(Violation::OwnSupport);
            }
            if BOARD.between[from.index()][to.index()].meets(self.others) {
                return Err(if is_straight(from, to) {
                    Violation::InTheWay
                } else {
                    Violation::BallStraight
                });
            }
            self.holder = to;
            self.passed = true;
        } else {
            if self.steps == MAX_STEPS {
                return Err(Violation::TwoSteps);
            }
            if (self.supports | self.others).has(to) {
                return Err(Violation::SquareOccupied);
            }
            if !BOARD.neighbours[from.index()].has(to) {
                return Err(Violation::NotNeighbour);
            }
            self.supports = self.supports.without(from).with(to);
            self.steps += 1;
        }
        Ok(())
    }

    /// The move so far, without a claim.
    #[expect(clippy::expect_used, reason = "`act` lets no third support move")]
    pub(super) fn made(&self) -> Move {
        let change = Change::between(self.before, self.supports);
        let holder = if self.passed {
            self.holder.0
        } else {
            NO_SQUARE
        };
        Move::new(change.expect("two steps move two supports"), holder)
    }

    /// Whether `target` may still be reached with `left` more actions.
    fn is_near(&self, target: &Target, left: usize) -> bool {
        let pass_to_come = target.passes && !self.passed;
        self.misplaced(target) <= self.max_steps(target, left) && usize::from(pass_to_come) <= left
    }

    /// The number of supports on squares where the target has none.
    fn misplaced(&self, target: &Target) -> usize {
        self.supports.minus(target.supports).count() as usize
    }

    /// The most steps among `left` more actions.
    fn max_steps(&self, target: &Target, left: usize) -> usize {
        let pass_to_come = target.passes && !self.passed;
        left.saturating_sub(usize::from(pass_to_come))
            .min(MAX_STEPS - self.steps)
    }

    /// How many steps more than the misplaced supports need fit into `left` actions.
    fn spare_steps(&self, target: &Target, left: usize) -> usize {
        self.max_steps(target, left)
            .saturating_sub(self.misplaced(target))
    }
}

/// The target of a sequence of actions.
struct Target {
    supports: Bits,
    holder: Cell,
    passes: bool,
}

/// The canonical actions of a legal move: the shortest sequence, and the first in the order of squares among
/// those. Empty for a claim without actions and for the pass of a stuck player.
#[expect(clippy::unreachable, reason = "legal turns are made of actions")]
pub(super) fn spell(position: &Position, m: Move) -> Vec<Action> {
    let start = Progress::new(position);
    let change = m.change();
    let target = Target {
        supports: start.before.minus(change.left()) | change.entered(),
        holder: m.holder().unwrap_or(start.first_holder),
        passes: m.holder().is_some(),
    };
    let fewest = match m.kind() {
        Kind::Actions => 1,
        Kind::Claim => 0,
        Kind::Stuck => return Vec::new(),
    };
    let mut actions = Vec::with_capacity(MAX_ACTIONS);
    for length in fewest..=MAX_ACTIONS {
        if reach(start, &target, length, &mut actions) {
            return actions;
        }
    }
    unreachable!("a legal turn has a series of actions")
}

/// Tries all sequences of exactly `length` actions in order; stores the first one that reaches the target in
/// `actions`.
fn reach(from: Progress, target: &Target, length: usize, actions: &mut Vec<Action>) -> bool {
    if !from.is_near(target, length) {
        return false;
    }
    if length == 0 {
        return from.supports == target.supports;
    }
    // Skip steps that `is_near` would refuse. With no step to spare, each step must go from a square
    // outside the target to a square of the target. With one to spare, one of the two is enough.
    let spare = from.spare_steps(target, length);
    for cell in from.supports {
        let reachable = if cell == from.holder {
            if from.passed {
                Bits::EMPTY
            } else {
                target.holder.bit()
            }
        } else {
            let near = BOARD.neighbours[cell.index()];
            match (spare, target.supports.has(cell)) {
                (0, true) => Bits::EMPTY,
                (0, false) | (1, true) => near & target.supports,
                _ => near,
            }
        };
        for to in reachable {
            let mut next = from;
            let action = Action { from: cell, to };
            if next.act(action).is_err() {
                continue;
            }
            actions.push(action);
            if reach(next, target, length - 1, actions) {
                return true;
            }
            actions.pop();
        }
    }
    false
}

/// Whether two squares are on one rank, file or diagonal.
fn is_straight(one: Cell, other: Cell) -> bool {
    let [one, other] = [one, other].map(|cell| BOARD.name_of(cell));
    let files = one.column.abs_diff(other.column);
    let ranks = one.number.abs_diff(other.number);
    files == 0 || ranks == 0 || files == ranks
}
