//! Tests of the whole crate from outside, in one binary.

mod slow;
