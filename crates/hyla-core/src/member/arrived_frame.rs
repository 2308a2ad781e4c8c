//! Frames as they arrive, and as they wait.

use std::ops::Deref;

use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A data frame of another member, and how to keep it without a copy, if it is a long one for which that is possible.
#[derive(Clone, Copy, Debug)]
pub struct ArrivedFrame<'a> {
    bytes: &'a [u8],
    kept: Option<&'a Bytes>,
}

impl<'a> ArrivedFrame<'a> {
    /// The frame with these bytes. `kept` is the same frame, or another one, which does not matter then.
    #[must_use]
    pub fn new(bytes: &'a [u8], kept: Option<&'a Bytes>) -> Self {
        Self {
            bytes,
            kept: kept.filter(|kept| std::ptr::eq(&kept[..], bytes)),
        }
    }

    /// Its bytes.
    #[inline]
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Itself, to be kept.
    #[inline]
    pub(crate) fn kept(self) -> Option<&'a Bytes> {
        self.kept
    }
}

impl<'a> From<&'a [u8]> for ArrivedFrame<'a> {
    #[inline]
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes, kept: None }
    }
}

impl<'a> From<&'a Vec<u8>> for ArrivedFrame<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::from(&bytes[..])
    }
}

impl<'a> From<&'a Bytes> for ArrivedFrame<'a> {
    fn from(kept: &'a Bytes) -> Self {
        Self::new(kept, Some(kept))
    }
}

/// A frame that waits, in a buffer that is used again or as it arrived. Saved, it is its bytes.
#[derive(Clone, Debug)]
pub(crate) enum WaitingFrame {
    Copied(Vec<u8>),
    Kept(Bytes),
}

impl WaitingFrame {
    /// Itself, as it arrived.
    pub(crate) fn arrived(&self) -> ArrivedFrame<'_> {
        match self {
            Self::Copied(bytes) => bytes.into(),
            Self::Kept(bytes) => bytes.into(),
        }
    }
}

impl Deref for WaitingFrame {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Copied(bytes) => bytes,
            Self::Kept(bytes) => bytes,
        }
    }
}

impl PartialEq for WaitingFrame {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for WaitingFrame {}

impl Serialize for WaitingFrame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self[..].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WaitingFrame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::Copied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_frame_itself_is_kept() {
        let frame = Bytes::from_static(b"a frame");
        assert!(ArrivedFrame::new(&frame, Some(&frame)).kept().is_some());
        assert!(
            ArrivedFrame::new(&frame[2..], Some(&frame))
                .kept()
                .is_none()
        );
        assert!(
            ArrivedFrame::new(b"a frame".to_vec().as_slice(), Some(&frame))
                .kept()
                .is_none()
        );
    }

    #[test]
    fn a_saved_frame_is_its_bytes_however_it_waits() {
        let bytes = b"a frame".to_vec();
        let saved = postcard::to_allocvec(&bytes).unwrap();
        for waits in [
            WaitingFrame::Copied(bytes.clone()),
            WaitingFrame::Kept(bytes.into()),
        ] {
            assert_eq!(postcard::to_allocvec(&waits).unwrap(), saved);
            assert_eq!(postcard::from_bytes::<WaitingFrame>(&saved).unwrap(), waits);
        }
    }
}
