//! Rules of the shell scripts in `scripts/` and `.ci/`.

use crate::snippets::project;

/// Lines of all scripts, with their files.
fn lines() -> Vec<(String, String)> {
    let files = ["scripts", ".ci"].into_iter().flat_map(|folder| {
        let entries = std::fs::read_dir(project().join(folder)).expect("a folder of scripts");
        entries.map(|entry| entry.expect("an entry").path())
    });
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a script is text");
        let name = path.display().to_string();
        let lines = text
            .lines()
            .map(move |line| (name.clone(), line.to_owned()));
        lines.collect::<Vec<_>>()
    };
    files.flat_map(read).collect()
}

/// `grep -q` ends with the first match. The program before it may then get SIGPIPE, which `set -o pipefail` reports as a failure of
/// the pipe: now and then the match counts as none.
#[test]
fn no_pipe_ends_in_a_quiet_grep() {
    let is_quiet = |line: &str| {
        line.split('|').skip(1).any(|command| {
            let mut words = command.split_whitespace();
            let options = |word: &&str| word.starts_with('-');
            words.next() == Some("grep") && words.take_while(options).any(|word| word.contains('q'))
        })
    };
    assert!(is_quiet("a | grep -qF b"));

    let found: Vec<_> = lines()
        .into_iter()
        .filter(|(_, line)| is_quiet(line))
        .collect();

    assert!(found.is_empty(), "{found:#?}");
}
