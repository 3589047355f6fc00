//! The interface of ZÈRTZ to the search: constants, and the indices and hashes of moves.

use super::TEXTS;
use super::candidates;
use super::consequences;
use super::features::Model;
use super::moves::{Move, Path};
use super::position::Position;
use super::themes::THEMES;
use super::variant::{COLOURS, Counts, Marble};
use crate::board::hex::{DIRECTIONS, Direction};
use crate::board::keys::mix;
use crate::eval::Evaluated;
use crate::games::{Fact, Game, Ply, Theme};
use crate::rules::{Candidate, Catalog, Listing, Proofs, Scope, SearchSupport, Tuning};

/// The history indices of jumps and of the pass follow those of the placements.
const PLACEMENT_INDICES: usize = COLOURS * 64;
const JUMP_INDICES: usize = 64 * DIRECTIONS;

impl SearchSupport for Position {
    const HISTORY_SIZE: usize = PLACEMENT_INDICES + JUMP_INDICES + 1;

    const TUNING: Tuning = Tuning {
        lmr_divisor: 180,
        // Late move pruning is off: a late quiet move can still start or end a line of sacrifices.
        futility: 80,
        frontier: 40,
        reverse_futility: 20,
        aspiration: 60,
        quiescence_plies: 6,
        quiescence_table: true,
        // Skill 0 scores 73 % against a random player on 37 rings, 82 % on 48 and 88 % on 61.
        skill_moves: 6500,
        skill_moves_growth: 23,
        ..Tuning::DEFAULT
    };

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> Listing {
        candidates::candidates(self, scope, out)
    }

    fn history_index(&self, m: Move) -> usize {
        match m {
            Move::Place { marble, cell, .. } => marble.index() * 64 + cell.index(),
            Move::Jump { from, path } => {
                let direction = path.directions().next().map_or(0, Direction::index);
                PLACEMENT_INDICES + from.index() * DIRECTIONS + direction
            }
            Move::Pass => PLACEMENT_INDICES + JUMP_INDICES,
        }
    }

    fn move_hash(m: Move) -> u16 {
        let word = match m {
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => {
                let ring = ring.map_or(u8::MAX, |ring| ring.0);
                mix(claims.0) ^ u64::from_le_bytes([marble as u8, cell.0, ring, 0, 0, 0, 0, 1])
            }
            Move::Jump { from, path } => mix(path.word()) ^ u64::from(from.0),
            Move::Pass => 1,
        };
        (mix(word) >> 48) as u16
    }

    fn forced(&self) -> bool {
        self.can_jump()
    }

    fn winning_move(&self) -> Option<Move> {
        self.win()
    }

    /// Fitted to games of the engine: 10 after 5 placements of both players, 6 after 10, 3 after 15.
    fn moves_left(&self) -> u32 {
        let total = |counts: Counts| counts.into_iter().map(u32::from).sum::<u32>();
        let all: u32 = Marble::ALL
            .map(|marble| self.all_marbles(marble))
            .iter()
            .sum();
        let placed = all.saturating_sub(total(self.reserve()));
        13_u32.saturating_sub(placed * 4 / 5)
    }
}

impl Path {
    /// A hash of the path.
    fn word(self) -> u64 {
        // Paths of different length can have equal digits: the higher ones are zeros.
        mix(u64::from(self.len())) ^ self.digits()
    }
}

impl Proofs for Position {}

impl Game for Position {
    fn is_same_idea(one: Move, other: Move) -> bool {
        let placed = |m| match m {
            Move::Place { marble, cell, .. } => Some((marble, cell)),
            _ => None,
        };
        one == other || placed(one).is_some() && placed(one) == placed(other)
    }

    const LESSONS: &'static str = include_str!("lessons.json");
    const PUZZLES: &'static [(&'static str, &'static str)] = &[
        ("zertz", include_str!("puzzles.txt")),
        ("zertz-48", include_str!("puzzles-48.txt")),
    ];
    const THEMES: &'static [Theme<Position>] = THEMES;
    const FRENCH_LESSONS: &'static str = include_str!("lessons.fr.json");
    const TEXTS: &'static [&'static Catalog] = &[&TEXTS];
    const BENCH_DEPTH: u32 = 3;

    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("zertz", "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1"),
        (
            "zertz",
            "----/--1b-/--2--/2b3b/--1w-w/-2--/-1g- 1,3,2 0,2,3 3,2,2 1",
        ),
        ("zertz", "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1"),
        ("zertz-48", "5/6/7/8/7/6/5/4 6,8,10 0,0,0 0,0,0 1"),
        ("zertz-61", "5/6/7/8/9/8/7/6/5 6,8,10 0,0,0 0,0,0 1"),
        ("zertz-blitz", "4/5/6/7/6/5/4 5,7,9 0,0,0 0,0,0 1"),
    ];

    fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
        consequences::facts(line)
    }
}

impl Evaluated for Position {
    type Models = (Model<0>, (Model<1>, Model<2>));
}
