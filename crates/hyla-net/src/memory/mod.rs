//! Channels between processes of one host: two rings of bytes in memory that both map.
//!
//! A [`SharedMemoryListener`] is a Unix socket with an abstract name. The caller creates the memory
//! and two eventfds, the wake-up descriptors of both sides (*bells*), and passes them; from then on
//! the socket passes tables ([`table`]) and shows, by its end, that the peer is gone. The memory has no name: it ends with
//! the last of both.
//!
//! ```text
//!  caller                                 called
//!    connect  ------- socket ------------> accept        a listener of the same user or root: else TCP
//!    memory, bells -- SCM_RIGHTS --------> join          sealed, of the size said
//!    handshake, frames == ring =========>
//!            <========== ring =========== handshake, frames
//! ```
//!
//! Reasons: `docs/decisions/0016-shared-memory.md`.

mod budget;
mod far_frame;
mod frame_pool;
mod frame_reader;
mod listener;
mod mapping;
#[cfg(test)]
mod models;
mod passing;
mod peer;
mod ring;
mod slots;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod wake;
mod wire;

use std::cell::Cell;
use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use mio::net::UnixStream;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use budget::MemoryBudget;
pub(crate) use far_frame::FarFrame;
use far_frame::FarRegion;
pub(crate) use frame_pool::FramePool;
pub use frame_pool::SharedFrame;
pub(crate) use listener::{SharedMemoryListener, check_server, this_host};
use mapping::Mapping;
use passing::PassedMemory;
use ring::{Direction, Reader, Writer};
use slots::{SharedSlots, SlotSet};
pub(crate) use table::TableMemory;

use crate::board::Board;
use crate::reference::Reference;
use crate::sync::AtomicU64;
use crate::sys::{self, KeptFromChildren};
use crate::table::PassedTable;
use crate::wait_strategy::WaitStrategy;
use crate::{CloseReason, EndpointConfig, SharedMemoryAddress};

/// Permitted sizes of rings.
const RING_BYTES: std::ops::RangeInclusive<usize> = 4 << 10..=64 << 20;

/// One end of a channel in shared memory.
#[derive(Debug)]
pub(crate) struct MemoryWire {
    /// Dropped before the socket.
    _kept: KeptFromChildren,
    socket: UnixStream,
    joined: OnceLock<Joined>,
    budget: MemoryBudget,
    /// Wait strategy of a thread that waits for room.
    wait_strategy: Box<Mutex<WaitStrategy>>,
}

/// Resources passed by the caller.
#[derive(Debug)]
struct Joined {
    /// Dropped before the descriptors.
    _kept: [KeptFromChildren; 2],
    writer: Writer,
    reader: Reader,
    /// Signalled by the peer.
    bell: OwnedFd,
    far_bell: OwnedFd,
    memory: Arc<Mapping>,
    /// Of the ring that this side writes.
    out: Direction,
    /// How much of what the peer has passed was received.
    taken: AtomicU64,
    /// Memory of the peer's frames.
    far_frames: OnceLock<Box<FarRegion>>,
    /// Whether the peer is of this user.
    is_of_this_user: bool,
    /// Number of the peer's process; 0 if it is of a pid namespace that this one does not see.
    process: i32,
    /// When it was made: in a child it belongs to another process.
    forks: u32,
}

impl Drop for Joined {
    /// Frames of the peer that nobody has read are needed no more.
    fn drop(&mut self) {
        if self.forks != sys::forks() {
            return;
        }
        // In this order: what is lent before the peer sees that is freed here, or by the memory of frames.
        ring::resolves(&self.memory, self.out).store(0, SeqCst);
        if self.far_frames.get().is_none() {
            let released = ring::released(&self.memory, self.out);
            slots::add_all(released, SlotSet::all_but(&SharedSlots::default()));
        }
    }
}

/// The boards of both ends, in memory that stays until this value is dropped.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBoards {
    memory: Arc<Mapping>,
    own: Direction,
}

impl MemoryBoards {
    /// The board that only this end writes.
    #[inline]
    pub(crate) fn own(&self) -> Board<'_> {
        ring::board(&self.memory, self.own)
    }

    /// The board of the peer.
    #[inline]
    pub(crate) fn far(&self) -> Board<'_> {
        ring::board(&self.memory, self.own.other())
    }
}

impl Joined {
    /// Something was passed by the socket.
    fn count_passed(&self) {
        // Memory of frames and tables may be passed by different threads.
        ring::passed(&self.memory, self.out).fetch_add(1, Release);
    }

