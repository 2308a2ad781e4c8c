//! Programs in C, compiled against the header and linked with the library that cargo built.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use hyla_capi::*;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A directory of its own, with the library under the name that programs look for.
fn workshop(name: &str) -> PathBuf {
    let library = std::env::current_exe().unwrap();
    let library = library.with_file_name("libhyla_capi.so");
    let directory = std::env::temp_dir().join(format!("hyla-c-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    std::os::unix::fs::symlink(library, directory.join("libhyla.so.0")).unwrap();
    directory
}

fn compile(source: &Path, directory: &Path) -> PathBuf {
    let program = directory.join("program");
    let outcome = Command::new("cc")
        .args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-g"])
        .arg("-I")
        .arg(here("include"))
        .arg(source)
        .arg(directory.join("libhyla.so.0"))
        .arg(format!("-Wl,-rpath,{}", directory.display()))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.success(), "{words}");
    program
}

/// Output that the comment on top of an example states.
fn promised(source: &str) -> String {
    let (_, rest) = source
        .split_once(" * prints, beside the log on standard error,\n *\n")
        .unwrap();
    let lines = rest.lines().take_while(|line| line.starts_with(" *     "));
    lines.fold(String::new(), |text, line| text + &line[7..] + "\n")
}

#[test]
fn the_example_prints_what_it_says() {
    let directory = workshop("hello");
    let source = here("../../examples/c/hello.c");
    let program = compile(&source, &directory);

    let outcome = Command::new(program)
        .arg(here("../../examples/c/hello.xml"))
        .current_dir(&directory)
        .output()
        .unwrap();

    let words = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.success(), "{words}");
    let printed = String::from_utf8_lossy(&outcome.stdout);
    let promised = promised(&std::fs::read_to_string(source).unwrap());
    assert!(!promised.is_empty());
    assert_eq!(printed, promised);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_program_in_c_sees_the_log_as_its_settings_say() {
    let directory = workshop("log");
    let program = compile(&here("../../examples/c/hello.c"), &directory);
    let logged = |level: &str| {
        let outcome = Command::new(&program)
            .arg(here("../../examples/c/hello.xml"))
            .current_dir(&directory)
            .env_remove("RUST_LOG")
            .env("HYLA_LOG_LEVEL", level)
            .output()
            .unwrap();
        assert!(outcome.status.success());
        String::from_utf8(outcome.stderr).unwrap()
    };

    assert_eq!(logged("off"), "");
    assert_ne!(logged("trace"), "");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_program_in_c_logs_to_a_file_of_its_own_or_is_told_why_not() {
    let directory = workshop("logfile");
    let program = compile(&here("../../examples/c/hello.c"), &directory);
    let run = |file: &str| {
        Command::new(&program)
            .arg(here("../../examples/c/hello.xml"))
            .current_dir(&directory)
            .env_remove("RUST_LOG")
            .env("HYLA_LOG_FILE", file)
            .env("HYLA_LOG_FORMAT", "json")
            .output()
            .unwrap()
    };

    let logged = run("log-{pid}");
    let refused = run("absent/log");

    assert!(logged.status.success());
    assert_eq!(String::from_utf8_lossy(&logged.stderr), "");
    let names = std::fs::read_dir(&directory).unwrap();
    let is_log = |path: &PathBuf| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with("log-")
    };
    let mut logs = names.map(|entry| entry.unwrap().path()).filter(is_log);
    let log = std::fs::read_to_string(logs.next().unwrap()).unwrap();
    let federates: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(
        federates.iter().any(|line| line["federate"] == "alice"),
        "{log}"
    );
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8_lossy(&refused.stderr);
    assert!(
        words.contains("RTIinternalError: log.file: absent/log"),
        "{words}"
    );
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Every function that the header declares.
fn functions() -> Vec<String> {
    let header = std::fs::read_to_string(here("include/hyla.h")).unwrap();
    let (_, declarations) = header.split_once("extern \"C\" {").unwrap();
    let starts = [
        "hyla_exception hyla_",
        "void hyla_",
        "const char *hyla_",
        "hyla_text hyla_",
    ];
    let mut names = Vec::new();
    for line in declarations.lines() {
        if starts.iter().any(|start| line.starts_with(start)) {
            let (before, _) = line.split_once('(').unwrap();
            let name = before.rsplit([' ', '*']).next().unwrap();
            names.push(name.to_owned());
        }
    }
    names
}

#[test]
fn the_library_has_what_the_header_declares_and_the_structs_have_the_same_shape() {
    let directory = workshop("all");
    let functions = functions();
    assert!(functions.len() > 180, "{}", functions.len());
    let mut source = "#include <hyla.h>\n#include <stddef.h>\n".to_owned();
    source += "typedef void (*any)(void);\nstatic const any all[] = {\n";
    for name in functions {
        let _ = writeln!(source, "(any){name},");
    }
    source += "};\n#define SAME(number, expected) if ((number) != (expected)) return __LINE__\n";
    source += "int main(void) {\nfor (size_t i = 0; i < sizeof all / sizeof *all; i++) if (!all[i]) return 1;\n";
    macro_rules! same_shape {
        ($($name:ident,)*) => {
            $(let _ = writeln!(
                source,
                "SAME(sizeof({}), {});",
                stringify!($name),
                size_of::<$name>(),
            );)*
        };
    }
    same_shape! {
        hyla_rti, hyla_text, hyla_bytes, hyla_handles, hyla_value, hyla_values, hyla_texts,
        hyla_attributes_and_regions, hyla_attribute_region_pairs, hyla_module, hyla_modules,
        hyla_time, hyla_interval, hyla_range_bounds, hyla_range, hyla_delivery,
        hyla_federate_ambassador, hyla_configuration, hyla_credentials, hyla_owned_text,
        hyla_owned_handles, hyla_owned_ranges, hyla_owned_configuration_result,
        hyla_federation_execution, hyla_federation_execution_member, hyla_federate_save_status,
        hyla_federate_restore_status, hyla_exception, hyla_order_type,
    }
    for (field, offset) in [
        (
            "context",
            std::mem::offset_of!(hyla_federate_ambassador, context),
        ),
        (
            "dropped",
            std::mem::offset_of!(hyla_federate_ambassador, dropped),
        ),
        (
            "reflect_attribute_values",
            std::mem::offset_of!(hyla_federate_ambassador, reflect_attribute_values),
        ),
        (
            "request_retraction",
            std::mem::offset_of!(hyla_federate_ambassador, request_retraction),
        ),
    ] {
        let _ = writeln!(
            source,
            "SAME(offsetof(hyla_federate_ambassador, {field}), {offset});"
        );
    }
    source += "return 0;\n}\n";
    let file = directory.join("all.c");
    std::fs::write(&file, source).unwrap();

    let program = compile(&file, &directory);

    let outcome = Command::new(program).output().unwrap();
    assert!(
        outcome.status.success(),
        "line {:?} of {file:?}",
        outcome.status.code()
    );
    std::fs::remove_dir_all(directory).unwrap();
}
