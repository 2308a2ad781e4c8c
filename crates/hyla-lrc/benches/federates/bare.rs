//! The bare counterparts of what is measured between processes.

use std::io;

use hdrhistogram::Histogram;
use hyla_baselines::peer::{Does, Peer};
use hyla_baselines::{Counterpart, Medium, Wait};

use crate::processes::Wire;

/// Bytes of a message: the value and as much header as Hyla sends.
pub(crate) const MESSAGE: usize = 128 + 24;

/// The counterpart of a wire that waits so.
pub(crate) fn counterpart(wire: Wire, wait: Wait) -> Counterpart {
    let medium = match wire {
        Wire::Tcp => Medium::Tcp,
        Wire::Memory => Medium::Ring,
    };
    Counterpart { medium, wait }
}

/// Round trips in nanoseconds against a peer that echoes.
pub(crate) fn round_trips(with: Counterpart, count: u32) -> Histogram<u64> {
    let mut times = Histogram::new_with_bounds(1, 60_000_000_000, 3).expect("three digits");
    let measured = || -> io::Result<()> {
        let mut peer = Peer::start(with, Does::Echo { bytes: MESSAGE })?;
        peer.round_trips(count / 10, |_| ())?;
        peer.round_trips(count, |took| {
            times.saturating_record(took.as_nanos() as u64);
        })
    };
    let mut measured = measured;
    measured().expect("loopback and shared memory");
    times
}

/// Seconds for so many messages one way.
pub(crate) fn stream(with: Counterpart, count: u64, bytes: usize) -> f64 {
    let measured = || Peer::start(with, Does::Take { bytes, count })?.stream();
    let took: io::Result<_> = measured();
    took.expect("loopback and shared memory").as_secs_f64()
}
