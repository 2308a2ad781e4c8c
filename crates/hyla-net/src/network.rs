//! Traits of channels for the code that decides about them, so that it can be tested without sockets.
//!
//! [`Sockets`] is the network of this crate; a simulation has its own.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use crate::modules::ModuleSpec;
use crate::{
    Address, Channel, ChannelBoards, ChannelCounters, ChannelId, Closed, GroupCounters,
    GroupOptions, GroupSender, MulticastGroup, NotAdjusted, PeerAddress, Posting, Pressure,
    Profile, Remote, SharedFrame, SharedTable, Watch,
};

/// The types of one network.
pub trait Network: Copy + Default + fmt::Debug + 'static {
    /// A channel.
    type Channel: ChannelHandle<Boards = Self::Boards, Table = Self::Table>;
    /// The boards of both ends of a channel.
    type Boards: BoardsHandle;
    /// A table of several processes.
    type Table: TableHandle;
    /// Connects channels.
    type Remote: Connector<Self>;
    /// Sends to multicast groups.
    type GroupHandle: GroupHandle;
    /// A multicast group that was joined.
    type Group: fmt::Debug;

    /// The id of a group in events.
    fn group_id(group: &Self::Group) -> ChannelId;
}

/// Handle of a channel; the methods are those of [`Channel`].
pub trait ChannelHandle: Clone + fmt::Debug {
    /// [`ChannelBoards`].
    type Boards;
    /// [`SharedTable`].
    type Table;
    /// [`SharedFrame`].
    type Frame: fmt::Debug;

