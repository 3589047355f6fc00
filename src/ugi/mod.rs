//! The protocol: UGI and its extensions, spoken over lines of text.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`], [`reply`] | what a client asks and what the engine says, with their text |
//! | [`grammar`] | text back to commands and replies |
//! | [`options`] | the engine's options |
//! | [`mod@line`] | a position with all that came before it |
//! | [`seat`] | a game in progress behind an object-safe trait: the only place that joins games and search |
//! | [`job`], [`mod@bench`] | work for another thread, and the benchmark as such work |
//! | [`session`] | the conversation as a state machine, without input, output or threads |
//! | [`serve`] | the session connected with the outside |

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod bench;
pub mod command;
pub mod grammar;
pub mod job;
pub mod line;
pub mod options;
pub mod reply;
pub mod seat;
pub mod serve;
pub mod session;

#[cfg(test)]
mod tests;
