//! Every snippet of README and docs is what it claims to be: commands that the program takes, settings that are
//! accepted, code that compiles. A fenced block of a kind that nobody checks fails the test.
//!
//! The Rust example of README is also run: `crates/hyla/tests/readme.rs`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use hyla_bench::plan::scenario::Scenario;
use hyla_bench::suite::Suite;
use hyla_settings::Sources;

use crate::Cli;

mod compiled;
mod deployed;
mod included;

pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A fenced block.
struct Block {
    /// File and line.
    place: String,
    /// Word behind the fence.
    kind: String,
    text: String,
}

/// The pages with snippets: README, CONTRIBUTING and all of docs.
pub(crate) fn pages() -> Vec<(String, String)> {
    let mut files = vec![
        project().join("README.md"),
        project().join("CONTRIBUTING.md"),
    ];
    let mut folders = vec![project().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("docs") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    let page = |path: PathBuf| {
        let name = path
            .strip_prefix(project())
            .expect("inside")
            .display()
            .to_string();
        (name, std::fs::read_to_string(&path).expect("a page"))
    };
    files.into_iter().map(page).collect()
}

fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            open = !open;
            if open {
                blocks.push(Block {
                    place: format!("{page}:{}", number + 1),
                    kind: kind.trim().to_owned(),
                    text: String::new(),
                });
            }
        } else if open && let Some(block) = blocks.last_mut() {
            block.text += line;
            block.text.push('\n');
        }
    }
    assert!(!open, "{page}: a block is never closed");
    blocks
}

#[test]
fn every_snippet_is_of_a_known_kind_and_holds() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        for block in blocks(&page, &text) {
            if let Err(problem) = check(&block, &text) {
                wrong.push(format!("{} ({}): {problem}", block.place, block.kind));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 40, "only {checked} snippets were found");
}

fn check(block: &Block, page: &str) -> Result<(), String> {
    if block.text.trim_start().starts_with("{{#include") {
        let page = block.place.split(':').next().unwrap_or_default();
        return block
            .text
            .lines()
            .try_for_each(|line| included::part(page, line));
    }
    match block.kind.as_str() {
        "sh" => commands(&block.text)
            .iter()
            .try_for_each(|line| command(line)),
        // A session: commands behind a prompt, and what they print.
        "console" => {
            let lines = prompted(&block.text);
            if lines.is_empty() {
                return Err("there is no command behind a prompt".to_owned());
            }
            lines.iter().try_for_each(|line| command(line))
        }
        "toml" => settings(&block.text),
        "toml users" => users(&block.text),
        "toml latency" => parse::<hyla_latency::server::Config>(&block.text),
        "toml scenario" => parse::<Scenario>(&block.text),
        "toml suite" => suite(&block.text),
        "toml Cargo.toml" => dependencies(&block.text),
        "rust" => rust(&block.text),
        "cmake" => compiled::cmake(&block.text),
        "ini systemd" => deployed::unit(&block.text),
        "dockerfile" => deployed::image(&block.text),
        "c" => compiled::c(&block.text),
        "cpp" => compiled::cpp(&block.text),
        "yaml" => scrape(&block.text, page),
        // A picture or a log, which claims nothing that a program could check.
        "text" => Ok(()),
        other => Err(format!("nothing checks blocks of the kind `{other}`")),
    }
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<(), String> {
    toml::from_str::<T>(text)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

fn settings(text: &str) -> Result<(), String> {
    let file = scratch("settings.toml", text);
    let loaded = Sources::none().file(&file).load();
    loaded.map(|_| ()).map_err(|error| error.to_string())
}

/// A file for this test alone, which runs in one thread per page.
fn scratch(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hyla-snippets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn users(text: &str) -> Result<(), String> {
    let hash = hyla_rti::hash_password("secret")?;
    let text = text.replace("$argon2id$v=19$m=19456,t=2,p=1$...", &hash);
    let path = scratch("users.toml", &text);
    let read = hyla_rti::FileAuthorizer::open(&path);
    read.map(|_| ()).map_err(|error| error.to_string())
}

fn suite(text: &str) -> Result<(), String> {
    let path = scratch("suite.toml", text);
    let suite = Suite::named(&path.display().to_string()).map_err(|error| error.to_string())?;
    for run in &suite.runs {
        let given = hyla_bench::suite::given(&run.parameters)?;
        let experiment = hyla_bench::plan::experiment(&run.experiment);
        let experiment = experiment.map_err(|error| error.to_string())?;
        experiment.plan(&given).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Dependencies on crates of the project name those that are there.
fn dependencies(text: &str) -> Result<(), String> {
    let table: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let dependencies = table.get("dependencies").and_then(toml::Value::as_table);
    let dependencies = dependencies.ok_or("no [dependencies]")?;
    for name in dependencies.keys() {
        if !project().join("crates").join(name).is_dir() {
            return Err(format!("there is no crate {name}"));
        }
    }
    Ok(())
}

/// The Rust of README is the example that is compiled and run.
fn rust(text: &str) -> Result<(), String> {
    let example = project().join("crates/hyla-lrc/examples/picture/federate.rs");
    let example = std::fs::read_to_string(example).map_err(|error| error.to_string())?;
    if example == text {
        Ok(())
    } else {
        Err("it differs from crates/hyla-lrc/examples/picture/federate.rs".to_owned())
    }
}

/// The texts of all files below a folder.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                texts.push(text);
            }
        }
    }
    texts
}

/// The targets of the scraper are where the settings of the same page put the metrics.
fn scrape(text: &str, page: &str) -> Result<(), String> {
    let quoted: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
    match quoted.as_slice() {
        [] => Err("it names no target".to_owned()),
        targets => targets.iter().try_for_each(|target| {
            let setting = format!("metrics = [\"{target}\"]");
            page.contains(&setting)
                .then_some(())
                .ok_or_else(|| format!("the page does not say `{setting}`"))
        }),
    }
}

/// Lines of a shell, continued ones put together, without comments.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().map(|line| match line.find(" #") {
        Some(comment) => line[..comment].trim().to_owned(),
        None => line.trim().to_owned(),
    });
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

