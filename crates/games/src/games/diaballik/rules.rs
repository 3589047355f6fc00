//! The rules trait for Diaballik.

use super::TEXTS;
use super::board::Squares;
use super::moves::Move;
use super::position::Position;
use super::variant::Variant;
use crate::board::Bits;
use crate::rules::{Outcome, Reason, Rules, Side};

impl Rules for Position {
    type Move = Move;
    type Variant = Variant;

    const REPETITION: Option<usize> = Some(3);
    const HAS_PASS: bool = true;

    #[expect(clippy::expect_used, reason = "a file meets a rank")]
    fn start(variant: Variant) -> Position {
        let supports = match variant {
            Variant::Standard => [Squares::FOOT, Squares::HEAD],
            Variant::Behind => {
                let swapped = Squares::file(1) | Squares::file(5);
                let keep = |line: Bits, other: Bits| line.minus(swapped) | (other & swapped);
                [
                    keep(Squares::FOOT, Squares::HEAD),
                    keep(Squares::HEAD, Squares::FOOT),
                ]
            }
        };
        let middle = Squares::file(3);
        let balls = [middle & Squares::FOOT, middle & Squares::HEAD]
            .map(|ball| ball.lowest().expect("a file meets a rank"));
        Position::new(variant, supports, balls, Side::One, false)
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.turn();
        (self.has_scored(last) || self.claimed()).then_some(Outcome::Win(last))
    }

    fn reason_of(&self, outcome: Outcome) -> Reason {
        let word = if self.claimed() { "antijeu" } else { "goal" };
        Reason::new(&TEXTS, word, outcome, [])
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_none() {
            self.each_move(|m| out.push(m));
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.play(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// Every move can be undone by later moves.
    fn resets(&self, _m: Move) -> bool {
        false
    }
}
