//! Octets of single values, in both orders, at each alignment.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_orb::any::{Any, Case, StructCode, TypeCode, Typed, UnionCode, Value};
use hyla_orb::cdr::{
    BoundedSequence, BoundedString, Cdr, CharSet, Decoder, Encoder, Fixed, Format, Limits,
    MarshalError, Order, Version, WString,
};
use proptest::prelude::*;

fn format(order: Order) -> Format {
    Format {
        order,
        ..Format::default()
    }
}

/// Octets of a value after `before` octets, which are left out.
fn octets<T: Cdr>(value: &T, before: usize, format: Format) -> Result<Vec<u8>, MarshalError> {
    let limits = Limits::default();
    let mut out = vec![0; before];
    let mut to = Encoder::new(&mut out, format, &limits);
    value.encode(&mut to);
    to.finish()?;
    Ok(out.split_off(before))
}

fn value<T: Cdr>(octets: &[u8], before: usize, format: Format) -> Result<T, MarshalError> {
    let limits = Limits::default();
    let mut whole = vec![0xEE; before];
    whole.extend_from_slice(octets);
    let mut from = Decoder::new(&whole, before, format, &limits);
    let value = T::decode(&mut from)?;
    assert_eq!(from.left(), 0, "octets are left");
    Ok(value)
}

/// Encodes, compares with `little` at offset 0, and decodes, in both orders and at each alignment.
fn travels<T: Cdr + PartialEq + std::fmt::Debug>(sent: &T, little: &[u8]) {
    assert_eq!(octets(sent, 0, format(Order::Little)).unwrap(), little);
    travels_back(sent);
}

fn travels_back<T: Cdr + PartialEq + std::fmt::Debug>(sent: &T) {
    for order in [Order::Little, Order::Big] {
        for before in 0..9 {
            let octets = octets(sent, before, format(order)).unwrap();
            let back: T = value(&octets, before, format(order)).unwrap();
            assert_eq!(back, *sent, "{order:?} {before}");
        }
    }
}

#[test]
fn numbers_start_at_multiples_of_their_size() {
    travels(&true, &[1]);
    travels(&0xA5_u8, &[0xA5]);
    travels(&-2_i16, &[0xFE, 0xFF]);
    travels(&0x0102_0304_u32, &[4, 3, 2, 1]);
    travels(&-2_i64, &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    travels(&1.5_f32, &[0, 0, 0xC0, 0x3F]);
    travels(&-2.25_f64, &[0, 0, 0, 0, 0, 0, 2, 0xC0]);

    assert_eq!(octets(&1_u16, 1, format(Order::Big)).unwrap(), [0, 0, 1]);
    assert_eq!(
        octets(&1_u64, 5, format(Order::Big)).unwrap(),
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    );
}

#[test]
fn an_empty_sequence_is_its_count_alone_and_others_are_aligned() {
    travels(&Vec::<f64>::new(), &[0, 0, 0, 0]);
    travels(&vec![1_i16, 2], &[2, 0, 0, 0, 1, 0, 2, 0]);
    travels(&vec![true, false], &[2, 0, 0, 0, 1, 0]);
    let two = octets(&vec![1.0_f64], 4, format(Order::Little)).unwrap();
    assert_eq!(two, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]);
    travels_back(&vec![vec![1_u64], vec![], vec![2, 3]]);
    travels_back(&[[1_i16, 2, 3], [4, 5, 6]]);
    travels_back(&[7_u64; 40]);
    travels_back(&vec![String::new(), "hé".to_owned()]);
}

#[test]
fn strings_end_in_one_zero() {
    travels(&"hi".to_owned(), &[3, 0, 0, 0, b'h', b'i', 0]);
    travels(&String::new(), &[1, 0, 0, 0, 0]);
    let little = format(Order::Little);

    let wrong = |octets: &[u8]| value::<String>(octets, 0, little).unwrap_err();
    assert_eq!(wrong(&[0, 0, 0, 0]), MarshalError::Unterminated);
    assert_eq!(wrong(&[1, 0, 0, 0, b'x']), MarshalError::Unterminated);
    assert_eq!(wrong(&[3, 0, 0, 0, 0, b'x', 0]), MarshalError::Nul);
    assert!(matches!(
        wrong(&[2, 0, 0, 0, 0xFF, 0]),
        MarshalError::CharSet(_)
    ));
    assert_eq!(
        wrong(&[9, 0, 0, 0, b'x', 0]),
        MarshalError::Count { count: 9, left: 2 }
    );
    assert_eq!(
        octets(&"a\0b".to_owned(), 0, little),
        Err(MarshalError::Nul)
    );
}

