//! Connections to the RTI over TLS (`rti.security`).

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hyla_rti::{Action, add_user, hash_password};
use hyla_types::{ExceptionKind, ResignAction};

use crate::federate::Federate;
use crate::world::{Model, World, try_join_at};

/// A file of its own for a test.
struct SecretFile(PathBuf);

impl SecretFile {
    fn new(name: &str, secret: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hyla-{}-{name}", std::process::id()));
        std::fs::write(&path, secret).unwrap();
        let mode = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(&path, mode).unwrap();
        Self(path)
    }

    fn settings(&self) -> String {
        format!(
            "peer.shared_memory = false; rti.security = tls; rti.secret_file = {}",
            self.0.display()
        )
    }
}

impl Drop for SecretFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Forwards connections to `to`, and keeps all bytes.
fn relay(to: SocketAddr) -> (SocketAddr, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&seen);
    std::thread::spawn(move || {
        while let Ok((caller, _)) = listener.accept() {
            let called = TcpStream::connect(to).unwrap();
            for (from, to) in [
                (caller.try_clone().unwrap(), called.try_clone().unwrap()),
                (called, caller),
            ] {
                let all = Arc::clone(&all);
                std::thread::spawn(move || forward(from, to, &all));
            }
        }
    });
    (at, seen)
}

fn forward(mut from: TcpStream, mut to: TcpStream, seen: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        seen.lock().unwrap().extend_from_slice(&buffer[..count]);
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _gone = to.shutdown(Shutdown::Write);
}

fn contains(seen: &[u8], plain: &[u8]) -> bool {
    seen.windows(plain.len()).any(|found| found == plain)
}

/// The federate `flyer` sends 200 updates to `receiver`; then both leave. Gives what a relay between them has `seen`.
fn exchange(receiver: Federate, flyer: Federate, seen: &Mutex<Vec<u8>>) -> Vec<u8> {
    flyer.publish();
    let object = flyer.register();
    receiver.discovers(object);
    let sender = flyer.sender(object);
    for number in 0..200 {
        sender.send(number, 100).unwrap();
    }
    receiver.reflects(object, 200);
    drop((receiver, flyer));
    seen.lock().unwrap().clone()
}

/// Two federates whose data passes through the RTI, over a relay that keeps what it forwards.
fn exchange_through_a_relay(settings: &str) -> Vec<u8> {
    let world = World::with_settings("secret-federation", settings);
    let (at, seen) = relay(world.address);
    let address = at.to_string();
    let settings = format!("{settings}; peer.direct = false");
    let join = |name, model| {
        try_join_at(&address, "secret-federation", name, model, &settings, None).unwrap()
    };
    let receiver = join("the-receiver", Model::AsynchronousIo);
    receiver.publish();
    receiver.subscribe();
    let flyer = join("the-flyer", Model::Immediate);
    exchange(receiver, flyer, &seen)
}

#[test]
fn over_tls_nobody_between_federate_and_rti_reads_names_or_values() {
    let secret = SecretFile::new("capture", "0123456789abcdef");
    let clear = exchange_through_a_relay("peer.shared_memory = false");
    let sealed = exchange_through_a_relay(&secret.settings());

    assert!(sealed.len() > 200 * 100);
    for plain in [&b"secret-federation"[..], b"the-flyer", b"HYLA"] {
        assert!(contains(&clear, plain));
        assert!(!contains(&sealed, plain));
    }
}

/// An address of this process and test alone, so that a port that was free stays free.
fn own_address(test: u8) -> SocketAddr {
    let [low, high, ..] = std::process::id().to_le_bytes();
    let ip = std::net::Ipv4Addr::new(127, 64 + test, high, low.max(1));
    let probe = TcpListener::bind((ip, 0)).unwrap();
    probe.local_addr().unwrap()
}

/// Two federates that send to each other directly, over a relay that keeps what it forwards.
fn exchange_directly(test: u8, settings: &str) -> Vec<u8> {
    let world = World::with_settings("direct", settings);
    let listener = own_address(test);
    let (advertised, seen) = relay(listener);
    let settings = format!("{settings}; peer.in_process = false");
    let of_receiver = format!("{settings}; peer.bind = {listener}; peer.advertise = {advertised}");
    let receiver = world.join_with("receiver", Model::AsynchronousIo, &of_receiver, None);
    receiver.publish();
    receiver.subscribe();
    let flyer = world.join_with("flyer", Model::Immediate, &settings, None);
    exchange(receiver, flyer, &seen)
}

