//! The rules of GIPF as the rest of the program uses them.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use super::TEXTS;
use super::board::{POINTS, has_run};
use super::movegen::Selection;
use super::moves::{Kind, Move};
use super::names::point_named;
use super::position::{PieceKind, Position, Reserve};
use super::variant::Variant;
use crate::rules::{Outcome, Reason, Rules, STOP_CHECK_INTERVAL, Side};

impl Rules for Position {
    type Move = Move;
    type Variant = Variant;

    const REPETITION: Option<usize> = None;

    fn start(variant: Variant) -> Position {
        let reserve = |hand, potentials, gipf_right| Reserve {
            hand,
            potentials,
            gipf_right,
        };
        let (reserve, kind) = match variant {
            Variant::Basic => (reserve(12, 0, false), Kind::Basic),
            Variant::Standard => (reserve(12, 0, false), Kind::Gipf),
            Variant::Tournament => (reserve(18, 0, true), Kind::Gipf),
            Variant::Zertz => (reserve(18, 3, true), Kind::Gipf),
        };
        let mut start = Position::bare(variant, [reserve; 2], Side::One);
        if !reserve.gipf_right {
            for (side, corners) in [
                (Side::One, [b"b5", b"e2", b"h5"]),
                (Side::Two, [b"b2", b"e8", b"h2"]),
            ] {
                for corner in corners {
                    if let Some(point) = point_named(*corner) {
                        start.put(point, side, PieceKind::Piece(kind));
                    }
                }
            }
        }
        start
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // The side not to move made the last removal.
        if let Some(winner) = self.winner_by_gipf(!self.turn()) {
            return Some(Outcome::Win(winner));
        }
        (!can_move(self)).then_some(Outcome::Win(!self.turn()))
    }

    fn reason_of(&self, outcome: Outcome) -> Reason {
        let word = match self.winner_by_gipf(!self.turn()) {
            Some(_) => "no-gipf",
            None => "no-turn",
        };
        Reason::new(&TEXTS, word, outcome, [])
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        _ = self.each_move(Selection::Full, &mut |m| {
            out.push(m);
            Continue(())
        });
    }

    fn each_legal_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(Selection::Full, &mut visit)
    }

    fn count_moves(&self, _: &mut Vec<Move>, stop: &AtomicBool) -> Option<u64> {
        let mut count: u64 = 0;
        let end = self.each_move(Selection::Full, &mut |_| {
            count += 1;
            // Relaxed: the flag guards no other data, and seeing it late only costs time.
            if count.is_multiple_of(STOP_CHECK_INTERVAL) && stop.load(Ordering::Relaxed) {
                return Break(());
            }
            Continue(())
        });
        end.is_continue().then_some(count)
    }

    fn play(&mut self, m: Move) {
        self.play(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    /// Pieces that are out of the game never return.
    fn resets(&self, m: Move) -> bool {
        let count = |position: &Position| Side::ALL.map(|side| position.piece_count(side));
        m.removes() && count(&self.after(m)) != count(self)
    }
}

/// Whether the side to move can make a complete move, not counting wins by GIPF pieces.
fn can_move(position: &Position) -> bool {
    let own = position.pieces(position.turn());
    let can_enter = Kind::ALL.into_iter().any(|kind| position.may_enter(kind));
    if can_enter && position.occupied() != POINTS {
        // Removing rows first only creates gaps and returns pieces.
        return true;
    }
    if !has_run(own) && !own.meets(position.charged()) {
        return false;
    }
    position.has_move()
}
