//! The value of a position: the sum of the weights of its features.
//!
//! The weights were fitted to the results of games of the engine with itself, by `src/bin/tune`.

use super::features::{FEATURES, GROUPS};
use super::position::Position;

/// The weights in centipawns: without GIPF pieces, with them.
static WEIGHTS: [[i16; FEATURES]; 2] = weights(include_bytes!("weights.bin"));

/// Reads little-endian numbers, one set after the other.
const fn weights(bytes: &[u8]) -> [[i16; FEATURES]; 2] {
    assert!(bytes.len() == 4 * FEATURES, "the weights have another size");
    let mut weights = [[0; FEATURES]; 2];
    let mut i = 0;
    while i < 2 * FEATURES {
        weights[i / FEATURES][i % FEATURES] = i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        i += 1;
    }
    weights
}

impl Position {
    /// The value for the player to move, who has no row to remove.
    #[inline]
    pub(super) fn value(&self) -> i32 {
        self.plain_value() + self.network_value()
    }

    /// The value without the network.
    #[inline]
    pub(super) fn plain_value(&self) -> i32 {
        let weights = &WEIGHTS[self.weight_set()];
        let mut sum = 0;
        self.each_feature(|feature, count| sum += i32::from(weights[feature]) * count);
        sum
    }

    /// The parts of the value by name.
    pub(super) fn terms(&self) -> Vec<(&'static str, i32)> {
        let weights = &WEIGHTS[self.weight_set()];
        let mut terms = GROUPS.map(|(name, _)| (name, 0));
        self.each_feature(|feature, count| {
            let group = GROUPS.partition_point(|&(_, first)| first <= feature) - 1;
            terms[group].1 += i32::from(weights[feature]) * count;
        });
        let mut terms = terms.to_vec();
        terms.push(("network", self.network_value()));
        terms
    }
}
