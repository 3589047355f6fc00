//! What the search asks about the composed game.

use super::candidates;
use super::position::{Position, Stage};
use super::stakes::Model;
use super::turn::Move;
use crate::eval::{self, Evaluated};
use crate::games::{Game, gipf, zertz};
use crate::rules::{Candidate, Judge, Listing, Scope, Tuning};

/// The slots of the answers and of the turns of ZÈRTZ come after those of GIPF.
const ANSWER_SLOTS: usize = <gipf::Position as Judge>::SLOTS;
const ZERTZ_SLOTS: usize = ANSWER_SLOTS + 2;

impl Judge for Position {
    const SLOTS: usize = ZERTZ_SLOTS + <zertz::Position as Judge>::SLOTS;
    const TUNING: Tuning = <gipf::Position as Judge>::TUNING;

    fn evaluate(&self) -> i32 {
        eval::evaluate(self)
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> Listing {
        candidates::candidates(self, scope, out)
    }

    fn slot(&self, m: Move) -> usize {
        match (m, self.stage()) {
            (Move::Gipf(m), _) => self.gipf().slot(m),
            (Move::Accept, _) => ANSWER_SLOTS,
            (Move::Zertz(m), Stage::Game(game)) => ZERTZ_SLOTS + game.zertz.slot(m),
            (Move::Challenge | Move::Zertz(_), _) => ANSWER_SLOTS + 1,
        }
    }

    fn tag(m: Move) -> u16 {
        match m {
            Move::Gipf(m) => gipf::Position::tag(m),
            Move::Zertz(m) => zertz::Position::tag(m),
            Move::Accept => 1,
            Move::Challenge => 2,
        }
    }

    fn forced(&self) -> bool {
        match self.stage() {
            Stage::Play => self.gipf().forced(),
            Stage::Answer(_) => false,
            Stage::Game(game) => game.zertz.forced(),
        }
    }

    /// A search of GIPF values a challenge by its stakes, and a search of ZÈRTZ what comes of it.
    fn is_beyond(&self, root: &Position) -> bool {
        self.game().is_some() != root.game().is_some()
    }

    /// A winning turn of GIPF that nobody can challenge.
    fn winning_move(&self) -> Option<Move> {
        match self.stage() {
            Stage::Play => {
                let m = self.gipf().winning_move()?;
                (!self.may_be_challenged(m)).then_some(Move::Gipf(m))
            }
            Stage::Answer(_) | Stage::Game(_) => None,
        }
    }
}

impl Game for Position {
    const BENCH_DEPTH: u32 = <gipf::Position as Game>::BENCH_DEPTH;

    /// Both parts are measured as games of their own.
    const BENCH: &'static [(&'static str, &'static str)] = &[];
}

impl Evaluated for Position {
    type Models = Model;
}