fn prompted(text: &str) -> Vec<String> {
    let behind = text.lines().filter_map(|line| {
        let (prompt, command) = line.split_once("$ ")?;
        let is_prompt = prompt.is_empty() || prompt.starts_with("host ");
        is_prompt.then_some(command)
    });
    commands(&behind.collect::<Vec<_>>().join("\n"))
}

/// A line splits as a shell splits it, as far as quotes go.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn command(line: &str) -> Result<(), String> {
    for part in line.split(" && ") {
        one_command(part).map_err(|problem| format!("`{part}`: {problem}"))?;
    }
    Ok(())
}

fn one_command(line: &str) -> Result<(), String> {
    let words = words(line);
    // Variables before a command.
    let is_variable = |word: &&String| {
        let name = word.split_once('=').map(|(name, _)| name);
        name.is_some_and(|name| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        })
    };
    let words: Vec<&str> = words
        .iter()
        .skip_while(is_variable)
        .map(String::as_str)
        .collect();
    match words.as_slice() {
        [] => Ok(()),
        ["hyla", ..] => {
            match <Cli as clap::Parser>::try_parse_from(&words) {
                Err(error) if error.use_stderr() => return Err(error.to_string()),
                // Help and versions are printed, and are errors to the parser.
                Ok(_) | Err(_) => {}
            }
            let set = words
                .windows(2)
                .filter(|pair| pair[0] == "--set")
                .map(|pair| pair[1]);
            setting_string(&set.collect::<Vec<_>>().join("\n"))
        }
        ["make", target, ..] => {
            let makefile = std::fs::read_to_string(project().join("Makefile")).expect("a Makefile");
            let rule = format!("{target}: ");
            let there = makefile.lines().any(|line| line.starts_with(&rule));
            there
                .then_some(())
                .ok_or_else(|| format!("the Makefile has no target {target}"))
        }
        // A project of the reader's own, which is named by no package.
        ["cargo", "new" | "run", ..] if !words.contains(&"-p") => Ok(()),
        ["cargo", rest @ ..] => cargo(rest),
        // Programs of the system.
        [
            "cd" | "chmod" | "cp" | "docker" | "objdump" | "export" | "ip" | "journalctl" | "ln"
            | "mkdir" | "nft" | "openssl" | "podman" | "sed" | "ss" | "sudo" | "sysctl"
            | "systemctl" | "tc" | "ulimit" | "useradd",
            ..,
        ] => Ok(()),
        // A program of the project, which may run another one.
        [program, ..] if program.starts_with("bench/") => {
            exists(program)?;
            let carried = line.split_once(" -- ").map_or("", |(_, carried)| carried);
            one_command(carried)
        }
        ["c++" | "cc" | "cmake", rest @ ..] => rest
            .iter()
            .filter(|word| word.starts_with("examples/") || word.starts_with("-Icrates/"))
            .try_for_each(|word| exists(word.trim_start_matches("-I"))),
        // Programs that the reader has built.
        [program, rest @ ..] if program.starts_with("./") || program.starts_with("target/") => rest
            .iter()
            .filter(|word| word.starts_with("examples/"))
            .try_for_each(|word| exists(word)),
        [script, ..] if script.starts_with(".ci/") || script.starts_with("scripts/") => {
            exists(script)
        }
        [program, ..] => Err(format!("nothing checks commands of `{program}`")),
    }
}

