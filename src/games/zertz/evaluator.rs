//! What the search asks about ZÈRTZ: its constants, and names for turns in its tables.

use super::candidates;
use super::features::Model;
use super::position::Position;
use super::turn::{Move, Path};
use super::variant::COLOURS;
use crate::board::hex::{DIRECTIONS, Direction, OFF};
use crate::board::keys::mix;
use crate::eval::Evaluated;
use crate::games::Game;
use crate::rules::{Candidate, Listing, Proofs, Scope, SearchSupport, Tuning};

/// Jumps and passes have slots after the placements.
const PLACEMENT_SLOTS: usize = COLOURS * 64;
const JUMP_SLOTS: usize = 64 * DIRECTIONS;

impl SearchSupport for Position {
    const HISTORY_SIZE: usize = PLACEMENT_SLOTS + JUMP_SLOTS + 1;

    const TUNING: Tuning = Tuning {
        lmr_divisor: 180,
        // No late-move pruning: a late quiet move may still begin or end a line of sacrifices.
        futility: 80,
        reverse_futility: 20,
        aspiration: 60,
        quiescence_plies: 6,
        // Against chance level 0 wins 65 % of its games on 37 rings, 78 % on 48 and 89 % on 61.
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
                PLACEMENT_SLOTS + from.index() * DIRECTIONS + direction
            }
            Move::Pass => PLACEMENT_SLOTS + JUMP_SLOTS,
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
                let ring = ring.map_or(OFF, |ring| ring.0);
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
}

impl Path {
    /// The path as one number that differs from that of every other path.
    fn word(self) -> u64 {
        // Two paths of equal digits differ in length by leading zeros.
        mix(u64::from(self.len())) ^ self.digits()
    }
}

impl Proofs for Position {}

impl Game for Position {
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
}

impl Evaluated for Position {
    type Models = (Model<0>, (Model<1>, Model<2>));
}
