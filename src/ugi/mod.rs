//! The protocol: UGI and its extensions, spoken over lines of text.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`], [`reply`] | what a client asks and what the engine says, with their text |
//! | [`grammar`] | text back to commands and replies |
//! | [`options`], `log_file` | the engine's options; the file of one of them |
//! | [`task`] | work for another thread: a search, a count, the benchmark |
//! | [`questions`] | the questions of front ends that know no game, answered in JSON |
//! | [`session`] | the conversation as a state machine, without input, output or threads |
//! | [`serve`] | the session connected with the outside |

pub mod command;
pub mod grammar;
mod log_file;
pub mod options;
pub mod questions;
pub mod reply;
pub mod serve;
pub mod session;
pub mod task;

#[cfg(test)]
mod tests;
