//! The themes of puzzles.

use super::TEXTS;
use super::moves::Move;
use super::position::Position;
use crate::games::{Ply, Theme};

pub(super) const THEMES: &[Theme<Position>] = &[
    Theme::sacrifice(
        |plies| matches!(plies, [first, reply, ..] if jumps(first) == 0 && jumps(reply) > 0),
    ),
    Theme::new(&TEXTS, "isolation", |plies| {
        let mut own = plies.iter().filter(|ply| ply.is_own);
        own.any(|ply| matches!(ply.m, Move::Place { claims, .. } if claims.any()))
    }),
    Theme::new(&TEXTS, "chain", |plies| {
        plies.iter().any(|ply| ply.is_own && jumps(ply) > 1)
    }),
];

/// The number of jumps of a move.
fn jumps(ply: &Ply<Position>) -> u8 {
    match ply.m {
        Move::Jump { path, .. } => path.len(),
        _ => 0,
    }
}
