//! Answers of a server to octets that no client of Hyla sends.

use std::io::{Read, Write};
use std::net::TcpStream;

use hyla_orb::cdr::{Encoder, Format, Limits, Order, Version};
use hyla_orb::giop::{
    self, Assembler, Header, Kind, LocateStatus, Message, ReplyStatus, RequestHeader, Response,
};
use hyla_orb::reference::Reference;
use hyla_orb::server::{ServerSettings, ThreadPolicy};

use crate::servant::serve;

const WAIT: std::time::Duration = std::time::Duration::from_secs(60);

fn connect(reference: &Reference) -> TcpStream {
    let profile = reference.iiop().next().unwrap();
    let stream = TcpStream::connect((profile.host.as_str(), profile.port)).unwrap();
    stream.set_read_timeout(Some(WAIT)).unwrap();
    stream
}

/// Complete messages until the server closes.
fn all_replies(stream: &mut TcpStream) -> Vec<Vec<u8>> {
    let mut assembler = Assembler::new(Limits::default());
    let mut all = Vec::new();
    loop {
        while let Some(message) = assembler.next_message().unwrap() {
            all.push(message.to_vec());
        }
        match stream.read(assembler.space()) {
            Ok(0) | Err(_) => return all,
            Ok(octets) => assembler.filled(octets),
        }
    }
}

fn kind(octets: &[u8]) -> Kind {
    Header::read(octets.first_chunk().unwrap(), &Limits::default())
        .unwrap()
        .kind
}

fn request(id: u32, response: Response, operation: &str) -> Vec<u8> {
    let limits = Limits::default();
    let header = RequestHeader {
        id,
        response,
        key: b"echo",
        operation,
        contexts: &[(0x1234_5678, b"unknown")],
    };
    let mut out = Vec::new();
    let to = giop::begin_request(&mut out, Format::default(), &limits, &header);
    to.finish_message().unwrap();
    out
}

fn status(octets: &[u8]) -> (u32, ReplyStatus) {
    let limits = Limits::default();
    match giop::read(octets, Format::default(), &limits).unwrap() {
        Message::Reply(reply) => (reply.id, reply.status),
        other => panic!("{other:?}"),
    }
}

#[test]
fn calls_that_come_together_are_all_answered_and_a_goodbye_follows() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Pool(2)] {
        let (mut server, reference, _) = serve(ServerSettings {
            threads,
            ..ServerSettings::default()
        });
        let mut stream = connect(&reference);
        let mut octets = Vec::new();
        for id in 0..20 {
            octets.extend(request(id, Response::Result, "null_call"));
        }
        octets.extend(request(99, Response::Nothing, "null_call"));
        stream.write_all(&octets).unwrap();
        let first = {
            let mut first = [0; 24];
            stream.read_exact(&mut first).unwrap();
            first
        };
        assert_eq!(kind(&first), Kind::Reply);
        server.shutdown();

        let replies = all_replies(&mut stream);
        let (goodbye, replies) = replies.split_last().unwrap();
        assert_eq!(kind(goodbye), Kind::CloseConnection);
        let mut ids: Vec<u32> = replies.iter().map(|reply| status(reply).0).collect();
        ids.push(status(&first).0);
        ids.sort_unstable();
        assert_eq!(ids, (0..20).collect::<Vec<_>>());
    }
}

#[test]
fn an_oneway_operation_is_answered_if_the_caller_wants_to_know() {
    let (mut server, reference, object) = serve(ServerSettings::default());
    let mut stream = connect(&reference);
    stream
        .write_all(&request(7, Response::Received, "null_call"))
        .unwrap();
    let mut reply = [0; 24];
    stream.read_exact(&mut reply).unwrap();

    assert_eq!(status(&reply), (7, ReplyStatus::NoException));
    assert_eq!(object.fired.load(std::sync::atomic::Ordering::SeqCst), 0);
    server.shutdown();
}

#[test]
fn objects_are_located_by_key_profile_and_reference() {
    let (_server, reference, _) = serve(ServerSettings::default());
    let limits = Limits::default();
    let mut stream = connect(&reference);
    let profile = reference.profiles()[0].clone();
    for form in 0..3_u16 {
        let mut body = Vec::new();
        let header = Header {
            version: Version::V1_2,
            order: Order::NATIVE,
            has_more: false,
            kind: Kind::LocateRequest,
            size: 0,
        };
        body.extend_from_slice(&header.octets());
        let mut to = Encoder::new(&mut body, Format::default(), &limits);
        to.u32(40 + u32::from(form));
        to.u16(form);
        match form {
            0 => to.octets(b"echo"),
            1 => {
                to.u32(profile.tag);
                to.octets(&profile.data);
            }
            _ => {
                to.u32(0);
                hyla_orb::cdr::Cdr::encode(&reference, &mut to);
            }
        }
        to.finish().unwrap();
        let size = body.len() - 12;
        body[..12].copy_from_slice(&Header { size, ..header }.octets());
        stream.write_all(&body).unwrap();
        let mut reply = [0; 20];
        stream.read_exact(&mut reply).unwrap();
        let message = giop::read(&reply, Format::default(), &limits).unwrap();
        let Message::LocateReply(located) = message else {
            panic!("{message:?}")
        };
        assert_eq!(
            (located.id, located.status),
            (40 + u32::from(form), LocateStatus::Here)
        );
    }
}

#[test]
fn what_cannot_be_read_is_answered_by_message_error_and_the_end() {
    let (_server, reference, _) = serve(ServerSettings::default());
    let mut wrong_version = request(1, Response::Result, "null_call");
    wrong_version[5] = 3;
    let mut too_large = request(1, Response::Result, "null_call");
    too_large[8..12].copy_from_slice(&u32::MAX.to_ne_bytes());
    let mut reply = request(1, Response::Result, "null_call");
    reply[7] = 1;
    let mut short = request(1, Response::Result, "null_call");
    short.truncate(20);
    short[8..12].copy_from_slice(&8_u32.to_ne_bytes());
    for octets in [
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        wrong_version,
        too_large,
        reply,
        short,
    ] {
        let mut stream = connect(&reference);
        stream.write_all(&octets).unwrap();

        let replies = all_replies(&mut stream);
        assert_eq!(
            replies.iter().map(|reply| kind(reply)).collect::<Vec<_>>(),
            [Kind::MessageError]
        );
    }
}
