//! State under the lock of a sending half: two buffers, the wire, and the end.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::channel::Pressure;
use crate::wire::Wire;
use crate::{ChannelCounters, CloseReason};

#[derive(Debug)]
pub(super) struct Limits {
    pub(super) high: usize,
    /// Hard limit of the queue, where `high` may be exceeded.
    pub(super) most: usize,
    pub(super) low: usize,
    pub(super) frame: usize,
}

#[derive(Debug)]
pub(super) struct SendState<W> {
    /// Bytes at which a bundle leaves at once.
    pub(super) bundle: usize,
    /// Time for which the wire counts as busy after a write.
    pub(super) gap: Duration,
    pub(super) wire: Option<Arc<W>>,
    pub(super) gathering: Vec<u8>,
    pub(super) taken: Vec<u8>,
    /// Bytes of `taken` already written.
    pub(super) taken_at: usize,
    /// Bytes that the writing thread took.
    pub(super) in_flight: usize,
    /// Length of the last frame, if it was a long one: the queue may hold at least that much.
    pub(super) long: usize,
    pub(super) writing: bool,
    /// The last write was complete; if not, a writable edge will come.
    pub(super) writable: bool,
    /// Number of writable edges, so that one during a write is not lost.
    pub(super) edges: u64,
    /// In the endpoint's list of dirty channels.
    pub(super) listed: bool,
    /// In that list, but its owner may have left: frames are not sent.
    pub(super) forsaken: bool,
    pub(super) last_write: Option<Instant>,
    /// What all writes of the endpoint had taken until then.
    pub(super) endpoint_write_time: Duration,
    /// Bytes were put into memory since the clock was last read.
    pub(super) put: bool,
    /// A reliable frame found the queue full, and the queue has not drained to the low-water mark
    /// since.
    pub(super) pressed: bool,
    /// The peer slept during a `put` into memory.
    pub(super) sleeps: bool,
    pub(super) end: End,
    pub(super) waiters: u32,
    pub(super) counters: ChannelCounters,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Open,
    /// Closed here: queued frames still leave, new ones are refused.
    Closing(CloseReason),
    /// Broken, or finished.
    Closed(CloseReason),
}

impl<W: Wire> SendState<W> {
    pub(super) fn queued(&self) -> usize {
        self.gathering.len() + self.taken.len().saturating_sub(self.taken_at) + self.in_flight
    }

    pub(super) fn pressure(&self, limits: &Limits) -> Pressure {
        let queued = self.queued();
        let unused = || self.wire.as_ref().map_or(0, |wire| wire.unused());
        if queued > limits.high && queued > self.long.max(unused()).min(limits.most) {
            Pressure::High
        } else {
            Pressure::Open
        }
    }

    /// Makes the sender of a reliable frame wait.
    #[cold]
    pub(super) fn press_back(&mut self) {
        self.counters.pressed_back += 1;
        self.pressed = true;
    }

    /// Whether to drop a best-effort frame. While another sender waits for the queue to drain, all
    /// are dropped: otherwise they would fill it again, and that sender would wait for ever.
    #[inline]
    pub(super) fn drops_lossy(&mut self, limits: &Limits) -> bool {
        if self.pressed {
            self.pressed = self.queued() > limits.low;
        }
        self.pressed || self.pressure(limits) == Pressure::High
    }

    pub(super) fn is_idle(&self, gap: Duration, now: Instant) -> bool {
        self.last_write
            .is_none_or(|last| now.saturating_duration_since(last) >= gap)
    }

    pub(super) fn fail(&mut self, reason: CloseReason) {
        if !matches!(self.end, End::Closed(_)) {
            self.end = End::Closed(reason);
        }
        self.gathering = Vec::new();
        self.taken = Vec::new();
        self.taken_at = 0;
    }

    /// Writes queued bytes, then `tail`, while the wire has room; gives how much of `tail` was
    /// written.
    pub(super) fn write_now(
        &mut self,
        wire: &impl Wire,
        tail: &[u8],
    ) -> Result<usize, io::ErrorKind> {
        loop {
            if self.taken.is_empty() {
                if self.gathering.is_empty() {
                    break;
                }
                std::mem::swap(&mut self.gathering, &mut self.taken);
                self.counters.bundles += 1;
            }
            let (mut bytes, at) = (std::mem::take(&mut self.taken), self.taken_at);
            let written = wire.write_bundle(&mut bytes[at..]);
            self.counters.writes += 1;
            let edges = self.edges;
            if let Some(kind) = self.written(bytes, at, edges, written) {
                return Err(kind);
            }
            if !self.taken.is_empty() {
                return Ok(0);
            }
        }
        self.counters.writes += 1;
        match wire.write(tail) {
            Ok(count) => {
                self.counters.bytes_sent += count as u64;
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                self.writable = false;
                Ok(0)
            }
            Err(error) => Err(error.kind()),
        }
    }

    /// Takes the buffer back after a write; gives the error.
    pub(super) fn written(
        &mut self,
        bytes: Vec<u8>,
        at: usize,
        edges: u64,
        written: io::Result<usize>,
    ) -> Option<io::ErrorKind> {
        if matches!(self.end, End::Closed(_)) {
            return None;
        }
        self.taken = bytes;
        match written {
            Ok(0) => return Some(io::ErrorKind::WriteZero),
            Ok(count) => {
                self.counters.bytes_sent += count as u64;
                self.taken_at = at + count;
                if self.taken_at == self.taken.len() {
                    self.taken.clear();
                    self.taken_at = 0;
                }
            }
            // An edge that came since then must not be lost: try again.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                self.writable = self.edges != edges;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Some(error.kind()),
        }
        None
    }
}
