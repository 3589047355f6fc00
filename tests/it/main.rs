//! The integration tests: the crate as its users see it.

mod slow;
