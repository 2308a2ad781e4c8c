//! The same calls by every way that a server offers, and what bindings are granted.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use hyla_net::{Scheduling, ThreadPlan};
use hyla_orb::client::{Client, ClientSettings, Stub};
use hyla_orb::exception::SystemKind;
use hyla_orb::qos::{Qos, Resources, Route, Wait, priority_of};
use hyla_orb::reference::{ObjectUrl, Reference};
use hyla_orb::server::{Flow, ServerSettings, ThreadPolicy};

use crate::local::every_operation;
use crate::probe::Probe::{Echo, EchoServer};
use crate::servant::{Object, serve};

pub(crate) const ROUTES: [(Route, &str); 3] = [
    (Route::Iiop, "iiop"),
    (Route::SharedMemory, "shared-memory"),
    (Route::Tcp, "tcp"),
];

fn network(threads: ThreadPolicy) -> ServerSettings {
    ServerSettings {
        threads,
        flow: Flow::Network,
        ..ServerSettings::default()
    }
}

fn by(route: Route) -> Qos {
    Qos {
        route,
        ..Qos::default()
    }
}

#[test]
fn every_operation_works_by_every_route_resource_and_thread_policy() {
    for threads in [
        ThreadPolicy::PerConnection,
        ThreadPolicy::Pool(2),
        ThreadPolicy::Single,
    ] {
        let (mut server, reference, object) = serve(network(threads));
        for (route, carrier) in ROUTES {
            for resources in [Resources::Shared, Resources::Dedicated] {
                let qos = Qos {
                    resources,
                    ..by(route)
                };
                let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
                every_operation(&echo, true);
                let granted = echo.binding().granted().unwrap();
                assert_eq!(granted.carrier, carrier, "{granted}");
                echo.fire(1).unwrap();
            }
        }
        object.wait_for_fired(6);
        server.shutdown();
    }
}

#[test]
fn a_client_takes_shared_memory_on_one_host_and_iiop_where_nothing_else_is_offered() {
    for (flow, carrier) in [(Flow::Local, "shared-memory"), (Flow::Off, "iiop")] {
        let settings = ServerSettings {
            flow,
            ..ServerSettings::default()
        };
        let (_server, reference, _) = serve(settings);
        let echo: Echo = Client::default().bind(&reference, &Qos::default()).unwrap();
        assert_eq!(echo.binding().granted().unwrap().carrier, carrier);
    }
    let settings = ServerSettings {
        flow: Flow::Off,
        ..ServerSettings::default()
    };
    let (_server, reference, _) = serve(settings);
    for route in [Route::SharedMemory, Route::Tcp] {
        let client = Client::default();
        let refused = client.bind::<Echo>(&reference, &by(route)).unwrap_err();
        assert_eq!(refused.kind, SystemKind::Transient, "{refused}");
    }
}

#[test]
fn a_servant_may_call_its_own_server_by_every_route() {
    let (server, reference, object) = serve(network(ThreadPolicy::PerConnection));
    for (route, _) in ROUTES {
        let first: Echo = Client::default().bind(&reference, &by(route)).unwrap();
        let second: Echo = Client::default().bind(&reference, &by(route)).unwrap();
        object.gate.0.lock().unwrap().1 = false;
        let begun = object.gate.0.lock().unwrap().0;
        let slow = std::thread::spawn(move || first.slow(0));
        object.wait_for_slow(begun + 1);

        // A call that is being carried out keeps no other client waiting.
        assert_eq!(second.count().unwrap(), 42);
        object.open_gate();
        slow.join().unwrap().unwrap();
    }
    drop(server);
}

#[test]
fn oneway_calls_arrive_in_order_before_the_next_call_however_they_are_bundled() {
    let (_server, reference, object) = serve(network(ThreadPolicy::PerConnection));
    let mut sent = 0;
    for (route, _) in ROUTES {
        for gap in [Duration::ZERO, Duration::from_secs(3600)] {
            let qos = Qos {
                bundle_gap: gap,
                ..by(route)
            };
            let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
            for _ in 0..3000 {
                echo.fire(1).unwrap();
            }
            sent += 3000;
            echo.null_call().unwrap();
            assert_eq!(object.fired.load(SeqCst), sent, "{route:?} {gap:?}");
        }
        // Gathered messages leave by themselves.
        let echo: Echo = Client::default().bind(&reference, &by(route)).unwrap();
        for _ in 0..10 {
            echo.fire(1).unwrap();
        }
        sent += 10;
        object.wait_for_fired(sent);
    }
}

#[test]
fn oneway_calls_by_datagram_arrive_and_other_calls_take_a_reliable_way() {
    let (_server, reference, object) = serve(network(ThreadPolicy::PerConnection));
    let client = Client::default();
    let echo: Echo = client.bind(&reference, &by(Route::Udp)).unwrap();

    let granted = echo.binding().granted().unwrap();
    assert_eq!(
        (granted.carrier, granted.oneways),
        ("shared-memory", Some("udp"))
    );
    assert_eq!(echo.count().unwrap(), 42);
    echo.fire(4).unwrap();
    object.wait_for_fired(4);
    assert_eq!(client.lost_oneways(), 0);
}

