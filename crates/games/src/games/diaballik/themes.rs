//! The themes of puzzles.

use super::TEXTS;
use super::moves::Kind;
use super::position::Position;
use crate::games::Theme;

pub(super) const THEMES: &[Theme<Position>] = &[
    Theme::new(&TEXTS, "quiet", |plies| {
        plies.first().is_some_and(|ply| ply.m.holder().is_none())
    }),
    Theme::new(&TEXTS, "antijeu", |plies| {
        plies.last().is_some_and(|ply| ply.m.kind() == Kind::Claim)
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{diaballik::Variant, themes};
    use crate::rules::Fen;

    /// No puzzle has had one so far.
    #[test]
    fn a_claim_is_antijeu() {
        let fen = "7/7/7/bbbBbbb/wwwW3/7/4www w";
        let start = Position::from_fen(Variant::Standard, fen).expect("a position");
        assert_eq!(themes(&start, ["d3c3,antijeu"]), Ok(vec!["antijeu"]));
    }
}
