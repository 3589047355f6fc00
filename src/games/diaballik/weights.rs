//! The weights of the evaluation in centipawns, in the order of the groups in `eval.rs`.

use super::eval::WEIGHT_COUNT;

/// The weights; see the module.
#[rustfmt::skip]
pub(super) static WEIGHTS: [i16; WEIGHT_COUNT] = [
    // The ball, rank by rank.
    -21, -25, -14, -7,
    9, 1, 3, 5,
    18, -2, 4, -11,
    -1, 14, -5, -2,
    0, -2, 11, 17,
    -32, -5, 5, 25,
    0, 0, 0, 0,
    // A support, rank by rank.
    -60, -53, -46, -35,
    -42, -34, -23, -14,
    -27, -13, -5, 0,
    -7, 2, 11, 18,
    9, 19, 31, 34,
    28, 53, 66, 65,
    16, 56, 50, 66,
    // Opposing supports before the ball.
    66, 28, 15, 7, -13, -19, -24, -9,
    // Contacts with a line.
    4, 22, 0, 0,
    // A stopped line, a receiver, a step.
    2, 2, 2,
    // The best pass, by role.
    -4, 13, -5, -5, 4, 3, 0,
    -14, -1, -14, -8, -2, -8, 20,
    // The best pass after a step, by role.
    11, -3, -4, 6, 11, -3, 0,
    -2, -12, -13, -6, 0, -3, 12,
    // Free lines of the holder, by role.
    0, 25, 25, 30, 1, 0,
    13, 42, 43, 20, -6, 6,
    // Free lines after a pass, by role.
    40, 27, 28, 27, 7, -2,
    23, 18, 12, 19, 10, -3,
    // Free lines after a step and a pass, by role.
    12, 8, 8, 0, -7, -1,
    6, 1, 4, -4, -5, 0,
    // Own supports from the holder, forward ranks first.
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    // Opposing supports from the holder, forward ranks first.
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
    // Pairs in line.
    0,
    // The right to move.
    12,
];
