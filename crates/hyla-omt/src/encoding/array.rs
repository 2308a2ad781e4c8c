//! `HLAfixedArray` and `HLAvariableArray`.
//!
//! ```text
//! variable array:  count (4 bytes) | padding to the element's boundary | element | padding | element ...
//! fixed array:                                                           element | padding | element ...
//! ```
//! Nothing follows the last element.

use super::{Decode, DecodeError, Decoder, Encode, Encoder, Layout};

impl<T: Layout> Layout for [T] {
    const OCTET_BOUNDARY: usize = if T::OCTET_BOUNDARY > 4 {
        T::OCTET_BOUNDARY
    } else {
        4
    };
    const MIN_LENGTH: usize = 4;
}

impl<T: Encode> Encode for [T] {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        out.count(self.len());
        T::encode_slice_into(self, out);
    }
}

impl<T: Layout> Layout for Vec<T> {
    const OCTET_BOUNDARY: usize = <[T]>::OCTET_BOUNDARY;
    const MIN_LENGTH: usize = <[T]>::MIN_LENGTH;
}

impl<T: Encode> Encode for Vec<T> {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        self.as_slice().encode_into(out);
    }
}

impl<'a, T: Decode<'a>> Decode<'a> for Vec<T> {
    fn decode_from(input: &mut Decoder<'a>) -> Result<Self, DecodeError> {
        let count = input.count::<T>()?;
        T::decode_many_from(count, input)
    }
}

impl<'a> Decode<'a> for &'a [u8] {
    fn decode_from(input: &mut Decoder<'a>) -> Result<Self, DecodeError> {
        let count = input.count::<u8>()?;
        input.take(count, "octets")
    }
}

impl<T: Layout, const N: usize> Layout for [T; N] {
    const OCTET_BOUNDARY: usize = T::OCTET_BOUNDARY;
    const MIN_LENGTH: usize = N.saturating_mul(T::MIN_LENGTH);
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        T::encode_slice_into(self, out);
    }
}

impl<'a, T: Decode<'a>, const N: usize> Decode<'a> for [T; N] {
    fn decode_from(input: &mut Decoder<'a>) -> Result<Self, DecodeError> {
        let mut failure = None;
        let elements: [Option<T>; N] = std::array::from_fn(|_| {
            if failure.is_some() {
                return None;
            }
            input.value().map_err(|error| failure = Some(error)).ok()
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(elements.map(|element| element.expect("no element failed"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{decode, encode};
    use super::*;

    #[test]
    fn opaque_data_is_borrowed_from_the_input() {
        let bytes = [0, 0, 0, 2, 7, 8];

        let opaque: &[u8] = decode(&bytes).unwrap();

        assert!(std::ptr::eq(opaque, &raw const bytes[4..]));
    }

    #[test]
    fn a_fixed_array_stops_at_the_first_element_that_is_wrong() {
        let error = decode::<[bool; 3]>(&[0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 9]).unwrap_err();

        assert!(
            matches!(error, DecodeError::Value { offset: 4, .. }),
            "{error}"
        );
    }

    #[test]
    fn an_array_of_arrays_keeps_each_at_its_boundary() {
        let value = vec![vec![1_u8], vec![2, 3]];

        let bytes = encode(&value);

        assert_eq!(
            bytes,
            [0, 0, 0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 2, 2, 3]
        );
        assert_eq!(decode(&bytes), Ok(value));
    }
}
