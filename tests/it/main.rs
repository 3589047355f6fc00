//! The integration tests, one binary.

mod laws;
mod searching;
mod slow;
mod suites;
