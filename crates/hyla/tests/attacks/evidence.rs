//! Attacks on the logs of an RTI: forged lines, lines kept out, and lines pushed out.

use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;

use hyla_core::message::{
    FromRti, MemberRequest, Reply, RequestId, ToRti, control_frame, decode_control,
};
use hyla_types::{CallbackModel, Exception, ResignAction};
use serde_json::Value;

use crate::native::{frame, greet, next_frame, take};
use crate::{PATIENT, started};

/// A running RTI with logs, in a folder that ends with this.
struct Logged {
    folder: PathBuf,
    rti: started::Rti,
}

impl Logged {
    fn start(name: &str, settings: &[&str]) -> Self {
        let name = format!("attacks-{}-{name}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let logs = [("log.file", "hyla.log"), ("log.audit_file", "audit.jsonl")]
            .map(|(setting, file)| format!("--set={setting}={}", folder.join(file).display()));
        let mut all = vec!["--set=fedpro.tcp=off"];
        all.extend(logs.iter().map(String::as_str));
        all.extend(settings);
        let rti = started::Rti::start(&all);
        Self { folder, rti }
    }

    /// Ends the RTI in order, and returns the text of its log and its audit lines.
    fn end(mut self) -> (String, Vec<Value>) {
        drop(self.rti.process.stdin.take());
        assert!(self.rti.process.wait().unwrap().success());
        let read = |name| std::fs::read_to_string(self.folder.join(name)).unwrap();
        let audit = read("audit.jsonl");
        let lines = audit.split_terminator('\n');
        let lines = lines.map(|line| serde_json::from_str(line).unwrap());
        (read("hyla.log"), lines.collect())
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn say(socket: &mut TcpStream, message: &ToRti) {
    let mut content = Vec::new();
    control_frame(message, &mut content);
    socket.write_all(&frame(&content)).unwrap();
}

/// The answer to a request, whatever comes before.
fn answer(socket: &mut TcpStream) -> Result<Reply, Exception> {
    loop {
        let next = next_frame(socket);
        if next.first() != Some(&0) {
            continue;
        }
        if let FromRti::Answer { outcome, .. } = decode_control(&next).unwrap() {
            return outcome;
        }
    }
}

fn create(federation: &str) -> ToRti {
    ToRti::Create {
        request: RequestId(1),
        federation: federation.to_owned(),
        modules: Vec::new(),
        mim: None,
        time: String::new(),
    }
}

fn join(federation: &str, name: &str, federate_type: &str, address: &str) -> ToRti {
    ToRti::Join {
        request: RequestId(2),
        name: Some(name.to_owned()),
        federate_type: federate_type.to_owned(),
        federation: federation.to_owned(),
        modules: Vec::new(),
        addresses: vec![address.to_owned()],
        host: String::new(),
    }
}

/// A caller that has greeted.
fn caller(address: &str) -> TcpStream {
    let mut socket = greet(address);
    take(&mut socket, 8);
    socket
}

/// Characters that end lines, drive terminals or turn the direction of writing.
const EFFECTS: [char; 9] = [
    '\n', '\r', '\u{85}', '\u{2028}', '\u{2029}', '\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}',
];

#[test]
fn names_in_requests_forge_no_lines_and_keep_none_out() {
    let logged = Logged::start("forged", &[]);
    let at = logged.rti.address();

    for (n, effect) in EFFECTS.into_iter().enumerate() {
        let evil = |what: &str| {
            format!(
                "{what}{n}{effect}2026-11-28T00:00:00.000000Z  INFO action=\"remove\" user=\"boss\""
            )
        };
        let mut socket = caller(&at);
        say(&mut socket, &create(&evil("federation")));
        let _ = answer(&mut socket);
        let [name, of, address] = ["name", "type", "address"].map(evil);
        say(
            &mut socket,
            &join(&evil("federation"), &name, &of, &address),
        );
        let _ = answer(&mut socket);
        let remove = ToRti::RemoveFederate {
            request: RequestId(3),
            federation: evil("federation"),
            federate: evil("name"),
            reason: evil("reason"),
        };
        say(&mut socket, &remove);
        let _ = answer(&mut socket);
    }
    let mut socket = caller(&at);
    say(&mut socket, &create("Own"));
    answer(&mut socket).unwrap();
    // Longer than the default of `log.file_bytes`.
    say(
        &mut socket,
        &join("Own", "hidden", &"t".repeat(17 << 20), ""),
    );
    let _ = answer(&mut socket);

    let (text, audit) = logged.end();
    for line in text.split_terminator('\n') {
        assert!(!line.contains(EFFECTS), "{line:?}");
        assert!(
            line.starts_with("20") && !line.starts_with("2026-11-28T00:00:00.0"),
            "{line:?}"
        );
    }
    let of = |action: &str| audit.iter().filter(|line| line["action"] == action).count();
    assert_eq!(of("connect"), EFFECTS.len() + 1);
    assert_eq!(of("create"), EFFECTS.len() + 1);
    assert_eq!(of("join"), EFFECTS.len() + 1);
    assert_eq!(of("remove"), EFFECTS.len());
    let all = text
        .split_terminator('\n')
        .filter(|line| line.contains(" audit federation="))
        .count();
    assert_eq!(all, audit.len(), "the same in the text");
    let hidden = audit
        .iter()
        .find(|line| line["federate"] == "hidden")
        .unwrap();
    let cut = hidden["federate_type"].as_str().unwrap();
    assert!(cut.ends_with("…[cut from 17825792 bytes]"), "{}", cut.len());
}

#[test]
fn federates_that_leave_have_audit_lines_with_the_reason() {
    let logged = Logged::start("leaving", &[]);
    let at = logged.rti.address();
    let mut creator = caller(&at);
    say(&mut creator, &create("Own"));
    answer(&mut creator).unwrap();
    let mut all = ["resigns", "dies", "goes"].map(|name| {
        let mut socket = caller(&at);
        say(&mut socket, &join("Own", name, "test", ""));
        answer(&mut socket).unwrap();
        socket
    });

    let resign = MemberRequest::Resign {
        request: RequestId(9),
        action: ResignAction::NoAction,
    };
    say(&mut all[0], &ToRti::Member(resign));
    answer(&mut all[0]).unwrap();
    let remove = ToRti::RemoveFederate {
        request: RequestId(3),
        federation: "Own".to_owned(),
        federate: "goes".to_owned(),
        reason: "out".to_owned(),
    };
    say(&mut creator, &remove);
    answer(&mut creator).unwrap();
    let peer = all[1].local_addr().unwrap().to_string();
    drop(all);
    // When the RTI knows nobody of them any more, it has written what became of them.
    loop {
        let destroy = ToRti::Destroy {
            request: RequestId(4),
            federation: "Own".to_owned(),
        };
        say(&mut creator, &destroy);
        if answer(&mut creator).is_ok() {
            break;
        }
        crate::rti::pause();
    }

    let (_, audit) = logged.end();
    let line = |action: &str, federate: &str| {
        let found = audit
            .iter()
            .find(|line| line["action"] == action && line["federate"] == federate);
        found.unwrap_or_else(|| panic!("{action}: {audit:#?}"))
    };
    for (action, federate, reason) in [
        ("resign", "resigns", "NO_ACTION"),
        ("lost", "dies", ""),
        ("removed", "goes", "out"),
    ] {
        let line = line(action, federate);
        assert_eq!(line["federation"], "Own", "{line}");
        assert_eq!(line["user"], "-", "{line}");
        assert!(line["reason"].as_str().unwrap().contains(reason), "{line}");
    }
    assert_eq!(line("lost", "dies")["peer"], peer.as_str());
}

#[test]
fn who_may_do_much_pushes_no_line_of_another_out() {
    const ROUNDS: usize = 2500;
    // Room for some 3000 lines, of the 5000 of the flood.
    let logged = Logged::start(
        "flood",
        &["--set=log.files=1", "--set=log.file_bytes=1048576"],
    );
    let at = logged.rti.address();
    // In shared memory: of another origin than callers over TCP.
    let other = hyla_lrc::RtiAmbassador::new();
    other
        .connect(
            Box::new(hyla_lrc::NullFederateAmbassador),
            CallbackModel::Evoked,
            &format!("rti.address = {at}; {PATIENT}"),
        )
        .unwrap();
    other
        .create_federation_execution("Evidence", &[], "")
        .unwrap();

    let mut socket = caller(&at);
    let mut both = Vec::new();
    for message in [
        create("Noise"),
        ToRti::Destroy {
            request: RequestId(2),
            federation: "Noise".to_owned(),
        },
    ] {
        let mut content = Vec::new();
        control_frame(&message, &mut content);
        both.extend(frame(&content));
    }
    let start = std::time::Instant::now();
    for _ in 0..ROUNDS / 20 {
        socket.write_all(&both.repeat(20)).unwrap();
        for _ in 0..40 {
            answer(&mut socket).unwrap();
        }
    }
    let seconds = start.elapsed().as_secs() as usize + 2;
    // What the flood does next has a line, too.
    say(&mut socket, &join("Evidence", "late", "test", ""));
    answer(&mut socket).unwrap();

    let (text, audit) = logged.end();
    let is = |line: &Value, action: &str, federation: &str| {
        line["action"] == action && line["federation"] == federation
    };
    assert!(audit.iter().any(|line| is(line, "create", "Evidence")));
    assert!(audit.iter().any(|line| is(line, "join", "Evidence")));
    let of_other = |line: &str| line.contains("audit federation=\"Evidence\"");
    assert!(text.lines().any(of_other), "in the log, too");
    let noise = audit.iter().filter(|line| is(line, "create", "Noise"));
    let noise: Vec<_> = noise.collect();
    let most = 1000 + 10 * seconds;
    assert!(noise.len() <= most, "{} of {most}", noise.len());
}
