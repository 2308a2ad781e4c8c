//! Settings of an endpoint.

use std::time::Duration;

use crate::Wait;
use crate::endpoint::LINGER;
use crate::secure::Security;

/// Settings of an [`Endpoint`](crate::Endpoint), fixed when it is made. The defaults suit a
/// machine or a LAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointConfig {
    /// Wait strategy of [`poll`](crate::Endpoint::poll). Default: polls and yields the processor
    /// for 50 µs before it blocks. Blocking at once costs a wake-up (10-20 µs) for each message; a
    /// longer time saves wake-ups of slower exchanges and costs processor time while idle; spinning
    /// takes a processor.
    pub wait: Wait,
    /// Longest pause of [`poll`](crate::Endpoint::poll) between reads of shared-memory channels
    /// that bring more than 400 frames per millisecond. Default 120 µs; zero disables pauses. Delays
    /// such frames by up to this much, and lets the reader take many at a time; frames on other
    /// channels end the pause. Where other threads need the processors, 8 frames per millisecond
    /// suffice, and pauses last up to eight times as long, unless somebody waits
    /// ([`Remote::hurry`](crate::Remote::hurry)).
    pub longest_rest: Duration,
    /// Bytes of buffers to load and lock into memory: the read buffer first, then the rings of
    /// shared-memory channels in order of connection, as far as the bytes suffice. Default 0.
    pub locked_bytes: usize,
    /// High-water mark of unsent data per channel, in bytes. Default 8 MiB. Beyond it, sends report
    /// [`Pressure::High`](crate::Pressure); half of it is the low-water mark. A larger value
    /// bridges longer pauses of a receiver and costs that much memory for each slow one. In shared
    /// memory the limit is a sixteenth of `ring_bytes` (at least 64 KiB), since these bytes are
    /// copied once more, plus the ring's unused capacity.
    pub send_queue_bytes: usize,
    /// Largest frame sent or accepted, in bytes. Default 128 MiB. Bounds the memory that a peer can
    /// use here.
    pub max_frame_bytes: usize,
    /// Largest frame accepted until [`Channel::admit`](crate::Channel::admit) or [`Channel::trust`](crate::Channel::trust) is called, in bytes.
    /// Default 64 KiB. Bounds the memory that an unknown caller can use here.
    pub max_first_frame_bytes: usize,
    /// Limit of what has arrived of unfinished frames of all channels that are [admitted](crate::Channel::admit) and not trusted, in bytes.
    /// Default 512 MiB. Beyond, the one that left most is disconnected.
    pub max_unfinished_bytes: usize,
    /// The same of all channels of one user that are [trusted](crate::Channel::trust_user). Default: no limit.
    pub max_unfinished_bytes_of_user: usize,
    /// Size at which a bundle leaves without waiting for `bundle_gap`, in bytes. Default 32 KiB. A
    /// larger value means fewer system calls in a burst, and more delay of a bundle's first bytes.
    pub bundle_bytes: usize,
    /// Time after a write during which messages of the same channel gather. Default 20 µs. The
    /// longest delay by bundling while the endpoint is polled; zero writes each message by itself.
    pub bundle_gap: Duration,
    /// Handling of a message that would gather while the endpoint's owner is not in `poll`. Default
    /// [`Unattended::WriteAtOnce`].
    pub unattended: Unattended,
    /// Longest time from `connect` to the peer's handshake. Default 5 s. The called side waits four
    /// times as long for the caller's, since an answered caller considers its frames sent.
    pub connect_timeout: Duration,
    /// How long a closed channel, or one dropped with its endpoint, may still send queued data or
    /// packets held by its chain. Default 1 s.
    pub linger: Duration,
    /// Interval of heartbeats on a quiet channel. Default 1 s; zero: none.
    pub heartbeat: Duration,
    /// A channel is closed after this long without data or heartbeat. Default `None`: keeps a
    /// silent peer whose host acknowledges (a stopped process, a debugger).
    pub idle_timeout: Option<Duration>,
    /// A channel over a stream is closed when a frame has not arrived completely after this long. Default `None`: a slow
    /// peer is kept. Checked eight times in it.
    pub frame_timeout: Option<Duration>,
    /// Whether the endpoint uses shared memory between processes of this host: offers it beside its
    /// listeners, and connects through it on request. Default `true`; Linux only.
    pub shared_memory: bool,
    /// Whether [`Endpoint::listen`](crate::Endpoint::listen) fails if another process has the name of its listener for
    /// shared memory. Default `false`: only TCP then, and a warning.
    pub require_shared_memory: bool,
    /// Most accepted callers that the owner does not trust yet ([`Channel::trust`](crate::Channel::trust)), at all listeners of
    /// this endpoint without a framing of their own. Beyond, the oldest of the address with most of them is disconnected.
    /// Default 512.
    pub max_strangers: usize,
    /// The same from one address. Default 256.
    pub max_strangers_per_address: usize,
    /// Callers over TCP at [`Endpoint::listen`](crate::Endpoint::listen) are accepted by a thread of its own, of low priority, and come to the
    /// endpoint with their first frame, or have to leave after this long. So those that say nothing take no time of the endpoint's
    /// thread. They are limited by `max_strangers` as well, apart from those that the owner does not trust yet. Default `None`: the
    /// endpoint accepts them itself. Only on Unix.
    pub reception: Option<Duration>,
    /// Whether a channel over TCP whose frames take long leaves time to others, as long as these are heard: less of it is read at once, and it
    /// pauses between long reads. Default `false`: each channel has one read in turn.
    pub fair_reads: bool,
    /// Descriptors of the process that strangers leave free, at most a quarter of its limit: with fewer, a new caller makes the
    /// oldest stranger leave. Default 0: they may take all.
    pub reserved_descriptors: usize,
    /// Size of a ring in shared memory, in bytes, for each direction of a channel; the connecting
    /// side decides. Default 1 MiB; a power of two from 4 KiB to 64 MiB, other values are rounded
    /// up. A larger ring lets a sender run further ahead of its receiver without wake-ups, and
    /// takes that much memory from the caches.
    pub ring_bytes: usize,
    /// Limit for all rings that this process writes, in bytes, beyond the 32 KiB that each of them
    /// has. Default 16 MiB. A ring grows to `ring_bytes` when it was full, and shrinks after some
    /// quiet seconds; a ring without memory to grow stays small, which costs wake-ups.
    pub ring_memory_bytes: usize,
    /// Memory in which this endpoint writes long frames once for all channels in shared memory to processes of the same user,
    /// which read them there ([`Channel::share`](crate::Channel::share)), in bytes. Default 32 MiB; 0: none. Frames up to a
    /// quarter of it; `send_queue_bytes` of them, but at least two frames, may wait at a reader. Takes address space at once, and
    /// memory as far as it was used in the last seconds.
    pub shared_frame_bytes: usize,
    /// Encryption of TCP connections. Default: none.
    pub security: Security,
    /// A channel is closed when the peer's *host* has answered nothing for this long. Default 10 s;
    /// zero: never. Does not affect a stopped peer, however full its buffers, except over
    /// datagrams, where the two cannot be distinguished (there it is three heartbeats at least).
    pub host_timeout: Duration,
}

