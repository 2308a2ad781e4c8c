//! Parts of programs that pages include from where tests compile them.

use std::path::Path;

use super::project;

/// A part of a program that the tests compile and run: between the comments ANCHOR and ANCHOR_END of that name.
pub(super) fn part(page: &str, line: &str) -> Result<(), String> {
    let named = line
        .strip_prefix("{{#include ")
        .and_then(|rest| rest.strip_suffix("}}"))
        .ok_or_else(|| format!("`{line}` includes nothing"))?;
    let (file, anchor) = named.split_once(':').ok_or("which part of the file?")?;
    let path = Path::new(page).parent().ok_or("a page")?.join(file);
    let path = project().join(path);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    if !file.contains("examples/") {
        return Err(format!("no test compiles {file}"));
    }
    let mark = |mark: &str| {
        let mark = format!("{mark}: {anchor}");
        text.lines()
            .position(|line| line.trim_end_matches(" -->").ends_with(&mark))
            .ok_or_else(|| format!("{file} has no {mark}"))
    };
    (mark("ANCHOR")? + 1 < mark("ANCHOR_END")?)
        .then_some(())
        .ok_or_else(|| format!("the part {anchor} of {file} is empty"))
}

#[test]
fn a_part_that_is_not_there_is_noticed() {
    let page = "docs/tutorial/cpp.md";
    let there = "{{#include ../../examples/first/2010.cpp:ship}}";
    assert_eq!(part(page, there), Ok(()));
    for (line, problem) in [
        (
            "{{#include ../../examples/first/2010.cpp:sheep}}",
            "has no ANCHOR: sheep",
        ),
        (
            "{{#include ../../examples/first/1990.cpp:ship}}",
            "1990.cpp",
        ),
        ("{{#include ../../examples/first/2010.cpp}}", "which part"),
        ("{{#include ../../README.md:ship}}", "no test compiles"),
    ] {
        let told = part(page, line).expect_err(line);
        assert!(told.contains(problem), "{line}: {told}");
    }
}
