//! The server as an object, for clients of an object request broker.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../../hyla-orb/tests/omniorb/build.rs"]
mod build;
mod files;

use std::process::Command;

use files::{Files, PROFILE, machine};
use hyla_latency::interface::idl::HylaLatency::{
    Basis, Connection, Quantity, Server as Object, Server_connect_Error, State, Status, Validity,
};
use hyla_latency::server::{Server, StartError};
use hyla_orb::client::Client;
use hyla_orb::naming::{NamingService, NamingSettings};
use hyla_orb::qos::Qos;
use hyla_orb::reference::Reference;

fn start(files: &Files, text: &str) -> Result<Server, StartError> {
    let config = files.config(&format!("profile = \"{PROFILE}\"\n{text}"));
    Server::start(config, &machine())
}

const ORB: &str = "[orb]\nlisten = \"127.0.0.1:0\"\n";
const TOKEN: &str = "a-token-of-20-letters";

fn object(reference: &str) -> Object {
    let reference: Reference = reference.trim().parse().unwrap();
    Client::default().bind(&reference, &Qos::default()).unwrap()
}

fn connection(qos: u32, hardness: f64) -> Connection {
    Connection {
        from: "alpha".to_owned(),
        to: "beta".to_owned(),
        bytes: 64,
        qos,
        hardness,
        wanted: Quantity::EITHER,
    }
}

fn state(host: &str, processor: f64) -> State {
    State {
        host: host.to_owned(),
        processor,
        has_port: true,
        port: 0.25,
        port_bits_per_s: 1e9,
        valid_for_s: 60.0,
    }
}

fn refusal(error: Server_connect_Error) -> String {
    match error {
        Server_connect_Error::Refused(refused) => refused.reason,
        Server_connect_Error::System(error) => panic!("{error}"),
    }
}

#[test]
fn states_and_measurements_are_put_and_answers_requested() {
    let folder = Files::new("orb-calls");
    let server = start(&folder, ORB).unwrap();
    let object = object(&server.orb_reference().unwrap());

    let bound = object.connect(&connection(2, 99.0)).unwrap();
    let before = object.request_status(bound).unwrap();
    // The interval covers all loads.
    assert_eq!(before.state, Validity::STALE, "{before:?}");
    assert!(
        before.reason.contains("never reported"),
        "{}",
        before.reason
    );
    assert_eq!((before.age_s, before.port_load), (-1.0, -1.0));

    for (host, processor) in [("alpha", 0.2), ("beta", 0.9)] {
        object.put_state(&state(host, processor)).unwrap();
    }
    let answer = object.request_status(bound).unwrap();
    assert_eq!(
        (answer.state, answer.source),
        (Validity::FRESH, Basis::PROFILE)
    );
    assert!(answer.has_estimate && answer.low_us <= answer.estimate_us);
    assert_eq!(
        (
            &*answer.sender_load,
            &*answer.receiver_load,
            answer.port_load
        ),
        ("0-33 %", "67-100 %", 0.25)
    );

    let live = object.connect(&connection(5, 50.0)).unwrap();
    object.put_measurements(live, &[100.0; 300]).unwrap();
    let bound_live = object.request_status(live).unwrap();
    assert_eq!(bound_live.source, Basis::LIVE);
    assert!(bound_live.samples >= 200, "{bound_live:?}");
    assert!((bound_live.estimate_us - 100.0).abs() < 1.0 && bound_live.covered >= 0.0);
}

