//! Positions as drawings.
//!
//! | file | what it holds |
//! |---|---|
//! | `scene` | a board as plain shapes; games describe themselves so |
//! | [`svg`] | such a drawing as SVG text |

mod scene;
pub mod svg;

pub use scene::{Colour, Ground, Mark, Picture, Piece, Scene, Spot, Supply};
