//! Splits texts into parts, and joins them.

use std::collections::BTreeMap;

/// Most bytes of UTF-8 in one part: small compared with `channel.max_frame_bytes`.
const PART_BYTES: usize = 64 * 1024;

/// Most parts of a message: 256 MiB.
const MOST_PARTS: u32 = 4096;

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    /// Number of the message, by sender.
    pub(super) message: u32,
    /// Number of the part.
    pub(super) part: u32,
    /// Number of parts.
    pub(super) parts: u32,
    /// Its text.
    pub(super) text: &'a str,
}

/// The parts of `text`, at least one, cut between characters.
pub(super) fn cut(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > PART_BYTES {
        let mut at = PART_BYTES;
        while !rest.is_char_boundary(at) {
            at -= 1;
        }
        let (part, left) = rest.split_at(at);
        parts.push(part);
        rest = left;
    }
    parts.push(rest);
    parts
}

/// Incomplete messages.
#[derive(Debug, Default)]
pub(super) struct Parts {
    by_message: BTreeMap<(String, u32), BTreeMap<u32, String>>,
}

impl Parts {
    /// Adds a part from a sender; gives the whole text after its last part.
    ///
    /// # Errors
    /// A part beyond the number of parts, or too many parts.
    pub(super) fn take(&mut self, from: &str, part: &Part<'_>) -> Result<Option<String>, String> {
        if part.parts == 0 || part.parts > MOST_PARTS || part.part >= part.parts {
            return Err(format!(
                "part {} of {} of a message of {from} cannot be",
                part.part, part.parts
            ));
        }
        if part.parts == 1 {
            return Ok(Some(part.text.to_owned()));
        }
        let key = (from.to_owned(), part.message);
        let gathered = self.by_message.entry(key.clone()).or_default();
        gathered.insert(part.part, part.text.to_owned());
        if gathered.len() < part.parts as usize {
            return Ok(None);
        }
        let whole = self.by_message.remove(&key).unwrap_or_default();
        Ok(Some(whole.into_values().collect()))
    }

    /// Discards incomplete messages of a lost federate.
    pub(super) fn forget(&mut self, from: &str) {
        self.by_message.retain(|(sender, _), _| sender != from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_survives_its_way_in_parts_whatever_their_order() {
        let text = "ä€x".repeat(50_000);
        let pieces = cut(&text);
        assert!(pieces.len() > 1);

        let mut parts = Parts::default();
        let mut whole = None;
        for (number, piece) in pieces.iter().enumerate().rev() {
            assert_eq!(whole, None);
            let part = Part {
                message: 7,
                part: number as u32,
                parts: pieces.len() as u32,
                text: piece,
            };
            whole = parts.take("north", &part).unwrap();
        }

        assert_eq!(whole.as_deref(), Some(text.as_str()));
        assert!(parts.by_message.is_empty());
    }

    #[test]
    fn a_part_that_cannot_be_is_refused_with_its_sender() {
        let mut parts = Parts::default();
        for (part, count) in [(1, 1), (0, 0), (0, u32::MAX)] {
            let part = Part {
                message: 0,
                part,
                parts: count,
                text: "",
            };
            assert!(parts.take("south", &part).unwrap_err().contains("south"));
        }
    }

    #[test]
    fn what_a_lost_federate_began_to_say_is_forgotten() {
        let mut parts = Parts::default();
        let part = Part {
            message: 0,
            part: 0,
            parts: 2,
            text: "half",
        };
        parts.take("south", &part).unwrap();

        parts.forget("south");

        assert!(parts.by_message.is_empty());
    }
}
