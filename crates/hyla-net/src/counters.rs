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
    /// Bundles that left, those of `bundle` if it is in the chain; over datagrams without it, datagrams.
    pub bundles: u64,
    /// How often `send` reported [`Pressure::High`](crate::Pressure).
    pub pressed_back: u64,
    /// Bytes that wait to be sent (in process: to be delivered), now; with what protocol modules over streams hold.
    pub queue_bytes: u64,
    /// How long nothing has arrived, not even a heartbeat.
    pub silent_for: Duration,
    /// What was lost here, by reason. Streams lose nothing but frames of [`Channel::append_lossy`](crate::Channel::append_lossy),
    /// unless protocol modules do.
    pub dropped: Dropped,
    /// Packets that `retransmit` has sent again since they were not acknowledged.
    pub retransmissions: u64,
}

/// What a channel lost on this side, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Frames that were given to a channel that may lose them while more than `send_queue_bytes` waited.
    pub queue_full: u64,
    /// Datagrams that the socket had no room for.
    pub socket_full: u64,
    /// Frames too large for the chain, datagrams that the system would not send.
    pub refused: u64,
    /// Packets beyond the rate that the profile allows.
    pub rate_limit: u64,
    /// Packets that arrived twice or after later ones.
    pub late: u64,
    /// Packets that the peer sent and that never came in time.
    pub missed: u64,
    /// Messages of which a part was missing.
    pub reassembly: u64,
    /// Packets that arrived damaged, or that nobody could read.
    pub damaged: u64,
    /// Datagrams that arrived while the receive buffer was full. A listener's channels share one: this is the
    /// number of all of them.
    pub overflow: u64,
}

impl Dropped {
    /// All together.
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
            // Also missed.
            overflow: _,
        } = *self;
        queue_full + socket_full + refused + rate_limit + late + missed + reassembly + damaged
    }
}

impl ChannelCounters {
    /// How many frames shared a bundle, on average; 0 before the first.
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
        add(&self.bytes, bytes as u64);
        add(&self.reads, 1);
        self.touch(now);
    }

    /// Begins to count its silence anew.
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

/// One writer: no need for the dearer read-modify-write.
fn add(counter: &AtomicU64, count: u64) {
    counter.store(counter.load(Relaxed) + count, Relaxed);
}
