//! DVONN: two players place 49 pieces, then stack them; whoever controls more at the end wins.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the cells, and what touches what |
//! | `variant` | the rule sets |
//! | `turn` | what a player decides at a time |
//! | `position` | the state, and what a move does to it |
//! | `movegen` | the moves |
//! | `rules` | what joins these for the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, tokens and the board in letters |
//! | `picture` | what is to be seen |
//! | `touches` | a turn as a person points at it |
//! | `edit` | a position set up by hand |
//! | | for the search: |
//! | `features` | what the evaluation counts |
//! | `inputs` | what its networks are told |
//! | `candidates` | which moves to look at |
//! | `decided` | games that one side can no longer win |
//! | `evaluator` | what the search asks, and its constants |

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
mod rules;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;
