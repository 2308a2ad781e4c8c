//! Data that passes through the RTI's host: what a member sends in one call goes there in one frame.
//!
//! ```text
//! 0x79 (length:4 data frame  receivers:2 (federate:4)*)*        numbers little endian
//! ```
//!
//! The RTI passes the whole of it on before frames of other members: where all data is relayed, all members get the
//! messages of all in the same order.

use hyla_types::FederateHandle;

use super::frame::RELAYED_TOGETHER;
use super::{DecodeError, FrameKind, kind_of};

/// Frames relayed by one call, until they are sent. The same frame to several members is stored once.
#[derive(Debug, Default)]
pub struct RelayBatch {
    bytes: Vec<u8>,
    /// Start of the last entry, and its number of receivers.
    last: Option<(usize, usize)>,
    /// Whether its receivers are in the order of their handles.
    in_order: bool,
}

impl RelayBatch {
    /// Whether nothing waits.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Length of the frame.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a data frame to a member.
    pub fn add(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        if self.bytes.is_empty() {
            self.bytes.push(RELAYED_TOGETHER);
        }
        let entry = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        write(&mut self.bytes);
        let end = self.bytes.len();
        let length = (end - entry - 4) as u32;
        self.bytes[entry..entry + 4].copy_from_slice(&length.to_le_bytes());
        let same = self.last.filter(|(last, count)| {
            let known = &self.bytes[*last..*count];
            known == &self.bytes[entry..end] && self.takes(*count, to, entry)
        });
        let count_at = match same {
            Some((_, count)) if usize::from(self.count(count)) < MOST_MEMBERS => {
                self.bytes.truncate(entry);
                let (_, last) = self.bytes.split_last_chunk::<4>().unwrap_or((&[], &[0; 4]));
                self.in_order &= u32::from_le_bytes(*last) < to.raw();
                count
            }
            _ => {
                (self.last, self.in_order) = (Some((entry, end)), true);
                self.bytes.extend_from_slice(&[0; 2]);
                end
            }
        };
        let count = self.count(count_at) + 1;
        self.bytes[count_at..count_at + 2].copy_from_slice(&count.to_le_bytes());
        self.bytes.extend_from_slice(&to.raw().to_le_bytes());
    }

    /// Whether a member can be added to the receivers of the last entry, which end at `end`: each is there once.
    fn takes(&self, count: usize, to: FederateHandle, end: usize) -> bool {
        let (receivers, _) = self.bytes[count + 2..end].as_chunks::<4>();
        let handle = |raw: &[u8; 4]| u32::from_le_bytes(*raw);
        // Nearly always they come in order.
        (self.in_order && receivers.last().is_none_or(|last| handle(last) < to.raw()))
            || receivers.iter().all(|raw| handle(raw) != to.raw())
    }

    fn count(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// The frame; the batch keeps its room.
    pub fn take(&mut self, append: impl FnOnce(&[u8])) {
        append(&self.bytes);
        self.bytes.clear();
        self.last = None;
    }
}

/// Most members of a federation.
pub const MOST_MEMBERS: usize = 4096;

/// The data frames of a batch, each with its receivers.
///
/// # Errors
/// [`DecodeError`] if it is none, an entry is shorter than it says, or has a receiver twice, or more receivers than a federation has
/// members. Some of them may have left meanwhile.
pub fn relayed_together(
    frame: &[u8],
) -> Result<Vec<(&[u8], impl Iterator<Item = FederateHandle> + '_)>, DecodeError> {
    let bad = || DecodeError("a batch of relayed frames that is not whole".into());
    let Some((&RELAYED_TOGETHER, mut rest)) = frame.split_first() else {
        return Err(bad());
    };
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<4>().ok_or_else(bad)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (inner, after) = after.split_at_checked(length).ok_or_else(bad)?;
        if !matches!(
            kind_of(inner),
            Ok(FrameKind::Data | FrameKind::Link | FrameKind::Echo)
        ) {
            return Err(bad());
        }
        let (count, after) = after.split_first_chunk::<2>().ok_or_else(bad)?;
        let count = usize::from(u16::from_le_bytes(*count));
        let (receivers, after) = after.split_at_checked(4 * count).ok_or_else(bad)?;
        let (receivers, _) = receivers.as_chunks::<4>();
        if count > MOST_MEMBERS || !are_distinct(receivers) {
            return Err(DecodeError(format!(
                "a frame for {count} receivers, at most {MOST_MEMBERS} are possible, or for one of them twice"
            )));
        }
        let handles = receivers
            .iter()
            .map(|raw| FederateHandle::new(u32::from_le_bytes(*raw)));
        entries.push((inner, handles));
        rest = after;
    }
    Ok(entries)
}

