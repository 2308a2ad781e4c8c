//! Settings of an endpoint.

use std::time::Duration;

use crate::Wait;
use crate::endpoint::LINGER;

/// Settings of an [`Endpoint`](crate::Endpoint), fixed when it is made. The defaults suit a
/// machine or a LAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointConfig {
    /// How [`poll`](crate::Endpoint::poll) waits. Default: it looks and yields the processor for 50 µs
    /// before it blocks. Blocking at once costs a wake-up (10-20 µs) for each message; a longer time
    /// saves wake-ups of slower exchanges and costs processor time while nothing happens; to spin takes
    /// a processor.
    pub wait: Wait,
    /// How long [`poll`](crate::Endpoint::poll) rests, at most, before it looks again at channels in shared memory that
    /// bring more than 400 frames in a millisecond. Default 50 µs; zero: never. Such frames are late by that much, and a
    /// reader takes many of them at a time; what other channels bring ends the rest.
    pub longest_rest: Duration,
    /// Buffers of about that much are brought into memory and locked there: what is read into, then the
    /// rings of channels in shared memory, in the order in which these come to stand, as far as it goes.
    /// Default 0: none.
    pub locked_bytes: usize,
    /// High-water mark of what one channel holds unsent, in bytes. Default 8 MiB. Beyond it
    /// [`Pressure::High`](crate::Pressure) is reported; half of it is the low-water mark. More
    /// rides out longer pauses of a receiver and costs that much memory for each slow one. In shared
    /// memory no more than a sixteenth of `ring_bytes` (or 64 KiB, if that is more) are held besides the ring, since what
    /// waits there is copied once more; and as much as the ring has not grown yet.
    pub send_queue_bytes: usize,
    /// Largest frame sent or accepted, in bytes. Default 128 MiB. What the peer may make us hold.
    pub max_frame_bytes: usize,
    /// Largest frame accepted until [`Channel::trust`](crate::Channel::trust) is called, in
    /// bytes. Default 64 KiB. What a stranger may make us hold.
    pub max_first_frame_bytes: usize,
    /// Size at which a bundle leaves without waiting for `bundle_gap`, in bytes. Default 32 KiB.
    /// More means fewer system calls in a burst, and later first bytes of a bundle.
    pub bundle_bytes: usize,
    /// How long after a write messages gather before the next write of the same channel.
    /// Default 20 µs. The most that bundling delays a message while the endpoint is polled;
    /// zero writes each message by itself.
    pub bundle_gap: Duration,
    /// What happens to a message that would gather while the endpoint's owner is not in `poll`.
    /// Default [`Unattended::WriteAtOnce`].
    pub unattended: Unattended,
    /// Longest time from `connect` to the peer's greeting. Default 5 s. Who is called waits four times as
    /// long for the caller's: a caller that was answered counts what it sends as sent.
    pub connect_timeout: Duration,
    /// How long a channel closed here, or dropped with its endpoint, may still send what is queued, or wait for what its chain
    /// of modules holds. Default 1 s.
    pub linger: Duration,
    /// A heartbeat is sent when nothing else was for this long. Default 1 s; zero: never.
    pub heartbeat: Duration,
    /// A channel is closed when nothing, not even a heartbeat, arrived for this long. Default
    /// `None`: a peer that is silent but whose host acknowledges (a stopped process, a debugger)
    /// is kept.
    pub idle_timeout: Option<Duration>,
    /// Whether the endpoint takes part in shared memory between processes of this host: offers it
    /// where it listens, and connects by it when asked to. Default `true`; Linux only.
    pub shared_memory: bool,
    /// Size of a ring in shared memory, in bytes, for each direction of a channel; the side that
    /// connects decides. Default 1 MiB; a power of two from 4 KiB to 64 MiB, other values are rounded
    /// up. More lets a sender run further ahead of its receiver without a wake-up, and takes that
    /// much memory from the caches.
    pub ring_bytes: usize,
    /// How much memory the rings that this process writes may take, in bytes, beyond the 32 KiB that each of
    /// them has. Default 16 MiB. A ring takes `ring_bytes` when it was full, and gives them back when it was
    /// quiet for some seconds; one that is refused stays small, which costs wake-ups.
    pub ring_memory_bytes: usize,
    /// A channel is closed when the peer's *host* has answered nothing for this long. Default
    /// 10 s; zero: never. Does not touch a peer that is merely stopped, however full its buffers,
    /// except over datagrams, where the two cannot be told apart (and where it is three heartbeats at least).
    pub host_timeout: Duration,
}

/// What happens to a message sent less than `bundle_gap` after the last write while the
/// endpoint's owner is not inside `poll`, so that nobody would send it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unattended {
    /// It is written at once: never late, but one system call for each message.
    #[default]
    WriteAtOnce,
    /// It waits for a later send, [`Channel::flush`](crate::Channel::flush) or the next `poll`.
    /// For an owner that sends from its own thread and polls or flushes soon.
    Gather,
}

impl Default for EndpointConfig {
    fn default() -> Self {
        Self {
            wait: Wait::Yield(Duration::from_micros(50)),
            longest_rest: Duration::from_micros(50),
            locked_bytes: 0,
            send_queue_bytes: 8 << 20,
            max_frame_bytes: 128 << 20,
            max_first_frame_bytes: 64 << 10,
            bundle_bytes: 32 << 10,
            bundle_gap: Duration::from_micros(20),
            unattended: Unattended::WriteAtOnce,
            connect_timeout: Duration::from_secs(5),
            linger: LINGER,
            heartbeat: Duration::from_secs(1),
            idle_timeout: None,
            host_timeout: Duration::from_secs(10),
            shared_memory: true,
            ring_bytes: 1 << 20,
            ring_memory_bytes: 16 << 20,
        }
    }
}

impl EndpointConfig {
    /// How often timeouts and heartbeats are looked at: several times within the shortest one.
    pub(crate) fn tick(&self) -> Duration {
        let timeouts = [
            self.heartbeat / 2,
            self.idle_timeout.unwrap_or_default() / 8,
            self.host_timeout / 8,
            self.connect_timeout / 8,
        ];
        let shortest = timeouts.into_iter().filter(|t| !t.is_zero()).min();
        let shortest = shortest.unwrap_or(Duration::from_millis(500));
        shortest.clamp(Duration::from_millis(1), Duration::from_millis(500))
    }
}
