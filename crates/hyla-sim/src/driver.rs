//! The network that simulated federates use: what their links do becomes a list of actions for the world.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use hyla_core::message::{FrameKind, kind_of};
use hyla_link::lanes::LinkFrame;
use hyla_link::{LinkEnvironment, LinkSettings};
use hyla_net::modules::ModuleSpec;
use hyla_net::network::{self, ChannelHandle, Connector};
use hyla_net::{
    Address, ChannelCounters, Closed, GroupCounters, GroupOptions, GroupRange, NotAdjusted,
    PeerAddress, Pressure, Profile, Reliability, Resources, Transport,
};

use crate::chains;
use crate::network::{ChannelId, Micros, ProcessId, mix};

/// The links of a simulated federate: those of every federate, over the network of a world.
pub(crate) type Links = hyla_link::Links<Simulated>;

/// So many messages are enough for a lane that ends again.
const SHORT_LIFE: u32 = 30;

/// Bytes that wait in a channel, or as callbacks, before others wait: with many processes nothing ever has to.
const NARROW: usize = 1 << 10;
const WIDE: usize = 64 << 20;

/// Of a frame that waits in front of a chain, besides the frame.
const LENGTH_BYTES: usize = 4;

/// How long last words of a member that resigned are waited for.
const DRAIN: Duration = Duration::from_secs(5);

/// How long a caller may take to say who it is, and the log to tell of it.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the world has to do for the links.
#[derive(Debug)]
pub(crate) enum Action {
    Call {
        channel: ChannelId,
        to: ProcessId,
        /// Of a lane over datagrams that has protocol modules.
        modules: Option<Box<Profile>>,
    },
    Send {
        channel: ChannelId,
        frame: Vec<u8>,
        /// Its number on a channel that may lose it.
        lossy: Option<u64>,
        /// Whether it may come too late to be delivered.
        may_be_late: bool,
    },
    /// A datagram for everyone in a group.
    Cast {
        token: u64,
        group: SocketAddr,
        frame: Vec<u8>,
    },
    /// A frame that may be lost, for which there is no room.
    Drop {
        channel: ChannelId,
        frame: Vec<u8>,
    },
    /// Whether the channel is not read for now.
    Pause {
        channel: ChannelId,
        on: bool,
    },
    Close {
        channel: ChannelId,
    },
}

/// What the channels of one process have in common.
#[derive(Debug)]
pub(crate) struct Wires {
    owner: ProcessId,
    opened: u64,
    pub(crate) actions: Vec<Action>,
    /// Channels that are over, as far as this process knows.
    closed: BTreeSet<ChannelId>,
    /// Messages on lanes, for the statistics.
    pub(crate) by_lanes: u64,
    /// Bytes that may be on their way in each channel.
    most: usize,
    /// Bytes that are, and whether they were more than that and are not half of it yet.
    queued: BTreeMap<ChannelId, (usize, bool)>,
    /// Whether lanes over datagrams have protocol modules.
    modules: bool,
    /// Sabotage: no fence is ever put.
    pub(crate) no_fences: bool,
    /// Sabotage: best effort on a stream is dropped although there is room.
    pub(crate) drops_with_room: bool,
}

/// The channels of one process, as its links and the world share them.
#[derive(Clone, Debug)]
pub(crate) struct SharedWires(Rc<RefCell<Wires>>);

/// Network of a world.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simulated;

impl network::Network for Simulated {
    type Channel = SimulatedChannel;
    type Remote = SharedWires;
    type GroupHandle = SimulatedSpeaker;
    type Group = SimulatedGroup;

    fn group_id(group: &SimulatedGroup) -> hyla_net::ChannelId {
        hyla_net::ChannelId::from_raw(group.id.0)
    }
}

/// A group that a process is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimulatedGroup {
    pub(crate) id: ChannelId,
    pub(crate) at: SocketAddr,
}

/// Speaks to groups.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedSpeaker {
    token: u64,
    wires: SharedWires,
}

impl network::GroupHandle for SimulatedSpeaker {
    fn token(&self) -> u64 {
        self.token
    }

    fn append(&self, to: SocketAddr, frame: &[u8]) -> bool {
        let cast = Action::Cast {
            token: self.token,
            group: to,
            frame: frame.to_vec(),
        };
        self.wires.0.borrow_mut().actions.push(cast);
        true
    }

