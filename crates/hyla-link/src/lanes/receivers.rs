//! Header of a message to several members at once.
//!
//! ```text
//! | 0x7a | receivers, 1 byte | when sent, 8 bytes | for each receiver: its number 4, fence 4, number 8, run 2 | message |
//! ```
//!
//! All numbers are little-endian. To one member by its own lane there is one entry, and its receiver number is not
//! used. Without entries it is a probe, which has no message.

use super::SequenceNumbers;
use hyla_core::message::{DecodeError, FrameKind, kind_of, put_marked_kind};

/// Length of the header before the entries.
pub const ENTRIES_HEAD_BYTES: usize = 10;

/// Length of an entry.
pub const ENTRY_BYTES: usize = 18;

/// Entry of one receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiverEntry {
    /// Number of the receiver, from the sender's [`super::LinkFrame::Join`].
    pub receiver: u32,
    /// Fence and number of the message, as on a lane without groups.
    pub sequence: SequenceNumbers,
    /// How many messages directly before this one took the same path to the receiver; saturates.
    pub run: u16,
}

impl ReceiverEntry {
    /// Messages with smaller numbers may arrive by another path.
    #[must_use]
    pub fn floor(&self) -> u64 {
        self.sequence.number.saturating_sub(self.run.into())
    }
}

/// A path of a lane's messages. Order holds within a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LanePath {
    /// The channel of the lane.
    #[default]
    Channel,
    /// The multicast group with that number.
    Group(u32),
}

/// Counts how many messages took the same path in succession.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunCounter {
    last: LanePath,
    run: u16,
}

impl RunCounter {
    /// Counts a message on a path. Returns its run.
    pub fn goes(&mut self, way: LanePath) -> u16 {
        if self.last != way {
            *self = Self { last: way, run: 0 };
        }
        let run = self.run;
        self.run = run.saturating_add(1);
        run
    }
}

/// Appends the header for these receivers, 255 at most. None: a probe.
pub fn put_entries(sent: u64, entries: &[ReceiverEntry], out: &mut Vec<u8>) {
    debug_assert!(
        entries.len() <= usize::from(u8::MAX),
        "one byte counts them"
    );
    put_marked_kind(out);
    out.push(entries.len() as u8);
    out.extend_from_slice(&sent.to_le_bytes());
    for ReceiverEntry {
        receiver,
        sequence,
        run,
    } in entries
    {
        out.extend_from_slice(&receiver.to_le_bytes());
        out.extend_from_slice(&sequence.fence.to_le_bytes());
        out.extend_from_slice(&sequence.number.to_le_bytes());
        out.extend_from_slice(&run.to_le_bytes());
    }
}

/// Splits a frame into entries and message.
///
/// # Errors
/// [`DecodeError`] if it has no such header, or is truncated.
pub fn entries(
    frame: &[u8],
) -> Result<(impl Iterator<Item = ReceiverEntry> + '_, &[u8]), DecodeError> {
    let wrong = || DecodeError("a message for several receivers without their entries".into());
    if kind_of(frame) != Ok(FrameKind::Marked) {
        return Err(wrong());
    }
    let (head, rest) = frame
        .split_first_chunk::<ENTRIES_HEAD_BYTES>()
        .ok_or_else(wrong)?;
    let [_, count, sent @ ..] = *head;
    let sent = u64::from_le_bytes(sent);
    let (entries, message) = rest
        .split_at_checked(usize::from(count) * ENTRY_BYTES)
        .ok_or_else(wrong)?;
    let (entries, _) = entries.as_chunks::<ENTRY_BYTES>();
    let read = move |entry: &[u8; ENTRY_BYTES]| {
        let [a, b, c, d, e, f, g, h, number @ .., y, z] = *entry;
        ReceiverEntry {
            receiver: u32::from_le_bytes([a, b, c, d]),
            sequence: SequenceNumbers {
                fence: u32::from_le_bytes([e, f, g, h]),
                number: u64::from_le_bytes(number),
                sent,
            },
            run: u16::from_le_bytes([y, z]),
        }
    };
    Ok((entries.iter().map(read), message))
}

