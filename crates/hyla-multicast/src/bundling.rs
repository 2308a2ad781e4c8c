//! Messages in packets: several in one, or one in several.
//!
//! A packet begins with the packets of other groups that go before it; see `wire.rs`.

use crate::ids::GroupId;
use crate::wire::NUMBER_MOST;

/// Most bytes of a record.
const RECORD_MOST: usize = (1 << 15) - 1;
const RECORD_HEAD: usize = 2;
const BEFORE_BYTES: usize = 12;

/// Most packets of other groups that a packet may name.
pub(crate) const BEFORE_MOST: usize = 15;

/// A packet of another group that goes before.
pub(crate) type Before = (GroupId, u64);

/// Begins a packet.
pub(crate) fn begin(packet: &mut Vec<u8>, before: &[Before]) {
    packet.clear();
    packet.push(before.len().min(BEFORE_MOST) as u8);
    for (group, sequence) in before.iter().take(BEFORE_MOST) {
        packet.extend_from_slice(&group.0.to_le_bytes());
        packet.extend_from_slice(&sequence.to_le_bytes());
    }
}

/// Bytes of a packet that contains nothing yet.
pub(crate) fn empty_bytes(before: usize) -> usize {
    1 + before.min(BEFORE_MOST) * BEFORE_BYTES
}

/// Packets that a message needs at most, of which the first may be shared.
pub(crate) fn packets_for(message: usize, packet_bytes: usize) -> usize {
    let room = (packet_bytes - empty_bytes(BEFORE_MOST) - RECORD_HEAD).min(RECORD_MOST);
    message / room + 2
}

/// Appends as much of the message as fits. Returns what is left; `None` if nothing fits. Full packets have equal lengths, so that
/// the system takes many in one call.
pub(crate) fn append<'m>(
    packet: &mut Vec<u8>,
    message: &'m [u8],
    packet_bytes: usize,
) -> Option<&'m [u8]> {
    let Some(room) = packet_bytes.checked_sub(packet.len() + RECORD_HEAD) else {
        packet.resize(packet_bytes, 0);
        return None;
    };
    let length = message.len().min(room).min(RECORD_MOST);
    let (now, later) = message.split_at(length);
    let more = if later.is_empty() { 0 } else { 1 << 15 };
    packet.extend_from_slice(&(length as u16 | more).to_le_bytes());
    packet.extend_from_slice(now);
    Some(later)
}

/// The packets named at the beginning of a packet, and where its records begin; `None` if the packet is malformed.
pub(crate) fn before(packet: &[u8]) -> Option<(impl Iterator<Item = Before> + '_, usize)> {
    let (&count, rest) = packet.split_first()?;
    let named = rest.get(..usize::from(count) * BEFORE_BYTES)?;
    let (entries, _) = named.as_chunks::<BEFORE_BYTES>();
    let before = entries.iter().map(|entry| {
        let [a, b, c, d, sequence @ ..] = *entry;
        let group = GroupId(u32::from_le_bytes([a, b, c, d]));
        (group, u64::from_le_bytes(sequence))
    });
    let is_valid = before.clone().all(|(_, sequence)| sequence < NUMBER_MOST);
    is_valid.then_some((before, 1 + named.len()))
}

/// A piece of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record<'p> {
    pub(crate) bytes: &'p [u8],
    /// The message goes on in the next record.
    pub(crate) more: bool,
    /// Where the next record begins.
    pub(crate) next: usize,
}

/// The record at that place; `Ok(None)` at the end of the packet.
///
/// # Errors
/// The packet is malformed.
pub(crate) fn record(packet: &[u8], at: usize) -> Result<Option<Record<'_>>, ()> {
    let rest = packet.get(at..).ok_or(())?;
    // One byte has room for no record.
    if matches!(rest, [] | [0]) {
        return Ok(None);
    }
    let (head, rest) = rest.split_first_chunk::<RECORD_HEAD>().ok_or(())?;
    let head = u16::from_le_bytes(*head);
    let length = usize::from(head) & RECORD_MOST;
    let bytes = rest.get(..length).ok_or(())?;
    Ok(Some(Record {
        bytes,
        more: head >> 15 == 1,
        next: at + RECORD_HEAD + length,
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Found by the fuzz target `group_datagrams`: such a number overflowed where packets of the other group are asked for.
    #[test]
    fn a_packet_behind_one_that_cannot_exist_is_malformed() {
        let mut packet = Vec::new();
        for (sequence, is_valid) in [
            (NUMBER_MOST - 1, true),
            (NUMBER_MOST, false),
            (u64::MAX, false),
        ] {
            begin(&mut packet, &[(GroupId(5), 6), (GroupId(6), sequence)]);
            assert_eq!(before(&packet).is_some(), is_valid, "{sequence}");
        }
    }

    #[test]
    fn messages_share_packets_and_large_ones_are_split() {
        let mut packets = vec![Vec::new()];
        begin(&mut packets[0], &[(GroupId(5), 6)]);
        let messages: Vec<Vec<u8>> = [0, 10, 500, 3, 1].map(|n| vec![n as u8; n]).into();
        for message in &messages {
            let mut left = &message[..];
            loop {
                let packet = packets.last_mut().unwrap();
                match append(packet, left, 100) {
                    Some([]) => break,
                    Some(later) => left = later,
                    None => {
                        let mut packet = Vec::new();
                        begin(&mut packet, &[]);
                        packets.push(packet);
                    }
                }
            }
        }
        assert!(packets.iter().all(|packet| packet.len() <= 100));
        assert!(packets.len() <= packets_for(514, 300), "{}", packets.len());

        let (mut out, mut message) = (Vec::new(), Vec::new());
        for (index, packet) in packets.iter().enumerate() {
            let (named, mut at) = before(packet).unwrap();
            assert_eq!(named.collect::<Vec<_>>().len(), usize::from(index == 0));
            while let Some(record) = record(packet, at).unwrap() {
                message.extend_from_slice(record.bytes);
                if !record.more {
                    out.push(std::mem::take(&mut message));
                }
                at = record.next;
            }
        }
        assert_eq!(out, messages);
    }

    proptest! {
        #[test]
        fn full_packets_are_equally_long(lengths in prop::collection::vec(0_usize..250, 1..40)) {
            let (mut packets, mut packet) = (Vec::new(), Vec::new());
            begin(&mut packet, &[]);
            for length in &lengths {
                let message = vec![1; *length];
                let mut left = &message[..];
                loop {
                    match append(&mut packet, left, 100) {
                        Some([]) => break,
                        Some(later) => left = later,
                        None => {}
                    }
                    packets.push(std::mem::take(&mut packet));
                    begin(&mut packet, &[]);
                }
            }
            prop_assert!(packets.iter().all(|packet| packet.len() == 100));

            packets.push(packet);
            let (mut found, mut length) = (Vec::new(), 0);
            for packet in &packets {
                let (_, mut at) = before(packet).unwrap();
                while let Some(record) = record(packet, at).unwrap() {
                    length += record.bytes.len();
                    if !record.more {
                        found.push(std::mem::take(&mut length));
                    }
                    at = record.next;
                }
            }
            prop_assert_eq!(found, lengths);
        }

        #[test]
        fn random_packets_never_panic(packet in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Some((named, mut at)) = before(&packet) {
                named.for_each(drop);
                while let Ok(Some(record)) = record(&packet, at) {
                    at = record.next;
                }
            }
        }
    }
}
