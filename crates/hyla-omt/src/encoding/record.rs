//! `HLAfixedRecord`: fields in order, each at its octet boundary.

use super::{Decode, DecodeError, Decoder, Encode, Encoder, Layout};

/// The largest of `boundaries`; 1 when there is none. For implementations of [`Layout`].
#[must_use]
pub const fn largest_boundary(boundaries: &[usize]) -> usize {
    let mut largest = 1;
    let mut i = 0;
    while i < boundaries.len() {
        if boundaries[i] > largest {
            largest = boundaries[i];
        }
        i += 1;
    }
    largest
}

/// The sum of `lengths`. For implementations of [`Layout`].
#[must_use]
pub const fn sum_of_lengths(lengths: &[usize]) -> usize {
    let mut sum = 0_usize;
    let mut i = 0;
    while i < lengths.len() {
        sum = sum.saturating_add(lengths[i]);
        i += 1;
    }
    sum
}

/// Declares a struct that is encoded as an `HLAfixedRecord` with these fields in this order.
///
/// Fields may borrow from the encoded bytes when the struct has one lifetime.
///
/// ```
/// use hyla_omt::encoding::{decode, encode};
///
/// hyla_omt::fixed_record! {
///     /// A labelled number.
///     #[derive(Debug, PartialEq)]
///     pub struct Labelled<'a> {
///         /// Its label, not copied when decoded.
///         pub label: &'a [u8],
///         /// The number.
///         pub number: i32,
///     }
/// }
///
/// let bytes = encode(&Labelled { label: b"x", number: 5 });
/// assert_eq!(bytes, [0, 0, 0, 1, b'x', 0, 0, 0, 0, 0, 0, 5]);
/// assert_eq!(decode::<Labelled>(&bytes)?.label, b"x");
/// # Ok::<(), hyla_omt::encoding::DecodeError>(())
/// ```
#[macro_export]
macro_rules! fixed_record {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name { $( $(#[$field_meta])* $field_vis $field: $type ),* }
        $crate::fixed_record!(@layout [] $name, $($type),*);
        $crate::fixed_record!(@encode [] $name, $($field),*);
        $crate::fixed_record!(@decode ['de] [] $name, $($field),*);
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident<$life:lifetime> {
            $( $(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name<$life> { $( $(#[$field_meta])* $field_vis $field: $type ),* }
        $crate::fixed_record!(@layout [$life] $name, $($type),*);
        $crate::fixed_record!(@encode [$life] $name, $($field),*);
        $crate::fixed_record!(@decode [$life] [$life] $name, $($field),*);
    };
    (@layout [$($life:lifetime)?] $name:ident, $($type:ty),*) => {
        impl $(<$life>)? $crate::encoding::Layout for $name $(<$life>)? {
            const OCTET_BOUNDARY: usize = $crate::encoding::largest_boundary(
                &[$(<$type as $crate::encoding::Layout>::OCTET_BOUNDARY),*],
            );
            const MIN_LENGTH: usize = $crate::encoding::sum_of_lengths(
                &[$(<$type as $crate::encoding::Layout>::MIN_LENGTH),*],
            );
        }
    };
    (@encode [$($life:lifetime)?] $name:ident, $($field:ident),*) => {
        impl $(<$life>)? $crate::encoding::Encode for $name $(<$life>)? {
            fn encode_into(&self, _out: &mut $crate::encoding::Encoder<'_>) {
                $( _out.put(&self.$field); )*
            }
        }
    };
    (@decode [$de:lifetime] [$($life:lifetime)?] $name:ident, $($field:ident),*) => {
        impl<$de> $crate::encoding::Decode<$de> for $name $(<$life>)? {
            fn decode_from(
                _input: &mut $crate::encoding::Decoder<$de>,
            ) -> ::std::result::Result<Self, $crate::encoding::DecodeError> {
                ::std::result::Result::Ok(Self { $( $field: _input.value()? ),* })
            }
        }
    };
}

/// Tuples are fixed records whose fields have no names.
macro_rules! tuple {
    ($($name:ident . $index:tt),*) => {
        impl<$($name: Layout),*> Layout for ($($name,)*) {
            const OCTET_BOUNDARY: usize = largest_boundary(&[$($name::OCTET_BOUNDARY),*]);
            const MIN_LENGTH: usize = sum_of_lengths(&[$($name::MIN_LENGTH),*]);
        }

        impl<$($name: Encode),*> Encode for ($($name,)*) {
            fn encode_into(&self, out: &mut Encoder<'_>) {
                $( out.put(&self.$index); )*
            }
        }

        impl<'a, $($name: Decode<'a>),*> Decode<'a> for ($($name,)*) {
            fn decode_from(input: &mut Decoder<'a>) -> Result<Self, DecodeError> {
                Ok(($(input.value::<$name>()?,)*))
            }
        }
    };
}
tuple!(A.0, B.1);
tuple!(A.0, B.1, C.2);
tuple!(A.0, B.1, C.2, D.3);

#[cfg(test)]
mod tests {
    use super::super::{Token, decode, encode};
    use super::*;

    fixed_record! {
        #[derive(Debug, PartialEq)]
        struct Empty {}
    }

    fixed_record! {
        #[derive(Debug, PartialEq)]
        struct Inner {
            octet: u8,
            number: f64,
        }
    }

    fixed_record! {
        #[derive(Debug, PartialEq)]
        struct Outer {
            flag: u8,
            inner: Inner,
            nothing: Token,
            last: i16,
        }
    }

    #[test]
    fn the_boundary_of_a_record_is_that_of_its_largest_field() {
        assert_eq!((Empty::OCTET_BOUNDARY, Empty::MIN_LENGTH), (1, 0));
        assert_eq!((Inner::OCTET_BOUNDARY, Inner::MIN_LENGTH), (8, 9));
        assert_eq!((Outer::OCTET_BOUNDARY, Outer::MIN_LENGTH), (8, 12));
        assert_eq!(decode(&encode(&Empty {})), Ok(Empty {}));
    }

    #[test]
    fn a_record_within_a_record_starts_at_its_own_boundary() {
        let value = Outer {
            flag: 1,
            inner: Inner {
                octet: 2,
                number: 1.0,
            },
            nothing: Token,
            last: 3,
        };

        let bytes = encode(&value);

        let mut expected = vec![1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        expected.extend([0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 3]);
        assert_eq!(bytes, expected);
        assert_eq!(decode(&bytes), Ok(value));
    }
}
