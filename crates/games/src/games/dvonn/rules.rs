//! The rules trait for DVONN.

use std::cmp::Ordering;

use super::TEXTS;
use super::board::CELLS;
use super::moves::Move;
use super::position::Position;
use super::variant::Variant;
use crate::board::Cell;
use crate::board::keys::SplitMix;
use crate::rules::{Outcome, Reason, Rules, Side};

impl Rules for Position {
    type Move = Move;
    type Variant = Variant;

    /// Every move of the second phase empties a cell, so no position can repeat.
    const REPETITION: Option<usize> = None;
    const HAS_PASS: bool = true;

    /// Both players may own the same number of pieces.
    const HAS_DRAWS: bool = true;

    fn start(_: Variant) -> Position {
        Position::bare()
    }

    fn random_setup(_: Variant, source: &mut SplitMix) -> Option<Position> {
        let mut cells: Vec<Cell> = CELLS.into_iter().collect();
        source.shuffle(&mut cells);
        let mut position = Position::bare();
        cells
            .into_iter()
            .for_each(|cell| position.play(Move::Place(cell)));
        Some(position)
    }

    fn variant(&self) -> Variant {
        Variant::Standard
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let goes_on =
            self.is_placing() || self.can_move(self.turn()) || self.can_move(!self.turn());
        (!goes_on).then(|| count_up(self))
    }

    fn reason_of(&self, outcome: Outcome) -> Reason {
        let args = [("white", Side::One), ("black", Side::Two)];
        let args = args.map(|(name, side)| (name, self.score(side).to_string()));
        Reason::new(&TEXTS, "no-moves", outcome, args)
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.each_move(|m| out.push(m));
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.play(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn resets(&self, _: Move) -> bool {
        true
    }
}

/// The result when neither side can move.
fn count_up(position: &Position) -> Outcome {
    match position.score(Side::One).cmp(&position.score(Side::Two)) {
        Ordering::Greater => Outcome::Win(Side::One),
        Ordering::Less => Outcome::Win(Side::Two),
        Ordering::Equal => Outcome::Draw,
    }
}
