//! The themes of puzzles.

use super::TEXTS;
use super::board::LINES;
use super::position::Position;
use super::turn::Move;
use crate::games::{Theme, reply_costs};
use crate::rules::Rules;

pub(super) const THEMES: &[Theme<Position>] = &[
    Theme::sacrifice(|plies| reply_costs(plies, Position::piece_count)),
    Theme::new(&TEXTS, "double-row", |plies| {
        let mut own = plies.iter().filter(|ply| ply.is_own);
        own.any(|ply| removes_several_rows(ply.m))
    }),
    Theme::new(&TEXTS, "exhaustion", |plies| {
        let end = plies.last().map(|last| &last.after);
        end.is_some_and(|end| end.outcome().is_some() && end.winner_by_gipf(!end.turn()).is_none())
    }),
];

/// Whether a move removes two rows or more: before and after its action, or from several lines.
fn removes_several_rows(m: Move) -> bool {
    let first = m.removed().lowest();
    let is_on_line = first.is_none_or(|point| {
        let mut lines = LINES[point.index()].into_iter();
        lines.any(|line| m.removed().within(line))
    });
    m.before().any() && m.after().any() || !is_on_line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gipf::Variant;
    use crate::games::theme::found;

    #[test]
    fn two_rows_and_an_empty_hand_are_found() {
        let fen = "b1w1/wb1bb/w1wW2/3ww1b/2Bb2/3b1/4 4 6 w";
        let solution = "a3-b4 c7-c6 a3-b4 e9-e8,xc6d6e6f5 xb4c4d4e4,a4-b5,xb5c5d5e5f4";
        let themes = found::<Position>(Variant::Standard, fen, solution);
        assert_eq!(themes, ["double-row"]);

        let fen = "1w2/2w2/3w2/4w2/wwwwbb/4b/4 5 5 w";
        let solution = "xb3c4d5e6f2f3f4f5f6f7,h6-h5";
        let themes = found::<Position>(Variant::Basic, fen, solution);
        assert_eq!(themes, ["double-row"]);

        let fen = "1bww/1w1w1/1b1WB1/wwbb1bb/wbWW2/bbb2/w1w1 1 2 b";
        let solution = "h1-h2 a1-b2 f1-f2,xb5c5d5e5f4g3h2";
        let themes = found::<Position>(Variant::Standard, fen, solution);
        assert_eq!(themes, ["exhaustion"]);
    }
}
