//! Predefined types that are neither numbers nor texts.

use hyla_types::{
    AttributeHandle, CouldNotDecodeTime, DimensionHandle, FederateHandle, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, RegionHandle, TimeImplementation,
    TransportationTypeHandle,
};

use super::{Decode, DecodeError, Decoder, Encode, Encoder, Layout};

/// As `HLAboolean`: 4 bytes. Decoding refuses values other than 0 and 1.
impl Encode for bool {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        out.bytes(&i32::from(*self).to_be_bytes());
    }
}

impl Layout for bool {
    const OCTET_BOUNDARY: usize = 4;
    const MIN_LENGTH: usize = 4;
}

impl Decode<'_> for bool {
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        match i32::from_be_bytes(input.array("HLAboolean")?) {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(input.wrong_value(4, "HLAboolean (0 or 1)", other)),
        }
    }
}

/// `HLAtoken`: a value that encodes to nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token;

impl Layout for Token {
    const OCTET_BOUNDARY: usize = 1;
    const MIN_LENGTH: usize = 0;
}

impl Encode for Token {
    fn encode_into(&self, _: &mut Encoder<'_>) {}
}

impl Decode<'_> for Token {
    fn decode_from(_: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

/// `HLAlogicalTime` or `HLAtimeInterval` of the MOM: an encoded time behind its length.
///
/// ```text
/// defined:    00 00 00 08 | 8 bytes, HLAinteger64BE or HLAfloat64BE
/// undefined:  00 00 00 00
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EncodedTime(pub Option<[u8; 8]>);

impl EncodedTime {
    /// An undefined time, such as the GALT of a federate without limits.
    pub const UNDEFINED: Self = Self(None);

    /// The logical time, or `None` when it is undefined.
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] when the bytes are no time of that implementation.
    pub fn time(
        self,
        implementation: TimeImplementation,
    ) -> Result<Option<LogicalTime>, CouldNotDecodeTime> {
        self.0
            .map(|bytes| implementation.decode_time(&bytes))
            .transpose()
    }

    /// The interval, or `None` when it is undefined.
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] when the bytes are no interval of that implementation.
    pub fn interval(
        self,
        implementation: TimeImplementation,
    ) -> Result<Option<LogicalTimeInterval>, CouldNotDecodeTime> {
        self.0
            .map(|bytes| implementation.decode_interval(&bytes))
            .transpose()
    }
}

impl From<LogicalTime> for EncodedTime {
    fn from(time: LogicalTime) -> Self {
        Self(Some(time.encode()))
    }
}

impl From<LogicalTimeInterval> for EncodedTime {
    fn from(interval: LogicalTimeInterval) -> Self {
        Self(Some(interval.encode()))
    }
}

impl Layout for EncodedTime {
    const OCTET_BOUNDARY: usize = 4;
    const MIN_LENGTH: usize = 4;
}

impl Encode for EncodedTime {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        self.0
            .as_ref()
            .map_or(&[][..], |time| &time[..])
            .encode_into(out);
    }
}

impl Decode<'_> for EncodedTime {
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let bytes: &[u8] = Decode::decode_from(input)?;
        if bytes.is_empty() {
            return Ok(Self::UNDEFINED);
        }
        bytes.try_into().map(|time| Self(Some(time))).map_err(|_| {
            let found = format_args!("{} bytes", bytes.len());
            input.wrong_value(4 + bytes.len(), "an encoded time of 0 or 8 bytes", found)
        })
    }
}

/// `HLAhandle` and the handle types of 2025: a count and the bytes of the handle's `encode`.
macro_rules! handle {
    ($($type:ident),*) => { $(
        impl Layout for $type {
            const OCTET_BOUNDARY: usize = 4;
            const MIN_LENGTH: usize = 4;
        }

        impl Encode for $type {
            fn encode_into(&self, out: &mut Encoder<'_>) {
                self.encode()[..].encode_into(out);
            }
        }

        impl Decode<'_> for $type {
            fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let bytes: &[u8] = Decode::decode_from(input)?;
                $type::decode(bytes).map_err(|_| {
                    let found = format_args!("the bytes {bytes:02X?}");
                    input.wrong_value(4 + bytes.len(), stringify!($type), found)
                })
            }
        }
    )* };
}

handle!(
    AttributeHandle,
    DimensionHandle,
    FederateHandle,
    InteractionClassHandle,
    MessageRetractionHandle,
    ObjectClassHandle,
    ObjectInstanceHandle,
    ParameterHandle,
    RegionHandle,
    TransportationTypeHandle
);

#[cfg(test)]
mod tests {
    use hyla_types::Float64Time;

    use super::super::{decode, encode};
    use super::*;

    #[test]
    fn a_boolean_is_zero_or_one() {
        let error = decode::<bool>(&[0, 0, 0, 2]).unwrap_err();

        assert_eq!(
            error.to_string(),
            "at byte 0: expected HLAboolean (0 or 1), found 2"
        );
    }

    #[test]
    fn a_handle_is_a_counted_array_of_its_encoded_bytes() {
        let handle = ObjectClassHandle::new(7);

        let bytes = encode(&handle);

        assert_eq!(bytes, [0, 0, 0, 4, 0, 0, 0, 7]);
        assert_eq!(decode(&bytes), Ok(handle));
        assert!(decode::<ObjectClassHandle>(&[0, 0, 0, 2, 0, 7]).is_err());
    }

    #[test]
    fn a_time_comes_back_as_it_went() {
        let time = LogicalTime::from(Float64Time::new(2.5).unwrap());

        let encoded = EncodedTime::from(time);

        assert_eq!(encoded.time(TimeImplementation::Float64), Ok(Some(time)));
        assert_eq!(
            EncodedTime::UNDEFINED.time(TimeImplementation::Float64),
            Ok(None)
        );
    }

    #[test]
    fn a_time_of_another_length_is_refused() {
        let error = decode::<EncodedTime>(&[0, 0, 0, 2, 0, 7]).unwrap_err();

        assert!(
            matches!(error, DecodeError::Value { offset: 0, .. }),
            "{error}"
        );
    }
}
