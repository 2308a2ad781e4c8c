//! `hyla user` and an RTI that asks who calls, as a user runs them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The program in a directory of its own, with this test's settings only.
fn hyla(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(directory)
        .env_remove("RUST_LOG")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(directory: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = hyla(directory, arguments).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end without reading.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("its output")
}

fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

/// An RTI that ends when this is dropped or the test ends.
struct Rti(Child);

impl Rti {
    /// With the settings of the directory; and its address.
    fn start(directory: &Path) -> (Self, String) {
        let arguments = ["rti", "--listen=127.0.0.1:0", "--until-stdin-closes"];
        let mut child = hyla(directory, &arguments).spawn().expect("it starts");
        let mut address = None;
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let line = line.expect("a line");
            if let Some(rest) = line.strip_prefix("listening at ") {
                address = rest.split_whitespace().next().map(str::to_owned);
            }
            if line == "ready" {
                break;
            }
        }
        let address = address.unwrap_or_else(|| panic!("it ended before it was ready"));
        (Self(child), address)
    }

    /// Ends it; what it logged.
    fn end(mut self) -> String {
        drop(self.0.stdin.take());
        let mut log = String::new();
        let lines = BufReader::new(self.0.stderr.take().expect("a pipe")).lines();
        for line in lines {
            log += &line.expect("a line");
            log.push('\n');
        }
        log
    }
}

impl Drop for Rti {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn users_of_the_file_use_the_rti_and_others_do_not() {
    let directory = directory("authorization-users");
    let config =
        "log.level = \"error\"\nauthorization.file = \"users.toml\"\ntimeout.connect_ms = 600000\n";
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    let arguments = [
        "user",
        "add",
        "anna",
        "--federation",
        "Air*",
        "--action=join",
    ];
    let added = run(&directory, &arguments, "secret word\n");
    assert!(added.status.success(), "{added:?}");
    let users = fs::read_to_string(directory.join("users.toml")).expect("a file");
    assert!(
        users.contains("[user.anna]") && users.contains("\"Air*\""),
        "{users}"
    );
    assert!(!users.contains("secret"), "{users}");

    let (rti, address) = Rti::start(&directory);
    fs::write(directory.join("right"), "secret word\n").expect("a file");
    fs::write(directory.join("wrong"), "secret\n").expect("a file");
    let ask = |more: &[&str]| {
        let arguments = [&["ls", "--rti", &address], more].concat();
        run(&directory, &arguments, "")
    };
    let nobody = ask(&[]);
    let wrong = ask(&["--set=rti.user=anna", "--set=rti.password_file=wrong"]);
    let right = ask(&["--set=rti.user=anna", "--set=rti.password_file=right"]);
    let log = rti.end();

