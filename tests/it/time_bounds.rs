//! Time bounds. A busy machine may delay any answer, so a test asks several times. One answer in time shows
//! that the program is fast enough; a program that is too slow never gives one.

use std::time::Duration;

const TRIES: usize = 40;

/// Calls `answer`, which returns the time it took, until that time is less than `bound`.
///
/// # Panics
/// If no answer takes less.
pub fn assert_answers_within(bound: Duration, mut answer: impl FnMut() -> Duration) {
    let mut shortest = Duration::MAX;
    for _ in 0..TRIES {
        shortest = shortest.min(answer());
        if shortest < bound {
            return;
        }
    }
    panic!("the fastest answer took {shortest:?}: expected less than {bound:?}");
}
