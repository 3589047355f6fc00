//! The integration tests, one binary.

mod searching;
