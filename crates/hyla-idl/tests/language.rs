//! Each construct of the language, and its form in the model.

use std::collections::BTreeMap;

use hyla_idl::{
    Basic, DefId, Direction, Disk, Interface, InterfaceKind, Kind, Label, Literal, Memory, Model,
    Options, Type, Union,
};

fn read(text: &str) -> Model {
    let files = Memory::default().with("a.idl", text);
    match hyla_idl::read("a.idl", &files, &[]) {
        Ok(model) => model,
        Err(findings) => panic!("{findings}"),
    }
}

fn find(model: &Model, name: &str) -> DefId {
    model.find(name).unwrap_or_else(|| panic!("no {name}"))
}

fn interface<'a>(model: &'a Model, name: &str) -> &'a Interface {
    match &model[find(model, name)].kind {
        Kind::Interface(interface) => interface,
        other => panic!("{other:?}"),
    }
}

fn union<'a>(model: &'a Model, name: &str) -> &'a Union {
    match &model[find(model, name)].kind {
        Kind::Union(Some(union)) => union,
        other => panic!("{other:?}"),
    }
}

fn constant(model: &Model, name: &str) -> Literal {
    match &model[find(model, name)].kind {
        Kind::Constant(constant) => constant.value.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn modules_are_opened_again_and_again() {
    let model = read(
        "module M { module N { const long A = 1; }; }; module M { module N { const long B = A + 1; }; };",
    );

    assert_eq!(model.roots().len(), 1);
    assert_eq!(constant(&model, "M::N::B"), Literal::Integer(2));
}

#[test]
fn every_basic_type_has_its_keywords() {
    let model = read(
        "struct S { boolean a; octet b; char c; wchar d; short e; unsigned short f; long g; unsigned long h;
         long long i; unsigned long long j; float k; double l; long double m; any n; Object o; CORBA::TypeCode p; };",
    );

    let Kind::Struct(Some(fields)) = &model[find(&model, "S")].kind else {
        panic!("no struct")
    };
    let types: Vec<_> = fields.iter().map(|field| field.ty.clone()).collect();
    let expected = [
        Basic::Boolean,
        Basic::Octet,
        Basic::Char,
        Basic::WideChar,
        Basic::Short,
        Basic::UnsignedShort,
        Basic::Long,
        Basic::UnsignedLong,
        Basic::LongLong,
        Basic::UnsignedLongLong,
        Basic::Float,
        Basic::Double,
        Basic::LongDouble,
        Basic::Any,
        Basic::Object,
        Basic::TypeCode,
    ];
    assert_eq!(types, expected.map(Type::Basic));
}

#[test]
fn templates_have_bounds_and_arrays_dimensions() {
    let model = read(
        "const long N = 4; typedef sequence<sequence<long,N>> A; typedef string<N*2> B; typedef wstring C;
         typedef fixed<5,2> D; typedef short E[2][3], F; typedef sequence<long, (64 >> 4)> G;",
    );

    let alias = |name: &str| match &model[find(&model, name)].kind {
        Kind::Alias(ty) => ty.clone(),
        other => panic!("{other:?}"),
    };
    let long = Box::new(Type::Basic(Basic::Long));
    let short = Type::Basic(Basic::Short);
    let inner = Type::Sequence(long, Some(4));
    assert_eq!(alias("A"), Type::Sequence(Box::new(inner), None));
    assert_eq!(alias("B"), Type::String(Some(8)));
    assert_eq!(alias("C"), Type::WideString(None));
    assert_eq!(alias("D"), Type::Fixed(5, 2));
    let row = Type::Array(Box::new(short.clone()), 3);
    assert_eq!(alias("E"), Type::Array(Box::new(row), 2));
    assert_eq!(alias("F"), short);
    let long = Box::new(Type::Basic(Basic::Long));
    assert_eq!(alias("G"), Type::Sequence(long, Some(4)));
}

#[test]
fn an_interface_has_operations_attributes_bases_and_types() {
    let model = read(
        "exception Full { long limit; };
         interface Base { readonly attribute long count; };
         interface Other;
         interface Queue : Base {
           typedef sequence<octet> Item;
           exception Empty {};
           attribute string label, title;
           void put(in Item value, inout long place, out boolean first) raises (Full, Empty);
           oneway void poke(in Other source);
         };
         interface Other : Queue { Item peek() context (\"user\", \"host*\"); };",
    );

    let queue = interface(&model, "Queue");
    assert_eq!(queue.bases, [find(&model, "Base")]);
    assert_eq!(queue.attributes.len(), 2);
    let put = &queue.operations[0];
    assert_eq!(put.result, None);
    let directions: Vec<_> = put.parameters.iter().map(|it| it.direction).collect();
    assert_eq!(
        directions,
        [Direction::In, Direction::InOut, Direction::Out]
    );
    let raises = [find(&model, "Full"), find(&model, "Queue::Empty")];
    assert_eq!(put.raises, raises);
    assert!(queue.operations[1].is_oneway);
    let other = interface(&model, "Other");
    assert!(other.is_defined);
    let item = find(&model, "Queue::Item");
    assert_eq!(other.operations[0].result, Some(Type::Named(item)));
    let ancestors = [find(&model, "Queue"), find(&model, "Base")];
    assert_eq!(model.ancestors(find(&model, "Other")), ancestors);
}

#[test]
fn interfaces_are_local_or_abstract_and_types_native() {
    let model = read(
        "native Cookie; local interface A { void a(in Cookie c); }; abstract interface B {}; local interface C : A {};",
    );

    assert_eq!(interface(&model, "A").kind, InterfaceKind::Local);
    assert_eq!(interface(&model, "B").kind, InterfaceKind::Abstract);
    assert_eq!(model[find(&model, "Cookie")].kind, Kind::Native);
}

#[test]
fn a_union_knows_its_labels_and_whether_some_value_selects_nothing() {
    let model = read(
        "enum Colour { red, green };
         union A switch (Colour) { case red: long l; case green: octet o[4]; };
         union B switch (long) { case 1: case -2: short s; default: double d; };
         union C switch (boolean) { case TRUE: string s; };
         union D switch (char) { case 'x': case '\\n': long l; };",
    );

    assert!(!union(&model, "A").has_implicit_default);
    assert!(!union(&model, "B").has_implicit_default);
    assert!(union(&model, "C").has_implicit_default);
    assert!(union(&model, "D").has_implicit_default);
    let colour = find(&model, "Colour");
    let green = Label::Value(Literal::Enumerator(colour, 1));
    assert_eq!(union(&model, "A").cases[1].labels, [green]);
    let minus_two = Label::Value(Literal::Integer(-2));
    assert_eq!(union(&model, "B").cases[0].labels[1], minus_two);
    assert_eq!(union(&model, "B").cases[1].labels, [Label::Default]);
    let line = Label::Value(Literal::Char('\n'));
    assert_eq!(union(&model, "D").cases[0].labels[1], line);
}

#[test]
fn a_struct_contains_itself_through_a_sequence() {
    let model = read(
        "struct Node; typedef sequence<Node> Nodes; struct Node { long value; Nodes below; sequence<Node, 2> pair; };",
    );

    assert!(
        matches!(&model[find(&model, "Node")].kind, Kind::Struct(Some(fields)) if fields.len() == 3)
    );
}

#[test]
fn expressions_are_calculated_in_the_type_of_the_constant() {
    let model = read(
        r#"module M { const long BASE = 0x10; };
        const short A = -(M::BASE + 2) * 3 % 7;
        const unsigned long B = ~0;
        const octet C = (1 << 3 | 1) ^ 017 & ~1;
        const double D = 1.5 * 2 - 3E-1;
        const boolean E = FALSE;
        const char F = '\x41';
        const wchar G = L'\u00e9';
        const string H = "one " "\"two\"\n";
        const fixed I = -1.50d;
        const unsigned long long J = 0xFFFFFFFFFFFFFFFF;
        const long long K = -9223372036854775808;
        enum Colour { red, green };
        const Colour L = green;
        const long P = 100 >> 2;
        const long long N = ~0;"#,
    );

    let expected = [
        ("A", Literal::Integer(-54 % 7)),
        ("B", Literal::Integer(0xFFFF_FFFF)),
        ("C", Literal::Integer(9 ^ (15 & 254))),
        ("D", Literal::Float(2.7)),
        ("E", Literal::Boolean(false)),
        ("F", Literal::Char('A')),
        ("G", Literal::Char('é')),
        ("H", Literal::String("one \"two\"\n".to_owned())),
        ("I", Literal::Fixed("-1.50".to_owned())),
        ("J", Literal::Integer(u64::MAX.into())),
        ("K", Literal::Integer(i64::MIN.into())),
        ("L", Literal::Enumerator(find(&model, "Colour"), 1)),
        ("P", Literal::Integer(25)),
        ("N", Literal::Integer(-1)),
    ];
    for (name, value) in expected {
        assert_eq!(constant(&model, name), value, "{name}");
    }
}

#[test]
fn names_are_looked_up_from_the_inside_out() {
    let model = read(
        "const long A = 1;
         module M { const long A = 2; module N { const long B = A; const long C = ::A; const long D = M::A; }; };
         interface Base { const long A = 4; };
         interface Derived : Base { const long B = A; };
         interface Hidden : Base { typedef long A; };",
    );

    assert_eq!(constant(&model, "M::N::B"), Literal::Integer(2));
    assert_eq!(constant(&model, "M::N::C"), Literal::Integer(1));
    assert_eq!(constant(&model, "M::N::D"), Literal::Integer(2));
    assert_eq!(constant(&model, "Derived::B"), Literal::Integer(4));
}

#[test]
fn an_underscore_escapes_a_keyword() {
    let model = read(
        "struct S { long _in; string _Attribute; }; interface I { void _raises(in long _out); };",
    );

    assert_eq!(interface(&model, "I").operations[0].name, "raises");
    assert_eq!(
        interface(&model, "I").operations[0].parameters[0].name,
        "out"
    );
}

#[test]
fn pragmas_change_identifiers_within_their_scope_and_file() {
    let text = r#"
        #pragma prefix "one.org"
        #include "other.idl"
        module M {
          typedef long A;
          #pragma prefix "two.org/x"
          typedef long B;
          module N { interface I { struct S { long a; }; }; };
          #pragma prefix ""
          typedef long C;
        };
        interface D {};
        interface E {};
        #pragma ID D "DCE:1234:1"
        #pragma version E 2.3
        #pragma version M::A 4.5
        module M { typedef long F; };
        #pragma something else
    "#;
    let files = Memory::default().with("a.idl", text).with(
        "other.idl",
        "interface O {};\n#pragma prefix \"three.org\"\ninterface P {};",
    );
    let model = hyla_idl::read("a.idl", &files, &[]).unwrap();

    let id = |name: &str| model[find(&model, name)].repository_id.clone();
    let ids: BTreeMap<_, _> = model
        .ids()
        .map(|it| (model.scoped_name(it), id(&model.scoped_name(it))))
        .collect();
    let expected = [
        ("D", "DCE:1234:1"),
        ("E", "IDL:one.org/E:2.3"),
        ("M", "IDL:one.org/M:1.0"),
        ("M::A", "IDL:one.org/M/A:4.5"),
        ("M::B", "IDL:two.org/x/B:1.0"),
        ("M::C", "IDL:C:1.0"),
        ("M::F", "IDL:one.org/M/F:1.0"),
        ("M::N", "IDL:two.org/x/N:1.0"),
        ("M::N::I", "IDL:two.org/x/N/I:1.0"),
        ("M::N::I::S", "IDL:two.org/x/N/I/S:1.0"),
        ("O", "IDL:O:1.0"),
        ("P", "IDL:three.org/P:1.0"),
    ];
    let expected: BTreeMap<_, _> = expected.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    assert_eq!(ids, expected);
    assert!(!model[find(&model, "O")].is_main);
    assert!(model[find(&model, "E")].is_main);
}

#[test]
fn the_preprocessor_defines_includes_and_leaves_out() {
    let text = r#"
        #include <deep/b.idl>
        #include <deep/b.idl>
        #define N 3 + \
                  1
        #ifdef UNKNOWN
        this isn't IDL "at all
        #elif defined(N) && !(defined UNKNOWN) && GIVEN == 7
        const long A = N * 2; /* a comment
        #else in a comment */
        #else
        #error not here
        #endif
        #if 0
        #if 1
        wrong
        #else
        wrong
        #endif
        #elif 2 > 1
        const long B = GIVEN;
        #endif
        #undef N
        #ifndef N
        const long C = 1;
        #endif
    "#;
    let files = Memory::default()
        .with("a.idl", text)
        .with(
            "dir/deep/b.idl",
            "#ifndef B_IDL\n#define B_IDL\n#include \"c.idl\"\ntypedef Inner Outer;\n#endif",
        )
        .with("dir/deep/c.idl", "typedef long Inner;");
    let options = Options {
        include: vec!["nowhere".into(), "dir".into()],
        defines: vec!["GIVEN=7".to_owned()],
    };
    let model = hyla_idl::read_with("a.idl", &files, &options).unwrap();

    assert_eq!(constant(&model, "A"), Literal::Integer(5));
    assert_eq!(constant(&model, "B"), Literal::Integer(7));
    assert_eq!(constant(&model, "C"), Literal::Integer(1));
    assert!(model.find("Outer").is_some());
}

#[test]
fn value_types_are_read_over() {
    let model = read(
        "valuetype Box string; abstract valuetype A { void a(); };
         custom valuetype V : truncatable A supports I { public long a; private string b; factory make(in long a) raises (X); void c(); };"
            .replace("custom", "interface I {}; exception X {}; custom")
            .as_str(),
    );

    assert!(matches!(
        model[find(&model, "Box")].kind,
        Kind::Value(Some(Type::String(None)))
    ));
    assert!(matches!(model[find(&model, "V")].kind, Kind::Value(None)));
}

#[test]
fn the_interfaces_of_the_studies_are_read() {
    for (file, name, operations) in [
        ("strings", "Study::Strings", 5),
        ("arguments", "Study::Arguments", 9),
    ] {
        let path = format!("{}/idl/{file}.idl", env!("CARGO_MANIFEST_DIR"));
        let model = hyla_idl::read(&path, &Disk, &[]).unwrap();

        assert_eq!(interface(&model, name).operations.len(), operations);
        let id = format!("IDL:hyla.org/{}:1.0", name.replace("::", "/"));
        assert_eq!(model[find(&model, name)].repository_id, id);
    }
}