#[test]
fn the_whole_table_comes_in_parts() {
    let folder = Files::new("orb-table");
    let server = start(&folder, ORB).unwrap();
    let object = object(&server.orb_reference().unwrap());
    for _ in 0..1001 {
        object.connect(&connection(1, 0.0)).unwrap();
    }

    let first = object.request_table(0).unwrap();
    let rest = object.request_table(first.last().unwrap().id + 1).unwrap();

    assert_eq!((first.len(), rest.len()), (1000, 1));
    assert_eq!(
        (&rest[0].what, rest[0].id),
        (&connection(1, 0.0), first[0].id + 1000)
    );
    assert!(
        object
            .request_table(rest.last().unwrap().id + 1)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn what_cannot_be_answered_is_refused_with_its_reason() {
    let folder = Files::new("orb-refusals");
    let server = start(&folder, ORB).unwrap();
    let object = object(&server.orb_reference().unwrap());

    let refused = |qos, hardness| refusal(object.connect(&connection(qos, hardness)).unwrap_err());
    assert!(refused(2, 0.0).contains("takes a hardness"));
    assert!(refused(1, 99.0).contains("takes no hardness"));
    assert!(refused(9, 0.0).contains("QoS 9"));
    assert!(refused(2, f64::NAN).contains("99.99"));
    let mean = object.connect(&connection(1, 0.0)).unwrap();
    let wrong_qos = object.put_measurements(mean, &[1.0]).unwrap_err();
    assert!(wrong_qos.to_string().contains("only QoS 5"), "{wrong_qos}");
    let no_host = object.put_state(&state("", 0.1)).unwrap_err();
    assert!(no_host.to_string().contains("host is empty"), "{no_host}");
    // A lie is refused, and the answer is stale and says so.
    let lie = object.put_state(&state("alpha", 7.0)).unwrap_err();
    assert!(lie.to_string().contains("processor is 7"), "{lie}");
    object.put_state(&state("beta", 0.1)).unwrap();
    let Status { state, reason, .. } = object.request_status(mean).unwrap();
    assert_eq!(state, Validity::STALE);
    assert!(reason.contains("which cannot be"), "{reason}");
    object.disconnect(mean).unwrap();
    let gone = object.disconnect(mean).unwrap_err();
    assert!(gone.to_string().contains("no connection"), "{gone}");
}

#[test]
fn calls_are_taken_after_the_token_was_shown() {
    let folder = Files::new("orb-token");
    std::fs::write(folder.0.join("token"), TOKEN).unwrap();
    let server = start(&folder, &format!("token_file = \"token\"\n{ORB}")).unwrap();
    let reference = server.orb_reference().unwrap();
    let closed = object(&reference);

    let why = refusal(closed.connect(&connection(1, 0.0)).unwrap_err());
    assert!(why.contains("authenticate"), "{why}");
    assert!(closed.request_table(0).is_err() && closed.put_state(&state("alpha", 0.1)).is_err());
    assert!(closed.authenticate("a-token-of-20-letterz").is_err());
    let open = closed.authenticate(TOKEN).unwrap();
    let open = object(&open.to_string());

    assert!(open.connect(&connection(1, 0.0)).is_ok());
    // The reference that everyone gets does not have the token.
    let hex: String = TOKEN.bytes().map(|byte| format!("{byte:02x}")).collect();
    assert!(!reference.to_lowercase().contains(&hex));
}

#[test]
fn the_object_is_found_by_file_and_by_name() {
    let folder = Files::new("orb-name");
    let names = NamingService::listen("127.0.0.1:0", NamingSettings::default()).unwrap();
    let port = names.root().iiop().next().unwrap().port;
    let orb = |name: &str| {
        format!("{ORB}ior_file = \"latency.ior\"\nname = \"corbaname::127.0.0.1:{port}#{name}\"\n")
    };

    for _ in 0..2 {
        // The second run replaces the name of the first.
        let server = start(&folder, &orb("hyla/latency.server")).unwrap();
        let written = std::fs::read_to_string(folder.0.join("latency.ior")).unwrap();
        assert_eq!(written.trim(), server.orb_reference().unwrap());
        let root: hyla_orb::naming::CosNaming::NamingContextExt = Client::default()
            .bind(names.root(), &Qos::default())
            .unwrap();
        let found = root.resolve_str("hyla/latency.server").unwrap();
        assert!(
            object(&found.to_string())
                .request_table(0)
                .unwrap()
                .is_empty()
        );
    }
    let nameless = start(&folder, &orb("")).unwrap_err().to_string();
    assert!(nameless.contains("a name has components"), "{nameless}");
    drop(names);
    let nobody = start(&folder, &orb("hyla")).unwrap_err().to_string();
    assert!(nobody.contains("no naming service answers"), "{nobody}");
}

#[test]
fn a_client_of_omniorb_calls_every_operation() {
    const CLIENT: build::Program = build::Program {
        source: "latency",
        idl: &["idl/latency.idl"],
    };
    let Some(client) = build::build(&CLIENT, "-O0") else {
        return hyla_test_skips::skipped("no omniORB for C++, or no compiler for it");
    };
    for token in [None, Some(TOKEN)] {
        let folder = Files::new("orb-omniorb");
        std::fs::write(folder.0.join("token"), TOKEN).unwrap();
        let with = token.map_or("", |_| "token_file = \"token\"\n");
        let server = start(&folder, &format!("{with}{ORB}")).unwrap();

        let run = |shown: &str| {
            let output = Command::new(&client)
                .args([&server.orb_reference().unwrap(), shown])
                .args(["-ORBclientCallTimeOutPeriod", "60000"])
                .output()
                .unwrap();
            String::from_utf8_lossy(&output.stdout).into_owned()
        };

        assert_eq!(run(token.unwrap_or("")), "done\n");
        if token.is_some() {
            assert!(run("wrong").contains("not the token"));
        }
    }
}
