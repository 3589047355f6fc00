//! DVONN: two players place 49 pieces, then stack them. The player who controls more pieces at the end wins.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the cells and their neighbours |
//! | `variant` | the rule sets |
//! | `turn` | the move type |
//! | `position` | the state, and the effect of a move |
//! | `movegen` | the moves |
//! | `rules` | the rules trait |
//! | `ending` | why a game ended |
//! | `notation` | FEN, tokens and the board in characters |
//! | `picture` | the scene |
//! | `touches` | moves as sequences of touches |
//! | `reasons` | the rules that forbid a move or a position |
//! | `edit` | a position set up by hand |
//! | `lessons.json` | the lessons |
//! | `puzzles.txt` | the puzzles |
//! | `texts.json`, `lessons.fr.json` | the texts in English and French, and the French lessons |
//! | | for the search: |
//! | `features` | the features of the evaluation |
//! | `inputs` | the inputs of its networks |
//! | `candidates` | the moves to search |
//! | `decided` | positions that one side can no longer win |
//! | `evaluator` | search support and search constants |

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

mod board;
mod candidates;
mod decided;
mod edit;
mod ending;
mod evaluator;
mod features;
mod inputs;
mod movegen;
mod notation;
mod picture;
mod position;
mod reasons;
mod rules;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;

use std::sync::LazyLock;

use crate::rules::Catalog;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;

/// The texts of the game.
static TEXTS: LazyLock<Catalog> = LazyLock::new(|| Catalog::read(include_str!("texts.json")));
