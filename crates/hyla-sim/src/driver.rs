//! The network of simulated federates: turns actions of their links into a list for the world.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use hyla_core::message::{FrameKind, kind_of};
use hyla_core::secrets::Challenge;
use hyla_link::lanes::LinkFrame;
use hyla_link::{LinkEnvironment, LinkSettings};
use hyla_net::modules::ModuleSpec;
use hyla_net::network::{self, BoardsHandle, ChannelHandle, Connector};
use hyla_net::{
    Address, ChannelCounters, Closed, GroupCounters, GroupOptions, GroupRange, NotAdjusted,
    PeerAddress, Posting, Pressure, Profile, Reliability, Resources, Transport, Watch,
};

use crate::chains;
use crate::network::{ChannelId, Micros, ProcessId, mix};

/// Links of a simulated federate: those of Hyla, over the network of a world.
pub(crate) type Links = hyla_link::Links<Simulated>;

/// A short-lived lane ends after this many messages.
const SHORT_LIFE: u32 = 30;

/// Bytes in a channel or of callbacks before senders wait; not applied to worlds with many
/// processes.
const SMALL_WINDOW_BYTES: usize = 1 << 10;
const WIDE: usize = 64 << 20;

/// Length prefix of a frame that waits in front of a chain.
const LENGTH_BYTES: usize = 4;

/// How long links wait for the last messages of a member that resigned.
const DRAIN: Duration = Duration::from_secs(5);

/// How long a caller may take to send its greeting, and the log to confirm it.
const GREETING_TIMEOUT: Duration = Duration::from_secs(20);

/// Actions of the links, for the world to carry out.
#[derive(Debug)]
pub(crate) enum LinkAction {
    Call {
        channel: ChannelId,
        to: ProcessId,
        /// For lanes over datagrams with protocol modules.
        modules: Option<Box<Profile>>,
    },
    Send {
        channel: ChannelId,
        frame: Vec<u8>,
        /// Sequence number on a channel that may lose the frame.
        lossy: Option<u64>,
        /// Whether the frame may arrive too late to be delivered.
        may_be_late: bool,
    },
    /// Sends a datagram to a group.
    Cast {
        token: u64,
        group: SocketAddr,
        frame: Vec<u8>,
    },
    /// Drops a best-effort frame for lack of room.
    Drop {
        channel: ChannelId,
        frame: Vec<u8>,
    },
    /// Pauses or resumes reading the channel.
    Pause {
        channel: ChannelId,
        on: bool,
    },
    /// Makes the other end look at its boards.
    Rouse {
        channel: ChannelId,
    },
    /// Passes a table to the other end.
    PassTable {
        channel: ChannelId,
        number: u64,
        table: SimulatedTable,
    },
    Close {
        channel: ChannelId,
    },
}

/// What processes of one host show each other, by channel and process: seen at once, whatever is on the way.
pub(crate) type Boards = Rc<RefCell<BTreeMap<(ChannelId, ProcessId), Posting>>>;

/// A table of processes of one host: seen at once by those that have it.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedTable(Rc<RefCell<Rows>>);

#[derive(Debug)]
struct Rows {
    postings: Vec<Option<Posting>>,
    counts: BTreeMap<(usize, usize), u64>,
    total: u64,
}

impl network::TableHandle for SimulatedTable {
    fn rows(&self) -> usize {
        self.0.borrow().postings.len()
    }

    fn post(&self, row: usize, posting: &Posting) {
        self.0.borrow_mut().postings[row] = Some(*posting);
    }

    fn posted(&self, row: usize) -> Option<Posting> {
        self.0.borrow().postings[row]
    }

    fn reaches(&self, row: usize, matter: u64, at_least: u64) -> bool {
        let posted = self.posted(row);
        posted.is_some_and(|posted| posted[0] == matter && posted[1] >= at_least)
    }

    /// Nobody polls, so everybody sleeps.
    fn is_asleep(&self, _row: usize) -> bool {
        true
    }

    fn anyone_sleeps(&self) -> bool {
        true
    }

    fn add_to_total(&self, added: u64) {
        self.0.borrow_mut().total += added;
    }

    fn total(&self) -> u64 {
        self.0.borrow().total
    }

    fn set_count(&self, row: usize, of: usize, count: u64) {
        self.0.borrow_mut().counts.insert((row, of), count);
    }

    fn count(&self, row: usize, of: usize) -> u64 {
        let rows = self.0.borrow();
        rows.counts.get(&(row, of)).copied().unwrap_or_default()
    }
}

