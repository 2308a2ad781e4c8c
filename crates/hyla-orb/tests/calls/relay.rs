//! A relay that changes the byte order of all messages, so that a peer that writes its machine's order is read and
//! answered in the other one. It decodes each message and writes it again.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use hyla_orb::any::Any;
use hyla_orb::cdr::{Cdr, CharSet, Decoder, Encoder, Fixed, Format, Limits, MarshalError, Order};
use hyla_orb::cdr::{Version, WString};
use hyla_orb::giop::{self, Assembler, Header, Message, ReplyStatus, RequestHeader};
use hyla_orb::reference::{IiopProfile, Reference};

use crate::probe::Probe::{
    Arr3, Colour, DblSeq, Inner, LongSeq, Mat, Mixed, Oct16, Oops, Str8, StrSeq, Track, TrackSeq,
    U, UE,
};

/// Messages that were changed, by their order before: big endian, little endian.
#[derive(Default)]
pub(crate) struct Swapped(AtomicUsize, AtomicUsize);

impl Swapped {
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.0.load(SeqCst), self.1.load(SeqCst))
    }
}

/// A reference to the same object by way of a relay, and what the relay counts. It ends with the test.
pub(crate) fn relay(reference: &Reference) -> (Reference, Arc<Swapped>) {
    let profile = reference.iiop().next().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let by_relay = IiopProfile {
        port: listener.local_addr().unwrap().port(),
        host: "127.0.0.1".to_owned(),
        ..profile.clone()
    };
    let swapped = Arc::new(Swapped::default());
    let counts = Arc::clone(&swapped);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let client = client.unwrap();
            let server = TcpStream::connect((profile.host.as_str(), profile.port)).unwrap();
            let operations = Arc::<Mutex<HashMap<u32, String>>>::default();
            for (from, to) in [(&client, &server), (&server, &client)] {
                let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                let (operations, counts) = (Arc::clone(&operations), Arc::clone(&counts));
                to.set_nodelay(true).unwrap();
                std::thread::spawn(move || pass(from, to, &operations, &counts));
            }
        }
    });
    let tagged = by_relay.tagged().unwrap();
    (Reference::new(reference.type_id(), vec![tagged]), swapped)
}

fn limits() -> Limits {
    Limits::default()
}