#[test]
fn strings_travel_in_latin_1_where_that_was_agreed() {
    let latin = Format {
        chars: CharSet::Latin1,
        ..format(Order::Little)
    };
    let sent = "hé".to_owned();

    let octets_of = octets(&sent, 0, latin).unwrap();
    assert_eq!(octets_of, [3, 0, 0, 0, b'h', 0xE9, 0]);
    assert_eq!(value::<String>(&octets_of, 0, latin).unwrap(), sent);
    let euro = octets(&"€".to_owned(), 0, latin);
    assert!(matches!(euro, Err(MarshalError::CharSet(_))));
}

/// Found by the fuzz target `orb_messages`: the mark of such a text was taken away when it was read again.
#[test]
fn wide_strings_that_begin_like_a_mark_have_one() {
    let format = Format::default();
    for text in ["\u{feff}", "\u{fffe}a", "\u{feff}\u{feff}", "a\u{feff}"] {
        let octets = octets(&WString::from(text), 0, format).unwrap();

        assert_eq!(value::<WString>(&octets, 0, format).unwrap().0, text);
    }
}

#[test]
fn wide_strings_differ_by_version_and_mark() {
    let sent = WString::from("hé𝄞");
    travels_back(&sent);
    travels_back(&'é');
    let little = format(Order::Little);
    let read = |octets: &[u8]| value::<WString>(octets, 0, little).unwrap();
    assert_eq!(read(&[6, 0, 0, 0, 0xFF, 0xFE, b'h', 0, 0xE9, 0]).0, "hé");
    assert_eq!(read(&[6, 0, 0, 0, 0xFE, 0xFF, 0, b'h', 0, 0xE9]).0, "hé");
    assert_eq!(read(&[4, 0, 0, 0, 0, b'h', 0, 0xE9]).0, "hé");

    let old = Format {
        version: Version::V1_1,
        ..little
    };
    let octets_1_1 = octets(&WString::from("hé"), 0, old).unwrap();
    assert_eq!(octets_1_1, [3, 0, 0, 0, b'h', 0, 0xE9, 0, 0, 0]);
    assert_eq!(value::<WString>(&octets_1_1, 0, old).unwrap().0, "hé");
    assert_eq!(octets(&'é', 1, old).unwrap(), [0, 0xE9, 0]);
    assert_eq!(value::<char>(&[0, 0xE9, 0], 1, old).unwrap(), 'é');

    let oldest = Format {
        version: Version::V1_0,
        ..little
    };
    assert!(matches!(
        octets(&sent, 0, oldest),
        Err(MarshalError::Wide { .. })
    ));
    assert!(matches!(
        octets(&'𝄞', 0, little),
        Err(MarshalError::CharSet(_))
    ));
    assert!(matches!(
        value::<char>(&[2, 0xD8, 0], 0, little),
        Err(MarshalError::CharSet(_))
    ));
}

#[test]
fn bounds_hold_both_ways() {
    type Short = BoundedSequence<u8, 3>;
    let little = format(Order::Little);
    travels(
        &Short::try_from(vec![1, 2, 3]).unwrap(),
        &[3, 0, 0, 0, 1, 2, 3],
    );

    assert!(Short::try_from(vec![0; 4]).is_err());
    assert_eq!(
        value::<Short>(&[4, 0, 0, 0, 1, 2, 3, 4], 0, little),
        Err(MarshalError::Bound {
            length: 4,
            bound: 3
        })
    );
    travels(
        &BoundedString::<3>::try_from("abc").unwrap(),
        &[4, 0, 0, 0, b'a', b'b', b'c', 0],
    );
    assert!(BoundedString::<3>::try_from("abcd").is_err());
    assert_eq!(
        value::<BoundedString<1>>(&[3, 0, 0, 0, b'a', b'b', 0], 0, little),
        Err(MarshalError::Bound {
            length: 2,
            bound: 1
        })
    );
}

