//! Sessions of TLS between each other, with rustls, and with attackers.

use std::io::{Read as _, Write as _};

use fastrand::Rng;
use rustls::crypto::ring::default_provider;
use rustls::{ClientConnection, Connection, ServerConnection};

use super::pipe::{Pipe, Socket};
use super::sealed_stream::{Bytes, READ_BYTES};
use super::session_read::SessionRead;
use super::tls_record::Content;
use super::tls_session::TlsSession;
use super::{TlsClient, TlsServer};

const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

/// Two sessions and what is between them.
struct Pair {
    caller: TlsSession,
    called: TlsSession,
    there: Pipe,
    back: Pipe,
    buffer: Vec<u8>,
}

impl Pair {
    fn new() -> Self {
        let server = TlsServer::with_secret(SECRET).unwrap();
        Self {
            caller: TlsSession::client(&TlsClient::with_secret(SECRET).unwrap()).unwrap(),
            called: TlsSession::server(&server, &[]).unwrap(),
            there: Pipe::with_room(usize::MAX),
            back: Pipe::with_room(usize::MAX),
            buffer: vec![0; 2 * READ_BYTES],
        }
    }

    fn established() -> Self {
        let mut pair = Self::new();
        for _ in 0..3 {
            pair.at_caller();
            pair.at_called();
        }
        assert!(!pair.caller.is_handshaking() && !pair.called.is_handshaking());
        pair
    }

    /// A read of the caller, with an attempt to write before.
    fn at_caller(&mut self) -> SessionRead {
        let mut socket = Socket {
            from: &mut self.back,
            to: &mut self.there,
        };
        let _full = self.caller.write(&mut socket, Bytes::Theirs(&[]));
        self.caller.read(&mut socket, &mut self.buffer)
    }

    fn at_called(&mut self) -> SessionRead {
        let mut socket = Socket {
            from: &mut self.there,
            to: &mut self.back,
        };
        let _full = self.called.write(&mut socket, Bytes::Theirs(&[]));
        self.called.read(&mut socket, &mut self.buffer)
    }

    fn call(&mut self, bytes: Bytes<'_>) -> std::io::Result<usize> {
        let mut socket = Socket {
            from: &mut self.back,
            to: &mut self.there,
        };
        self.caller.write(&mut socket, bytes)
    }

    fn answer(&mut self, bytes: Bytes<'_>) -> std::io::Result<usize> {
        let mut socket = Socket {
            from: &mut self.there,
            to: &mut self.back,
        };
        self.called.write(&mut socket, bytes)
    }
}

fn is_refused(read: &SessionRead, text: &str) -> bool {
    matches!(read, SessionRead::Rejected(reason) if reason.to_string().contains(text))
}

/// Bytes of a run, at least.
const ALL: usize = 300_000;

/// Bundles of any length, through a socket that takes any part of them, and keys that change from both sides.
#[test]
fn bundles_arrive_whole_through_a_socket_that_takes_parts() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let mut pair = Pair::new();
        (pair.there.room, pair.back.room) = (rng.usize(100..100_000), rng.usize(100..1000));
        let (mut sent, mut arrived) = (Vec::new(), Vec::new());
        let (mut answers, mut returned) = (0, 0);
        let mut bundle: Vec<u8> = Vec::new();
        let mut rounds = 0;
        while arrived.len() < ALL || arrived.len() < sent.len() || returned < answers {
            rounds += 1;
            assert!(rounds < 100_000, "{seed}: {} arrived", arrived.len());
            if bundle.is_empty() && sent.len() < ALL {
                let most = [40, 5_000, 40_000, 100_000][rng.usize(..4)];
                let length = rng.usize(1..most);
                bundle.extend(std::iter::repeat_with(|| rng.u8(..)).take(length));
                sent.extend_from_slice(&bundle);
            }
            match rng.u8(..60) {
                0 => pair.caller.change_keys(),
                1 => pair.called.change_keys(),
                2 if sent.len() < ALL => answers += pair.answer(Bytes::Theirs(b"a")).unwrap_or(0),
                _ => {}
            }
            let bytes = match rng.bool() {
                true => Bytes::Ours(&mut bundle),
                false => Bytes::Theirs(&bundle),
            };
            match pair.call(bytes) {
                Ok(count) => drop(bundle.drain(..count)),
                Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock),
            }
            match pair.at_caller() {
                SessionRead::Bytes(count) => returned += count,
                SessionRead::Nothing => {}
                other => panic!("{seed}: {other:?}"),
            }
            match pair.at_called() {
                SessionRead::Bytes(count) => arrived.extend_from_slice(&pair.buffer[..count]),
                SessionRead::Nothing => {}
                other => panic!("{seed}: {other:?}"),
            }
        }
        assert!(arrived == sent, "{seed}");
    }
}

