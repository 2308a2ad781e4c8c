//! All carriers, and all wires of byte streams: the only place that matches on them.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::Interest;
use mio::net::{TcpListener, TcpStream};

use super::{Carrier, Failed, FlushOutcome, PolledCarrier};
use crate::board::BoardPlace;
use crate::channel::{Closed, NoRoom, NotAdjusted, Pressure, Shared};
use crate::datagram::DatagramCarrier;
use crate::decoder::Decoder;
use crate::framing::Frames;
use crate::in_process::InProcessCarrier;
use crate::mailbox::EndpointMailbox;
use crate::memory::{MemoryWire, SharedFrame, SharedMemoryListener};
use crate::modules::ModuleSpec;
use crate::secure::SealedWire;
use crate::stream::ByteStreamCarrier;
use crate::sys::Descriptor;
use crate::tcp::TcpWire;
use crate::tcp_health::HostWatch;
use crate::wire::{PolledWire, Read, Wire};
use crate::write_time::WriteTime;
use crate::{
    Address, ChannelCounters, CloseReason, Endpoint, EndpointConfig, Event, Profile, SharedTable,
    datagram, in_process, stream,
};

/// The carrier of a channel.
#[derive(Debug)]
pub(crate) enum AnyCarrier {
    Stream(Arc<ByteStreamCarrier>),
    InProcess(InProcessCarrier),
    Datagram(Arc<DatagramCarrier>),
    Failed(Failed),
}

macro_rules! each_link {
    ($link:expr, $carrier:ident => $call:expr) => {
        match $link {
            AnyCarrier::Stream($carrier) => $call,
            AnyCarrier::InProcess($carrier) => $call,
            AnyCarrier::Datagram($carrier) => $call,
            AnyCarrier::Failed($carrier) => $call,
        }
    };
}

/// The wire of a byte stream. Bundles, handshake, frames, heartbeats and flow control are the same
/// for all.
#[derive(Debug)]
pub(crate) enum StreamWire {
    Tcp(TcpWire),
    Memory(MemoryWire),
    Sealed(SealedWire),
}

macro_rules! each_wire {
    ($stream:expr, $wire:ident => $call:expr) => {
        match $stream {
            StreamWire::Tcp($wire) => $call,
            StreamWire::Memory($wire) => $call,
            StreamWire::Sealed($wire) => $call,
        }
    };
}

/// A listener for byte streams.
#[derive(Debug)]
pub(crate) enum Entrance {
    /// Framing of accepted connections.
    Tcp(TcpListener, Frames),
    Memory(SharedMemoryListener),
}

/// Starts a channel to `to` under `profile`.
///
/// # Errors
/// Why it cannot be started.
pub(crate) fn connect(
    from: &Arc<EndpointMailbox>,
    to: &Address,
    profile: &Profile,
) -> Result<Arc<Shared>, CloseReason> {
    match *to {
        Address::Tcp(at) => stream::connect(from, profile, |config, opening| {
            ByteStreamCarrier::connect(at, config, Frames::Hyla, opening)
        }),
        Address::SharedMemory(beside_tcp) => stream::connect(from, profile, |config, opening| {
            ByteStreamCarrier::call(beside_tcp, config, opening)
        }),
        Address::InProcess(name) => in_process::connect(from, name, profile),
        Address::Udp(at) => datagram::connect(from, at, profile),
    }
}

/// Whether an endpoint with that configuration enables the carrier of `to`.
pub(crate) fn is_wanted(to: &Address, config: &EndpointConfig) -> bool {
    match to {
        Address::SharedMemory(_) => config.shared_memory,
        Address::Udp(_) | Address::Tcp(_) | Address::InProcess(_) => true,
    }
}

impl Entrance {
    /// Accepts one connection.
    pub(crate) fn accept(&self, config: &EndpointConfig) -> io::Result<ByteStreamCarrier> {
        match self {
            Self::Tcp(listener, frames) => {
                let (stream, peer) = listener.accept()?;
                Ok(Self::link(stream, peer, *frames, config))
            }
            Self::Memory(listener) => {
                let wire = listener.accept(config)?;
                Ok(ByteStreamCarrier::memory(
                    wire,
                    listener.name(),
                    config,
                    &[],
                ))
            }
        }
    }

