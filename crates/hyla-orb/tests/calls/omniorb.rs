//! Hyla's client with omniORB's server, and vice versa. Needs Debian's packages `omniidl` and
//! `libomniorb4-dev` and a C++ compiler.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;

use hyla_orb::cdr::{Limits, Order, Version};
use hyla_orb::client::{Client, ClientSettings, Stub};
use hyla_orb::exception::SystemKind;
use hyla_orb::naming::CosNaming::NamingContextExt;
use hyla_orb::naming::{NamingService, NamingSettings};
use hyla_orb::qos::Qos;
use hyla_orb::reference::{Address, ObjectUrl, Reference};
use hyla_orb::server::{ServerSettings, ThreadPolicy};

use crate::build;
use crate::local::every_operation;
use crate::probe::Probe::Echo;
use crate::random::{VALUES, echo_random_values};
use crate::relay::relay;
use crate::servant::serve;

/// The peer program, built once per run; `None` without omniORB.
fn peer() -> Option<&'static Path> {
    static PEER: OnceLock<Option<PathBuf>> = OnceLock::new();
    PEER.get_or_init(|| build::build(&build::PEER, "-O0"))
        .as_deref()
}

macro_rules! peer_or_skip {
    () => {
        match peer() {
            Some(peer) => peer,
            None => return hyla_test_skips::skipped("no omniORB for C++, or no compiler for it"),
        }
    };
}

/// A server of omniORB, ended by the end of its input.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<std::process::ChildStdout>,
    reference: Reference,
}