    fn counters(&self) -> GroupCounters {
        GroupCounters::default()
    }
}

/// One end of a channel.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedChannel {
    id: ChannelId,
    peer: Address,
    /// A lane that ends after so many messages.
    life: Option<Rc<Cell<u32>>>,
    lane: bool,
    /// A lane of best effort: what comes late is not waited for.
    best_effort: bool,
    /// Frames so far, if they may be lost.
    lossy: Option<Rc<Cell<u64>>>,
    /// A lane over datagrams whose frames pass through protocol modules.
    chained: bool,
    wires: SharedWires,
}

/// Bytes of callbacks that may wait at a process before it reads no more.
pub(crate) fn callback_bytes(process: ProcessId) -> usize {
    if process.0 % 4 == 1 { NARROW } else { WIDE }
}

/// Where a process is called: for streams and reliable lanes, and for such as may lose. A fifth of the processes take no
/// datagrams: what may be lost goes to them by streams.
pub(crate) fn addresses_of(process: ProcessId) -> Vec<String> {
    let at = SocketAddr::from((host(), port(process)));
    let datagrams = (process.0 % 5 != 1).then_some(Address::Udp(at));
    let all = [Address::Tcp(at)].into_iter().chain(datagrams);
    all.map(|address| address.to_string()).collect()
}

/// Bytes that may wait at the RTI for a process before others are told to wait.
pub(crate) fn relay_bytes(process: ProcessId) -> usize {
    if process.0.is_multiple_of(3) {
        NARROW
    } else {
        WIDE
    }
}

/// Few, so that a process hears what is for others.
fn groups() -> GroupRange {
    "239.1.0.0/30:7000".parse().expect("groups")
}

fn host() -> Ipv4Addr {
    Ipv4Addr::new(10, 0, 0, 1)
}

fn port(process: ProcessId) -> u16 {
    u16::try_from(process.0 + 1).unwrap_or(u16::MAX)
}

/// A time of a world as links know it.
pub(crate) fn instant(at: Micros) -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(Instant::now) + Duration::from_micros(at)
}

/// The time of a world at which something of the links is due.
pub(crate) fn micros(at: Instant) -> Micros {
    let since = at.saturating_duration_since(instant(0));
    since.as_micros() as Micros + u64::from(!since.subsec_nanos().is_multiple_of(1000))
}

/// The links of a process before it has called anybody. `modules`: the seed of their parameters, where lanes over datagrams
/// have protocol modules.
pub(crate) fn links(owner: ProcessId, modules: Option<u64>) -> (Links, SharedWires) {
    let wires = SharedWires(Rc::new(RefCell::new(Wires {
        owner,
        opened: 0,
        actions: Vec::new(),
        closed: BTreeSet::new(),
        by_lanes: 0,
        most: if owner.0 % 3 == 2 { NARROW } else { WIDE },
        queued: BTreeMap::new(),
        modules: modules.is_some(),
        no_fences: false,
        drops_with_room: false,
    })));
    let settings = LinkSettings {
        direct: true,
        frame_bytes: 64 << 20,
        pending_bytes: WIDE,
        drain: DRAIN,
        greet: PATIENCE,
        appear: PATIENCE,
        host: Arc::new(SimulatedHost {
            lanes_for_all: owner.0 % 2 == 1,
            groups: (owner.0 % 4 == 2).then(groups),
            modules: modules.map(|seed| mix(&[seed, 10, u64::from(owner.0)])),
            secrets: AtomicU64::new(u64::from(owner.0) << 32),
        }),
    };
    let mut links = Links::new(settings, instant(0));
    links.set_own_address(host().into());
    let rti = wires.channel(crate::process::rti_channel(owner));
    links.open(rti, wires.clone());
    (links, wires)
}

impl SharedWires {
    /// An end that this process did not open.
    pub(crate) fn channel(&self, id: ChannelId) -> SimulatedChannel {
        SimulatedChannel {
            id,
            peer: Address::Tcp(SocketAddr::from((host(), u16::MAX))),
            life: None,
            lane: false,
            best_effort: false,
            lossy: None,
            chained: false,
            wires: self.clone(),
        }
    }

    /// What is to be done next.
    pub(crate) fn take_actions(&self) -> Vec<Action> {
        std::mem::take(&mut self.0.borrow_mut().actions)
    }

