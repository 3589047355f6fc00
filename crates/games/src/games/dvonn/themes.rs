//! The themes of puzzles.

use super::TEXTS;
use super::moves::Move;
use super::position::Position;
use crate::games::{Theme, reply_costs};

pub(super) const THEMES: &[Theme<Position>] = &[
    Theme::sacrifice(|plies| reply_costs(plies, Position::score)),
    Theme::new(&TEXTS, "cut-off", |plies| {
        let mut own = plies.iter().filter(|ply| ply.is_own);
        own.any(|ply| match ply.m {
            Move::Stack { from, to } => ply.before.lost(from, to).any(),
            _ => false,
        })
    }),
    Theme::new(&TEXTS, "blockade", |plies| {
        plies.iter().any(|ply| !ply.is_own && ply.m == Move::Pass)
    }),
];
