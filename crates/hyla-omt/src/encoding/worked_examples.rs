//! Encodings worked out by hand from the rules, value by value, in both directions.

use std::fmt::Debug;

use super::*;

crate::enumeration! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum OctetKind as u8 {
        One = 1,
        Two = 2,
        Three = 3,
    }
}

crate::enumeration! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum NumberKind as i32 {
        One = 1,
    }
}

crate::variant_record! {
    #[derive(Debug, PartialEq)]
    enum OctetOrFloat by OctetKind {
        One { octet: u8 },
        Two { number: f64 },
        Three,
    }
}

crate::variant_record! {
    #[derive(Debug, PartialEq)]
    enum Short by NumberKind {
        One { number: i16 },
    }
}

crate::extendable_variant_record! {
    #[derive(Debug, PartialEq)]
    enum Flag by OctetKind as u8 {
        One { flag: bool },
        Two,
        Three,
    }
}

crate::extendable_variant_record! {
    #[derive(Debug, PartialEq)]
    enum Number by NumberKind as i32 {
        One { number: i32 },
    }
}

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// `value` encodes to `bytes`, `bytes` decode to `value`, and no shorter input does.
#[track_caller]
fn agree<T>(value: T, bytes: &str)
where
    T: Encode + for<'a> Decode<'a> + PartialEq + Debug,
{
    let bytes = hex(bytes);
    assert_eq!(encode(&value), bytes, "{value:?}");
    assert_eq!(decode(&bytes), Ok(value));
    for length in 0..bytes.len() {
        assert!(
            decode::<T>(&bytes[..length]).is_err(),
            "cut to {length} bytes"
        );
    }
    assert!(T::MIN_LENGTH <= bytes.len());
}

fn unicode(text: &str) -> String {
    text.to_owned()
}

fn ascii(text: &str) -> AsciiString {
    AsciiString::new(text).unwrap()
}

#[test]
fn basic_data_has_the_bytes_of_the_worked_examples() {
    agree(0xab_u8, "AB");
    agree(-2_i16, "FF FE");
    agree(Le(-2_i16), "FE FF");
    agree(1000_i32, "00 00 03 E8");
    agree(Le(1000_i32), "E8 03 00 00");
    agree(-1_i64, "FF FF FF FF FF FF FF FF");
    agree(Le(258_i64), "02 01 00 00 00 00 00 00");
    agree(1.5_f32, "3F C0 00 00");
    agree(Le(1.5_f32), "00 00 C0 3F");
    agree(-0.1_f64, "BF B9 99 99 99 99 99 9A");
    agree(Le(2.0_f64), "00 00 00 00 00 00 00 40");
    agree(OctetPair(0x0141), "01 41");
    agree(Le(OctetPair(0x0141)), "41 01");
    agree(4_294_967_295_u32, "FF FF FF FF");
    agree(65_534_u16, "FF FE");
    agree(Le(1_u16), "01 00");
    agree(Le(1_u32), "01 00 00 00");
    agree(1_u64, "00 00 00 00 00 00 00 01");
    agree(Le(1_u64), "01 00 00 00 00 00 00 00");
}

#[test]
fn predefined_types_have_the_bytes_of_the_worked_examples() {
    agree(true, "00 00 00 01");
    agree(false, "00 00 00 00");
    agree(AsciiChar::new('A').unwrap(), "41");
    agree(UnicodeChar(0xe9), "00 E9");
    agree(ascii("HLA"), "00 00 00 03 48 4C 41");
    agree(ascii(""), "00 00 00 00");
    agree(unicode("Hé"), "00 00 00 02 00 48 00 E9");
    agree(unicode("😀"), "00 00 00 02 D8 3D DE 00");
    agree(unicode(""), "00 00 00 00");
    agree(vec![1_u8, 2, 3], "00 00 00 03 01 02 03");
    agree(Token, "");
    agree(5_i64, "00 00 00 00 00 00 00 05");
    agree(2.5_f64, "40 04 00 00 00 00 00 00");
    agree(
        EncodedTime(Some(5_i64.to_be_bytes())),
        "00 00 00 08 00 00 00 00 00 00 00 05",
    );
    agree(
        EncodedTime(Some(2.5_f64.to_be_bytes())),
        "00 00 00 08 40 04 00 00 00 00 00 00",
    );
    agree(EncodedTime::UNDEFINED, "00 00 00 00");
}