/// State that the channels of one process share.
#[derive(Debug)]
pub(crate) struct Wires {
    owner: ProcessId,
    opened: u64,
    pub(crate) actions: Vec<LinkAction>,
    /// Channels that this process knows to be closed.
    closed: BTreeSet<ChannelId>,
    /// Messages on lanes, for statistics.
    pub(crate) by_lanes: u64,
    /// Postings on boards, for statistics.
    pub(crate) postings: u64,
    /// Most bytes in flight in each channel.
    most: usize,
    /// Bytes in flight, and whether they exceeded the limit and are not yet below half of it.
    queued: BTreeMap<ChannelId, (usize, bool)>,
    /// Whether lanes over datagrams have protocol modules.
    modules: bool,
    /// Boards of all channels of the host, if this process is on it.
    boards: Option<Boards>,
    /// Sabotage: fences are not sent.
    pub(crate) no_fences: bool,
    /// Sabotage: streams do not wait for messages of groups.
    pub(crate) no_group_fences: bool,
    /// Sabotage: best effort on a stream is dropped although there is room.
    pub(crate) drops_with_room: bool,
}

/// Channels of one process, shared by its links and the world.
#[derive(Clone, Debug)]
pub(crate) struct SharedWires(Rc<RefCell<Wires>>);

/// Network of a world.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simulated;

impl network::Network for Simulated {
    type Channel = SimulatedChannel;
    type Boards = SimulatedChannel;
    type Table = SimulatedTable;
    type Remote = SharedWires;
    type GroupHandle = SimulatedSpeaker;
    type Group = SimulatedGroup;

    fn group_id(group: &SimulatedGroup) -> hyla_net::ChannelId {
        hyla_net::ChannelId::from_raw(group.id.0)
    }
}

/// A group that a process has joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimulatedGroup {
    pub(crate) id: ChannelId,
    pub(crate) at: SocketAddr,
}

/// Sender to groups.
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
        let cast = LinkAction::Cast {
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

    fn send_cost(&self) -> Duration {
        Duration::ZERO
    }
}

/// One end of a channel.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedChannel {
    id: ChannelId,
    peer: Address,
    /// Remaining messages of a short-lived lane.
    life: Option<Rc<Cell<u32>>>,
    lane: bool,
    /// Best-effort lane: late frames are not waited for.
    best_effort: bool,
    /// Frames so far, if they may be lost.
    lossy: Option<Rc<Cell<u64>>>,
    /// A lane over datagrams whose frames pass through protocol modules.
    chained: bool,
    wires: SharedWires,
}

/// Bytes of queued callbacks before a process pauses reading.
pub(crate) fn callback_bytes(process: ProcessId) -> usize {
    if process.0 % 4 == 1 {
        SMALL_WINDOW_BYTES
    } else {
        WIDE
    }
}

/// Addresses of a process: for streams and reliable lanes, and for best effort. A fifth of the
/// processes take no datagrams: best effort to them uses streams.
pub(crate) fn addresses_of(process: ProcessId) -> Vec<String> {
    let at = SocketAddr::from((host(), port(process)));
    let datagrams = (process.0 % 5 != 1).then_some(Address::Udp(at));
    let all = [Address::Tcp(at)].into_iter().chain(datagrams);
    all.map(|address| address.to_string()).collect()
}

/// Bytes queued at the RTI for a process before senders must wait.
pub(crate) fn relay_bytes(process: ProcessId) -> usize {
    if process.0.is_multiple_of(3) {
        SMALL_WINDOW_BYTES
    } else {
        WIDE
    }
}

/// Few groups, so that a process also receives datagrams for others.
fn groups() -> GroupRange {
    "239.1.0.0/30:7000".parse().expect("groups")
}

/// Groups of reliable multicast. Few, so that groups share addresses.
fn reliable_groups() -> GroupRange {
    "239.2.0.0/31:7001".parse().expect("groups")
}

/// Whether reliable multicast uses that address: what is lost there is sent again.
pub(crate) fn is_reliable(group: SocketAddr) -> bool {
    group.port() == 7001
}

/// Whether the process knows reliable multicast. The others refuse to join.
fn knows_multicast(process: ProcessId) -> bool {
    process.0 % 8 != 5
}

fn host() -> Ipv4Addr {
    Ipv4Addr::new(10, 0, 0, 1)
}

fn port(process: ProcessId) -> u16 {
    u16::try_from(process.0 + 1).unwrap_or(u16::MAX)
}

