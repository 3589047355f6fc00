//! Our own games by real clicks.

use super::Test;

pub const TESTS: &[Test] = &[];
