//! Search support for Diaballik: candidates, immediate wins, history indices, constants.

use super::TEXTS;
use super::attack::Attack;
use super::candidates;
use super::consequences;
use super::features::{Model, rank_for};
use super::guard::is_lost;
use super::moves::Move;
use super::position::Position;
use super::themes::THEMES;
use super::threats::{claiming_move, scoring_move};
use crate::board::keys::mix;
use crate::eval::Evaluated;
use crate::games::{Fact, Game, Ply, Theme};
use crate::rules::{
    Candidate, Catalog, Listing, Outcome, Proofs, Rules, Scope, SearchSupport, Side, Tuning,
};

impl SearchSupport for Position {
    const HISTORY_SIZE: usize = 1 << 14;

    const TUNING: Tuning = Tuning {
        lmp_base: 30,
        lmp_factor: 10,
        lmp_depth: 3,
        null_reduction: 2,
        futility: 60,
        reverse_futility: 40,
        aspiration: 20,
        quiescence_table: true,
        skill_moves: 160,
        ..Tuning::DEFAULT
    };

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> Listing {
        candidates::candidates(self, scope, out)
    }

    fn history_index(&self, m: Move) -> usize {
        mix(u64::from(m.bits())) as usize % Self::HISTORY_SIZE
    }

    fn move_hash(m: Move) -> u16 {
        (mix(u64::from(m.bits())) >> 48) as u16
    }

    /// Every move loses at once: all moves are equal, and the line ends by itself.
    fn forced(&self) -> bool {
        self.outcome().is_none() && is_lost(self)
    }

    fn winning_move(&self) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        let side = self.turn();
        scoring_move(self, side).or_else(|| claiming_move(self, side))
    }

    /// In games of the engine 15 with both balls at home, 8 when they have crossed 7 rows together. Some games are
    /// far longer, so half as many more are planned.
    fn moves_left(&self) -> u32 {
        let crossed: usize = Side::ALL
            .map(|side| rank_for(side, self.ball(side)))
            .iter()
            .sum();
        21_u32.saturating_sub(crossed as u32 * 3 / 2)
    }

    fn null(&self) -> Option<Position> {
        let mut after = *self;
        after.set_turn(!self.turn());
        Some(after)
    }
}

impl Proofs for Position {
    const SHALLOW_PROOF_FIRST: bool = false;

    fn shallow_proof(&self) -> Option<(Outcome, i32)> {
        let turn = Attack::new(self).decisive_move(self);
        turn.map(|_| (Outcome::Win(self.turn()), 3))
    }
}

impl Game for Position {
    const LESSONS: &'static str = include_str!("lessons.json");
    const PUZZLES: &'static [(&'static str, &'static str)] =
        &[("diaballik", include_str!("puzzles.txt"))];
    const THEMES: &'static [Theme<Position>] = THEMES;
    const FRENCH_LESSONS: &'static str = include_str!("lessons.fr.json");
    const TEXTS: &'static [&'static Catalog] = &[&TEXTS];
    const BENCH_DEPTH: u32 = 7;

    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("diaballik", "bbbBbbb/7/7/7/7/7/wwwWwww w"),
        ("diaballik", "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w"),
        ("diaballik", "1wbb1B1/6w/7/1b3b1/5w1/7/wbw1wbW w"),
        ("diaballik-variant", "bwbBbwb/7/7/7/7/7/wbwWwbw w"),
    ];

    fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
        consequences::facts(line)
    }
}

impl Evaluated for Position {
    type Models = Model;
}
