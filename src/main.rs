//! The `ringstack` binary.

fn main() {}
