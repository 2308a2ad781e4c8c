//! Counts the fields of a call before it is decoded: two bytes on the wire may become [`CallRequest::FIELD_BYTES`] in memory.

use prost::encoding::{WireType, decode_key, decode_varint};

use crate::CallRequest;

include!(concat!(env!("OUT_DIR"), "/nested.rs"));

const _: () = {
    let mut largest = size_of::<String>();
    let mut sizes = SIZES_IN_LISTS;
    while let [size, rest @ ..] = sizes {
        if *size > largest {
            largest = *size;
        }
        sizes = rest;
    }
    assert!(largest <= CallRequest::FIELD_BYTES);
};

impl CallRequest {
    /// Memory of a decoded field at most: the size of the largest message in a list. Other messages are part of these or of
    /// the call itself. The bytes of a string and the spare capacity of a list are extra.
    pub const FIELD_BYTES: usize = 64;

    /// Number of fields in the payload of a call, including those of messages inside it, but at most `most`.
    ///
    /// A message ends at bytes that are no field, since decoding fails there. Allocates nothing. Cost: linear in the number of
    /// fields, and at most in `most`; values are skipped.
    #[must_use]
    pub fn fields(payload: &[u8], most: usize) -> usize {
        let mut left = most;
        count(payload, CALL_REQUEST, &mut left);
        most - left
    }
}

/// Counts the fields of a message down from `left`. `place`: index of the message's type in [`NESTED`].
fn count(mut message: &[u8], place: usize, left: &mut usize) {
    while *left > 0 && !message.is_empty() {
        *left -= 1;
        let Some((tag, value)) = next(&mut message) else {
            return;
        };
        if let Ok(at) = NESTED[place].binary_search_by_key(&tag, |(tag, _)| *tag) {
            count(value, NESTED[place][at].1, left);
        }
    }
}

/// The next field: its number, and its bytes if it has a length.
fn next<'a>(message: &mut &'a [u8]) -> Option<(u32, &'a [u8])> {
    let (tag, kind) = decode_key(message).ok()?;
    let length = match kind {
        WireType::Varint => {
            decode_varint(message).ok()?;
            0
        }
        WireType::SixtyFourBit => 8,
        WireType::ThirtyTwoBit => 4,
        WireType::LengthDelimited => usize::try_from(decode_varint(message).ok()?).ok()?,
        // No message here has groups. The fields of one are skipped when it is decoded, and count like others.
        WireType::StartGroup | WireType::EndGroup => 0,
    };
    let (value, rest) = message.split_at_checked(length)?;
    *message = rest;
    let value = match kind {
        WireType::LengthDelimited => value,
        _ => &[],
    };
    Some((tag, value))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use prost::Message;

    use super::*;
    use crate::call_request::CallRequest as Call;
    use crate::{
        AttributeHandle, AttributeHandleValue, AttributeHandleValueMap,
        ReserveMultipleObjectInstanceNamesRequest, UpdateAttributeValuesRequest,
    };

    fn update(value: &'static [u8], pairs: usize) -> Vec<u8> {
        let pair = AttributeHandleValue {
            attribute_handle: Some(AttributeHandle {
                data: Bytes::from_static(&[1]),
            }),
            value: Bytes::from_static(value),
        };
        let map = AttributeHandleValueMap {
            attribute_handle_value: vec![pair; pairs],
        };
        let update = UpdateAttributeValuesRequest {
            attribute_values: Some(map),
            ..UpdateAttributeValuesRequest::default()
        };
        let call_request = Some(Call::UpdateAttributeValuesRequest(update));
        CallRequest { call_request }.encode_to_vec()
    }

    #[test]
    fn fields_of_messages_inside_count_and_values_are_no_messages() {
        // The request, the map; for each pair the pair, the handle, its data and the value.
        assert_eq!(CallRequest::fields(&update(b"value", 3), 1000), 2 + 3 * 4);
        let like_fields = &[0x0a, 0].repeat(10_000).leak()[..];
        assert_eq!(CallRequest::fields(&update(like_fields, 1), 1000), 2 + 4);
        assert_eq!(CallRequest::fields(&update(b"", 1000), 1000), 1000);
    }

    #[test]
    fn repeated_strings_and_empty_messages_count() {
        let reserve = ReserveMultipleObjectInstanceNamesRequest {
            object_instance_names: vec![String::new(); 70],
        };
        let call = CallRequest {
            call_request: Some(Call::ReserveMultipleObjectInstanceNamesRequest(reserve)),
        };
        let map = AttributeHandleValueMap {
            attribute_handle_value: vec![AttributeHandleValue::default(); 70],
        };
        let update = CallRequest {
            call_request: Some(Call::UpdateAttributeValuesRequest(
                UpdateAttributeValuesRequest {
                    attribute_values: Some(map),
                    ..UpdateAttributeValuesRequest::default()
                },
            )),
        };

        assert_eq!(CallRequest::fields(&call.encode_to_vec(), 1000), 71);
        assert_eq!(CallRequest::fields(&update.encode_to_vec(), 1000), 72);
    }

    /// In a group, a number of the call's fields belongs to something else, which is skipped when the call is decoded.
    #[test]
    fn bytes_that_are_no_message_do_not_end_the_count_outside() {
        let key_of_request = &update(b"", 1)[..2];
        let group = [&[0x0b], key_of_request, &[1, 0xff, 0x0c]].concat();
        let behind = [0x50, 1].repeat(100);

        let count = CallRequest::fields(&[group, behind].concat(), 1000);

        assert_eq!(count, 1 + 1 + 1 + 1 + 100);
    }

    #[test]
    fn what_is_no_call_has_few_fields() {
        assert_eq!(CallRequest::fields(&[], 10), 0);
        assert_eq!(CallRequest::fields(&[0xff; 100], 10), 1);
        assert_eq!(
            CallRequest::fields(&[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], 10),
            1
        );
    }
}
