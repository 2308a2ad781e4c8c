use proptest::prelude::*;

use super::*;
use crate::encoding::{self, AsciiString, DecodeError, Le};

fn array(data_type: &str, cardinality: &str, encoding: &str) -> Definition {
    Definition::Array {
        data_type: data_type.to_owned(),
        cardinality: cardinality.to_owned(),
        encoding: encoding.to_owned(),
    }
}

fn record(fields: &[(&str, &str)]) -> Definition {
    let field = |&(name, of): &(&str, &str)| Field {
        name: name.to_owned(),
        data_type: of.to_owned(),
    };
    Definition::FixedRecord {
        encoding: "HLAfixedRecord".to_owned(),
        fields: fields.iter().map(field).collect(),
    }
}

fn enumerated(representation: &str, names: &[(&str, i128)]) -> Definition {
    let one = |&(name, value): &(&str, i128)| Enumerator {
        name: name.to_owned(),
        values: vec![value],
    };
    Definition::Enumerated {
        representation: representation.to_owned(),
        enumerators: names.iter().map(one).collect(),
    }
}

fn variant(encoding: &str, by: &str, alternatives: &[(&str, &str, &str)]) -> Definition {
    let one = |&(enumerators, name, of): &(&str, &str, &str)| Alternative {
        enumerators: enumerators.to_owned(),
        name: name.to_owned(),
        data_type: of.to_owned(),
    };
    Definition::VariantRecord {
        data_type: by.to_owned(),
        encoding: encoding.to_owned(),
        alternatives: alternatives.iter().map(one).collect(),
    }
}

fn types() -> TypeTable {
    let mut types = TypeTable::predefined();
    types.define(
        "Record",
        record(&[
            ("A", "HLAoctet"),
            ("B", "HLAfloat64BE"),
            ("C", "HLAinteger16LE"),
        ]),
    );
    types.define("Records", array("Record", "Dynamic", "HLAvariableArray"));
    types.define("Matrix", array("HLAinteger16BE", "2,3", "HLAfixedArray"));
    types.define(
        "Rows",
        array("HLAinteger16BE", "2,Dynamic", "HLAfixedArray"),
    );
    types.define(
        "Texts",
        array("HLAunicodeString", "Dynamic", "HLAvariableArray"),
    );
    types.define("Tokens", array("HLAtoken", "Dynamic", "HLAvariableArray"));
    types.define(
        "Kind",
        enumerated(
            "HLAoctet",
            &[("K1", 1), ("K2", 2), ("K3", 3), ("K4", 4), ("K5", 5)],
        ),
    );
    let alternatives = [
        ("K1", "One", "HLAoctet"),
        ("[K2..K3]", "Two", "HLAfloat64BE"),
        ("K5", "", "NA"),
    ];
    types.define("Plain", variant("HLAvariantRecord", "Kind", &alternatives));
    let other = [
        ("K1, K3", "One", "HLAoctet"),
        ("HLAother", "Rest", "HLAASCIIstring"),
    ];
    types.define("WithOther", variant("HLAvariantRecord", "Kind", &other));
    types.define(
        "Extendable",
        variant("HLAextendableVariantRecord", "Kind", &alternatives),
    );
    types.define("Plains", array("Plain", "[1..9]", "HLAvariableArray"));
    types.define(
        "Extendables",
        array("Extendable", "Dynamic", "HLAvariableArray"),
    );
    types.define(
        "Lengthless",
        array("Record", "Dynamic", "RPRlengthlessArray"),
    );
    types.define(
        "Name",
        array("HLAASCIIchar", "Dynamic", "RPRnullTerminatedArray"),
    );
    types.define(
        "Named",
        record(&[("Name", "Name"), ("Number", "HLAinteger32BE")]),
    );
    types.define("Foreign", array("HLAoctet", "Dynamic", "SomebodysArray"));
    types.define(
        "Everything",
        record(&[
            ("Flag", "HLAboolean"),
            ("Records", "Records"),
            ("Matrix", "Matrix"),
            ("Rows", "Rows"),
            ("Texts", "Texts"),
            ("Token", "HLAtoken"),
            ("Plains", "Plains"),
            ("WithOther", "WithOther"),
            ("Extendables", "Extendables"),
            ("Opaque", "HLAopaqueData"),
            ("Character", "HLAunicodeChar"),
            ("Pair", "HLAoctetPairLE"),
            ("Name", "Name"),
            ("Unsigned", "HLAunsignedInteger64LE"),
            ("Foreign", "Foreign"),
        ]),
    );
    types
}

fn int(value: i128) -> DynamicValue {
    DynamicValue::Integer(value)
}

#[track_caller]
fn agree<T: encoding::Encode>(name: &str, value: &T, text: &str) {
    let of = types().resolve(name).unwrap();
    let bytes = encoding::encode(value);

    let decoded = of.decode(&bytes).unwrap();

    assert_eq!(decoded.to_string(), text);
    assert_eq!(of.encode(&decoded), Ok(bytes));
    assert_eq!(of.octet_boundary(), T::OCTET_BOUNDARY);
}

