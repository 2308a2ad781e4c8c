//! Frames in buffers and on the wires of Hyla: `u32` little-endian length, then the bytes.

use crate::CloseReason;
use crate::framing::{Frames, Framing};

/// Bytes of the length.
pub(crate) const HEADER_BYTES: usize = 4;

/// A frame of length zero, never delivered.
pub(crate) const HEARTBEAT: [u8; HEADER_BYTES] = [0; HEADER_BYTES];

/// The framing between endpoints of Hyla.
#[derive(Debug)]
pub(crate) struct HylaFraming;

impl Framing for HylaFraming {
    #[inline]
    fn header_bytes(&self) -> usize {
        HEADER_BYTES
    }

    #[inline]
    fn body_bytes(&self, header: &[u8]) -> Option<usize> {
        let length = header.first_chunk::<HEADER_BYTES>()?;
        Some(u32::from_le_bytes(*length) as usize)
    }

    #[inline]
    fn set_body_bytes(&self, header: &mut [u8], body: u32) {
        header.copy_from_slice(&body.to_le_bytes());
    }

    fn heartbeat(&self) -> &[u8] {
        &HEARTBEAT
    }
}

/// Appends one frame written by `write`; gives its length, 0 if nothing was written (then nothing
/// is appended). If `write` panics or the frame is rejected, `into` is unchanged.
#[inline]
pub(crate) fn append(
    into: &mut Vec<u8>,
    limit: usize,
    write: impl FnOnce(&mut Vec<u8>),
) -> Result<usize, CloseReason> {
    Frames::Hyla.append(into, limit, 0, write)
}

/// Splits the first complete frame off `bytes`; `None` if it is incomplete. Only for bytes of this
/// process; bytes of a peer go through the decoder.
pub(crate) fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<HEADER_BYTES>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_apart_as_they_were_written() {
        let mut buffer = Vec::new();
        append(&mut buffer, 10, |to| to.extend_from_slice(b"one")).unwrap();
        append(&mut buffer, 10, |to| to.push(b'2')).unwrap();

        let (first, rest) = split(&buffer).unwrap();
        let (second, rest) = split(rest).unwrap();
        assert_eq!((first, second, rest), (&b"one"[..], &b"2"[..], &b""[..]));
    }

    #[test]
    fn a_frame_beyond_the_limit_or_with_nothing_in_it_leaves_no_trace() {
        let mut buffer = b"before".to_vec();

        let refused = append(&mut buffer, 3, |to| to.extend_from_slice(b"four"));
        assert_eq!(
            refused,
            Err(CloseReason::FrameTooLarge {
                length: 4,
                limit: 3
            })
        );
        assert_eq!(append(&mut buffer, 3, |_| ()), Ok(0));
        assert_eq!(buffer, b"before");
    }

    #[test]
    fn a_writer_that_panics_leaves_no_trace() {
        let mut buffer = b"before".to_vec();

        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            append(&mut buffer, 10, |to| {
                to.push(1);
                panic!("writer");
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(buffer, b"before");
    }

    #[test]
    fn a_writer_that_removes_earlier_bytes_is_refused() {
        let mut buffer = b"before".to_vec();

        assert_eq!(
            append(&mut buffer, 10, Vec::clear),
            Err(CloseReason::BrokenFrame)
        );
    }
}
