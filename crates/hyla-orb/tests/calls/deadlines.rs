//! Ends of connections and calls that take too long, at the server and at the client.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use hyla_orb::cdr::{Cdr, Format, Limits, Order, Version};
use hyla_orb::client::{Client, Stub};
use hyla_orb::exception::SystemKind;
use hyla_orb::giop::{self, Header, Kind, RequestHeader, Response};
use hyla_orb::qos::{Qos, Resources, Route, Wait};
use hyla_orb::server::{Flow, Server, ServerCounters, ServerSettings, ThreadPolicy};

use crate::probe::Probe::Echo;
use crate::scripted::{Got, Peer, listen};
use crate::servant::serve;

const SHORT: Duration = Duration::from_millis(100);
/// After that long a test counts as hung.
const WATCHDOG: Duration = Duration::from_secs(60);

const ROUTES: [Route; 3] = [Route::Iiop, Route::SharedMemory, Route::Tcp];

fn impatient() -> ServerSettings {
    ServerSettings {
        message_time: Some(SHORT),
        flow: Flow::Network,
        ..ServerSettings::default()
    }
}

fn wait_for(server: &Server, is_so: impl Fn(&ServerCounters) -> bool) {
    let until = Instant::now() + WATCHDOG;
    while !is_so(&server.counters()) {
        assert!(Instant::now() < until, "{:?}", server.counters());
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_write_timeout(Some(WATCHDOG)).unwrap();
    stream.set_read_timeout(Some(WATCHDOG)).unwrap();
    stream
}

/// A call that gives its argument back.
fn echo_of(longs: &Vec<i32>) -> Vec<u8> {
    let limits = Limits::default();
    let header = RequestHeader {
        id: 6,
        response: Response::Result,
        key: b"echo",
        operation: "seq",
        contexts: &[],
    };
    let mut out = Vec::new();
    let mut to = giop::begin_request(&mut out, Format::default(), &limits, &header);
    longs.encode(&mut to);
    to.finish_message().unwrap();
    out
}

/// Writes again and again until the other side has closed.
fn write_until_closed(stream: &mut TcpStream, octets: &[u8]) {
    let until = Instant::now() + WATCHDOG;
    loop {
        match stream.write_all(octets) {
            Ok(()) => assert!(Instant::now() < until, "the server reads on"),
            Err(error) => {
                assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "it hangs");
                return;
            }
        }
    }
}

#[test]
fn a_message_without_end_is_given_up_however_steadily_it_comes() {
    for wait in [Wait::Block, Wait::default(), Wait::Spin] {
        let (server, ..) = serve(ServerSettings {
            qos: Qos {
                wait,
                ..Qos::default()
            },
            ..impatient()
        });
        let mut stream = connect(&server);
        let mut first = echo_of(&Vec::new());
        // More fragments follow.
        first[6] |= 2;
        stream.write_all(&first).unwrap();
        let header = Header {
            version: Version::V1_2,
            order: Order::NATIVE,
            has_more: true,
            kind: Kind::Fragment,
            size: 4,
        };
        let empty = [&header.octets()[..], &6_u32.to_ne_bytes()].concat();

        write_until_closed(&mut stream, &empty.repeat(1000));

        wait_for(&server, |counters| counters.connections_slow == 1);
    }
}

#[test]
fn a_client_that_does_not_read_its_replies_is_disconnected() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Single] {
        let (server, ..) = serve(ServerSettings {
            threads,
            ..impatient()
        });
        let mut stream = connect(&server);

        write_until_closed(&mut stream, &echo_of(&vec![7; 10_000]));

        wait_for(&server, |counters| counters.connections_slow >= 1);
    }
}

#[test]
fn a_frame_that_does_not_end_ends_its_channel() {
    let (server, reference, _) = serve(impatient());
    let flow = reference.flow().unwrap();
    let at = flow.addresses.iter().find_map(|at| at.strip_prefix("tcp:"));
    let mut stream = TcpStream::connect(at.unwrap()).unwrap();
    stream.set_read_timeout(Some(WATCHDOG)).unwrap();
    stream
        .write_all(b"HYLA\x01\0\0\0\xff\0\0\0half a frame")
        .unwrap();

    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).unwrap();
    wait_for(&server, |counters| counters.connections_slow == 1);
}

