//! Hyla's client and Hyla's server.

use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use hyla_orb::any::{Any, Typed};
use hyla_orb::cdr::{Order, Version, WString};
use hyla_orb::client::{Client, ClientSettings, Stub};
use hyla_orb::exception::{Completion, SystemException, SystemKind};
use hyla_orb::qos::{Qos, Resources, Wait};
use hyla_orb::reference::Reference;
use hyla_orb::server::{Server, ServerSettings, ThreadPolicy};

use crate::more::More;
use crate::probe::Probe::{
    Colour, Echo, Echo_raise_empty_Error, Echo_raise_oops_Error, EchoServer, Empty, Inner, Mixed,
    Oops, Track, U, UE,
};
use crate::servant::{Object, serve};

fn bind(reference: &Reference) -> Echo {
    Client::default().bind(reference, &Qos::default()).unwrap()
}

fn mixed() -> Mixed {
    Mixed {
        b: true,
        c: b'A',
        o: 0xEE,
        s: -2,
        us: 0xBEEF,
        l: -3,
        ul: 0xDEAD_BEEF,
        ll: -4,
        ull: 0x0102_0304_0506_0708,
        f: 1.5,
        d: -2.25,
    }
}

fn track(number: i16) -> Track {
    let (x, y, z) = (f32::from(number), 0.5, -1.0);
    Track {
        id: number,
        kind: 1,
        x,
        y,
        z,
    }
}

/// Every operation of the interface, with values of every type.
pub(crate) fn every_operation(echo: &Echo, wide: bool) {
    every_operation_with(echo, wide, -7);
}

/// The same with that discriminator for the default member of a union.
pub(crate) fn every_operation_with(echo: &Echo, wide: bool, default: i32) {
    echo.null_call().unwrap();
    assert_eq!(echo.count().unwrap(), 42);
    echo.set_label("a label").unwrap();
    assert_eq!(echo.label().unwrap(), "a label");
    assert_eq!(echo.basic(&mixed()).unwrap(), mixed());
    assert_eq!(
        echo.bstr(&"12345678".try_into().unwrap())
            .unwrap()
            .to_string(),
        "12345678"
    );
    assert_eq!(echo.seq(&[1, -2, 3]).unwrap(), [1, -2, 3]);
    assert_eq!(echo.seq(&[]).unwrap(), []);
    let many: Vec<i32> = (0..20_000).collect();
    assert_eq!(echo.seq(&many).unwrap(), many);
    assert_eq!(echo.dseq(&[1.5, -0.25]).unwrap(), [1.5, -0.25]);
    let octets = vec![1_u8, 2, 3].try_into().unwrap();
    assert_eq!(echo.oseq(&octets).unwrap(), octets);
    let texts = ["".to_owned(), "two".to_owned()];
    assert_eq!(echo.sseq(&texts).unwrap(), texts);
    assert_eq!(echo.arr(&[1, 2, 3]).unwrap(), [1, 2, 3]);
    assert_eq!(
        echo.dmat(&[[1, 2, 3], [4, 5, 6]]).unwrap(),
        [[1, 2, 3], [4, 5, 6]]
    );
    let inner = Inner {
        o: 1,
        s: 2,
        f: 1.0,
        d: 2.0,
    };
    assert_eq!(echo.dinner(9, &inner).unwrap(), inner);
    assert_eq!(echo.dcolour(Colour::blue).unwrap(), Colour::blue);
    for union in [U::s(5), U::str("hi".to_owned()), U::d(default, 0.5)] {
        assert_eq!(echo.un(&union).unwrap(), union);
    }
    for union in [UE::l(-1), UE::o(9), UE::Nothing(Colour::blue)] {
        assert_eq!(echo.une(&union).unwrap(), union);
    }
    let anys = [
        Any::of(&5_i32).unwrap(),
        Any::of(&"five".to_owned()).unwrap(),
        Any::of(&track(3)).unwrap(),
        Any::of(&U::d(12, 1.0)).unwrap(),
        Any::of(&Colour::green).unwrap(),
        Any::of(&vec![track(1), track(2)]).unwrap(),
    ];
    for any in anys {
        assert_eq!(echo.an(&any).unwrap(), any);
    }
    assert_eq!(
        echo.fx(&"-123.45".parse().unwrap()).unwrap().to_string(),
        "-123.45"
    );
    assert_eq!(echo.ch(b'c').unwrap(), b'c');
    assert!(echo.obj(&Reference::nil()).unwrap().is_nil());
    let reference = echo.binding().reference().clone();
    assert_eq!(echo.obj(&reference).unwrap(), reference);
    let tracks: Vec<_> = (0..100).map(track).collect();
    assert_eq!(echo.tracks(&tracks).unwrap(), tracks);
    let mut numbers = vec![1, 2, 3];
    assert_eq!(echo.swap(&mut numbers).unwrap().id, 7);
    assert_eq!(numbers, [3, 2, 1]);
    let mut text = "x".to_owned();
    assert_eq!(
        echo.str("é", &mut text).unwrap(),
        ("é".to_owned(), "x!".to_owned())
    );
    assert_eq!(text, "was x");

    echo.raise_oops(0).unwrap();
    let oops = Oops {
        code: 5,
        why: "asked for".to_owned(),
    };
    assert_eq!(echo.raise_oops(5), Err(Echo_raise_oops_Error::Oops(oops)));
    assert_eq!(
        echo.raise_oops(1),
        Err(Echo_raise_oops_Error::Empty(Empty {}))
    );
    assert_eq!(
        echo.raise_empty(),
        Err(Echo_raise_empty_Error::Empty(Empty {}))
    );
    let exception = echo.sysex().unwrap_err();
    assert_eq!(
        (exception.kind, exception.minor),
        (SystemKind::NoPermission, 7)
    );
    assert_eq!(exception.completed, Completion::Yes);

    if wide {
        assert_eq!(echo.wc('é').unwrap(), 'é');
        assert_eq!(echo.ws(&WString::from("hé!𝄞")).unwrap().0, "hé!𝄞");
    }
}

