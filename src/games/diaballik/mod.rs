//! Diaballik: seven supports and a ball a side on a board of 7 by 7 squares.
//!
//! A turn is one to three actions (two steps, one pass of the ball, in any order) and is identified by
//! what it leads to.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the squares, and what touches what |
//! | `variant` | the rule sets |
//! | `turn` | what a player decides at a time |
//! | `position` | the state, and what a turn does to it |
//! | `movegen` | the distinct turns |
//! | `rules` | what joins these for the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, tokens and the board in letters |
//! | `spelling` | the canonical actions of a turn |
//! | `picture` | what is to be seen |
//! | `touches` | a turn as a person points at it |
//! | `edit` | a position set up by hand |
//! | | for the search: |
//! | `features` | what the evaluation counts |
//! | `inputs` | what its network is told |
//! | `candidates` | which turns to look at |
//! | `threats` | wins with the next turn |
//! | `guard` | what stops the other side's win, and when nothing does |
//! | `attack` | turns that threaten to win, and whether they can be answered |
//! | `evaluator` | what the search asks, and its constants |

mod attack;
mod board;
mod candidates;
mod edit;
mod ending;
mod evaluator;
mod features;
mod guard;
mod inputs;
mod movegen;
mod notation;
mod picture;
mod position;
mod rules;
mod spelling;
#[cfg(test)]
mod tests;
mod threats;
mod touches;
mod turn;
mod variant;

pub use position::Position;
pub use turn::Move;
pub use variant::Variant;
