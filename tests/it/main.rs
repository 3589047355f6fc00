//! The integration tests, one binary.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

// Files of other packages name this one.
extern crate ringstack_engine as ringstack_games;

mod arena;
mod browser;
mod challenge_board;
#[cfg(target_os = "linux")]
mod child_processes;
mod compliance;
mod corpora;
mod documents;
mod edit_laws;
mod examples;
mod french_laws;
mod gui_command;
mod laws;
mod lesson_laws;
mod levels;
mod match_files;
mod matches;
mod options;
mod outputs;
mod processes;
mod program;
mod proofs;
mod puzzle_laws;
mod random_games;
mod random_sessions;
mod random_setups;
mod records;
mod reference;
#[cfg(unix)]
mod resources;
mod script;
mod searching;
mod suites;
#[cfg(target_os = "linux")]
mod terminal;
mod time_bounds;
mod tools;
mod touch_cases;
mod touch_laws;
mod transcripts;
mod tuning;
mod usage;
