//! Basic data representations: integers, floating-point numbers and octets.

use super::{Decode, DecodeError, Decoder, Encode, Encoder, Layout};

/// The little-endian form of a number: `Le<i32>` is `HLAinteger32LE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Le<T>(pub T);

/// `HLAoctetPairBE`: two octets, the high one first. `Le<OctetPair>` is `HLAoctetPairLE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OctetPair(pub u16);

impl OctetPair {
    const fn to_be_bytes(self) -> [u8; 2] {
        self.0.to_be_bytes()
    }

    const fn to_le_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    const fn from_be_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_be_bytes(bytes))
    }

    const fn from_le_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }
}

macro_rules! number {
    ($($type:ty, $big:literal, $little:literal;)*) => { $(
        impl Layout for $type {
            const OCTET_BOUNDARY: usize = size_of::<$type>();
            const MIN_LENGTH: usize = size_of::<$type>();
        }

        impl Encode for $type {
            #[inline]
            fn encode_into(&self, out: &mut Encoder<'_>) {
                out.bytes(&self.to_be_bytes());
            }
        }

        impl Decode<'_> for $type {
            #[inline]
            fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                input.array($big).map(<$type>::from_be_bytes)
            }
        }

        impl Encode for Le<$type> {
            #[inline]
            fn encode_into(&self, out: &mut Encoder<'_>) {
                out.bytes(&self.0.to_le_bytes());
            }
        }

        impl Decode<'_> for Le<$type> {
            #[inline]
            fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                input.array($little).map(|bytes| Le(<$type>::from_le_bytes(bytes)))
            }
        }
    )* };
}

impl<T: Layout> Layout for Le<T> {
    const OCTET_BOUNDARY: usize = T::OCTET_BOUNDARY;
    const MIN_LENGTH: usize = T::MIN_LENGTH;
}

number! {
    i16, "HLAinteger16BE", "HLAinteger16LE";
    i32, "HLAinteger32BE", "HLAinteger32LE";
    i64, "HLAinteger64BE", "HLAinteger64LE";
    u16, "HLAunsignedInteger16BE", "HLAunsignedInteger16LE";
    u32, "HLAunsignedInteger32BE", "HLAunsignedInteger32LE";
    u64, "HLAunsignedInteger64BE", "HLAunsignedInteger64LE";
    f32, "HLAfloat32BE", "HLAfloat32LE";
    f64, "HLAfloat64BE", "HLAfloat64LE";
    OctetPair, "HLAoctetPairBE", "HLAoctetPairLE";
}

impl Layout for u8 {
    const OCTET_BOUNDARY: usize = 1;
    const MIN_LENGTH: usize = 1;
}

impl Encode for u8 {
    #[inline]
    fn encode_into(&self, out: &mut Encoder<'_>) {
        out.bytes(&[*self]);
    }

    fn encode_slice_into(values: &[Self], out: &mut Encoder<'_>) {
        out.bytes(values);
    }
}

impl Decode<'_> for u8 {
    #[inline]
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        input.array("HLAoctet").map(|[octet]| octet)
    }

    fn decode_many_from(count: usize, input: &mut Decoder<'_>) -> Result<Vec<Self>, DecodeError> {
        input.take(count, "octets").map(<[u8]>::to_vec)
    }
}
