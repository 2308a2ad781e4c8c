//! Quality of service of bindings.

use std::fmt;
use std::time::Duration;

/// Quality of service of a binding, at the client or at an entrance of a server. Fields have the
/// names of `[qos.NAME]` profiles of Hyla's settings where those have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qos {
    /// Whether calls share connections with other bindings to the same server.
    pub resources: Resources,
    /// The way of calls.
    pub route: Route,
    /// Wait strategy of the thread that reads. Default: yields for 50 µs, then blocks.
    pub wait: Wait,
    /// Longest time of a call before TIMEOUT. Default: none.
    pub deadline: Option<Duration>,
    /// Priority sent with each call, as service context RTCorbaPriority: 0 to 32767. Marks packets,
    /// too. Default: none.
    pub priority: Option<i16>,
    /// Buffers allocated with the binding: one to read, the others for calls that leave together.
    /// Default 2.
    pub buffers: usize,
    /// Octets of a buffer. Default 16 KiB. A message beyond that takes more memory while it passes.
    pub buffer_bytes: usize,
    /// Time after a write during which oneway calls gather. Default 20 µs: then they leave together.
    /// Zero: each leaves at once, with a system call of its own.
    pub bundle_gap: Duration,
    /// Whether a read takes as much as there is. `false`: the header of each message is read first,
    /// then the rest. Default `true`.
    pub read_ahead: bool,
    /// Whether buffers are used again. `false`: each call allocates them. Default `true`.
    pub pooled: bool,
    /// Messages of GIOP 1.2 above this many octets are sent in fragments. Default: none are.
    pub fragment_bytes: Option<usize>,
    /// Scheduling and processors of the thread: applied to threads of an entrance, and to a calling
    /// thread on request ([`Binding::adopt_thread`](crate::client::Binding::adopt_thread)).
    #[cfg(feature = "flow")]
    pub thread: hyla_net::ThreadPlan,
    /// Octets of buffers that are locked into memory. Default 0. Channels of Hyla only.
    #[cfg(feature = "flow")]
    pub locked_bytes: usize,
    /// Protocol modules of channels of Hyla, from the caller to the wire. Default: none.
    #[cfg(feature = "flow")]
    pub modules: Modules,
}

/// The chain of a channel: `hyla_net::modules`.
#[cfg(feature = "flow")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modules(pub Vec<hyla_net::modules::ModuleSpec>);

// Parameters are compared bit by bit; none is NaN.
#[cfg(feature = "flow")]
impl Eq for Modules {}

/// Sharing of the socket and buffers of a binding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resources {
    /// All shared bindings to a server, one call at a time on each connection.
    #[default]
    Shared,
    /// None: the binding has its own connection, made at once.
    Dedicated,
}

/// The way of calls to a server that offers several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Route {
    /// Shared memory where client and server are on one host and the server offers it, otherwise
    /// IIOP.
    #[default]
    Auto,
    /// IIOP.
    Iiop,
    /// Shared memory; refused between hosts.
    SharedMemory,
    /// A channel of Hyla over TCP.
    Tcp,
    /// Oneway calls as datagrams, which may be lost; other calls as with `Auto`.
    Udp,
    /// Oneway calls to the multicast group of the reference, and so to each server that has joined
    /// it; other calls as with `Auto`.
    Multicast,
}

/// Wait strategy of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Blocks at once.
    Block,
    /// Yields the processor for that long, then blocks.
    Yield(Duration),
    /// Polls: takes a processor. Yields about every 20 µs, and pauses for 0.1 ms every 10 ms, so that
    /// a thread with real-time priority keeps nobody from sending what it waits for.
    Spin,
}

impl Default for Wait {
    fn default() -> Self {
        Self::Yield(Duration::from_micros(50))
    }
}

impl Default for Qos {
    fn default() -> Self {
        Self {
            resources: Resources::Shared,
            route: Route::Auto,
            wait: Wait::default(),
            deadline: None,
            priority: None,
            buffers: 2,
            buffer_bytes: 16 << 10,
            bundle_gap: Duration::from_micros(20),
            read_ahead: true,
            pooled: true,
            fragment_bytes: None,
            #[cfg(feature = "flow")]
            thread: hyla_net::ThreadPlan::default(),
            #[cfg(feature = "flow")]
            locked_bytes: 0,
            #[cfg(feature = "flow")]
            modules: Modules::default(),
        }
    }
}

impl Qos {
    /// With its own connection.
    pub fn dedicated() -> Self {
        Self {
            resources: Resources::Dedicated,
            ..Self::default()
        }
    }

    /// Octets of calls that leave together.
    pub(crate) fn bundle_bytes(&self) -> usize {
        (self.buffers.max(2) - 1).saturating_mul(self.buffer_bytes)
    }
}

/// Priorities of one class of packets.
const PRIORITIES_OF_A_CLASS: i16 = 4096;

/// Class of packets, 0 to 7, of a priority of RTCorbaPriority.
pub fn class_of(priority: i16) -> u8 {
    u8::try_from(priority.max(0) / PRIORITIES_OF_A_CLASS).expect("at most 7")
}

