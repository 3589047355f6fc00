//! Boards without games: cells, sets of cells, geometry and hash keys.

pub mod bits;
pub mod hex;
pub mod keys;
pub mod square;

pub use bits::{Bits, Cell};