#[test]
fn both_sides_agree_on_the_bytes() {
    agree("HLAoctet", &0xab_u8, "171");
    agree("HLAinteger16LE", &Le(-2_i16), "-2");
    agree("HLAinteger64BE", &-1_i64, "-1");
    agree("HLAunsignedInteger64BE", &u64::MAX, "18446744073709551615");
    agree("HLAfloat32LE", &Le(1.1_f32), "1.1");
    agree("HLAfloat64BE", &-0.1_f64, "-0.1");
    agree("HLAboolean", &true, "HLAtrue");
    agree(
        "HLAASCIIstring",
        &AsciiString::new("HLA").unwrap(),
        r#""HLA""#,
    );
    agree("HLAunicodeString", &"Hé😀".to_owned(), r#""Hé😀""#);
    agree("HLAopaqueData", &vec![1_u8, 2, 0xff], "0x0102FF");
    agree(
        "Record",
        &(1_u8, 1.5_f64, Le(-2_i16)),
        "{A: 1, B: 1.5, C: -2}",
    );
    agree("Records", &Vec::<(u8, f64, i16)>::new(), "[]");
    agree(
        "Matrix",
        &[[1_i16, 2, 3], [4, 5, 6]],
        "[[1, 2, 3], [4, 5, 6]]",
    );
    agree("Rows", &[vec![1_i16], vec![]], "[[1], []]");
    agree(
        "Texts",
        &vec!["a".to_owned(), String::new()],
        r#"["a", ""]"#,
    );
}

#[test]
fn alternatives_are_found_by_name_range_list_and_the_rest() {
    let decode = |name: &str, bytes: &[u8]| {
        types()
            .resolve(name)
            .unwrap()
            .decode(bytes)
            .map(|v| v.to_string())
    };

    assert_eq!(
        decode("Plain", &[1, 0, 0, 0, 0, 0, 0, 0, 9]).unwrap(),
        "K1 {One: 9}"
    );
    assert_eq!(
        decode("Plain", &[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap(),
        "K3 {Two: 0}"
    );
    assert_eq!(decode("Plain", &[5]).unwrap(), "K5");
    assert_eq!(decode("Plain", &[77]).unwrap(), "77 (no enumerator)");
    assert_eq!(
        decode("WithOther", &[3, 0, 0, 0, 8]).unwrap(),
        "K3 {One: 8}"
    );
    assert_eq!(
        decode("WithOther", &[4, 0, 0, 0, 0, 0, 0, 1, 65]).unwrap(),
        r#"K4 {Rest: "A"}"#
    );
    assert_eq!(
        decode("Extendable", &[1, 0, 0, 0, 0, 0, 0, 1, 9]).unwrap(),
        "K1 {One: 9}"
    );
    assert_eq!(
        decode("Extendable", &[9, 0, 0, 0, 0, 0, 0, 1, 9]).unwrap(),
        "9 (no enumerator) {0x09}"
    );
    assert!(decode("Extendable", &[1, 0, 0, 0, 0, 0, 0, 0]).is_err());
}

#[test]
fn encodings_of_the_rpr_fom_are_understood() {
    let types = types();

    let named = types.resolve("Named").unwrap();
    let bytes = [b'a', b'b', 0, 0, 0, 0, 0, 7];
    let value = named.decode(&bytes).unwrap();
    assert_eq!(value.to_string(), r#"{Name: "ab", Number: 7}"#);
    assert_eq!(named.encode(&value).unwrap(), bytes);

    let lengthless = types.resolve("Lengthless").unwrap();
    let bytes = encoding::encode(&[(1_u8, 1.0_f64, Le(2_i16)), (3, 2.0, Le(4))]);
    let value = lengthless.decode(&bytes).unwrap();
    assert_eq!(
        value.to_string(),
        "[{A: 1, B: 1, C: 2}, {A: 3, B: 2, C: 4}]"
    );
    assert_eq!(lengthless.encode(&value).unwrap(), bytes);
    assert_eq!(lengthless.decode(&[]).unwrap().to_string(), "[]");
}

#[test]
fn an_encoding_that_is_not_known_keeps_its_bytes() {
    let foreign = types().resolve("Foreign").unwrap();

    assert_eq!(
        foreign.decode(&[1, 2, 3]).unwrap(),
        DynamicValue::Bytes(vec![1, 2, 3])
    );
    assert_eq!(foreign.encode(&DynamicValue::Bytes(vec![1])).unwrap(), [1]);
}

#[test]
fn a_value_prints_over_several_lines_on_request() {
    let value = types().resolve("Records").unwrap();
    let value = value
        .decode(&encoding::encode(&vec![(1_u8, 1.5_f64, Le(2_i16))]))
        .unwrap();

    assert_eq!(
        format!("{value:#}"),
        "[\n    {\n        A: 1\n        B: 1.5\n        C: 2\n    }\n]"
    );
}

#[test]
fn an_enumerator_may_be_given_by_name_and_fields_in_any_order() {
    let mut types = types();
    types.define("Switch", record(&[("Kind", "Kind"), ("On", "HLAboolean")]));
    let value = DynamicValue::Record(vec![
        ("On".to_owned(), DynamicValue::Text("HLAtrue".to_owned())),
        ("Kind".to_owned(), DynamicValue::Text("K2".to_owned())),
    ]);

    let bytes = types.resolve("Switch").unwrap().encode(&value).unwrap();

    assert_eq!(bytes, [2, 0, 0, 0, 0, 0, 0, 1]);
}

#[test]
fn a_value_that_does_not_fit_is_refused_with_the_way_to_it() {
    let records = types().resolve("Records").unwrap();
    let field = |name: &str, value| (name.to_owned(), value);
    let make = |a| {
        let b = field("B", DynamicValue::Float64(0.0));
        DynamicValue::Array(vec![DynamicValue::Record(vec![
            field("A", a),
            b,
            field("C", int(0)),
        ])])
    };

    assert_eq!(
        records.encode(&make(int(256))).unwrap_err().to_string(),
        "[0].A: expected HLAoctet from 0 to 255, found 256"
    );
    assert_eq!(
        records
            .encode(&make(DynamicValue::Text(String::new())))
            .unwrap_err()
            .to_string(),
        "[0].A: expected HLAoctet, found text"
    );
    assert!(records.encode(&int(1)).is_err());
}

#[test]
fn a_table_with_a_mistake_says_which_type() {
    let mut types = types();
    types.define("Loop", record(&[("Again", "Loops")]));
    types.define("Loops", array("Loop", "Dynamic", "HLAvariableArray"));
    types.define("Dangling", record(&[("Field", "Nowhere")]));
    types.define("Odd", array("HLAoctet", "many", "HLAfixedArray"));
    types.define(
        "Strange",
        variant("HLAvariantRecord", "Kind", &[("K9", "A", "HLAoctet")]),
    );

    let error = |name| types.resolve(name).unwrap_err().to_string();

    assert_eq!(error("Loop"), "data type Loop contains itself");
    assert_eq!(
        error("Dangling"),
        "data type Nowhere is not defined (used by Dangling)"
    );
    assert_eq!(error("Missing"), "data type Missing is not defined");
    assert!(error("Odd").starts_with("data type Odd: expected a cardinality"));
    assert!(error("Strange").ends_with("found K9"));
}

#[test]
fn types_nested_beyond_the_limit_are_refused() {
    let mut types = types();
    types.define("Level0", record(&[("Octet", "HLAoctet")]));
    for level in 1..encoding::MAX_DEPTH {
        types.define(
            &format!("Level{level}"),
            record(&[("Below", &format!("Level{}", level - 1))]),
        );
    }

    assert!(types.resolve("Level20").is_ok());
    assert!(matches!(
        types.resolve("Level63"),
        Err(TypeError::TooDeep { .. })
    ));

    // Also when the levels below were resolved before, one by one.
    let dimensions = vec!["1"; 100].join(",");
    types.define("Cube", array("HLAoctet", &dimensions, "HLAfixedArray"));
    assert!(matches!(
        types.resolve("Cube"),
        Err(TypeError::TooDeep { .. })
    ));
}

#[test]
fn values_without_bytes_cannot_multiply() {
    let mut types = types();
    types.define("Many", array("Tokens", "Dynamic", "HLAvariableArray"));
    types.define("Huge", array("HLAtoken", "4000000000", "HLAfixedArray"));
    let mut bytes = vec![0, 0, 0, 200];
    bytes.extend([0, 0, 0xff, 0xff].repeat(200));

    assert!(matches!(
        types.resolve("Many").unwrap().decode(&bytes),
        Err(DecodeError::Value { .. })
    ));
    assert!(types.resolve("Huge").unwrap().decode(&[]).is_err());
}

fn check_all(bytes: &[u8]) {
    let types = types();
    for name in types.names() {
        let of = types.resolve(name).unwrap();
        if let Ok(value) = of.decode(bytes) {
            let again = of.encode(&value).unwrap();
            // Padding that was not zero is zero now, so it is the second pass that stays the same.
            let value = of.decode(&again).unwrap();
            assert_eq!(of.encode(&value).unwrap(), again, "{name}");
            assert!(!value.to_string().is_empty());
        }
    }
}

proptest! {
    #[test]
    fn no_type_panics_on_arbitrary_bytes(bytes in any::<Vec<u8>>()) {
        check_all(&bytes);
    }

    #[test]
    fn no_type_panics_on_small_bytes(bytes in proptest::collection::vec(0_u8..6, 0..96)) {
        check_all(&bytes);
    }
}