#[test]
fn a_write_can_be_cut_at_every_byte() {
    let mut pair = Pair::established();
    let plain: Vec<u8> = (0..5_000_u32).map(|at| at as u8).collect();
    for cut in 0..plain.len() + 60 {
        let mut bundle = plain.clone();
        pair.there.room = cut;
        let written = pair.call(Bytes::Ours(&mut bundle));
        pair.there.room = usize::MAX;
        if written.is_err() {
            // A bundle that was sealed must not be sealed again.
            pair.call(Bytes::Theirs(&bundle)).unwrap();
        }

        let mut arrived = Vec::new();
        while let SessionRead::Bytes(count) = pair.at_called() {
            arrived.extend_from_slice(&pair.buffer[..count]);
        }
        assert!(arrived == plain, "{cut}");
    }
}

/// Rustls's own connection, that seals and opens by itself.
fn rustls_peer(suite: usize, is_client: bool) -> (Connection, TlsSession) {
    let mut provider = default_provider();
    provider
        .cipher_suites
        .retain(|suite| suite.tls13().is_some());
    provider.cipher_suites = vec![provider.cipher_suites[suite]];
    if is_client {
        let client = TlsClient::with_ciphers(provider, SECRET).unwrap();
        let peer = ClientConnection::new(client.config, client.name).unwrap();
        let server = TlsServer::with_secret(SECRET).unwrap();
        (peer.into(), TlsSession::server(&server, &[]).unwrap())
    } else {
        let server = TlsServer::with_ciphers(provider, SECRET).unwrap();
        let peer = ServerConnection::new(server.config).unwrap();
        let client = TlsClient::with_secret(SECRET).unwrap();
        (peer.into(), TlsSession::client(&client).unwrap())
    }
}

#[test]
fn rustls_understands_and_is_understood_with_each_cipher() {
    for (suite, is_client) in (0..3).flat_map(|suite| [(suite, true), (suite, false)]) {
        let (mut peer, mut session) = rustls_peer(suite, is_client);
        peer.set_buffer_limit(None);
        let (mut there, mut back) = (Pipe::with_room(usize::MAX), Pipe::with_room(usize::MAX));
        let mut buffer = vec![0; 2 * READ_BYTES];
        let mut rng = Rng::with_seed(suite as u64);
        let (mut sent, mut arrived, mut answered, mut returned) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for round in 0..200 {
            let mut socket = Socket {
                from: &mut there,
                to: &mut back,
            };
            if !session.is_handshaking() {
                let mut bundle: Vec<u8> = (0..rng.usize(1..40_000)).map(|at| at as u8).collect();
                sent.extend_from_slice(&bundle);
                if round % 10 == 0 {
                    session.change_keys();
                }
                let count = session.write(&mut socket, Bytes::Ours(&mut bundle));
                assert_eq!(count.unwrap(), bundle.len());
            } else {
                let _handshaking = session.write(&mut socket, Bytes::Theirs(b"early"));
            }
            match session.read(&mut socket, &mut buffer) {
                SessionRead::Bytes(count) => returned.extend_from_slice(&buffer[..count]),
                SessionRead::Nothing => {}
                other => panic!("{other:?}"),
            }

            let mut socket = Socket {
                from: &mut back,
                to: &mut there,
            };
            while peer.read_tls(&mut socket).is_ok() {
                peer.process_new_packets().unwrap();
                // The socket is empty.
                let _blocked = peer.reader().read_to_end(&mut arrived);
            }
            if !peer.is_handshaking() {
                let length = rng.usize(1..40_000);
                answered.resize(answered.len() + length, round as u8);
                peer.writer().write_all(&vec![round as u8; length]).unwrap();
                if round % 15 == 0 {
                    peer.refresh_traffic_keys().unwrap();
                }
            }
            while peer.wants_write() {
                peer.write_tls(&mut socket).unwrap();
            }
        }
        assert!(sent.len() > 1_000_000 && arrived == sent);
        peer.send_close_notify();
        let mut socket = Socket {
            from: &mut back,
            to: &mut there,
        };
        while peer.wants_write() {
            peer.write_tls(&mut socket).unwrap();
        }
        let mut socket = Socket {
            from: &mut there,
            to: &mut back,
        };
        loop {
            match session.read(&mut socket, &mut buffer) {
                SessionRead::Bytes(count) => returned.extend_from_slice(&buffer[..count]),
                read => {
                    assert!(matches!(read, SessionRead::End), "{read:?}");
                    break;
                }
            }
        }
        assert!(answered.len() > 1_000_000 && returned == answered);
        session.finish(&mut socket);
        peer.read_tls(&mut Socket {
            from: &mut back,
            to: &mut there,
        })
        .unwrap();
        assert!(peer.process_new_packets().unwrap().peer_has_closed());
    }
}

