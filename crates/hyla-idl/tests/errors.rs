//! Each mistake with its location and message.

use hyla_idl::{Disk, Memory};

/// Findings of a text, as `LINE:COLUMN: MESSAGE`.
fn findings(text: &str) -> Vec<String> {
    let files = Memory::default()
        .with("a.idl", text)
        .with("self.idl", "#include \"self.idl\"")
        .with("late.idl", "const long A = ;");
    let found = match hyla_idl::read("a.idl", &files, &[]) {
        Ok(_) => return Vec::new(),
        Err(findings) => findings.0,
    };
    let shown = found.iter().map(ToString::to_string);
    shown
        .map(|line| line.trim_start_matches("a.idl:").to_owned())
        .collect()
}

/// Text, and all its findings.
const MISTAKES: &[(&str, &[&str])] = &[
    // Found by the fuzz target `interface_definitions`: a value of an enum that is wrong further on.
    (
        "enum Colour { red, green, 5 }; union U switch (long) { case green: long a; };",
        &[
            "1:27: expected the name of a value of the enum, found `5`",
            "1:61: expected an integer, found `green`",
        ],
    ),
    // Words and signs.
    (
        "const long A = 1",
        &["1:17: expected `;`, found the end of the file"],
    ),
    (
        "const long A = 1;;",
        &["1:18: expected a definition, found a second `;`"],
    ),
    (
        "foo bar;",
        &[
            "1:1: expected a definition (module, interface, const, typedef, struct, union, enum, exception or native), found `foo`",
        ],
    ),
    (
        "}; const long A = 1;",
        &["1:1: expected a definition, found `}`"],
    ),
    (
        "struct long { long a; };",
        &["1:8: expected the name of a struct, found the keyword `long`"],
    ),
    (
        "struct S { long Any; };",
        &[
            "1:17: `Any` is the keyword `any` in other letters; write `_Any` to use it as the name of a member",
        ],
    ),
    (
        "struct S { long 5; };",
        &["1:17: expected the name of a member, found `5`"],
    ),
    (
        "const string A = \"x;",
        &[
            "1:18: text without closing `\"` on its line",
            "1:21: expected a constant, found the end of the file",
        ],
    ),
    (
        "const char A = 'ab';",
        &["1:16: expected one character, found `ab`"],
    ),
    ("@", &["1:1: `@` has no meaning in IDL"]),
    ("const long A = 1; /* open", &["1:19: comment without end"]),
    // Names.
    ("typedef Missing A;", &["1:9: `Missing` is not defined"]),
    (
        "module M {}; typedef M::X A;",
        &["1:25: `X` is not defined"],
    ),
    (
        "typedef long A; typedef A::X B;",
        &["1:28: `A` contains no names"],
    ),
    (
        "typedef long A; typedef short A;",
        &["1:31: `A` is defined twice in this scope"],
    ),
    (
        "typedef long Mat; const long mat = 1;",
        &["1:30: `mat` and `Mat` differ only in case"],
    ),
    (
        "typedef long Mat; typedef mat B;",
        &["1:27: `mat` is defined as `Mat`"],
    ),
    (
        "typedef long Mat; interface I { Mat mat(); };",
        &["1:37: `mat` was used before in this scope with another meaning: Mat"],
    ),
    (
        "struct S { long a, A; };",
        &["1:20: `A` and `a` differ only in case"],
    ),
    (
        "module M { interface m {}; };",
        &["1:22: `m` has the name of what surrounds it"],
    ),
    ("module M {}; typedef M A;", &["1:22: `M` is no type"]),
    ("const long C = 1; typedef C A;", &["1:27: `C` is no type"]),
    (
        "exception E {}; typedef E A;",
        &["1:25: `E` is an exception, which can only be raised"],
    ),
    (
        "interface I { void a(in long x, in x y); };",
        &["1:36: `x` is a member, parameter, operation or attribute here, not a type or constant"],
    ),
    // Types.
    ("struct S { long a };", &["1:19: expected `;`, found `}`"]),
    ("struct S {};", &["1:8: struct `S` has no members"]),
    (
        "struct S; struct T { S a; };",
        &[
            "1:24: `S` is not complete here; only a sequence of it is possible",
            "1:8: `S` is declared and never defined",
        ],
    ),
    (
        "struct S { S a; };",
        &["1:14: `S` is not complete here; only a sequence of it is possible"],
    ),
    (
        "typedef sequence<long> A; typedef sequence A;",
        &["1:44: expected `<`, found `A`"],
    ),
    (
        "typedef sequence<long, 0> A;",
        &["1:24: expected an integer from 1 to 4294967295, found 0"],
    ),
    (
        "typedef long A[-1];",
        &["1:16: expected an integer from 1 to 4294967295, found -1"],
    ),
    (
        "typedef fixed<32,2> A;",
        &["1:15: expected an integer from 1 to 31, found 32"],
    ),
    (
        "typedef fixed<3,4> A;",
        &["1:17: a scale of 4 is more than 3 digits"],
    ),
    (
        "typedef unsigned float A;",
        &[
            "1:18: expected `long`, found the keyword `float`",
            "1:18: expected the name of a type, found the keyword `float`",
        ],
    ),
    (
        "enum E { a, a };",
        &["1:13: `a` is defined twice in this scope"],
    ),
    (
        "enum E { };",
        &["1:10: expected the name of a value of the enum, found `}`"],
    ),
    (
        "union U switch (float) { case 1: long a; };",
        &["1:17: expected an integer type, char, boolean or an enum as discriminator"],
    ),
    (
        "union U switch (long) { case 1: long a; case 1: long b; };",
        &["1:46: a label that another member of the union has"],
    ),
    (
        "union U switch (boolean) { case TRUE: case FALSE: long a; default: long b; };",
        &["1:17: `default` is never selected: every value has a label"],
    ),
    (
        "union U switch (long) { default: long a; default: long b; };",
        &["1:42: a second `default`"],
    ),
    (
        "union U switch (octet) { case 256: long a; default: long b; };",
        &["1:31: 256 is not between 0 and 255"],
    ),
    (
        "enum E { a }; enum F { b }; union U switch (E) { case b: long x; default: long y; };",
        &["1:55: expected a value of `E`, found `b`"],
    ),
    (
        "union U switch (long) { long a; };",
        &["1:25: expected `case` or `default`, found the keyword `long`"],
    ),
    // Constants.
    (
        "const octet A = 256;",
        &["1:17: 256 is not between 0 and 255"],
    ),
    (
        "const short A = 'x';",
        &["1:17: expected an integer, found the character 'x'"],
    ),
    ("const long A = 1 / 0;", &["1:18: division by 0"]),
    (
        "const long A = 1 << 64;",
        &["1:18: expected a shift from 0 to 63, found 64"],
    ),
    (
        "const long long A = 1 << 63 << 63;",
        &["1:29: the value is too large"],
    ),
    (
        "const long A = 1.5;",
        &["1:16: expected an integer, found the number 1.5"],
    ),
    (
        "const double A = 1.5 % 2.0;",
        &["1:22: `%` takes two integers"],
    ),
    (
        "const boolean A = 1;",
        &["1:19: expected TRUE or FALSE, found the integer 1"],
    ),
    (
        "const string<3> A = \"four\";",
        &["1:21: 4 characters are more than 3"],
    ),
    (
        "const string A = \"a\\0b\";",
        &["1:18: a string cannot contain the character 0"],
    ),
    (
        "const string A = \"\\q\";",
        &["1:18: `\\q` means no character"],
    ),
    (
        "const char A = '\\x';",
        &["1:16: `\\x` without the number of a character"],
    ),
    (
        "const long A = 99999999999999999999;",
        &["1:16: `99999999999999999999` is no integer of 64 bits"],
    ),
    (
        "const long A = 089;",
        &["1:16: `089` is no integer of 64 bits"],
    ),
    (
        "const any A = 1;",
        &[
            "1:7: a constant cannot have this type",
            "1:15: expected an integer, found the integer 1",
        ],
    ),
    (
        "typedef long T; const long A = T;",
        &["1:32: `T` is no constant"],
    ),
    (
        "const float A = 1e39;",
        &["1:17: 1000000000000000000000000000000000000000 is too large for `float`"],
    ),
    // Interfaces.
    ("interface I : J {};", &["1:15: `J` is not defined"]),
    (
        "interface J; interface I : J {};",
        &["1:28: `J` is only declared so far"],
    ),
    (
        "interface I; interface I : I {};",
        &["1:28: an interface cannot inherit itself"],
    ),
    (
        "struct S { long a; }; interface I : S {};",
        &["1:37: `S` is no interface"],
    ),
    (
        "interface J {}; interface I : J, J {};",
        &["1:34: `J` is inherited twice"],
    ),
    (
        "local interface J {}; interface I : J {};",
        &["1:37: `J` is local; what inherits it has to be local"],
    ),
    (
        "interface A { void a(); }; interface B : A { void a(); };",
        &["1:51: `a` is inherited from `A` already"],
    ),
    (
        "interface A { void x(); }; interface B { long X(); }; interface C : A, B {};",
        &["1:67: `X` is inherited from two interfaces"],
    ),
    (
        "interface A { typedef long T; }; interface B { typedef long T; }; interface C : A, B { T x(); };",
        &["1:88: `T` is inherited with two meanings"],
    ),
    (
        "abstract interface I; interface I {};",
        &["1:33: `I` was declared as another kind of interface"],
    ),
    (
        "interface I { oneway long a(); };",
        &["1:22: a oneway operation returns `void`"],
    ),
    (
        "interface I { oneway void a(out long b); };",
        &["1:27: a oneway operation has only `in` parameters, and `b` is none"],
    ),
    (
        "exception E {}; interface I { oneway void a() raises (E); };",
        &["1:47: a oneway operation raises nothing"],
    ),
    (
        "interface I { void a(long b); };",
        &["1:22: expected `in`, `out` or `inout`, found the keyword `long`"],
    ),
    (
        "interface I { void a() raises (I); };",
        &["1:32: `I` is no exception"],
    ),
    (
        "interface I { attribute long a raises (E); };",
        &["1:32: attributes that raise exceptions are not supported"],
    ),
    (
        "interface I { module M {}; };",
        &[
            "1:15: expected a type (an operation, attribute, type, constant or exception of an interface), found the keyword `module`",
        ],
    ),
    // Preprocessor.
    (
        "#include \"none.idl\"",
        &[
            "1:10: `none.idl` was not found, neither beside this file nor in 0 directories given for it",
        ],
    ),
    (
        "#include none",
        &["1:10: expected \"FILE\" or <FILE> behind `#include`"],
    ),
    (
        "#define F(x) x",
        &["1:9: names with parameters cannot be defined here; write the text out"],
    ),
    ("#define", &["1:2: expected a name behind `#define`"]),
    ("#if 1", &["1:1: `#if` without its `#endif`"]),
    ("#endif", &["1:2: `#endif` without its `#if`"]),
    ("#else", &["1:2: `#else` or `#elif` without its `#if`"]),
    ("#if (1\n#endif", &["1:2: expected `)` in `#if`"]),
    ("#error stop here", &["1:2: #error stop here"]),
    (
        "#frobnicate",
        &["1:2: `#frobnicate` is no directive of the preprocessor"],
    ),
    (
        "module M { # define X\n };",
        &[
            "1:12: `#` begins a directive only as the first sign of a line",
            "1:14: expected a definition (module, interface, const, typedef, struct, union, enum, exception or native), found `define`",
        ],
    ),
    (
        "#pragma prefix omg.org",
        &["1:2: expected `#pragma prefix \"PREFIX\"`"],
    ),
    ("#pragma ID X \"x:y\"", &["1:2: `X` is not defined"]),
    (
        "interface X {};\n#pragma ID X \"xy\"",
        &["2:2: expected `#pragma ID NAME \"FORMAT:IDENTIFIER\"`"],
    ),
    (
        "interface X {};\n#pragma version X one",
        &["2:2: expected `#pragma version NAME MAJOR.MINOR`"],
    ),
    (
        "#include \"late.idl\"",
        &["late.idl:1:16: expected a constant, found `;`"],
    ),
];