    /// [`Channel::id`].
    fn id(&self) -> ChannelId;
    /// [`Channel::append`].
    ///
    /// # Errors
    /// [`Closed`].
    fn append(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed>;
    /// [`Channel::append_with`].
    ///
    /// # Errors
    /// [`Closed`].
    fn append_with(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed>;
    /// [`Channel::share`].
    fn share(&self, write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Option<Self::Frame>;
    /// [`Channel::append_shared`].
    fn append_shared(&self, frame: &Self::Frame) -> Option<Result<Pressure, Closed>>;
    /// [`Channel::append_lossy`].
    ///
    /// # Errors
    /// [`Closed`].
    fn append_lossy(&self, write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Result<bool, Closed>;
    /// [`Channel::has_to_depart`].
    fn has_to_depart(&self) -> bool;
    /// [`Channel::pressure`].
    fn pressure(&self) -> Pressure;
    /// [`Channel::set_paused`].
    fn set_paused(&self, paused: bool);
    /// [`Channel::set_priority`].
    fn set_priority(&self, priority: u8);
    /// [`Channel::admit`].
    fn admit(&self);
    /// [`Channel::trust`].
    fn trust(&self);
    /// [`Channel::close`].
    fn close(&self, reason: &str);
    /// [`Channel::set_bundling`].
    fn set_bundling(&self, bytes: Option<usize>, gap: Option<Duration>);
    /// [`Channel::adjust`].
    ///
    /// # Errors
    /// [`NotAdjusted`].
    fn adjust(&self, spec: &ModuleSpec) -> Result<(), NotAdjusted>;
    /// [`Channel::boards`].
    fn boards(&self) -> Option<Self::Boards>;
    /// [`Channel::pass_table`].
    fn pass_table(&self, table: &Self::Table, number: u64) -> bool;
    /// [`Channel::counters`].
    fn counters(&self) -> ChannelCounters;
    /// [`Channel::peer_address`].
    fn peer_address(&self) -> PeerAddress;
}

/// The boards of both ends of a channel; the methods are those of [`ChannelBoards`].
pub trait BoardsHandle: Clone + fmt::Debug {
    /// [`ChannelBoards::post`].
    fn post(&self, posting: &Posting);
    /// [`ChannelBoards::posted`].
    fn posted(&self) -> Option<Posting>;
    /// [`ChannelBoards::rouse`].
    fn rouse(&self);
}

/// A table of several processes; the methods are those of [`SharedTable`].
pub trait TableHandle: Clone + fmt::Debug {
    /// [`SharedTable::rows`].
    fn rows(&self) -> usize;
    /// [`SharedTable::post`].
    fn post(&self, row: usize, posting: &Posting);
    /// [`SharedTable::posted`].
    fn posted(&self, row: usize) -> Option<Posting>;
    /// [`SharedTable::reaches`].
    fn reaches(&self, row: usize, matter: u64, at_least: u64) -> bool;
    /// [`SharedTable::is_asleep`].
    fn is_asleep(&self, row: usize) -> bool;
    /// [`SharedTable::anyone_sleeps`].
    fn anyone_sleeps(&self) -> bool;
    /// [`SharedTable::add_to_total`].
    fn add_to_total(&self, added: u64);
    /// [`SharedTable::total`].
    fn total(&self) -> u64;
    /// [`SharedTable::set_count`].
    fn set_count(&self, row: usize, of: usize, count: u64);
    /// [`SharedTable::count`].
    fn count(&self, row: usize, of: usize) -> u64;
}

/// Connects channels, as [`Remote`].
pub trait Connector<N: Network>: Clone + fmt::Debug {
    /// [`Remote::connect`].
    fn connect(&self, to: &Address) -> N::Channel;
    /// [`Remote::connect_with`].
    fn connect_with(&self, to: &Address, profile: &Profile) -> N::Channel;
    /// [`Remote::reaches`].
    fn reaches(&self, to: &Address) -> bool;
    /// [`Remote::watch`].
    fn watch(&self, matter: u64, watch: Watch<N::Boards, N::Table>);
    /// [`SharedTable::new`]; `None` without shared memory.
    fn new_table(&self, rows: usize) -> Option<N::Table>;
    /// [`Remote::await_boards`].
    fn await_boards(&self, at_least: u64);
    /// [`GroupSender::open`].
    ///
    /// # Errors
    /// The error of the system, as text.
    fn speaker(&self, ipv4: bool, options: GroupOptions) -> Result<N::GroupHandle, String>;
}

/// Sends to multicast groups, as [`GroupSender`].
pub trait GroupHandle: Clone + fmt::Debug {
    /// [`GroupSender::token`].
    fn token(&self) -> u64;
    /// [`GroupSender::append`].
    fn append(&self, to: SocketAddr, frame: &[u8]) -> bool;
    /// [`GroupSender::counters`].
    fn counters(&self) -> GroupCounters;
    /// [`GroupSender::send_cost`].
    fn send_cost(&self) -> Duration;
}

/// The network of this crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sockets;

impl Network for Sockets {
    type Channel = Channel;
    type Boards = ChannelBoards;
    type Table = SharedTable;
    type Remote = Remote;
    type GroupHandle = GroupSender;
    type Group = MulticastGroup;

    fn group_id(group: &MulticastGroup) -> ChannelId {
        group.id()
    }
}

impl ChannelHandle for Channel {
    type Boards = ChannelBoards;
    type Table = SharedTable;
    type Frame = SharedFrame;

    #[inline]
    fn id(&self) -> ChannelId {
        self.id()
    }

    #[inline]
    fn append(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed> {
        self.append(write)
    }

    #[inline]
    fn append_with(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        self.append_with(write, tail)
    }

    fn share(&self, write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Option<SharedFrame> {
        self.share(write, tail)
    }

    fn append_shared(&self, frame: &SharedFrame) -> Option<Result<Pressure, Closed>> {
        self.append_shared(frame)
    }

    #[inline]
    fn append_lossy(&self, write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Result<bool, Closed> {
        self.append_lossy(write, tail)
    }

    #[inline]
    fn has_to_depart(&self) -> bool {
        self.has_to_depart()
    }

    #[inline]
    fn pressure(&self) -> Pressure {
        self.pressure()
    }

    fn set_paused(&self, paused: bool) {
        self.set_paused(paused);
    }

    fn set_priority(&self, priority: u8) {
        self.set_priority(priority);
    }

    fn admit(&self) {
        self.admit();
    }

    fn trust(&self) {
        self.trust();
    }

    fn close(&self, reason: &str) {
        self.close(reason);
    }

    fn set_bundling(&self, bytes: Option<usize>, gap: Option<Duration>) {
        self.set_bundling(bytes, gap);
    }

    fn adjust(&self, spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        self.adjust(spec)
    }

    fn boards(&self) -> Option<ChannelBoards> {
        self.boards()
    }

    fn pass_table(&self, table: &SharedTable, number: u64) -> bool {
        self.pass_table(table, number)
    }

    fn counters(&self) -> ChannelCounters {
        self.counters()
    }

    fn peer_address(&self) -> PeerAddress {
        self.peer_address()
    }
}

impl BoardsHandle for ChannelBoards {
    #[inline]
    fn post(&self, posting: &Posting) {
        self.post(posting);
    }

    #[inline]
    fn posted(&self) -> Option<Posting> {
        self.posted()
    }

    fn rouse(&self) {
        self.rouse();
    }
}

impl TableHandle for SharedTable {
    fn rows(&self) -> usize {
        self.rows()
    }

    #[inline]
    fn post(&self, row: usize, posting: &Posting) {
        self.post(row, posting);
    }

    #[inline]
    fn posted(&self, row: usize) -> Option<Posting> {
        self.posted(row)
    }

    #[inline]
    fn reaches(&self, row: usize, matter: u64, at_least: u64) -> bool {
        self.reaches(row, matter, at_least)
    }

    #[inline]
    fn is_asleep(&self, row: usize) -> bool {
        self.is_asleep(row)
    }

    #[inline]
    fn anyone_sleeps(&self) -> bool {
        self.anyone_sleeps()
    }

    #[inline]
    fn add_to_total(&self, added: u64) {
        self.add_to_total(added);
    }

    #[inline]
    fn total(&self) -> u64 {
        self.total()
    }

    #[inline]
    fn set_count(&self, row: usize, of: usize, count: u64) {
        self.set_count(row, of, count);
    }

    #[inline]
    fn count(&self, row: usize, of: usize) -> u64 {
        self.count(row, of)
    }
}

impl Connector<Sockets> for Remote {
    fn connect(&self, to: &Address) -> Channel {
        self.connect(to)
    }

    fn connect_with(&self, to: &Address, profile: &Profile) -> Channel {
        self.connect_with(to, profile)
    }

    fn reaches(&self, to: &Address) -> bool {
        self.reaches(to)
    }

    fn watch(&self, matter: u64, watch: Watch) {
        self.watch(matter, watch);
    }

    fn new_table(&self, rows: usize) -> Option<SharedTable> {
        SharedTable::new(rows).ok()
    }

    fn await_boards(&self, at_least: u64) {
        self.await_boards(at_least);
    }

    fn speaker(&self, ipv4: bool, options: GroupOptions) -> Result<GroupSender, String> {
        let security = &self.0.config.security;
        GroupSender::open_sealed(ipv4, options, security).map_err(|error| error.to_string())
    }
}

impl GroupHandle for GroupSender {
    fn token(&self) -> u64 {
        self.token()
    }

    fn append(&self, to: SocketAddr, frame: &[u8]) -> bool {
        self.append(to, frame)
    }

    fn counters(&self) -> GroupCounters {
        self.counters()
    }

    fn send_cost(&self) -> Duration {
        self.send_cost()
    }
}
