//! What the search asks: which turns to look at, in which order, and what a position is worth.

use std::ops::ControlFlow::Continue;

use super::eval::TERMS;
use super::position::Position;
use super::turn::Move;
use crate::board::keys::mix;
use crate::position::{Candidate, EVAL_LIMIT, Judge, Position as _, Scope, Tuning};

/// Rank of a piece taken from the other side, and of one that comes back.
const CAPTURE: i32 = 2000;
const RETURN: i32 = 200;
/// Rank of a GIPF piece taken, beyond a captured piece.
const GIPF_CAPTURE: i32 = 5000;

impl Position {
    fn candidate(&self, m: Move) -> Candidate<Move> {
        let removed = m.before() | m.after();
        let theirs = removed & self.pieces(!self.turn());
        let captured =
            theirs.count() as i32 * CAPTURE + (theirs & self.gipf()).count() as i32 * GIPF_CAPTURE;
        Candidate {
            m,
            rank: captured + (removed.count() - theirs.count()) as i32 * RETURN,
            loud: theirs.any(),
        }
    }
}

impl Judge for Position {
    const SLOTS: usize = Move::ACTIONS;
    const TUNING: Tuning = Tuning {
        lmr_divisor: 200,
        lmp_base: 8,
        lmp_factor: 4,
        lmp_depth: 3,
        null_reduction: 0,
        futility: 100,
        aspiration: 40,
        quiescence_plies: 4,
    };
    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("gipf-basic", "b2w/5/6/w5b/6/5/b2w 12 12 w"),
        ("gipf", "B2W/5/6/W5B/6/5/B2W 12 12 w"),
    ];

    fn evaluate(&self) -> i32 {
        let sum: i32 = self.terms().iter().sum();
        sum.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn explain(&self) -> Vec<(&'static str, i32)> {
        TERMS.into_iter().zip(self.terms()).collect()
    }

    fn candidates(&self, _scope: Scope, out: &mut Vec<Candidate<Move>>) -> bool {
        _ = self.each_turn(&mut |m| {
            out.push(self.candidate(m));
            Continue(())
        });
        true
    }

    fn slot(&self, m: Move) -> usize {
        m.number()
    }

    fn tag(m: Move) -> u16 {
        let [before, after] = m.words();
        (mix(before ^ mix(after)) >> 48) as u16
    }
}
