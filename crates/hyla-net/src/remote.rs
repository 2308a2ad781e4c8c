//! Reaches an endpoint from threads that do not own it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use crate::attention::Attention;
use crate::chained::{self, ChainLink};
use crate::channel::{Link, Shared};
use crate::datagram::{DatagramLink, UdpWire};
use crate::modules::{ChainError, make_sense_on_streams};
use crate::preface::PREFACE;
use crate::stream::StreamLink;
use crate::{
    Address, Channel, ChannelId, CloseReason, DoorName, EndpointConfig, InProcessName, Profile,
    Reliability, Transport, in_process,
};

/// Reaches an [`Endpoint`](crate::Endpoint) from any thread, also from inside its event closure.
/// Does not keep it alive.
#[derive(Clone, Debug)]
pub struct Remote(pub(crate) Arc<Attention>);

impl Remote {
    /// Makes `poll` return, now or, if the owner is not in it, the next time.
    pub fn wake(&self) {
        self.0.put(|lists| lists.woken = true);
    }

    /// As [`Endpoint::connect`](crate::Endpoint::connect).
    pub fn connect(&self, to: &Address) -> Channel {
        let made = match *to {
            Address::Udp(_) => {
                let name = "HLAbestEffort";
                return self.connect_with(to, &Profile::standard(name, Reliability::BestEffort));
            }
            Address::InProcess(name) => in_process::connect(&self.0, name, |_| Ok(None)),
            Address::Tcp(at) => self.stream(StreamLink::connect(at, &self.0.config, &PREFACE)),
            Address::SharedMemory(_) if !self.0.config.shared_memory => {
                Err(CloseReason::NotReachable)
            }
            Address::SharedMemory(door) => {
                self.stream(StreamLink::call(door, &self.0.config, &PREFACE))
            }
        };
        let shared = made.unwrap_or_else(|reason| {
            Shared::new(&self.0, ChannelId::next(), Link::Failed { to: *to, reason })
        });
        self.hand_over(shared)
    }

    /// Makes a channel to the endpoint at `to` as `profile` says: with its chain of protocol
    /// modules and, over datagrams, marked with its priority. The other transports lose nothing: without modules it is
    /// [`connect`](Self::connect) for them, where datagrams have a chain in any case. A chain that cannot work closes
    /// the channel with [`CloseReason::WrongChain`] or, if it is the peer who cannot, [`CloseReason::Refused`].
    pub fn connect_with(&self, to: &Address, profile: &Profile) -> Channel {
        let made = match *to {
            Address::Udp(at) => self.call(at, profile),
            _ if profile.modules.is_empty() => return self.connect(to),
            _ => self.call_through_modules(to, profile),
        };
        let shared = made.unwrap_or_else(|reason| {
            Shared::new(&self.0, ChannelId::next(), Link::Failed { to: *to, reason })
        });
        self.hand_over(shared)
    }

    fn call_through_modules(
        &self,
        to: &Address,
        profile: &Profile,
    ) -> Result<Arc<Shared>, CloseReason> {
        let wrong = |error: ChainError| CloseReason::WrongChain(error.to_string());
        if profile.transport != Transport::Auto {
            make_sense_on_streams(&profile.modules).map_err(wrong)?;
        }
        let (name, reliability) = (&profile.name, profile.reliability);
        let build = |config: &EndpointConfig| {
            ChainLink::new(name, &profile.modules, reliability, config).map_err(wrong)
        };
        let config = &self.0.config;
        let chain = build(config)?;
        let opening = chained::opening(name, reliability, &chain);
        let shared = match *to {
            Address::InProcess(name) => {
                return in_process::connect(&self.0, name, |config| build(config).map(Some));
            }
            Address::Tcp(at) => self.stream(StreamLink::connect(at, config, &opening)),
            Address::SharedMemory(door) if config.shared_memory => {
                self.stream(StreamLink::call(door, config, &opening))
            }
            Address::SharedMemory(_) | Address::Udp(_) => Err(CloseReason::NotReachable),
        }?;
        let _set_once = shared.chain.set(Box::new(chain));
        Ok(shared)
    }

    fn call(&self, at: SocketAddr, profile: &Profile) -> Result<Arc<Shared>, CloseReason> {
        let wire = UdpWire::connect(at, profile.priority)
            .map_err(|error| CloseReason::ConnectFailed(error.kind()))?;
        let link = DatagramLink::call(wire, at, profile, &self.0.config)
            .map_err(|error| CloseReason::WrongChain(error.to_string()))?;
        let link = Link::Datagram(Box::new(link));
        Ok(Shared::new(&self.0, ChannelId::next(), link))
    }

    /// Whether connecting to that address can succeed from this endpoint.
    pub fn reaches(&self, to: &Address) -> bool {
        let wanted = self.0.config.shared_memory || !matches!(to, Address::SharedMemory(_));
        wanted && to.is_reachable_from_here()
    }

    /// Makes a channel in shared memory to the endpoint that listens at that TCP address. `None` if it
    /// is on another host, or has no door that this process may use: then there is TCP.
    pub fn connect_beside(&self, listener: SocketAddr) -> Option<Channel> {
        if !self.0.config.shared_memory || !is_own(listener.ip()) {
            return None;
        }
        let anywhere = |ip: IpAddr| SocketAddr::new(ip, listener.port());
        let doors = [
            listener,
            anywhere(Ipv4Addr::UNSPECIFIED.into()),
            anywhere(Ipv6Addr::UNSPECIFIED.into()),
        ];
        doors.into_iter().find_map(|at| {
            let door = DoorName::beside_tcp(at)?;
            let link = StreamLink::call(door, &self.0.config, &PREFACE)
                .inspect_err(|error| tracing::trace!(%door, %error, "no shared memory"))
                .ok()?;
            Some(self.hand_over(self.stream(Ok(link)).ok()?))
        })
    }

    fn hand_over(&self, shared: Arc<Shared>) -> Channel {
        if !self.0.put(|lists| lists.new.push(Arc::clone(&shared))) {
            Channel(Arc::clone(&shared)).close("the endpoint is gone");
        }
        Channel(shared)
    }

    fn stream(&self, link: io::Result<StreamLink>) -> Result<Arc<Shared>, CloseReason> {
        link.map(|link| Shared::new(&self.0, ChannelId::next(), Link::Stream(link)))
            .map_err(|error| CloseReason::ConnectFailed(error.kind()))
    }

    /// The address under which endpoints of this process reach this one.
    pub fn in_process_address(&self) -> Address {
        Address::InProcess(InProcessName::new(self.0.number))
    }
}

/// Whether it is an address of this host.
fn is_own(ip: IpAddr) -> bool {
    ip.is_loopback() || UdpSocket::bind((ip, 0)).is_ok()
}
