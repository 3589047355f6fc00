//! The rules of the composed game. Each query is forwarded to the game in progress.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::AtomicBool;

use super::moves::Move;
use super::position::{Position, Stage};
use super::variant::Variant;
use crate::games::gipf;
use crate::rules::{Outcome, Reason, Rules, Side};

/// The number of challenges of each player at the start.
const CHALLENGES: u8 = 1;

impl Rules for Position {
    type Move = Move;
    type Variant = Variant;

    /// GIPF has no draw by repetition. The inner game handles its own repetitions, which end only that game.
    const REPETITION: Option<usize> = None;

    fn start(variant: Variant) -> Position {
        let gipf = gipf::Position::start(gipf::Variant::Zertz);
        Position::new(variant, gipf, [CHALLENGES; 2])
    }

    fn variant(&self) -> Variant {
        self.variant()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage() {
            Stage::Play => self.gipf().outcome(),
            // Both answers are always legal, and a finished inner game returns to GIPF at once.
            Stage::Answer(_) | Stage::Game(_) => None,
        }
    }

    /// Only the game of GIPF can end it.
    fn reason_of(&self, outcome: Outcome) -> Reason {
        self.gipf().reason_of(outcome)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        _ = self.each_legal_move(|m| {
            out.push(m);
            Continue(())
        });
    }

    fn each_legal_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.stage() {
            Stage::Play => self.gipf().each_legal_move(|m| visit(Move::Gipf(m))),
            Stage::Answer(_) => [Move::Accept, Move::Challenge]
                .into_iter()
                .try_for_each(visit),
            Stage::Game(game) => game.zertz.each_legal_move(|m| visit(Move::Zertz(m))),
        }
    }

    fn count_moves(&self, _: &mut Vec<Move>, stop: &AtomicBool) -> Option<u64> {
        match self.stage() {
            Stage::Play => self.gipf().count_moves(&mut Vec::new(), stop),
            Stage::Answer(_) => Some(2),
            Stage::Game(game) => game.zertz.count_moves(&mut Vec::new(), stop),
        }
    }

    fn play(&mut self, m: Move) {
        self.play(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    /// A used challenge never returns, nor does the potential of an answered jump.
    fn resets(&self, m: Move) -> bool {
        match (m, self.stage()) {
            (Move::Gipf(m), _) => !self.may_be_challenged(m) && self.gipf().resets(m),
            (Move::Accept | Move::Challenge, _) => true,
            (Move::Zertz(m), Stage::Game(game)) => game.zertz.resets(m),
            (Move::Zertz(_), _) => false,
        }
    }
}
