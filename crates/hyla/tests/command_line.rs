//! Output of commands for other programs, for shells and for manual pages.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn hyla(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    let mut process = command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    process.wait_with_output().unwrap()
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn user_commands_say_in_json_what_they_did() {
    let folder = folder("command-line-user");
    let arguments = [
        "user",
        "add",
        "anna",
        "--file=users.toml",
        "--federation=Air*",
        "--json",
    ];

    let added = json(&hyla(&folder, &arguments, "secret\n"));
    let hash = json(&hyla(&folder, &["user", "hash", "--json"], "secret\n"));

    assert_eq!(added["name"], "anna");
    assert_eq!(added["file"], "users.toml");
    assert_eq!(added["federations"][0], "Air*");
    assert_eq!(
        added["actions"],
        serde_json::json!(["create", "join", "destroy"])
    );
    assert!(hash["hash"].as_str().unwrap().starts_with("$argon2"));
    assert!(!added.to_string().contains("argon2"), "{added}");
}

#[test]
fn bench_commands_say_in_json_what_there_is_to_measure() {
    let folder = folder("command-line-bench");

    let all = json(&hyla(&folder, &["bench", "list", "--json"], ""));
    let one = json(&hyla(&folder, &["bench", "list", "latency", "--json"], ""));
    let suite = json(&hyla(
        &folder,
        &["bench", "suite", "quick", "--show", "--json"],
        "",
    ));

    assert!(all.as_array().unwrap().contains(&one));
    assert!(
        one["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .any(|p| p["name"] == "bytes")
    );
    let first = suite["commands"][0].as_str().unwrap();
    assert!(first.starts_with("hyla bench run "), "{first}");
}

#[test]
fn every_shell_gets_a_script_that_names_the_commands() {
    let folder = folder("command-line-completions");

    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = hyla(&folder, &["completions", shell], "");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["doctor", "top", "bench"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(!hyla(&folder, &["completions", "dos"], "").status.success());
}

#[test]
fn bash_accepts_its_script() {
    let folder = folder("command-line-bash");
    let script = hyla(&folder, &["completions", "bash"], "").stdout;
    std::fs::write(folder.join("hyla"), script).unwrap();

    let bash = Command::new("bash")
        .args(["-n", "hyla"])
        .current_dir(&folder)
        .output();

    let output = bash.unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn the_manual_has_a_page_for_each_command_and_none_for_hidden_ones() {
    let folder = folder("command-line-manual");

    let output = hyla(&folder, &["manual", "man1"], "");

    assert!(output.status.success(), "{output:?}");
    let page = |name: &str| std::fs::read_to_string(folder.join("man1").join(name));
    assert!(page("hyla.1").unwrap().contains("hyla\\-top"));
    assert!(page("hyla-top.1").unwrap().contains("FEDERATION"));
    assert!(page("hyla-fom-check.1").unwrap().contains("\\-\\-mim"));
    assert!(page("hyla-demo-federate.1").is_err());
    assert!(page("hyla-bench-federate.1").is_err());
}
