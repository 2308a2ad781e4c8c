//! Reading the parts of a data frame: every length checked.

use hyla_types::{ObjectInstanceHandle, TransportationTypeHandle};

use crate::message::DecodeError;

/// Rest of a frame.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

/// Defect of a frame. Small, so that reading costs little: the text is made
/// when the fault is reported.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// The frame ends too early, inside this field.
    Inside(&'static str),
    /// The frame has a value that no sender writes.
    Says(&'static str),
}

impl From<Fault> for DecodeError {
    #[cold]
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Inside(what) => Self(format!("a data frame ends inside {what}")),
            Fault::Says(what) => Self(what.to_owned()),
        }
    }
}

impl<'a> Reader<'a> {
    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, Fault> {
        let (&first, rest) = self.0.split_first().ok_or(Fault::Inside("its header"))?;
        self.0 = rest;
        Ok(first)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Result<u32, Fault> {
        // Most numbers are small.
        match self.0 {
            [first @ 0..0x80, rest @ ..] => {
                self.0 = rest;
                Ok(u32::from(*first))
            }
            [first, second @ 0..0x80, rest @ ..] => {
                self.0 = rest;
                Ok(u32::from(*first & 0x7f) | u32::from(*second) << 7)
            }
            _ => self.large_number(),
        }
    }

    fn large_number(&mut self) -> Result<u32, Fault> {
        let mut value = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && byte > 0x0f {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Fault::Says("a number in a data frame exceeds 32 bits"))
    }

    #[inline]
    pub(super) fn eight(&mut self) -> Result<[u8; 8], Fault> {
        let (bytes, rest) = self
            .0
            .split_first_chunk()
            .ok_or(Fault::Inside("eight bytes"))?;
        self.0 = rest;
        Ok(*bytes)
    }

    #[inline]
    pub(super) fn object(&mut self) -> Result<ObjectInstanceHandle, Fault> {
        Ok(ObjectInstanceHandle::new(u64::from_le_bytes(self.eight()?)))
    }

    #[inline]
    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Fault> {
        let length = self.number()? as usize;
        let (bytes, rest) = self
            .0
            .split_at_checked(length)
            .ok_or(Fault::Inside("a value"))?;
        self.0 = rest;
        Ok(bytes)
    }

    #[inline]
    pub(super) fn transportation(&mut self) -> Result<TransportationTypeHandle, Fault> {
        self.number().map(TransportationTypeHandle::new)
    }
}
