//! Audit lines while their file is rotated, and on a full disk. A process starts its log once, so each test has a process.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use hyla_settings::{LogLevel, LogSettings, Settings};

const ROLE: &str = "ROTATION_TEST_ROLE";
const THREADS: u64 = 4;
const LINES: u64 = 500;

/// Runs that test of this program as a process that logs to `folder`.
fn process(before: &[&str], test: &str, folder: &Path) -> Output {
    let program = std::env::current_exe().unwrap();
    let mut words = before.iter().map(std::ffi::OsStr::new).collect::<Vec<_>>();
    words.push(program.as_os_str());
    let output = Command::new(words[0])
        .args(&words[1..])
        .args(["--exact", test, "--nocapture"])
        .env(ROLE, folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

fn start(folder: &Path, file_bytes: usize, files: usize) {
    let log = LogSettings {
        level: LogLevel::Error,
        file: Some(folder.join("hyla.log")),
        audit_file: Some(folder.join("audit.jsonl")),
        file_bytes,
        files,
        ..Settings::default().log
    };
    hyla_log::start(&log).unwrap();
}

/// The folder of the process, if this is it.
fn role() -> Option<std::path::PathBuf> {
    std::env::var_os(ROLE).map(Into::into)
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("hyla-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn nothing_is_lost_and_no_line_is_torn_while_files_are_rotated() {
    if let Some(folder) = role() {
        start(&folder, 8192, 100);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                scope.spawn(move || {
                    for line in 0..LINES {
                        let number = thread * LINES + line;
                        tracing::info!(target: "audit", action = "join", number, "audit");
                    }
                });
            }
        });
        return;
    }
    let folder = folder("rotation");

    process(
        &[],
        "nothing_is_lost_and_no_line_is_torn_while_files_are_rotated",
        &folder,
    );

    let mut numbers = BTreeSet::new();
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.starts_with("audit.jsonl") {
            continue;
        }
        files += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() <= 8192, "{name}: {}", text.len());
        for line in text.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(numbers.insert(line["number"].as_u64().unwrap()), "{line}");
        }
    }
    assert!(files > 10, "{files}");
    assert_eq!(numbers, (0..THREADS * LINES).collect());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_full_disk_is_said_once_and_what_is_lost_is_counted_in_the_file() {
    const TEST: &str = "a_full_disk_is_said_once_and_what_is_lost_is_counted_in_the_file";
    if let Some(folder) = role() {
        start(&folder, 1 << 20, 2);
        let filler = folder.join("filler");
        for number in 0..3 {
            if number == 1 {
                // Until the disk is full.
                let mut file = std::fs::File::create(&filler).unwrap();
                while std::io::Write::write_all(&mut file, &[0; 64]).is_ok() {}
            }
            if number == 2 {
                std::fs::remove_file(&filler).unwrap();
            }
            // More than what may be left of a page.
            let lines = if number == 1 { 100 } else { 1 };
            for _ in 0..lines {
                let text = "x".repeat(200);
                tracing::info!(target: "audit", action = "join", number, text, "audit");
            }
        }
        let audit = std::fs::read_to_string(folder.join("audit.jsonl")).unwrap();
        println!("\n@{}", audit.replace('\n', "\n@"));
        return;
    }
    let folder = folder("full-disk");
    let shown = folder.to_str().unwrap();
    let mount = format!("mount -t tmpfs -o size=64k hyla-test {shown} && exec \"$0\" \"$@\"");
    let before = ["unshare", "--mount", "sh", "-c", &mount];
    let tried = Command::new(before[0])
        .args(&before[1..])
        .arg("true")
        .output();
    if !tried.as_ref().is_ok_and(|output| output.status.success()) {
        hyla_test_skips::skipped("needs root and `unshare`, for a small file system");
        return;
    }

    let output = process(&before, TEST, &folder);

    let told = String::from_utf8_lossy(&output.stderr);
    let begin = format!("hyla: log.audit_file: {shown}/audit.jsonl cannot be written: No space");
    assert_eq!(told.matches(&begin).count(), 1, "{told}");
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<serde_json::Value> = said
        .lines()
        .filter_map(|line| line.strip_prefix('@'))
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let written = |number: u64| lines.iter().filter(|line| line["number"] == number).count();
    let lost = lines.iter().find_map(|line| line["lost"].as_u64()).unwrap();
    assert_eq!((written(0), written(2)), (1, 1), "{said}");
    assert_eq!(written(1) as u64 + lost, 100, "{said}");
    assert!(lost > 0);
    std::fs::remove_dir_all(&folder).unwrap();
}