#[test]
fn bytes_behind_the_end_of_tls_end_the_session() {
    let mut pair = Pair::established();
    pair.call(Bytes::Theirs(b"a value")).unwrap();
    pair.caller.finish(&mut Socket {
        from: &mut pair.back,
        to: &mut pair.there,
    });
    pair.there.bytes.extend([0; 16 << 10]);

    let read = pair.at_called();
    assert!(matches!(read, SessionRead::Bytes(7)), "{read:?}");
    assert!(pair.called.has_more());
    for _ in 0..2 {
        let read = pair.at_called();
        assert!(matches!(read, SessionRead::End), "{read:?}");
    }
}

#[test]
fn a_stream_that_is_cut_off_does_not_end_in_order() {
    let mut pair = Pair::established();
    pair.call(Bytes::Theirs(b"a value")).unwrap();
    pair.there.is_cut = true;

    assert!(matches!(pair.at_called(), SessionRead::Bytes(7)));
    let read = pair.at_called();
    assert!(matches!(read, SessionRead::Failed(_)), "{read:?}");
}

#[test]
fn both_sides_are_told_that_a_record_was_altered() {
    let mut pair = Pair::established();
    pair.call(Bytes::Theirs(b"a value")).unwrap();
    pair.call(Bytes::Theirs(b"another")).unwrap();
    *pair.there.bytes.back_mut().unwrap() ^= 1;

    assert!(matches!(pair.at_called(), SessionRead::Bytes(7)));
    assert!(is_refused(&pair.at_called(), "altered"));
    assert!(is_refused(&pair.at_called(), "altered"));
    assert!(is_refused(&pair.at_caller(), "BadRecordMac"));
}

#[test]
fn a_key_is_changed_before_it_is_used_up() {
    let mut pair = Pair::established();
    pair.caller.keys().unwrap()[0].use_up(1);
    pair.called.keys().unwrap()[1].use_up(1);
    for number in 0..3 {
        pair.call(Bytes::Theirs(&[number])).unwrap();
    }

    assert!(matches!(pair.at_called(), SessionRead::Bytes(3)));
    assert_eq!(pair.buffer[..3], [0, 1, 2]);
    assert_eq!(pair.caller.keys().unwrap()[0].records(), 2);
}

#[test]
fn key_changes_without_end_are_refused() {
    for (changes, is_accepted) in [(32, true), (33, false)] {
        let mut pair = Pair::established();
        for _ in 0..changes {
            pair.caller.change_keys();
            // A bundle without bytes.
            pair.call(Bytes::Theirs(&[])).unwrap();
        }

        let read = pair.at_called();
        match is_accepted {
            true => assert!(matches!(read, SessionRead::Nothing), "{read:?}"),
            false => assert!(is_refused(&read, "does not allow"), "{read:?}"),
        }
    }
}

