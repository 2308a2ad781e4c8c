//! `HLAvariantRecord` and `HLAextendableVariantRecord`: a discriminant, then what belongs to it.
//!
//! ```text
//! variant record:     discriminant | padding to the largest boundary of all alternatives | alternative
//! extendable (2025):  discriminant | padding to 4 | length (4 bytes) | padding to 8 | alternative
//! ```
//! A discriminant without alternative is written alone; in an extendable record with a length of 0.

/// Declares an enum that is encoded as an `HLAvariantRecord`.
///
/// `by` names the [`enumeration!`](crate::enumeration) of the discriminant; the enum has a variant for
/// each of its enumerators, of the same name, with the alternative as its only field or without any.
///
/// ```
/// use hyla_omt::encoding::{decode, encode};
///
/// hyla_omt::enumeration! {
///     /// Subject of a clearance.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Kind as u8 {
///         /// Nothing.
///         Free = 0,
///         /// A level.
///         Climb = 1,
///     }
/// }
/// hyla_omt::variant_record! {
///     /// A clearance.
///     #[derive(Debug, PartialEq)]
///     pub enum Clearance by Kind {
///         /// No clearance.
///         Free,
///         /// Climb to a level.
///         Climb {
///             /// Metres.
///             level: f32,
///         },
///     }
/// }
///
/// assert_eq!(encode(&Clearance::Free), [0]);
/// assert_eq!(decode(&[1, 0, 0, 0, 0, 0, 0, 0]), Ok(Clearance::Climb { level: 0.0 }));
/// ```
#[macro_export]
macro_rules! variant_record {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident by $kind:ident {
            $(
                $(#[$item_meta:meta])*
                $item:ident $({ $(#[$field_meta:meta])* $field:ident : $type:ty $(,)? })?
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $( $(#[$item_meta])* $item $({ $(#[$field_meta])* $field: $type })? ),+
        }

        impl $name {
            /// The discriminant of this alternative.
            #[allow(dead_code, reason = "not everybody asks for the discriminant alone")]
            $vis const fn discriminant(&self) -> $kind {
                match self { $( Self::$item { .. } => $kind::$item ),+ }
            }

            /// Largest octet boundary of all alternatives.
            const ALTERNATIVES_BOUNDARY: usize = $crate::encoding::largest_boundary(
                &[$($(<$type as $crate::encoding::Layout>::OCTET_BOUNDARY,)?)+],
            );
        }

        impl $crate::encoding::Layout for $name {
            const OCTET_BOUNDARY: usize = $crate::encoding::largest_boundary(&[
                <$kind as $crate::encoding::Layout>::OCTET_BOUNDARY,
                Self::ALTERNATIVES_BOUNDARY,
            ]);
            const MIN_LENGTH: usize = <$kind as $crate::encoding::Layout>::MIN_LENGTH;
        }

        impl $crate::encoding::Encode for $name {
            fn encode_into(&self, out: &mut $crate::encoding::Encoder<'_>) {
                out.put(&self.discriminant());
                match self { $(
                    Self::$item { $($field)? } => {
                        $(
                            out.align(Self::ALTERNATIVES_BOUNDARY);
                            out.put::<$type>($field);
                        )?
                    }
                )+ }
            }
        }

        impl<'de> $crate::encoding::Decode<'de> for $name {
            fn decode_from(
                input: &mut $crate::encoding::Decoder<'de>,
            ) -> ::std::result::Result<Self, $crate::encoding::DecodeError> {
                let kind: $kind = input.value()?;
                match kind { $(
                    $kind::$item => ::std::result::Result::Ok(Self::$item {
                        $( $field: {
                            input.align(Self::ALTERNATIVES_BOUNDARY)?;
                            input.value()?
                        } )?
                    }),
                )+ }
            }
        }
    };
}

/// Declares an enum that is encoded as an `HLAextendableVariantRecord` (2025).
///
/// As [`variant_record!`](crate::variant_record), but `by` is followed by the representation of the
/// enumeration, and the enum has one variant more: `Unknown` keeps what a newer version of the object
/// model added, so that it survives decoding and encoding. No alternative may have an octet boundary
/// above 8.
///
/// ```
/// use hyla_omt::encoding::{decode, encode};
///
/// hyla_omt::enumeration! {
///     /// Kinds known today.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Kind as i32 {
///         /// A number.
///         Number = 1,
///     }
/// }
/// hyla_omt::extendable_variant_record! {
///     /// Something that may grow.
///     #[derive(Debug, PartialEq)]
///     pub enum Thing by Kind as i32 {
///         /// A number.
///         Number {
///             /// The number.
///             number: i32,
///         },
///     }
/// }
///
/// assert_eq!(encode(&Thing::Number { number: 5 }), [0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 5]);
/// assert_eq!(
///     decode(&[0, 0, 0, 9, 0, 0, 0, 1, 7]),
///     Ok(Thing::Unknown { discriminant: 9, content: vec![7] }),
/// );
/// ```
#[macro_export]
macro_rules! extendable_variant_record {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident by $kind:ident as $repr:ty {
            $(
                $(#[$item_meta:meta])*
                $item:ident $({ $(#[$field_meta:meta])* $field:ident : $type:ty $(,)? })?
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $( $(#[$item_meta])* $item $({ $(#[$field_meta])* $field: $type })?, )+
            /// An alternative of a discriminant that is not listed here.
            Unknown {
                /// The discriminant.
                discriminant: $repr,
                /// The encoded alternative, without the padding before it.
                content: ::std::vec::Vec<u8>,
            },
        }

        $($( const _: () = assert!(
            <$type as $crate::encoding::Layout>::OCTET_BOUNDARY <= 8,
            "an alternative of an extendable variant record has an octet boundary of at most 8",
        ); )?)+

        impl $crate::encoding::Layout for $name {
            const OCTET_BOUNDARY: usize = 8;
            const MIN_LENGTH: usize = <$repr as $crate::encoding::Layout>::MIN_LENGTH + 4;
        }

        impl $crate::encoding::Encode for $name {
            fn encode_into(&self, out: &mut $crate::encoding::Encoder<'_>) {
                match self {
                    $(
                        Self::$item { $($field)? } => {
                            out.put(&$kind::$item);
                            out.with_length(8, |_out| { $( _out.put::<$type>($field); )? });
                        }
                    )+
                    Self::Unknown { discriminant, content } => {
                        out.put(discriminant);
                        out.with_length(8, |out| out.bytes(content));
                    }
                }
            }
        }

        impl<'de> $crate::encoding::Decode<'de> for $name {
            fn decode_from(
                input: &mut $crate::encoding::Decoder<'de>,
            ) -> ::std::result::Result<Self, $crate::encoding::DecodeError> {
                let discriminant: $repr = input.value()?;
                let mut _content = input.with_length(8)?;
                match $kind::from_value(discriminant) {
                    $(
                        ::std::option::Option::Some($kind::$item) => {
                            $( let $field: $type = $crate::encoding::Decoder::alternative(
                                _content, input, stringify!($item),
                            )?; )?
                            ::std::result::Result::Ok(Self::$item { $($field)? })
                        }
                    )+
                    ::std::option::Option::None => ::std::result::Result::Ok(Self::Unknown {
                        discriminant,
                        content: _content.map_or_else(
                            ::std::vec::Vec::new,
                            |mut content| content.rest().to_vec(),
                        ),
                    }),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::super::{DecodeError, decode, encode};

    crate::enumeration! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Kind as u8 {
            Nothing = 0,
            Octet = 1,
            Number = 2,
        }
    }

    variant_record! {
        #[derive(Clone, Debug, PartialEq)]
        enum Plain by Kind {
            Nothing,
            Octet { octet: u8 },
            Number { number: f64 },
        }
    }

    extendable_variant_record! {
        #[derive(Clone, Debug, PartialEq)]
        enum Extendable by Kind as u8 {
            Nothing,
            Octet { octet: u8 },
            Number { number: f64 },
        }
    }

    #[test]
    fn every_alternative_starts_at_the_largest_boundary() {
        assert_eq!(
            encode(&Plain::Octet { octet: 5 }),
            [1, 0, 0, 0, 0, 0, 0, 0, 5]
        );
        assert_eq!(encode(&Plain::Nothing), [0]);
    }

    #[test]
    fn an_array_of_variants_comes_back_as_it_went() {
        let values = vec![
            Plain::Nothing,
            Plain::Number { number: 2.5 },
            Plain::Octet { octet: 1 },
        ];
        assert_eq!(decode(&encode(&values)), Ok(values));

        let values = vec![
            Extendable::Nothing,
            Extendable::Octet { octet: 3 },
            Extendable::Unknown {
                discriminant: 77,
                content: vec![1, 2, 3],
            },
            Extendable::Number { number: 2.5 },
        ];
        assert_eq!(decode(&encode(&values)), Ok(values));
    }

    #[test]
    fn an_alternative_may_not_reach_beyond_its_length() {
        let bytes = [2, 0, 0, 0, 0, 0, 0, 4, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0];

        let error = decode::<Extendable>(&bytes).unwrap_err();

        assert!(
            matches!(
                error,
                DecodeError::Truncated {
                    offset: 8,
                    found: 4,
                    ..
                }
            ),
            "{error}"
        );
    }

    #[test]
    fn an_alternative_that_is_left_out_is_refused() {
        let error = decode::<Extendable>(&[1, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();

        assert!(matches!(error, DecodeError::Value { .. }), "{error}");
    }
}
