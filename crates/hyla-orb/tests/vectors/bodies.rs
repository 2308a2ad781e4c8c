//! Arguments, results and exceptions of captured messages, read and written by generated Rust.

use hyla_orb::any::{Any, Value};
use hyla_orb::cdr::{Cdr, CharSet, Decoder, Encoder, Format, Limits, Version, WString};
use hyla_orb::exception::SystemException;
use hyla_orb::giop::{self, Message, ReplyStatus, context_id};
use hyla_orb::reference::{Agreed, Reference};

use crate::captured::{Captured, all, differ_only_in_gaps};
use crate::generated::Probe;

/// Reads the values of a body and writes them after the same octets.
struct Body<'a, 'o> {
    from: Decoder<'a>,
    to: Encoder<'o>,
}

impl Body<'_, '_> {
    fn pass<T: Cdr>(&mut self) -> T {
        let value = T::decode(&mut self.from).unwrap();
        value.encode(&mut self.to);
        value
    }
}

/// Passes the arguments or the result of an operation. `false`: not of the test's interface.
fn pass(operation: &str, is_request: bool, body: &mut Body<'_, '_>) -> bool {
    match operation {
        "null_call" | "raise_empty" | "sysex" | "forward" | "_non_existent" | "_get_count"
        | "_set_label" | "fire" | "raise_oops" | "self"
            if !is_request =>
        {
            match operation {
                "_get_count" => assert_eq!(body.pass::<i32>(), 42),
                "_non_existent" => assert!(!body.pass::<bool>()),
                "self" => assert!(!body.pass::<Reference>().is_nil()),
                _ => {}
            }
        }
        "null_call" | "raise_empty" | "sysex" | "forward" | "_non_existent" | "_get_count"
        | "self" => {}
        "fire" | "raise_oops" => drop(body.pass::<i32>()),
        "_set_label" => drop(body.pass::<String>()),
        "_is_a" if is_request => drop(body.pass::<String>()),
        "_is_a" => drop(body.pass::<bool>()),
        "basic" => {
            let mixed = body.pass::<Probe::Mixed>();
            assert_eq!(
                (mixed.s, mixed.ull, mixed.d),
                (-2, 0x0102_0304_0506_0708, -2.25)
            );
        }
        "str" if is_request => {
            assert_eq!(body.pass::<String>(), "hello");
            body.pass::<String>();
        }
        "str" => {
            for expected in ["hello", "inout", "out"] {
                assert_eq!(body.pass::<String>(), expected);
            }
        }
        "bstr" => drop(body.pass::<Probe::Str8>()),
        "seq" => drop(body.pass::<Probe::LongSeq>()),
        "dseq" => drop(body.pass::<Probe::DblSeq>()),
        "oseq" => drop(body.pass::<Probe::Oct16>()),
        "sseq" => drop(body.pass::<Probe::StrSeq>()),
        "arr" => assert_eq!(body.pass::<Probe::Arr3>(), [1, 2, 3]),
        "dmat" => assert_eq!(body.pass::<Probe::Mat>(), [[1, 2, 3], [4, 5, 6]]),
        "dinner" => {
            if is_request {
                body.pass::<u8>();
            }
            assert_eq!(body.pass::<Probe::Inner>().d, 2.0);
        }
        "dcolour" => drop(body.pass::<Probe::Colour>()),
        "un" => drop(body.pass::<Probe::U>()),
        "une" => drop(body.pass::<Probe::UE>()),
        "an" => drop(body.pass::<Any>()),
        "fx" => assert_eq!(body.pass::<Probe::Fix52>().to_string(), "-123.45"),
        "wc" => assert_eq!(body.pass::<char>(), 'é'),
        "ch" => drop(body.pass::<u8>()),
        "obj" => drop(body.pass::<Reference>()),
        "swap" if is_request => drop(body.pass::<Probe::LongSeq>()),
        "swap" => {
            body.pass::<Probe::LongSeq>();
            assert_eq!(body.pass::<Probe::Track>().x, 1.5);
        }
        _ => return false,
    }
    true
}

/// Format of a message's connection: omniORB uses ISO 8859-1 here, JacORB UTF-8.
fn format(captured: &Captured) -> Format {
    let chars = if captured.run.starts_with("jac") {
        CharSet::Utf8
    } else {
        CharSet::Latin1
    };
    Format {
        chars,
        ..captured.format()
    }
}