    /// The carrier of a connection over TCP that was accepted.
    pub(crate) fn link(
        stream: TcpStream,
        peer: SocketAddr,
        frames: Frames,
        config: &EndpointConfig,
    ) -> ByteStreamCarrier {
        let wire = |stream| match frames.has_handshake() && config.security.is_demanded() {
            true => SealedWire::called(stream, &config.security).into(),
            false => TcpWire::new(stream).into(),
        };
        ByteStreamCarrier::tcp(stream, peer, config, (frames, wire), &[])
    }

    /// The address of a listener for TCP.
    pub(crate) fn tcp_address(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(listener, _) => listener.local_addr().ok(),
            Self::Memory(_) => None,
        }
    }

    /// Its address, if it is a listener for shared memory.
    pub(crate) fn shared_memory(&self) -> Option<Address> {
        match self {
            Self::Tcp(..) => None,
            Self::Memory(listener) => Some(Address::SharedMemory(listener.name())),
        }
    }
}

impl AnyCarrier {
    /// A channel to `to` that cannot be started.
    pub(crate) fn failed(to: Address, reason: CloseReason) -> Self {
        Self::Failed(Failed { to, reason })
    }

    /// Whether the channel could not be started.
    pub(crate) fn has_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }
}

impl From<Arc<ByteStreamCarrier>> for AnyCarrier {
    fn from(link: Arc<ByteStreamCarrier>) -> Self {
        Self::Stream(link)
    }
}

impl From<InProcessCarrier> for AnyCarrier {
    fn from(link: InProcessCarrier) -> Self {
        Self::InProcess(link)
    }
}

impl From<Arc<DatagramCarrier>> for AnyCarrier {
    fn from(link: Arc<DatagramCarrier>) -> Self {
        Self::Datagram(link)
    }
}

impl From<TcpWire> for StreamWire {
    fn from(wire: TcpWire) -> Self {
        Self::Tcp(wire)
    }
}

impl From<SealedWire> for StreamWire {
    fn from(wire: SealedWire) -> Self {
        Self::Sealed(wire)
    }
}

impl From<MemoryWire> for StreamWire {
    fn from(wire: MemoryWire) -> Self {
        Self::Memory(wire)
    }
}

impl From<(TcpListener, Frames)> for Entrance {
    fn from((listener, frames): (TcpListener, Frames)) -> Self {
        Self::Tcp(listener, frames)
    }
}

impl From<SharedMemoryListener> for Entrance {
    fn from(listener: SharedMemoryListener) -> Self {
        Self::Memory(listener)
    }
}