    /// The channel is over at the other end.
    pub(crate) fn ended(&self, channel: ChannelId) {
        let mut wires = self.0.borrow_mut();
        wires.closed.insert(channel);
        wires.queued.remove(&channel);
    }

    /// Whether the channel is over, as far as this process knows.
    pub(crate) fn is_over(&self, channel: ChannelId) -> bool {
        self.0.borrow().closed.contains(&channel)
    }

    /// The other end has taken so many bytes. Whether there is room now, which somebody waits for.
    pub(crate) fn taken(&self, channel: ChannelId, bytes: usize) -> bool {
        let mut wires = self.0.borrow_mut();
        let low = wires.most / 2;
        let Some((queued, pressed)) = wires.queued.get_mut(&channel) else {
            return false;
        };
        *queued = queued.saturating_sub(bytes);
        *queued <= low && std::mem::take(pressed)
    }

    pub(crate) fn drop_with_room(&self) {
        self.0.borrow_mut().drops_with_room = true;
    }

    pub(crate) fn put_no_fences(&self) {
        self.0.borrow_mut().no_fences = true;
    }

    pub(crate) fn by_lanes(&self) -> u64 {
        self.0.borrow().by_lanes
    }

    fn call(&self, to: &Address, profile: Option<&Profile>) -> SimulatedChannel {
        let mut wires = self.0.borrow_mut();
        wires.opened += 1;
        let opened = wires.opened;
        let channel = ChannelId(u64::from(wires.owner.0) << 32 | opened);
        let port = match to {
            Address::Tcp(at) | Address::Udp(at) => at.port(),
            Address::InProcess(_) | Address::SharedMemory(_) => 0,
        };
        let to_process = ProcessId(u32::from(port).wrapping_sub(1));
        let datagrams = matches!(to, Address::Udp(_));
        let modules = profile.filter(|_| datagrams && wires.modules);
        let chained = modules.is_some();
        wires.actions.push(Action::Call {
            channel,
            to: to_process,
            modules: modules.map(|profile| Box::new(profile.clone())),
        });
        let lane = profile.is_some();
        SimulatedChannel {
            id: channel,
            peer: *to,
            life: (lane && opened % 2 == 1).then(|| Rc::new(Cell::new(SHORT_LIFE))),
            lane,
            best_effort: profile.is_some_and(|p| p.reliability == Reliability::BestEffort),
            lossy: (datagrams && !chained).then(Rc::default),
            chained,
            wires: self.clone(),
        }
    }
}

impl Connector<Simulated> for SharedWires {
    fn connect(&self, to: &Address) -> SimulatedChannel {
        self.call(to, None)
    }

    fn connect_with(&self, to: &Address, profile: &Profile) -> SimulatedChannel {
        self.call(to, Some(profile))
    }

    fn reaches(&self, _to: &Address) -> bool {
        true
    }

    fn speaker(&self, _ipv4: bool, _options: GroupOptions) -> Result<SimulatedSpeaker, String> {
        let mut wires = self.0.borrow_mut();
        wires.opened += 1;
        Ok(SimulatedSpeaker {
            token: u64::from(wires.owner.0) << 32 | wires.opened,
            wires: self.clone(),
        })
    }
}

impl SimulatedChannel {
    fn put(&self, frame: Vec<u8>, waits: bool) -> Result<bool, Closed> {
        let mut wires = self.wires.0.borrow_mut();
        if wires.closed.contains(&self.id) {
            return Err(Closed);
        }
        let datagrams = self.lossy.is_some() || self.chained;
        if wires.drops_with_room && !waits && !datagrams {
            return Ok(false);
        }
        // Datagrams that may be lost always have room.
        if !waits && !datagrams && !wires.has_room(self.id, frame.len()) {
            let channel = self.id;
            wires.actions.push(Action::Drop { channel, frame });
            return Ok(false);
        }
        let said = match kind_of(&frame) {
            Ok(FrameKind::Link) => LinkFrame::decode(&frame).ok(),
            _ => None,
        };
        if self.lane && said.is_none() {
            if let Some(life) = &self.life {
                if life.get() == 0 {
                    wires.closed.insert(self.id);
                    wires.actions.push(Action::Close { channel: self.id });
                    return Err(Closed);
                }
                life.set(life.get() - 1);
            }
            wires.by_lanes += 1;
        }
        let is_fence = matches!(said, Some(LinkFrame::Fence { .. } | LinkFrame::Met { .. }));
        if !(frame.is_empty() || is_fence && wires.no_fences) {
            let lossy = self.lossy.as_ref().map(|frames| {
                frames.set(frames.get() + 1);
                frames.get()
            });
            if self.chained && !self.best_effort {
                // As it waits in front of the chain.
                wires.queue(self.id, frame.len() + LENGTH_BYTES);
            } else if !datagrams {
                wires.queue(self.id, frame.len());
            }
            wires.actions.push(Action::Send {
                channel: self.id,
                frame,
                lossy,
                // What becomes of it in a chain is known there.
                may_be_late: lossy.is_some() || self.best_effort && !self.chained,
            });
        }
        Ok(true)
    }
}

