//! Matches between UGI engines: child processes, games, schedules, statistics and records.
//!
//! [`children`] are the processes, [`engine`] speaks with one of them, [`game`] plays one game
//! between two of them and asks a [`referee`], [`schedule`] says which games a match consists of,
//! [`runner`] plays them side by side, [`record`] keeps them on disk; [`tally`] and [`sprt`] are the
//! statistics, pure functions.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod adjudicate;
pub mod children;
pub mod engine;
pub mod game;
pub mod gamefile;
pub mod openings;
pub mod pace;
pub mod plan;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod tally;
