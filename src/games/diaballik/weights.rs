//! The weights of the evaluation in centipawns, in the order of the groups in `eval.rs`, as
//! `src/bin/tune` fits them.

use super::eval::WEIGHT_COUNT;

/// The weights; see the module.
#[rustfmt::skip]
pub(super) static WEIGHTS: [i16; WEIGHT_COUNT] = [
    // The ball, rank by rank.
    -21, -17, -12, -11,
    2, -9, -2, 0,
    16, 9, 6, 3,
    9, 16, 10, 11,
    22, 15, 10, 32,
    -31, -36, -27, -19,
    0, 0, 0, 0,
    // A support, rank by rank.
    -57, -55, -49, -44,
    -40, -33, -25, -22,
    -24, -17, -7, -3,
    -3, 5, 5, 21,
    9, 19, 34, 38,
    38, 62, 72, 81,
    21, 52, 81, 99,
    // Opposing supports before the ball.
    28, 29, 18, 0, -10, -18, -19, -2,
    // Contacts with a line.
    -15, -2, 19, 0,
    // A stopped line, a receiver, a step.
    -2, 0, 1,
    // The best pass, by role.
    -8, -5, 2, 7, 20, -2, 0,
    -30, -7, 2, 4, 15, -4, 9,
    // The best pass after a step, by role.
    -11, 3, 1, 3, 11, 1, 0,
    -42, -24, -19, -16, -10, -4, 49,
    // Free lines of the holder, by role.
    0, 20, 19, 20, -2, -2,
    50, 12, 49, 6, -8, 0,
    // Free lines after a pass, by role.
    40, 36, 28, 17, 4, 0,
    13, 15, 10, 11, 7, 2,
    // Free lines after a step and a pass, by role.
    13, 10, 12, 1, -1, -1,
    1, 2, 3, 0, -1, -1,
    // The right to move.
    12,
];
