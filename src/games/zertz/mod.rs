//! ZÈRTZ: shared marbles on a shrinking board of rings, in seven rule sets.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the cells and their neighbours |
//! | `variant` | the rule sets: boards, marbles and winning sets |
//! | `turn` | the moves |
//! | `position` | the state and how a move changes it |
//! | `jumps` | jumps and chains of jumps |
//! | `movegen` | the legal moves |
//! | `rules` | the interface to the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, move tokens and the text diagram |
//! | `published` | the move notation of the publisher |
//! | `picture` | the scene |
//! | `touches` | a move built by touches |
//! | `reasons` | the rules that forbid a move or a position |
//! | `edit` | setting up positions |
//! | `lessons.json` | the lessons |
//! | `puzzles.txt` | the puzzles |
//! | `texts.json`, `lessons.fr.json` | the texts in English and French, and the French lessons |
//! | | for the search: |
//! | `features` | the features of the evaluation |
//! | `inputs` | the inputs of the networks |
//! | `candidates` | the moves to search |
//! | `exchange` | whether a sacrifice pays |
//! | `win` | wins in one move |
//! | `evaluator` | the interface to the search, with its constants |

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

mod board;
mod candidates;
mod edit;
mod ending;
mod evaluator;
mod exchange;
mod features;
mod inputs;
mod jumps;
mod movegen;
mod notation;
mod picture;
mod position;
mod published;
mod reasons;
mod rules;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;
mod win;

use std::sync::LazyLock;

use crate::rules::Catalog;

pub use position::Position;
pub use turn::{Move, Path};
pub use variant::{Marble, Variant};

/// The texts of the game.
pub(in crate::games) static TEXTS: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::read(include_str!("texts.json")));
