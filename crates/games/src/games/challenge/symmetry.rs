//! The images of positions and moves: both boards have their symmetries, independent of each other.

use super::moves::Move;
use super::position::{Position, Stage};
use crate::games::{gipf, zertz};
use crate::rules::Symmetric;

impl Symmetric for Position {
    /// A symmetry of the board of GIPF, and one of the board of ZÈRTZ during a challenge.
    type Symmetry = (
        <gipf::Position as Symmetric>::Symmetry,
        Option<<zertz::Position as Symmetric>::Symmetry>,
    );

    fn symmetries(&self) -> Vec<Self::Symmetry> {
        let inner = match self.game() {
            None => vec![None],
            Some(game) => game.zertz.symmetries().into_iter().map(Some).collect(),
        };
        let outer = self.gipf().symmetries().into_iter();
        outer
            .flat_map(|outer| inner.iter().map(move |&inner| (outer, inner)))
            .collect()
    }

    /// As for equality, the earlier positions of the inner game do not count.
    fn image(&self, symmetry: Self::Symmetry) -> Position {
        let (outer, inner) = symmetry;
        let gipf = self.gipf().image(outer);
        let image = Position::new(self.variant(), gipf, self.all_challenges());
        match self.stage() {
            Stage::Play => image,
            Stage::Answer(m) => image.announcing(gipf::Position::image_of_move(*m, outer)),
            Stage::Game(game) => {
                let zertz = inner.map_or(game.zertz, |inner| game.zertz.image(inner));
                let announced = gipf::Position::image_of_move(game.announced, outer);
                image.playing(announced, zertz)
            }
        }
    }

    fn image_of_move(m: Move, (outer, inner): Self::Symmetry) -> Move {
        match (m, inner) {
            (Move::Gipf(m), _) => Move::Gipf(gipf::Position::image_of_move(m, outer)),
            (Move::Zertz(m), Some(inner)) => Move::Zertz(zertz::Position::image_of_move(m, inner)),
            (Move::Accept | Move::Challenge | Move::Zertz(_), _) => m,
        }
    }
}
