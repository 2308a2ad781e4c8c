//! Quality of service of bindings.

use std::time::Duration;

/// Quality of service of a binding. Fields have the names of `[qos.NAME]` profiles of Hyla's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qos {
    /// Whether calls share connections with other bindings to the same server.
    pub resources: Resources,
    /// Wait strategy of the calling thread.
    pub wait: Wait,
    /// Longest time of a call before TIMEOUT. Default: none.
    pub deadline: Option<Duration>,
    /// Priority sent with each call, as service context RTCorbaPriority. Default: none.
    pub priority: Option<i16>,
    /// Octets of buffers allocated with the binding. Default 16 KiB, twice.
    pub buffer_bytes: usize,
}

/// Sharing of the socket and buffers of a binding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Resources {
    /// All shared bindings to a server, one call at a time on each connection.
    #[default]
    Shared,
    /// None: the binding has its own connection, made at once.
    Dedicated,
}

/// Wait strategy of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wait {
    /// Blocks at once.
    #[default]
    Block,
    /// Yields the processor for that long, then blocks.
    Yield(Duration),
    /// Polls: takes a processor.
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
    /// With its own connection.
    pub fn dedicated() -> Self {
        Self {
            resources: Resources::Dedicated,
            ..Self::default()
        }
    }
}
