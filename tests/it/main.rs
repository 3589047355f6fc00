//! The integration tests, one binary.

mod documents;
mod processes;
mod script;
mod transcripts;
