//! The themes of puzzles.

use super::TEXTS;
use super::position::Position;
use super::turn::Move;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::theme::found;
    use crate::games::zertz::Variant;

    #[test]
    fn jumps_and_claims_are_found() {
        let fen = "----/-----/------/----w2/1-3-/1w2b/--2 0,3,0 2,3,5 2,2,4 2";
        let solution = "gd6,f1 d5xd7 ge1,d6,xd7e1";
        let themes = found::<Position>(Variant::Rings37, fen, solution);
        assert_eq!(themes, ["sacrifice", "isolation"]);

        let fen = "-----/------/---w-2/---2g2/-5b/5-/2g--/2-- 1,0,2 3,2,4 1,4,3 2";
        let solution = "be6,c6 e7xe5 d6xf4xh2";
        let themes = found::<Position>(Variant::Rings48, fen, solution);
        assert_eq!(themes, ["sacrifice", "chain"]);
    }
}
