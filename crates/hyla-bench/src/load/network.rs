//! Loads a link with datagrams, and receives them at its other end.

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::live::{LIVE, ended};
use super::pace::Bucket;
use crate::job::Report;
use crate::lines;

/// Number of the load and of the datagram, eight bytes each.
const HEAD: u32 = 16;
/// Largest payload of an IPv4 datagram.
const MOST: u32 = 65_507;
/// Longest time between two reads of the clock: datagrams due in it leave together.
const GRAIN: Duration = Duration::from_millis(1);
/// Seconds of missed datagrams that are made up for.
const MADE_UP_S: f64 = 0.005;

/// Sends until the input ends.
pub(super) fn send(
    to: SocketAddr,
    bits_per_s: u64,
    bytes: u32,
    input: &Receiver<String>,
) -> Result<(), String> {
    if !(HEAD..=MOST).contains(&bytes) {
        return Err(format!(
            "{bytes} bytes are not a datagram of a load: {HEAD} to {MOST} are possible"
        ));
    }
    if bits_per_s == 0 {
        return Err("0 bits a second are no load".into());
    }
    let any: SocketAddr = match to {
        SocketAddr::V4(_) => (std::net::Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (std::net::Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any)
        .and_then(|socket| socket.connect(to).map(|()| socket))
        .map_err(|error| format!("no datagrams can be sent to {to}: {error}"))?;
    // Under back-pressure of the socket, the reported rate is the achieved one.
    let rate = bits_per_s as f64 / 8.0 / f64::from(bytes);
    let depth = (rate * MADE_UP_S).ceil() as u64;
    let mut bucket = Bucket::new(rate, depth.saturating_add(1));
    let mut datagram = vec![0x5a; bytes as usize];
    datagram[..8].copy_from_slice(&run_number().to_le_bytes());
    lines::say(&Report::Running {});
    let begin = Instant::now();
    let (mut total, mut recent, mut live) = (Sent::default(), Sent::default(), begin + LIVE);
    let mut since = begin;
    loop {
        let missed = bucket.given_up();
        for _ in 0..bucket.take(begin.elapsed()) {
            datagram[8..16].copy_from_slice(&total.datagrams.to_le_bytes());
            match socket.send(&datagram) {
                Ok(_) => total.datagrams += 1,
                // The port has no receiver (yet): datagrams are discarded, but the link is loaded.
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                    total.refused += 1;
                }
                Err(error) if is_for_a_while(&error) => total.refused += 1,
                Err(error) => {
                    return Err(format!(
                        "a datagram of {bytes} bytes cannot be sent to {to}: {error}"
                    ));
                }
            }
        }
        total.missed += bucket.given_up() - missed;
        let now = Instant::now();
        if now >= live {
            live += LIVE;
            lines::say(&Report::Live {
                seconds: (now - begin).as_secs_f64(),
                metrics: total.since(&recent, now - since, bytes),
            });
            (recent, since) = (total, now);
        }
        let next = bucket.next().map_or(live, |next| begin + next);
        let coarse = now + GRAIN;
        let until = if rate > 1000.0 { coarse } else { next };
        if ended(input, until.min(live)) {
            break;
        }
    }
    lines::say(&Report::done(
        total.since(&Sent::default(), begin.elapsed(), bytes),
        BTreeMap::new(),
    ));
    Ok(())
}

/// Whether the error is temporary.
fn is_for_a_while(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ENOBUFS)
        || matches!(
            error.kind(),
            io::ErrorKind::WouldBlock
                | io::ErrorKind::Interrupted
                | io::ErrorKind::NetworkUnreachable
                | io::ErrorKind::HostUnreachable
        )
}

/// Distinguishes loads that send to the same sink.
fn run_number() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.as_nanos() as u64);
    nanos.rotate_left(16) ^ u64::from(std::process::id())
}

#[derive(Clone, Copy, Debug, Default)]
struct Sent {
    datagrams: u64,
    refused: u64,
    missed: u64,
}

impl Sent {
    fn since(&self, earlier: &Self, time: Duration, bytes: u32) -> BTreeMap<String, f64> {
        let seconds = time.as_secs_f64().max(1e-9);
        let sent = (self.datagrams - earlier.datagrams) as f64;
        let payload = sent * f64::from(bytes);
        BTreeMap::from([
            ("sent".to_owned(), sent),
            ("sent_per_s".to_owned(), sent / seconds),
            ("sent_bits_per_s".to_owned(), payload * 8.0 / seconds),
            (
                "not_sent".to_owned(),
                (self.refused + self.missed - earlier.refused - earlier.missed) as f64,
            ),
        ])
    }
}

