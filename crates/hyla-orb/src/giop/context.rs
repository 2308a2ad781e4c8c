//! Service contexts: data beside a call.

use crate::cdr::{Decoder, Encoder, MarshalError};

/// Kinds of service contexts.
pub mod context_id {
    /// Which code sets this connection uses.
    pub const CODE_SETS: u32 = 1;
    /// Priority of the call, a `short`.
    pub const RT_CORBA_PRIORITY: u32 = 10;
    /// Why a system exception was raised, a `wstring`.
    pub const EXCEPTION_DETAIL: u32 = 14;
}

/// Most service contexts of a message; each costs a step.
const MOST: usize = 256;

/// Service contexts of a message, unread.
#[derive(Clone, Debug)]
pub struct Contexts<'a> {
    from: Decoder<'a>,
    count: usize,
    /// Where they end in the message.
    end: usize,
}

impl<'a> Contexts<'a> {
    /// Skips the list.
    pub(crate) fn read(from: &mut Decoder<'a>) -> Result<Self, MarshalError> {
        let count = from.count(8, 0)?;
        if count > MOST {
            return Err(MarshalError::Header(
                "a message with more than 256 service contexts",
            ));
        }
        let list = from.clone();
        for _ in 0..count {
            from.u32()?;
            from.octets()?;
        }
        let end = from.position();
        Ok(Self {
            from: list,
            count,
            end,
        })
    }

    /// Octets of the message up to the last of them.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Kind and data of each.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &'a [u8])> + use<'a> {
        let mut from = self.from.clone();
        (0..self.count).map_while(move |_| Some((from.u32().ok()?, from.octets().ok()?)))
    }

    /// Data of the first of that kind.
    pub fn find(&self, id: u32) -> Option<&'a [u8]> {
        self.iter()
            .find(|(found, _)| *found == id)
            .map(|(_, data)| data)
    }
}

/// Writes a list.
pub(crate) fn write(contexts: &[(u32, &[u8])], to: &mut Encoder<'_>) {
    to.length(contexts.len());
    for (id, data) in contexts {
        to.u32(*id);
        to.octets(data);
    }
}
