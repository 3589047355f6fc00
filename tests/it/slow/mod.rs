//! Slow twins: each game once more from its rules alone, knowing nothing of the crate but FEN and
//! tokens, to be compared with the fast one.

mod dvonn;