#[test]
fn fixed_point_numbers_have_two_digits_an_octet() {
    let of = |text: &str| text.parse::<Fixed<5, 2>>().unwrap();
    travels(&of("-123.45"), &[0x12, 0x34, 0x5D]);
    travels(&of("0.05"), &[0, 0, 0x5C]);
    travels(&"12.3".parse::<Fixed<4, 1>>().unwrap(), &[0, 0x12, 0x3C]);
    travels_back(&Fixed::<31, 0>::of_units(9_999_999_999_999_999_999_999_999_999_999).unwrap());

    let wrong = |octets: &[u8]| value::<Fixed<5, 2>>(octets, 0, Format::default()).is_err();
    assert!(wrong(&[0x12, 0x34, 0x5A]));
    assert!(wrong(&[0x1A, 0x34, 0x5C]));
    assert!(Fixed::<5, 2>::of_units(100_000).is_err());
}

fn long_any() -> Any {
    Any::of(&5_i32).unwrap()
}

#[test]
fn an_any_carries_its_type() {
    travels(&long_any(), &[3, 0, 0, 0, 5, 0, 0, 0]);
    travels_back(&Any::of(&"five".to_owned()).unwrap());
    travels_back(&Any::of(&long_any()).unwrap());
    travels_back(&Any::of(&vec![1.5_f64]).unwrap());
    travels_back(&Any::of(&TypeCode::Sequence(TypeCode::Octet.into(), 4)).unwrap());
    travels_back(&Any::of(&[1_u8, 2, 3]).unwrap());
    travels_back(&Any::of(&WString::from("wide")).unwrap());

    assert_eq!(long_any().get::<i32>(), Ok(5));
    assert_eq!(long_any().get::<u32>(), Err(MarshalError::Mismatch));
    assert_eq!(
        Any::new(TypeCode::Long, Value::Short(1)),
        Err(MarshalError::Mismatch)
    );
}

/// `struct Node { long value; sequence<Node> below; };`
fn node() -> TypeCode {
    let below = TypeCode::Sequence(TypeCode::Recursive("IDL:Node:1.0".into()).into(), 0);
    TypeCode::Struct(
        StructCode {
            id: "IDL:Node:1.0".to_owned(),
            name: "Node".to_owned(),
            members: vec![
                ("value".to_owned(), TypeCode::Long),
                ("below".to_owned(), below),
            ],
        }
        .into(),
    )
}

fn leaf(number: i32, below: Vec<Value>) -> Value {
    Value::Struct(vec![Value::Long(number), Value::Elements(below)])
}

#[test]
fn a_recursive_type_and_its_values_travel() {
    let tree = leaf(1, vec![leaf(2, vec![leaf(3, vec![])]), leaf(4, vec![])]);
    travels_back(&Any::new(node(), tree).unwrap());

    let mut deep = leaf(0, vec![]);
    for number in 1..20 {
        deep = leaf(number, vec![deep]);
    }
    let octets = octets(&Any::new(node(), deep).unwrap(), 0, Format::default()).unwrap();
    let error = value::<Any>(&octets, 0, Format::default()).unwrap_err();
    assert!(matches!(error, MarshalError::Limit { .. }), "{error}");
}

#[test]
fn types_inside_each_other_recur_both_ways() {
    // A has Bs, and B has As and Bs.
    let recur = |id: &str| TypeCode::Sequence(TypeCode::Recursive(id.into()).into(), 0);
    let code = |id: &str, members: Vec<TypeCode>| {
        let members = members.into_iter().map(|member| (String::new(), member));
        let (id, name) = (id.to_owned(), String::new());
        TypeCode::Struct(
            StructCode {
                id,
                name,
                members: members.collect(),
            }
            .into(),
        )
    };
    let b = code("B", vec![recur("A"), recur("B")]);
    let a = code("A", vec![TypeCode::Sequence(b.into(), 0)]);
    let list = Value::Elements;
    let empty_b = || Value::Struct(vec![list(vec![]), list(vec![])]);
    let empty_a = Value::Struct(vec![list(vec![])]);
    let inner_b = Value::Struct(vec![list(vec![empty_a]), list(vec![empty_b()])]);
    let outer = Value::Struct(vec![list(vec![Value::Struct(vec![
        list(vec![]),
        list(vec![inner_b]),
    ])])]);

    travels_back(&Any::new(a, outer).unwrap());
}