#[test]
fn a_oneway_call_to_a_group_reaches_each_server_that_has_joined() {
    // A free port for the group, which several sockets may have.
    let port = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let group: SocketAddr = (Ipv4Addr::new(239, 255, 42, 17), port).into();
    let settings = ServerSettings {
        flow: Flow::Group(group),
        ..ServerSettings::default()
    };
    if UdpSocket::bind("0.0.0.0:0")
        .and_then(|socket| socket.send_to(b"?", (Ipv4Addr::new(239, 255, 42, 17), 9)))
        .is_err()
    {
        return hyla_test_skips::skipped("no route to multicast groups");
    }
    let (_first, reference, one) = serve(settings.clone());
    let (_second, _, other) = serve(settings);
    let echo: Echo = Client::default()
        .bind(&reference, &by(Route::Multicast))
        .unwrap();

    echo.fire(9).unwrap();

    assert_eq!(echo.binding().granted().unwrap().oneways, Some("multicast"));
    one.wait_for_fired(9);
    other.wait_for_fired(9);
}

#[test]
fn a_way_that_the_server_has_not_is_refused_with_the_reason() {
    let (_server, reference, _) = serve(ServerSettings::default());
    for (route, reason) in [(Route::Udp, "datagrams"), (Route::Multicast, "multicast")] {
        let client = Client::default();
        let refused = client.bind::<Echo>(&reference, &by(route)).unwrap_err();
        assert_eq!(refused.kind, SystemKind::BadQos);
        assert!(refused.reason.contains(reason), "{refused}");
    }
}

#[test]
fn a_quality_of_service_that_this_host_has_not_is_refused_with_the_reason() {
    let (server, reference, _) = serve(ServerSettings::default());
    let mut qos = Qos::dedicated();
    qos.thread.cpus = vec![1_000];

    let refused = Client::default()
        .bind::<Echo>(&reference, &qos)
        .unwrap_err();
    assert_eq!(refused.kind, SystemKind::BadQos);
    assert!(refused.reason.contains("cpus = 1000"), "{refused}");
    let refused = server.entrance(&qos).unwrap_err();
    assert!(refused.reason.contains("cpus = 1000"), "{refused}");
}

#[test]
fn client_and_server_choose_their_resources_each_by_itself() {
    let (server, shared, _) = serve(network(ThreadPolicy::Pool(1)));
    let full = Qos {
        wait: Wait::Yield(Duration::from_millis(1)),
        priority: priority_of(5),
        buffers: 4,
        ..Qos::dedicated()
    };
    let entrance = server.entrance(&full).unwrap();
    let servant = Arc::new(EchoServer(Arc::new(Object::default())));
    let dedicated = entrance.activate(b"own", servant);
    assert_ne!(
        shared.iiop().next().unwrap().port,
        dedicated.iiop().next().unwrap().port
    );
    for reference in [&shared, &dedicated] {
        for (route, _) in ROUTES {
            for client in [Qos::default(), full.clone()] {
                let qos = Qos { route, ..client };
                let echo: Echo = Client::default().bind(reference, &qos).unwrap();
                assert_eq!(echo.count().unwrap(), 42);
                let granted = echo.binding().granted().unwrap();
                assert_eq!(granted.is_dedicated, qos.resources == Resources::Dedicated);
                assert_eq!(granted.buffers.0, qos.buffers);
                if route == Route::Iiop && qos.priority.is_some() {
                    assert_eq!(granted.priority, Some((20480, Some(5))), "{granted}");
                }
            }
        }
    }
}

#[test]
fn the_thread_of_a_connection_follows_the_priority_of_calls() {
    let settings = ServerSettings {
        follow_priority: true,
        ..network(ThreadPolicy::PerConnection)
    };
    let (server, reference, _) = serve(settings);
    for (route, _) in ROUTES {
        let before = server.counters();
        for priority in [20, 20, 9] {
            let qos = Qos {
                priority: Some(priority),
                ..by(route)
            };
            let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
            echo.null_call().unwrap();
            echo.null_call().unwrap();
        }
        let after = server.counters();
        let followed = after.priorities_followed - before.priorities_followed;
        let refused = after.priorities_not_followed - before.priorities_not_followed;
        assert_eq!(followed + refused, 3, "{route:?}: once for each connection");
    }
}

