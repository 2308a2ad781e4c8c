//! Nonsense on every socket: the caller is turned away, the federation goes on.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};

use hyla_core::message::data::{Ending, Envelope, put_update};
use hyla_core::message::{Greeting, Snapshot};
use hyla_core::secrets::{Challenge, ExecutionId, LinkKey, Proof, Token};
use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{
    CallbackModel, ExceptionKind, FederateHandle, ObjectInstanceHandle, TransportationTypeHandle,
};

use crate::child::Process;
use crate::federate::Federate;
use crate::socket::{Caller, PREFACE, framed, greeting, to_rti};
use crate::world::{Model, World, until_gone};

/// Pages of memory this process has asked for.
fn pages() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').next().unwrap().parse().unwrap()
}

/// A viewer in this process, which is attacked, and a process that sends it updates over TCP.
struct Scene {
    world: World,
    viewer: Federate,
    flyer: Process,
    object: ObjectInstanceHandle,
    sent: u64,
}

impl Scene {
    fn new(federation: &str, model: Model) -> Self {
        // Half a greeting is given up soon.
        let hurry = "timeout.connect_ms = 1000; timeout.call_ms = 5000";
        let world = World::with_settings(federation, hurry);
        let viewer = world.join_with("viewer", model, hurry, None);
        viewer.subscribe();
        let address = world.address.to_string();
        let mut flyer = Process::federate(&address, federation, "flyer", Model::AsynchronousIo);
        viewer.until("discovery", |told| !told.discovered.is_empty());
        let object = viewer.diary.look(|told| told.discovered[0]);
        flyer.ask("send 10 100");
        Self {
            world,
            viewer,
            flyer,
            object,
            sent: 10,
        }
    }

    fn rti(&self) -> SocketAddr {
        self.world.address
    }

    /// The viewer's address for other members.
    fn peer(&self) -> SocketAddr {
        let members = self.world.members(&self.viewer.rti);
        let viewer = members.iter().find(|m| m.name == "viewer").unwrap();
        let at = viewer.addresses.iter().find_map(|a| a.strip_prefix("tcp:"));
        at.unwrap().parse().unwrap()
    }

    /// More updates are sent, and none that was sent before is missing.
    fn goes_on(&mut self) {
        self.flyer.ask("send 10 100");
        self.sent += 10;
        self.viewer.reflects(self.object, self.sent);
    }
}

/// Bytes that nobody has chosen, always the same.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut dice = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(|| dice.u8(..))
        .take(length)
        .collect()
}

/// Messages that are wrong without a right greeting, each with a name.
fn nonsense(wrong_greeting: &Greeting) -> Vec<(String, Vec<u8>)> {
    let after_preface = |bytes: &[u8]| [&PREFACE, bytes].concat();
    let mut all = vec![
        (
            "another protocol".to_owned(),
            b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        ),
        ("half a preface".to_owned(), PREFACE[..5].to_vec()),
        ("nothing".to_owned(), Vec::new()),
        ("a preface and nothing else".to_owned(), PREFACE.to_vec()),
        (
            "half a greeting".to_owned(),
            after_preface(&greeting(wrong_greeting)[..5]),
        ),
        (
            "the largest length".to_owned(),
            after_preface(&u32::MAX.to_le_bytes()),
        ),
        (
            "a length just too large".to_owned(),
            after_preface(&((64_u32 << 10) + 1).to_le_bytes()),
        ),
        (
            "a frame that is longer than what comes".to_owned(),
            after_preface(&[&60_000_u32.to_le_bytes()[..], b"short"].concat()),
        ),
        (
            "a greeting of the wrong kind".to_owned(),
            after_preface(&greeting(wrong_greeting)),
        ),
        (
            "a control frame before the greeting".to_owned(),
            after_preface(&framed(&[0, 2])),
        ),
        (
            "a data frame before the greeting".to_owned(),
            after_preface(&framed(&[0x0c])),
        ),
        (
            "an unknown kind of frame".to_owned(),
            after_preface(&framed(&[0xee; 20])),
        ),
        (
            "a greeting with a text that claims four gigabytes".to_owned(),
            // ToRti, 2025, Some(credentials), then a length.
            after_preface(&framed(&[0x7f, 0, 1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f])),
        ),
    ];
    for seed in 1..8 {
        all.push((format!("noise {seed}"), noise(seed, 3000)));
        let frame = framed(&noise(seed, 500));
        all.push((format!("a frame of noise {seed}"), after_preface(&frame)));
        let mut control = noise(seed, 200);
        control[0] = 0x7f;
        all.push((
            format!("a greeting of noise {seed}"),
            after_preface(&framed(&control)),
        ));
    }
    all
}