impl Wires {
    /// Whether best effort may go on a stream: it is dropped before reliable senders wait, else worlds hardly show it.
    fn has_room(&self, channel: ChannelId, bytes: usize) -> bool {
        let (queued, pressed) = self.queued.get(&channel).copied().unwrap_or_default();
        !pressed && queued + bytes <= self.most / 4
    }

    fn queue(&mut self, channel: ChannelId, bytes: usize) {
        let most = self.most;
        let (queued, pressed) = self.queued.entry(channel).or_default();
        *queued += bytes;
        *pressed |= *queued > most;
    }
}

fn framed(write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    write(&mut frame);
    frame.extend_from_slice(tail);
    frame
}

impl ChannelHandle for SimulatedChannel {
    fn id(&self) -> hyla_net::ChannelId {
        hyla_net::ChannelId::from_raw(self.id.0)
    }

    fn append(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed> {
        self.append_with(write, &[])
    }

    fn append_with(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        self.put(framed(write, tail), true)?;
        Ok(self.pressure())
    }

    fn append_lossy(&self, write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Result<bool, Closed> {
        self.put(framed(write, tail), false)
    }

    fn has_to_depart(&self) -> bool {
        false
    }

    fn pressure(&self) -> Pressure {
        let wires = self.wires.0.borrow();
        match wires.queued.get(&self.id) {
            Some((_, true)) => Pressure::High,
            _ => Pressure::Open,
        }
    }

    fn set_paused(&self, on: bool) {
        let channel = self.id;
        let mut wires = self.wires.0.borrow_mut();
        wires.actions.push(Action::Pause { channel, on });
    }

    fn set_priority(&self, _priority: u8) {}

    fn trust(&self) {}

    fn close(&self, _reason: &str) {
        let mut wires = self.wires.0.borrow_mut();
        if wires.closed.insert(self.id) {
            wires.queued.remove(&self.id);
            wires.actions.push(Action::Close { channel: self.id });
        }
    }

    fn set_bundling(&self, _bytes: Option<usize>, _gap: Option<Duration>) {}

    fn adjust(&self, _spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        Err(NotAdjusted::NoModules)
    }

    fn counters(&self) -> ChannelCounters {
        ChannelCounters::default()
    }

    fn peer_address(&self) -> PeerAddress {
        self.peer
    }
}

/// Every other process has lanes for all transportation types, the rest for best effort only; every other one of these speaks to
/// groups as well. In worlds with protocol modules some reliable lanes go over datagrams.
#[derive(Debug)]
struct SimulatedHost {
    lanes_for_all: bool,
    /// Groups for best effort.
    groups: Option<GroupRange>,
    /// What decides about the protocol modules of its lanes over datagrams, if they have any.
    modules: Option<u64>,
    secrets: AtomicU64,
}

impl LinkEnvironment for SimulatedHost {
    fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile {
        let mut profile = Profile::standard(name, Reliability::of(fom_reliable));
        if self.lanes_for_all {
            profile.resources = Resources::Dedicated;
        }
        if let Some(lot) = self.modules {
            chains::choose_modules(&mut profile, lot);
        }
        if self.groups.is_some() && !fom_reliable {
            profile.transport = Transport::Multicast;
            profile.multicast.groups = self.groups;
        }
        profile
    }

    fn wall_clock(&self) -> u64 {
        0
    }

    fn secret(&self) -> u64 {
        self.secrets.fetch_add(1, Ordering::Relaxed)
    }
}
