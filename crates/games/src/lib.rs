//! The games of ringstack and the search, generic over the traits of a game.
//!
//! | module | content |
//! |---|---|
//! | [`board`] | cells, sets of cells, hexagonal and square boards with named cells, hash keys; knows no game |
//! | [`clock`] | the present time, from the system or from a host |
//! | [`rules`] | the traits of a game: rules, text, symmetries, evaluation, search support, proofs |
//! | [`eval`] | values of positions: features, weights, networks, and how they are learned |
//! | [`picture`] | positions as scenes and SVG, moves as touches, setting up positions, lessons, translations |
//! | [`games`] | the four games and one made of two of them, one folder each, and the one list of them |
//! | [`perft`] | counts of move sequences |
//! | [`search`] | the generic search |

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable
    )
)]

// Laws name this package as other packages do, which include some of their files.
#[cfg(test)]
extern crate self as ringstack_games;

pub mod board;
pub mod clock;
pub mod eval;
pub mod games;
#[cfg(test)]
mod laws;
pub mod perft;
pub mod picture;
pub mod rules;
pub mod search;
