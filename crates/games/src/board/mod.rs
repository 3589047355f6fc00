//! Boards without games: cells, sets of cells, geometry, names of cells and hash keys.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

pub mod bits;
pub mod hex;
pub mod keys;
pub mod layout;
pub mod square;
pub mod symmetry;

pub use bits::{Bits, Cell};
pub use layout::{Layout, Name};