/// Priority of RTCorbaPriority of a profile's priority, 0 to 7; 0 sends none.
pub fn priority_of(class: u8) -> Option<i16> {
    (class > 0).then(|| i16::from(class.min(7)) * PRIORITIES_OF_A_CLASS)
}

/// Resources that a binding was granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granted {
    /// Carrier of calls: `iiop`, `shared-memory`, `tcp`.
    pub carrier: &'static str,
    /// Address of the server.
    pub server: String,
    /// Carrier of oneway calls, if it is another one.
    pub oneways: Option<&'static str>,
    /// Whether the socket belongs to the binding alone.
    pub is_dedicated: bool,
    /// Buffers, and octets of each.
    pub buffers: (usize, usize),
    /// Wait strategy of the calling thread.
    pub wait: Wait,
    /// Priority, and the class of packets if they are marked.
    pub priority: Option<(i16, Option<u8>)>,
}

impl fmt::Display for Granted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.carrier, self.server)?;
        if let Some(oneways) = self.oneways {
            write!(f, ", oneway calls by {oneways}")?;
        }
        let whose = if self.is_dedicated {
            "dedicated"
        } else {
            "shared"
        };
        let (count, bytes) = self.buffers;
        write!(f, ", {whose} socket, {count} buffers of {bytes} octets")?;
        match self.wait {
            Wait::Block => f.write_str(", blocks")?,
            Wait::Yield(time) => write!(f, ", yields for {time:?}")?,
            Wait::Spin => f.write_str(", spins")?,
        }
        match self.priority {
            None => Ok(()),
            Some((priority, Some(class))) => write!(f, ", priority {priority}, class {class}"),
            Some((priority, None)) => {
                write!(f, ", priority {priority}, packets are not marked here")
            }
        }
    }
}

/// QoS as in settings.
#[cfg(feature = "flow")]
mod profile {
    use super::{Modules, Qos, Resources, Route, Wait, priority_of};

    impl From<hyla_net::Wait> for Wait {
        fn from(wait: hyla_net::Wait) -> Self {
            match wait {
                hyla_net::Wait::Block => Self::Block,
                hyla_net::Wait::Yield(time) => Self::Yield(time),
                hyla_net::Wait::Spin => Self::Spin,
            }
        }
    }

    impl From<Wait> for hyla_net::Wait {
        fn from(wait: Wait) -> Self {
            match wait {
                Wait::Block => Self::Block,
                Wait::Yield(time) => Self::Yield(time),
                Wait::Spin => Self::Spin,
            }
        }
    }

    impl From<&hyla_net::Profile> for Qos {
        /// The binding that a `[qos.NAME]` profile describes. Best effort over streams is reliable. Calls have one
        /// receiver: reliable multicast takes a stream.
        fn from(profile: &hyla_net::Profile) -> Self {
            use hyla_net::{Reliability, Transport};
            let is_lossy = profile.reliability == Reliability::BestEffort;
            Self {
                resources: match profile.resources {
                    hyla_net::Resources::Shared => Resources::Shared,
                    hyla_net::Resources::Dedicated => Resources::Dedicated,
                },
                route: match profile.transport {
                    Transport::Auto if is_lossy => Route::Udp,
                    Transport::Auto | Transport::Stream | Transport::ReliableMulticast => {
                        Route::Auto
                    }
                    Transport::SharedMemory => Route::SharedMemory,
                    Transport::Tcp => Route::Tcp,
                    Transport::Udp => Route::Udp,
                    Transport::Multicast => Route::Multicast,
                },
                wait: profile.wait.into(),
                deadline: profile.deadline,
                priority: priority_of(profile.priority),
                thread: hyla_net::ThreadPlan::of(profile),
                locked_bytes: profile.locked_bytes,
                modules: Modules(profile.modules.clone()),
                ..Self::default()
            }
        }
    }

    impl Qos {
        /// Resources requested of this host, for admission.
        pub(crate) fn demand(&self) -> hyla_net::Demand {
            let mut profile =
                hyla_net::Profile::standard("binding", hyla_net::Reliability::Reliable);
            profile.resources = match self.resources {
                Resources::Shared => hyla_net::Resources::Shared,
                Resources::Dedicated => hyla_net::Resources::Dedicated,
            };
            if self.route == Route::SharedMemory {
                profile.transport = hyla_net::Transport::SharedMemory;
            }
            profile.wait = self.wait.into();
            profile.scheduling = self.thread.scheduling;
            profile.cpus = self.thread.cpus.clone();
            profile.locked_bytes = self.locked_bytes;
            hyla_net::Demand::of_profile(&profile)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priorities_of_profiles_come_back_as_their_class() {
        assert_eq!(priority_of(0), None);
        for class in 1..=7 {
            assert_eq!(priority_of(class).map(class_of), Some(class));
        }
        assert_eq!(class_of(i16::MAX), 7);
        assert_eq!(class_of(-5), 0);
    }
}
