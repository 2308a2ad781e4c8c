//! What a channel promises and what it may use: quality of service.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use crate::GroupRange;
use crate::modules::ModuleSpec;

/// Quality of service of a channel, by name. Both sides have profiles of their own: the sender's says how a
/// message is treated on its way, the receiver's who reads it and what becomes of one that is late.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The transportation type that it serves.
    pub name: String,
    /// Whether every message arrives.
    pub reliability: Reliability,
    /// What carries it.
    pub transport: Transport,
    /// What the groups of [`Transport::Multicast`] are and how they are used.
    pub multicast: Multicast,
    /// 0 (least) to 7. Lanes of higher priority are read first; above 0 the sockets are marked, too.
    pub priority: u8,
    /// How long after sending a message is still of use. Clocks of both hosts must agree better than that.
    pub deadline: Option<Duration>,
    /// What becomes of a message that arrives after its deadline.
    pub late: Late,
    /// Whether it has socket, thread and buffers of its own.
    pub resources: Resources,
    /// How its receiving thread is scheduled, where resources are dedicated.
    pub scheduling: Scheduling,
    /// Processors that this thread may run on; empty for all.
    pub cpus: Vec<usize>,
    /// Bytes of buffers that are made and locked into memory before first use.
    pub locked_bytes: usize,
    /// How this thread waits.
    pub wait: Wait,
    /// The chain, from the federate to the wire.
    pub modules: Vec<ModuleSpec>,
}

/// Whether every message arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reliability {
    /// Every message arrives once and in order, or the channel closes.
    Reliable,
    /// Messages may be lost, never doubled, never reordered.
    BestEffort,
}

impl Reliability {
    /// As an object model says it: reliable, or best effort.
    pub fn of(reliable: bool) -> Self {
        if reliable {
            Self::Reliable
        } else {
            Self::BestEffort
        }
    }
}

/// What carries a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Transport {
    /// The best that both sides have: shared memory on one host, else TCP, or UDP for best effort.
    #[default]
    Auto,
    /// The stream that the two members have anyway.
    Stream,
    /// Shared memory; between hosts the lane is refused.
    SharedMemory,
    /// A TCP connection of its own.
    Tcp,
    /// UDP to each receiver.
    Udp,
    /// UDP to multicast groups of the profile, one for each set of receivers; to a single receiver as `Udp`.
    Multicast,
}

/// The multicast groups of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multicast {
    /// Addresses and port that the sender takes groups from.
    pub groups: Option<GroupRange>,
    /// Address of the interface by which groups are joined and sent to; `None`: the one that other members reach.
    pub interface: Option<IpAddr>,
    /// How many routers a datagram may pass; 1 is none, 0 stays on the host.
    pub ttl: u8,
    /// How many groups this member joins at most, whoever asks.
    pub joined: usize,
}

impl Default for Multicast {
    fn default() -> Self {
        Self {
            groups: None,
            interface: None,
            ttl: 1,
            joined: 64,
        }
    }
}

/// What becomes of a message that arrives after its deadline. It is counted in either case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Late {
    /// Delivered, and the federate is told.
    #[default]
    Flag,
    /// Dropped.
    Drop,
}

/// Who else uses socket, thread and buffers of a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resources {
    /// The lanes of one federate share its thread.
    #[default]
    Shared,
    /// A receiving thread, its endpoint and buffers for this profile alone.
    Dedicated,
}

/// How a receiving thread is scheduled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scheduling {
    /// As every other thread.
    #[default]
    Normal,
    /// `SCHED_FIFO` with a priority from 1 to 99.
    Fifo(u8),
    /// `SCHED_RR` with a priority from 1 to 99.
    RoundRobin(u8),
}

/// How a thread waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// At once: no processor time while idle, a wake-up for each message.
    Block,
    /// Yields for that long after the last message, then blocks. What other threads made use of does not count, up to 1 ms.
    Yield(Duration),
    /// Never blocks: takes a processor.
    Spin,
}

impl Profile {
    /// The profile that a transportation type has unless the settings say otherwise.
    pub fn standard(name: &str, reliability: Reliability) -> Self {
        Self {
            name: name.to_owned(),
            reliability,
            transport: Transport::Auto,
            multicast: Multicast::default(),
            priority: 0,
            deadline: None,
            late: Late::Flag,
            resources: Resources::Shared,
            scheduling: Scheduling::Normal,
            cpus: Vec::new(),
            locked_bytes: 0,
            wait: Wait::Yield(Duration::from_micros(50)),
            modules: Vec::new(),
        }
    }

    /// Whether groups are made of copies, for networks without multicast.
    pub fn emulates_multicast(&self) -> bool {
        let emulates = |spec: &ModuleSpec| matches!(spec, ModuleSpec::MulticastEmulation(_));
        self.transport == Transport::Multicast && self.modules.iter().any(emulates)
    }

    /// The profile of the lanes to single members: of multicast, what is left without groups.
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
    /// As settings write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.write_str("normal"),
            Self::Fifo(priority) => write!(f, "fifo:{priority}"),
            Self::RoundRobin(priority) => write!(f, "rr:{priority}"),
        }
    }
}

impl fmt::Display for Wait {
    /// As settings write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block => f.write_str("block"),
            Self::Yield(time) => write!(f, "yield:{}us", time.as_micros()),
            Self::Spin => f.write_str("spin"),
        }
    }
}