#[test]
fn every_operation_works_in_all_versions_orders_and_thread_policies() {
    let policies = [
        ThreadPolicy::PerConnection,
        ThreadPolicy::Pool(2),
        ThreadPolicy::Single,
    ];
    for version in [Version::V1_0, Version::V1_1, Version::V1_2] {
        for (server_order, client_order) in [
            (Order::Little, Order::Little),
            (Order::Little, Order::Big),
            (Order::Big, Order::Little),
        ] {
            for threads in policies {
                let settings = ServerSettings {
                    version,
                    threads,
                    order: server_order,
                    ..ServerSettings::default()
                };
                let (_server, reference, object) = serve(settings);
                let client = Client::new(ClientSettings {
                    order: client_order,
                    ..ClientSettings::default()
                });
                for qos in [Qos::default(), Qos::dedicated()] {
                    let echo: Echo = client.bind(&reference, &qos).unwrap();
                    // Without a code set component strings are ISO 8859-1, and nothing is wide.
                    every_operation(&echo, version == Version::V1_2);
                    echo.fire(3).unwrap();
                }
                object.wait_for_fired(6);
            }
        }
    }
}

#[test]
fn a_priority_and_a_deadline_travel_with_a_call_and_each_wait_strategy_ends() {
    let (_server, reference, _) = serve(ServerSettings::default());
    for wait in [
        Wait::Block,
        Wait::Yield(Duration::from_micros(50)),
        Wait::Spin,
    ] {
        let qos = Qos {
            resources: Resources::Dedicated,
            wait,
            deadline: Some(Duration::from_secs(60)),
            priority: Some(5),
            ..Qos::default()
        };
        let echo: Echo = Client::default().bind(&reference, &qos).unwrap();
        // With few processors, each spinning call takes a time slice.
        if wait == Wait::Spin {
            assert_eq!(echo.count().unwrap(), 42);
        } else {
            every_operation(&echo, true);
        }
        assert_eq!(*echo.binding().qos(), qos);
    }
}

