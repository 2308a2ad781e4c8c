//! The files of the repository are those that the table of services determines.

use std::fs;
use std::process::Command;

#[test]
fn files_are_current() {
    if Command::new("rustfmt").arg("--version").output().is_err() {
        hyla_test_skips::skipped("no rustfmt");
        return;
    }
    let stale = |file: &hyla_faces::source::Source| {
        let there = fs::read_to_string(hyla_faces::root().join(&file.path));
        there.map_or(true, |there| there != file.text)
    };
    let files = hyla_faces::files().expect("rustfmt formats them");
    let stale: Vec<_> = files
        .iter()
        .filter(|file| stale(file))
        .map(|file| &file.path)
        .collect();

    assert!(stale.is_empty(), "`make faces` writes {stale:?} anew");
}
