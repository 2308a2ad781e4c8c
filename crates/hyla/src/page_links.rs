//! Links of pages lead to files that the website has, and to headings that are there; the summary of the website lists every
//! page once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::snippets::{pages, project};

/// The pages of the website by their path in the project, with their texts.
fn site() -> BTreeMap<String, String> {
    let mut site: BTreeMap<String, String> = pages().into_iter().collect();
    let summary = site.remove("docs/SUMMARY.md").expect("docs/SUMMARY.md");
    for target in links(&summary) {
        let page = resolved("docs/SUMMARY.md", &target);
        if let Ok(text) = std::fs::read_to_string(project().join(&page)) {
            site.insert(page, text);
        }
    }
    site
}

/// Targets of the links of a page, without those in code.
fn links(text: &str) -> Vec<String> {
    let mut prose = String::new();
    let mut open = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            open = !open;
        } else if !open {
            prose.extend(line.split('`').step_by(2));
        }
        prose.push('\n');
    }
    let behind = prose.split("](").skip(1);
    let targets = behind.filter_map(|rest| Some(rest.split_once(')')?.0.trim().to_owned()));
    targets
        .filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        .collect()
}

/// The path in the project that a link of that page leads to.
fn resolved(page: &str, target: &str) -> String {
    let mut path = PathBuf::new();
    let folder = Path::new(page).parent().expect("a page is in a folder");
    for part in folder.join(target).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path.to_string_lossy().into_owned()
}

/// Names of the headings of a page, as websites and repositories make them.
fn headings(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut open = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            open = !open;
        }
        let title = line.trim_start_matches('#');
        if open || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let mut name: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let plain = name.clone();
        let mut number = 1;
        while !names.insert(name) {
            name = format!("{plain}-{number}");
            number += 1;
        }
    }
    names
}

/// Files and folders that scripts/site.sh copies for the website beside the pages.
fn copied() -> Vec<String> {
    let script = std::fs::read_to_string(project().join("scripts/site.sh")).expect("site.sh");
    let from = script.find("find README.md").expect("what is copied");
    let list = script[from..].split("-type f").next().unwrap_or_default();
    list.split_whitespace()
        .skip(1)
        .filter(|word| *word != "\\")
        .map(str::to_owned)
        .collect()
}

fn problem(
    site: &BTreeMap<String, String>,
    copied: &[String],
    page: &str,
    target: &str,
) -> Option<String> {
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() {
        page.to_owned()
    } else {
        resolved(page, file)
    };
    if !project().join(&path).is_file() {
        return Some("it leads to no file".to_owned());
    }
    if path.ends_with(".md") {
        let Some(text) = site.get(&path) else {
            return Some("docs/SUMMARY.md does not list that page".to_owned());
        };
        let known = heading.is_empty() || headings(text).contains(heading);
        return (!known).then(|| format!("{path} has no heading #{heading}"));
    }
    let published = copied
        .iter()
        .any(|part| Path::new(&path).starts_with(part.trim_end_matches("/*")));
    (!published).then(|| "scripts/site.sh does not copy that file".to_owned())
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let (site, copied) = (site(), copied());
    let (mut checked, mut wrong) = (0, Vec::new());
    for (page, text) in &site {
        for target in links(text) {
            checked += 1;
            if let Some(problem) = problem(&site, &copied, page, &target) {
                wrong.push(format!("{page}: ({target}): {problem}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 200, "only {checked} links were found");
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = std::fs::read_to_string(project().join("docs/SUMMARY.md")).expect("a summary");
    let mut listed: Vec<String> = links(&summary)
        .iter()
        .map(|target| resolved("docs/SUMMARY.md", target))
        .collect();
    listed.sort();
    let mut once = listed.clone();
    once.dedup();
    assert_eq!(listed, once, "a page is listed twice");
    for page in &listed {
        assert!(project().join(page).is_file(), "there is no {page}");
    }
    for (page, _) in pages() {
        let is_listed = page == "docs/SUMMARY.md" || listed.contains(&page);
        assert!(is_listed, "docs/SUMMARY.md does not list {page}");
    }
}

#[test]
fn a_link_that_leads_nowhere_is_noticed() {
    let (site, copied) = (site(), copied());
    let problem = |target| problem(&site, &copied, "docs/tutorial/cpp.md", target);

    for target in [
        "index.md",
        "../cpp.md#compile",
        "#run",
        "../../examples/first/2010.cpp",
    ] {
        assert_eq!(problem(target), None, "{target}");
    }
    for (target, told) in [
        ("nowhere.md", "no file"),
        ("../how-to", "no file"),
        ("../cpp.md#compiles", "no heading"),
        ("../../bindings/cpp/include/hyla.md", "no file"),
        ("../../Cargo.toml", "does not copy"),
    ] {
        let found = problem(target).expect(target);
        assert!(found.contains(told), "{target}: {found}");
    }
    assert_eq!(
        links("[a](b.md#c) `[d](e)` [f\ng](h.md)\n```text\n[i](j)\n```\n[k](https://l)"),
        ["b.md#c", "h.md"]
    );
    let names = headings("# A `b.c`, d\n## Two\n```sh\n# no\n```\n## Two\n");
    assert!(names.iter().eq(["a-bc-d", "two", "two-1"]), "{names:?}");
}