#[test]
fn a_call_beyond_its_deadline_ends_and_its_late_reply_is_read_over() {
    let (_server, reference, object) = serve(ServerSettings::default());
    for resources in [Resources::Shared, Resources::Dedicated] {
        let qos = Qos {
            resources,
            deadline: Some(Duration::from_millis(30)),
            ..Qos::default()
        };
        let client = Client::default();
        let echo: Echo = client.bind(&reference, &qos).unwrap();
        object.gate.0.lock().unwrap().1 = false;

        let exception = echo.slow(0).unwrap_err();
        assert_eq!(exception.kind, SystemKind::Timeout);
        assert_eq!(exception.completed, Completion::Maybe);
        object.open_gate();
        let patient = Qos {
            deadline: Some(Duration::from_secs(60)),
            ..qos
        };
        let again: Echo = client.bind(&reference, &patient).unwrap();
        assert_eq!(again.count().unwrap(), 42);
    }
}

#[test]
fn a_key_without_an_object_is_found_out_by_binding_or_by_the_first_call() {
    let (server, _, _) = serve(ServerSettings::default());
    let client = Client::default();
    let nobody = server.reference(b"nobody", "");

    let refused = client.bind::<Echo>(&nobody, &Qos::default()).unwrap_err();
    assert_eq!(refused.kind, SystemKind::ObjectNotExist);
    let echo: Echo = client.stub(&nobody).unwrap();
    let exception = echo.null_call().unwrap_err();
    assert_eq!(exception.kind, SystemKind::ObjectNotExist);
    assert_eq!(exception.completed, Completion::No);
    assert!(echo.binding().non_existent().unwrap());
    let nil = client.stub::<Echo>(&Reference::nil()).unwrap_err();
    assert_eq!(nil.kind, SystemKind::InvObjref);
}

#[test]
fn an_object_ends_moves_and_has_a_default() {
    let (server, reference, object) = serve(ServerSettings::default());
    let echo = bind(&reference);
    let servant = || Arc::new(EchoServer(Arc::clone(&object)));

    assert!(server.deactivate(b"echo"));
    assert!(!server.deactivate(b"echo"));
    assert_eq!(echo.count().unwrap_err().kind, SystemKind::ObjectNotExist);
    server.set_default_servant(Some(servant()));
    assert_eq!(echo.count().unwrap(), 42);
    let transient = server.activate_transient(servant());
    let other = server.activate_transient(servant());
    assert_ne!(transient, other);
    let bound = bind(&transient);
    let key = transient.iiop().next().unwrap().key;
    assert!(server.deactivate(&key));
    // The default servant does not serve keys of removed transient objects.
    assert_eq!(bound.count().unwrap_err().kind, SystemKind::ObjectNotExist);
}

#[test]
fn calls_follow_an_object_that_has_moved_and_come_home_when_it_is_lost() {
    let (home, reference, _) = serve(ServerSettings::default());
    let (mut away, there, _) = serve(ServerSettings::default());
    let echo = bind(&reference);
    echo.set_label("home").unwrap();

    home.forward(b"echo", there);
    echo.set_label("away").unwrap();
    assert_eq!(bind(&reference).label().unwrap(), "away");
    away.shutdown();
    home.activate(b"echo", Arc::new(EchoServer(Arc::new(Object::default()))));
    assert_eq!(echo.label().unwrap(), "");
}

#[test]
fn an_object_that_forwards_to_itself_is_given_up() {
    let (server, reference, _) = serve(ServerSettings::default());
    server.forward(b"echo", reference.clone());

    let echo: Echo = Client::default().stub(&reference).unwrap();
    let exception = echo.null_call().unwrap_err();
    assert_eq!(exception.kind, SystemKind::Transient);
}

#[test]
fn objects_answer_what_they_are_and_refuse_what_they_have_not() {
    let (_server, reference, _) = serve(ServerSettings::default());
    let echo = bind(&reference);
    let binding = echo.binding();

    for (id, expected) in [
        ("IDL:Probe/Echo:1.0", true),
        ("IDL:Probe/Base:1.0", true),
        ("IDL:omg.org/CORBA/Object:1.0", true),
        ("IDL:Probe/Other:1.0", false),
    ] {
        assert_eq!(binding.is_a(id).unwrap(), expected, "{id}");
    }
    assert!(!binding.non_existent().unwrap());
    let call = |operation: &str| {
        let result = binding.call(operation, &mut |_| {}, &mut |_| Ok(()));
        result.unwrap_err().kind
    };
    assert_eq!(call("no_such"), SystemKind::BadOperation);
    assert_eq!(call("_interface"), SystemKind::NoImplement);
    // Arguments are missing.
    assert_eq!(call("basic"), SystemKind::Marshal);
}

