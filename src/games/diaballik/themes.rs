//! The themes of puzzles.

use super::TEXTS;
use super::position::Position;
use crate::games::Theme;

pub(super) const THEMES: &[Theme<Position>] = &[
    Theme::new(&TEXTS, "quiet", |plies| {
        plies.first().is_some_and(|ply| ply.m.holder().is_none())
    }),
    Theme::new(&TEXTS, "antijeu", |plies| {
        plies.last().is_some_and(|ply| ply.after.claimed())
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::diaballik::Variant;
    use crate::games::theme::found;

    #[test]
    fn a_first_move_without_a_pass_and_a_claim_are_found() {
        let fen = "3b3/3b3/2Wwb2/1b3w1/B2bw1w/1w5/w1b4 w";
        let solution = "a1a2";
        let themes = found::<Position>(Variant::Standard, fen, solution);
        assert_eq!(themes, ["quiet"]);

        let fen = "7/7/7/bbbBbbb/wwwW3/7/4www w";
        let solution = "d3c3,antijeu";
        let themes = found::<Position>(Variant::Standard, fen, solution);
        assert_eq!(themes, ["antijeu"]);
    }
}
