//! Attacks by somebody between two sides that encrypt: each side is made to believe that the other one cannot.

mod fedpro;
mod members;
mod rti;

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// The side that bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Caller,
    Called,
}

/// Bytes of one read on a connection, in order of arrival, and what is done with them.
struct Passing<'a> {
    from: From,
    /// How many reads of this side were before, on this connection.
    number: usize,
    bytes: Vec<u8>,
    /// Goes back to the side that the bytes come from.
    answer: &'a mut Vec<u8>,
}

/// Changes bytes that pass, and returns what is forwarded; `None` cuts the connection.
type Change = fn(Passing<'_>) -> Option<Vec<u8>>;

/// Somebody between a caller and the called, who keeps all bytes of both.
struct Between {
    at: SocketAddr,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Between {
    fn new(to: SocketAddr, change: Change) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&seen);
        std::thread::spawn(move || {
            while let Ok((caller, _)) = listener.accept() {
                // Nothing listens there any more when the test is over.
                let Ok(called) = TcpStream::connect(to) else {
                    return;
                };
                let ends = |one: &TcpStream, other: &TcpStream| {
                    (one.try_clone().unwrap(), other.try_clone().unwrap())
                };
                for (from, ends) in [
                    (From::Caller, ends(&caller, &called)),
                    (From::Called, ends(&called, &caller)),
                ] {
                    let all = Arc::clone(&all);
                    std::thread::spawn(move || forward(from, ends, &all, change));
                }
            }
        });
        Self { at, seen }
    }

    /// Whether these bytes have passed.
    fn has_seen(&self, bytes: &[u8]) -> bool {
        let seen = self.seen.lock().unwrap();
        seen.windows(bytes.len()).any(|found| found == bytes)
    }

    /// Asserts that somebody called, and that none of these have passed.
    fn has_learned_nothing_of(&self, secrets: &[&[u8]]) {
        assert!(!self.seen.lock().unwrap().is_empty(), "nothing was sent");
        for secret in secrets {
            let text = String::from_utf8_lossy(secret);
            assert!(!self.has_seen(secret), "{text:?} was readable");
        }
    }
}

fn forward(
    from: From,
    (mut source, mut target): (TcpStream, TcpStream),
    seen: &Mutex<Vec<u8>>,
    change: Change,
) {
    let mut buffer = vec![0; 64 << 10];
    for number in 0.. {
        let Ok(count @ 1..) = source.read(&mut buffer) else {
            break;
        };
        seen.lock().unwrap().extend_from_slice(&buffer[..count]);
        let mut answer = Vec::new();
        let passes = change(Passing {
            from,
            number,
            bytes: buffer[..count].to_vec(),
            answer: &mut answer,
        });
        let Some(passes) = passes else {
            let _ = source.shutdown(Shutdown::Both);
            break;
        };
        if source.write_all(&answer).is_err() || target.write_all(&passes).is_err() {
            break;
        }
    }
    let _ = target.shutdown(Shutdown::Write);
}

/// A record of TLS with this content.
fn tls_record(kind: u8, version: [u8; 2], content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).unwrap().to_be_bytes();
    [&[kind][..], &version, &length, content].concat()
}

/// A message of a handshake of TLS, in a record.
fn handshake_record(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let message = [&[kind][..], &length[1..], body].concat();
    tls_record(0x16, [3, 1], &message)
}
