//! The rules of Diaballik as the rest of the program asks for them.

use super::board::Board;
use super::position::Position;
use super::turn::Turn;
use super::variant::Variant;
use crate::board::Bits;
use crate::rules::{Outcome, Rules, Side};

impl Rules for Position {
    type Move = Turn;
    type Variant = Variant;

    const REPETITION: Option<usize> = Some(3);

    fn start(variant: Variant) -> Position {
        let supports = match variant {
            Variant::Usual => [Board::FOOT, Board::HEAD],
            Variant::Behind => {
                let swapped = Board::file(1) | Board::file(5);
                let keep = |line: Bits, other: Bits| line.minus(swapped) | (other & swapped);
                [
                    keep(Board::FOOT, Board::HEAD),
                    keep(Board::HEAD, Board::FOOT),
                ]
            }
        };
        let middle = Board::file(3);
        let balls = [middle & Board::FOOT, middle & Board::HEAD]
            .map(|ball| ball.lowest().expect("a file meets a rank"));
        Position::from_parts(variant, supports, balls, Side::One, false)
    }

    fn variant(&self) -> Variant {
        self.variant()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.turn();
        (self.has_scored(last) || self.claimed()).then_some(Outcome::Win(last))
    }

    fn legal_moves(&self, out: &mut Vec<Turn>) {
        if self.outcome().is_none() {
            self.each_turn(|turn| out.push(turn));
        }
    }

    #[inline]
    fn play(&mut self, m: Turn) {
        self.play(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    /// Every turn can be undone by later ones.
    fn resets(&self, _m: Turn) -> bool {
        false
    }
}
