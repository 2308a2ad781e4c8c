//! A channel over a stream of bytes, TCP or shared memory: the sender's side.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;

use crate::attention::Attention;
use crate::bundle::{Outgoing, Then};
use crate::carrier::{Carrier, Link, StreamWire};
use crate::channel::{ChannelId, Closed, NoRoom, Pressure, Shared};
use crate::framing::Frames;
use crate::memory::MemoryWire;
use crate::preface::PREFACE;
use crate::tcp::TcpWire;
use crate::wire::{Incoming, Wire};
use crate::{
    Address, ChannelCounters, CloseReason, DoorName, EndpointConfig, Profile, chained, tcp,
};

/// Begins a channel over the stream that `begin` makes, which sends first what it is given.
///
/// # Errors
/// Why it cannot even be begun.
pub(crate) fn connect(
    from: &Arc<Attention>,
    profile: &Profile,
    begin: impl FnOnce(&EndpointConfig, &[u8]) -> Result<StreamLink, CloseReason>,
) -> Result<Arc<Shared>, CloseReason> {
    let link = |opening: &[u8]| begin(&from.config, opening).map(|link| Link::from(Arc::new(link)));
    let Some(chain) = chained::of_profile(profile, &from.config)? else {
        return Ok(Shared::new(from, ChannelId::next(), link(&PREFACE)?));
    };
    let opening = chained::opening(&profile.name, profile.reliability, &chain);
    let shared = Shared::new(from, ChannelId::next(), link(&opening)?);
    let _set_once = shared.chain.set(Box::new(chain));
    Ok(shared)
}

/// What makes a channel one that runs over a stream.
#[derive(Debug)]
pub(crate) struct StreamLink {
    peer: Address,
    local: Address,
    outgoing: Outgoing<StreamWire>,
}

impl StreamLink {
    /// Begins to connect over TCP; the writable edge tells the outcome. `opening` is sent first.
    pub(crate) fn connect(
        to: SocketAddr,
        config: &EndpointConfig,
        frames: Frames,
        opening: &[u8],
    ) -> Result<Self, CloseReason> {
        let stream = TcpStream::connect(to).map_err(failed)?;
        Ok(Self::tcp(stream, to, config, frames, opening))
    }

    /// Calls a process of this host.
    pub(crate) fn call(
        to: DoorName,
        config: &EndpointConfig,
        opening: &[u8],
    ) -> Result<Self, CloseReason> {
        if !config.shared_memory {
            return Err(CloseReason::NotReachable);
        }
        let wire = MemoryWire::connect(&to, config).map_err(failed)?;
        Ok(Self::memory(wire, to, config, opening))
    }

    pub(crate) fn tcp(
        stream: TcpStream,
        peer: SocketAddr,
        config: &EndpointConfig,
        frames: Frames,
        opening: &[u8],
    ) -> Self {
        tcp::prepare(&stream, peer, config);
        let unspecified = SocketAddr::from(([0, 0, 0, 0], 0));
        let local = stream.local_addr().unwrap_or(unspecified);
        Self {
            peer: Address::Tcp(peer),
            local: Address::Tcp(local),
            outgoing: {
                let wire = Arc::new(TcpWire::new(stream).into());
                Outgoing::new(config, wire, frames, opening)
            },
        }
    }

    /// Both ends are known by the door between them.
    pub(crate) fn memory(
        wire: MemoryWire,
        door: DoorName,
        config: &EndpointConfig,
        opening: &[u8],
    ) -> Self {
        let config = EndpointConfig {
            // No system call is saved by waiting for more.
            bundle_gap: Duration::ZERO,
            // The ring holds as much again; more would only leave the processor's caches.
            send_queue_bytes: config.send_queue_bytes.min(config.ring_bytes),
            ..config.clone()
        };
        Self {
            peer: Address::SharedMemory(door),
            local: Address::SharedMemory(door),
            outgoing: Outgoing::new(&config, Arc::new(wire.into()), Frames::Hyla, opening),
        }
    }

