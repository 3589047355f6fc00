//! The integration tests, one binary.

mod corpora;
mod laws;
mod searching;
mod slow;
mod suites;
