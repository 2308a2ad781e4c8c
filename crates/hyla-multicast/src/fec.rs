//! Parity packets: any of them replaces any missing packet of its block.
//!
//! A block has at most 64 packets and 16 parities. A shard is a packet with its length in front, padded to the longest
//! of the block. Encoder and decoder keep their buffers.

use reed_solomon_simd::{ReedSolomonDecoder, ReedSolomonEncoder};

/// Largest block.
pub(crate) const BLOCK_MOST: usize = 64;
/// Parities of each block that could be made; part of the code, hence the same for all.
pub(crate) const PARITY_MOST: usize = 16;
const LENGTH_BYTES: usize = 2;

/// Parities that make up for the losses of most members, for a block of so many packets.
pub(crate) fn parity_for(block: usize, loss: f64, most: usize) -> usize {
    if loss < 0.002 {
        return 0;
    }
    let mean = block as f64 * loss;
    // Two standard deviations above the mean: enough for 98 % of the blocks of one member.
    ((mean + 2.0 * mean.sqrt()).ceil() as usize).min(most)
}

/// Bytes of a shard for packets of at most that length.
fn shard_bytes(longest: usize) -> usize {
    (longest + LENGTH_BYTES).next_multiple_of(2)
}

/// Makes parities.
#[derive(Default)]
pub(crate) struct Encoder {
    code: Option<ReedSolomonEncoder>,
    shard: Vec<u8>,
    /// All parities of the last block, one after the other.
    parities: Vec<u8>,
    size: usize,
}

impl Encoder {
    /// Makes the parities of the packets. Returns their length; 0 if there is no packet.
    pub(crate) fn encode<'p>(&mut self, packets: impl Iterator<Item = &'p [u8]> + Clone) -> usize {
        let count = packets.clone().count();
        let longest = packets.clone().map(<[u8]>::len).max().unwrap_or_default();
        self.size = 0;
        if count == 0 || count > BLOCK_MOST {
            return 0;
        }
        let size = shard_bytes(longest);
        let reset = match &mut self.code {
            Some(code) => code.reset(count, PARITY_MOST, size).is_ok(),
            None => {
                self.code = ReedSolomonEncoder::new(count, PARITY_MOST, size).ok();
                self.code.is_some()
            }
        };
        let Some(code) = self.code.as_mut().filter(|_| reset) else {
            return 0;
        };
        for packet in packets {
            put_shard(&mut self.shard, packet, size);
            if code.add_original_shard(&self.shard).is_err() {
                return 0;
            }
        }
        let Ok(result) = code.encode() else {
            return 0;
        };
        self.parities.clear();
        for parity in result.recovery_iter() {
            self.parities.extend_from_slice(parity);
        }
        self.size = size;
        size
    }

    /// A parity of the last block.
    pub(crate) fn parity(&self, index: usize) -> Option<&[u8]> {
        self.parities
            .get(index * self.size..(index + 1) * self.size)
    }
}

fn put_shard(shard: &mut Vec<u8>, packet: &[u8], size: usize) {
    shard.clear();
    shard.extend_from_slice(&(packet.len() as u16).to_le_bytes());
    shard.extend_from_slice(packet);
    shard.resize(size, 0);
}

/// Restores packets.
#[derive(Default)]
pub(crate) struct Decoder {
    code: Option<ReedSolomonDecoder>,
    shard: Vec<u8>,
}

impl Decoder {
    /// Restores the missing packets of a block from those that are there and its parities, and gives each with its
    /// place. Nothing is given if there are too few, or if they do not fit together.
    pub(crate) fn restore<'p>(
        &mut self,
        count: usize,
        size: usize,
        there: impl Iterator<Item = (usize, &'p [u8])>,
        parities: impl Iterator<Item = (usize, &'p [u8])>,
        mut give: impl FnMut(usize, &[u8]),
    ) {
        if count == 0 || count > BLOCK_MOST || size < LENGTH_BYTES || !size.is_multiple_of(2) {
            return;
        }
        let reset = match &mut self.code {
            Some(code) => code.reset(count, PARITY_MOST, size).is_ok(),
            None => {
                self.code = ReedSolomonDecoder::new(count, PARITY_MOST, size).ok();
                self.code.is_some()
            }
        };
        let Some(code) = self.code.as_mut().filter(|_| reset) else {
            return;
        };
        for (place, packet) in there {
            if packet.len() + LENGTH_BYTES > size {
                return;
            }
            put_shard(&mut self.shard, packet, size);
            if code.add_original_shard(place, &self.shard).is_err() {
                return;
            }
        }
        for (index, parity) in parities {
            if code.add_recovery_shard(index, parity).is_err() {
                return;
            }
        }
        let Ok(result) = code.decode() else {
            return;
        };
        for (place, shard) in result.restored_original_iter() {
            if let Some((length, rest)) = shard.split_first_chunk::<LENGTH_BYTES>()
                && let Some(packet) = rest.get(..usize::from(u16::from_le_bytes(*length)))
            {
                give(place, packet);
            }
        }
    }
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoder").field("size", &self.size).finish()
    }
}

impl std::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Decoder")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_parity_replaces_any_packet_of_its_block() {
        let packets: Vec<Vec<u8>> = (0..10_u8).map(|n| vec![n; 50 + usize::from(n)]).collect();
        let mut encoder = Encoder::default();
        let size = encoder.encode(packets.iter().map(Vec::as_slice));
        assert_eq!(size, 62);

        let mut decoder = Decoder::default();
        let mut restored = Vec::new();
        let there = packets.iter().map(Vec::as_slice).enumerate();
        let there = there.filter(|(place, _)| ![0, 4, 9].contains(place));
        let parities = [15, 2, 7].map(|index| (index, encoder.parity(index).unwrap()));
        decoder.restore(10, size, there, parities.into_iter(), |place, packet| {
            restored.push((place, packet.to_vec()));
        });
        let missing = [0, 4, 9].map(|place| (place, packets[place].clone()));
        assert_eq!(restored, missing);
    }

    #[test]
    fn too_few_or_impossible_shards_restore_nothing() {
        let mut decoder = Decoder::default();
        let none = std::iter::empty::<(usize, &[u8])>;
        let mut give = |_: usize, _: &[u8]| panic!("restored from nothing");
        decoder.restore(0, 10, none(), none(), &mut give);
        decoder.restore(65, 10, none(), none(), &mut give);
        decoder.restore(4, 11, none(), none(), &mut give);
        decoder.restore(4, 10, none(), none(), &mut give);
        let wrong: [(usize, &[u8]); 1] = [(99, &[0; 10])];
        decoder.restore(4, 10, none(), wrong.into_iter(), &mut give);
        assert_eq!(Encoder::default().encode(std::iter::empty()), 0);
    }

    #[test]
    fn parity_grows_with_loss_and_costs_nothing_without_it() {
        let parities = [0.0, 0.001, 0.01, 0.05, 0.3].map(|loss| parity_for(20, loss, 8));
        assert_eq!(parities, [0, 0, 2, 3, 8]);
    }
}
