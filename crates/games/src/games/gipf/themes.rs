//! The themes of puzzles.

use super::TEXTS;
use super::board::BOARD;
use super::moves::Move;
use super::position::Position;
use crate::board::hex::AXES;
use crate::games::{Theme, reply_costs};
use crate::rules::Rules;

pub(super) const THEMES: &[Theme<Position>] = &[
    Theme::sacrifice(|plies| reply_costs(plies, Position::piece_count)),
    Theme::new(&TEXTS, "double-row", |plies| {
        let mut own = plies.iter().filter(|ply| ply.is_own);
        own.any(|ply| removes_several_rows(ply.m))
    }),
    Theme::new(&TEXTS, "exhaustion", |plies| {
        plies.last().is_some_and(|last| {
            let end = last.after;
            end.outcome().is_some() && end.winner_by_gipf(!end.turn()).is_none()
        })
    }),
];

/// Whether a move removes two rows or more: before and after its action, or from several lines.
fn removes_several_rows(m: Move) -> bool {
    let first = m.removed().lowest();
    let is_on_line =
        first.is_none_or(|point| (0..AXES).any(|axis| m.removed().within(BOARD.line(point, axis))));
    m.before().any() && m.after().any() || !is_on_line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{gipf::Variant, themes};
    use crate::rules::Fen;

    #[test]
    fn rows_that_cross_are_two_rows() {
        let fen = "1w2/2w2/3w2/4w2/wwwwbb/4b/4 5 5 w";
        let start = Position::from_fen(Variant::Basic, fen).expect("a position");
        let solution = ["xb3c4d5e6f2f3f4f5f6f7,h6-h5"];
        assert_eq!(themes(&start, solution), Ok(vec!["double-row"]));
    }
}
