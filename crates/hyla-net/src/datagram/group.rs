//! Multicast groups: one datagram reaches all members.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use socket2::SockRef;

use super::batch::Batch;
use super::packet::{self, Id};
use super::{Destination, UdpWire, options};
use crate::ChannelId;
use crate::secure::{NotSealed, Place, Sealing, Security};

/// Bytes of the frame number.
pub(super) const NUMBER_BYTES: usize = 4;

/// Most senders of a group that are remembered.
const MAX_SENDERS: usize = 4096;

/// Options of an endpoint's membership in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupOptions {
    /// Address of the interface on which an IPv4 group is joined and sent to. Default: chosen by
    /// the system.
    pub interface: Option<Ipv4Addr>,
    /// Number of that interface, for IPv6. Default 0: chosen by the system.
    pub interface_index: u32,
    /// Time to live: number of networks that a frame may reach. Default 1: no routers.
    pub ttl: u8,
    /// Whether members on the same host receive it, too. Default `true`.
    pub loopback: bool,
    /// Priority with which frames are marked, from 0 (least) to 7.
    pub priority: u8,
    /// Whether frames of each sender come in order and once, by their numbers. Without keys of the federation anybody can forge a number, and
    /// all frames of the sender before it are dropped then: an owner that sorts frames by itself, and knows forged ones, asks for all of them.
    /// Default `true`.
    pub in_order: bool,
}

impl Default for GroupOptions {
    fn default() -> Self {
        Self {
            interface: None,
            interface_index: 0,
            ttl: 1,
            loopback: true,
            priority: 0,
            in_order: true,
        }
    }
}

impl GroupOptions {
    /// Sets the options of a socket that sends to groups.
    pub(super) fn send_by(&self, wire: &UdpWire, ipv4: bool) -> io::Result<()> {
        let socket = SockRef::from(wire.socket());
        if ipv4 {
            if let Some(interface) = self.interface {
                socket.set_multicast_if_v4(&interface)?;
            }
            socket.set_multicast_ttl_v4(self.ttl.into())?;
            socket.set_multicast_loop_v4(self.loopback)?;
        } else {
            if self.interface_index != 0 {
                socket.set_multicast_if_v6(self.interface_index)?;
            }
            socket.set_multicast_hops_v6(self.ttl.into())?;
            socket.set_multicast_loop_v6(self.loopback)?;
        }
        if let Err(error) = options::mark(wire.socket(), self.priority) {
            tracing::warn!(%error, "cannot mark datagrams to groups with their priority");
        }
        Ok(())
    }
}

/// A group that an endpoint has joined: a frame reaches all other members with one datagram, or not
/// at all. Frames of others come as [`Event::GroupFrame`](crate::Event::GroupFrame), from each
/// sender in order and once, or as they arrive ([`GroupOptions::in_order`]).
///
/// A cheap handle, used from any thread; the endpoint is a member until
/// [`leave_group`](crate::Endpoint::leave_group).
#[derive(Clone, Debug)]
pub struct MulticastGroup(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: ChannelId,
    wire: Arc<UdpWire>,
    at: SocketAddr,
    options: GroupOptions,
    token: Id,
    next: AtomicU32,
    place: Place,
    sealing: Mutex<Sealing>,
}

impl MulticastGroup {
    /// Joins.
    ///
    /// # Errors
    /// `InvalidInput` if it is not a group; those of the system.
    pub(crate) fn join(
        at: SocketAddr,
        options: GroupOptions,
        security: &Security,
    ) -> io::Result<Self> {
        if !at.ip().is_multicast() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let wire = UdpWire::share(at)?;
        join(&wire, at.ip(), &options)?;
        // Otherwise it would also receive groups that others on this host have joined.
        #[cfg(target_os = "linux")]
        {
            let socket = SockRef::from(wire.socket());
            match at {
                SocketAddr::V4(_) => socket.set_multicast_all_v4(false)?,
                SocketAddr::V6(_) => socket.set_multicast_all_v6(false)?,
            }
        }
        options.send_by(&wire, at.is_ipv4())?;
        Ok(Self(Arc::new(Inner {
            id: ChannelId::next(),
            wire: Arc::new(wire),
            at,
            options,
            token: Id::of_token(packet::new_token()),
            next: AtomicU32::new(0),
            place: Place::group(at),
            sealing: Mutex::new(Sealing::new(security)),
        })))
    }

