//! Recorded connections, sent again.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use hyla_lrc::RtiAmbassador;

use crate::attacker::Target;
use crate::beside::Scene;
use crate::members::BY_TCP;
use crate::native::{PREFACE, say, until_closed};
use crate::rti::{WATCHDOG, file, pause};

/// Forwards connections, and keeps what callers have sent, each connection by itself.
struct Recorder {
    at: SocketAddr,
    recorded: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Recorder {
    fn before(to: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let recorded = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&recorded);
        std::thread::spawn(move || {
            while let Ok((caller, _)) = listener.accept() {
                let called = TcpStream::connect(to).unwrap();
                let back = (called.try_clone().unwrap(), caller.try_clone().unwrap());
                std::thread::spawn(move || forward(back.0, back.1, |_| {}));
                let all = Arc::clone(&all);
                let number = {
                    let mut all = all.lock().unwrap();
                    all.push(Vec::new());
                    all.len() - 1
                };
                std::thread::spawn(move || {
                    forward(caller, called, |bytes| {
                        all.lock().unwrap()[number].extend_from_slice(bytes);
                    });
                });
            }
        });
        Self { at, recorded }
    }

    /// All connections so far, as soon as one of them is complete.
    fn take(&self, is_complete: impl Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
        let start = Instant::now();
        loop {
            let found = self.recorded.lock().unwrap().clone();
            if found.iter().any(|bytes| is_complete(bytes)) {
                return found;
            }
            assert!(start.elapsed() < WATCHDOG, "nobody called");
            pause();
        }
    }
}

/// Whether a member has asked for a challenge, and answered it with its greeting.
fn is_call_of_member(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(PREFACE.len()..).unwrap_or_default();
    let mut frames = 0;
    while let Some((length, body)) = rest.split_first_chunk()
        && let Some(after) = body.get(u32::from_le_bytes(*length) as usize..)
    {
        frames += 1;
        rest = after;
    }
    frames >= 2
}

fn forward(mut from: TcpStream, mut to: TcpStream, mut seen: impl FnMut(&[u8])) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        seen(&bytes[..count]);
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// An address without a listener: the port was free a moment ago, and is of an address that no other process uses.
pub(crate) fn own_address(test: u8) -> SocketAddr {
    let [low, high, ..] = std::process::id().to_le_bytes();
    let ip = std::net::Ipv4Addr::new(127, 96 + test, high, low.max(1));
    let probe = TcpListener::bind((ip, 0)).unwrap();
    probe.local_addr().unwrap()
}

/// Two members of a federation, of which the second has called the first through a recorder.
struct Recorded {
    members: [RtiAmbassador; 2],
    first: SocketAddr,
    calls: Vec<Vec<u8>>,
}

fn record_a_call(target: &Target) -> Recorded {
    let first = own_address(0);
    let recorder = Recorder::before(first);
    let advertise = format!("peer.bind = {first}; peer.advertise = {}", recorder.at);
    let join = |settings: &str| {
        let rti = target.federate(&format!("{BY_TCP}; {settings}").replace(
            // It is among the settings of the target already.
            "; peer.shared_memory = false",
            "",
        ));
        let _exists = rti.create_federation_execution("Recorded", &[], "");
        rti.join_federation_execution(None, "recorded", "Recorded", &[])
            .unwrap();
        rti
    };
    let members = [join(&advertise), join("")];
    let calls = recorder.take(is_call_of_member);
    Recorded {
        members,
        first,
        calls,
    }
}

/// Sends recorded bytes again: at once, and in the pieces that an answer would separate.
fn replay(at: SocketAddr, recorded: &[u8]) {
    let mut caller = TcpStream::connect(at).unwrap();
    say(&mut caller, recorded);
    until_closed(&mut caller);
}

#[test]
fn recorded_calls_between_members_open_nothing() {
    let scene = Scene {
        of_members: BY_TCP,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let recorded = record_a_call(target);
            let healthy: Vec<_> = target.members.iter().map(|it| it.tcp).collect();
            move || {
                let refused = || recorded.members[0].own_metrics().refused;
                let before = refused();
                for call in &recorded.calls {
                    replay(recorded.first, call);
                    for at in &healthy {
                        replay(*at, call);
                    }
                }
                assert!(refused() > before, "its challenge is another");
            }
        },
        // The greeting is meant for somebody else, and proves nothing here.
        |rti| {
            rti.until("hyla_federate_refused_total{federation=\"Healthy\"", 2);
        },
    );
}

#[test]
fn recorded_sessions_of_an_rti_with_tls_open_nothing() {
    let secret = file("replay", "a secret of more than 16 bytes");
    let setting = format!("--set=rti.secret_file={secret}");
    let of_callers = format!("rti.security = tls; rti.secret_file = {secret}");
    let scene = Scene {
        settings: &["--set=rti.security=tls", &setting],
        of_members: BY_TCP,
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let rti: SocketAddr = target.address.parse().unwrap();
            let recorder = Recorder::before(rti);
            let through = Target {
                address: recorder.at.to_string(),
                ..target.clone()
            };
            let victim = through.federate("");
            victim
                .create_federation_execution("Recorded", &[], "")
                .unwrap();
            victim
                .join_federation_execution(None, "recorded", "Recorded", &[])
                .unwrap();
            let recorded = recorder.take(|bytes| bytes.len() > 64);
            let witness = target.federate("");
            move || {
                let _joined = &victim;
                for session in &recorded {
                    replay(rti, session);
                }
                // Nobody has joined once more.
                let all = witness.status().unwrap();
                let ours = all.into_iter().find(|it| it.name == "Recorded").unwrap();
                assert_eq!(ours.members.len(), 1);
            }
        },
        |rti| rti.until_refused("violation", 1),
    );
}