    /// From now on the peer may pass frames by their place. If the memory cannot be used, it goes on copying them.
    fn take_far_frames(&self, received: &PassedMemory) {
        match FarRegion::new(received, &self.memory, self.out) {
            Ok(region) => {
                // Only the first one counts.
                if self.far_frames.set(Box::new(region)).is_ok() {
                    let resolves = ring::resolves(&self.memory, self.out);
                    resolves.store(ring::HAS_MEMORY, Release);
                }
            }
            Err(error) => {
                tracing::info!(process = self.process, %error, "long values of a process of this host are copied, since their memory cannot be mapped");
            }
        }
    }

    fn ring(&self) {
        ring(self.far_bell.as_fd());
    }
}

fn ring(bell: BorrowedFd<'_>) {
    // Never read, since each write is an edge of its own. Fails only if the peer counted it up to
    // the maximum: then only the peer misses a signal.
    let _unheard = rustix::io::write(bell, &1_u64.to_ne_bytes());
}

impl MemoryWire {
    /// Calls the owner of that listener. Never blocks.
    ///
    /// # Errors
    /// Those of the system, and `PermissionDenied` if the listener belongs to another user.
    pub(crate) fn connect(to: &SharedMemoryAddress, config: &EndpointConfig) -> io::Result<Self> {
        let socket = listener::call(to)?;
        let wire = Self {
            _kept: KeptFromChildren::new(&socket),
            socket,
            joined: OnceLock::new(),
            budget: MemoryBudget::of_process(config.ring_memory_bytes),
            wait_strategy: Box::new(Mutex::new(WaitStrategy::new(config.wait))),
        };
        let ring_bytes = config
            .ring_bytes
            .clamp(*RING_BYTES.start(), *RING_BYTES.end())
            .next_power_of_two();
        let parts = listener::Parts::make(ring_bytes)?;
        parts.pass(&wire.socket)?;
        wire.take(parts, Direction::There)?;
        Ok(wire)
    }

    /// The end of an accepted caller.
    fn accepted(socket: UnixStream, config: &EndpointConfig) -> Self {
        Self {
            _kept: KeptFromChildren::new(&socket),
            socket,
            joined: OnceLock::new(),
            budget: MemoryBudget::of_process(config.ring_memory_bytes),
            wait_strategy: Box::new(Mutex::new(WaitStrategy::new(config.wait))),
        }
    }