/// Passes messages on until one side ends.
fn pass(
    mut from: TcpStream,
    mut to: TcpStream,
    operations: &Mutex<HashMap<u32, String>>,
    counts: &Swapped,
) {
    let mut assembler = Assembler::new(limits());
    'read: loop {
        while let Some(octets) = assembler.next_message().unwrap() {
            let swapped = swap(octets, operations, counts);
            if to.write_all(&swapped).is_err() {
                break 'read;
            }
        }
        match from.read(assembler.space()) {
            Ok(0) | Err(_) => break,
            Ok(octets) => assembler.filled(octets),
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

fn swap(octets: &[u8], operations: &Mutex<HashMap<u32, String>>, counts: &Swapped) -> Vec<u8> {
    let limits = limits();
    let header = Header::read(octets.first_chunk().unwrap(), &limits).unwrap();
    let (order, count) = match header.order {
        Order::Big => (Order::Little, &counts.0),
        Order::Little => (Order::Big, &counts.1),
    };
    count.fetch_add(1, SeqCst);
    // The two agree on UTF-8 or Latin-1; octets of strings pass as they are where both sides of the relay write the same.
    let agreed = Format {
        chars: CharSet::Utf8,
        wide: header.version == Version::V1_2,
        version: header.version,
        order: header.order,
    };
    let format = Format { order, ..agreed };
    let mut out = Vec::new();
    match giop::read(octets, agreed, &limits).unwrap() {
        Message::Request(mut request) => {
            let operation = request.operation.to_string();
            let contexts: Vec<_> = request.contexts.iter().collect();
            let header = RequestHeader {
                id: request.id,
                response: request.response,
                key: request.target.key(),
                operation: &operation,
                contexts: &contexts,
            };
            let mut to = giop::begin_request(&mut out, format, &limits, &header);
            arguments(&operation, &mut request.body, &mut to).unwrap();
            to.finish_message().unwrap();
            operations.lock().unwrap().insert(request.id, operation);
        }
        Message::Reply(mut reply) => {
            let contexts: Vec<_> = reply.contexts.iter().collect();
            let operation = operations.lock().unwrap()[&reply.id].clone();
            let mut to =
                giop::begin_reply(&mut out, format, &limits, reply.id, reply.status, &contexts);
            result(&operation, reply.status, &mut reply.body, &mut to).unwrap();
            to.finish_message().unwrap();
        }
        Message::LocateRequest(request) => {
            giop::write_locate_request(&mut out, format, request.id, request.target.key());
        }
        Message::LocateReply(reply) => {
            let to = giop::begin_locate_reply(&mut out, format, &limits, reply.id, reply.status);
            to.finish_message().unwrap();
        }
        Message::CancelRequest(id) => giop::write_cancel(&mut out, format, id),
        Message::CloseConnection | Message::MessageError => {
            giop::write_bare(&mut out, format, header.kind);
        }
    }
    out
}

type Copied = Result<(), MarshalError>;

fn copy<T: Cdr>(from: &mut Decoder<'_>, to: &mut Encoder<'_>) -> Copied {
    T::decode(from)?.encode(to);
    Ok(())
}

/// Operations that give their only argument back.
fn echoed(operation: &str, from: &mut Decoder<'_>, to: &mut Encoder<'_>) -> Option<Copied> {
    Some(match operation {
        "basic" => copy::<Mixed>(from, to),
        "bstr" => copy::<Str8>(from, to),
        "seq" => copy::<LongSeq>(from, to),
        "dseq" => copy::<DblSeq>(from, to),
        "oseq" => copy::<Oct16>(from, to),
        "sseq" => copy::<StrSeq>(from, to),
        "arr" => copy::<Arr3>(from, to),
        "dmat" => copy::<Mat>(from, to),
        "dcolour" => copy::<Colour>(from, to),
        "un" => copy::<U>(from, to),
        "une" => copy::<UE>(from, to),
        "an" => copy::<Any>(from, to),
        "fx" => copy::<Fixed<5, 2>>(from, to),
        "wc" => copy::<char>(from, to),
        "ws" => copy::<WString>(from, to),
        "ch" => copy::<u8>(from, to),
        "obj" => copy::<Reference>(from, to),
        "tracks" => copy::<TrackSeq>(from, to),
        _ => return None,
    })
}

fn arguments(operation: &str, from: &mut Decoder<'_>, to: &mut Encoder<'_>) -> Copied {
    if let Some(copied) = echoed(operation, from, to) {
        return copied;
    }
    match operation {
        "fire" | "raise_oops" | "slow" => copy::<i32>(from, to),
        "_set_label" | "_is_a" => copy::<String>(from, to),
        "str" => {
            copy::<String>(from, to)?;
            copy::<String>(from, to)
        }
        "dinner" => {
            copy::<u8>(from, to)?;
            copy::<Inner>(from, to)
        }
        "swap" => copy::<LongSeq>(from, to),
        "_get_count" | "_get_label" | "null_call" | "self" | "raise_empty" | "sysex"
        | "_non_existent" => Ok(()),
        other => panic!("the relay does not know {other}"),
    }
}

fn result(
    operation: &str,
    status: ReplyStatus,
    from: &mut Decoder<'_>,
    to: &mut Encoder<'_>,
) -> Copied {
    match status {
        ReplyStatus::NoException => {}
        ReplyStatus::UserException => {
            let id = String::decode(from)?;
            id.encode(to);
            return match &*id {
                "IDL:Probe/Oops:1.0" => copy::<Oops>(from, to),
                _ => Ok(()),
            };
        }
        ReplyStatus::SystemException => {
            copy::<String>(from, to)?;
            copy::<u32>(from, to)?;
            return copy::<u32>(from, to);
        }
        ReplyStatus::Forward | ReplyStatus::ForwardPermanently => {
            return copy::<Reference>(from, to);
        }
        ReplyStatus::NeedsAddressing => return copy::<u16>(from, to),
    }
    if let Some(copied) = echoed(operation, from, to) {
        return copied;
    }
    match operation {
        "_get_count" => copy::<i32>(from, to),
        "_get_label" => copy::<String>(from, to),
        "_is_a" | "_non_existent" => copy::<bool>(from, to),
        "self" => copy::<Reference>(from, to),
        "str" => (0..3).try_for_each(|_| copy::<String>(from, to)),
        "dinner" => copy::<Inner>(from, to),
        "swap" => {
            copy::<LongSeq>(from, to)?;
            copy::<Track>(from, to)
        }
        _ => Ok(()),
    }
}
