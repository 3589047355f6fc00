//! The themes of puzzles.

use super::TEXTS;
use super::position::Position;
use super::turn::Move;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dvonn::Variant;
    use crate::games::theme::found;

    #[test]
    fn lost_stacks_and_a_pass_are_found() {
        let fen = "x2,w4,x2,w6,r,w2,w2/x2,b,b7,b6*,x,w4,x3/x2,b2,x3,b2,w3,x3/x2,r,x7/x9 b move";
        let solution = "d4e5 k5i5 e5j5 pass g3i5";
        let themes = found::<Position>(Variant::Standard, fen, solution);
        assert_eq!(themes, ["blockade"]);

        let fen = "x2,w,x,w2*,x4/x2,w3,x7/x2,b2,b,x,b5*,x5/x2,w4,x,w4,x5/w,w,w5*,x6 w move";
        let solution = "g5e5 d3d4 a1b1 c3c1 e5e2";
        let themes = found::<Position>(Variant::Standard, fen, solution);
        assert_eq!(themes, ["sacrifice", "cut-off"]);
    }
}
