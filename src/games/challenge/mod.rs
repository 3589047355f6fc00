//! GIPF with ZÈRTZ potentials and challenges: the opponent may answer the jump of a potential with a game
//! of ZÈRTZ.
//!
//! The game is composed of [`super::gipf`] and [`super::zertz`] and repeats none of their rules.
//!
//! | file | contents |
//! |---|---|
//! | `variant` | the rule sets, one for each board of the inner game |
//! | `turn` | the moves of the composed game |
//! | `position` | the state and its three stages: play, answer, game of ZÈRTZ |
//! | `rules` | the rules, forwarded to the game in progress |
//! | `ending` | why a game of GIPF ended |
//! | `notation` | FEN, move tokens and text diagrams, composed of those of the two games |
//! | `picture` | the scene with both boards |
//! | `touches` | a move built by touches |
//! | `edit` | setting up positions |
//! | `lessons.json` | the lessons |
//! | `texts.json`, `lessons.fr.json` | the texts in English and French, and the French lessons |
//! | | for the search: |
//! | `model` | the evaluation |
//! | `stakes` | the value of the two outcomes of a challenge |
//! | `candidates` | the moves to search |
//! | `evaluator` | the interface to the search, with its constants |

mod candidates;
mod edit;
mod ending;
mod evaluator;
mod model;
mod notation;
mod picture;
mod position;
mod reasons;
mod rules;
mod stakes;
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