#[test]
fn a_servant_that_panics_ends_its_call_alone() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Pool(1)] {
        let settings = ServerSettings {
            threads,
            ..ServerSettings::default()
        };
        let (_server, reference, _) = serve(settings);
        let echo = bind(&reference);

        assert_eq!(echo.forward().unwrap_err().kind, SystemKind::Unknown);
        assert_eq!(echo.count().unwrap(), 42);
    }
}

#[test]
fn shutdown_answers_what_has_begun_and_a_new_server_is_found_again() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Pool(2)] {
        let settings = ServerSettings {
            threads,
            ..ServerSettings::default()
        };
        let (mut server, reference, object) = serve(settings);
        let address = server.address();
        let echo = bind(&reference);
        let idle = bind(&reference);
        idle.null_call().unwrap();
        let slow = std::thread::spawn(move || echo.slow(0));
        object.wait_for_slow(1);
        let opens = Arc::clone(&object);
        let gate = std::thread::spawn(move || {
            // The server has begun to stop when it no longer accepts.
            while TcpStream::connect(address).is_ok() {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(50));
            opens.open_gate();
        });
        server.shutdown();
        gate.join().unwrap();
        slow.join().unwrap().unwrap();

        // The goodbye has arrived: the call connects again.
        let refused = idle.null_call().unwrap_err();
        assert_eq!(refused.kind, SystemKind::Transient);
        assert_eq!(refused.completed, Completion::No);
        // Another process may have the port by now.
        let Ok(again) = Server::listen(address, ServerSettings::default()) else {
            continue;
        };
        again.activate(b"echo", Arc::new(EchoServer(Arc::clone(&object))));
        assert_eq!(idle.count().unwrap(), 42);
    }
}

#[test]
fn threads_share_connections_up_to_the_limit_and_wait_beyond_it() {
    let (_server, reference, object) = serve(ServerSettings::default());
    let settings = ClientSettings {
        connections: 2,
        ..ClientSettings::default()
    };
    let echo: Echo = Client::new(settings)
        .bind(&reference, &Qos::default())
        .unwrap();

    let calls: Vec<_> = (0..4)
        .map(|_| {
            let echo = echo.clone();
            std::thread::spawn(move || echo.slow(0))
        })
        .collect();
    object.wait_for_slow(2);
    object.open_gate();
    for call in calls {
        call.join().unwrap().unwrap();
    }
    assert_eq!(object.gate.0.lock().unwrap().0, 4);
}

#[test]
fn nobody_is_there_at_a_closed_port() {
    let (mut server, reference, _) = serve(ServerSettings::default());
    server.shutdown();

    let exception = Client::default()
        .bind::<Echo>(&reference, &Qos::default())
        .unwrap_err();
    assert_eq!(exception.kind, SystemKind::Transient);
    assert_eq!(exception.completed, Completion::No);
}

#[test]
fn a_message_beyond_the_limit_is_refused_before_it_leaves() {
    let (_server, reference, _) = serve(ServerSettings::default());
    let echo = bind(&reference);

    let exception = echo.seq(&vec![0; 600_000]).unwrap_err();
    assert_eq!(exception.kind, SystemKind::ImpLimit);
    assert_eq!(exception.completed, Completion::No);
    assert_eq!(echo.count().unwrap(), 42);
}

struct Nested;

impl More::FirstServant for Nested {
    fn r#type(&self, r#match: i32) -> Result<i32, SystemException> {
        Ok(-r#match)
    }
}

impl More::LeftServant for Nested {}

impl More::SecondServant for Nested {
    fn how(&self) -> Result<More::Mode, SystemException> {
        Ok(More::Mode::quick)
    }

    fn set_how(&self, _: More::Mode) -> Result<(), SystemException> {
        Ok(())
    }
}

