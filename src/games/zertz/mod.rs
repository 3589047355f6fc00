//! ZÈRTZ: common marbles on a shrinking board of rings, in seven rule sets.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the cells, and what touches what |
//! | `variant` | the rule sets: their boards, their marbles and what wins |
//! | `turn` | what a player decides at a time |
//! | `position` | the state, and what a turn does to it |
//! | `jumps` | where marbles may jump, and chains of jumps |
//! | `movegen` | the turns |
//! | `rules` | what joins these for the rest of the program |
//! | `ending` | why a game ended |
//! | `notation` | FEN, tokens and the board in letters |
//! | `published` | turns as the publisher writes them |
//! | `picture` | what is to be seen |
//! | `touches` | a turn as a person points at it |
//! | `edit` | a position set up by hand |
//! | | for the search: |
//! | `features` | what the evaluation counts |
//! | `inputs` | what its networks are told |
//! | `candidates` | which turns to look at |
//! | `exchange` | what a sacrifice brings |
//! | `win` | wins with the next turn |
//! | `evaluator` | what the search asks, and its constants |

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
mod rules;
#[cfg(test)]
mod tests;
mod touches;
mod turn;
mod variant;
mod win;

pub use position::Position;
pub use turn::{Move, Path};
pub use variant::{Marble, Variant};
