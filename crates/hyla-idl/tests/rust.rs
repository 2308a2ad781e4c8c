//! Generated Rust, and definitions without a mapping. `hyla-orb` tests that it compiles and works.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_idl::Memory;
use hyla_idl::rust::generate;

fn rust(text: &str) -> Result<String, String> {
    let files = Memory::default().with("a.idl", text);
    let model = hyla_idl::read("a.idl", &files, &[]).unwrap();
    generate(&model).map_err(|error| error.to_string())
}

#[test]
fn what_has_no_mapping_is_named_with_what_needs_it() {
    for (text, expected) in [
        (
            "struct S { long double d; };",
            "S: `long double` has no mapping to Rust",
        ),
        (
            "local interface L {}; interface I { void a(in L x); };",
            "I: a local interface as a type has no mapping to Rust",
        ),
        (
            "native N; interface I { N a(); };",
            "I: a native type has no mapping to Rust",
        ),
        (
            "valuetype V { public long a; }; struct S { V x; };",
            "S: a value type has no mapping to Rust",
        ),
        (
            "abstract interface A {}; struct S { A x; };",
            "S: an abstract interface as a type has no mapping to Rust",
        ),
        (
            "module M { typedef wstring<3> W; };",
            "M::W: a bounded `wstring` has no mapping to Rust",
        ),
    ] {
        assert_eq!(rust(text).unwrap_err(), expected);
    }
    // Alone they are accepted.
    rust("native N; local interface L { N a(); }; valuetype V { public long a; };").unwrap();
}

#[test]
fn paths_lead_from_module_to_module() {
    let text = rust(
        "module A { module B { struct S { long a; }; }; }; module C { module D { typedef A::B::S T; }; };
         module A { module E { typedef B::S U; typedef C::D::T V; }; };",
    )
    .unwrap();

    assert!(
        text.contains("pub type T = super::super::A::B::S;"),
        "{text}"
    );
    assert!(text.contains("pub type U = super::B::S;"), "{text}");
    assert!(
        text.contains("pub type V = super::super::C::D::T;"),
        "{text}"
    );
}

#[test]
fn places_in_a_block_follow_alignment() {
    let text = rust("struct S { octet a; short b; double c; octet d; };").unwrap();

    for expected in [
        "const ALIGN: usize = 8;",
        "const FIRST: usize = 1;",
        "const SIZE: usize = 17;",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let text = rust("struct S { octet a; string b; };").unwrap();
    assert!(!text.contains("Block"), "{text}");
}

#[test]
fn words_of_rust_are_written_raw() {
    let text = rust("interface I { void match(in long self, in long type); };").unwrap();

    assert!(
        text.contains("fn r#match(&self, self_: i32, r#type: i32)"),
        "{text}"
    );
}

#[test]
fn a_servant_without_operations_has_no_code_that_is_never_reached() {
    let text = rust("interface I {};").unwrap();

    assert!(text.contains("Ok(false)"), "{text}");
    assert!(!text.contains("Ok(true)"), "{text}");
}
