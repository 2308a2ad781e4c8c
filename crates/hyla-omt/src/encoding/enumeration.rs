//! Enumerated data types: a value out of a list, in the representation of a number.

/// Declares an enum that is encoded as an enumerated data type.
///
/// `as` names the Rust type of the representation: `u8` for `HLAoctet`, `i32` for `HLAinteger32BE`
/// and so on (table in [`encoding`](crate::encoding)). Decoding refuses values that are not listed.
///
/// ```
/// use hyla_omt::encoding::{decode, encode};
///
/// hyla_omt::enumeration! {
///     /// Phase of a flight.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Phase as u8 {
///         /// At the gate.
///         Parked = 0,
///         /// In the air.
///         Flying = 3,
///     }
/// }
///
/// assert_eq!(encode(&Phase::Flying), [3]);
/// assert_eq!(decode(&[0]), Ok(Phase::Parked));
/// assert!(decode::<Phase>(&[1]).is_err());
/// ```
#[macro_export]
macro_rules! enumeration {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident as $repr:ty {
            $( $(#[$item_meta:meta])* $item:ident = $value:literal ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name { $( $(#[$item_meta])* $item ),+ }

        impl $name {
            /// The number that stands for this enumerator.
            #[allow(dead_code, reason = "not every enumeration is looked at by number")]
            $vis const fn value(&self) -> $repr {
                match self { $( Self::$item => $value ),+ }
            }

            /// The enumerator for which `value` stands, if any does.
            #[allow(dead_code, reason = "not every enumeration is looked at by number")]
            $vis const fn from_value(value: $repr) -> ::std::option::Option<Self> {
                match value {
                    $( $value => ::std::option::Option::Some(Self::$item), )+
                    _ => ::std::option::Option::None,
                }
            }
        }

        impl $crate::encoding::Layout for $name {
            const OCTET_BOUNDARY: usize = <$repr as $crate::encoding::Layout>::OCTET_BOUNDARY;
            const MIN_LENGTH: usize = <$repr as $crate::encoding::Layout>::MIN_LENGTH;
        }

        impl $crate::encoding::Encode for $name {
            fn encode_into(&self, out: &mut $crate::encoding::Encoder<'_>) {
                out.put(&self.value());
            }
        }

        impl $crate::encoding::Decode<'_> for $name {
            fn decode_from(
                input: &mut $crate::encoding::Decoder<'_>,
            ) -> ::std::result::Result<Self, $crate::encoding::DecodeError> {
                let value: $repr = input.value()?;
                Self::from_value(value).ok_or_else(|| {
                    let length = <$repr as $crate::encoding::Layout>::MIN_LENGTH;
                    input.wrong_value(length, concat!("an enumerator of ", stringify!($name)), value)
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::super::{decode, encode};

    enumeration! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Colour as i32 {
            Red = -1,
            Blue = 7,
        }
    }

    #[test]
    fn an_enumerator_takes_the_form_of_its_representation() {
        assert_eq!(encode(&Colour::Red), [0xff; 4]);
        assert_eq!(decode(&[0, 0, 0, 7]), Ok(Colour::Blue));
    }

    #[test]
    fn a_value_that_is_not_listed_is_refused() {
        let error = decode::<Colour>(&[0, 0, 0, 8]).unwrap_err();

        assert_eq!(
            error.to_string(),
            "at byte 0: expected an enumerator of Colour, found 8"
        );
    }
}
