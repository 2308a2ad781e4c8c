//! What goes before a message that may go to several members at once.
//!
//! ```text
//! | 0x7a | receivers, 1 byte | when sent, 8 bytes | for each receiver: mark 4, fence 4, number 8, run 2 | message |
//! ```
//!
//! All numbers are little-endian. To a single member by its own lane there is one entry, and its mark does not
//! matter. Without any entry it is a probe, and there is no message.

use super::Stamp;
use hyla_core::message::{DecodeError, FrameKind, kind_of, put_marked_kind};

/// Bytes before the entries.
pub const MARKED_HEAD_BYTES: usize = 10;

/// Bytes of an entry.
pub const MARK_BYTES: usize = 18;

/// What concerns one receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Names the receiver; the sender has told it.
    pub mark: u32,
    /// Fence and number of the message, as on a lane of its own.
    pub stamp: Stamp,
    /// How many messages before this one went to the receiver by the same way, without another between
    /// them; more are not told.
    pub run: u16,
}

impl Mark {
    /// All messages with smaller numbers may come by another way.
    #[must_use]
    pub fn floor(&self) -> u64 {
        self.stamp.number.saturating_sub(self.run.into())
    }
}

/// A way that messages of a lane go: of each, the order is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// The lane itself.
    #[default]
    Own,
    /// The group of that number.
    Group(u32),
}

/// Counts runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ways {
    last: Way,
    run: u16,
}

impl Ways {
    /// A message goes that way: its run.
    pub fn goes(&mut self, way: Way) -> u16 {
        if self.last != way {
            *self = Self { last: way, run: 0 };
        }
        let run = self.run;
        self.run = run.saturating_add(1);
        run
    }
}

/// Appends what goes before a message for these receivers, 255 at most. None: a probe.
pub fn put_marked(sent: u64, marks: &[Mark], out: &mut Vec<u8>) {
    debug_assert!(marks.len() <= usize::from(u8::MAX), "one byte counts them");
    put_marked_kind(out);
    out.push(marks.len() as u8);
    out.extend_from_slice(&sent.to_le_bytes());
    for Mark { mark, stamp, run } in marks {
        out.extend_from_slice(&mark.to_le_bytes());
        out.extend_from_slice(&stamp.fence.to_le_bytes());
        out.extend_from_slice(&stamp.number.to_le_bytes());
        out.extend_from_slice(&run.to_le_bytes());
    }
}

/// The entries and the message.
///
/// # Errors
/// [`DecodeError`] if it is none, or shorter than it says.
pub fn marks(frame: &[u8]) -> Result<(impl Iterator<Item = Mark> + '_, &[u8]), DecodeError> {
    let wrong = || DecodeError("a message for several members without their marks".into());
    if kind_of(frame) != Ok(FrameKind::Marked) {
        return Err(wrong());
    }
    let (head, rest) = frame
        .split_first_chunk::<MARKED_HEAD_BYTES>()
        .ok_or_else(wrong)?;
    let [_, count, sent @ ..] = *head;
    let sent = u64::from_le_bytes(sent);
    let (entries, message) = rest
        .split_at_checked(usize::from(count) * MARK_BYTES)
        .ok_or_else(wrong)?;
    let (entries, _) = entries.as_chunks::<MARK_BYTES>();
    let read = move |entry: &[u8; MARK_BYTES]| {
        let [a, b, c, d, e, f, g, h, number @ .., y, z] = *entry;
        Mark {
            mark: u32::from_le_bytes([a, b, c, d]),
            stamp: Stamp {
                fence: u32::from_le_bytes([e, f, g, h]),
                number: u64::from_le_bytes(number),
                sent,
            },
            run: u16::from_le_bytes([y, z]),
        }
    };
    Ok((entries.iter().map(read), message))
}

/// The entry of one receiver, if there is one, and the message.
///
/// # Errors
/// As [`marks`].
pub fn mark_of(frame: &[u8], mark: u32) -> Result<(Option<Mark>, &[u8]), DecodeError> {
    let (mut all, message) = marks(frame)?;
    Ok((all.find(|entry| entry.mark == mark), message))
}

/// Whether it is only said to be heard.
#[must_use]
pub fn is_probe(frame: &[u8]) -> bool {
    kind_of(frame) == Ok(FrameKind::Marked) && frame.len() == MARKED_HEAD_BYTES && frame[1] == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(mark: u32) -> Mark {
        Mark {
            mark,
            stamp: Stamp {
                fence: 7 + mark,
                number: (1 << 40) + u64::from(mark),
                sent: u64::MAX - 1,
            },
            run: 300,
        }
    }

    #[test]
    fn each_receiver_finds_its_own() {
        let all: Vec<_> = (0..255).map(mark).collect();
        let mut frame = Vec::new();
        put_marked(u64::MAX - 1, &all, &mut frame);
        assert_eq!(frame.len(), MARKED_HEAD_BYTES + 255 * MARK_BYTES);
        frame.extend_from_slice(b"kroak");

        let (read, message) = marks(&frame).unwrap();
        assert_eq!((read.collect::<Vec<_>>(), message), (all, &b"kroak"[..]));
        assert_eq!(mark_of(&frame, 254).unwrap().0, Some(mark(254)));
        assert_eq!(mark_of(&frame, 255).unwrap(), (None, &b"kroak"[..]));
        assert_eq!(mark(3).floor(), (1 << 40) + 3 - 300);
    }

    #[test]
    fn what_is_cut_off_is_refused_wherever_it_is() {
        let mut frame = Vec::new();
        put_marked(1, &[mark(1), mark(2)], &mut frame);
        for length in 0..frame.len() {
            assert!(marks(&frame[..length]).is_err(), "{length}");
        }
        let (all, message) = marks(&frame).unwrap();
        assert_eq!((all.count(), message), (2, &[][..]));
        // More receivers than there are entries.
        frame[1] = 3;
        assert!(marks(&frame).is_err());
        frame[1] = 255;
        assert!(marks(&frame).is_err());
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
            let _any = marks(&frame).map(|(all, message)| (all.count(), message.len()));
            if let Some(kind) = frame.first_mut() {
                *kind = 0x7a;
            }
            if let Ok((all, message)) = marks(&frame) {
                let count = usize::from(frame[1]);
                assert_eq!(all.count(), count);
                assert_eq!(
                    message.len(),
                    frame.len() - MARKED_HEAD_BYTES - count * MARK_BYTES
                );
            }
        }
    }

    #[test]
    fn a_probe_has_neither_receivers_nor_message() {
        let mut probe = Vec::new();
        put_marked(0, &[], &mut probe);
        assert!(is_probe(&probe));
        assert!(!is_probe(&probe[..9]));
        probe.push(1);
        assert!(!is_probe(&probe));
    }

    #[test]
    fn runs_begin_anew_with_each_change_of_way() {
        let mut ways = Ways::default();
        let runs = [
            Way::Own,
            Way::Own,
            Way::Group(1),
            Way::Group(1),
            Way::Group(2),
            Way::Own,
        ];
        let runs = runs.map(|way| ways.goes(way));
        assert_eq!(runs, [0, 1, 0, 1, 0, 0]);
    }
}
