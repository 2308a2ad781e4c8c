//! What a channel counts.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What a channel has done since it was made. Always on; reading takes the channel's lock for a
/// moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelCounters {
    /// Frames given to `send`, without heartbeats.
    pub frames_sent: u64,
    /// Bytes handed to the transport, with lengths and heartbeats.
    pub bytes_sent: u64,
    /// Frames delivered, without heartbeats.
    pub frames_received: u64,
    /// Bytes that arrived, with lengths and heartbeats.
    pub bytes_received: u64,
    /// Write system calls (in shared memory: writes to the ring; in process: always 0).
    pub writes: u64,
    /// Read system calls (in shared memory: reads of the ring; in process: swaps of the inbox).
    pub reads: u64,
    /// Bundles that left; `frames_sent / bundles` is how many frames shared one.
    pub bundles: u64,
    /// How often `send` reported [`Pressure::High`](crate::Pressure).
    pub pressed_back: u64,
    /// Bytes that wait to be sent (in process: to be delivered), now.
    pub queue_bytes: u64,
    /// How long nothing has arrived, not even a heartbeat.
    pub silent_for: Duration,
}

/// The receiving half; written only by the thread that polls.
#[derive(Debug)]
pub(crate) struct Received {
    made: Instant,
    frames: AtomicU64,
    bytes: AtomicU64,
    reads: AtomicU64,
    last_ns: AtomicU64,
}

impl Received {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            made: now,
            frames: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            reads: AtomicU64::new(0),
            last_ns: AtomicU64::new(0),
        }
    }

    pub(crate) fn read(&self, bytes: usize, now: Instant) {
        add(&self.bytes, bytes as u64);
        add(&self.reads, 1);
        let since = now.saturating_duration_since(self.made).as_nanos();
        self.last_ns
            .store(u64::try_from(since).unwrap_or(u64::MAX), Relaxed);
    }

    pub(crate) fn frames(&self, count: u64) {
        add(&self.frames, count);
    }

    pub(crate) fn silent_for(&self, now: Instant) -> Duration {
        let last = self.made + Duration::from_nanos(self.last_ns.load(Relaxed));
        now.saturating_duration_since(last)
    }

    pub(crate) fn fill(&self, counters: &mut ChannelCounters) {
        counters.frames_received = self.frames.load(Relaxed);
        counters.bytes_received = self.bytes.load(Relaxed);
        counters.reads = self.reads.load(Relaxed);
        counters.silent_for = self.silent_for(Instant::now());
    }
}

/// One writer: no need for the dearer read-modify-write.
fn add(counter: &AtomicU64, count: u64) {
    counter.store(counter.load(Relaxed) + count, Relaxed);
}