fn cargo(words: &[&str]) -> Result<(), String> {
    let behind = |option: &str| {
        let at = words.iter().position(|word| *word == option)?;
        words.get(at + 1).copied()
    };
    let package = behind("-p").ok_or("which package?")?;
    if package.chars().all(|c| c.is_ascii_uppercase()) {
        // A placeholder.
        return Ok(());
    }
    exists(&format!("crates/{package}"))?;
    for (option, folder) in [
        ("--bench", "benches"),
        ("--test", "tests"),
        ("--example", "examples"),
    ] {
        if let Some(name) = behind(option) {
            let file = format!("crates/{package}/{folder}/{name}.rs");
            let program = format!("crates/{package}/{folder}/{name}/main.rs");
            exists(&file).or_else(|_| exists(&program))?;
        }
    }
    match filter(words) {
        Some(filter) if !has_test(package, filter) => {
            Err(format!("no test of {package} has `{filter}` in its name"))
        }
        _ => Ok(()),
    }
}

/// The part of a name by which tests are chosen.
fn filter<'w>(words: &[&'w str]) -> Option<&'w str> {
    let ["test", rest @ ..] = words else {
        return None;
    };
    let mut filter = None;
    let mut rest = rest.iter().take_while(|word| **word != "--");
    while let Some(word) = rest.next() {
        match *word {
            "-p" | "--test" => drop(rest.next()),
            option if option.starts_with('-') => {}
            name => filter = Some(name),
        }
    }
    filter
}

/// Whether the name of a test, or of a module that has tests, contains `filter`.
fn has_test(package: &str, filter: &str) -> bool {
    let folder = project().join("crates").join(package);
    let parts = ["src", "tests"].map(|part| folder.join(part));
    let files = parts
        .iter()
        .filter(|part| part.is_dir())
        .flat_map(|part| sources(part));
    files.into_iter().any(|text| {
        text.lines().any(|line| {
            let line = line.trim_start();
            (line.starts_with("fn ") || line.starts_with("mod ")) && line.contains(filter)
        })
    })
}

fn exists(path: &str) -> Result<(), String> {
    let there = project().join(path).exists();
    there
        .then_some(())
        .ok_or_else(|| format!("there is no {path}"))
}

fn setting_string(text: &str) -> Result<(), String> {
    let loaded = Sources::none().connect(text.to_owned()).load();
    loaded.map(|_| ()).map_err(|error| error.to_string())
}

/// Text in single backticks outside of blocks.
fn inline(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            open = !open;
        } else if !open {
            let codes = line.split('`').skip(1).step_by(2);
            found.extend(codes.map(|code| (number + 1, code.to_owned())));
        }
    }
    found
}