/// Says all the nonsense at once, each on a connection that stays open until it is turned away.
fn attack(at: SocketAddr, wrong_greeting: &Greeting) {
    let callers: Vec<_> = nonsense(wrong_greeting)
        .into_iter()
        .map(|(what, bytes)| {
            let mut caller = Caller::new(at);
            caller.say(&bytes);
            (what, caller)
        })
        .collect();
    for (what, caller) in callers {
        caller.gets_turned_away(&what);
    }
    // The same, cut off by a caller that hangs up.
    for (what, bytes) in nonsense(wrong_greeting) {
        let mut caller = Caller::new(at);
        caller.say(&bytes);
        caller.finish();
        caller.gets_turned_away(&what);
    }
}

/// A greeting of a federate that no log has announced, without a challenge before it.
fn to_member(to: FederateHandle) -> Greeting {
    Greeting::ToMember {
        from: FederateHandle::new(77),
        to,
        proof: Proof::default(),
        challenge: Challenge::default(),
    }
}

/// The secret of two members that one of them derives from its snapshot.
fn key_with(snapshot: &Snapshot, other: FederateHandle) -> LinkKey {
    let mut members = snapshot.members.iter().map(|member| &member.info);
    let other = members.find(|info| info.handle == other).unwrap();
    LinkKey::between(snapshot.execution, &snapshot.token, &other.token)
}

#[test]
fn nonsense_at_the_rti_gets_turned_away_and_the_federation_goes_on() {
    let mut scene = Scene::new("nonsense-rti", Model::AsynchronousIo);
    scene.goes_on();
    let before = pages();

    attack(scene.rti(), &to_member(scene.viewer.handle));

    assert!(pages().saturating_sub(before) < (2 << 30) / 4096);
    scene.goes_on();
}

#[test]
fn nonsense_at_a_member_gets_turned_away_and_the_federation_goes_on() {
    for model in Model::ALL {
        let mut scene = Scene::new("nonsense-member", model);
        let at = scene.peer();
        let before = pages();

        attack(at, &to_rti());
        // Of the right kind, for somebody else.
        let caller = Caller::greeted(at, &to_member(scene.viewer.handle));
        caller.gets_turned_away("a greeting without a challenge");
        let elsewhere = LinkKey::between(ExecutionId::new(1), &Token::default(), &Token::default());
        let pair = (FederateHandle::new(77), FederateHandle::new(78));
        let caller = Caller::calling(at, pair, &elsewhere);
        caller.gets_turned_away("a greeting for another federate");

        assert!(pages().saturating_sub(before) < (2 << 30) / 4096);
        scene.goes_on();
    }
}

#[test]
fn a_session_that_sends_nonsense_after_its_greeting_is_closed() {
    let mut scene = Scene::new("nonsense-session", Model::AsynchronousIo);
    let before = pages();
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];

    for (what, frame) in [
        ("noise", [&[0][..], &noise(5, 300)].concat()),
        ("an unknown message", vec![0, 99]),
        (
            "a text that claims four gigabytes",
            [&[0, 1, 1][..], &huge].concat(),
        ),
        // Create: request, empty name, modules.
        (
            "modules by the billion",
            [&[0, 0, 1, 0][..], &huge].concat(),
        ),
        // Member, reserve names: names.
        ("names by the billion", [&[0, 5, 3][..], &huge].concat()),
        ("bytes after a message", vec![0, 2, 1]),
        ("a second greeting", greeting(&to_rti())[4..].to_vec()),
        ("a data frame", vec![0x0c]),
        ("a relayed frame with nothing in it", vec![0x7e, 1, 0, 0, 0]),
        ("an empty control frame", vec![0]),
    ] {
        let mut caller = Caller::greeted(scene.rti(), &to_rti());
        caller.say(&framed(&frame));
        caller.gets_turned_away(what);
    }
    let mut caller = Caller::greeted(scene.rti(), &to_rti());
    caller.say(&u32::MAX.to_le_bytes());
    caller.gets_turned_away("the largest length");

    assert!(pages().saturating_sub(before) < (2 << 30) / 4096);
    scene.goes_on();
}

#[test]
fn a_member_that_sends_nonsense_to_the_rti_is_resigned_as_lost() {
    let mut scene = Scene::new("nonsense-joined", Model::AsynchronousIo);
    let (mut intruder, ..) = Caller::joined(scene.rti(), "nonsense-joined", "intruder");

    intruder.say(&framed(&[0, 99]));
    intruder.gets_turned_away("an unknown message");

    until_gone(&scene.viewer.rti, "nonsense-joined", "intruder");
    scene.goes_on();
}

