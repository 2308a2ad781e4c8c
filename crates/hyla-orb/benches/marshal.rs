//! Marshalling of values, without a connection: sequences of 100 000 octets, compared with a bare
//! copy of as many. In processor time, so that other load matters little.
//!
//! Columns: megabytes per second of writing, of reading into a new sequence, and of reading into a
//! reused one. "By members" writes each struct member by member, without a block: the gain of
//! marshallers written for the type.
//!
//! `cargo bench -p hyla-orb --bench marshal`
#![allow(clippy::unwrap_used, reason = "a bench ends where something fails")]

use std::hint::black_box;
use std::time::Duration;

use hyla_orb::cdr::{Cdr, Decoder, Encoder, Format, Limits, MarshalError, Order};

mod probe {
    include!("../tests/generated/probe.rs");
}

use probe::Probe::Track;

const BYTES: usize = 100_000;
const TIMES: usize = 2000;

/// The same struct, each member by itself.
#[derive(Clone, Debug)]
struct ByMembers(Track);

impl Cdr for ByMembers {
    const MIN_SIZE: usize = 16;

    fn encode(&self, to: &mut Encoder<'_>) {
        self.0.id.encode(to);
        self.0.kind.encode(to);
        self.0.x.encode(to);
        self.0.y.encode(to);
        self.0.z.encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        Ok(Self(Track {
            id: Cdr::decode(from)?,
            kind: Cdr::decode(from)?,
            x: Cdr::decode(from)?,
            y: Cdr::decode(from)?,
            z: Cdr::decode(from)?,
        }))
    }
}

/// Processor time of this thread.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap()
}

/// Median rate of five rounds, in megabytes a second.
#[expect(clippy::cast_precision_loss, reason = "a number of octets")]
fn rate(mut work: impl FnMut()) -> f64 {
    let mut rates: Vec<f64> = (0..5)
        .map(|_| {
            let start = now();
            for _ in 0..TIMES {
                work();
            }
            (TIMES * BYTES) as f64 / (now() - start).as_secs_f64() / 1e6
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[2]
}

fn measure<T: Cdr>(name: &str, values: &[T], order: Order) {
    let limits = Limits::default();
    let format = Format {
        order,
        ..Format::default()
    };
    let mut out = Vec::new();
    let write = rate(|| {
        out.clear();
        let mut to = Encoder::new(&mut out, format, &limits);
        to.sequence(black_box(values));
        to.finish().unwrap();
    });
    let decoder = || Decoder::new(black_box(&out), 0, format, &limits);
    let read = rate(|| drop(black_box(Vec::<T>::decode(&mut decoder()).unwrap())));
    let mut again = Vec::<T>::new();
    let read_again = rate(|| again.decode_into(&mut decoder()).unwrap());
    println!("{name:<34} {write:>10.0} {read:>10.0} {read_again:>10.0}");
}

fn main() {
    println!(
        "{:<34} {:>10} {:>10} {:>10}",
        "MB/s", "write", "read", "read again"
    );
    let octets = vec![1_u8; BYTES];
    let mut copy = Vec::new();
    let bare = rate(|| {
        copy.clear();
        copy.extend_from_slice(black_box(&octets));
    });
    let fresh = rate(|| drop(black_box(black_box(&octets).clone())));
    println!(
        "{:<34} {bare:>10.0} {fresh:>10.0} {bare:>10.0}",
        "bare copy"
    );
    measure("octets", &octets, Order::NATIVE);
    measure("longs", &vec![7_i32; BYTES / 4], Order::NATIVE);
    measure("doubles", &vec![0.5_f64; BYTES / 8], Order::NATIVE);
    let track = Track {
        id: 1,
        kind: 2,
        x: 3.0,
        y: 0.5,
        z: -1.0,
    };
    measure("structs", &vec![track.clone(); BYTES / 16], Order::NATIVE);
    measure(
        "structs by members",
        &vec![ByMembers(track.clone()); BYTES / 16],
        Order::NATIVE,
    );
    let other = match Order::NATIVE {
        Order::Little => Order::Big,
        Order::Big => Order::Little,
    };
    measure("longs in the other order", &vec![7_i32; BYTES / 4], other);
    measure(
        "structs in the other order",
        &vec![track; BYTES / 16],
        other,
    );
}