/// Forwards to the [`Carrier`]. Not an implementation of the trait, so that a missing method fails
/// to compile instead of using a default.
impl AnyCarrier {
    #[inline]
    pub(crate) fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        each_link!(self, carrier => carrier.append(channel, write))
    }

    #[inline]
    pub(crate) fn append_with(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        each_link!(self, carrier => carrier.append_with(channel, write, tail))
    }

    #[inline]
    pub(crate) fn append_lossy(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        each_link!(self, carrier => carrier.append_lossy(channel, write, tail))
    }

    #[inline]
    pub(crate) fn depart(&self, channel: &Arc<Shared>) {
        each_link!(self, carrier => carrier.depart(channel));
    }

    #[inline]
    pub(crate) fn has_to_depart(&self) -> bool {
        each_link!(self, carrier => carrier.has_to_depart())
    }

    pub(crate) fn flush(&self, channel: &Arc<Shared>) {
        each_link!(self, carrier => carrier.flush(channel));
    }

    pub(crate) fn pressure(&self) -> Pressure {
        each_link!(self, carrier => carrier.pressure())
    }

    pub(crate) fn wait_for_room(
        &self,
        channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        each_link!(self, carrier => carrier.wait_for_room(channel, timeout))
    }

    pub(crate) fn close(&self, channel: &Arc<Shared>, reason: CloseReason) {
        each_link!(self, carrier => carrier.close(channel, reason));
    }

    pub(crate) fn set_bundling(&self, bytes: Option<usize>, gap: Option<Duration>) {
        each_link!(self, carrier => carrier.set_bundling(bytes, gap));
    }

    pub(crate) fn adjust(&self, spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        each_link!(self, carrier => carrier.adjust(spec))
    }

    pub(crate) fn counters(&self) -> ChannelCounters {
        each_link!(self, carrier => carrier.counters())
    }

    pub(crate) fn module_counters(
        &self,
        channel: &Arc<Shared>,
        each: &mut dyn FnMut(&'static str, &'static str, u64),
    ) {
        each_link!(self, carrier => carrier.module_counters(channel, each));
    }

    pub(crate) fn profile_name(&self) -> Option<&str> {
        each_link!(self, carrier => carrier.profile_name())
    }

    pub(crate) fn local_address(&self) -> Address {
        each_link!(self, carrier => carrier.local_address())
    }

    /// The process at the other end of shared memory.
    pub(crate) fn peer_process(&self) -> Option<crate::PeerProcess> {
        let Self::Stream(stream) = self else {
            return None;
        };
        match &*stream.outgoing().wire()? {
            StreamWire::Memory(wire) => wire.peer_process(),
            StreamWire::Tcp(_) | StreamWire::Sealed(_) => None,
        }
    }

    /// It belongs to the endpoint whose writes take this time.
    pub(crate) fn share_write_time(&self, time: &Arc<WriteTime>) {
        if let Self::Stream(stream) = self {
            stream.outgoing().share_write_time(time);
        }
    }

    /// Where the boards of both ends are; `None` without common memory.
    pub(crate) fn boards(&self) -> Option<BoardPlace> {
        match self {
            Self::InProcess(carrier) => Some(carrier.boards()),
            Self::Stream(stream) => match &*stream.outgoing().wire()? {
                StreamWire::Memory(wire) => Some(BoardPlace::Memory(wire.boards()?)),
                StreamWire::Tcp(_) | StreamWire::Sealed(_) => None,
            },
            _ => None,
        }
    }

    /// Passes a table to the process at the other end; whether that is possible here.
    pub(crate) fn pass_table(&self, table: &SharedTable, matter: u64) -> bool {
        let Self::Stream(stream) = self else {
            return false;
        };
        match stream.outgoing().wire().as_deref() {
            Some(StreamWire::Memory(wire)) => wire.pass_table(table.memory(), matter).is_ok(),
            _ => false,
        }
    }

    /// Writes a frame for the peer and others. `None` if that is not possible here.
    pub(crate) fn share(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Option<SharedFrame> {
        match self {
            Self::Stream(stream) => stream.share(channel, write, tail),
            Self::InProcess(_) | Self::Datagram(_) | Self::Failed(_) => None,
        }
    }

    /// Appends a frame by its place. `None` if that is not possible here.
    pub(crate) fn append_shared(
        &self,
        channel: &Arc<Shared>,
        frame: &SharedFrame,
    ) -> Option<Result<Pressure, Closed>> {
        match self {
            Self::Stream(stream) => stream.append_shared(channel, frame),
            Self::InProcess(_) | Self::Datagram(_) | Self::Failed(_) => None,
        }
    }

    /// Wakes the thread that polls the other end, if it sleeps.
    pub(crate) fn rouse(&self) {
        match self {
            Self::InProcess(carrier) => carrier.rouse(),
            Self::Stream(stream) => {
                if let Some(StreamWire::Memory(wire)) = stream.outgoing().wire().as_deref() {
                    wire.rouse();
                }
            }
            _ => {}
        }
    }

    pub(crate) fn peer_address(&self) -> Address {
        each_link!(self, carrier => carrier.peer_address())
    }

    /// Whether nobody else can read or change what it carries.
    pub(crate) fn is_private(&self) -> bool {
        match self {
            Self::Stream(stream) => match stream.outgoing().wire().as_deref() {
                Some(StreamWire::Memory(_)) => true,
                Some(StreamWire::Sealed(wire)) => wire.is_sealed(),
                Some(StreamWire::Tcp(_)) | None => false,
            },
            Self::InProcess(_) => true,
            Self::Datagram(_) | Self::Failed(_) => false,
        }
    }

    /// Changes the keys of an encrypted connection.
    pub(crate) fn change_keys(&self) {
        if let Self::Stream(stream) = self
            && let Some(StreamWire::Sealed(wire)) = stream.outgoing().wire().as_deref()
        {
            wire.change_keys();
        }
    }
}