    /// Receives the resources that the caller passes, if they have arrived. Gives whether they
    /// have.
    ///
    /// # Errors
    /// Those of the system, and `InvalidData` for wrong resources.
    pub(crate) fn join(&self) -> io::Result<bool> {
        match listener::Parts::receive(&self.socket) {
            Ok(parts) => self.take(parts, Direction::Back).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn take(&self, parts: listener::Parts, out: Direction) -> io::Result<()> {
        let listener::Parts {
            memory,
            ring_bytes,
            bell_there,
            bell_back,
        } = parts;
        let memory = Arc::new(Mapping::new(
            memory.as_fd(),
            ring::mapping_bytes(ring_bytes),
        )?);
        let (back, bell, far_bell) = match out {
            Direction::There => (Direction::Back, bell_back, bell_there),
            Direction::Back => (Direction::There, bell_there, bell_back),
        };
        let process = peer::peer_of(&self.socket)?.process;
        let is_of_this_user = listener::is_of_this_user(&self.socket);
        let joined = Joined {
            _kept: [&bell, &far_bell].map(KeptFromChildren::new),
            writer: Writer::new(&memory, out, ring_bytes, self.budget),
            reader: Reader::new(&memory, back, ring_bytes),
            bell,
            far_bell,
            memory,
            out,
            taken: AtomicU64::new(0),
            far_frames: OnceLock::new(),
            is_of_this_user,
            process,
            forks: sys::forks(),
        };
        if is_of_this_user {
            ring::resolves(&joined.memory, out).store(ring::READS_FRAMES, Release);
        }
        let _first = self.joined.set(joined);
        Ok(())
    }

    /// The socket, whose end shows the peer's end.
    pub(crate) fn socket(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// The process at the other end.
    pub(crate) fn peer_process(&self) -> Option<crate::PeerProcess> {
        let peer = peer::peer_of(&self.socket).ok()?;
        Some(crate::PeerProcess {
            user: peer.user.as_raw(),
            process: peer.process,
        })
    }

    /// The boards; `None` as long as there is no common memory.
    pub(crate) fn boards(&self) -> Option<MemoryBoards> {
        let joined = self.joined.get()?;
        Some(MemoryBoards {
            memory: Arc::clone(&joined.memory),
            own: joined.out,
        })
    }

    /// Passes a table to the peer. Never blocks.
    ///
    /// # Errors
    /// Those of the system, and `PermissionDenied` if the peer is of another user: other users would see, and could write, the rows of third
    /// processes with which they share no memory.
    pub(crate) fn pass_table(&self, table: &TableMemory, matter: u64) -> io::Result<()> {
        let joined = self.joined.get().ok_or(io::ErrorKind::NotConnected)?;
        if !joined.is_of_this_user {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        table.pass(&self.socket, matter)?;
        joined.count_passed();
        joined.ring();
        Ok(())
    }

    /// A table that the peer has passed.
    ///
    /// # Errors
    /// Those of the system, `InvalidData` for anything that is not to be passed, and `PermissionDenied` if the peer is of another user.
    pub(crate) fn take_table(&self) -> io::Result<Option<PassedTable>> {
        let Some(joined) = self.joined.get() else {
            return Ok(None);
        };
        loop {
            // No system call for each signal: mostly there is none.
            let passed = ring::passed(&joined.memory, joined.out.other()).load(Acquire);
            let taken = joined.taken.load(Relaxed);
            if taken == passed {
                return Ok(None);
            }
            let received = passing::receive_memory(&self.socket);
            if !matches!(received, Ok(None)) {
                joined.taken.store(taken.wrapping_add(1), Relaxed);
            }
            let Some(received) = received? else {
                return Ok(None);
            };
            if !joined.is_of_this_user {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            if received.word != far_frame::WORD {
                return TableMemory::of(received).map(Some);
            }
            joined.take_far_frames(&received);
        }
    }

    /// The frame that a reference of the peer is about.
    ///
    /// # Errors
    /// [`CloseReason::DamagedRing`] if there is none.
    pub(crate) fn far_frame(&self, reference: Reference) -> Result<FarFrame, CloseReason> {
        let find = |joined: &Joined| joined.far_frames.get()?.frame(reference);
        let found = self.joined.get().and_then(find);
        found.ok_or(CloseReason::DamagedRing)
    }

    /// Signals the peer's reader if it sleeps, though nothing is written.
    pub(crate) fn rouse(&self) {
        if let Some(joined) = self.joined.get()
            && joined.writer.takes_asleep()
        {
            joined.ring();
        }
    }

    /// Descriptor that the peer signals, once connected.
    pub(crate) fn bell(&self) -> Option<RawFd> {
        Some(self.joined.get()?.bell.as_raw_fd())
    }

    /// Bytes of mapped memory.
    pub(crate) fn mapped_bytes(&self) -> usize {
        self.joined.get().map_or(0, |joined| joined.memory.length())
    }

    /// Loads its memory and locks it while it is mapped.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn lock(&self) -> io::Result<()> {
        self.joined
            .get()
            .map_or(Ok(()), |joined| joined.memory.lock())
    }

    /// Whether both sides have the memory.
    pub(crate) fn is_joined(&self) -> bool {
        self.joined.get().is_some()
    }

    /// Whether a read would find data.
    #[inline]
    pub(crate) fn has_input(&self) -> bool {
        self.joined
            .get()
            .is_some_and(|joined| joined.reader.has_input())
    }

    /// Bytes read so far, wrapping around.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.joined
            .get()
            .map_or(0, |joined| joined.reader.bytes_read())
    }

    /// Whether so much waits that reading should not wait for more.
    pub(crate) fn is_filling(&self) -> bool {
        self.joined
            .get()
            .is_some_and(|joined| joined.reader.is_filling())
    }

    /// Whether a write that found no room would find some now.
    #[inline]
    pub(crate) fn has_room_again(&self) -> bool {
        self.joined
            .get()
            .is_some_and(|joined| joined.writer.has_room_again())
    }

    /// Copies the next bytes to `into` and leaves them in the ring; `false` if there are fewer.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    pub(crate) fn peek(&self, into: &mut [u8]) -> io::Result<bool> {
        match self.joined.get() {
            Some(joined) => joined.reader.peek(into),
            None => Ok(false),
        }
    }

    /// Copies available bytes to `into`, as far as they fit.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    #[inline]
    pub(crate) fn read(&self, into: &mut [u8]) -> io::Result<usize> {
        match self.joined.get() {
            Some(joined) => joined.reader.read(into, || joined.ring()),
            None => Ok(0),
        }
    }

    /// Copies available bytes to `into`, if they are no more than `most`.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    #[inline]
    pub(crate) fn read_few(&self, into: &mut [u8], most: usize) -> io::Result<usize> {
        match self.joined.get() {
            Some(joined) => joined.reader.read_few(into, most, || joined.ring()),
            None => Ok(0),
        }
    }

    /// Appends available bytes to `into`, at most `count`.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    pub(crate) fn append_to(&self, into: &mut Vec<u8>, count: usize) -> io::Result<usize> {
        match self.joined.get() {
            Some(joined) => joined.reader.append_to(into, count, || joined.ring()),
            None => Ok(0),
        }
    }

    /// Writes as much as there is room for. Without any: `WouldBlock`, and the peer will signal
    /// room.
    ///
    /// # Errors
    /// `WouldBlock`, `BrokenPipe` if the peer is gone, `InvalidData` if it damaged the ring.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let Some(joined) = self.joined.get() else {
            return Err(io::ErrorKind::WouldBlock.into());
        };
        let written = joined.writer.write(bytes, || joined.ring());
        if let Err(error) = &written
            && error.kind() == io::ErrorKind::WouldBlock
            && self.is_peer_gone()
        {
            // The peer is gone.
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        written
    }

