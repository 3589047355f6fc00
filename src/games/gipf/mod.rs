//! GIPF: players push pieces in from the edge and remove rows of four, in four rule sets.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the points, the lines and the entries |
//! | `names` | the names of points, dots and entries |
//! | `variant` | the rule sets |
//! | `turn` | the moves |
//! | `position` | the state and how a move changes it |
//! | `rows` | rows, and the legal removals |
//! | `movegen` | the legal moves |
//! | `rules` | the interface to the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, move tokens and the text diagram |
//! | `published` | the move notation of the publisher |
//! | `agreement` | the moves that match an incomplete record |
//! | `picture` | the scene |
//! | `touches` | a move built by touches |
//! | `reasons` | the rules that forbid a move or a position |
//! | `taking` | the removals of such a move |
//! | `edit` | setting up positions |
//! | `lessons.json` | the lessons |
//! | `puzzles.txt` | the puzzles |
//! | `texts.json`, `lessons.fr.json` | the texts in English and French, and the French lessons |
//! | `families` | all legal removals in compact form, for touches |
//! | | for the search: |
//! | `features` | the features of the evaluation |
//! | `inputs` | the inputs of the networks |
//! | `candidates` | the moves to search |
//! | `removals` | the removals to search |
//! | `decided` | proofs that a hand runs empty |
//! | `evaluator` | the interface to the search, with its constants |

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

mod agreement;
mod board;
mod candidates;
mod decided;
mod edit;
mod ending;
mod evaluator;
mod families;
mod features;
mod inputs;
mod movegen;
mod names;
mod notation;
mod picture;
mod position;
mod published;
mod reasons;
mod removals;
mod rows;
mod rules;
mod taking;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;

use std::sync::LazyLock;

use crate::rules::Catalog;

pub use agreement::{Fate, RecordedRemoval};
pub(in crate::games) use picture::places;
pub use position::Position;
pub use turn::{Action, Kind, Move};
pub use variant::Variant;

/// The texts of the game.
pub(in crate::games) static TEXTS: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::read(include_str!("texts.json")));
