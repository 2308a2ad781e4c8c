//! Clients that have stolen the number of a session: the session stays with its client.

use hyla_fedpro::TransportKind;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

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

/// Certificates of clients, of one authority.
struct Clients {
    authority: Issuer<'static, KeyPair>,
    pem: String,
}

impl Clients {
    fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).unwrap().pem();
        let authority = Issuer::new(params, key);
        Self { authority, pem }
    }

    /// A certificate of that key for the name that all have, until that year.
    fn certify(&self, key: &KeyPair, until: i32) -> (CertificateDer<'static>, Vec<u8>) {
        let mut params = CertificateParams::new(["federate".to_owned()]).unwrap();
        params.not_after = date_time_ymd(until, 1, 1);
        let made = params.signed_by(key, &self.authority).unwrap();
        (made.der().clone(), key.serialize_der())
    }
}

#[test]
fn a_session_of_a_client_with_a_certificate_is_resumed_with_its_key_alone() {
    let clients = Clients::new();
    let world = World::with(|settings, files| {
        let path = files.join("clients.pem");
        std::fs::write(&path, &clients.pem).unwrap();
        settings.fedpro.client_ca = Some(path);
    });
    let way = |(certificate, key): &(CertificateDer<'static>, Vec<u8>), kind| {
        let key = PrivateKeyDer::try_from(key.clone()).unwrap();
        world.way_of(kind, Some((certificate.clone(), key)))
    };
    let [of_victim, of_thief] = [(); 2].map(|()| KeyPair::generate().unwrap());
    let first = clients.certify(&of_victim, 2100);
    let renewed = clients.certify(&of_victim, 2110);
    let stolen = clients.certify(&of_thief, 2100);
    assert_ne!(first.0, renewed.0);
    let mut victim = Talker::join(&way(&first, TransportKind::Tls), "certified", "one");
    victim.publish();

    for kind in [TransportKind::Tls, TransportKind::WebSocketSecure] {
        is_refused(&world, &mut victim, &way(&stolen, kind));
    }

    victim.client.cut();
    let other = way(&first, TransportKind::WebSocketSecure);
    assert_eq!(victim.client.resume(&other, 1).0, 0);
    victim.client.cut();
    let other = way(&renewed, TransportKind::Tls);
    assert_eq!(victim.client.resume(&other, 2).0, 0);
    victim.leave();
}
