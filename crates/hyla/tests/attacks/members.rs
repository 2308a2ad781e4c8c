//! Attacks on the ports of the members of a federation.

use std::net::UdpSocket;

use hyla_core::message::Snapshot;
use hyla_core::secrets::LinkKey;
use hyla_types::FederateHandle;

use crate::attacker::Target;
use crate::beside::Scene;
use crate::healthy::FEDERATION;
use crate::native;
use crate::rti::file;

/// Members that others reach by their ports alone.
pub(crate) const BY_TCP: &str = "peer.in_process = false; peer.shared_memory = false";

/// A member of another federation of the same RTI claims to be members of the healthy one: of these `absent` has not called them.
fn impersonate(target: &Target, own: &Snapshot, absent: FederateHandle) {
    // All that a stranger to an execution knows: the number and token of another.
    let key = LinkKey::between(own.execution, &own.token, &own.token);
    let [one, other] = target.members[..] else {
        panic!("two are healthy");
    };
    for (claimed, called) in [(one, other), (other, one)] {
        let claims = [claimed.handle(), absent];
        let mut callers = claims.map(|it| native::call(called.tcp, (it, called.handle()), &key));
        callers.iter_mut().for_each(native::until_closed);
        // The log may still report a member of this handle, so this caller has to wait, and is given up here.
        let nobody = FederateHandle::new(u32::MAX);
        drop(native::call(called.tcp, (nobody, called.handle()), &key));
    }
}

#[test]
fn a_member_of_another_federation_cannot_claim_to_be_one_of_this() {
    let scene = Scene {
        of_members: BY_TCP,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let target = target.clone();
            let elsewhere = target.federate("");
            elsewhere
                .create_federation_execution("Elsewhere", &[], "")
                .unwrap();
            let (session, _, own) = native::join(&target.address, "Elsewhere");
            // It has joined, and calls nobody.
            let (member, absent, _) = native::join(&target.address, FEDERATION);
            move || {
                let _keep = (&session, &elsewhere, &member);
                impersonate(&target, &own, absent);
            }
        },
        |rti| {
            let refused = format!("hyla_federate_refused_total{{federation=\"{FEDERATION}\"");
            rti.until(&refused, 4);
        },
    );
}

#[test]
fn forged_datagrams_reach_nobody() {
    let secret = file("datagrams", "a secret of more than 16 bytes");
    let setting = format!("--set=rti.secret_file={secret}");
    let of_callers = format!("rti.security = tls; rti.secret_file = {secret}");
    // Their messages are datagrams themselves, at the ports that are attacked.
    let of_members =
        format!("{BY_TCP}; qos.HLAreliable.transport = udp; qos.HLAreliable.modules = retransmit");
    let scene = Scene {
        settings: &["--set=rti.security=tls", &setting],
        of_members: &of_members,
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let ports: Vec<_> = target.members.iter().map(|it| it.udp.unwrap()).collect();
            let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
            let mut random = fastrand::Rng::with_seed(54);
            move || {
                let mut bytes = [0; 200];
                for round in 0..1000 {
                    random.fill(&mut bytes);
                    match round % 4 {
                        // Sealed, encrypted or authenticated, with whose key nobody knows.
                        0 => bytes[0] = 0xc5,
                        1 => bytes[0] = 0xc6,
                        // The first step of a call.
                        2 => bytes[..8].copy_from_slice(b"HYLD\x01\x01\0\0"),
                        _ => {}
                    }
                    let length = if round % 5 == 0 { usize::from(bytes[9]) % 60 } else { 200 };
                    for at in &ports {
                        // A full socket loses it.
                        let _ = socket.send_to(&bytes[..length], at);
                    }
                    if round % 100 == 99 {
                        std::thread::yield_now();
                    }
                }
            }
        },
        |rti| {
            for reason in ["clear", "unknown-key"] {
                for federate in ["one", "other"] {
                    let refused = format!(
                        "hyla_federate_refused_seals_total{{federation=\"{FEDERATION}\",federate=\"{federate}\",reason=\"{reason}\"}}"
                    );
                    rti.until(&refused, 10);
                }
            }
        },
    );
}