    /// Leaves, so that the host does not receive datagrams without a reader.
    pub(crate) fn leave(&self) {
        let socket = SockRef::from(self.0.wire.socket());
        let left = match self.0.at.ip() {
            IpAddr::V4(group) => {
                let interface = self.0.options.interface.unwrap_or(Ipv4Addr::UNSPECIFIED);
                socket.leave_multicast_v4(&group, &interface)
            }
            IpAddr::V6(group) => socket.leave_multicast_v6(&group, self.0.options.interface_index),
        };
        if let Err(error) = left {
            tracing::debug!(group = %self.0.at, %error, "cannot leave a group");
        }
    }

    /// Leaves and joins again.
    pub(crate) fn rejoin(&self) -> io::Result<()> {
        self.leave();
        join(&self.0.wire, self.0.at.ip(), &self.0.options)
    }

    /// Id of the group in events.
    pub fn id(&self) -> ChannelId {
        self.0.id
    }

    /// The group's address.
    pub fn address(&self) -> SocketAddr {
        self.0.at
    }

    /// Id of this member in the events of others.
    pub fn token(&self) -> u64 {
        self.0.token.raw()
    }

    /// Sends a frame to all other members, in one datagram. Never blocks; may be lost.
    ///
    /// # Errors
    /// `WouldBlock` if the socket is full, `InvalidInput` if the frame is too large for one
    /// datagram (1460 bytes pass on Ethernet, 40 fewer if sealed), `NotConnected` if it has to be sealed and no key has
    /// come; then it is not sent.
    pub fn send(&self, frame: &[u8]) -> io::Result<()> {
        let Inner {
            wire,
            at,
            token,
            next,
            place,
            sealing,
            ..
        } = &*self.0;
        let number = next.fetch_add(1, Relaxed).wrapping_add(1);
        let mut datagram = Vec::with_capacity(NUMBER_BYTES + frame.len());
        datagram.extend_from_slice(&number.to_le_bytes());
        datagram.extend_from_slice(frame);
        let mut batch = Batch::default();
        let parts = [&packet::group_head(*token)[..], &datagram];
        let mut sealing = sealing.lock().unwrap_or_else(PoisonError::into_inner);
        batch
            .push_sealed(&mut sealing, *place, parts)
            .map_err(|NotSealed| io::ErrorKind::NotConnected)?;
        drop(sealing);
        let to = Destination {
            to: *at,
            from: None,
        };
        let sent = wire.send(&to, &batch);
        if sent.full > 0 {
            Err(io::ErrorKind::WouldBlock.into())
        } else if sent.refused > 0 {
            Err(io::ErrorKind::InvalidInput.into())
        } else {
            Ok(())
        }
    }

    pub(crate) fn wire(&self) -> &Arc<UdpWire> {
        &self.0.wire
    }

    pub(crate) fn place(&self) -> Place {
        self.0.place
    }
}

/// Makes the socket a member.
fn join(wire: &UdpWire, group: IpAddr, options: &GroupOptions) -> io::Result<()> {
    let socket = SockRef::from(wire.socket());
    match group {
        IpAddr::V4(group) => {
            let interface = options.interface.unwrap_or(Ipv4Addr::UNSPECIFIED);
            socket.join_multicast_v4(&group, &interface)
        }
        IpAddr::V6(group) => socket.join_multicast_v6(&group, options.interface_index),
    }
}

/// An endpoint's state of a group.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) handle: MulticastGroup,
    /// Last number of each sender.
    heard: FxHashMap<Id, u32>,
}

impl Group {
    pub(crate) fn new(handle: MulticastGroup) -> Self {
        Self {
            handle,
            heard: FxHashMap::default(),
        }
    }

    /// Frame of another member; `None` if it is our own, or, in order, duplicated or overtaken.
    pub(crate) fn frame<'a>(&mut self, from: Id, rest: &'a [u8]) -> Option<&'a [u8]> {
        let (number, frame) = rest.split_first_chunk::<NUMBER_BYTES>()?;
        let number = u32::from_le_bytes(*number);
        if from == self.handle.0.token {
            return None;
        }
        if !self.handle.0.options.in_order {
            return Some(frame);
        }
        if self.heard.len() >= MAX_SENDERS && !self.heard.contains_key(&from) {
            // Current senders are learned again with their next frames.
            self.heard.clear();
        }
        let last = self.heard.entry(from).or_insert(number.wrapping_sub(1));
        let ahead = number.wrapping_sub(*last);
        if ahead == 0 || ahead > u32::MAX / 2 {
            return None;
        }
        *last = number;
        Some(frame)
    }
}