#[test]
fn members_of_an_rti_with_tls_seal_what_they_send_to_each_other() {
    let secret = SecretFile::new("direct", "0123456789abcdef");
    let clear = exchange_directly(1, "peer.shared_memory = false");
    let sealed = exchange_directly(2, &secret.settings());

    let value = [0x5a; 64];
    assert!(sealed.len() > 200 * 100);
    assert!(contains(&clear, &value));
    assert!(!contains(&sealed, &value));
    assert!(contains(&sealed, b"HYLA\x01\x02"));
}

#[test]
fn a_federate_without_tls_exchanges_data_with_others_through_the_rti() {
    let secret = SecretFile::new("mixed", "0123456789abcdef");
    let both = format!("{}; rti.allow_clear = true", secret.settings());
    let world = World::with_settings("mixed", &both);
    let sealed = format!("peer.in_process = false; {}", secret.settings());
    let settings = "peer.in_process = false; peer.shared_memory = false";
    let clear = world.join_with("clear", Model::Immediate, settings, None);
    let first = world.join_with("first", Model::AsynchronousIo, &sealed, None);
    for federate in [&clear, &first] {
        federate.publish();
        federate.subscribe();
    }

    for (from, to) in [(&clear, &first), (&first, &clear)] {
        let object = from.register();
        to.discovers(object);
        let sender = from.sender(object);
        for number in 0..50 {
            sender.send(number, 100).unwrap();
        }
        to.reflects(object, 50);
    }
}

#[test]
fn a_federate_that_does_not_agree_with_the_rti_is_told_why() {
    let (secret, other) = (
        SecretFile::new("right", "0123456789abcdef"),
        SecretFile::new("wrong", "fedcba9876543210"),
    );
    let refused = |rti: &str, federate: &str| {
        let world = World::with_settings("refused", rti);
        let address = world.address.to_string();
        let joined = try_join_at(&address, "refused", "f", Model::Immediate, federate, None);
        let error = joined.err().unwrap();
        assert_eq!(error.kind, ExceptionKind::ConnectionFailed);
        error.message
    };

    let text = refused(&secret.settings(), "peer.shared_memory = false");
    assert!(text.contains("set rti.security = tls"), "{text}");
    let text = refused("peer.shared_memory = false", &secret.settings());
    assert!(text.contains("rti.security = off"), "{text}");
    let text = refused(&secret.settings(), &other.settings());
    assert!(text.contains("rti.secret_file"), "{text}");
    let unknown = "rti.security = tls; peer.shared_memory = false";
    let text = refused(&secret.settings(), unknown);
    assert!(text.contains("rti.pin"), "{text}");
}

#[test]
fn an_rti_may_accept_federates_in_clear_beside_others() {
    let secret = SecretFile::new("both", "0123456789abcdef");
    let both = format!("{}; rti.allow_clear = true", secret.settings());
    let world = World::with_settings("both", &both);

    let clear = world.join_with(
        "clear",
        Model::Immediate,
        "peer.shared_memory = false",
        None,
    );
    let sealed = world.join_with("sealed", Model::Immediate, &secret.settings(), None);

    let members = world.members(&sealed.rti);
    assert_eq!(members.len(), 2);
    let transport = |name: &str| {
        let member = members.iter().find(|member| member.name == name).unwrap();
        member.transport.clone()
    };
    assert_eq!(transport("clear"), "tcp");
    assert_eq!(transport("sealed"), "tls");
    drop((clear, sealed));
}

#[test]
fn keys_change_while_federates_exchange_data_and_nothing_is_lost() {
    let secret = SecretFile::new("rekey", "0123456789abcdef");
    let often = format!("{}; rti.rekey_ms = 20", secret.settings());
    let world = World::with_settings("rekey", &often);
    let settings = format!("peer.in_process = false; {}", secret.settings());
    let receiver = world.join_with("receiver", Model::AsynchronousIo, &settings, None);
    receiver.publish();
    receiver.subscribe();
    let flyer = world.join_with("flyer", Model::Immediate, &settings, None);
    flyer.publish();
    let object = flyer.register();
    receiver.discovers(object);
    let sender = flyer.sender(object);

    for number in 0..20_000 {
        sender.send(number, 100).unwrap();
    }

    receiver.reflects(object, 20_000);
}

