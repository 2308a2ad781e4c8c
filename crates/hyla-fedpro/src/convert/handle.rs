//! Handles: four bytes, big-endian, or eight where a federate gives them out by itself; the same that
//! [`hyla_types::ObjectClassHandle::encode`] and its kin write and that the MOM carries.

use bytes::Bytes;
use hyla_fedpro_messages as fp;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet, FederateHandle,
    FederateHandleSet, InteractionClassHandle, InteractionClassHandleSet, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, RegionHandle, RegionHandleSet,
    TransportationTypeHandle,
};

use super::{Field, ToField};

/// How many handles of each kind cost neither a copy nor a count of references.
const READY: usize = 4096;

/// The first numbers, encoded. Nearly all handles but those of instances are among them.
static NUMBERS: [[u8; 4]; READY] = {
    let mut numbers = [[0; 4]; READY];
    let mut number = 0;
    while number < READY {
        numbers[number] = (number as u32).to_be_bytes();
        number += 1;
    }
    numbers
};

/// The bytes of an encoded handle. Allocates for numbers from 4096 on.
fn bytes(encoded: &[u8]) -> Bytes {
    let short: Option<[u8; 4]> = encoded.try_into().ok();
    let number = short.and_then(|short| usize::try_from(u32::from_be_bytes(short)).ok());
    match number.and_then(|number| NUMBERS.get(number)) {
        Some(ready) => Bytes::from_static(ready),
        None => Bytes::copy_from_slice(encoded),
    }
}

macro_rules! handles {
    ($($name:ident,)*) => {$(
        impl Field for fp::$name {
            type Value<'a> = $name;

            /// Taken from the MOM with its count as well; number zero for what is no handle.
            fn value(&self) -> $name {
                $name::decode(&self.data).unwrap_or($name::new(0))
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
                fp::$name { data: bytes(&self.encode()) }
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
    FederateHandle,
    ObjectClassHandle,
    InteractionClassHandle,
    AttributeHandle,
    ParameterHandle,
    DimensionHandle,
    TransportationTypeHandle,
    ObjectInstanceHandle,
    RegionHandle,
    MessageRetractionHandle,
}

/// An absent federate leaves the field out, which clients show as an invalid handle.
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

/// Result of a service with a time: a handle only for a message in time-stamp order.
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
    fn the_standard_transportation_types_are_the_four_bytes_that_java_clients_know() {
        for (raw, known) in [(1, [0, 0, 0, 1]), (2, [0, 0, 0, 2])] {
            let field: fp::TransportationTypeHandle = TransportationTypeHandle::new(raw).field();

            assert_eq!(field.data, known[..]);
        }
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
    fn a_handle_is_understood_whatever_its_length_and_with_the_count_of_the_mom() {
        for data in [
            &[0, 0, 0, 5][..],
            &[0, 0, 0, 0, 0, 0, 0, 5],
            &[0, 0, 0, 4, 0, 0, 0, 5],
            &[0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 5],
        ] {
            let field = fp::FederateHandle {
                data: Bytes::from_static(data),
            };
            assert_eq!(field.value(), FederateHandle::new(5), "{data:?}");
        }
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
