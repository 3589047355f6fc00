//! The protocol: UGI with extensions, spoken in lines of text.
//!
//! | file | contents |
//! |---|---|
//! | [`command`], [`reply`] | the lines of clients and of engines, and their text |
//! | [`grammar`] | parses these lines |
//! | [`options`], `log_file` | the options of the engine; the file of the option `LogFile` |
//! | [`task`] | work for another thread: search, perft, benchmark |
//! | [`json_queries`] | the queries of front ends, answered in JSON |
//! | [`session`] | the conversation as a state machine without input, output or threads |
//! | [`serve`] | connects a session with standard input and output |

pub mod command;
pub mod grammar;
pub mod json_queries;
mod log_file;
pub mod options;
pub mod reply;
pub mod serve;
pub mod session;
pub mod task;

#[cfg(test)]
mod tests;
