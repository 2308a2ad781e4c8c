//! Every test and bench that README or docs name is there: its crate, its target, and a test of that name.

use std::path::{Path, PathBuf};

use crate::snippets::{pages, project};

/// Words of a command that name a file or a package.
struct Named<'a> {
    package: Option<&'a str>,
    /// `--lib`, `--test` or `--bench`, with the name of the target.
    targets: Vec<(&'a str, &'a str)>,
    /// A part of the path of a test.
    filter: Option<&'a str>,
}

impl<'a> Named<'a> {
    /// Reads the arguments of `cargo test` or `cargo bench`.
    fn read(words: &'a str) -> Result<Self, String> {
        let mut named = Self {
            package: None,
            targets: Vec::new(),
            filter: None,
        };
        let mut words = words.split_whitespace();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("nothing follows {word}"));
            match word {
                "--" => break,
                "-p" => named.package = Some(value()?),
                "--lib" => named.targets.push((word, "")),
                "--test" | "--bench" => named.targets.push((word, value()?)),
                "--workspace" | "--no-run" => {}
                _ if word.starts_with('-') => return Err(format!("{word} is not known here")),
                _ => named.filter = Some(word),
            }
        }
        Ok(named)
    }

    fn check(&self) -> Result<(), String> {
        let Some(package) = self.package else {
            return Ok(());
        };
        let package = project().join("crates").join(package);
        if !package.join("Cargo.toml").is_file() {
            return Err(format!("there is no crate {}", package.display()));
        }
        let mut files = Vec::new();
        for (kind, name) in &self.targets {
            let at = match *kind {
                "--lib" => package.join("src"),
                "--test" => package.join("tests").join(name),
                _ => package.join("benches").join(name),
            };
            let found = files_of(&at);
            if found.is_empty() {
                return Err(format!("there is no {kind} {name}"));
            }
            files.extend(found);
        }
        if self.targets.is_empty() {
            files = [
                files_of(&package.join("src")),
                files_of(&package.join("tests")),
            ]
            .concat();
        }
        match self.filter {
            Some(filter) if !files.iter().any(|file| has_test(file, filter)) => {
                Err(format!("no test is named {filter}"))
            }
            _ => Ok(()),
        }
    }
}

/// A file without its ending, or all files of a folder.
fn files_of(at: &Path) -> Vec<PathBuf> {
    let file = at.with_extension("rs");
    if file.is_file() {
        vec![file]
    } else {
        files_below(at)
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let files = |path: PathBuf| match path.extension() {
        Some(end) if end == "rs" => vec![path],
        _ => files_below(&path),
    };
    paths.flat_map(files).collect()
}

/// Whether a file has a test with these words in its path: its module, which is called as the file or its folder, or the
/// function. A function counts if it has an attribute above it, or if the file has
/// scenarios or measurements, of which the conformance crate makes tests.
fn has_test(file: &Path, words: &str) -> bool {
    let words = words.rsplit("::").next().unwrap_or(words);
    let text = std::fs::read_to_string(file).expect("a file of the project");
    let inside = file.strip_prefix(project().join("crates")).expect("inside");
    let is_module = inside
        .with_extension("")
        .iter()
        .skip(2)
        .any(|part| part.to_string_lossy().contains(words));
    if is_module && text.contains("#[test]") {
        return true;
    }
    let made = text.contains("scenarios!") || text.contains("-> Vec<Measurement>");
    let mut is_test = made;
    for line in text.lines().map(str::trim_start) {
        if line == "#[test]" {
            is_test = true;
        }
        if let Some(name) = line
            .strip_prefix("fn ")
            .and_then(|rest| rest.split('(').next())
        {
            if is_test && name.contains(words) {
                return true;
            }
            is_test = made;
        }
    }
    false
}

/// The commands that a page names, with their line.
fn commands(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for start in ["cargo test", "cargo bench"] {
            for (at, _) in line.match_indices(start) {
                let rest = &line[at + start.len()..];
                let rest = rest.split(" #").next().unwrap_or_default();
                let end = rest.find(['`', ',', ';']).unwrap_or(rest.len());
                found.push((number + 1, &rest[..end]));
            }
        }
    }
    found
}

#[test]
fn every_test_and_bench_that_a_page_names_is_there() {
    let mut named = 0;
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        for (line, words) in commands(&text) {
            // Words in capitals stand for values of the reader.
            if words.contains("CRATE") {
                continue;
            }
            named += 1;
            if let Err(problem) = Named::read(words).and_then(|named| named.check()) {
                wrong.push(format!("{page}:{line}: cargo ...{words}: {problem}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(named > 30, "only {named} were found");
}

#[test]
fn what_is_not_there_is_found_out() {
    for (words, problem) in [
        ("-p hyla-none", "no crate"),
        ("-p hyla-core --test none", "no --test none"),
        ("-p hyla-core --test names no_such_test", "no test"),
        ("-p hyla-core --bench none", "no --bench none"),
        ("-p hyla-core --test names joined_as", "no test"),
    ] {
        let told = Named::read(words)
            .and_then(|named| named.check())
            .expect_err(words);
        assert!(told.contains(problem), "{words}: {told}");
    }
    for words in [
        "-p hyla-core --test names greatest_length",
        "-p hyla-core --lib matcher",
    ] {
        assert_eq!(
            Named::read(words).and_then(|named| named.check()),
            Ok(()),
            "{words}"
        );
    }
}