impl Server {
    fn start(peer: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(peer)
            .arg("server")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let reference = line.trim().parse().unwrap();
        Self {
            input: child.stdin.take(),
            child,
            output,
            reference,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// Runs a test with a server of omniORB; false without omniORB.
pub(crate) fn with_server(test: impl FnOnce(&Reference)) -> bool {
    let Some(peer) = peer() else { return false };
    let server = Server::start(peer, &[]);
    test(&server.reference);
    true
}

#[test]
fn hyla_calls_every_operation_of_a_server_of_omniorb() {
    let peer = peer_or_skip!();
    for order in [Order::Little, Order::Big] {
        let mut server = Server::start(peer, &[]);
        let client = Client::new(ClientSettings {
            order,
            ..ClientSettings::default()
        });
        for qos in [Qos::default(), Qos::dedicated()] {
            let echo: Echo = client.bind(&server.reference, &qos).unwrap();
            every_operation(&echo, true);
            assert!(echo.binding().is_a("IDL:Probe/Base:1.0").unwrap());
            echo.fire(7).unwrap();
            let mut line = String::new();
            server.output.read_line(&mut line).unwrap();
            assert_eq!(line, "fired 7\n");
            let own = echo.self_().unwrap();
            let again: Echo = client.bind(&own, &qos).unwrap();
            assert_eq!(again.count().unwrap(), 42);
        }
    }
}

#[test]
fn hyla_calls_omniorb_in_every_version() {
    let peer = peer_or_skip!();
    for (minor, version) in [("1.0", Version::V1_0), ("1.1", Version::V1_1)] {
        let server = Server::start(peer, &["-ORBmaxGIOPVersion", minor]);
        let profile = server.reference.iiop().next().unwrap();
        assert_eq!(profile.version, version);
        let echo: Echo = Client::default()
            .bind(&server.reference, &Qos::default())
            .unwrap();
        every_operation(&echo, false);

        // The same by address only.
        let address = Address {
            version,
            host: profile.host,
            port: profile.port,
        };
        let reference = ObjectUrl::reference_at(&[address], &profile.key);
        let echo: Echo = Client::default().stub(&reference).unwrap();
        assert_eq!(echo.count().unwrap(), 42);
    }
}

#[test]
fn omniorb_and_hyla_refuse_what_is_above_the_smallest_maximum_and_go_on() {
    let peer = peer_or_skip!();
    let most = ["-ORBgiopMaxMsgSize", "8192"];
    let server = Server::start(peer, &most);
    // In fragments, too: the maximum is that of the whole message.
    for fragment_bytes in [None, Some(64)] {
        let qos = Qos {
            fragment_bytes,
            ..Qos::dedicated()
        };
        let echo: Echo = Client::default().bind(&server.reference, &qos).unwrap();
        let fits: Vec<i32> = (0..1900).collect();
        assert_eq!(echo.seq(&fits).unwrap(), fits);
        let above = vec![1; 4000];
        assert!(echo.seq(&above).is_err(), "{fragment_bytes:?}");
        assert_eq!(echo.seq(&fits).unwrap(), fits, "{fragment_bytes:?}");
    }
    let settings = ServerSettings {
        limits: Limits {
            message_bytes: 8192,
            ..Limits::default()
        },
        ..ServerSettings::default()
    };
    let (_server, reference, _) = serve(settings);
    let output = Command::new(peer)
        .args(["random", &reference.to_string(), "wide", "20"])
        .output()
        .unwrap();
    // It comes in fragments of omniORB's buffer or whole.
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.starts_with("failed: ") && !said.contains("same"),
        "{said}"
    );
    let echo: Echo = Client::default().bind(&reference, &Qos::default()).unwrap();
    assert_eq!(echo.count().unwrap(), 42);
}

/// Echoes random values by the client of omniORB.
fn omniorb_echoes(peer: &Path, reference: &Reference, wide: bool, more: &[&str]) {
    let (reference, rounds) = (reference.to_string(), VALUES.to_string());
    let output = Command::new(peer)
        .args([
            "random",
            &reference,
            if wide { "wide" } else { "plain" },
            &rounds,
        ])
        .args(["-ORBclientCallTimeOutPeriod", "60000"])
        .args(more)
        .output()
        .unwrap();

    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, "done\n", "{more:?}");
}

#[test]
fn random_values_come_back_from_omniorb_in_every_version_and_order() {
    let peer = peer_or_skip!();
    for minor in ["1.0", "1.1", "1.2"] {
        let server = Server::start(peer, &["-ORBmaxGIOPVersion", minor]);
        for order in [Order::Little, Order::Big] {
            let client = Client::new(ClientSettings {
                order,
                ..ClientSettings::default()
            });
            let echo: Echo = client.bind(&server.reference, &Qos::default()).unwrap();
            echo_random_values(&echo, 13, minor == "1.2");
        }
    }
}

#[test]
fn random_values_of_omniorb_come_back_from_hyla_in_every_version_order_and_fragmentation() {
    let peer = peer_or_skip!();
    for version in [Version::V1_0, Version::V1_1, Version::V1_2] {
        for (order, fragment_bytes) in [
            (Order::Little, None),
            (Order::Big, None),
            (Order::Little, Some(64)),
            (Order::Big, Some(128)),
        ] {
            let (_server, reference, _) = serve(ServerSettings {
                version,
                order,
                qos: Qos {
                    fragment_bytes,
                    ..Qos::default()
                },
                ..ServerSettings::default()
            });
            let wide = version == Version::V1_2;
            omniorb_echoes(peer, &reference, wide, &[]);
        }
    }
}

#[test]
fn omniorb_and_hyla_understand_each_other_in_the_order_of_neither() {
    let peer = peer_or_skip!();
    // What omniORB writes arrives big endian at Hyla, and the other way round.
    let server = Server::start(peer, &[]);
    let (reference, swapped) = relay(&server.reference);
    let echo: Echo = Client::default().bind(&reference, &Qos::default()).unwrap();
    every_operation(&echo, true);
    echo_random_values(&echo, 17, true);
    let (big, little) = swapped.counts();
    assert!(little > 1000 && big == 0, "{big} {little}");

    let (_server, reference, object) = serve(ServerSettings::default());
    let (reference, swapped) = relay(&reference);
    omniorb_echoes(peer, &reference, true, &[]);
    let output = Command::new(peer)
        .args(["client", &reference.to_string(), "moved-wide"])
        .args(["-ORBclientCallTimeOutPeriod", "60000"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n");
    object.wait_for_fired(5);
    let (big, little) = swapped.counts();
    assert!(little > 1000 && big == 0, "{big} {little}");
}

#[test]
fn a_server_of_omniorb_forwards_to_hyla_and_refuses_what_it_has_not() {
    let peer = peer_or_skip!();
    let (_home, reference, _) = serve(ServerSettings::default());
    let server = Server::start(peer, &[&reference.to_string()]);
    let echo: Echo = Client::default()
        .bind(&server.reference, &Qos::default())
        .unwrap();
    echo.set_label("there").unwrap();

    // Hyla's object panics in this operation, which shows that it carried out the call.
    assert_eq!(echo.forward().unwrap_err().kind, SystemKind::Unknown);
    assert_eq!(echo.label().unwrap(), "");
    let profile = server.reference.iiop().next().unwrap();
    let mut key = profile.key.clone();
    *key.last_mut().unwrap() ^= 0x55;
    let address = Address {
        version: profile.version,
        host: profile.host,
        port: profile.port,
    };
    let nobody = ObjectUrl::reference_at(&[address], &key);
    let refused = Client::default()
        .bind::<Echo>(&nobody, &Qos::default())
        .unwrap_err();
    assert_eq!(refused.kind, SystemKind::ObjectNotExist);
}

#[test]
fn omniorb_calls_every_operation_of_a_server_of_hyla() {
    let peer = peer_or_skip!();
    let policies = [
        ThreadPolicy::PerConnection,
        ThreadPolicy::Pool(2),
        ThreadPolicy::Single,
    ];
    for version in [Version::V1_0, Version::V1_1, Version::V1_2] {
        for (order, threads) in [Order::Little, Order::Big, Order::NATIVE]
            .into_iter()
            .zip(policies)
        {
            let settings = ServerSettings {
                version,
                order,
                threads,
                ..ServerSettings::default()
            };
            let (_server, reference, object) = serve(settings);
            let wide = if version == Version::V1_2 {
                "wide"
            } else {
                "plain"
            };
            let output = Command::new(peer)
                .args([
                    "client",
                    &reference.to_string(),
                    wide,
                    "-ORBclientCallTimeOutPeriod",
                    "60000",
                ])
                .output()
                .unwrap();

            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said, "done\n", "{version:?} {order:?} {threads:?}");
            object.wait_for_fired(5);
        }
    }
}

#[test]
fn omniorb_finds_an_object_of_hyla_by_its_location_and_follows_a_forward() {
    let peer = peer_or_skip!();
    let (home, reference, _) = serve(ServerSettings::default());
    let (away, there, object) = serve(ServerSettings::default());
    home.forward(b"echo", there);
    let port = home.address().port();
    drop(reference);

    for minor in [0, 2] {
        let location = format!("corbaloc::1.{minor}@127.0.0.1:{port}/echo");
        let output = Command::new(peer)
            .args([
                "client",
                &location,
                "moved",
                "-ORBclientCallTimeOutPeriod",
                "60000",
            ])
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "done\n",
            "{location}"
        );
    }
    object.wait_for_fired(10);
    drop(away);
}

#[test]
fn omniorb_uses_the_naming_service_of_hyla() {
    let peer = peer_or_skip!();
    let service = NamingService::listen("127.0.0.1:0", NamingSettings::default()).unwrap();
    let profile = service.root().iiop().next().unwrap();
    let location = format!("corbaloc::1.2@127.0.0.1:{}/NameService", profile.port);

    let output = Command::new(peer)
        .args(["names", &location, "-ORBclientCallTimeOutPeriod", "60000"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n");
    let root: NamingContextExt = Client::default()
        .bind(service.root(), &Qos::default())
        .unwrap();
    let found = root.resolve_str("omni/self").unwrap();
    let again: NamingContextExt = Client::default().bind(&found, &Qos::default()).unwrap();
    assert_eq!(again.resolve_str("second").unwrap(), found);
}
