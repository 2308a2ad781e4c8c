//! Peers: programs that reflect messages, and round-trip measurements with them.
//!
//! Over one TCP connection, one message at a time. The peer returns a message when it has arrived
//! completely:
//!
//! ```text
//! +--------+--------+------------------------+
//! | "HyLa" | length | length - 8 bytes of 0  |
//! +--------+--------+------------------------+
//!  4 bytes  4 bytes, big-endian
//! ```

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const MAGIC: [u8; 4] = *b"HyLa";
const HEADER: usize = 8;
/// Longest message, as of connections.
const MOST_BYTES: usize = crate::estimator::MOST_BYTES as usize;
/// Most simultaneous measuring servers, each with a thread; others are rejected.
const MOST_CLIENTS: usize = 64;
/// How long a peer waits for the next message before it closes a connection.
const QUIET: Duration = Duration::from_secs(30);

/// Reflects until it is dropped.
#[derive(Debug)]
pub struct Peer {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Peer {
    /// Reflects messages at this address. One thread accepts, one more serves each measuring
    /// server.
    ///
    /// # Errors
    /// Those of the system, for example that the address is in use.
    pub fn start(at: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(at)?;
        let address = listener.local_addr()?;
        let ends = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&ends);
        let thread = std::thread::Builder::new()
            .name("latency peer".into())
            .spawn(move || accept(&listener, &ended))?;
        Ok(Self {
            address,
            ends,
            thread: Some(thread),
        })
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        // Wakes the accepting thread.
        let mut at = self.address;
        if at.ip().is_unspecified() {
            at.set_ip(if at.is_ipv4() {
                [127, 0, 0, 1].into()
            } else {
                std::net::Ipv6Addr::LOCALHOST.into()
            });
        }
        let woken = TcpStream::connect_timeout(&at, Duration::from_secs(1));
        if let (Ok(_), Some(thread)) = (woken, self.thread.take()) {
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, ends: &AtomicBool) {
    let clients = Arc::new(AtomicUsize::new(0));
    loop {
        let accepted = listener.accept();
        if ends.load(Ordering::Relaxed) {
            return;
        }
        let Ok((stream, _)) = accepted else {
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        let place = ConnectionPermit::take(&clients);
        if let Some(place) = place {
            let serve = move || {
                // An invalid or ended connection is dropped.
                let _ = reflect(stream);
                drop(place);
            };
            let _ = std::thread::Builder::new()
                .name("latency reflection".into())
                .spawn(serve);
        }
    }
}

/// Permit for one connection of the reflector.
struct ConnectionPermit(Arc<AtomicUsize>);

impl ConnectionPermit {
    fn take(clients: &Arc<AtomicUsize>) -> Option<Self> {
        let before = clients.fetch_add(1, Ordering::Relaxed);
        let place = Self(Arc::clone(clients));
        (before < MOST_CLIENTS).then_some(place)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn reflect(mut stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(QUIET))?;
    stream.set_write_timeout(Some(QUIET))?;
    let mut message = vec![0; HEADER];
    loop {
        stream.read_exact(&mut message[..HEADER])?;
        let length = length(&message)?;
        // Grows with the received bytes, so that a length alone takes no memory.
        let mut arrived = HEADER;
        while arrived < length {
            let next = length.min(arrived + (1 << 16));
            if message.len() < next {
                message.resize(next, 0);
            }
            stream.read_exact(&mut message[arrived..next])?;
            arrived = next;
        }
        stream.write_all(&message[..length])?;
    }
}

fn length(header: &[u8]) -> io::Result<usize> {
    let invalid = || {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "not a message of the Latency Server",
        )
    };
    let (magic, rest) = header.split_first_chunk::<4>().ok_or_else(invalid)?;
    let (length, _) = rest.split_first_chunk::<4>().ok_or_else(invalid)?;
    let length = u32::from_be_bytes(*length) as usize;
    if *magic == MAGIC && (HEADER..=MOST_BYTES).contains(&length) {
        Ok(length)
    } else {
        Err(invalid())
    }
}

/// Exchanges messages of `bytes` (at least 8) with the peer at `HOST:PORT`, one after the other,
/// and gives the time of each round trip in microseconds: fewer than `round_trips` if those take more than half
/// of `timeout`, as on a long way. Blocks the calling thread.
///
/// # Errors
/// Those of the system; the peer does not answer within `timeout`, or is not a peer.
pub fn measure(
    peer: &str,
    bytes: u64,
    round_trips: u32,
    timeout: Duration,
) -> Result<Vec<f64>, NotMeasured> {
    let mut begun = 0;
    let measured = exchange(peer, bytes, round_trips, timeout, &mut begun);
    measured.map_err(|error| NotMeasured {
        problem: error.to_string(),
        begun,
    })
}

/// Why nothing was measured between two ends.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct NotMeasured {
    /// What is wrong, and what helps.
    pub problem: String,
    /// Round trips that were begun before: they have cost their bytes.
    pub begun: u32,
}

impl From<String> for NotMeasured {
    /// Nothing was sent.
    fn from(problem: String) -> Self {
        Self { problem, begun: 0 }
    }
}

fn exchange(
    peer: &str,
    bytes: u64,
    round_trips: u32,
    timeout: Duration,
    begun: &mut u32,
) -> io::Result<Vec<f64>> {
    let address = peer
        .to_socket_addrs()?
        .next()
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the peer has no address"))?;
    let began = Instant::now();
    let (enough_at, until) = (began + timeout / 2, began + timeout);
    let mut stream = TcpStream::connect_timeout(&address, timeout)?;
    stream.set_nodelay(true)?;
    let length = usize::try_from(bytes)
        .unwrap_or(MOST_BYTES)
        .clamp(HEADER, MOST_BYTES);
    let mut message = vec![0; length];
    message[..4].copy_from_slice(&MAGIC);
    message[4..HEADER].copy_from_slice(&(length as u32).to_be_bytes());
    let mut reflected = vec![0; length];
    let mut times = Vec::with_capacity(round_trips as usize);
    for _ in 0..round_trips {
        // None is cut off: those that take long would be missing.
        if !times.is_empty() && Instant::now() >= enough_at {
            break;
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "the peer is too slow",
            ));
        }
        stream.set_read_timeout(Some(left))?;
        stream.set_write_timeout(Some(left))?;
        *begun += 1;
        let began = Instant::now();
        stream.write_all(&message)?;
        stream.read_exact(&mut reflected)?;
        times.push(began.elapsed().as_secs_f64() * 1e6);
        if reflected != message {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it reflects something else",
            ));
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn peer() -> Peer {
        Peer::start(([127, 0, 0, 1], 0).into()).unwrap()
    }