/// One frame must not cost many times its bytes.
fn are_distinct(receivers: &[[u8; 4]]) -> bool {
    let handle = |raw: &[u8; 4]| u32::from_le_bytes(*raw);
    // Nearly always they come in order.
    if receivers.is_sorted_by(|one, next| handle(one) < handle(next)) {
        return true;
    }
    let mut sorted = receivers.to_vec();
    sorted.sort_unstable();
    sorted.is_sorted_by(|one, next| one < next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn federate(raw: u32) -> FederateHandle {
        FederateHandle::new(raw)
    }

    fn batch(of: &[(u32, &[u8])]) -> Vec<u8> {
        let mut batch = RelayBatch::default();
        for (to, frame) in of {
            batch.add(federate(*to), &mut |out| out.extend_from_slice(frame));
        }
        let mut bytes = Vec::new();
        batch.take(|taken| bytes.extend_from_slice(taken));
        assert!(batch.is_empty());
        bytes
    }

    fn read(frame: &[u8]) -> Vec<(Vec<u8>, Vec<u32>)> {
        let entries = relayed_together(frame).unwrap().into_iter();
        entries
            .map(|(inner, to)| (inner.to_vec(), to.map(FederateHandle::raw).collect()))
            .collect()
    }

    #[test]
    fn the_same_frame_to_several_takes_its_bytes_once() {
        let frame = batch(&[
            (1, b"\x01kroak"),
            (2, b"\x01kroak"),
            (3, b"\x02quak"),
            (1, b"\x02quak"),
        ]);

        assert_eq!(
            read(&frame),
            [
                (b"\x01kroak".to_vec(), vec![1, 2]),
                (b"\x02quak".to_vec(), vec![3, 1])
            ]
        );
        assert_eq!(frame.len(), 1 + (4 + 6 + 2 + 8) + (4 + 5 + 2 + 8));
    }

    #[test]
    fn frames_keep_their_order() {
        let frame = batch(&[(1, b"\x01"), (1, b"\x02"), (2, b"\x01"), (2, b"\x02")]);

        let inner: Vec<_> = read(&frame).into_iter().map(|(inner, _)| inner).collect();
        assert_eq!(inner, [b"\x01", b"\x02", b"\x01", b"\x02"]);
    }

    #[test]
    fn a_frame_has_each_member_as_a_receiver_once_at_most() {
        let frame = batch(&[(1, b"\x01"), (3, b"\x01"), (2, b"\x01"), (1, b"\x01")]);
        let receivers: Vec<_> = read(&frame).into_iter().map(|(_, to)| to).collect();
        assert_eq!(receivers, [vec![1, 3, 2], vec![1]]);

        let mut twice = batch(&[(1, b"\x01"), (2, b"\x01")]);
        assert!(relayed_together(&twice).is_ok());
        let last = twice.len() - 4;
        twice[last] = 1;
        assert!(relayed_together(&twice).is_err());

        let receivers = |count: usize| -> Vec<(u32, &[u8])> {
            (1..=count as u32).map(|to| (to, &b"\x01"[..])).collect()
        };
        let of_all = batch(&receivers(MOST_MEMBERS));
        assert_eq!(relayed_together(&of_all).unwrap().len(), 1);
        let of_more = batch(&receivers(MOST_MEMBERS + 1));
        assert_eq!(relayed_together(&of_more).unwrap().len(), 2);
        let count = 1 + 4 + 1;
        let mut forged = of_all[..count].to_vec();
        forged.extend_from_slice(&(MOST_MEMBERS as u16 + 1).to_le_bytes());
        (1..=MOST_MEMBERS as u32 + 1).for_each(|to| forged.extend_from_slice(&to.to_le_bytes()));
        assert!(relayed_together(&forged).is_err());
    }

    #[test]
    fn in_whichever_order_receivers_come_each_is_in_an_entry_once() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..2_000 {
            let to: Vec<_> = (0..random.u32(1..9)).map(|_| random.u32(1..5)).collect();
            let of: Vec<_> = to.iter().map(|to| (*to, &b"\x01"[..])).collect();
            let entries = read(&batch(&of));
            let back: Vec<_> = entries.into_iter().flat_map(|(_, to)| to).collect();
            assert_eq!(back, to);
        }
    }

    #[test]
    fn what_is_cut_off_is_refused_or_a_whole_beginning() {
        let frame = batch(&[(1, b"\x01kroak"), (2, b"\x02quak")]);

        let whole = [1, 1 + 4 + 6 + 2 + 4, frame.len()];
        for length in 0..=frame.len() {
            let taken = relayed_together(&frame[..length]).is_ok();
            assert_eq!(taken, whole.contains(&length), "{length} bytes");
        }
    }
}