#[test]
fn handles_and_lists_have_the_bytes_of_the_worked_examples() {
    let handle = |bytes: &[u8]| bytes.to_vec();
    agree(handle(&[0, 0, 0, 7]), "00 00 00 04 00 00 00 07");
    agree(
        vec![handle(&[0, 0, 0, 7]), handle(&[0, 0, 0, 9])],
        "00 00 00 02 00 00 00 04 00 00 00 07 00 00 00 04 00 00 00 09",
    );
    agree(
        vec![handle(&[0, 7]), handle(&[0, 9])],
        "00 00 00 02 00 00 00 02 00 07 00 00 00 00 00 02 00 09",
    );
    agree(
        vec![unicode("a"), unicode("bc")],
        "00 00 00 02 00 00 00 01 00 61 00 00 00 00 00 02 00 62 00 63",
    );
    agree(
        (handle(&[0, 0, 0, 7]), true),
        "00 00 00 04 00 00 00 07 00 00 00 01",
    );
    agree(
        vec![(handle(&[0, 0, 0, 7]), 3_i32)],
        "00 00 00 01 00 00 00 04 00 00 00 07 00 00 00 03",
    );
    agree(
        (53_i32, unicode("a"), unicode("\"x\"")),
        "00 00 00 35 00 00 00 01 00 61 00 00 00 00 00 03 00 22 00 78 00 22",
    );
}

#[test]
fn records_have_the_bytes_of_the_worked_examples() {
    agree((1_u8, 2_i32, 3_u8), "01 00 00 00 00 00 00 02 03");
    agree(
        (1_u8, 1.0_f64, 2_i16),
        "01 00 00 00 00 00 00 00 3F F0 00 00 00 00 00 00 00 02",
    );
    agree((unicode("a"), 5_i32), "00 00 00 01 00 61 00 00 00 00 00 05");
}

#[test]
fn arrays_have_the_bytes_of_the_worked_examples() {
    agree(
        [(1_i32, 2_u8), (3, 4)],
        "00 00 00 01 02 00 00 00 00 00 00 03 04",
    );
    agree([1_i16, 2, 3], "00 01 00 02 00 03");
    agree(vec![1_i32, 2], "00 00 00 02 00 00 00 01 00 00 00 02");
    agree(
        vec![1.0_f64],
        "00 00 00 01 00 00 00 00 3F F0 00 00 00 00 00 00",
    );
    agree(Vec::<f64>::new(), "00 00 00 00");
    agree(vec![9_u8, 8, 7], "00 00 00 03 09 08 07");
    agree(
        vec![ascii("ab"), ascii("c")],
        "00 00 00 02 00 00 00 02 61 62 00 00 00 00 00 01 63",
    );
    agree(
        vec![(1_i32, 2_u8), (3, 4)],
        "00 00 00 02 00 00 00 01 02 00 00 00 00 00 00 03 04",
    );
}

#[test]
fn variant_records_have_the_bytes_of_the_worked_examples() {
    agree(
        OctetOrFloat::One { octet: 0x55 },
        "01 00 00 00 00 00 00 00 55",
    );
    agree(
        OctetOrFloat::Two { number: 1.0 },
        "02 00 00 00 00 00 00 00 3F F0 00 00 00 00 00 00",
    );
    agree(OctetOrFloat::Three, "03");
    agree(Short::One { number: 7 }, "00 00 00 01 00 07");
    agree(
        Flag::One { flag: true },
        "01 00 00 00 00 00 00 04 00 00 00 01",
    );
    agree(
        Number::One { number: 5 },
        "00 00 00 01 00 00 00 04 00 00 00 05",
    );
    agree(
        Number::Unknown {
            discriminant: 9,
            content: Vec::new(),
        },
        "00 00 00 09 00 00 00 00",
    );
}