impl More::ThirdServant for Nested {
    fn tree(
        &self,
        root: &More::Node,
        some: &mut More::Third_Choices,
    ) -> Result<(More::Node, More::Flag), More::Third_tree_Error> {
        if root.below.is_empty() {
            let at = root.clone();
            return Err(More::Third_Wrong {
                how: More::Mode::slow,
                at,
            }
            .into());
        }
        some.reverse();
        Ok((root.clone(), More::Flag::trees(root.below.clone())))
    }

    fn lay_flat(
        &self,
        all: &[More::Flat],
        name: &WString,
        limited: &More::Few,
    ) -> Result<More::Flats, SystemException> {
        assert_eq!((name.to_string().as_str(), limited.len()), ("naïve", 3));
        Ok(all.to_vec())
    }

    fn swap_names(&self, it: &More::Send, both: &mut More::S) -> Result<More::S, SystemException> {
        let before = both.clone();
        both.number = it.number;
        Ok(before)
    }

    fn pack(&self, root: &More::Node) -> Result<Any, SystemException> {
        Any::of(root).map_err(|error| SystemException::marshal(&error, Completion::No))
    }
}

#[test]
fn recursion_nested_definitions_and_names_of_rust_pass() {
    for order in [Order::Little, Order::Big] {
        let settings = ServerSettings {
            order,
            ..ServerSettings::default()
        };
        let server = Server::listen("127.0.0.1:0", settings).unwrap();
        let reference = server.activate(b"more", Arc::new(More::ThirdServer(Nested)));
        let client = Client::new(ClientSettings {
            order,
            ..ClientSettings::default()
        });
        let third: More::Third = client.bind(&reference, &Qos::default()).unwrap();
        let leaf = |value| More::Node {
            value,
            below: Vec::new(),
        };
        let root = More::Node {
            value: 1,
            below: vec![leaf(2), leaf(3)],
        };

        assert_eq!(third.r#type(4).unwrap(), -4);
        assert_eq!(third.how().unwrap(), More::Mode::quick);
        third.set_how(More::Mode::slow).unwrap();
        let number = More::Choice::number(b'b', 5);
        let text = More::Choice::text("t".to_owned());
        let mut some = vec![number.clone(), text.clone(), More::Choice::Nothing(b'z')];
        let (back, which) = third.tree(&root, &mut some).unwrap();
        assert_eq!(
            (back, which),
            (root.clone(), More::Flag::trees(root.below.clone()))
        );
        assert_eq!(some, [More::Choice::Nothing(b'z'), text, number]);
        let wrong = third.tree(&leaf(9), &mut some).unwrap_err();
        let expected = More::Third_Wrong {
            how: More::Mode::slow,
            at: leaf(9),
        };
        assert_eq!(wrong, More::Third_tree_Error::Third_Wrong(expected));
        // A discriminator of another member is rejected by the writer.
        let mut wrong = vec![More::Choice::Nothing(b'c')];
        let error = third.tree(&root, &mut wrong).unwrap_err();
        assert!(
            matches!(error, More::Third_tree_Error::System(_)),
            "{error}"
        );
        let flat = |first| More::Flat {
            first,
            how: More::Mode::quick,
            on: [true, false, true],
            last: f64::from(first),
        };
        let all: Vec<_> = (0..50).map(flat).collect();
        let few = vec![1, 2, 3].try_into().unwrap();
        assert_eq!(
            third.lay_flat(&all, &WString::from("naïve"), &few).unwrap(),
            all
        );
        let any = third.pack(&root).unwrap();
        assert_eq!(*any.type_code(), More::Node::type_code());
        assert_eq!(any.get::<More::Node>().unwrap(), root);
        let mut both = More::S { number: 1 };
        let before = third
            .swap_names(&More::Send { number: 2 }, &mut both)
            .unwrap();
        assert_eq!((before.number, both.number), (1, 2));
        assert!(third.binding().is_a("IDL:hyla.org/More/Left:1.0").unwrap());
    }
    assert_eq!((More::LIMIT, More::TITLE, More::LETTER), (3, "more", b'x'));
}
