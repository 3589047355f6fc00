//! Search support for DVONN: constants, proven results, and indices of moves in tables.

use super::board::PIECES;
use super::features::{Moving, Placing};
use super::moves::Move;
use super::position::Position;
use super::themes::THEMES;
use super::{TEXTS, candidates, consequences};
use crate::board::Cell;
use crate::eval::Evaluated;
use crate::games::{Fact, Game, Ply, Theme};
use crate::rules::{Candidate, Catalog, Listing, Outcome, Proofs, Scope, SearchSupport, Tuning};

impl SearchSupport for Position {
    const HISTORY_SIZE: usize = 64 * 64;

    const TUNING: Tuning = Tuning {
        lmr_divisor: 130,
        lmp_base: 4,
        lmp_factor: 1,
        lmp_depth: 7,
        futility: 120,
        reverse_futility: 120,
        quiescence_plies: 0,
        ..Tuning::DEFAULT
    };

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> Listing {
        candidates::candidates(self, scope, out)
    }

    fn history_index(&self, m: Move) -> usize {
        usize::from(Position::move_hash(m))
    }

    fn move_hash(m: Move) -> u16 {
        let pair = |from: Cell, to: Cell| u16::from(from.0) << 6 | u16::from(to.0);
        match m {
            // No stack moves to its own cell, and cell 63 does not exist.
            Move::Place(cell) => pair(Cell(63), cell),
            Move::Stack { from, to } => pair(from, to),
            Move::Pass => pair(Cell(63), Cell(63)),
        }
    }

    /// Towards the end a player often has one move or must pass. The search then goes on until a player has a
    /// choice.
    fn forced(&self) -> bool {
        !self.is_placing() && self.has_no_choice()
    }

    /// Fitted to games of the engine: 13 with 48 stacks, 8 with 36, 3 with 24; it sees the end with 16.
    fn moves_left(&self) -> u32 {
        let to_place = u32::from(PIECES.saturating_sub(self.placed()));
        let stacks = self.occupied().count() + to_place;
        to_place.div_ceil(2) + stacks.saturating_sub(16) * 2 / 5
    }
}

impl Proofs for Position {
    fn static_proof(&self) -> Option<(Outcome, i32)> {
        self.decided()
    }
}

impl Game for Position {
    const LESSONS: &'static str = include_str!("lessons.json");
    const PUZZLES: &'static [(&'static str, &'static str)] =
        &[("dvonn", include_str!("puzzles.txt"))];
    const THEMES: &'static [Theme<Position>] = THEMES;
    const FRENCH_LESSONS: &'static str = include_str!("lessons.fr.json");
    const TEXTS: &'static [&'static Catalog] = &[&TEXTS];
    const BENCH_DEPTH: u32 = 11;

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

    fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
        consequences::facts(line)
    }
}

impl Evaluated for Position {
    type Models = (Placing, Moving);
}
