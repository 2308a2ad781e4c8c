//! `hyla idl` as a user runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn idl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hyla"))
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .arg("idl")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, content).expect("a file");
    path
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const ECHO: &str = "module M { interface Echo { long twice(in long n); }; };\n";

#[test]
fn interfaces_become_rust_on_standard_output() {
    file("echo.idl", ECHO);

    let output = idl(&["echo.idl"]);

    assert!(output.status.success(), "{}", text(&output.stderr));
    let rust = text(&output.stdout);
    assert!(rust.contains("fn twice"), "{rust}");
    assert!(rust.contains("IDL:M/Echo:1.0"), "{rust}");
}

#[test]
fn each_file_has_one_of_rust_in_the_folder_asked_for() {
    file("parts/shared.idl", "typedef sequence<octet> Bytes;\n");
    file(
        "first.idl",
        "#include <shared.idl>\ninterface First { void put(in Bytes b); };\n",
    );
    file("second.idl", "#ifdef MORE\ninterface Second {};\n#endif\n");

    let output = idl(&[
        "first.idl",
        "second.idl",
        "-I",
        "parts",
        "-D",
        "MORE",
        "-o",
        "generated",
    ]);

    assert!(output.status.success(), "{}", text(&output.stderr));
    let rust = |name: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("generated")
            .join(name);
        std::fs::read_to_string(path).expect("it was written")
    };
    assert!(rust("first.rs").contains("fn put"));
    assert!(rust("second.rs").contains("IDL:Second:1.0"));
    assert_eq!(
        text(&output.stdout),
        "generated/first.rs\ngenerated/second.rs\n"
    );
}

#[test]
fn a_file_that_is_refused_names_the_place_and_leaves_nothing_behind() {
    file(
        "wrong.idl",
        "interface Wrong {\n    void put(in lang n);\n};\n",
    );

    let output = idl(&["wrong.idl", "-o", "refused"]);

    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.contains("wrong.idl:2:17"), "{errors}");
    assert!(errors.contains("lang"), "{errors}");
    let refused = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused/wrong.rs");
    assert!(!refused.exists());
}

#[test]
fn a_check_writes_nothing() {
    file("checked.idl", ECHO);

    let output = idl(&["--check", "checked.idl"]);

    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
}

#[test]
fn files_of_one_name_do_not_overwrite_one_another() {
    let one = file("one/same.idl", ECHO);
    let two = file("two/same.idl", "interface Other {};\n");

    let paths = [one, two].map(|path| path.to_string_lossy().into_owned());
    let output = idl(&[&paths[0], &paths[1], "-o", "same"]);

    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.contains("same/same.rs"), "{errors}");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("same/same.rs");
    let kept = std::fs::read_to_string(kept).expect("the first was written");
    assert!(kept.contains("fn twice"));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = idl(&["nowhere.idl"]);

    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("nowhere.idl"));
}

#[test]
fn the_interface_of_the_latency_server_is_valid() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../hyla-latency/idl/latency.idl"
    );

    let output = idl(&[file]);

    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = text(&output.stdout);
    for name in [
        "request_status",
        "request_table",
        "put_state",
        "put_measurements",
    ] {
        assert!(written.contains(name), "{name}");
    }
}
