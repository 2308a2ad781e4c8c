//! Access to an endpoint from threads that do not own it.

use std::io::ErrorKind::InvalidInput;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};

use crate::board::{BoardWatch, Watch};
use crate::carrier::{self, AnyCarrier};
use crate::channel::Shared;
use crate::framing::{Frames, Framing};
use crate::handshake::HANDSHAKE;
use crate::mailbox::EndpointMailbox;
use crate::stream::ByteStreamCarrier;
use crate::{
    Address, Channel, ChannelId, CloseReason, InProcessName, Profile, Reliability,
    SharedMemoryAddress, TlsClient,
};

/// Access to an [`Endpoint`](crate::Endpoint) from any thread, also from inside its event closure.
/// Does not keep it alive.
#[derive(Clone, Debug)]
pub struct Remote(pub(crate) Arc<EndpointMailbox>);

impl Remote {
    /// Makes `poll` return, now or at its next call.
    pub fn wake(&self) {
        self.0.put(|lists| lists.woken = true);
    }

    /// As [`Endpoint::connect`](crate::Endpoint::connect).
    pub fn connect(&self, to: &Address) -> Channel {
        let name = "HLAbestEffort";
        self.connect_with(to, &Profile::standard(name, Reliability::BestEffort))
    }

    /// Makes a channel to the endpoint at `to` with `profile`: with its chain of protocol modules
    /// and, over datagrams, marked with its priority. Without modules it equals
    /// [`connect`](Self::connect), except over datagrams, which always have a chain. A chain that
    /// cannot work closes the channel with [`CloseReason::WrongChain`] or, if the peer rejects it,
    /// [`CloseReason::Refused`].
    pub fn connect_with(&self, to: &Address, profile: &Profile) -> Channel {
        let shared = carrier::connect(&self.0, to, profile).unwrap_or_else(|reason| {
            Shared::new(&self.0, ChannelId::next(), AnyCarrier::failed(*to, reason))
        });
        self.hand_over(shared)
    }

    /// As [`connect`](Self::connect), to a TCP address and over TLS. If the called program does not encrypt, or is not the one
    /// that `client` accepts, the channel closes with [`CloseReason::NotSecured`].
    pub fn connect_over_tls(&self, to: SocketAddr, client: &TlsClient) -> Channel {
        let link = match ByteStreamCarrier::connect_over_tls(to, &self.0.config, client) {
            Ok(link) => Arc::new(link).into(),
            Err(reason) => AnyCarrier::failed(Address::Tcp(to), reason),
        };
        self.hand_over(Shared::new(&self.0, ChannelId::next(), link))
    }

    /// Makes a channel over TCP to a program with that framing. Never blocks; frames may be sent at
    /// once and wait. [`Event::Opened`](crate::Event) follows when it is connected, or
    /// [`Event::Closed`](crate::Event).
    pub fn connect_framed(&self, to: SocketAddr, framing: &'static dyn Framing) -> Channel {
        let frames = Frames::own(framing).ok_or(CloseReason::ConnectFailed(InvalidInput));
        let begun =
            frames.and_then(|frames| ByteStreamCarrier::connect(to, &self.0.config, frames, &[]));
        let link = match begun {
            Ok(link) => Arc::new(link).into(),
            Err(reason) => AnyCarrier::failed(Address::Tcp(to), reason),
        };
        self.hand_over(Shared::new(&self.0, ChannelId::next(), link))
    }

    /// Whether connecting to that address from this endpoint can succeed.
    pub fn reaches(&self, to: &Address) -> bool {
        carrier::is_wanted(to, &self.0.config) && to.is_reachable_from_here()
    }

    /// The number of [`Channel::dense_frames`], which begins anew.
    pub fn take_dense_frames(&self) -> u32 {
        self.0.dense_frames.swap(0, Relaxed)
    }

    /// From now on frames gather in bundles, as if the endpoint were polled, until somebody has polled it.
    ///
    /// Call this before that one is woken: whoever polls sends what has gathered.
    pub fn expect_poll(&self) {
        self.0.expect();
    }

    /// Replaces the boards that [`await_boards`](Self::await_boards) is about, and the matter.
    pub fn watch(&self, matter: u64, watch: Watch) {
        self.0
            .put(|lists| lists.watch = Some(BoardWatch::new(matter, watch)));
    }

    /// Makes `poll` return, once, as soon as the second words of all boards watched are at least that number; 0: no longer. Call this before
    /// [`settle_postings`](crate::settle_postings). Only with [`ChannelBoards::rouse`](crate::ChannelBoards::rouse) of the other ends a sleeping `poll` looks at them.
    pub fn await_boards(&self, at_least: u64) {
        self.0.awaited.store(at_least, Release);
    }

    /// Whether somebody waits for what streams carry. Otherwise, where processors are crowded, `poll` pauses longer than
    /// [`EndpointConfig::longest_rest`](crate::EndpointConfig::longest_rest) between reads of a stream.
    pub fn hurry(&self, waits: bool) {
        self.0.hurry(waits);
    }

    /// Makes a channel in shared memory to the endpoint that listens at that TCP address. `None` if
    /// it is on another host, or has no listener for shared memory that this process may use: then
    /// use TCP.
    pub fn connect_beside(&self, listener: SocketAddr) -> Option<Channel> {
        if !self.0.config.shared_memory {
            return None;
        }
        if !is_own(listener.ip()) {
            tracing::info!(
                %listener,
                "TCP, since the address is not one of this host (a container with a network namespace of its own \
                 counts as a host)"
            );
            return None;
        }
        let anywhere = |ip: IpAddr| SocketAddr::new(ip, listener.port());
        let bound = [
            listener,
            anywhere(Ipv4Addr::UNSPECIFIED.into()),
            anywhere(Ipv6Addr::UNSPECIFIED.into()),
        ];
        let found = bound.into_iter().find_map(|at| {
            let address = SharedMemoryAddress::beside_tcp(at)?;
            let link = ByteStreamCarrier::call(address, &self.0.config, &HANDSHAKE)
                .inspect_err(|error| tracing::trace!(%address, %error, "no shared memory"))
                .ok()?;
            let shared = Shared::new(&self.0, ChannelId::next(), Arc::new(link).into());
            Some(self.hand_over(shared))
        });
        if found.is_none() {
            tracing::info!(
                %listener,
                "TCP instead of shared memory: no process offers it there to this user (another user, \
                 peer.shared_memory = false, or a container with a network namespace of its own)"
            );
        }
        found
    }

    fn hand_over(&self, shared: Arc<Shared>) -> Channel {
        if !self.0.put(|lists| lists.new.push(Arc::clone(&shared))) {
            Channel(Arc::clone(&shared)).close("the endpoint is gone");
        }
        Channel(shared)
    }

    /// The address of this endpoint within its process.
    pub fn in_process_address(&self) -> Address {
        Address::InProcess(InProcessName::new(self.0.number))
    }
}

/// Whether it is an address of this host.
fn is_own(ip: IpAddr) -> bool {
    ip.is_loopback() || UdpSocket::bind((ip, 0)).is_ok()
}