/// Converts a time of a world to the links' clock.
pub(crate) fn instant(at: Micros) -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(Instant::now) + Duration::from_micros(at)
}

/// Converts a time of the links to the world's clock.
pub(crate) fn micros(at: Instant) -> Micros {
    let since = at.saturating_duration_since(instant(0));
    since.as_micros() as Micros + u64::from(!since.subsec_nanos().is_multiple_of(1000))
}

/// Links of a new process. `modules`: seed of the modules' parameters, if lanes over datagrams have
/// protocol modules. `multicast`: reliable types use reliable multicast.
pub(crate) fn links(
    owner: ProcessId,
    modules: Option<u64>,
    multicast: bool,
    boards: &Boards,
) -> (Links, SharedWires) {
    let wires = SharedWires(Rc::new(RefCell::new(Wires {
        owner,
        opened: 0,
        actions: Vec::new(),
        closed: BTreeSet::new(),
        by_lanes: 0,
        postings: 0,
        most: if owner.0 % 3 == 2 {
            SMALL_WINDOW_BYTES
        } else {
            WIDE
        },
        queued: BTreeMap::new(),
        modules: modules.is_some(),
        // Some processes are on another host.
        boards: (owner.0 % 8 != 7).then(|| Rc::clone(boards)),
        no_fences: false,
        no_group_fences: false,
        drops_with_room: false,
    })));
    let settings = LinkSettings {
        direct: true,
        frame_bytes: 64 << 20,
        pending_bytes: WIDE,
        drain: DRAIN,
        greet: GREETING_TIMEOUT,
        appear: GREETING_TIMEOUT,
        gathers: owner.0 % 8 != 5,
        host: Arc::new(SimulatedHost {
            lanes_for_all: owner.0 % 2 == 1,
            groups: (owner.0 % 4 == 2).then(groups),
            reliable: (multicast && knows_multicast(owner)).then(reliable_groups),
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
    /// The end of a channel that this process did not open.
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

    /// Takes the next actions.
    pub(crate) fn take_actions(&self) -> Vec<LinkAction> {
        std::mem::take(&mut self.0.borrow_mut().actions)
    }

    /// The channel was closed at the other end.
    pub(crate) fn ended(&self, channel: ChannelId) {
        let mut wires = self.0.borrow_mut();
        wires.closed.insert(channel);
        wires.queued.remove(&channel);
    }

    /// Whether this process knows that the channel is closed.
    pub(crate) fn is_over(&self, channel: ChannelId) -> bool {
        self.0.borrow().closed.contains(&channel)
    }

    /// The other end has read so many bytes. Gives whether a sender that waits can continue.
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

    pub(crate) fn put_no_group_fences(&self) {
        self.0.borrow_mut().no_group_fences = true;
    }

    pub(crate) fn by_lanes(&self) -> u64 {
        self.0.borrow().by_lanes
    }

    pub(crate) fn postings(&self) -> u64 {
        self.0.borrow().postings
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
        wires.actions.push(LinkAction::Call {
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

    /// Nobody polls boards here: each look is an event of its own, after [`LinkAction::Rouse`].
    fn watch(&self, _matter: u64, _watch: Watch<SimulatedChannel, SimulatedTable>) {}

    fn new_table(&self, rows: usize) -> Option<SimulatedTable> {
        self.0.borrow().boards.as_ref()?;
        Some(SimulatedTable(Rc::new(RefCell::new(Rows {
            postings: vec![None; rows],
            counts: BTreeMap::new(),
            total: 0,
        }))))
    }

    fn await_boards(&self, _at_least: u64) {}

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
        // Best-effort datagrams always have room.
        if !waits && !datagrams && !wires.has_room(self.id, frame.len()) {
            let channel = self.id;
            wires.actions.push(LinkAction::Drop { channel, frame });
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
                    wires.actions.push(LinkAction::Close { channel: self.id });
                    return Err(Closed);
                }
                life.set(life.get() - 1);
            }
            wires.by_lanes += 1;
        }
        let is_fence = matches!(said, Some(LinkFrame::Fence { .. } | LinkFrame::Met { .. }));
        let is_group_fence = matches!(said, Some(LinkFrame::GroupFence { .. }));
        let is_left_out = is_fence && wires.no_fences || is_group_fence && wires.no_group_fences;
        if !(frame.is_empty() || is_left_out) {
            let lossy = self.lossy.as_ref().map(|frames| {
                frames.set(frames.get() + 1);
                frames.get()
            });
            if self.chained && !self.best_effort {
                // Its size in front of the chain.
                wires.queue(self.id, frame.len() + LENGTH_BYTES);
            } else if !datagrams {
                wires.queue(self.id, frame.len());
            }
            wires.actions.push(LinkAction::Send {
                channel: self.id,
                frame,
                lossy,
                // The chain knows how its frames end.
                may_be_late: lossy.is_some() || self.best_effort && !self.chained,
            });
        }
        Ok(true)
    }
}

impl Wires {
    /// Whether best effort may use a stream: drops begin before reliable senders wait, otherwise
    /// drops would be rare.
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

impl BoardsHandle for SimulatedChannel {
    fn post(&self, posting: &Posting) {
        let mut wires = self.wires.0.borrow_mut();
        if wires.closed.contains(&self.id) {
            return;
        }
        if let Some(boards) = wires.boards.clone() {
            boards.borrow_mut().insert((self.id, wires.owner), *posting);
            wires.postings += 1;
        }
    }

    fn posted(&self) -> Option<Posting> {
        let wires = self.wires.0.borrow();
        let boards = wires.boards.as_ref()?.borrow();
        let ends = boards.range((self.id, ProcessId(0))..=(self.id, ProcessId(u32::MAX)));
        let mut others = ends.filter(|((_, end), _)| *end != wires.owner);
        others.next().map(|(_, posting)| *posting)
    }

    fn rouse(&self) {
        let channel = self.id;
        let mut wires = self.wires.0.borrow_mut();
        wires.actions.push(LinkAction::Rouse { channel });
    }
}

impl ChannelHandle for SimulatedChannel {
    type Boards = Self;
    type Table = SimulatedTable;
    type Frame = std::convert::Infallible;

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

    fn share(&self, _: impl FnOnce(&mut Vec<u8>), _: &[u8]) -> Option<Self::Frame> {
        // Nothing is decided by where a frame lies.
        None
    }

    fn append_shared(&self, frame: &Self::Frame) -> Option<Result<Pressure, Closed>> {
        match *frame {}
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
        wires.actions.push(LinkAction::Pause { channel, on });
    }

    fn set_priority(&self, _priority: u8) {}

    fn admit(&self) {}

    fn trust(&self) {}

    fn close(&self, _reason: &str) {
        let mut wires = self.wires.0.borrow_mut();
        if wires.closed.insert(self.id) {
            wires.queued.remove(&self.id);
            wires.actions.push(LinkAction::Close { channel: self.id });
        }
    }

    fn set_bundling(&self, _bytes: Option<usize>, _gap: Option<Duration>) {}

    fn adjust(&self, _spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        Err(NotAdjusted::NoModules)
    }

    fn pass_table(&self, table: &SimulatedTable, number: u64) -> bool {
        let mut wires = self.wires.0.borrow_mut();
        // Some sockets have no room.
        if wires.closed.contains(&self.id) || mix(&[self.id.0, number]).is_multiple_of(16) {
            return false;
        }
        wires.actions.push(LinkAction::PassTable {
            channel: self.id,
            number,
            table: table.clone(),
        });
        true
    }

    fn boards(&self) -> Option<Self> {
        let wires = self.wires.0.borrow();
        let has_boards = wires.boards.is_some() && !wires.closed.contains(&self.id);
        has_boards.then(|| self.clone())
    }

    fn counters(&self) -> ChannelCounters {
        ChannelCounters::default()
    }

    fn peer_address(&self) -> PeerAddress {
        self.peer
    }
}

/// Lanes of a process. Every other process has lanes for all transportation types, the others for
/// best effort only; half of the latter also send to groups. In worlds with protocol modules some
/// reliable lanes use datagrams; in worlds with reliable multicast most processes have it in place
/// of reliable lanes.
#[derive(Debug)]
struct SimulatedHost {
    lanes_for_all: bool,
    /// Groups for best effort.
    groups: Option<GroupRange>,
    /// Groups for reliable multicast.
    reliable: Option<GroupRange>,
    /// Seed for protocol modules of its lanes over datagrams, if they have any.
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
        if self.reliable.is_some() && fom_reliable {
            profile = Profile::standard(name, Reliability::Reliable);
            profile.transport = Transport::ReliableMulticast;
            profile.multicast.groups = self.reliable;
        }
        profile
    }

    fn wall_clock(&self) -> u64 {
        0
    }

    fn challenge(&self) -> Challenge {
        let number = self.secrets.fetch_add(1, Ordering::Relaxed);
        Challenge(u128::from(number).to_le_bytes())
    }
}
