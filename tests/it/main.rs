//! The integration tests, one binary.

mod documents;
mod laws;
mod processes;
mod script;
mod searching;
mod slow;
mod suites;
mod transcripts;
