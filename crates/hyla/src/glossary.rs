//! Every word of `docs/glossary.md` is explained once, and its type is in the file beside it.

use std::collections::{BTreeMap, BTreeSet};

use crate::snippets::project;

/// Word, type and file of a row that names a type.
fn row(line: &str) -> Option<(&str, &str, &str)> {
    let mut cells = line.trim().trim_matches('|').split(" | ").map(str::trim);
    let word = cells.next()?;
    let name = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
    let file = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
    Some((word, name, file))
}

/// Words that the tables of the page explain, those to be avoided left out.
fn explained(text: &str) -> Vec<&str> {
    let (mut words, mut inside) = (Vec::new(), false);
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        match cells.as_slice() {
            ["word", "meaning"] => inside = true,
            [word, _] if inside && line.starts_with('|') => words.push(*word),
            _ if line.starts_with("|---") => {}
            _ => inside = false,
        }
    }
    words
}

/// Whether a line of Rust defines a type of that name.
fn defines(line: &str, name: &str) -> bool {
    ["struct", "enum", "trait", "type"].iter().any(|kind| {
        let behind = line.split_once(&format!("{kind} ")).map(|(_, rest)| rest);
        behind
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

fn problem(name: &str, file: &str) -> Option<String> {
    let path = project().join("crates").join(file);
    let Ok(text) = std::fs::read_to_string(path) else {
        return Some(format!("there is no crates/{file}"));
    };
    let defined = text.lines().any(|line| defines(line, name));
    (!defined).then(|| format!("crates/{file} defines no type {name}"))
}

#[test]
fn every_type_of_the_glossary_stands_in_the_file_beside_it() {
    let page = project().join("docs/glossary.md");
    let text = std::fs::read_to_string(page).expect("docs/glossary.md");
    let mut words = BTreeMap::new();
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some((word, name, file)) = row(line) else {
            continue;
        };
        let place = format!("docs/glossary.md:{}", number + 1);
        if let Some(problem) = problem(name, file) {
            wrong.push(format!("{place}: {problem}"));
        }
        if let Some(before) = words.insert(word, place.clone()) {
            wrong.push(format!("{place}: {word} has a type at {before}, too"));
        }
    }
    let all = explained(&text);
    let known: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), known.len(), "a word is explained twice: {all:?}");
    let borne: BTreeSet<&str> = words.keys().copied().collect();
    assert_eq!(
        known, borne,
        "words that are explained, and words with a type"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(words.len() > 40, "only {} words were found", words.len());
}

#[test]
fn a_type_that_is_renamed_or_moved_is_noticed() {
    let channel = "hyla-net/src/channel.rs";

    assert_eq!(problem("Channel", channel), None);
    assert!(problem("Chann", channel).is_some());
    assert!(problem("Channel", "hyla-net/src/nowhere.rs").is_some());
    let line = "| channel | `Channel` | `a.rs` |";
    assert_eq!(row(line), Some(("channel", "Channel", "a.rs")));
    assert_eq!(row("| way | route |"), None);
    let text = "| word | meaning |\n|---|---|\n| a | b |\n\n| not | but |\n|---|---|\n| c | d |\n";
    assert_eq!(explained(text), ["a"]);
}
