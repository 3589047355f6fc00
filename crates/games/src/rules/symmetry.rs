//! Positions that are the same up to a rotation or reflection of the board.

use std::fmt;

use super::Rules;

/// A game with the symmetries of its board.
///
/// A symmetry maps cells to cells so that the rules stay the same: the moves of the image of a position are
/// the images of its moves, and lead to the images of the next positions. Players are never exchanged.
pub trait Symmetric: Rules {
    /// A symmetry.
    type Symmetry: Copy + fmt::Debug;

    /// The symmetries of the board of this position, the identity first. They are a group, and the images of
    /// the position have the same ones.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// The image of this position.
    #[must_use]
    fn image(&self, symmetry: Self::Symmetry) -> Self;

    /// The image of a move.
    fn image_of_move(m: Self::Move, symmetry: Self::Symmetry) -> Self::Move;

    /// The image that stands for all images of this position, that with the smallest key, and the symmetry
    /// that leads to it. Derived; do not override.
    fn representative(&self) -> Option<(Self, Self::Symmetry)> {
        let symmetries = self.symmetries().into_iter();
        let images = symmetries.map(|symmetry| (self.image(symmetry), symmetry));
        images.min_by_key(|(image, _)| image.key())
    }
}
