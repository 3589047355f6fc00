//! Bounds on time. A busy machine may delay anything, so a test asks several times: one answer in time
//! shows that the program can, and a program that is too slow never gives one.

use std::time::Duration;

const TRIES: usize = 40;

/// Asks until an answer took less than `bound`; `answer` tells how long it took.
///
/// # Panics
/// When no answer did.
pub fn answers(bound: Duration, mut answer: impl FnMut() -> Duration) {
    let mut shortest = Duration::MAX;
    for _ in 0..TRIES {
        shortest = shortest.min(answer());
        if shortest < bound {
            return;
        }
    }
    panic!("{shortest:?} at best: expected less than {bound:?}");
}