#[test]
fn each_mistake_is_reported_where_it_is_and_says_what_was_expected() {
    let mut wrong = Vec::new();
    for (text, expected) in MISTAKES {
        let found = findings(text);
        if found != *expected {
            wrong.push(format!(
                "{text}\n  expected {expected:#?}\n  found {found:#?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn one_run_reports_several_mistakes_and_goes_on_behind_each() {
    let text = "module M {\n  typedef Missing A;\n  struct S { long a b; short c; };\n  interface I {\n    void x(in long);\n    oneway long y();\n    void z();\n  };\n  const octet C = 300;\n};\nconst long D = M::C;\n";

    assert_eq!(
        findings(text),
        [
            "2:11: `Missing` is not defined",
            "3:21: expected `;`, found `b`",
            "5:19: expected the name of a parameter, found `)`",
            "6:12: a oneway operation returns `void`",
            "9:19: 300 is not between 0 and 255",
            "11:19: `C` is not defined",
        ]
    );
}

#[test]
fn a_build_script_that_ends_with_findings_shows_a_line_for_each() {
    let files = Memory::default().with("a.idl", "typedef X Y;\ntypedef X Z;");
    let found = hyla_idl::read("a.idl", &files, &[]).unwrap_err();

    let shown = format!("Error: {found:?}");
    assert_eq!(
        shown,
        "Error: 2 findings\na.idl:1:9: `X` is not defined\na.idl:2:9: `X` is not defined"
    );
}

#[test]
fn findings_end_at_fifty() {
    assert_eq!(findings(&"typedef X Y;\n".repeat(80)).len(), 50);
}

#[test]
fn a_file_that_includes_itself_ends() {
    let found = findings("#include \"self.idl\"");

    assert_eq!(
        found,
        ["self.idl:1:10: `self.idl` is the 32th file within a file"]
    );
}

#[test]
fn nesting_ends_with_a_finding_and_not_with_the_stack() {
    let types = format!(
        "typedef {}long{} A;",
        "sequence<".repeat(10_000),
        ">".repeat(10_000)
    );
    let modules = "module M { ".repeat(10_000);
    let constants = format!(
        "const long A = {}1{};",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    let minus = format!("const long A = {}1;", "- ".repeat(10_000));
    let structs = "struct S { ".repeat(10_000);
    let conditions = format!("#if {}1\n#endif", "!".repeat(10_000));
    for text in [types, modules, constants, minus, structs, conditions] {
        assert!(!findings(&text).is_empty());
    }
}

#[test]
fn names_that_stand_for_each_other_end() {
    let circle = "#define A B\n#define B A\nconst long X = A;";
    let mut bomb = "#define A0 1 +\n".to_owned();
    for n in 1..10 {
        let inner = format!("A{} ", n - 1).repeat(10);
        bomb.push_str(&format!("#define A{n} {inner}\n"));
    }
    bomb.push_str("const long X = A9;");

    assert_eq!(findings(circle), ["3:16: `A` is not defined"]);
    assert!(findings(&bomb)[0].contains("more than a million words"));
}

#[test]
fn a_file_that_is_not_there_is_a_finding() {
    let error = hyla_idl::read("/nowhere/a.idl", &Disk, &[]).unwrap_err();

    assert!(
        error
            .to_string()
            .starts_with("/nowhere/a.idl:1:1: cannot be read: "),
        "{error}"
    );
}
