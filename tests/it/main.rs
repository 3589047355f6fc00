//! The integration tests, one binary.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod arena;
#[cfg(feature = "gui")]
mod board;
mod challenge;
mod children;
mod conversations;
mod documents;
mod editing;
mod evaluation;
mod examples;
mod laws;
mod levels;
mod match_files;
mod matches;
mod options;
mod outputs;
mod positions;
mod processes;
mod promptly;
mod proofs;
mod random_games;
mod records;
#[cfg(unix)]
mod resources;
mod schema;
mod script;
mod searching;
mod slow;
mod suites;
#[cfg(target_os = "linux")]
mod terminal;
mod tools;
mod touch_cases;
mod touch_client;
mod touching;
mod transcripts;
mod tuning;
mod usage;
