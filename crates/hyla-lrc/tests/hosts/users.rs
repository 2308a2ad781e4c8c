//! Processes of several users on one host: memory is shared with one's own and with root's only.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::{Location, Process};
use crate::network::connections;

/// A loaded machine may take its time.
const PATIENT: &str = "timeout.connect_ms = 600000; timeout.call_ms = 600000";

const ONE: u32 = 65_534;
const OTHER: u32 = 65_533;

/// Whether tests may become these users, and these users may run the tests.
fn is_possible() -> bool {
    use std::os::unix::process::CommandExt;
    let program = std::env::current_exe().unwrap();
    let started = |user| {
        Command::new(&program)
            .arg("--list")
            .uid(user)
            .current_dir("/")
            .output()
    };
    let problem = [ONE, OTHER]
        .into_iter()
        .find_map(|user| started(user).err());
    if let Some(problem) = &problem {
        hyla_test_skips::skipped(format!(
            "needs root and a program that all may run: {problem}"
        ));
    }
    problem.is_none()
}

#[test]
fn processes_of_two_users_use_tcp_between_them_and_lose_nothing() {
    if !is_possible() {
        return;
    }
    let (_rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}");
    // It creates the federation, so that no other user has to read the object model.
    let mut root = Process::federate(Location::Here, "users", "root", &settings);
    let [mut one, mut same, mut other] = [("one", ONE), ("same", ONE), ("other", OTHER)]
        .map(|(name, user)| Process::federate(Location::As(user), "users", name, &settings));

    let mut all = [&mut root, &mut one, &mut same, &mut other];
    for process in &mut all {
        assert_eq!(process.ask("meet 3"), "met");
    }
    for process in &mut all {
        process.order("send reliable 200 1000");
    }
    for process in &mut all {
        assert_eq!(process.answer(), "sent");
        process.order("all 3 200");
    }
    for process in &all {
        assert_eq!(process.answer(), "in order");
    }

    // With the RTI, which is root's here, and with whom they may.
    assert_eq!(
        all.map(|process| process.channels_in_memory()),
        [4, 3, 3, 2]
    );
    let of_other = other.ask("members");
    let listener = |name: &str| {
        let member = of_other
            .split("; ")
            .find(|member| member.starts_with(name))
            .unwrap();
        let mut addresses = member.split(' ');
        addresses
            .find_map(|address| address.strip_prefix("tcp:"))
            .unwrap()
            .to_owned()
    };
    for name in ["one", "same"] {
        let listener = listener(name);
        let by_tcp = connections(other.id());
        assert!(
            by_tcp.iter().any(|pair| pair.ends_with(&listener)),
            "{name}: {by_tcp:?}"
        );
    }
    for process in [&mut root, &mut one, &mut same, &mut other] {
        assert_eq!(process.ask("leave"), "left");
    }
}

