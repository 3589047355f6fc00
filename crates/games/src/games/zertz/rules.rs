//! The rules of ZÈRTZ as the rest of the program uses them.

use super::TEXTS;
use super::moves::Move;
use super::position::Position;
use super::variant::{Marble, NO_MARBLES, Variant};
use crate::rules::{Outcome, Reason, Rules, Side};

impl Rules for Position {
    type Move = Move;
    type Variant = Variant;

    const REPETITION: Option<usize> = Some(3);
    const HAS_PASS: bool = true;
    const PERFT_SEES_REPETITION: bool = true;

    fn start(variant: Variant) -> Position {
        let mut start = Position::bare(variant);
        for cell in variant.cells() {
            start.toggle_ring(cell);
        }
        for (marble, count) in Marble::ALL.into_iter().zip(variant.marbles()) {
            start.set_reserve(marble, count);
        }
        start
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn turn(&self) -> Side {
        self.turn
    }

    /// The game ends with a winning set, with a marble on every ring, or without a marble to play.
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.turn();
        if self.has_set(last) || self.vacant().is_empty() {
            return Some(Outcome::Win(last));
        }
        let exhausted = [
            self.reserve(),
            self.captured(Side::One),
            self.captured(Side::Two),
        ] == [NO_MARBLES; 3]
            && !self.can_jump();
        exhausted.then_some(Outcome::Draw)
    }

    fn reason_of(&self, outcome: Outcome) -> Reason {
        let Outcome::Win(winner) = outcome else {
            return Reason::new(&TEXTS, "no-marbles", outcome, []);
        };
        if !self.has_set(winner) {
            return Reason::new(&TEXTS, "no-rings", outcome, []);
        }
        let counts = self.captured(winner).map(|count| count.to_string());
        let args = ["white", "grey", "black"].into_iter().zip(counts);
        Reason::new(&TEXTS, "set", outcome, args)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_none() {
            self.each_move(&mut |m| out.push(m));
        }
    }

    fn play(&mut self, m: Move) {
        self.play(m);
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// Marbles never return to the reserve, nor do removed rings and claimed groups.
    fn resets(&self, m: Move) -> bool {
        match m {
            Move::Place { ring, claims, .. } => {
                self.reserve() != NO_MARBLES || ring.is_some() || claims.any()
            }
            Move::Jump { .. } | Move::Pass => false,
        }
    }
}
