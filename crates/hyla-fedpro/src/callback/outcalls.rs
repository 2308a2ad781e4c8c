//! Callbacks on their way to the session.

use bytes::BytesMut;
use hyla_fedpro_messages::Written;

use super::Urgency;

/// Memory beyond this is given back once it is empty.
const KEPT: usize = 256 << 10;

/// Callbacks that wait for their session, written one behind the other.
#[derive(Debug, Default)]
pub struct Outcalls {
    bytes: BytesMut,
    /// End of each.
    ends: Vec<(usize, Urgency)>,
}

impl Outcalls {
    /// Writes one behind the others.
    pub fn push(&mut self, callback: &dyn Written, urgency: Urgency) {
        callback.write(&mut self.bytes);
        self.ends.push((self.bytes.len(), urgency));
    }

    /// All of them, in their order, each as the payload of a frame.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Urgency)> {
        let mut from = 0;
        self.ends.iter().map(move |&(end, urgency)| {
            let start = std::mem::replace(&mut from, end);
            (&self.bytes[start..end], urgency)
        })
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Drops all and keeps the memory, unless it has become much.
    pub fn clear(&mut self) {
        self.ends.clear();
        if self.bytes.capacity() > KEPT {
            self.bytes = BytesMut::new();
        }
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callbacks_come_out_as_they_went_in() {
        let mut outcalls = Outcalls::default();
        for (text, urgency) in [
            (&b"one"[..], Urgency::Needed),
            (b"", Urgency::Droppable),
            (b"three", Urgency::Needed),
        ] {
            outcalls.push(&Plain(text), urgency);
        }

        let all: Vec<_> = outcalls.iter().collect();
        assert_eq!(
            all,
            [
                (&b"one"[..], Urgency::Needed),
                (b"", Urgency::Droppable),
                (b"three", Urgency::Needed)
            ]
        );

        outcalls.clear();
        assert!(outcalls.is_empty() && outcalls.iter().next().is_none());
    }

    #[test]
    fn one_long_callback_does_not_keep_its_memory() {
        let mut outcalls = Outcalls::default();
        outcalls.push(&Plain(&[0; 2 * KEPT]), Urgency::Needed);

        outcalls.clear();

        assert!(outcalls.bytes.capacity() <= KEPT);
    }

    struct Plain<'a>(&'a [u8]);

    impl Written for Plain<'_> {
        fn length(&self) -> usize {
            self.0.length()
        }

        fn write(&self, into: &mut BytesMut) {
            self.0.write(into);
        }
    }
}
