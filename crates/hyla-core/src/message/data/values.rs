//! Parts of data frames that are read in place.

use hyla_types::{AttributeHandle, AttributeHandleSet};

use super::reader::{Fault, Reader};

/// An encoded logical time, in the federation's implementation.
pub type EncodedTime = [u8; 8];

/// Handles and values of a frame, read in place and checked when the frame was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values<'a>(&'a [u8]);

/// Handles of a frame, read in place and checked when the frame was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<'a>(&'a [u8]);

impl<'a> Iterator for Values<'a> {
    type Item = (u32, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let mut reader = Reader(self.0);
        let handle = reader.number().ok()?;
        let value = reader.bytes().ok()?;
        self.0 = reader.0;
        Some((handle, value))
    }
}

impl Iterator for Set<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let mut reader = Reader(self.0);
        let handle = reader.number().ok()?;
        self.0 = reader.0;
        Some(handle)
    }
}

impl Set<'_> {
    /// The handles as attributes.
    #[must_use]
    pub fn attributes(self) -> AttributeHandleSet {
        self.map(AttributeHandle::new).collect()
    }
}

impl<'a> Reader<'a> {
    /// The rest of the frame as values, every length checked.
    #[inline]
    pub(super) fn values(&mut self) -> Result<Values<'a>, Fault> {
        let count = self.number()?;
        let values = Values(self.0);
        for _ in 0..count {
            self.number()?;
            self.bytes()?;
        }
        Ok(values)
    }

    pub(super) fn set(&mut self) -> Result<Set<'a>, Fault> {
        let count = self.number()?;
        let start = self.0;
        for _ in 0..count {
            self.number()?;
        }
        Ok(Set(&start[..start.len() - self.0.len()]))
    }
}
