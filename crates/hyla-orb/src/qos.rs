//! What a binding asks for.

use std::time::Duration;

/// Quality of service of a binding. Fields have the names of `[qos.NAME]` profiles of Hyla's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qos {
    /// Whether calls share connections with other bindings to the same server.
    pub resources: Resources,
    /// How the calling thread waits for a reply.
    pub wait: Wait,
    /// Longest time of a call; then it ends in TIMEOUT. Default: none.
    pub deadline: Option<Duration>,
    /// Priority that travels with each call, as service context RTCorbaPriority. Default: none travels.
    pub priority: Option<i16>,
    /// Octets of buffers that are made when the binding is. Default 16 KiB, twice.
    pub buffer_bytes: usize,
}

/// Who else uses the socket and buffers of a binding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resources {
    /// All shared bindings to a server, one call at a time on each connection.
    #[default]
    Shared,
    /// Nobody: the binding has a connection of its own, which is made at once.
    Dedicated,
}

/// How a thread waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wait {
    /// In the kernel, at once.
    #[default]
    Block,
    /// Yields the processor for that long, then blocks.
    Yield(Duration),
    /// Asks again and again: takes a processor.
    Spin,
}

impl Default for Qos {
    fn default() -> Self {
        Self {
            resources: Resources::Shared,
            wait: Wait::Block,
            deadline: None,
            priority: None,
            buffer_bytes: 16 << 10,
        }
    }
}

impl Qos {
    /// A connection of its own.
    pub fn dedicated() -> Self {
        Self {
            resources: Resources::Dedicated,
            ..Self::default()
        }
    }
}