/// One sends, the other receives.
fn sends(from: &Federate, to: &Federate, count: u64) {
    let object = from.register();
    to.discovers(object);
    let sender = from.sender(object);
    for number in 0..count {
        sender.send(number, 100).unwrap();
    }
    to.reflects(object, count);
}

/// Whether there is a TCP channel to a member.
fn has_direct_channel(federate: &Federate) -> bool {
    let channels = federate.rti.own_metrics().channels;
    channels.iter().any(|channel| {
        channel.peer != hyla_types::FederateHandle::RTI && channel.transport == "tcp"
    })
}

#[test]
fn a_process_with_federates_in_two_federations_keeps_their_keys_apart() {
    let secret = SecretFile::new("two", "0123456789abcdef");
    let world = World::with_settings("one", &secret.settings());
    let address = world.address.to_string();
    let settings = format!("peer.in_process = false; {}", secret.settings());
    let join = |federation: &str, name: &str| {
        let model = Model::Immediate;
        let federate = try_join_at(&address, federation, name, model, &settings, None).unwrap();
        federate.publish();
        federate.subscribe();
        federate
    };
    let members = ["one", "two"].map(|name| [join(name, "first"), join(name, "second")]);
    for [first, second] in &members {
        sends(first, second, 50);
        sends(second, first, 50);
        assert!(has_direct_channel(first), "sealed, and not relayed");
    }

    // One of them goes over to the other federation, on the same connection to the RTI.
    let [[_, wanderer], [there, _]] = &members;
    wanderer
        .rti
        .resign_federation_execution(ResignAction::DeleteObjects)
        .unwrap();
    wanderer
        .rti
        .join_federation_execution(Some("third"), "type", "two", &[])
        .unwrap();
    wanderer.publish();
    wanderer.subscribe();
    sends(there, wanderer, 50);
    sends(wanderer, there, 50);
    assert!(has_direct_channel(wanderer));
}

#[test]
fn a_federate_beside_the_rti_has_its_first_key_before_any_member_calls() {
    let secret = SecretFile::new("first", "0123456789abcdef");
    let world = World::with_settings("first", &secret.settings().replace("false", "true"));
    let tls = format!("peer.in_process = false; {}", secret.settings());
    let remote = world.join_with("remote", Model::AsynchronousIo, &tls, None);
    remote.publish();
    remote.subscribe();
    for number in 0..10 {
        // Over shared memory to the RTI, and without settings of TLS: only the RTI says that there are keys.
        let settings = "peer.in_process = false";
        let model = Model::Immediate;
        let beside = world.join_with(&format!("beside {number}"), model, settings, None);
        beside.publish();
        beside.subscribe();
        sends(&remote, &beside, 20);
        sends(&beside, &remote, 20);
        assert!(has_direct_channel(&beside), "sealed, and not relayed");
        let refused = beside.rti.own_metrics().refused_seals;
        assert!(refused.is_empty(), "{refused:?}");
    }
}

/// Replaces a users file by one with these users; all have the password `secret`.
fn write_users(path: &Path, users: &[&str]) {
    let (new, all) = (path.with_extension("new"), ["*".to_owned()]);
    let _absent = std::fs::remove_file(&new);
    let hash = hash_password("secret").unwrap();
    for user in users {
        add_user(&new, user, &hash, &Action::ALL, &all, &all).unwrap();
    }
    std::fs::rename(new, path).unwrap();
}

#[test]
fn the_federate_of_a_user_that_was_removed_is_cut() {
    let password = SecretFile::new("password", "secret\n");
    let users = SecretFile::new("users", "");
    write_users(&users.0, &["anna", "berta"]);
    let world = World::with_settings(
        "cut",
        &format!("authorization.file = {}", users.0.display()),
    );
    let join = |user: &str| {
        let settings = format!(
            "rti.user = {user}; rti.password_file = {}",
            password.0.display()
        );
        world.join_with(user, Model::Immediate, &settings, None)
    };
    let (anna, berta) = (join("anna"), join("berta"));

    write_users(&users.0, &["anna"]);

    berta.until("cut", |told| told.lost == 1);
    assert_eq!(world.members(&anna.rti).len(), 1);
    assert_eq!(anna.diary.look(|told| told.lost), 0);
}