#[test]
fn threads_that_spin_with_real_time_priorities_share_one_processor() {
    let cpu = ThreadPlan::of_this_thread().unwrap().cpus[0];
    // Where the system allows no real-time priority, threads of equal rights share it.
    let allowed = |plan: &ThreadPlan| {
        let tries = || plan.apply().is_ok();
        std::thread::scope(|scope| scope.spawn(tries).join().unwrap())
    };
    let plan = |priority: u8| {
        let plan = ThreadPlan {
            scheduling: Scheduling::Fifo(priority),
            cpus: vec![cpu],
        };
        let normal = ThreadPlan {
            scheduling: Scheduling::Normal,
            cpus: vec![cpu],
        };
        if allowed(&plan) { plan } else { normal }
    };
    for (client, at_server) in [(3, 3), (4, 3), (3, 4)] {
        let qos = |priority, route| Qos {
            wait: Wait::Spin,
            thread: plan(priority),
            route,
            ..Qos::dedicated()
        };
        for route in [Route::Iiop, Route::SharedMemory] {
            let settings = ServerSettings {
                qos: qos(at_server, route),
                ..ServerSettings::default()
            };
            let (_server, reference, _) = serve(settings);
            let qos = qos(client, route);
            let (done, calls) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
                echo.binding().adopt_thread().unwrap();
                let counted = (0..3).map(|_| echo.count());
                let _ = done.send(counted.collect::<Result<Vec<_>, _>>());
            });
            let counted = calls.recv_timeout(Duration::from_secs(60));

            assert_eq!(counted.unwrap().unwrap(), [42; 3], "{route:?}");
        }
    }
}

#[test]
fn messages_in_fragments_pass_in_both_directions() {
    let settings = ServerSettings {
        qos: Qos {
            fragment_bytes: Some(200),
            ..Qos::default()
        },
        ..ServerSettings::default()
    };
    let (_server, reference, _) = serve(settings);
    let qos = Qos {
        fragment_bytes: Some(96),
        ..by(Route::Iiop)
    };
    let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
    every_operation(&echo, true);
    let longs: Vec<i32> = (0..10_000).collect();
    assert_eq!(echo.seq(&longs).unwrap(), longs);
}

#[test]
fn long_sequences_pass_without_a_copy_and_whole() {
    let (_server, reference, _) = serve(network(ThreadPolicy::PerConnection));
    for (route, _) in ROUTES {
        let echo: Echo = Client::default().bind(&reference, &by(route)).unwrap();
        for length in [8_191, 8_192, 8_193, 100_001] {
            let longs: Vec<i32> = (0..length).collect();
            assert_eq!(echo.seq(&longs).unwrap(), longs, "{route:?}");
            let doubles: Vec<f64> = (0..length).map(f64::from).collect();
            assert_eq!(echo.dseq(&doubles).unwrap(), doubles, "{route:?}");
        }
    }
}

#[test]
fn switches_of_the_study_change_nothing_but_the_time() {
    let off = Qos {
        read_ahead: false,
        pooled: false,
        bundle_gap: Duration::ZERO,
        ..Qos::default()
    };
    let settings = ServerSettings {
        qos: off.clone(),
        ..network(ThreadPolicy::PerConnection)
    };
    let (_server, reference, object) = serve(settings);
    let mut fired = 0;
    for (route, _) in ROUTES {
        let qos = Qos {
            route,
            ..off.clone()
        };
        let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
        every_operation(&echo, true);
        for _ in 0..100 {
            echo.fire(1).unwrap();
        }
        fired += 100;
        echo.null_call().unwrap();
        assert_eq!(object.fired.load(SeqCst), fired);
    }
}

#[test]
fn a_profile_of_settings_becomes_the_quality_of_service_of_a_binding() {
    use hyla_net::{Profile, Reliability, Transport};
    let mut profile = Profile::standard("Command", Reliability::Reliable);
    profile.priority = 6;
    profile.deadline = Some(Duration::from_millis(20));
    profile.resources = hyla_net::Resources::Dedicated;
    profile.transport = Transport::Tcp;
    let qos = Qos::from(&profile);
    assert_eq!(qos.route, Route::Tcp);
    assert_eq!(qos.priority, priority_of(6));
    assert_eq!(qos.deadline, profile.deadline);
    assert_eq!(qos.resources, Resources::Dedicated);
    let lossy = Profile::standard("Picture", Reliability::BestEffort);
    assert_eq!(Qos::from(&lossy).route, Route::Udp);
}

#[test]
fn a_reference_keeps_its_channels_as_text_and_a_location_has_iiop_alone() {
    let (server, reference, _) = serve(network(ThreadPolicy::PerConnection));
    let again: Reference = reference.to_string().parse().unwrap();
    assert_eq!(again, reference);
    let flow = again.flow().unwrap();
    assert_eq!(flow.key, b"echo");
    assert!(
        flow.addresses.iter().any(|at| at.starts_with("shm:")),
        "{flow:?}"
    );
    assert!(
        flow.addresses.iter().any(|at| at.starts_with("udp:")),
        "{flow:?}"
    );
    let location = format!("corbaloc::1.2@{}/echo", server.address());
    let ObjectUrl::Location { addresses, key } = location.parse().unwrap() else {
        unreachable!("a location")
    };
    let plain = ObjectUrl::reference_at(&addresses, &key);
    let client = Client::new(ClientSettings::default());
    let echo: Echo = client.bind(&plain, &Qos::default()).unwrap();
    assert_eq!(echo.binding().granted().unwrap().carrier, "iiop");
}
