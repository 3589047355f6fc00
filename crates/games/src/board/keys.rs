//! Hash keys fixed at compile time, and the one seeded generator of the crate.
//!
//! Keys come from splitmix64 with fixed seeds, so node counts are the same on every machine.

use std::hash::Hasher;

/// The splitmix64 generator (Steele, Lea, Flood 2014): small, seedable, and sufficient for keys, tests and
/// the choice of openings.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `n` (`n` > 0), practically uniform for small `n`.
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next() as u128 * n as u128) >> 64) as usize
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Scatters the bits of `x`: the output function of splitmix64.
#[must_use]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A hasher with the same result on every machine and in every run. It serves moves and sets of positions of the
/// program itself, so no attacker can force collisions.
#[derive(Debug, Default)]
pub struct MixHasher(u64);

impl Hasher for MixHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0.wrapping_add(number).wrapping_add(1));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The seed with this number in the series of a seed.
#[must_use]
pub const fn nth_seed(seed: u64, number: u64) -> u64 {
    mix(mix(seed).wrapping_add(number))
}

/// A table of `A` times `B` keys. Different seeds give unrelated tables.
#[must_use]
pub const fn table<const A: usize, const B: usize>(seed: u64) -> [[u64; B]; A] {
    let mut source = SplitMix(mix(seed));
    let mut keys = [[0; B]; A];
    let mut a = 0;
    while a < A {
        let mut b = 0;
        while b < B {
            keys[a][b] = source.next();
            b += 1;
        }
        a += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_numbers_stay_below_their_bound() {
        let keys = table::<8, 64>(1);
        let mut all: Vec<u64> = keys.into_iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 512);
        let mut source = SplitMix(7);
        assert!((0..1000).all(|_| source.below(3) < 3));
    }
}