#[test]
fn a_member_that_sends_nonsense_to_a_member_gets_turned_away() {
    let mut update = Vec::new();
    let envelope = Envelope::rti(TransportationTypeHandle::new(1));
    let object = ObjectInstanceHandle::new(1);
    put_update(
        &mut update,
        object,
        &envelope,
        1,
        std::iter::empty(),
        Ending::Whole,
    );
    let cut = update.clone();
    update.extend_from_slice(&[3, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3]);
    let many = [&update[..update.len() - 9], &[0xff, 0xff, 0xff, 0xff, 0x0f]].concat();
    let frames = [
        ("a value beyond the frame's end", update),
        ("fewer values than promised", cut),
        ("more values than fit", many),
        ("an unknown data frame", vec![0x3f; 30]),
        ("a control frame", vec![0, 1, 2]),
        ("a second greeting", greeting(&to_rti())[4..].to_vec()),
        ("a discovery of four gigabytes", {
            let mut discover = vec![5, 1, 0, 0, 0, 0, 0, 0, 0, 1];
            discover.extend_from_slice(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
            discover
        }),
    ];
    for model in [Model::SingleThreaded, Model::Immediate] {
        let mut scene = Scene::new("nonsense-peer", model);
        let at = scene.peer();
        let before = pages();

        for (what, frame) in &frames {
            let (_session, from, snapshot) =
                Caller::joined(scene.rti(), "nonsense-peer", "intruder");
            let to = scene.viewer.handle;
            let mut caller = Caller::calling(at, (from, to), &key_with(&snapshot, to));
            caller.say(&framed(frame));
            caller.gets_turned_away(what);
            drop(_session);
            until_gone(&scene.viewer.rti, "nonsense-peer", "intruder");
        }

        assert!(pages().saturating_sub(before) < (2 << 30) / 4096);
        scene.goes_on();
    }
}

#[test]
fn who_claims_to_be_a_member_that_never_joined_is_not_kept_for_ever() {
    let mut scene = Scene::new("nonsense-stranger", Model::AsynchronousIo);
    let (_session, _, snapshot) = Caller::joined(scene.rti(), "nonsense-stranger", "intruder");

    let to = scene.viewer.handle;
    let pair = (FederateHandle::new(77), to);
    let mut caller = Caller::calling(scene.peer(), pair, &key_with(&snapshot, to));
    caller.say(&framed(&[0x0c]));
    caller.gets_turned_away("a member that never joined");

    scene.goes_on();
}

#[test]
fn who_claims_to_be_a_member_that_is_connected_already_changes_nothing() {
    let mut scene = Scene::new("nonsense-double", Model::AsynchronousIo);
    let (_session, _, snapshot) = Caller::joined(scene.rti(), "nonsense-double", "intruder");
    let members = scene.world.members(&scene.viewer.rti);
    let flyer = members.iter().find(|m| m.name == "flyer").unwrap().handle;

    // A member of the same execution knows the secrets of all.
    let secret_of = |federate| {
        let mut members = snapshot.members.iter().map(|member| &member.info);
        members.find(|info| info.handle == federate).unwrap().token
    };
    let to = scene.viewer.handle;
    let key = LinkKey::between(snapshot.execution, &secret_of(flyer), &secret_of(to));
    let caller = Caller::calling(scene.peer(), (flyer, to), &key);
    caller.gets_turned_away("a second channel of the same member");

    scene.goes_on();
}

/// Error of a federate that calls a server which answers in this way, or not at all.
fn told_by(answer: Option<&'static [u8]>) -> String {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = server.local_addr().unwrap();
    let serving = std::thread::spawn(move || {
        let (mut stream, _) = server.accept().unwrap();
        match answer {
            Some(answer) => stream.write_all(answer).unwrap(),
            // Until the caller gives up.
            None => drop(stream.read_to_end(&mut Vec::new())),
        }
    });
    let settings = format!("rti.address = {at}; timeout.connect_ms = 300");
    let refused = RtiAmbassador::new().connect(
        Box::new(NullFederateAmbassador),
        CallbackModel::Evoked,
        &settings,
    );
    serving.join().unwrap();
    let refused = refused.unwrap_err();
    assert_eq!(refused.kind, ExceptionKind::ConnectionFailed);
    for words in [
        format!("no RTI at tcp:{at}"),
        "port 15160 (rti.address)".into(),
    ] {
        assert!(refused.message.contains(&words), "{refused}");
    }
    refused.message
}

#[test]
fn a_federate_that_calls_another_server_is_told_what_it_is_and_where_to_call() {
    for (answer, words) in [
        (
            &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
            "an HTTP server answers there",
        ),
        (&[0x15, 3, 3, 0, 2, 2, 50], "a TLS server answers there"),
        (b"FEDPRO\r\n", "the Federate Protocol is served there"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "SSH-2.0-"),
        (b"", "without a handshake of Hyla"),
    ] {
        let said = told_by(Some(answer));
        assert!(said.contains(words), "{said}");
    }
    let said = told_by(None);
    assert!(said.contains("no handshake of Hyla within 300ms"), "{said}");
}