/// Whether this machine allows namespaces of that kind; a skip is reported.
fn has_namespaces(arguments: &[&str]) -> bool {
    let tried = Command::new("unshare").args(arguments).arg("true").output();
    let problem = match tried {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    hyla_test_skips::skipped(format!("no namespaces here: {problem}"));
    false
}

/// A directory of a test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("hosts-{}-{name}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An RTI without shared memory that wants passwords, and the settings of a federate that has one.
fn rti_with_password(folder: &Folder) -> (Process, String, String) {
    let (users, password) = (folder.path("users.toml"), folder.path("password"));
    let hash = hyla_rti::hash_password("a secret").unwrap();
    let all = ["*".to_owned()];
    let actions = [hyla_rti::Action::Create, hyla_rti::Action::Join];
    hyla_rti::add_user(Path::new(&users), "anna", &hash, &actions, &all, &[]).unwrap();
    std::fs::write(&password, "a secret\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&password, mode).unwrap();
    let settings = format!("peer.shared_memory = false; authorization.file = {users}; {PATIENT}");
    let (rti, address) = Process::rti(Location::Here, "127.0.0.1:0", &settings);
    let settings = format!(
        "rti.address = {address}; rti.user = anna; rti.password_file = {password}; {PATIENT}"
    );
    (rti, address, settings)
}

/// That the federate has said why it uses TCP, with these words.
#[track_caller]
fn says_why(federate: &mut Process, words: &[&str]) {
    let said = federate.ask("warnings");
    let all = [&["TCP instead of shared memory"], words].concat();
    for word in all {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn who_has_stolen_the_name_of_an_rti_gets_nothing_from_a_federate_with_a_password() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("thief");
    let (_rti, address, settings) = rti_with_password(&folder);
    let thief = Process::thief(Location::As(ONE), &address);

    let mut root = Process::federate(Location::Here, "stolen", "root", &settings);

    assert_eq!(thief.answer(), "0", "bytes that the thief got");
    assert_eq!(root.channels_in_memory(), 0);
    says_why(
        &mut root,
        &[
            "only a process of the same user or of root is believed",
            "user 65534",
        ],
    );
    assert_eq!(root.ask("leave"), "left");
}

#[test]
fn who_has_taken_the_port_of_an_rti_too_gets_no_password() {
    if !is_possible() {
        return;
    }
    let folder = Folder::new("impostor");
    let (_rti, real, settings) = rti_with_password(&folder);
    for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"] {
        let (impostor, address) = Process::impostor(Location::As(ONE), host);
        let settings = settings.replace(&real, &address);

        let refused = Process::joining(Location::Here, "impostor", "root", &settings);

        let answer = refused.answer();
        for words in [
            "password is not sent in clear",
            "is of user 65534, this one of user 0",
            "rti.security = tls",
            "rti.server_user",
        ] {
            assert!(answer.contains(words), "{words}: {answer}");
        }
        drop(refused);
        assert_eq!(impostor.answer(), "0", "bytes that the impostor got");
    }
    // A federate that names a user believes an RTI of that user.
    for (user, is_believed) in [(OTHER, false), (ONE, true)] {
        let (impostor, address) = Process::impostor(Location::As(ONE), "127.0.0.1");
        let settings = settings.replace(&real, &address);
        let named = format!("{settings}; rti.server_user = {user}");
        let caller = Process::joining(Location::Here, "impostor", "root", &named);
        if !is_believed {
            let answer = caller.answer();
            assert!(answer.contains("is of user 65534"), "{answer}");
            drop(caller);
        }
        assert_eq!(impostor.answer() != "0", is_believed, "{user}");
    }
    // Whoever allows it has nothing checked.
    let (impostor, address) = Process::impostor(Location::As(ONE), "127.0.0.1");
    let settings = settings.replace(&real, &address);
    let allowed = format!("{settings}; rti.allow_clear_password = true");
    let _believing = Process::joining(Location::Here, "impostor", "root", &allowed);
    assert_ne!(impostor.answer(), "0", "the test shows something");
}

#[test]
fn a_federate_in_a_pid_namespace_says_why_it_uses_tcp() {
    if !is_possible() || !has_namespaces(&["--pid", "--fork"]) {
        return;
    }
    let (_rti, address) = Process::rti(Location::As(ONE), "127.0.0.1:0", PATIENT);
    let settings = format!("rti.address = {address}; {PATIENT}");

    let mut root = Process::federate(Location::InPidNamespace, "pids", "root", &settings);

    says_why(
        &mut root,
        &["user 65534, in another pid namespace (a container)"],
    );
    assert!(root.ask("members").starts_with("root tcp "));
    assert_eq!(root.ask("leave"), "left");
}

#[test]
fn a_federate_in_a_user_namespace_believes_no_user_that_it_does_not_know() {
    if !is_possible() || !has_namespaces(&["--user"]) {
        return;
    }
    let folder = Folder::new("unknown");
    let (_rti, address, _) = rti_with_password(&folder);
    // To the federate it has the number that the federate has itself.
    let thief = Process::thief(Location::As(OTHER), &address);
    let settings = format!("rti.address = {address}; {PATIENT}");

    let refused = Process::joining(
        Location::InUserNamespace(ONE),
        "unknown",
        "contained",
        &settings,
    );

    assert_eq!(thief.answer(), "0", "bytes that the thief got");
    // Over TCP the RTI answers: this federate has no password.
    let answer = refused.answer();
    assert!(answer.contains("redentials"), "{answer}");
}
