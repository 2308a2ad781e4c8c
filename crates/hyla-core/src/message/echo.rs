//! Probes of a channel: who receives a question returns it at once.

use super::frame::{DecodeError, ECHO};
use crate::latency::HostReading;

/// A probe of the latency of a channel: a question, or its answer.
///
/// ```text
///  0      1      2         10       18
/// +------+------+---------+--------+----------------------------------------------------+
/// | 0x7b | kind | channel | stamp  | kind 2: zeros; kind 3: reading of a host, zeros    |
/// +------+------+---------+--------+----------------------------------------------------+
/// ```
///
/// Kind 0 is a question and 1 its answer, both of 18 bytes. Kind 2 is a question as long as the messages whose latency is
/// asked for, and 3 its answer of the same length, with what the answering host read when the question arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Echo {
    /// Whether it is an answer.
    pub is_answer: bool,
    /// The channel, as a number of the asking member.
    pub channel: u64,
    /// When it was sent, by the clock of the asking member.
    pub stamp: u64,
    /// Length of the frame; `None` for the short kinds.
    pub bytes: Option<usize>,
    /// Readings of the answering host; in long answers.
    pub reading: Option<HostReading>,
}

impl Echo {
    const SHORT: usize = 18;
    /// Length of the shortest long kind.
    pub const LEAST_LONG: usize = Self::SHORT + HostReading::BYTES;

    /// A short question.
    #[must_use]
    pub fn short(channel: u64, stamp: u64) -> Self {
        Self {
            is_answer: false,
            channel,
            stamp,
            bytes: None,
            reading: None,
        }
    }

    /// A question of that length in bytes, or of [`Self::LEAST_LONG`] if that is more.
    #[must_use]
    pub fn long(channel: u64, stamp: u64, bytes: usize) -> Self {
        Self {
            bytes: Some(bytes.max(Self::LEAST_LONG)),
            ..Self::short(channel, stamp)
        }
    }

    /// The answer to this question; `reading` is called for long ones.
    #[must_use]
    pub fn answered(self, reading: impl FnOnce() -> HostReading) -> Self {
        Self {
            is_answer: true,
            reading: self.bytes.map(|_| reading()),
            ..self
        }
    }

    /// Appends it as a frame.
    pub fn put(self, out: &mut Vec<u8>) {
        let start = out.len();
        let kind = u8::from(self.is_answer) + if self.bytes.is_some() { 2 } else { 0 };
        out.extend_from_slice(&[ECHO, kind]);
        out.extend_from_slice(&self.channel.to_le_bytes());
        out.extend_from_slice(&self.stamp.to_le_bytes());
        if let Some(bytes) = self.bytes {
            if let Some(reading) = self.reading {
                reading.put(out);
            }
            out.resize(start + bytes.max(Self::LEAST_LONG), 0);
        }
    }

    /// Whether a frame is one. Cost: one byte is checked.
    #[must_use]
    pub fn is(frame: &[u8]) -> bool {
        frame.first() == Some(&ECHO)
    }

    /// Reads such a frame.
    ///
    /// # Errors
    /// [`DecodeError`] if it is none.
    pub fn read(frame: &[u8]) -> Result<Self, DecodeError> {
        let bad = || DecodeError("not an echo".into());
        let (head, rest) = frame
            .split_first_chunk::<{ Self::SHORT }>()
            .ok_or_else(bad)?;
        let [ECHO, kind @ 0..=3, numbers @ ..] = head else {
            return Err(bad());
        };
        let is_long = *kind >= 2;
        if (is_long && frame.len() < Self::LEAST_LONG) || (!is_long && !rest.is_empty()) {
            return Err(bad());
        }
        let (channel, stamp) = numbers.split_first_chunk().ok_or_else(bad)?;
        let stamp = stamp.first_chunk().ok_or_else(bad)?;
        let is_answer = kind & 1 == 1;
        Ok(Self {
            is_answer,
            channel: u64::from_le_bytes(*channel),
            stamp: u64::from_le_bytes(*stamp),
            bytes: is_long.then_some(frame.len()),
            reading: match is_long && is_answer {
                true => Some(HostReading::read(rest).ok_or_else(bad)?),
                false => None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading() -> HostReading {
        HostReading {
            clock: 7,
            monotonic_ns: 8,
            over_monotonic_ns: -9,
            error_ns: Some(10),
            load: Some(0.25),
            port: Some((0.5, 1e9)),
        }
    }

    #[test]
    fn an_echo_is_read_as_it_was_put() {
        let short = Echo::short(1, 2);
        let long = Echo::long(3, 4, 500);
        for echo in [
            short,
            short.answered(reading),
            long,
            long.answered(reading),
            Echo::long(5, 6, 0),
            long.answered(HostReading::default),
        ] {
            let mut frame = vec![0; 3];
            echo.put(&mut frame);

            assert_eq!(Echo::read(&frame[3..]), Ok(echo));
            assert_eq!(frame.len() - 3, echo.bytes.unwrap_or(18));
        }
    }

    #[test]
    fn frames_of_another_length_or_kind_are_refused() {
        let mut frame = Vec::new();
        Echo::long(1, 2, 0).put(&mut frame);

        for cut in 0..frame.len() {
            assert!(Echo::read(&frame[..cut]).is_err(), "{cut}");
        }
        frame[1] = 1;
        assert!(Echo::read(&frame).is_err(), "a short one with a tail");
        frame[1] = 4;
        assert!(Echo::read(&frame).is_err(), "an unknown kind");
    }
}
