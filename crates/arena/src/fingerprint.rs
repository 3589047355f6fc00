//! Short numbers that identify texts: the same on every machine and in every version.

/// The fingerprint of a sequence of texts.
#[must_use]
pub fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a str>) -> u64 {
    // A byte that no text contains separates the parts.
    const END: u8 = 0xff;
    let bytes = parts.into_iter().flat_map(|part| part.bytes().chain([END]));
    fnv1a(bytes)
}

/// The 64-bit Fowler-Noll-Vo hash (FNV-1a).
fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(*b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_boundaries_between_parts_matter() {
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
        assert_eq!(fingerprint(["ab", "c"]), fingerprint(["ab", "c"]));
    }
}