#[test]
fn messages_of_a_handshake_that_is_over_are_refused_but_for_tickets_of_a_server() {
    let ticket = [4, 0, 0, 3, 1, 2, 3];
    let two = [ticket, ticket].concat();
    for message in [&ticket[..], &two] {
        let mut pair = Pair::established();
        pair.called.inject(Content::Handshake, message);
        pair.answer(Bytes::Theirs(b"a value")).unwrap();
        assert!(matches!(pair.at_caller(), SessionRead::Bytes(7)));

        pair.caller.inject(Content::Handshake, message);
        pair.call(Bytes::Theirs(&[])).unwrap();
        assert!(is_refused(&pair.at_called(), "does not allow"));
    }
    for message in [
        &[1, 0, 0, 0][..],
        &[4, 0, 0, 4, 1, 2, 3],
        &[4, 255, 255, 255],
        &[24, 0, 0, 1],
        &[24, 0, 0, 1, 2],
        &[24, 0, 0, 1, 0, 0],
        &[24, 0, 0, 1, 0, 24, 0, 0, 1, 0],
        &[4, 0, 0, 0, 24, 0, 0, 1, 0],
    ] {
        let mut pair = Pair::established();
        pair.called.inject(Content::Handshake, message);
        pair.answer(Bytes::Theirs(&[])).unwrap();
        let read = pair.at_caller();
        assert!(is_refused(&read, "does not allow"), "{message:?} {read:?}");
    }
    for alert in [&[][..], &[2], &[2, 40, 0]] {
        let mut pair = Pair::established();
        pair.called.inject(Content::Alert, alert);
        pair.answer(Bytes::Theirs(b"a value")).unwrap();
        let read = pair.at_caller();
        let is_empty = alert.is_empty();
        // Nothing was sealed.
        assert!(
            is_empty == matches!(read, SessionRead::Bytes(7)),
            "{read:?}"
        );
    }
}

/// Runs a handshake and changes what passes, turn by turn; then both sides send a value. Gives what arrived.
fn tampered(mut change: impl FnMut(usize, &mut Pair)) -> Vec<Vec<u8>> {
    let mut pair = Pair::new();
    let mut arrived = Vec::new();
    for turn in 0..4 {
        let reads = [pair.at_caller(), {
            change(2 * turn, &mut pair);
            pair.at_called()
        }];
        change(2 * turn + 1, &mut pair);
        assert!(
            reads.iter().all(|read| !matches!(read, SessionRead::End)),
            "{reads:?}"
        );
    }
    let _refused = pair.call(Bytes::Theirs(b"a value"));
    if let SessionRead::Bytes(count) = pair.at_called() {
        arrived.push(pair.buffer[..count].to_vec());
    }
    let _refused = pair.answer(Bytes::Theirs(b"a value"));
    if let SessionRead::Bytes(count) = pair.at_caller() {
        arrived.push(pair.buffer[..count].to_vec());
    }
    arrived
}

#[test]
fn nothing_arrives_after_a_handshake_of_which_a_byte_was_changed() {
    let values = [b"a value".to_vec(), b"a value".to_vec()];
    assert_eq!(tampered(|_, _| {}), values);
    for (turn, of_caller) in [(0, true), (1, false), (2, true)] {
        for place in 0.. {
            let (mut was_there, mut is_header) = (false, false);
            let arrived = tampered(|now, pair| {
                let bytes = match of_caller {
                    true => &mut pair.there.bytes,
                    false => &mut pair.back.bytes,
                };
                if now == turn && place < bytes.len() {
                    was_there = true;
                    is_header = is_outside_of_the_handshake(bytes.make_contiguous(), place);
                    bytes[place] ^= 1;
                }
            });
            if !was_there {
                assert!(place > 50, "{turn}: {place}");
                break;
            }
            assert!(
                arrived.is_empty() || (is_header && arrived == values),
                "{turn}: {place}: {arrived:?}"
            );
        }
    }
}

/// Whether that byte is the type or version of a record, or belongs to a record for old middleboxes: rustls does not read these.
fn is_outside_of_the_handshake(bytes: &[u8], place: usize) -> bool {
    let mut at = 0;
    loop {
        let length = usize::from(u16::from_be_bytes([bytes[at + 3], bytes[at + 4]]));
        if place < at + 5 + length {
            return bytes[at] == 20 || (at..at + 3).contains(&place);
        }
        at += 5 + length;
    }
}

#[test]
fn rubbish_at_each_stage_of_the_handshake_ends_it() {
    for seed in 0..600 {
        let mut rng = Rng::with_seed(seed);
        let (turn, length) = (rng.usize(..4), rng.usize(1..3_000));
        let looks_like_tls = rng.bool();
        let arrived = tampered(|now, pair| {
            if now == turn {
                let bytes = match turn % 2 {
                    0 => &mut pair.there.bytes,
                    _ => &mut pair.back.bytes,
                };
                if rng.bool() {
                    bytes.clear();
                }
                if looks_like_tls {
                    bytes.extend([rng.u8(20..24), 3, 3, (length >> 8) as u8, length as u8]);
                }
                bytes.extend(std::iter::repeat_with(|| rng.u8(..)).take(length));
            }
        });
        // The other direction may be undisturbed.
        assert!(arrived.len() < 2, "{seed}: {arrived:?}");
    }
}
