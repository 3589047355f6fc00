//! What the search asks: which turns to look at, in which order, and what a position is worth.

use std::ops::ControlFlow::{Break, Continue};

use super::board::has_run;
use super::movegen::Breadth;
use super::position::Position;
use super::turn::Move;
use crate::board::keys::mix;
use crate::games::Game;
use crate::rules::{Candidate, EVAL_LIMIT, Judge, Outcome, Rules, Scope, Tuning};

/// Rank of a piece taken from the other side, and of one that comes back.
const CAPTURE: i32 = 2000;
const RETURN: i32 = 200;
/// Rank of a GIPF piece taken, beyond a captured piece.
const GIPF_CAPTURE: i32 = 5000;

/// From this depth on moves are ordered by the evaluation after them.
const FORESIGHT: i32 = 3;
/// Rank of a centipawn gained.
const GAIN: i32 = 60;
/// The largest rank.
const RANK_LIMIT: i32 = 16_000;

impl Position {
    /// The position after the removal with which the player to move has to begin his turn.
    fn settled(&self) -> Position {
        let mut settled = *self;
        if has_run(self.pieces(self.turn())) {
            _ = self.each_good_removal(1, &mut |set| {
                settled.remove(set, self.turn());
                Continue(())
            });
        }
        settled
    }

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
        lmr_base: 90,
        lmp_base: 8,
        lmp_factor: 4,
        lmp_depth: 3,
        null_reduction: 0,
        futility: 100,
        aspiration: 40,
        quiescence_plies: 4,
    };

    fn evaluate(&self) -> i32 {
        self.settled().value().clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> bool {
        let breadth = match scope {
            Scope::Legal => Breadth::Full,
            Scope::Main { depth } => Breadth::Narrow {
                removals: match depth {
                    ..=2 => 2,
                    3..=5 => 4,
                    _ => 8,
                },
            },
            Scope::Loud => Breadth::Takes,
        };
        let mut takes = false;
        let foresight = matches!(scope, Scope::Main { depth: FORESIGHT.. });
        let now = if foresight { self.evaluate() } else { 0 };
        _ = self.each_turn(breadth, &mut |m| {
            takes |= (m.before() | m.after()).any();
            let mut candidate = self.candidate(m);
            if foresight {
                let mut after = *self;
                after.play(m);
                let gain = -after.evaluate() - now;
                candidate.rank = (gain * GAIN).clamp(-RANK_LIMIT, RANK_LIMIT);
            }
            out.push(candidate);
            Continue(())
        });
        if scope == Scope::Loud {
            out.retain(|candidate| candidate.loud);
        }
        match breadth {
            Breadth::Full => true,
            Breadth::Narrow { .. } => !takes || !self.has_choosable(),
            Breadth::Takes => false,
        }
    }

    fn winning_move(&self) -> Option<Move> {
        let (side, other) = (self.turn(), !self.turn());
        let last_gipf = (self.pieces(other) & self.gipf()).count() == 1;
        let reserve = self.reserve(other);
        // Without a piece in hand, a row or a jump the other player cannot answer.
        let no_answer = reserve.hand == 0 && !self.pieces(other).meets(self.charged());
        let breadth = if no_answer {
            Breadth::Narrow { removals: 1 }
        } else if last_gipf {
            Breadth::Takes
        } else {
            return None;
        };
        let mut winning = None;
        _ = self.each_turn(breadth, &mut |m| {
            let mut after = *self;
            after.play(m);
            if after.outcome() == Some(Outcome::Win(side)) {
                winning = Some(m);
                return Break(());
            }
            Continue(())
        });
        winning
    }

    fn slot(&self, m: Move) -> usize {
        m.number()
    }

    fn tag(m: Move) -> u16 {
        let [before, after] = m.words();
        (mix(before ^ mix(after)) >> 48) as u16
    }
}

impl Game for Position {
    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("gipf-basic", "b2w/5/6/w5b/6/5/b2w 12 12 w"),
        ("gipf-basic", "4/wbb1b/wb4/bwwwb2/ww4/5/bb2 5 3 w"),
        ("gipf-basic", "ww2/5/wbb3/bw2b1w/4w1/1b2b/b3 7 4 b"),
        ("gipf", "B2W/5/6/W5B/6/5/B2W 12 12 w"),
        ("gipf", "B2w/3W1/6/bW3Bb/bB4/w4/w2W 9 9 w"),
        ("gipf", "3b/b1Wbw/2wB2/2b1b1w/4w1/wwbbw/w3 4 6 w"),
        ("gipf-tournament", "4/5/6/7/6/5/4 18G 18G w"),
        (
            "gipf-tournament",
            "b1w1/2bb1/b1B3/w2Wwww/1Wbwbw/3bb/b1bb 6 5 w",
        ),
        ("gipf-zertz", "B1b1/2b^2/6/w^6/6/wW1Bb/W3 12 11 w"),
        (
            "gipf-zertz",
            "1bww/b^bbbb/w^W1w2/4Bbb/b2wwb/1w~b~1w/3w^ 8 6 b",
        ),
    ];

    fn scale(&self) -> f64 {
        100.0
    }

    fn explain(&self) -> Vec<(&'static str, i32)> {
        self.settled().terms()
    }
}
