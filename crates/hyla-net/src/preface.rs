//! The greeting that opens a TCP channel, sent by both sides before any frame. The side that is called waits for the caller's:
//! a caller of another protocol gets an answer of its own instead.
//!
//! ```text
//!  0       4         5         6         8
//!  | HYLA  | version | chained | 0    0  |
//! ```

/// Length in bytes.
pub(crate) const PREFACE_BYTES: usize = 8;

/// What this version sends and expects.
pub(crate) const PREFACE: [u8; PREFACE_BYTES] = *b"HYLA\x01\0\0\0";

/// The same of a caller whose next frame says which chain of protocol modules the channel has.
pub(crate) const CHAINED_PREFACE: [u8; PREFACE_BYTES] = *b"HYLA\x01\x01\0\0";

/// Gathers the peer's greeting, however it is split.
#[derive(Debug, Default)]
pub(crate) struct Greeting {
    found: [u8; PREFACE_BYTES],
    length: usize,
}

/// How far the peer's greeting is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Greeted<'a> {
    /// More has to arrive.
    NotYet,
    /// Right; these bytes followed it.
    Right(&'a [u8]),
    /// Right, and a chain will be told; these bytes followed it.
    Chained(&'a [u8]),
    /// This came instead (zeros where nothing has arrived).
    Wrong([u8; PREFACE_BYTES]),
}

impl Greeting {
    /// Takes what arrived. Wrong bytes are told at once, not when eight are there.
    pub(crate) fn take<'a>(&mut self, bytes: &'a [u8]) -> Greeted<'a> {
        let (head, rest) = bytes.split_at(bytes.len().min(PREFACE_BYTES - self.length));
        self.found[self.length..][..head.len()].copy_from_slice(head);
        self.length += head.len();
        let found = &self.found[..self.length];
        if !PREFACE.starts_with(found) && !CHAINED_PREFACE.starts_with(found) {
            return Greeted::Wrong(self.found);
        }
        match self.found {
            _ if self.length < PREFACE_BYTES => Greeted::NotYet,
            PREFACE => Greeted::Right(rest),
            CHAINED_PREFACE => Greeted::Chained(rest),
            _ => Greeted::NotYet,
        }
    }

    /// How many bytes of it are there.
    pub(crate) fn arrived(&self) -> usize {
        self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greeting_may_come_byte_by_byte() {
        let mut greeting = Greeting::default();
        for byte in &PREFACE[..7] {
            assert_eq!(greeting.take(&[*byte]), Greeted::NotYet);
        }

        assert_eq!(greeting.take(b"\0rest"), Greeted::Right(b"rest"));
    }

    #[test]
    fn a_greeting_may_say_that_a_chain_follows() {
        let mut greeting = Greeting::default();
        assert_eq!(greeting.take(b"HYLA\x01"), Greeted::NotYet);

        assert_eq!(greeting.take(b"\x01\0\0rest"), Greeted::Chained(b"rest"));
    }

    #[test]
    fn a_wrong_greeting_is_shown_as_found() {
        let mut greeting = Greeting::default();

        assert_eq!(greeting.take(b"GET / HTTP"), Greeted::Wrong(*b"GET / HT"));
    }
}