/// Receives and counts until the input ends.
pub(super) fn sink(at: SocketAddr, input: &Receiver<String>) -> Result<(), String> {
    let cannot = |error| format!("no datagrams can be taken at {at}: {error}");
    let socket = UdpSocket::bind(at).map_err(cannot)?;
    // As large as the system permits: excess datagrams are lost and counted.
    let _as_far_as_allowed = socket2::SockRef::from(&socket).set_recv_buffer_size(4 << 20);
    socket
        .set_read_timeout(Some(Duration::from_millis(100)))
        .map_err(cannot)?;
    let at = socket.local_addr().map_err(cannot)?;
    lines::say(&Report::Listening { at });
    lines::say(&Report::Running {});
    let begin = Instant::now();
    let mut tally = Tally::default();
    let mut recent = tally.counts;
    let (mut live, mut since) = (begin + LIVE, begin);
    let mut datagram = vec![0; MOST as usize + 1];
    loop {
        // Checks the input periodically, and whenever no datagram arrives.
        for _ in 0..1000 {
            match socket.recv(&mut datagram) {
                Ok(bytes) => tally.take(&datagram[..bytes]),
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    ) =>
                {
                    break;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(cannot(error)),
            }
            if Instant::now() >= live {
                break;
            }
        }
        let now = Instant::now();
        if now >= live {
            live = now + LIVE;
            lines::say(&Report::Live {
                seconds: (now - begin).as_secs_f64(),
                metrics: tally.counts.since(&recent, now - since),
            });
            (recent, since) = (tally.counts, now);
        }
        if ended(input, now) {
            break;
        }
    }
    let metrics = tally.counts.since(&Counts::default(), begin.elapsed());
    lines::say(&Report::done(metrics, BTreeMap::new()));
    Ok(())
}

/// Received datagrams, and lost ones by their numbers.
#[derive(Debug, Default)]
struct Tally {
    counts: Counts,
    /// By number of the load, the next expected number.
    expected: BTreeMap<u64, u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    datagrams: u64,
    bytes: u64,
    lost: u64,
    late: u64,
    strange: u64,
}

impl Tally {
    fn take(&mut self, datagram: &[u8]) {
        let (Some(run), Some(number)) = (word(datagram, 0), word(datagram, 8)) else {
            self.counts.strange += 1;
            return;
        };
        self.counts.datagrams += 1;
        self.counts.bytes += datagram.len() as u64;
        // Datagrams before the first received one do not count as lost: the sink was not ready.
        let expected = self.expected.entry(run).or_insert(number);
        if number < *expected {
            // The datagram was counted as lost.
            self.counts.lost = self.counts.lost.saturating_sub(1);
            self.counts.late += 1;
        } else {
            self.counts.lost += number - *expected;
            *expected = number.saturating_add(1);
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..at + 8)?;
    Some(u64::from_le_bytes(word.try_into().ok()?))
}

impl Counts {
    fn since(&self, earlier: &Self, time: Duration) -> BTreeMap<String, f64> {
        let seconds = time.as_secs_f64().max(1e-9);
        let datagrams = (self.datagrams - earlier.datagrams) as f64;
        // A late one may arrive in a later report than it was counted as lost.
        let lost = self.lost.saturating_sub(earlier.lost) as f64;
        let mut metrics = BTreeMap::from([
            ("delivered".to_owned(), datagrams),
            ("delivered_per_s".to_owned(), datagrams / seconds),
            (
                "delivered_bytes_per_s".to_owned(),
                (self.bytes - earlier.bytes) as f64 / seconds,
            ),
            ("lost".to_owned(), lost),
            ("reordered".to_owned(), (self.late - earlier.late) as f64),
            (
                "foreign".to_owned(),
                (self.strange - earlier.strange) as f64,
            ),
        ]);
        if datagrams + lost > 0.0 {
            metrics.insert("lost_share".to_owned(), lost / (datagrams + lost));
        }
        metrics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn datagram(run: u64, number: u64) -> Vec<u8> {
        [run.to_le_bytes(), number.to_le_bytes()].concat()
    }

    #[test]
    fn gaps_in_the_numbers_of_each_sender_are_losses_until_the_late_ones_come() {
        let mut tally = Tally::default();
        for (run, number) in [(1, 40), (1, 41), (2, 7), (1, 45), (2, 8)] {
            tally.take(&datagram(run, number));
        }
        assert_eq!(tally.counts.lost, 3);

        tally.take(&datagram(1, 43));

        let counts = tally.counts;
        assert_eq!((counts.datagrams, counts.lost, counts.late), (6, 2, 1));
        assert_eq!(counts.bytes, 6 * 16);
    }

    #[test]
    fn a_datagram_that_is_too_short_for_a_load_is_counted_as_foreign() {
        let mut tally = Tally::default();

        tally.take(&[1, 2, 3]);

        let metrics = tally
            .counts
            .since(&Counts::default(), Duration::from_secs(1));
        assert_eq!(metrics["foreign"], 1.0);
        assert_eq!(metrics["delivered"], 0.0);
        assert!(!metrics.contains_key("lost_share"));
    }

    #[test]
    fn rates_are_those_of_the_time_between_two_reports() {
        let earlier = Sent {
            datagrams: 100,
            refused: 1,
            missed: 0,
        };
        let later = Sent {
            datagrams: 300,
            refused: 1,
            missed: 5,
        };

        let metrics = later.since(&earlier, Duration::from_secs(2), 1000);

        assert_eq!(metrics["sent"], 200.0);
        assert_eq!(metrics["sent_per_s"], 100.0);
        assert_eq!(metrics["sent_bits_per_s"], 800_000.0);
        assert_eq!(metrics["not_sent"], 5.0);
    }
}