#[test]
fn every_body_of_the_interface_is_read_and_written_again() {
    let limits = Limits::default();
    let mut passed = 0;
    for captured in all()
        .iter()
        .filter(|it| it.kind == "Request" || it.kind == "Reply")
    {
        let name = captured.name();
        let format = format(captured);
        let message = giop::read(&captured.octets, format, &limits).unwrap();
        let (from, is_request) = match &message {
            Message::Request(request) => (request.body.clone(), true),
            Message::Reply(reply) => match reply.status {
                ReplyStatus::NoException => (reply.body.clone(), false),
                _ => continue,
            },
            _ => continue,
        };
        // `ld` has a type without mapping, `ws` is written without a byte-order mark; 1.1 and 1.0
        // rejected wide characters.
        let is_skipped = matches!(captured.operation.as_str(), "ld" | "ws")
            || (captured.operation == "wc" && captured.version < Version::V1_2);
        if is_skipped || captured.run == "naming" {
            continue;
        }
        let begin = captured.octets.len() - from.left();
        let mut octets = captured.octets[..begin].to_vec();
        let to = Encoder::new(&mut octets, format, &limits);
        let mut body = Body { from, to };
        assert!(pass(&captured.operation, is_request, &mut body), "{name}");
        assert_eq!(body.from.left(), 0, "{name}: octets are left");
        body.to.finish().unwrap();
        assert!(
            differ_only_in_gaps(&octets[begin..], &captured.octets[begin..]),
            "{name}\n ours   {octets:02x?}\n theirs {:02x?}",
            captured.octets
        );
        passed += 1;
    }
    assert_eq!(passed, 239);
}

#[test]
fn wide_strings_are_read_with_and_without_their_mark() {
    let limits = Limits::default();
    let mut seen = 0;
    for captured in all().iter().filter(|it| it.operation == "ws") {
        if captured.version < Version::V1_2 {
            continue;
        }
        let mut body = match giop::read(&captured.octets, format(captured), &limits).unwrap() {
            Message::Request(request) => request.body,
            Message::Reply(reply) => reply.body,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            WString::decode(&mut body).unwrap().0,
            "hé!",
            "{}",
            captured.name()
        );
        seen += 1;
    }
    assert!(seen >= 2, "{seen}");
}

#[test]
fn exceptions_and_forwards_are_read() {
    let limits = Limits::default();
    let (mut user, mut system, mut forwards) = (0, 0, 0);
    for captured in all().iter().filter(|it| it.kind == "Reply") {
        let message = giop::read(&captured.octets, format(captured), &limits).unwrap();
        let Message::Reply(reply) = message else {
            panic!("{}", captured.name())
        };
        let mut body = reply.body;
        match reply.status {
            ReplyStatus::UserException if captured.run != "naming" => {
                let id = String::decode(&mut body).unwrap();
                if id == Probe::Oops::ID {
                    Probe::Oops::decode(&mut body).unwrap();
                } else {
                    assert_eq!(id, Probe::Empty::ID);
                }
                user += 1;
            }
            ReplyStatus::SystemException => {
                let exception = SystemException::decode(&mut body).unwrap();
                assert!(exception.repository_id().starts_with("IDL:omg.org/CORBA/"));
                // JacORB adds a further context.
                system += 1;
            }
            ReplyStatus::Forward => {
                assert!(Reference::decode(&mut body).unwrap().iiop().count() > 0);
                forwards += 1;
            }
            _ => {}
        }
        if reply.status != ReplyStatus::NoException && captured.run != "naming" {
            assert_eq!(body.left(), 0, "{}", captured.name());
        }
    }
    assert_eq!((user, system, forwards), (7, 5, 4));
}

#[test]
fn an_any_of_a_struct_and_one_of_a_sequence_hold_what_was_sent() {
    let limits = Limits::default();
    let mut tracks = 0;
    for captured in all().iter().filter(|it| it.operation == "an") {
        let body = match giop::read(&captured.octets, format(captured), &limits).unwrap() {
            Message::Request(request) => request.body,
            Message::Reply(reply) => reply.body,
            other => panic!("{other:?}"),
        };
        let any = Any::decode(&mut body.clone()).unwrap();
        if let Value::Struct(_) = any.value() {
            let track: Probe::Track = any.get().unwrap();
            assert_eq!(
                Any::of(&track).unwrap().get::<Probe::Track>().unwrap(),
                track
            );
            tracks += 1;
        } else if let Ok(numbers) = any.get::<Vec<i32>>() {
            assert!(!numbers.is_empty());
        }
    }
    assert!(tracks >= 2, "{tracks}");
}

#[test]
fn code_sets_of_captured_connections_are_understood() {
    let limits = Limits::default();
    let mut seen = 0;
    for captured in all() {
        let message = giop::read(&captured.octets, captured.format(), &limits).unwrap();
        if let Message::Request(request) = message
            && let Some(context) = request.contexts.find(context_id::CODE_SETS)
        {
            let agreed = Agreed::of_context(context).unwrap();
            let is_utf8 = captured.run.starts_with("jac");
            let expected = if is_utf8 {
                CharSet::Utf8
            } else {
                CharSet::Latin1
            };
            assert_eq!(
                agreed,
                Agreed {
                    chars: expected,
                    wide: true
                },
                "{}",
                captured.name()
            );
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen}");
}
