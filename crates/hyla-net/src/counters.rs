//! Counters of channels.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Counters of a channel since it was made. Always on; reading takes the channel's lock for a
/// moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelCounters {
    /// Frames given to `send`, without heartbeats.
    pub frames_sent: u64,
    /// Of them, those that the peer reads where they lie ([`Channel::append_shared`](crate::Channel::append_shared)).
    pub frames_shared: u64,
    /// Bytes handed to the transport, with lengths and heartbeats, and those of frames that the peer reads where they lie.
    pub bytes_sent: u64,
    /// Frames delivered, without heartbeats.
    pub frames_received: u64,
    /// Bytes that arrived, with lengths and heartbeats.
    pub bytes_received: u64,
    /// Write system calls (in shared memory: writes to the ring; in process: always 0).
    pub writes: u64,
    /// Read system calls (in shared memory: reads of the ring; in process: swaps of the inbox).
    pub reads: u64,
    /// Bundles sent, those of module `bundle` if it is in the chain; over datagrams without it,
    /// datagrams.
    pub bundles: u64,
    /// How often `send` reported [`Pressure::High`](crate::Pressure).
    pub pressed_back: u64,
    /// Bytes that wait to be sent now (in process: to be delivered), including those held by
    /// protocol modules over streams.
    pub queue_bytes: u64,
    /// Time since anything arrived, heartbeats included. In shared memory without heartbeats, frames that come in quick
    /// succession may be counted late.
    pub silent_for: Duration,
    /// Losses at this end, by reason. Streams lose only frames of
    /// [`Channel::append_lossy`](crate::Channel::append_lossy), unless protocol modules lose more.
    pub dropped: Dropped,
    /// Packets that `retransmit` sent again because they were not acknowledged.
    pub retransmissions: u64,
}

/// Losses of a channel at this end, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Best-effort frames dropped while more than `send_queue_bytes` waited.
    pub queue_full: u64,
    /// Datagrams dropped because the socket was full.
    pub socket_full: u64,
    /// Frames too large for the chain, and datagrams that the system rejected.
    pub refused: u64,
    /// Packets beyond the rate limit of the profile.
    pub rate_limit: u64,
    /// Packets that arrived twice or after later ones.
    pub late: u64,
    /// Packets of the peer that never arrived in time.
    pub missed: u64,
    /// Messages with missing fragments.
    pub reassembly: u64,
    /// Packets that arrived damaged or malformed.
    pub damaged: u64,
    /// Datagrams that arrived while the receive buffer was full. A listener's channels share one
    /// buffer and this number.
    pub overflow: u64,
}

impl Dropped {
    /// Sum of all reasons.
    pub fn total(&self) -> u64 {
        let Self {
            queue_full,
            socket_full,
            refused,
            rate_limit,
            late,
            missed,
            reassembly,
            damaged,
            // Already in `missed`.
            overflow: _,
        } = *self;
        queue_full + socket_full + refused + rate_limit + late + missed + reassembly + damaged
    }
}

impl ChannelCounters {
    /// Average number of frames per bundle; 0 before the first.
    pub fn frames_per_bundle(&self) -> f64 {
        if self.bundles == 0 {
            return 0.0;
        }
        self.frames_sent as f64 / self.bundles as f64
    }
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
        self.read_untimed(bytes);
        self.touch(now);
    }

    /// Where nothing depends on silence.
    pub(crate) fn read_untimed(&self, bytes: usize) {
        add(&self.bytes, bytes as u64);
        add(&self.reads, 1);
    }

    /// Bytes of a frame that were not read.
    pub(crate) fn elsewhere(&self, bytes: usize) {
        add(&self.bytes, bytes as u64);
    }

    /// Restarts the measurement of silence.
    pub(crate) fn touch(&self, now: Instant) {
        let since = now.saturating_duration_since(self.made).as_nanos();
        self.last_ns
            .store(u64::try_from(since).unwrap_or(u64::MAX), Relaxed);
    }

    pub(crate) fn frames(&self, count: u64) {
        add(&self.frames, count);
    }

    pub(crate) fn frames_so_far(&self) -> u64 {
        self.frames.load(Relaxed)
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

/// One writer: no need for the more expensive read-modify-write.
fn add(counter: &AtomicU64, count: u64) {
    counter.store(counter.load(Relaxed) + count, Relaxed);
}
