//! Handles: numbers by which the services name things (1516.1 clause 10, "handles").
//!
//! A handle is valid only inside the federation execution that gave it out. Every federate of one
//! execution gets the same number for the same thing. Two kinds never mix: each is a type of its own.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Bytes of the longest encoded handle. The kinds that one federate gives out without asking (instances, regions,
/// retractions) have eight bytes, all others four: the Java clients of the Federate Protocol know transportation
/// types only as four bytes. All faces and the MOM use the same bytes.
pub const MAX_ENCODED_LENGTH: usize = 8;

/// The bytes given are not an encoded handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an encoded {kind} has {expected} bytes and a value that fits; got {length} bytes")]
pub struct CouldNotDecodeHandle {
    /// Kind of handle that was asked for.
    pub kind: &'static str,
    /// Length of an encoded handle of this kind.
    pub expected: usize,
    /// Length of the bytes found.
    pub length: usize,
}

/// The number of an encoded handle whose kind has `length` bytes. Eight bytes of a kind of four can begin with a count:
/// a plain number of eight bytes would be too large for the kind if they did.
fn number(bytes: &[u8], length: usize) -> Option<u64> {
    let bare = match bytes {
        [0, 0, 0, 8, rest @ ..] if rest.len() == 8 => rest,
        [0, 0, 0, 4, rest @ ..] if rest.len() == 4 && length == 4 => rest,
        other => other,
    };
    match bare.len() {
        4 => bare
            .try_into()
            .ok()
            .map(|four| u64::from(u32::from_be_bytes(four))),
        8 => bare.try_into().ok().map(u64::from_be_bytes),
        _ => None,
    }
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name($repr);

        impl $name {
            /// The handle with this number.
            #[must_use]
            pub const fn new(raw: $repr) -> Self {
                Self(raw)
            }

            /// Its number.
            #[must_use]
            pub const fn raw(self) -> $repr {
                self.0
            }

            /// Bytes of [`Self::encode`].
            pub const ENCODED_LENGTH: usize = size_of::<$repr>();

            /// The standard's `encode`: a big-endian number, stable within the federation execution.
            #[must_use]
            pub const fn encode(self) -> [u8; Self::ENCODED_LENGTH] {
                self.0.to_be_bytes()
            }

            /// The handle that [`Self::encode`] wrote.
            ///
            /// Accepts the bytes with and without the four-byte count that the MOM puts before them, and numbers of
            /// four or eight bytes for every kind.
            ///
            /// # Errors
            /// [`CouldNotDecodeHandle`] for any other length or a number beyond this kind's range.
            pub fn decode(bytes: &[u8]) -> Result<Self, CouldNotDecodeHandle> {
                let number = number(bytes, Self::ENCODED_LENGTH);
                let number = number.and_then(|number| <$repr>::try_from(number).ok());
                number.map(Self).ok_or(CouldNotDecodeHandle {
                    kind: stringify!($name),
                    expected: Self::ENCODED_LENGTH,
                    length: bytes.len(),
                })
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

handle!(
    /// A joined federate. Never reused within one execution.
    FederateHandle,
    u32
);
handle!(
    /// An object class of the federation's object model.
    ObjectClassHandle,
    u32
);
handle!(
    /// An interaction class of the federation's object model.
    InteractionClassHandle,
    u32
);
handle!(
    /// An attribute: one number in the whole class tree, the same at every subclass.
    AttributeHandle,
    u32
);
handle!(
    /// A parameter: one number in the whole class tree, the same at every subclass.
    ParameterHandle,
    u32
);
handle!(
    /// A dimension.
    DimensionHandle,
    u32
);
handle!(
    /// A transportation type.
    TransportationTypeHandle,
    u32
);
handle!(
    /// An object instance. The upper half is the federate that registered it, so that handles are
    /// given out without asking anybody; zero there marks instances of the RTI.
    ObjectInstanceHandle,
    u64
);
handle!(
    /// A region. The upper half is the federate that created it.
    RegionHandle,
    u64
);
handle!(
    /// A message that may still be retracted. The upper half is the federate that sent it.
    MessageRetractionHandle,
    u64
);

impl ObjectInstanceHandle {
    /// The `index`-th instance registered by `registrant`.
    #[must_use]
    pub const fn of(registrant: FederateHandle, index: u32) -> Self {
        Self(((registrant.raw() as u64) << 32) | index as u64)
    }

    /// The federate that registered the instance.
    #[must_use]
    pub const fn registrant(self) -> FederateHandle {
        FederateHandle::new((self.0 >> 32) as u32)
    }

    /// Position among the registrations of that federate, counted from one.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

impl FederateHandle {
    /// Not a federate: what the RTI itself sends and registers bears this number.
    pub const RTI: Self = Self(0);
}

impl RegionHandle {
    /// The `index`-th region created by `creator`.
    #[must_use]
    pub const fn of(creator: FederateHandle, index: u32) -> Self {
        Self(((creator.raw() as u64) << 32) | index as u64)
    }

    /// The federate that created the region.
    #[must_use]
    pub const fn creator(self) -> FederateHandle {
        FederateHandle::new((self.0 >> 32) as u32)
    }

    /// Position among the regions of that federate, counted from one.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

impl MessageRetractionHandle {
    /// The `serial`-th message in time-stamp order of `sender`.
    #[must_use]
    pub const fn of(sender: FederateHandle, serial: u32) -> Self {
        Self(((sender.raw() as u64) << 32) | serial as u64)
    }

    /// The federate that sent the message.
    #[must_use]
    pub const fn sender(self) -> FederateHandle {
        FederateHandle::new((self.0 >> 32) as u32)
    }

    /// Position among the time-stamped messages of that federate, counted from one; wraps.
    #[must_use]
    pub const fn serial(self) -> u32 {
        self.0 as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_survives_encoding() {
        let handle = ObjectInstanceHandle::of(FederateHandle::new(7), 9);

        assert_eq!(ObjectInstanceHandle::decode(&handle.encode()), Ok(handle));
        assert_eq!(handle.registrant(), FederateHandle::new(7));
        assert_eq!(handle.index(), 9);
    }

    #[test]
    fn handles_have_four_bytes_where_they_fit() {
        assert_eq!(TransportationTypeHandle::new(1).encode(), [0, 0, 0, 1]);
        assert_eq!(TransportationTypeHandle::new(2).encode(), [0, 0, 0, 2]);
        assert_eq!(FederateHandle::new(u32::MAX).encode(), [0xff; 4]);
        let object = ObjectInstanceHandle::of(FederateHandle::new(1), 2);
        assert_eq!(object.encode(), [0, 0, 0, 1, 0, 0, 0, 2]);
    }

    #[test]
    fn a_handle_inside_a_mom_value_decodes_with_its_count() {
        for bytes in [
            &[0, 0, 0, 4, 0, 0, 0, 3][..],
            &[0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 3],
            &[0, 0, 0, 0, 0, 0, 0, 3],
            &[0, 0, 0, 3],
        ] {
            assert_eq!(AttributeHandle::decode(bytes), Ok(AttributeHandle::new(3)));
        }
    }

    #[test]
    fn an_instance_of_the_fourth_federate_is_no_counted_handle() {
        let object = ObjectInstanceHandle::of(FederateHandle::new(4), 3);

        assert_eq!(ObjectInstanceHandle::decode(&object.encode()), Ok(object));
        let counted = [0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 3];
        assert_eq!(ObjectInstanceHandle::decode(&counted), Ok(object));
    }

    #[test]
    fn foreign_bytes_are_refused() {
        assert!(AttributeHandle::decode(&[1, 2, 3]).is_err());
        assert!(AttributeHandle::decode(&[0xff; 8]).is_err());
        assert!(AttributeHandle::decode(&[]).is_err());
    }
}
