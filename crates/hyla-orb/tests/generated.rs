//! The Rust code in the repository equals the output of `hyla-idl`. `UPDATE_GENERATED=1 cargo test
//! -p hyla-orb --test generated` updates it.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::path::Path;

use hyla_idl::Disk;

#[test]
fn generated_rust_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (from, to) in [
        ("tests/idl/probe.idl", "tests/generated/probe.rs"),
        ("idl/naming.idl", "src/naming/generated.rs"),
        ("tests/idl/more.idl", "tests/generated/more.rs"),
        ("../hyla-idl/idl/strings.idl", "benches/study/strings.rs"),
        (
            "../hyla-idl/idl/arguments.idl",
            "benches/study/arguments.rs",
        ),
    ] {
        let model = hyla_idl::read(root.join(from).to_str().unwrap(), &Disk, &[]).unwrap();
        let text = hyla_idl::rust::generate(&model).unwrap();
        let path = root.join(to);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(&path, text).unwrap();
        } else {
            assert!(
                std::fs::read_to_string(&path).unwrap() == text,
                "{to} is not what hyla-idl writes; run with UPDATE_GENERATED=1"
            );
        }
    }
}
