//! The weights of the evaluation in centipawns, in the order of the groups in `eval.rs`.

use super::eval::WEIGHT_COUNT;

/// The weights; see the module.
#[rustfmt::skip]
pub(super) static WEIGHTS: [i16; WEIGHT_COUNT] = [
    // The ball, rank by rank.
    -18, -19, -12, -8,
    2, -4, 1, 4,
    20, 5, 4, -4,
    9, 4, 3, 9,
    0, -7, 10, 6,
    -21, -9, -7, 15,
    0, 0, 0, 0,
    // A support, rank by rank.
    -59, -56, -51, -45,
    -40, -36, -21, -19,
    -22, -13, -2, -1,
    -2, 9, 10, 18,
    5, 23, 30, 41,
    23, 53, 62, 56,
    4, 49, 56, 64,
    // Opposing supports before the ball.
    28, 19, 18, 10, -5, -18, -24, -4,
    // Contacts with a line.
    -13, 14, 5, 0,
    // A stopped line, a receiver, a step.
    -2, 1, 1,
    // The best pass, by role.
    -4, 2, 1, 4, 7, 2, 0,
    -20, -8, -9, 1, 6, -5, 20,
    // The best pass after a step, by role.
    -1, 3, 1, 3, 9, 1, 0,
    -14, -11, -12, -7, -2, 1, 22,
    // Free lines of the holder, by role.
    0, 17, 16, 30, 0, -2,
    15, 30, 39, 17, -6, 2,
    // Free lines after a pass, by role.
    36, 27, 25, 21, 3, -3,
    17, 16, 11, 13, 3, -3,
    // Free lines after a step and a pass, by role.
    12, 8, 10, -1, -4, -2,
    4, 3, 4, -2, -5, -1,
    // The right to move.
    11,
];