/// The entry of one receiver, if any, and the message.
///
/// # Errors
/// As [`entries`].
pub fn entry_of(
    frame: &[u8],
    receiver: u32,
) -> Result<(Option<ReceiverEntry>, &[u8]), DecodeError> {
    let (mut all, message) = entries(frame)?;
    Ok((all.find(|entry| entry.receiver == receiver), message))
}

/// Whether a frame is a probe.
#[must_use]
pub fn is_probe(frame: &[u8]) -> bool {
    kind_of(frame) == Ok(FrameKind::Marked) && frame.len() == ENTRIES_HEAD_BYTES && frame[1] == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receiver(receiver: u32) -> ReceiverEntry {
        ReceiverEntry {
            receiver,
            sequence: SequenceNumbers {
                fence: 7 + receiver,
                number: (1 << 40) + u64::from(receiver),
                sent: u64::MAX - 1,
            },
            run: 300,
        }
    }

    #[test]
    fn each_receiver_finds_its_own() {
        let all: Vec<_> = (0..255).map(receiver).collect();
        let mut frame = Vec::new();
        put_entries(u64::MAX - 1, &all, &mut frame);
        assert_eq!(frame.len(), ENTRIES_HEAD_BYTES + 255 * ENTRY_BYTES);
        frame.extend_from_slice(b"kroak");

        let (read, message) = entries(&frame).unwrap();
        assert_eq!((read.collect::<Vec<_>>(), message), (all, &b"kroak"[..]));
        assert_eq!(entry_of(&frame, 254).unwrap().0, Some(receiver(254)));
        assert_eq!(entry_of(&frame, 255).unwrap(), (None, &b"kroak"[..]));
        assert_eq!(receiver(3).floor(), (1 << 40) + 3 - 300);
    }

    #[test]
    fn what_is_cut_off_is_refused_wherever_it_is() {
        let mut frame = Vec::new();
        put_entries(1, &[receiver(1), receiver(2)], &mut frame);
        for length in 0..frame.len() {
            assert!(entries(&frame[..length]).is_err(), "{length}");
        }
        let (all, message) = entries(&frame).unwrap();
        assert_eq!((all.count(), message), (2, &[][..]));
        // More receivers than there are entries.
        frame[1] = 3;
        assert!(entries(&frame).is_err());
        frame[1] = 255;
        assert!(entries(&frame).is_err());
    }

    #[test]
    fn random_bytes_are_read_without_harm() {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for length in 0..600 {
            let mut frame: Vec<u8> = (0..length)
                .map(|_| {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    random as u8
                })
                .collect();
            let _any = entries(&frame).map(|(all, message)| (all.count(), message.len()));
            if let Some(kind) = frame.first_mut() {
                *kind = 0x7a;
            }
            if let Ok((all, message)) = entries(&frame) {
                let count = usize::from(frame[1]);
                assert_eq!(all.count(), count);
                assert_eq!(
                    message.len(),
                    frame.len() - ENTRIES_HEAD_BYTES - count * ENTRY_BYTES
                );
            }
        }
    }

    #[test]
    fn a_probe_has_neither_receivers_nor_message() {
        let mut probe = Vec::new();
        put_entries(0, &[], &mut probe);
        assert!(is_probe(&probe));
        assert!(!is_probe(&probe[..9]));
        probe.push(1);
        assert!(!is_probe(&probe));
    }

    #[test]
    fn runs_begin_anew_with_each_change_of_way() {
        let mut ways = RunCounter::default();
        let runs = [
            LanePath::Channel,
            LanePath::Channel,
            LanePath::Group(1),
            LanePath::Group(1),
            LanePath::Group(2),
            LanePath::Channel,
        ];
        let runs = runs.map(|way| ways.goes(way));
        assert_eq!(runs, [0, 1, 0, 1, 0, 0]);
    }
}
