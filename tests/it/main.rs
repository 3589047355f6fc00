//! The integration tests, one binary.

mod laws;
mod suites;
