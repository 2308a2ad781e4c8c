//! Quality of service: promises and resources of a channel.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::GroupRange;
use crate::modules::ModuleSpec;

/// Quality of service of a channel, by name. Each side has its own profiles: the sender's controls
/// transport, the receiver's the reading thread and late messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its transportation type.
    pub name: String,
    /// Whether every message arrives.
    pub reliability: Reliability,
    /// Transport of the data.
    pub transport: Transport,
    /// The groups of [`Transport::Multicast`] and their options.
    pub multicast: Multicast,
    /// 0 (least) to 7. Lanes of higher priority are read first; above 0 the sockets are marked,
    /// too.
    pub priority: u8,
    /// How long after sending a message is of use. Requires clocks of both hosts that agree better
    /// than that.
    pub deadline: Option<Duration>,
    /// Handling of a message that arrives after its deadline.
    pub late: Late,
    /// Whether a channel is made whose messages will often be late.
    pub admit: Admit,
    /// Share of the messages, in per cent, that shall meet the deadline.
    pub hardness: f64,
    /// Whether it has its own socket, thread and buffers.
    pub resources: Resources,
    /// Scheduling of its receiving thread, with dedicated resources.
    pub scheduling: Scheduling,
    /// Processors for this thread; empty for all.
    pub cpus: Vec<usize>,
    /// Bytes of buffers created and locked into memory before first use.
    pub locked_bytes: usize,
    /// Wait strategy of this thread.
    pub wait: Wait,
    /// The chain, from the federate to the wire.
    pub modules: Vec<ModuleSpec>,
}

/// Whether every message arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reliability {
    /// Every message arrives once and in order, or the channel closes.
    Reliable,
    /// Messages may be lost, never duplicated, never reordered.
    BestEffort,
}

impl Reliability {
    /// From the object model: reliable, or best effort.
    pub fn of(reliable: bool) -> Self {
        if reliable {
            Self::Reliable
        } else {
            Self::BestEffort
        }
    }
}

/// Transport of a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Transport {
    /// The best that both sides support: shared memory on one host, else TCP, or UDP for best
    /// effort.
    #[default]
    Auto,
    /// The stream between the two members.
    Stream,
    /// Shared memory; between hosts the lane is refused.
    SharedMemory,
    /// A separate TCP connection.
    Tcp,
    /// UDP to each receiver.
    Udp,
    /// UDP to multicast groups of the profile, one for each audience; to a single receiver as
    /// `Udp`.
    Multicast,
    /// UDP to multicast groups that the members agree on, one for each set of members, with a protocol by which nothing
    /// is lost; to a single receiver, and where multicast does not reach one, the stream.
    ReliableMulticast,
}

/// The multicast groups of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multicast {
    /// Range from which the sender takes groups.
    pub groups: Option<GroupRange>,
    /// Address of the interface on which groups are joined and sent to; `None`: the one that other
    /// members reach.
    pub interface: Option<IpAddr>,
    /// Time to live: 1 passes no router, 0 stays on the host.
    pub ttl: u8,
    /// Most groups that this member joins for all senders.
    pub joined: usize,
    /// Recovery of lost datagrams, with [`Transport::ReliableMulticast`].
    pub recovery: Recovery,
}

/// What a sender of reliable multicast gives the most weight. Each member may have another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wish {
    /// Single messages leave at once, dense ones share packets.
    #[default]
    Balance,
    /// Most messages, for the least time of processors.
    Throughput,
    /// Each message arrives as soon as possible.
    Latency,
    /// The rate and the latency vary least.
    Steadiness,
}

/// Parameters of reliable multicast. All members need the same parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recovery {
    /// Highest rate of a sender to a group.
    pub bytes_per_second: u64,
    /// Packets of a sender to a group that may be unacknowledged.
    pub window: u64,
    /// Most parity packets for a block of 16; 0: none.
    pub parity: usize,
    /// How long a member may hold up others, or receive nothing, before its stream serves it; `None`: as the wish decides.
    pub straggler: Option<Duration>,
    /// Decides everything that no other parameter does.
    pub wish: Wish,
}

