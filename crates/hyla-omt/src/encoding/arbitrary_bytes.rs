//! Every decoder with arbitrary bytes, and round trips of every value.

use std::fmt::Debug;

use hyla_types::{FederateHandle, ObjectInstanceHandle};
use proptest::prelude::*;

use super::*;

crate::enumeration! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Kind as u8 {
        Nothing = 0,
        Text = 1,
        Numbers = 2,
    }
}

crate::variant_record! {
    #[derive(Clone, Debug, PartialEq)]
    enum Plain by Kind {
        Nothing,
        Text { text: String },
        Numbers { numbers: Vec<i64> },
    }
}

crate::extendable_variant_record! {
    #[derive(Clone, Debug, PartialEq)]
    enum Extendable by Kind as u8 {
        Nothing,
        Text { text: String },
        Numbers { numbers: Vec<i64> },
    }
}

crate::fixed_record! {
    #[derive(Clone, Debug, PartialEq)]
    struct Everything {
        octet: u8,
        opaque: Vec<u8>,
        flag: bool,
        short: Le<i16>,
        plain: Vec<Plain>,
        token: Token,
        extendable: Extendable,
        handle: FederateHandle,
        fixed: [(u8, u32); 3],
        text: String,
        time: EncodedTime,
    }
}

fn plain() -> impl Strategy<Value = Plain> {
    prop_oneof![
        Just(Plain::Nothing),
        any::<String>().prop_map(|text| Plain::Text { text }),
        any::<Vec<i64>>().prop_map(|numbers| Plain::Numbers { numbers }),
    ]
}

fn extendable() -> impl Strategy<Value = Extendable> {
    prop_oneof![
        Just(Extendable::Nothing),
        any::<String>().prop_map(|text| Extendable::Text { text }),
        any::<Vec<i64>>().prop_map(|numbers| Extendable::Numbers { numbers }),
        (3_u8.., any::<Vec<u8>>()).prop_map(|(discriminant, content)| Extendable::Unknown {
            discriminant,
            content
        }),
    ]
}

prop_compose! {
    fn everything()(
        (octet, opaque, flag, short) in any::<(u8, Vec<u8>, bool, i16)>(),
        plain in proptest::collection::vec(plain(), 0..4),
        extendable in extendable(),
        (handle, fixed, text, time) in any::<(u32, [(u8, u32); 3], String, Option<[u8; 8]>)>(),
    ) -> Everything {
        Everything {
            octet,
            opaque,
            flag,
            short: Le(short),
            plain,
            token: Token,
            extendable,
            handle: FederateHandle::new(handle),
            fixed,
            text,
            time: EncodedTime(time),
        }
    }
}

/// Decodes `bytes` as a `T`. The result must encode and decode to itself.
fn survive<T>(bytes: &[u8])
where
    T: Encode + for<'a> Decode<'a> + Debug,
{
    if let Ok(value) = decode::<T>(bytes) {
        let again = encode(&value);
        assert!(again.len() >= T::MIN_LENGTH);
        assert!(decode::<T>(&again).is_ok(), "{value:?}");
    }
}

fn survive_all(bytes: &[u8]) {
    survive::<u8>(bytes);
    survive::<(i16, Le<i32>, u64)>(bytes);
    survive::<(Le<f32>, f64, OctetPair)>(bytes);
    survive::<(bool, AsciiChar, UnicodeChar)>(bytes);
    survive::<AsciiString>(bytes);
    survive::<String>(bytes);
    survive::<Vec<u8>>(bytes);
    survive::<Vec<Token>>(bytes);
    survive::<Vec<Vec<String>>>(bytes);
    survive::<Vec<(u8, f64)>>(bytes);
    survive::<[Vec<i16>; 2]>(bytes);
    survive::<EncodedTime>(bytes);
    survive::<ObjectInstanceHandle>(bytes);
    survive::<Vec<Plain>>(bytes);
    survive::<Vec<Extendable>>(bytes);
    survive::<Everything>(bytes);
    // The borrowing forms cannot outlive their input, so they are decoded only.
    let _ = decode::<&[u8]>(bytes);
    let _ = decode::<AsciiStr<'_>>(bytes);
}

proptest! {
    #[test]
    fn no_decoder_panics_on_arbitrary_bytes(bytes in any::<Vec<u8>>()) {
        survive_all(&bytes);
    }

    /// Small numbers make almost valid counts and discriminants.
    #[test]
    fn no_decoder_panics_on_small_bytes(bytes in proptest::collection::vec(0_u8..4, 0..64)) {
        survive_all(&bytes);
    }

    #[test]
    fn a_value_comes_back_as_it_went(value in everything()) {
        let bytes = encode(&value);

        prop_assert_eq!(decode(&bytes), Ok(value));
    }

    #[test]
    fn a_value_that_is_cut_short_is_refused(value in everything(), cut in any::<prop::sample::Index>()) {
        let bytes = encode(&value);
        let shorter = &bytes[..cut.index(bytes.len())];

        prop_assert!(decode::<Everything>(shorter).is_err());
    }

    #[test]
    fn a_value_with_one_changed_byte_does_no_harm(
        value in everything(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = encode(&value);
        let at = at.index(bytes.len());
        bytes[at] = byte;

        survive::<Everything>(&bytes);
    }
}