    assert!(!nobody.status.success(), "{nobody:?}");
    assert!(
        text(&nobody.stderr).contains("credentials are required"),
        "{nobody:?}"
    );
    assert!(text(&nobody.stderr).contains("rti.user"), "{nobody:?}");
    assert!(!wrong.status.success(), "{wrong:?}");
    assert!(
        text(&wrong.stderr).contains("password is wrong"),
        "{wrong:?}"
    );
    assert_eq!(
        text(&right.stdout),
        "no federation execution\n",
        "{right:?}"
    );
    for line in [
        "verdict=\"UNAUTHORIZED\" user=\"-\" peer=\"uid ",
        "verdict=\"INVALID_CREDENTIALS\" user=\"anna\"",
        "action=\"connect\" verdict=\"AUTHORIZED\" user=\"anna\"",
    ] {
        assert!(log.contains(line), "{line} in {log}");
    }
    assert!(!log.contains("secret"), "{log}");
}

#[test]
fn a_user_without_the_right_to_remove_federates_is_refused_and_both_attempts_are_audited() {
    let directory = directory("authorization-remove");
    let config =
        "log.level = \"error\"\nauthorization.file = \"users.toml\"\ntimeout.connect_ms = 600000\n";
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    for (name, action) in [("anna", "join"), ("otto", "remove")] {
        let action = format!("--action={action}");
        let arguments = ["user", "add", name, "--federation", "Air*", &action];
        let added = run(&directory, &arguments, "secret word\n");
        assert!(added.status.success(), "{added:?}");
    }
    fs::write(directory.join("password"), "secret word\n").expect("a file");
    let (rti, address) = Rti::start(&directory);
    let remove = |user: &str| {
        let user = format!("--set=rti.user={user}");
        let arguments = ["remove", "AirTraffic", "North", "--rti", &address, &user];
        let arguments = [&arguments[..], &["--set=rti.password_file=password"]].concat();
        run(&directory, &arguments, "")
    };

    let refused = remove("anna");
    let allowed = remove("otto");
    let log = rti.end();

    assert!(
        text(&refused.stderr).contains("anna") && !refused.status.success(),
        "{refused:?}"
    );
    // A permitted user learns that there is no such federation.
    assert!(
        text(&allowed.stderr).contains("no federation execution"),
        "{allowed:?}"
    );
    for line in [
        "action=\"remove\" verdict=\"UNAUTHORIZED\" user=\"anna\"",
        "action=\"remove\" verdict=\"AUTHORIZED\" user=\"otto\"",
    ] {
        assert!(log.contains(line), "{line} in {log}");
    }
}

#[test]
fn a_user_is_added_once_and_needs_a_file_and_a_password() {
    let directory = directory("authorization-add");
    let add = |more: &[&str], input: &str| {
        let arguments = [&["user", "add", "anna"], more].concat();
        let output = run(&directory, &arguments, input);
        (output.status.success(), text(&output.stderr).to_owned())
    };

    let (done, told) = add(&[], "secret\n");
    assert!(!done && told.contains("--file"), "{told}");
    let (done, told) = add(&["--file=users.toml"], "\n");
    assert!(!done && told.contains("at least one character"), "{told}");
    assert!(!directory.join("users.toml").exists());
    let (done, told) = add(&["--file=users.toml"], "secret\n");
    assert!(done, "{told}");
    let (done, told) = add(&["--file=users.toml"], "secret\n");
    assert!(!done && told.contains("already"), "{told}");
}

#[test]
fn a_hash_is_printed_and_differs_each_time() {
    let directory = directory("authorization-hash");
    let hash = || text(&run(&directory, &["user", "hash"], "secret\n").stdout).to_owned();

    let (one, other) = (hash(), hash());

    assert!(one.starts_with("$argon2id$v=19$"), "{one}");
    assert_ne!(one, other);
}

#[test]
fn an_rti_does_not_start_with_a_bad_file_and_says_where_it_is_bad() {
    let directory = directory("authorization-bad");
    fs::write(directory.join("users.toml"), "[user.anna]\npasword = 1\n").expect("a file");

    let output = run(
        &directory,
        &[
            "rti",
            "--listen=127.0.0.1:0",
            "--set=authorization.file=users.toml",
        ],
        "",
    );

    assert!(!output.status.success(), "{output:?}");
    let told = text(&output.stderr);
    assert!(told.contains("users.toml:2:1: "), "{told}");
}

#[test]
fn tools_reach_an_rti_that_encrypts_with_the_certificate_of_hyla_certificate() {
    let directory = directory("certificate");
    let made = run(&directory, &["certificate", "--name=127.0.0.1"], "");
    assert!(made.status.success(), "{made:?}");
    let settings = text(&made.stdout);
    let (of_rti, of_federates) = settings.split_once("\n\n").expect("two parts");
    let common = "peer.shared_memory = false\nlog.level = \"error\"\n";
    fs::write(directory.join("rti.toml"), format!("{common}{of_rti}")).expect("a file");
    let again = run(&directory, &["certificate"], "");
    assert!(!again.status.success(), "it would overwrite a key");
    let error = text(&again.stderr);
    assert!(error.contains("rti-key.pem exists: remove it"), "{error}");

    fs::copy(directory.join("rti.toml"), directory.join("hyla.toml")).expect("a file");
    let (_rti, address) = Rti::start(&directory);
    fs::write(directory.join("hyla.toml"), common).expect("a file");
    let clear = run(&directory, &["ls", "--rti", &address], "");
    assert!(!clear.status.success());
    let error = text(&clear.stderr);
    assert!(error.contains("rti.security = tls"), "{error}");
    fs::write(
        directory.join("hyla.toml"),
        format!("{common}{of_federates}"),
    )
    .expect("a file");
    let listed = run(&directory, &["ls", "--rti", &address], "");
    assert!(listed.status.success(), "{listed:?}");
    let trusting = format!("{common}[rti]\nsecurity = \"tls\"\ntrust = \"rti-certificate.pem\"\n");
    fs::write(directory.join("hyla.toml"), trusting).expect("a file");
    let listed = run(&directory, &["ls", "--rti", &address], "");
    assert!(listed.status.success(), "{listed:?}");
}