#[test]
fn a_union_carries_the_member_that_its_discriminator_selects() {
    let case = |label: Value, ty: TypeCode| Case {
        label,
        name: String::new(),
        ty,
    };
    let code = TypeCode::Union(
        UnionCode {
            id: "IDL:U:1.0".to_owned(),
            name: String::new(),
            discriminator: TypeCode::Long,
            default: 1,
            cases: vec![
                case(Value::Long(7), TypeCode::Short),
                case(Value::Octet(0), TypeCode::Double),
            ],
        }
        .into(),
    );
    let of = |number: i32, member: Value| {
        Any::new(
            code.clone(),
            Value::Union(Box::new((Value::Long(number), Some(member)))),
        )
    };

    travels_back(&of(7, Value::Short(1)).unwrap());
    travels_back(&of(8, Value::Double(1.5)).unwrap());
    assert_eq!(of(7, Value::Double(1.5)), Err(MarshalError::Mismatch));
}

#[test]
fn an_indirection_leads_back_to_a_type_of_the_same_message() {
    // struct { long a[2]; the same again by an indirection; }
    let limits = Limits::default();
    let mut out = Vec::new();
    let mut to = Encoder::new(&mut out, Format::default(), &limits);
    to.u32(15);
    let mark = to.begin_encapsulation();
    to.string("IDL:S:1.0");
    to.string("S");
    to.u32(2);
    to.string("a");
    to.align(4);
    let array = to.position();
    TypeCode::Array(TypeCode::Long.into(), 2).encode(&mut to);
    to.string("b");
    to.u32(0xFFFF_FFFF);
    let offset = i32::try_from(array).unwrap() - i32::try_from(to.position()).unwrap();
    to.u32(offset.cast_unsigned());
    to.end_encapsulation(mark);
    to.finish().unwrap();

    let code: TypeCode = value(&out, 0, Format::default()).unwrap();
    let TypeCode::Struct(code) = code else {
        panic!("{code:?}")
    };
    assert_eq!(code.members[0].1, code.members[1].1);
    for wrong in [-4_i32, 0, 8, offset - 4, -100_000, i32::MIN] {
        let at = out.len() - 4;
        out[at..].copy_from_slice(&wrong.to_ne_bytes());
        let error = value::<TypeCode>(&out, 0, Format::default()).unwrap_err();
        assert_eq!(error, MarshalError::Indirection(wrong));
    }
}

#[test]
fn aliases_and_names_make_no_other_type() {
    let alias = TypeCode::Alias(
        hyla_orb::any::AliasCode {
            id: "IDL:Longs:1.0".to_owned(),
            name: "Longs".to_owned(),
            content: Vec::<i32>::type_code(),
        }
        .into(),
    );
    let any = Any::new(alias, Value::Elements(vec![Value::Long(1), Value::Long(2)])).unwrap();

    travels_back(&any);
    assert_eq!(any.get::<Vec<i32>>(), Ok(vec![1, 2]));
    assert_eq!(any.get::<Vec<u32>>(), Err(MarshalError::Mismatch));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_was_written_is_read(
        texts in prop::collection::vec("[^\0]{0,9}", 0..5),
        numbers in prop::collection::vec(any::<i16>(), 0..9),
        doubles in prop::collection::vec(-1e300_f64..1e300, 0..5),
        octet in any::<u8>(),
        before in 0_usize..9,
    ) {
        for order in [Order::Little, Order::Big] {
            let limits = Limits::default();
            let mut out = vec![0; before];
            let mut to = Encoder::new(&mut out, format(order), &limits);
            octet.encode(&mut to);
            numbers.encode(&mut to);
            texts.encode(&mut to);
            doubles.encode(&mut to);
            to.finish().unwrap();
            let mut from = Decoder::new(&out, before, format(order), &limits);
            prop_assert_eq!(u8::decode(&mut from), Ok(octet));
            prop_assert_eq!(Vec::<i16>::decode(&mut from), Ok(numbers.clone()));
            prop_assert_eq!(Vec::<String>::decode(&mut from), Ok(texts.clone()));
            prop_assert_eq!(Vec::<f64>::decode(&mut from), Ok(doubles.clone()));
            prop_assert_eq!(from.left(), 0);
        }
    }
}
