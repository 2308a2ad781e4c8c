//! `include/hyla.h`: written from the sources, kept in the repository, compared here.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cbindgen::{
    Builder, Config, DocumentationStyle, EnumConfig, ExportConfig, ItemType, Language, Style,
};

/// Source files in the order in which the header presents them.
const SOURCES: &[&str] = &[
    "exception",
    "enums",
    "handle",
    "value",
    "borrowed",
    "owned",
    "lists",
    "delivery",
    "callbacks/table",
    "call",
    "rti",
    "ambassador",
    "federation",
    "services/federation",
    "services/synchronization",
    "services/saving",
    "services/declaration",
    "services/object",
    "services/ownership",
    "services/time",
    "services/ddm",
    "services/support",
    "services/switches",
    "services/decode",
    "callback_control",
    "services/callback_control",
    "bindings",
    "channels",
    "latency",
    "tools",
];

const TOP: &str = "\
/*
 * hyla.h: the C interface of Hyla, an RTI of IEEE 1516-2010 and 1516-2025.
 *
 * Written from the sources of the crate hyla-capi; do not edit. How to use it: docs/c-interface.md.
 *
 * - Every function that has to do with an ambassador gives a hyla_exception: HYLA_OK, or an exception of the
 *   standard. hyla_last_message() has the words.
 * - What goes in, and what callbacks bring, is lent for the time of the call: hyla_text, hyla_bytes, hyla_handles ...
 *   What comes out through a type hyla_owned_... belongs to the caller, who frees it.
 * - Out pointers come last and must not be null, but for those of results that may be absent. Where a service
 *   fails, out values are zero.
 * - Other pointers may be null where the text says what that means: mostly that an optional argument is absent.
 * - Numbers without meaning, null pointers, wrong lengths and text that is not UTF-8 are refused. Pointers that
 *   lead nowhere cannot be.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn config() -> Config {
    let mut config = Config {
        language: Language::C,
        cpp_compat: true,
        style: Style::Type,
        header: Some(TOP.to_owned()),
        include_guard: Some("HYLA_H".to_owned()),
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"]
            .map(String::from)
            .into(),
        usize_is_size_t: true,
        line_length: 118,
        documentation_style: DocumentationStyle::Doxy,
        enumeration: EnumConfig::default(),
        export: ExportConfig {
            item_types: vec![
                ItemType::Enums,
                ItemType::Structs,
                ItemType::Typedefs,
                ItemType::Functions,
            ],
            include: ["hyla_edition", "hyla_exception"].map(String::from).into(),
            ..ExportConfig::default()
        },
        ..Config::default()
    };
    config.function.sort_by = Some(cbindgen::SortKey::None);
    config
}

/// The header as the sources say.
fn generated() -> String {
    let mut builder = Builder::new().with_config(config());
    for source in SOURCES {
        builder = builder.with_src(here(&format!("src/{source}.rs")));
    }
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    let text = String::from_utf8(text).unwrap();
    // The header words the contract of a function for C.
    tidied(&text)
}

/// Leaves out the sections on safety, and gives comments of one line one line.
fn tidied(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut skipping = false;
    for line in text.lines() {
        let bare = line.trim();
        if bare == "* # Safety" {
            skipping = true;
            while kept.last().is_some_and(|last| last.trim() == "*") {
                kept.pop();
            }
        }
        if bare == "*/" {
            skipping = false;
            let before = kept
                .len()
                .checked_sub(2)
                .map(|at| kept[at].trim().to_owned());
            if before.as_deref() == Some("/**") {
                let words = kept.pop().unwrap_or_default();
                let words = words.trim().trim_start_matches('*').trim();
                if let Some(opening) = kept.last_mut() {
                    *opening = format!("{} {words} */", opening.trim_end());
                }
                continue;
            }
        }
        if !skipping {
            kept.push(line.trim_end().to_owned());
        }
    }
    kept.join("\n") + "\n"
}

#[test]
fn the_header_of_the_page_in_docs_is_the_one_written_from_the_sources() {
    let path = here("include/hyla.h");
    let generated = generated();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }

    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == generated,
        "include/hyla.h is not up to date: run `UPDATE_DOCS=1 cargo test -p hyla-capi page_in_docs`"
    );
}

#[test]
fn the_header_has_every_function_of_the_sources() {
    let header = generated();
    for source in SOURCES {
        let text = std::fs::read_to_string(here(&format!("src/{source}.rs"))).unwrap();
        for line in text.lines() {
            let Some((_, rest)) = line.split_once("extern \"C\" fn ") else {
                continue;
            };
            let Some((name, _)) = rest.split_once('(').filter(|(name, _)| !name.is_empty()) else {
                continue;
            };
            assert!(header.contains(&format!("{name}(")), "{name}");
        }
    }
}

/// Has a compiler read the header.
fn compiles(compiler: &str, arguments: &[&str]) {
    let mut reading = Command::new(compiler)
        .args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = reading.stdin.take().unwrap();
    input.write_all(generated().as_bytes()).unwrap();
    drop(input);
    let outcome = reading.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&outcome.stderr);
    assert!(
        outcome.status.success(),
        "{compiler} {arguments:?}: {words}"
    );
}

#[test]
fn the_header_is_c99_and_later() {
    for standard in ["-std=c99", "-std=c11", "-std=gnu17"] {
        compiles("cc", &["-x", "c", standard]);
    }
}

#[test]
fn the_header_is_cpp_too() {
    for standard in ["-std=c++11", "-std=c++17", "-std=c++20"] {
        compiles("c++", &["-x", "c++", standard]);
    }
}
