//! `hyla user` and an RTI that asks who calls, as a user runs them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::CallbackModel;

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

/// Lines of an audit file with that action.
fn audited(path: &Path, action: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|line| line["action"] == action)
        .collect()
}

#[test]
fn users_that_are_added_and_federates_that_are_removed_are_in_the_audit_file() {
    let directory = directory("audit-file");
    let config = "log.level = \"error\"\nlog.audit_file = \"audit.jsonl\"\n";
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    let add = |name: &str| {
        let arguments = ["user", "add", name, "--file=users.toml", "--action=connect"];
        let added = run(&directory, &arguments, "secret word\n");
        assert!(added.status.success(), "{added:?}");
        text(&added.stderr).to_owned()
    };
    let audit = directory.join("audit.jsonl");

    assert!(!add("anna").contains("secret"));
    let lines = audited(&audit, "add-user");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let me = format!("uid {} pid ", rustix::process::getuid().as_raw());
    assert_eq!(lines[0]["about"], "anna");
    assert_eq!(lines[0]["actions"], "connect");
    let peer = lines[0]["peer"].as_str().expect("text");
    assert!(peer.starts_with(&me), "{peer}");

    // Without an authorizer, too.
    let (rti, address) = Rti::start(&directory);
    let removed = run(
        &directory,
        &["remove", "AirTraffic", "North", "--rti", &address],
        "",
    );
    assert!(!removed.status.success(), "{removed:?}");
    drop(rti);
    let lines = audited(&audit, "remove");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["federation"], "AirTraffic");
    assert_eq!(lines[0]["federate"], "North");
    let peer = lines[0]["peer"].as_str().expect("text");
    assert!(peer.starts_with(&me), "{peer}");

    // An RTI that writes the file notes who was added; the command says it on standard error.
    let config = format!("{config}authorization.file = \"users.toml\"\n");
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    let (_rti, _) = Rti::start(&directory);
    let said = add("berta");
    assert!(
        said.contains("add-user") && said.contains("berta"),
        "{said}"
    );
    let start = std::time::Instant::now();
    let lines = loop {
        let lines = audited(&audit, "users");
        if !lines.is_empty() {
            break lines;
        }
        assert!(start.elapsed().as_secs() < 60, "the RTI notes nothing");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!(lines[0]["added"], "berta");
    assert_eq!(lines[0]["removed"], "");
    assert_eq!(lines[0]["changed"], "");
}