impl Default for Recovery {
    fn default() -> Self {
        Self {
            bytes_per_second: 125_000_000,
            window: 1024,
            parity: 0,
            straggler: None,
            wish: Wish::default(),
        }
    }
}

impl Default for Multicast {
    fn default() -> Self {
        Self {
            groups: None,
            interface: None,
            ttl: 1,
            joined: 64,
            recovery: Recovery::default(),
        }
    }
}

/// Handling of a message that arrives after its deadline. It is counted in either case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Late {
    /// Delivered, and flagged for the federate.
    #[default]
    Flag,
    /// Dropped.
    Drop,
}

/// Whether a channel with a deadline is made, by the probability that its messages meet it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Admit {
    /// Always, without a measurement.
    #[default]
    Always,
    /// Measured; with a warning if the probability is too low.
    Warn,
    /// Measured; refused if the probability is too low.
    Refuse,
}

/// Sharing of socket, thread and buffers of a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resources {
    /// The lanes of one federate share its thread.
    #[default]
    Shared,
    /// A receiving thread, its endpoint and buffers for this profile alone.
    Dedicated,
}

/// Scheduling of a receiving thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scheduling {
    /// Like every other thread.
    #[default]
    Normal,
    /// `SCHED_FIFO` with a priority from 1 to 99.
    Fifo(u8),
    /// `SCHED_RR` with a priority from 1 to 99.
    RoundRobin(u8),
}

/// Wait strategy of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Blocks at once: no processor time while idle, a wake-up for each message.
    Block,
    /// Yields for that long after the last message, then blocks. Yields that other threads used do
    /// not count, up to 1 ms.
    Yield(Duration),
    /// Never blocks: takes a processor. Yields every 64 polls, and pauses for 0.1 ms every 10 ms
    /// without input, so that a thread with real-time priority keeps nobody from sending it.
    Spin,
}

impl Profile {
    /// The profile of a transportation type without settings.
    pub fn standard(name: &str, reliability: Reliability) -> Self {
        Self {
            name: name.to_owned(),
            reliability,
            transport: Transport::Auto,
            multicast: Multicast::default(),
            priority: 0,
            deadline: None,
            admit: Admit::Always,
            hardness: 99.0,
            late: Late::Flag,
            resources: Resources::Shared,
            scheduling: Scheduling::Normal,
            cpus: Vec::new(),
            locked_bytes: 0,
            wait: Wait::Yield(Duration::from_micros(50)),
            modules: Vec::new(),
        }
    }

    /// Whether groups are emulated by copies, for networks without multicast.
    pub fn emulates_multicast(&self) -> bool {
        let emulates = |spec: &ModuleSpec| matches!(spec, ModuleSpec::MulticastEmulation(_));
        self.transport == Transport::Multicast && self.modules.iter().any(emulates)
    }

    /// The profile of lanes to single members: without multicast.
    pub fn of_lanes(&self) -> Self {
        let mut lanes = self.clone();
        if self.transport == Transport::Multicast {
            lanes.transport = Transport::Udp;
            let copies = |spec: &ModuleSpec| matches!(spec, ModuleSpec::MulticastEmulation(_));
            lanes.modules.retain(|spec| !copies(spec));
        }
        lanes
    }
}

impl fmt::Display for Scheduling {
    /// As in settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.write_str("normal"),
            Self::Fifo(priority) => write!(f, "fifo:{priority}"),
            Self::RoundRobin(priority) => write!(f, "rr:{priority}"),
        }
    }
}

impl fmt::Display for Wait {
    /// As in settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block => f.write_str("block"),
            Self::Yield(time) => write!(f, "yield:{}us", time.as_micros()),
            Self::Spin => f.write_str("spin"),
        }
    }
}
