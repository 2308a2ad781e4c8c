//! How a test says that it was skipped: for tests alone.
//!
//! The test harness calls a test that returns early `ok`, and hides what it printed. [`skipped`] also appends a line to the
//! file that the variable [`FILE`] names, if it is set. `scripts/test.sh`, which `make test` runs, sets it and closes with
//! these lines; `.ci/run` accepts only those of `.ci/allowed-skips`.
#![forbid(unsafe_code)]

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;

/// The variable that names the file.
pub const FILE: &str = "TEST_SKIPS";

/// Says that the test that calls it was skipped, and why: what it needs and did not find. To be called on the thread of the
/// test, which has its name. The reason has no parts that differ from run to run.
///
/// # Panics
/// If the file cannot be written: a skip that nobody sees is what this is to prevent.
pub fn skipped(reason: impl Display) {
    let line = line(&test(), &reason.to_string());
    print!("{line}");
    let Some(path) = std::env::var_os(FILE) else {
        return;
    };
    let file = OpenOptions::new().create(true).append(true).open(&path);
    // In one piece: other tests write to the same file.
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    if let Err(error) = written {
        panic!("{FILE}={}: {error}", path.display());
    }
}

/// Name of the test that calls.
fn test() -> String {
    let thread = std::thread::current();
    // With one thread the harness runs tests on its own; a test that starts itself again names itself.
    let named = || std::env::args().skip(1).find(|word| !word.starts_with('-'));
    match thread.name() {
        Some("main") | None => named().unwrap_or_else(|| "a test without a name".to_owned()),
        Some(name) => name.to_owned(),
    }
}

/// `SKIPPED: PROGRAM: TEST: REASON`, whatever the reason holds.
fn line(test: &str, reason: &str) -> String {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("SKIPPED: {}: {test}: {reason}\n", program())
}

/// Name of the test program, without the hash that cargo appends.
fn program() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    match name.rsplit_once('-') {
        Some((name, hash)) if hash.len() == 16 => name.to_owned(),
        _ => name.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_program_and_test_and_is_one_line() {
        let line = line("hosts::a_cable_breaks", "no namespaces:\n  not permitted\n");

        assert_eq!(
            line,
            "SKIPPED: hyla_test_skips: hosts::a_cable_breaks: no namespaces: not permitted\n"
        );
    }
}
