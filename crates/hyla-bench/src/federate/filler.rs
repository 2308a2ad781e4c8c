//! Content of messages.

/// Fills the bytes with incompressible pseudo-random data; the same seed gives the same bytes.
pub(super) fn fill(bytes: &mut [u8], seed: u64) {
    let mut state = seed;
    for chunk in bytes.chunks_mut(8) {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        chunk.copy_from_slice(&mixed.to_le_bytes()[..chunk.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_give_their_own_bytes_and_always_the_same() {
        let filled = |seed| {
            let mut bytes = [0; 21];
            fill(&mut bytes, seed);
            bytes
        };

        assert_eq!(filled(1), filled(1));
        assert_ne!(filled(1), filled(2));
        assert_ne!(filled(1)[16..], [0; 5]);
    }
}
