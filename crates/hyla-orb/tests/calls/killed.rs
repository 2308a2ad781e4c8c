//! Processes that are killed in the middle of a call, and many clients at once.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use hyla_orb::cdr::{Format, Limits};
use hyla_orb::client::Client;
use hyla_orb::exception::{Completion, SystemKind};
use hyla_orb::giop::{self, RequestHeader, Response};
use hyla_orb::qos::{Qos, Resources, Route};
use hyla_orb::reference::Reference;
use hyla_orb::server::{Flow, Server, ServerSettings};

use crate::probe::Probe::{Echo, EchoServer};
use crate::routes::ROUTES;
use crate::servant::{Object, serve};

/// Tells the other process what to do.
const ROLE: &str = "HYLA_ORB_TEST_ROLE";
const WAIT: Duration = Duration::from_secs(60);

fn settings() -> ServerSettings {
    ServerSettings {
        flow: Flow::Network,
        ..ServerSettings::default()
    }
}

fn by(route: Route) -> Qos {
    Qos {
        route,
        ..Qos::dedicated()
    }
}

/// The program of the other process: this test does nothing where it is not asked to.
#[test]
fn the_other_process() {
    let Ok(role) = env::var(ROLE) else { return };
    if let Some(address) = role.strip_prefix("serve ") {
        let server = Server::listen(address, settings()).unwrap();
        let object = Arc::new(Object::default());
        let reference = server.activate(b"echo", Arc::new(EchoServer(Arc::clone(&object))));
        println!("{reference}");
        object.wait_for_slow(1);
        println!("begun");
        std::thread::sleep(WAIT);
    } else if let Some(reference) = role.strip_prefix("call ") {
        let reference: Reference = reference.parse().unwrap();
        let qos = by(Route::SharedMemory);
        let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
        let _killed = echo.slow(0);
    }
}

