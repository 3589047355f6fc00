//! The integration tests, one binary.

mod arena;
mod children;
mod corpora;
mod documents;
mod evaluation;
mod generated;
mod laws;
mod processes;
#[cfg(unix)]
mod resources;
mod script;
mod searching;
mod slow;
mod suites;
mod tools;
mod transcripts;
mod tuning;
