//! The protocol: UGI and its extensions, spoken over lines of text.
//!
//! A line becomes a [`command::Command`] in [`grammar`], the [`session::Session`] turns it into
//! [`reply::Reply`] values and search jobs without any input, output or thread of its own, and
//! [`serve`] connects the session with the outside. A [`seat`] is a game in progress behind an
//! object-safe trait: the only place that joins games and search.

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