/// Forwards to the [`PolledCarrier`].
impl AnyCarrier {
    pub(crate) fn enter(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        each_link!(self, carrier => carrier.enter(channel, endpoint, on));
    }

    pub(crate) fn hear(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        each_link!(self, carrier => carrier.hear(channel, endpoint, on));
    }

    pub(crate) fn resume(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        each_link!(self, carrier => carrier.resume(channel, endpoint, on));
    }

    pub(crate) fn end_from_here(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    ) {
        each_link!(self, carrier => carrier.end_from_here(channel, endpoint, on));
    }

    pub(crate) fn flush_listed(&self, force: bool, now: Instant) -> FlushOutcome {
        each_link!(self, carrier => carrier.flush_listed(force, now))
    }

    pub(crate) fn write_blindly(&self) {
        each_link!(self, carrier => carrier.write_blindly());
    }

    pub(crate) fn flush_until(&self, deadline: Instant) {
        each_link!(self, carrier => carrier.flush_until(deadline));
    }

    pub(crate) fn abandon(&self, channel: &Shared, reason: CloseReason) {
        each_link!(self, carrier => carrier.abandon(channel, reason));
    }
}

/// Forwards all methods, including those with a default.
impl Wire for StreamWire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        each_wire!(self, wire => wire.write(bytes))
    }

    fn write_bundle(&self, bytes: &mut [u8]) -> io::Result<usize> {
        each_wire!(self, wire => wire.write_bundle(bytes))
    }

    fn finish(&self) {
        each_wire!(self, wire => wire.finish());
    }

    fn is_memory(&self) -> bool {
        each_wire!(self, wire => wire.is_memory())
    }

    #[inline]
    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        each_wire!(self, wire => Wire::put(wire, bytes))
    }

    fn wake(&self) {
        each_wire!(self, wire => wire.wake());
    }

    fn unused(&self) -> usize {
        each_wire!(self, wire => wire.unused())
    }

    fn look(&self, is_free: bool) {
        each_wire!(self, wire => wire.look(is_free));
    }
}

impl StreamWire {
    /// Whether a caller does not encrypt although it has to.
    pub(crate) fn refuses_clear(&self) -> bool {
        matches!(self, Self::Sealed(wire) if wire.refuses_clear())
    }

    /// Whether reading goes on when a key comes.
    pub(crate) fn awaits_key(&self) -> bool {
        matches!(self, Self::Sealed(wire) if wire.awaits_key())
    }

    /// Whether a write that waited for the peer can be repeated. Says so once.
    pub(crate) fn take_unblocked(&self) -> bool {
        matches!(self, Self::Sealed(wire) if wire.take_unblocked())
    }
}

/// As above.
impl PolledWire for StreamWire {
    fn socket(&self) -> Descriptor {
        each_wire!(self, wire => wire.socket())
    }

    fn interest(&self) -> Interest {
        each_wire!(self, wire => wire.interest())
    }

    fn read<'b>(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b> {
        each_wire!(self, wire => PolledWire::read(wire, decoder, buffer, hung_up))
    }

    fn has_more(&self, was_full: bool) -> bool {
        each_wire!(self, wire => wire.has_more(was_full))
    }

    fn wait_for_room(&self, timeout: Duration) {
        each_wire!(self, wire => wire.wait_for_room(timeout));
    }

    fn local_address(&self) -> Option<Address> {
        each_wire!(self, wire => wire.local_address())
    }

    fn is_host_lost(&self, watch: &mut HostWatch, timeout: Duration, now: Instant) -> bool {
        each_wire!(self, wire => wire.is_host_lost(watch, timeout, now))
    }

    fn memory(&self) -> Option<&MemoryWire> {
        each_wire!(self, wire => wire.memory())
    }
}