    #[test]
    fn messages_of_every_size_come_back() {
        let peer = peer();
        let at = peer.address().to_string();

        for bytes in [0, 8, 64, 8192, 1 << 20] {
            let times = measure(&at, bytes, 5, PATIENCE).unwrap();

            assert_eq!(times.len(), 5, "{bytes}");
            assert!(times.iter().all(|us| *us > 0.0));
        }
    }

    #[test]
    fn nonsense_ends_the_connection_and_nothing_else() {
        let peer = peer();
        for wrong in [
            &b"GET / HTTP/1.1\r\n\r\n"[..],
            b"HyLa\0\0\0\x07",
            b"HyLa\xff\xff\xff\xff",
        ] {
            let mut stream = TcpStream::connect(peer.address()).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            stream.write_all(wrong).unwrap();

            let mut rest = Vec::new();
            // Closed, or reset because of unread data.
            let ended = stream.read_to_end(&mut rest);
            assert!(rest.is_empty(), "{ended:?}");
        }

        assert!(measure(&peer.address().to_string(), 64, 1, PATIENCE).is_ok());
    }

    #[test]
    fn a_long_way_gives_fewer_times_instead_of_none() {
        let slow = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = slow.local_addr().unwrap().to_string();
        let reflects = std::thread::spawn(move || {
            let (mut stream, _) = slow.accept().unwrap();
            let mut message = [0; 64];
            while stream.read_exact(&mut message).is_ok() {
                std::thread::sleep(Duration::from_millis(300));
                stream.write_all(&message).unwrap();
            }
        });

        let times = measure(&at, 64, 100, Duration::from_secs(4)).unwrap();

        assert!((1..=7).contains(&times.len()), "{times:?}");
        assert!(times.iter().all(|us| *us >= 300e3), "{times:?}");
        reflects.join().unwrap();
    }

    #[test]
    fn a_peer_that_is_gone_or_silent_is_an_error() {
        let at = peer().address().to_string();
        assert!(measure(&at, 64, 1, Duration::from_millis(200)).is_err());

        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = silent.local_addr().unwrap().to_string();
        assert!(measure(&at, 64, 1, Duration::from_millis(50)).is_err());
    }
}