struct Process {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Process {
    fn start(role: &str) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "killed::the_other_process", "--nocapture"])
            .env(ROLE, role)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// The next line with that text, from it on; `None` at the end.
    fn line(&mut self, with: &str) -> Option<String> {
        let mut line = String::new();
        while self.lines.read_line(&mut line).unwrap() > 0 {
            if let Some(at) = line.find(with) {
                return Some(line[at..].trim().to_owned());
            }
            line.clear();
        }
        None
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_that_is_killed_ends_the_call_and_the_next_one_finds_its_successor() {
    for route in [Route::Auto, Route::Iiop, Route::SharedMemory, Route::Tcp] {
        let mut server = Process::start("serve 127.0.0.1:0");
        let reference: Reference = server.line("IOR:").unwrap().parse().unwrap();
        let client = Client::default();
        let echo: Echo = client.bind(&reference, &by(route)).unwrap();
        let calling = echo.clone();
        let (ended, has_ended) = mpsc::channel();
        let thread = std::thread::spawn(move || ended.send(calling.slow(0)));
        server.line("begun").unwrap();
        server.kill();

        let exception = has_ended.recv_timeout(WAIT).expect("the call hangs");
        let exception = exception.unwrap_err();
        assert_eq!(
            exception.kind,
            SystemKind::CommFailure,
            "{route:?} {exception}"
        );
        assert_eq!(exception.completed, Completion::Maybe);
        thread.join().unwrap().unwrap();
        let next = echo.count().unwrap_err();
        assert_eq!(
            (next.kind, next.completed),
            (SystemKind::Transient, Completion::No)
        );

        // Channels have other addresses in a new process.
        if !matches!(route, Route::Auto | Route::Iiop) {
            continue;
        }
        let profile = reference.iiop().next().unwrap();
        let mut again = Process::start(&format!("serve {}:{}", profile.host, profile.port));
        // Another process may have the port by now.
        if again.line("IOR:").is_some() {
            assert_eq!(echo.count().unwrap(), 42, "{route:?}");
        }
    }
}

#[test]
fn a_client_that_is_killed_during_a_call_makes_room_for_another_one() {
    let (_server, reference, object) = serve(ServerSettings {
        connections: 1,
        ..settings()
    });
    let client = Process::start(&format!("call {reference}"));
    object.wait_for_slow(1);
    client.kill();
    object.open_gate();

    let qos = by(Route::SharedMemory);
    let deadline = Instant::now() + WAIT;
    loop {
        match Client::default().bind::<Echo>(&reference, &qos) {
            Ok(echo) => return assert_eq!(echo.count().unwrap(), 42),
            Err(refused) => {
                assert!(Instant::now() < deadline, "{refused}");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

#[test]
fn clients_that_end_within_a_message_or_between_its_fragments_make_room_for_others() {
    let (_server, reference, _) = serve(ServerSettings {
        connections: 2,
        ..settings()
    });
    let profile = reference.iiop().next().unwrap();
    let limits = Limits::default();
    let header = RequestHeader {
        id: 0,
        response: Response::Result,
        key: b"echo",
        operation: "null_call",
        contexts: &[],
    };
    let mut whole = Vec::new();
    let to = giop::begin_request(&mut whole, Format::default(), &limits, &header);
    to.finish_message().unwrap();
    let mut first_fragment = whole.clone();
    first_fragment[6] |= 2;
    for octets in [&whole[..5], &whole[..30], &first_fragment] {
        for _ in 0..4 {
            let deadline = Instant::now() + WAIT;
            // Beyond the limit the server closes at once.
            loop {
                let mut stream = TcpStream::connect((&*profile.host, profile.port)).unwrap();
                if stream.write_all(octets).is_ok() {
                    break;
                }
                assert!(Instant::now() < deadline);
            }
        }
    }

    let deadline = Instant::now() + WAIT;
    let echo: Echo = loop {
        match Client::default().bind(&reference, &by(Route::Iiop)) {
            Ok(echo) => break echo,
            Err(refused) => assert!(Instant::now() < deadline, "{refused}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(echo.count().unwrap(), 42);
}

#[test]
fn sixty_four_clients_call_at_once_by_every_route() {
    let (_server, reference, object) = serve(settings());
    for (route, _) in ROUTES {
        let before = object.fired.load(std::sync::atomic::Ordering::SeqCst);
        std::thread::scope(|scope| {
            for number in 0..64 {
                let reference = &reference;
                scope.spawn(move || {
                    let resources = match number % 2 {
                        0 => Resources::Shared,
                        _ => Resources::Dedicated,
                    };
                    let qos = Qos {
                        resources,
                        ..by(route)
                    };
                    let echo: Echo = Client::default().bind(reference, &qos).unwrap();
                    for at in 0..20 {
                        let sent = [number, at, number + at];
                        assert_eq!(echo.seq(&sent).unwrap(), sent);
                        echo.fire(1).unwrap();
                    }
                    echo.null_call().unwrap();
                });
            }
        });
        object.wait_for_fired(before + 64 * 20);
    }
}

/// A server that closes silent connections, and a client that calls just then. Whether a call was carried out is never
/// left open.
#[test]
fn a_call_at_the_moment_of_a_close_is_repeated() {
    const SILENCE: Duration = Duration::from_millis(2);
    for (route, _) in ROUTES {
        let (server, reference, _) = serve(ServerSettings {
            idle_time: Some(SILENCE),
            ..settings()
        });
        let echo: Echo = Client::default().bind(&reference, &by(route)).unwrap();
        let deadline = Instant::now() + WAIT;
        for at in 0_u32.. {
            if at >= 150 && server.counters().connections_idle > 0 {
                break;
            }
            assert!(Instant::now() < deadline, "{route:?}: none closed");
            std::thread::sleep(SILENCE / 16 * (at * 7 % 64));
            match echo.count() {
                Ok(count) => assert_eq!(count, 42),
                // A busy machine lets three connections fall silent in a row.
                Err(exception) => {
                    let found = (exception.kind, exception.completed);
                    let expected = (SystemKind::Transient, Completion::No);
                    assert_eq!(found, expected, "{route:?} {exception}");
                }
            }
        }
    }
}
