//! The integration tests, one binary.

mod laws;
mod searching;
mod suites;
