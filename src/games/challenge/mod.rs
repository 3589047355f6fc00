//! GIPF with ZÈRTZ potentials and the challenge: the opponent may answer the jump of a potential with a
//! game of ZÈRTZ.
//!
//! It is made of the two games that are there and repeats no rule of theirs. `variant` says which board
//! the inner game is played on, `turn` what a player decides, `position` the state and its three stages
//! (play, answer, game of ZÈRTZ), `rules` and `ending` hand each question to the game that is in play, `notation`
//! joins the texts, `picture` the scenes and `touches` the turns in the making. `stakes` values what the
//! inner game decides, `model` is the evaluation, `candidates`
//! and `judge` answer for the search.

mod candidates;
mod ending;
mod judge;
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