#[test]
fn a_silent_connection_ends_in_order_by_every_route_and_comes_back_with_the_next_call() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Single] {
        for (route, resources) in ROUTES
            .into_iter()
            .flat_map(|route| [Resources::Shared, Resources::Dedicated].map(|it| (route, it)))
        {
            let (server, reference, _) = serve(ServerSettings {
                threads,
                idle_time: Some(SHORT),
                ..impatient()
            });
            let qos = Qos {
                route,
                resources,
                ..Qos::default()
            };
            let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
            assert_eq!(echo.count().unwrap(), 42);
            wait_for(&server, |counters| counters.connections_idle >= 1);

            assert_eq!(echo.count().unwrap(), 42, "{route:?} {resources:?}");
            assert_eq!(server.counters().connections_slow, 0);
        }
    }
}

#[test]
fn a_call_that_still_waits_at_its_deadline_is_not_carried_out() {
    for route in ROUTES {
        let (server, reference, object) = serve(ServerSettings {
            threads: ThreadPolicy::Single,
            flow: Flow::Network,
            ..ServerSettings::default()
        });
        let bind = |deadline| {
            let qos = Qos {
                route,
                deadline,
                ..Qos::dedicated()
            };
            Client::default().bind::<Echo>(&reference, &qos).unwrap()
        };
        let first = bind(None);
        let slow = std::thread::spawn(move || first.slow(0));
        object.wait_for_slow(1);
        let second = bind(Some(Duration::from_millis(20)));
        let late = second.set_label("too late").unwrap_err();
        assert_eq!(late.kind, SystemKind::Timeout, "{late}");
        // Its answer comes after the cancel request was read.
        second.binding().locate().unwrap();
        object.open_gate();
        slow.join().unwrap().unwrap();

        assert_eq!(bind(None).label().unwrap(), "", "{route:?}");
        assert_eq!(server.counters().calls_cancelled, 1, "{route:?}");
    }
}

#[test]
fn replies_of_other_calls_do_not_stretch_a_deadline() {
    for wait in [Wait::Block, Wait::default(), Wait::Spin] {
        let (listener, reference) = listen();
        let server = std::thread::spawn(move || {
            let mut peer = Peer::accept(&listener);
            peer.stream.set_write_timeout(Some(WATCHDOG)).unwrap();
            while let Some(got) = peer.next() {
                match got {
                    Got::Locate(id) => peer.here(id),
                    Got::Call(_) => break,
                    Got::Other => {}
                }
            }
            let limits = Limits::default();
            let mut out = Vec::new();
            let done = giop::ReplyStatus::NoException;
            let to = giop::begin_reply(&mut out, Format::default(), &limits, 9999, done, &[]);
            to.finish_message().unwrap();
            write_until_closed(&mut peer.stream, &out.repeat(1000));
        });
        let qos = Qos {
            deadline: Some(SHORT),
            wait,
            ..Qos::dedicated()
        };
        let echo: Echo = Client::default().bind(&reference, &qos).unwrap();

        let late = echo.null_call().unwrap_err();

        assert_eq!(late.kind, SystemKind::Timeout, "{late}");
        drop(echo);
        server.join().unwrap();
    }
}

#[test]
fn a_server_that_does_not_read_cannot_hold_a_call_beyond_its_deadline() {
    let (listener, reference) = listen();
    let (ends, ended) = std::sync::mpsc::channel::<()>();
    let server = std::thread::spawn(move || serve_nothing(&listener, &ended));
    let qos = Qos {
        deadline: Some(SHORT),
        ..Qos::dedicated()
    };
    let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
    let until = Instant::now() + WATCHDOG;
    let late = loop {
        match echo.fire(1) {
            Ok(()) => assert!(Instant::now() < until, "the system takes everything"),
            Err(late) => break late,
        }
    };

    assert_eq!(late.kind, SystemKind::Timeout, "{late}");
    drop(ends);
    server.join().unwrap();
}

/// Answers a LocateRequest, and reads nothing more until the test ends.
fn serve_nothing(listener: &TcpListener, ended: &std::sync::mpsc::Receiver<()>) {
    let mut peer = Peer::accept(listener);
    if let Some(Got::Locate(id)) = peer.next() {
        peer.here(id);
    }
    let _ = ended.recv();
    let _ = peer.stream.shutdown(Shutdown::Both);
}

#[test]
fn clients_beyond_the_limit_are_refused_by_channels_too() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Single] {
        let (server, reference, _) = serve(ServerSettings {
            threads,
            connections: 1,
            ..ServerSettings::default()
        });
        let qos = Qos {
            route: Route::SharedMemory,
            ..Qos::dedicated()
        };
        let first: Echo = Client::default().bind(&reference, &qos).unwrap();
        let second = Client::default().bind::<Echo>(&reference, &qos);

        assert_eq!(second.unwrap_err().kind, SystemKind::Transient);
        assert_eq!(server.counters().connections_refused, 1, "{threads:?}");
        assert_eq!(first.count().unwrap(), 42);
    }
}
