//! GIPF with ZÈRTZ potentials and the challenge: the opponent may answer the jump of a potential with a
//! game of ZÈRTZ.
//!
//! It is made of the two games that are there and repeats no rule of theirs.
//!
//! | file | what it holds |
//! |---|---|
//! | `variant` | the rule sets: which board the inner game is played on |
//! | `turn` | what a player decides at a time |
//! | `position` | the state and its three stages: play, answer, game of ZÈRTZ |
//! | `rules` | each question goes to the game that is in play |
//! | `ending` | why a game ended: that of GIPF |
//! | `notation` | FEN, tokens and the boards in letters, put together |
//! | `picture` | what is to be seen: both boards |
//! | `touches` | a turn as a person points at it |
//! | `edit` | a position set up by hand |
//! | | for the search: |
//! | `model` | the evaluation |
//! | `stakes` | what the inner game decides |
//! | `candidates` | which moves to look at |
//! | `evaluator` | what the search asks, and its constants |

mod candidates;
mod edit;
mod ending;
mod evaluator;
mod model;
mod notation;
mod picture;
mod position;
mod rules;
mod stakes;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;
