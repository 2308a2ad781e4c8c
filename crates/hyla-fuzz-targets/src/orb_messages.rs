//! A peer of the object request broker that sends anything, in pieces of any size: the assembler gives whole messages within
//! its limits or ends the connection, and what a message holds is read or refused. A message that was read and an `any` in it
//! are written and read again as the same.

use hyla_orb::any::{Any, TypeCode};
use hyla_orb::cdr::{Cdr, Decoder, Encoder, Format, Limits};
use hyla_orb::giop::{self, Assembler, Message};
use hyla_orb::reference::Reference;

fn limits() -> Limits {
    Limits {
        message_bytes: 1 << 16,
        decoded_bytes: 1 << 18,
        ..Limits::default()
    }
}

/// Decoded values are written and read again.
fn again(body: Decoder<'_>, limits: &Limits) {
    let format = body.format();
    let Ok(any) = Any::decode(&mut body.clone()) else {
        return;
    };
    let mut octets = Vec::new();
    let mut encoder = Encoder::new(&mut octets, format, limits);
    any.encode(&mut encoder);
    // Characters may take more octets than they were read from, and pass the limit.
    if encoder.finish().is_err() {
        return;
    }
    let read = Any::decode(&mut Decoder::new(&octets, 0, format, limits));
    // It may need more memory than the limits allow, where it begins elsewhere; otherwise it is the same.
    if let Ok(read) = read {
        assert_eq!(format!("{read:?}"), format!("{any:?}"));
    }
}

fn examine(octets: &[u8], limits: &Limits) {
    let Ok(message) = giop::read(octets, Format::default(), limits) else {
        return;
    };
    match message {
        Message::Request(mut request) => {
            request.contexts.iter().for_each(drop);
            again(request.body.clone(), limits);
            let _ = Vec::<Vec<String>>::decode(&mut request.body);
        }
        Message::Reply(mut reply) => {
            let _ = Reference::decode(&mut reply.body.clone());
            let _ = TypeCode::decode(&mut reply.body);
        }
        Message::LocateReply(mut reply) => {
            let _ = Reference::decode(&mut reply.body);
        }
        _ => {}
    }
}

/// Checks one input.
pub fn check(input: &[u8]) {
    let Some((&size, bytes)) = input.split_first() else {
        return;
    };
    let limits = limits();
    let mut assembler = Assembler::new(limits);
    for mut left in bytes.chunks(usize::from(size) + 1) {
        while !left.is_empty() {
            let space = assembler.space();
            let count = space.len().min(left.len());
            space[..count].copy_from_slice(&left[..count]);
            assembler.filled(count);
            left = &left[count..];
            loop {
                match assembler.next_message() {
                    Ok(Some(message)) => {
                        assert!(message.len() <= limits.message_bytes + 12);
                        examine(message, &limits);
                    }
                    Ok(None) => break,
                    Err(_) => return,
                }
            }
        }
    }
}
