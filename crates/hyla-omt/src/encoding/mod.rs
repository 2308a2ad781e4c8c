//! Encoding of values by the rules of IEEE 1516.2, the same in both editions but for what the table
//! marks.
//!
//! Two sides share one [`Encoder`] and one [`Decoder`]:
//!
//! - **Static**: the layout is known when the program is written. Rust types stand for the standard's
//!   types (table below); [`fixed_record!`](crate::fixed_record),
//!   [`enumeration!`](crate::enumeration), [`variant_record!`](crate::variant_record) and
//!   [`extendable_variant_record!`](crate::extendable_variant_record) make more of them.
//! - **Dynamic** ([`dynamic`]): the layout comes from the data type tables of an object model, so that
//!   a tool can show values of a federation that it has never seen.
//!
//! | type of the standard | Rust type |
//! |---|---|
//! | `HLAinteger16BE`, `32BE`, `64BE` | `i16`, `i32`, `i64` |
//! | `HLAunsignedInteger8`, `16BE`, `32BE`, `64BE` (2025) | `u8`, `u16`, `u32`, `u64` |
//! | `HLAfloat32BE`, `HLAfloat64BE` | `f32`, `f64` |
//! | the `LE` form of any of these | [`Le<T>`](Le) |
//! | `HLAoctet`, `HLAbyte` | `u8` |
//! | `HLAoctetPairBE`, `HLAoctetPairLE` | [`OctetPair`], `Le<OctetPair>` |
//! | `HLAboolean` | `bool` |
//! | `HLAASCIIchar`, `HLAunicodeChar` | [`AsciiChar`], [`UnicodeChar`] |
//! | `HLAASCIIstring` | [`AsciiString`], or [`AsciiStr`] that borrows |
//! | `HLAunicodeString` | `String`, `str` |
//! | `HLAopaqueData` | `Vec<u8>`, or `&[u8]` that borrows |
//! | `HLAtoken` | [`Token`] |
//! | `HLAhandle` (2010), `HLAfederateHandle` and the like (2025) | the handles of `hyla-types` |
//! | `HLAlogicalTime`, `HLAtimeInterval` | [`EncodedTime`] |
//! | `HLAcount`, `HLAseconds`, `HLAmsec`, `HLAindex` | `i32` |
//! | `HLAfixedArray` of `n` | `[T; n]` |
//! | `HLAvariableArray` | `Vec<T>`, `[T]` |
//!
//! # Example
//! ```
//! use hyla_omt::encoding::{decode, encode};
//!
//! hyla_omt::fixed_record! {
//!     /// Where something is.
//!     #[derive(Debug, PartialEq)]
//!     pub struct Place {
//!         /// Its usual name.
//!         pub name: String,
//!         /// Degrees, north positive.
//!         pub latitude: f64,
//!     }
//! }
//!
//! let place = Place { name: "A".to_owned(), latitude: 1.0 };
//! let bytes = encode(&place);
//! assert_eq!(bytes, [0, 0, 0, 1, 0, 0x41, 0, 0, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
//! assert_eq!(decode::<Place>(&bytes), Ok(place));
//! ```

mod array;
mod decoder;
pub mod dynamic;
mod encoder;
mod enumeration;
mod number;
mod predefined;
mod record;
mod text;
mod variant;

#[cfg(test)]
mod arbitrary_bytes;
#[cfg(test)]
mod worked_examples;

pub use decoder::{DecodeError, Decoder, MAX_DEPTH};
pub use encoder::Encoder;
pub use number::{Le, OctetPair};
pub use predefined::{EncodedTime, Token};
pub use record::{largest_boundary, sum_of_lengths};
pub use text::{AsciiChar, AsciiStr, AsciiString, NotAscii, UnicodeChar};

/// Encoded form of a type, common to [`Encode`] and [`Decode`].
pub trait Layout {
    /// Octet boundary: a value starts at a multiple of this many bytes from the start of what
    /// contains it. A power of two.
    const OCTET_BOUNDARY: usize;

    /// Bytes that every encoding of the type has at least. Too small a number is safe; too large a
    /// number makes decoders refuse valid values.
    const MIN_LENGTH: usize;
}

/// A value that can be encoded.
pub trait Encode: Layout {
    /// Appends the value to `out`, whose position is a multiple of [`Layout::OCTET_BOUNDARY`].
    ///
    /// Parts of the value go through [`Encoder::put`], which inserts the padding.
    fn encode_into(&self, out: &mut Encoder<'_>);

    /// Appends the values of an array, with their padding. Types without padding may do it at once.
    #[doc(hidden)]
    fn encode_slice_into(values: &[Self], out: &mut Encoder<'_>)
    where
        Self: Sized,
    {
        for value in values {
            out.put(value);
        }
    }
}

/// A value that can be decoded; it may borrow from the bytes that live for `'a`.
pub trait Decode<'a>: Layout + Sized {
    /// Reads the value from `input`, whose position is a multiple of [`Layout::OCTET_BOUNDARY`].
    ///
    /// Parts of the value come from [`Decoder::value`], which skips the padding.
    ///
    /// # Errors
    /// [`DecodeError`] when the bytes are no such value.
    fn decode_from(input: &mut Decoder<'a>) -> Result<Self, DecodeError>;

    /// Reads `count` values of an array. The caller has checked that so many may follow.
    #[doc(hidden)]
    fn decode_many_from(count: usize, input: &mut Decoder<'a>) -> Result<Vec<Self>, DecodeError> {
        /// Elements for which space is taken before any of them was seen.
        const RESERVED: usize = 256;
        let mut values = Vec::with_capacity(count.min(RESERVED));
        for _ in 0..count {
            values.push(input.value()?);
        }
        Ok(values)
    }
}

/// The encoding of `value`, as it goes into an attribute or parameter.
///
/// # Panics
/// When an array in `value` has more than `i32::MAX` elements, which the standard cannot express.
#[must_use]
pub fn encode<T: Encode + ?Sized>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(T::MIN_LENGTH);
    encode_onto(value, &mut bytes);
    bytes
}

/// Appends the encoding of `value` to `bytes`. What `bytes` holds already does not count for padding.
///
/// # Panics
/// As [`encode`].
pub fn encode_onto<T: Encode + ?Sized>(value: &T, bytes: &mut Vec<u8>) {
    Encoder::new(bytes).put(value);
}

/// The value that `bytes` encode.
///
/// Zero bytes after the value are accepted up to the next multiple of its octet boundary: some
/// implementations fill their values up.
///
/// # Errors
/// [`DecodeError`] when `bytes` are no such value or more than one.
pub fn decode<'a, T: Decode<'a>>(bytes: &'a [u8]) -> Result<T, DecodeError> {
    let mut input = Decoder::new(bytes);
    let value = input.value()?;
    input.finish(T::OCTET_BOUNDARY)?;
    Ok(value)
}

impl<T: Layout + ?Sized> Layout for &T {
    const OCTET_BOUNDARY: usize = T::OCTET_BOUNDARY;
    const MIN_LENGTH: usize = T::MIN_LENGTH;
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        (**self).encode_into(out);
    }
}