/// Handling of a message sent less than `bundle_gap` after the last write while the endpoint's
/// owner is not inside `poll`, so that no poller would send it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unattended {
    /// Written at once: never late, but one system call for each message.
    #[default]
    WriteAtOnce,
    /// Waits for a later send, [`Channel::flush`](crate::Channel::flush) or the next `poll`. For an
    /// owner that sends from its own thread and polls or flushes soon.
    Gather,
}

impl Default for EndpointConfig {
    fn default() -> Self {
        Self {
            wait: Wait::Yield(Duration::from_micros(50)),
            longest_rest: Duration::from_micros(120),
            locked_bytes: 0,
            send_queue_bytes: 8 << 20,
            max_frame_bytes: 128 << 20,
            max_first_frame_bytes: 64 << 10,
            max_unfinished_bytes: 512 << 20,
            max_unfinished_bytes_of_user: usize::MAX,
            bundle_bytes: 32 << 10,
            bundle_gap: Duration::from_micros(20),
            unattended: Unattended::WriteAtOnce,
            connect_timeout: Duration::from_secs(5),
            linger: LINGER,
            heartbeat: Duration::from_secs(1),
            idle_timeout: None,
            frame_timeout: None,
            host_timeout: Duration::from_secs(10),
            shared_memory: true,
            require_shared_memory: false,
            max_strangers: 512,
            max_strangers_per_address: 256,
            reception: None,
            fair_reads: false,
            reserved_descriptors: 0,
            ring_bytes: 1 << 20,
            ring_memory_bytes: 16 << 20,
            shared_frame_bytes: 32 << 20,
            security: Security::default(),
        }
    }
}

impl EndpointConfig {
    /// Interval of checks of timeouts and heartbeats: several within the shortest one.
    pub(crate) fn tick(&self) -> Duration {
        let timeouts = [
            self.heartbeat / 2,
            self.idle_timeout.unwrap_or_default() / 8,
            self.frame_timeout.unwrap_or_default() / 8,
            self.host_timeout / 8,
            self.connect_timeout / 8,
        ];
        let shortest = timeouts.into_iter().filter(|t| !t.is_zero()).min();
        let shortest = shortest.unwrap_or(Duration::from_millis(500));
        shortest.clamp(Duration::from_millis(1), Duration::from_millis(500))
    }
}