#[test]
fn every_settings_string_and_variable_within_a_line_is_accepted() {
    let known = setting_names();
    let (mut strings, mut variables, mut wrong) = (0, 0, Vec::new());
    for (page, text) in pages() {
        for (line, code) in inline(&text) {
            let given: Vec<(String, String)> = code
                .split_inclusive(" HYLA_")
                .enumerate()
                .filter_map(|(index, part)| {
                    let part = part.strip_suffix(" HYLA_").unwrap_or(part);
                    variable(&if index == 0 {
                        part.to_owned()
                    } else {
                        format!("HYLA_{part}")
                    })
                })
                .collect();
            let outcome = if !given.is_empty() {
                variables += given.len();
                let loaded = Sources::none().variables(given).load();
                loaded.map(|_| ()).map_err(|error| error.to_string())
            } else if is_settings_string(&code, &known) {
                strings += 1;
                setting_string(&code)
            } else {
                continue;
            };
            if let Err(problem) = outcome {
                wrong.push(format!("{page}:{line}: `{code}`: {problem}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        strings > 5 && variables > 1,
        "{strings} strings, {variables} variables"
    );
}

/// `HYLA_NAME=VALUE` with a value, perhaps in quotes.
fn variable(code: &str) -> Option<(String, String)> {
    let (name, value) = code.split_once('=')?;
    let is_name =
        name.starts_with("HYLA_") && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let value = value.trim_matches('\'');
    // A word in capitals stands for a value.
    let is_value = !value.is_empty() && !value.chars().all(|c| c.is_ascii_uppercase());
    (is_name && is_value && is_setting_variable(name)).then(|| (name.to_owned(), value.to_owned()))
}

/// Variables of the build and of tests have the same beginning, but are no settings.
fn is_setting_variable(name: &str) -> bool {
    name == "HYLA_QOS"
        || setting_names()
            .iter()
            .any(|known| format!("HYLA_{}", known.replace('.', "_").to_uppercase()) == name)
}

fn setting_names() -> BTreeSet<String> {
    hyla_settings::table::SETTINGS
        .iter()
        .map(|setting| setting.name().to_owned())
        .collect()
}

/// `key=value; key=value` of known keys, with values that are no placeholders.
fn is_settings_string(code: &str, known: &BTreeSet<String>) -> bool {
    let mut pairs = code.split(';').map(|pair| pair.split_once('=')).peekable();
    pairs.peek().is_some()
        && pairs.all(|pair| {
            pair.is_some_and(|(key, value)| {
                let (key, value) = (key.trim(), value.trim());
                let is_key = known.contains(key) || key.starts_with("qos.");
                let is_placeholder = value.is_empty()
                    || value
                        .chars()
                        .any(|c| c.is_ascii_uppercase() || matches!(c, '"' | '[' | '<'))
                    || key.chars().any(|c| c.is_ascii_uppercase()) && !key.starts_with("qos.");
                is_key && !is_placeholder
            })
        })
}

#[test]
fn every_command_within_a_line_names_subcommands_and_options_that_exist() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for (page, text) in pages() {
        for (line, code) in inline(&text) {
            let words: Vec<&str> = code.split_whitespace().collect();
            let outcome = match words.as_slice() {
                ["hyla", rest @ ..] => options(rest),
                ["cargo", rest @ ..] if rest.contains(&"-p") => cargo(rest),
                _ => continue,
            };
            checked += 1;
            if let Err(problem) = outcome {
                wrong.push(format!("{page}:{line}: `{code}`: {problem}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 30, "{checked}");
}

fn options(words: &[&str]) -> Result<(), String> {
    let mut command = Cli::command();
    command.build();
    let mut at = &command;
    for word in words {
        if let Some(option) = word.strip_prefix("--") {
            let option = option.split('=').next().unwrap_or_default();
            let known = at
                .get_arguments()
                .any(|argument| argument.get_long() == Some(option));
            if !known && !option.is_empty() {
                return Err(format!("there is no option --{option}"));
            }
        } else if let Some(inner) = at.find_subcommand(word) {
            at = inner;
        } else if let Some(any) = at.get_subcommands().next()
            && word.chars().all(|c| c.is_ascii_uppercase() || c == '.')
        {
            // A placeholder: what one of them takes, the others take, too.
            at = any;
        } else if at.has_subcommands() && word.chars().all(|c| c.is_ascii_lowercase()) {
            return Err(format!("there is no command {word}"));
        }
    }
    Ok(())
}