    pub(crate) fn outgoing(&self) -> &Outgoing<StreamWire> {
        &self.outgoing
    }

    /// Writes what is queued, waiting for the peer until `deadline`.
    pub(crate) fn flush_until(&self, deadline: Instant) {
        loop {
            let _broken_or_empty = self.outgoing.flush();
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(stream) = self.outgoing.wire() else {
                return;
            };
            if self.outgoing.is_empty() || left.is_zero() {
                return;
            }
            stream.wait_for_room(left.min(Duration::from_millis(20)));
            let _broken_or_empty = self.outgoing.writable();
        }
    }

    /// If the channel was broken by the frame just given, the endpoint does not know yet.
    fn tell_fault(&self, channel: &Arc<Shared>) {
        if matches!(self.outgoing.ended(), Some(reason) if is_senders_fault(&reason)) {
            tell(channel, Then::TellEnded);
        }
    }
}

impl Carrier for StreamLink {
    #[inline]
    fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        self.outgoing
            .append(write)
            .inspect_err(|_| self.tell_fault(channel))
    }

    fn append_with(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        self.outgoing
            .append_with(write, tail)
            .inspect_err(|_| self.tell_fault(channel))
    }

    #[inline]
    fn append_lossy(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        self.outgoing
            .append_lossy(write, tail)
            .inspect_err(|_| self.tell_fault(channel))
    }

    fn depart(&self, channel: &Arc<Shared>) {
        let endpoint = &channel.endpoint;
        let attended =
            || endpoint.config.unattended == crate::Unattended::Gather || endpoint.is_attended();
        let then = self.outgoing.depart(attended);
        if then != Then::Nothing {
            tell(channel, then);
            if then == Then::TellDirty && !attended() {
                // The owner left meanwhile.
                self.flush(channel);
            }
        }
    }

    #[inline]
    fn has_to_depart(&self) -> bool {
        self.outgoing.has_to_depart()
    }

    fn flush(&self, channel: &Arc<Shared>) {
        tell(channel, self.outgoing.flush());
    }

    fn pressure(&self) -> Pressure {
        self.outgoing.pressure()
    }

    fn wait_for_room(
        &self,
        channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        let mut then = Then::Nothing;
        let wait = StreamWire::wait_for_room;
        let waited = self.outgoing.wait_for_room(timeout, wait, &mut then);
        tell(channel, then);
        waited
    }

    fn close(&self, _channel: &Arc<Shared>, reason: CloseReason) {
        self.outgoing.close(reason);
    }

    /// In shared memory nothing waits for more.
    fn set_bundling(&self, bundle: Option<usize>, gap: Option<Duration>) {
        let in_memory = self.outgoing.wire().is_some_and(|wire| wire.is_memory());
        if !in_memory {
            self.outgoing.set_bundling(bundle, gap);
        }
    }

    fn counters(&self) -> ChannelCounters {
        self.outgoing.counters()
    }

    fn local_address(&self) -> Address {
        let wire = self.outgoing.wire();
        let now = wire.and_then(|wire| wire.local_address());
        now.unwrap_or(self.local)
    }

    fn peer_address(&self) -> Address {
        self.peer
    }
}

fn failed(error: io::Error) -> CloseReason {
    CloseReason::ConnectFailed(error.kind())
}

/// Passes on to the endpoint what only it can do.
pub(crate) fn tell(channel: &Arc<Shared>, then: Then) {
    match then {
        Then::Nothing => {}
        Then::TellDirty => {
            channel
                .endpoint
                .put(|lists| lists.dirty.push(Arc::clone(channel)));
        }
        Then::TellEnded => {
            channel
                .endpoint
                .put(|lists| lists.ended.push(Arc::clone(channel)));
        }
    }
}

fn is_senders_fault(reason: &CloseReason) -> bool {
    matches!(
        reason,
        CloseReason::FrameTooLarge { .. } | CloseReason::BrokenFrame
    )
}
