//! Clients that have stolen the number of a session: the session stays with its client.

use hyla_fedpro::TransportKind;
use rcgen::{CertificateParams, KeyPair};
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::raw::{Raw, Target};
use crate::world::{Talker, World};

/// What `InvalidSession` is in the answer: as for a number that no session has.
const NO_SUCH_SESSION: i32 = 1;

/// Asserts that who comes by that way gets nothing of the talker's session, which goes on as if nothing had happened.
fn is_refused(world: &World, victim: &mut Talker, thief_comes_by: &Target) {
    let mut thief = Raw::connect(thief_comes_by);
    thief.session = victim.client.session;
    thief.last_received = victim.client.last_received;

    assert_eq!(thief.resume(thief_comes_by, 1).0, NO_SUCH_SESSION);

    assert!(thief.frame().is_none(), "the connection is closed");
    victim.say(b"still here");
    assert_eq!(world.server().counters().resumes, 0);
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "other systems have one address of loopback"
)]
fn a_number_that_was_read_on_the_network_is_of_no_use_at_another_address() {
    let world = World::new();
    let way = world.way(TransportKind::Tcp);
    let mut victim = Talker::join(&way, "stolen", "one");
    victim.publish();

    let elsewhere = Target {
        from: Some([127, 0, 0, 2].into()),
        ..way.clone()
    };
    is_refused(&world, &mut victim, &elsewhere);

    victim.client.cut();
    assert_eq!(victim.client.resume(&way, 1).0, 0);
    victim.leave();
}

#[test]
fn a_session_over_tls_is_resumed_over_tls_alone() {
    let world = World::new();
    let way = world.way(TransportKind::Tls);
    let mut victim = Talker::join(&way, "downgrade", "one");
    victim.publish();

    for kind in [TransportKind::Tcp, TransportKind::WebSocket] {
        is_refused(&world, &mut victim, &world.way(kind));
    }

    victim.client.cut();
    let other = world.way(TransportKind::WebSocketSecure);
    assert_eq!(victim.client.resume(&other, 1).0, 0);
    victim.leave();
}

#[test]
fn a_session_of_a_client_with_a_certificate_is_resumed_with_that_certificate_alone() {
    let made: Vec<_> = ["victim", "thief"]
        .map(|name| {
            let key = KeyPair::generate().unwrap();
            let params = CertificateParams::new([name.to_owned()]).unwrap();
            (params.self_signed(&key).unwrap(), key)
        })
        .into();
    let world = World::with(|settings, files| {
        let path = files.join("clients.pem");
        std::fs::write(&path, made[0].0.pem() + &made[1].0.pem()).unwrap();
        settings.fedpro.client_ca = Some(path);
    });
    let way = |client: usize, kind| {
        let (certificate, key) = &made[client];
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        world.way_of(kind, Some((certificate.der().clone(), key)))
    };
    let mut victim = Talker::join(&way(0, TransportKind::Tls), "certified", "one");
    victim.publish();

    for kind in [TransportKind::Tls, TransportKind::WebSocketSecure] {
        is_refused(&world, &mut victim, &way(1, kind));
    }

    victim.client.cut();
    let other = way(0, TransportKind::WebSocketSecure);
    assert_eq!(victim.client.resume(&other, 1).0, 0);
    victim.leave();
}
