//! Handles: eight bytes, big-endian, the same that [`hyla_types::ObjectClassHandle::encode`] and its
//! kin write and that the MOM carries.

use bytes::Bytes;
use hyla_fedpro_messages as fp;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet, FederateHandle,
    FederateHandleSet, InteractionClassHandle, InteractionClassHandleSet, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, RegionHandle, RegionHandleSet,
    TransportationTypeHandle,
};

use super::{Field, ToField};

/// Length of an encoded handle.
pub const LENGTH: usize = hyla_types::handle::ENCODED_LENGTH;

/// How many handles of each kind cost neither a copy nor a count of references.
const READY: usize = 4096;

/// The first numbers, encoded. Nearly all handles but those of instances are among them.
static NUMBERS: [[u8; LENGTH]; READY] = {
    let mut numbers = [[0; LENGTH]; READY];
    let mut number = 0;
    while number < READY {
        numbers[number] = (number as u64).to_be_bytes();
        number += 1;
    }
    numbers
};

/// The bytes of a handle of this number. Allocates only from 4096 on.
#[must_use]
pub fn encoded(number: u64) -> Bytes {
    match usize::try_from(number).ok().and_then(|n| NUMBERS.get(n)) {
        Some(ready) => Bytes::from_static(ready),
        None => Bytes::copy_from_slice(&number.to_be_bytes()),
    }
}

/// The number of a handle. Four bytes are taken as well, and what the MOM puts around the eight; zero
/// for anything else.
#[must_use]
pub fn number(bytes: &[u8]) -> u64 {
    let bare = match bytes {
        [0, 0, 0, 8, rest @ ..] if rest.len() == LENGTH => rest,
        other => other,
    };
    if let Ok(eight) = <[u8; 8]>::try_from(bare) {
        u64::from_be_bytes(eight)
    } else if let Ok(four) = <[u8; 4]>::try_from(bare) {
        u64::from(u32::from_be_bytes(four))
    } else {
        0
    }
}

macro_rules! handles {
    ($($name:ident: $repr:ty,)*) => {$(
        impl Field for fp::$name {
            type Value<'a> = $name;

            fn value(&self) -> $name {
                $name::new(<$repr>::try_from(number(&self.data)).unwrap_or(0))
            }
        }

        impl Field for Option<fp::$name> {
            type Value<'a> = $name;

            fn value(&self) -> $name {
                self.as_ref().map_or($name::new(0), Field::value)
            }
        }

        impl ToField<fp::$name> for $name {
            fn field(self) -> fp::$name {
                #[allow(clippy::useless_conversion, reason = "half of the kinds have 64 bits")]
                fp::$name { data: encoded(u64::from(self.raw())) }
            }
        }

        impl ToField<Option<fp::$name>> for $name {
            fn field(self) -> Option<fp::$name> {
                Some(self.field())
            }
        }
    )*};
}

handles! {
    FederateHandle: u32,
    ObjectClassHandle: u32,
    InteractionClassHandle: u32,
    AttributeHandle: u32,
    ParameterHandle: u32,
    DimensionHandle: u32,
    TransportationTypeHandle: u32,
    ObjectInstanceHandle: u64,
    RegionHandle: u64,
    MessageRetractionHandle: u64,
}

/// Nobody: the field is left out, which clients show as an invalid handle.
impl ToField<Option<fp::FederateHandle>> for Option<FederateHandle> {
    fn field(self) -> Option<fp::FederateHandle> {
        self.map(ToField::field)
    }
}

impl ToField<Option<fp::MessageRetractionHandle>> for Option<MessageRetractionHandle> {
    fn field(self) -> Option<fp::MessageRetractionHandle> {
        self.map(ToField::field)
    }
}

/// What a service with a time returns: a handle only for a message in time-stamp order.
impl ToField<Option<fp::MessageRetractionReturn>> for Option<MessageRetractionHandle> {
    fn field(self) -> Option<fp::MessageRetractionReturn> {
        Some(fp::MessageRetractionReturn {
            retraction_handle_is_valid: self.is_some(),
            message_retraction_handle: self.field(),
        })
    }
}

macro_rules! sets {
    ($($name:ident { $member:ident },)*) => {$(
        impl Field for fp::$name {
            type Value<'a> = $name;

            fn value(&self) -> $name {
                self.$member.iter().map(Field::value).collect()
            }
        }

        impl Field for Option<fp::$name> {
            type Value<'a> = $name;

            fn value(&self) -> $name {
                self.as_ref().map_or_else($name::new, Field::value)
            }
        }

        impl ToField<Option<fp::$name>> for &$name {
            fn field(self) -> Option<fp::$name> {
                Some(fp::$name { $member: self.iter().map(ToField::field).collect() })
            }
        }

        impl ToField<Option<fp::$name>> for $name {
            fn field(self) -> Option<fp::$name> {
                (&self).field()
            }
        }
    )*};
}

sets! {
    FederateHandleSet { federate_handle },
    AttributeHandleSet { attribute_handle },
    InteractionClassHandleSet { interaction_class_handle },
    DimensionHandleSet { dimension_handle },
    RegionHandleSet { region_handle },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_has_the_bytes_that_its_encode_writes() {
        for raw in [1, 2, 4095, 4096, u32::MAX] {
            let handle = AttributeHandle::new(raw);
            let field: fp::AttributeHandle = handle.field();

            assert_eq!(field.data, handle.encode()[..]);
            assert_eq!(field.value(), handle);
        }
        let object = ObjectInstanceHandle::of(FederateHandle::new(3), 7);
        let field: fp::ObjectInstanceHandle = object.field();
        assert_eq!(field.data, object.encode()[..]);
        assert_eq!(field.value(), object);
    }

    #[test]
    fn what_is_no_handle_reads_as_the_one_that_nothing_bears() {
        let with = |data: &'static [u8]| fp::ObjectClassHandle {
            data: Bytes::from_static(data),
        };
        for data in [&[][..], &[1], &[1, 2, 3], &[1; 9], &[1; 8], &[0; 8]] {
            assert_eq!(with(data).value(), ObjectClassHandle::new(0), "{data:?}");
        }
        assert_eq!(None::<fp::RegionHandle>.value(), RegionHandle::new(0));
    }

    #[test]
    fn a_handle_out_of_a_value_of_the_mom_is_understood_as_it_stands() {
        assert_eq!(number(&[0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 5]), 5);
        assert_eq!(number(&[0, 0, 0, 6]), 6);
    }

    #[test]
    fn a_set_has_each_handle_once() {
        let field = fp::FederateHandleSet {
            federate_handle: [3, 1, 3].map(|n| FederateHandle::new(n).field()).to_vec(),
        };

        assert_eq!(field.value().len(), 2);
        assert!(None::<fp::FederateHandleSet>.value().is_empty());
    }
}