    /// As [`Self::write`], but without a system call: does not check whether the peer is gone, and
    /// reports a sleeping peer instead of waking it.
    ///
    /// # Errors
    /// `WouldBlock`, `InvalidData` if the peer damaged the ring.
    #[inline]
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        let Some(joined) = self.joined.get() else {
            return Err(io::ErrorKind::WouldBlock.into());
        };
        let sleeps = Cell::new(false);
        let count = joined.writer.write(bytes, || sleeps.set(true))?;
        Ok((count, sleeps.get()))
    }

    /// Wakes the peer, which slept during a `put`.
    pub(crate) fn wake(&self) {
        if let Some(joined) = self.joined.get() {
            joined.ring();
        }
    }

    /// Blocks until there is room, the peer has gone or the time has passed. May return early.
    pub(crate) fn wait_for_room(&self, at_most: Duration) {
        match self.joined.get() {
            Some(joined) => {
                let began = Instant::now();
                if !self.yields_for_room(&joined.writer, at_most) {
                    let left = at_most.saturating_sub(began.elapsed());
                    joined.writer.wait_for_room(left);
                }
            }
            // The endpoint must take part, and cannot be hurried from here.
            None => std::thread::sleep(at_most.min(Duration::from_millis(1))),
        }
    }

    /// Yields the processor instead of sleeping, as reading threads do: a reader that keeps up
    /// makes room in less time than a wake-up takes. Gives whether there was room.
    fn yields_for_room(&self, writer: &Writer, at_most: Duration) -> bool {
        // One thread yields; others sleep.
        let Ok(mut wait_strategy) = self.wait_strategy.try_lock() else {
            return false;
        };
        let mut now = Instant::now();
        let deadline = now + at_most;
        wait_strategy.begin(now);
        while now < deadline && (wait_strategy.spins() || wait_strategy.yields(now)) {
            if writer.has_much_room() {
                return true;
            }
            if wait_strategy.spins() {
                wait_strategy.spin(now);
                now = Instant::now();
                continue;
            }
            std::thread::yield_now();
            let began = std::mem::replace(&mut now, Instant::now());
            wait_strategy.yielded(began, now);
        }
        false
    }

    /// Bytes of the ring outside of its small window.
    pub(crate) fn unused(&self) -> usize {
        self.joined.get().map_or(0, |joined| joined.writer.unused())
    }

    /// Call this periodically: the window of a ring that has long been quiet shrinks, at once if nobody writes meanwhile, else at its next
    /// write.
    pub(crate) fn look(&self, is_free: bool) {
        if let Some(joined) = self.joined.get() {
            joined.writer.look(is_free);
        }
    }

    /// No more data will be written.
    pub(crate) fn finish(&self) {
        // Fails only if the connection is gone already.
        let _gone = self.socket.shutdown(Shutdown::Write);
    }

    fn is_peer_gone(&self) -> bool {
        // What it has passed before its end does not hide the end.
        let mut watched = [PollFd::new(&self.socket, PollFlags::RDHUP)];
        poll(&mut watched, Some(&Timespec::default())).is_ok_and(|found| found > 0)
    }
}

/// Peers signal their writes from now on. `false` if one of them has written already.
pub(crate) fn sleep_unless_input<'a>(wires: impl Iterator<Item = &'a MemoryWire> + Clone) -> bool {
    let joined = wires.filter_map(|wire| wire.joined.get());
    ring::sleep_unless_input(joined.map(|joined| (&joined.reader, &joined.writer)))
}