#[test]
fn actions_through_the_mom_are_audited_with_user_and_peer_and_so_is_a_user_who_is_cut() {
    let directory = directory("audit-mom");
    let config = "log.level = \"error\"\nlog.audit_file = \"audit.jsonl\"\nauthorization.file = \"users.toml\"\n\
        timeout.connect_ms = 600000\n";
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    let added = run(&directory, &["user", "add", "anna"], "secret word\n");
    assert!(added.status.success(), "{added:?}");
    let password = directory.join("password");
    fs::write(&password, "secret word\n").expect("a file");
    let (_rti, address) = Rti::start(&directory);
    let rti = RtiAmbassador::new();
    let password = password.display();
    let settings = format!(
        "rti.address = {address}; rti.user = anna; rti.password_file = {password}; timeout.connect_ms = 600000"
    );
    let federate = Box::new(NullFederateAmbassador);
    rti.connect(federate, CallbackModel::Evoked, &settings)
        .expect("connected");
    rti.create_federation_execution("AirTraffic", &[], "")
        .expect("created");
    let joined = rti.join_federation_execution(Some("North"), "Tower", "AirTraffic", &[]);
    joined.expect("joined");

    let class = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAadjust.HLAsetTiming";
    let class = rti.interaction_class_handle(class).expect("of the MIM");
    rti.publish_interaction_class(class).expect("published");
    let parameter = |name: &str| rti.parameter_handle(class, name).expect("of the MIM");
    let whom = rti.federate_handle("North").expect("joined").encode();
    // With the count of bytes, as the type of the MIM says.
    let whom = [&(whom.len() as u32).to_be_bytes()[..], &whom].concat();
    let values = [
        (parameter("HLAfederate"), &whom[..]),
        (parameter("HLAreportPeriod"), &[0, 0, 0, 9]),
    ];
    rti.send_interaction(class, &values, b"", None)
        .expect("sent");

    let audit = directory.join("audit.jsonl");
    let until = |action: &str| {
        let start = std::time::Instant::now();
        loop {
            if let Some(line) = audited(&audit, action).pop() {
                return line;
            }
            assert!(start.elapsed().as_secs() < 60, "no line about {action}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    let me = format!(
        "uid {} pid {}",
        rustix::process::getuid().as_raw(),
        std::process::id()
    );
    let line = until("mom");
    assert_eq!(
        [
            &line["federation"],
            &line["federate"],
            &line["user"],
            &line["peer"]
        ],
        ["AirTraffic", "North", "anna", &me]
    );
    let what = line["mom"].as_str().expect("text");
    assert!(
        what.contains("HLAsetTiming") && what.contains("North"),
        "{what}"
    );

    let users = directory.join("users.toml");
    let nobody = "[[nobody.grant]]\nactions = [\"connect\"]\n";
    fs::write(users, nobody).expect("a file");
    let line = until("cut");
    assert_eq!([&line["user"], &line["peer"]], ["anna", &me]);
    let line = until("users");
    assert_eq!([&line["removed"], &line["changed"]], ["anna", "nobody"]);
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

fn connected(address: &str) -> RtiAmbassador {
    let rti = RtiAmbassador::new();
    let settings = format!("rti.address = {address}; timeout.connect_ms = 600000");
    let federate = Box::new(NullFederateAmbassador);
    rti.connect(federate, CallbackModel::Evoked, &settings)
        .expect("connected");
    rti
}

/// Waits until each of that many refusals has a line or is counted in one, of that action; gives the number of lines.
fn lines_of_refusals(audit: &Path, action: &str, refused: u64) -> usize {
    let start = std::time::Instant::now();
    loop {
        let mut lines = audited(audit, action);
        lines.retain(|line| line["reason"] != serde_json::Value::Null);
        let left_out = lines
            .iter()
            .chain(&audited(audit, "refused"))
            .map(|line| line["suppressed"].as_u64().expect("a number"))
            .sum::<u64>();
        if lines.len() as u64 + left_out == refused {
            return lines.len();
        }
        assert!(
            start.elapsed().as_secs() < 60,
            "{} lines, {left_out} left out",
            lines.len()
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn who_is_refused_again_and_again_does_not_fill_the_audit_file() {
    const REFUSED: u64 = 300;
    let directory = directory("audit-budget");
    let config = "log.level = \"error\"\nlog.audit_file = \"audit.jsonl\"\nauthorization.file = \"users.toml\"\n";
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    let nobody = "[[nobody.grant]]\nactions = [\"connect\"]\n";
    fs::write(directory.join("users.toml"), nobody).expect("a file");
    let (_rti, address) = Rti::start(&directory);
    let rti = connected(&address);

    for _ in 0..REFUSED {
        let refusal = rti.create_federation_execution("AirTraffic", &[], "");
        refusal.expect_err("only connecting is granted");
    }
    drop(connected(&address));

    let audit = directory.join("audit.jsonl");
    let lines = lines_of_refusals(&audit, "create", REFUSED);
    // 20 at once, then one each second.
    assert!((20..200).contains(&lines), "{lines}");
    assert_eq!(
        audited(&audit, "connect").len(),
        2,
        "what is permitted is there"
    );
}

#[test]
fn without_an_authorizer_the_audit_file_says_what_was_carried_out_and_refusals_do_not_fill_it() {
    const REFUSED: u64 = 300;
    let directory = directory("audit-outcomes");
    let config = "log.level = \"error\"\nlog.audit_file = \"audit.jsonl\"\n";
    fs::write(directory.join("hyla.toml"), config).expect("a file");
    let (_rti, address) = Rti::start(&directory);
    let one = connected(&address);
    let fom = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../hyla-conformance/foms/traffic-2025.xml"
    );

    for _ in 0..REFUSED {
        let refusal = one.destroy_federation_execution("AirTraffic");
        refusal.expect_err("it is not there");
    }
    one.create_federation_execution("AirTraffic", &[fom], "")
        .expect("created");
    let handle = one
        .join_federation_execution(None, "Tower", "AirTraffic", &[])
        .expect("joined");
    let name = one.federate_name(handle).expect("it has joined");

    let audit = directory.join("audit.jsonl");
    let lines = lines_of_refusals(&audit, "destroy", REFUSED);
    assert!((20..200).contains(&lines), "{lines}");
    let created = audited(&audit, "create");
    assert_eq!(created.len(), 1, "{created:?}");
    assert_eq!(created[0]["verdict"], "carried out");
    let joins = audited(&audit, "join");
    assert_eq!(joins[0]["verdict"], "carried out");
    assert_eq!(joins[0]["federate"], name);
}
