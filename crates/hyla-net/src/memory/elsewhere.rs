//! Stand-in for systems without this kind of shared memory: offers nothing, and every call fails.

mod wire;

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use crate::board::Board;
use crate::carrier::StreamWire;
use crate::reference::Reference;
use crate::sync::AtomicU64;
use crate::sys::Descriptor;
use crate::table::PassedTable;
use crate::{ChannelId, CloseReason, EndpointConfig, SharedMemoryAddress};

pub(crate) fn this_host() -> Option<u64> {
    None
}

/// Never exists.
#[derive(Debug)]
pub(crate) struct MemoryWire(Infallible);

/// Never exists.
#[derive(Clone, Debug)]
pub(crate) struct MemoryBoards(Infallible);

impl MemoryBoards {
    pub(crate) fn own(&self) -> Board<'_> {
        match self.0 {}
    }

    pub(crate) fn far(&self) -> Board<'_> {
        match self.0 {}
    }
}

/// Never exists.
#[derive(Clone, Debug)]
pub(crate) struct TableMemory(Infallible);

impl TableMemory {
    pub(crate) fn new(_rows: usize) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(crate) fn rows(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn row(&self, _row: usize) -> Board<'_> {
        match self.0 {}
    }

    pub(crate) fn sleepers(&self) -> &AtomicU64 {
        match self.0 {}
    }

    pub(crate) fn total(&self) -> &AtomicU64 {
        match self.0 {}
    }

    pub(crate) fn asleep(&self, _row: usize) -> &AtomicU64 {
        match self.0 {}
    }

    pub(crate) fn set_count(&self, _row: usize, _column: usize, _count: u64) {
        match self.0 {}
    }

    pub(crate) fn count(&self, _row: usize, _column: usize) -> u64 {
        match self.0 {}
    }
}

impl MemoryWire {
    pub(crate) fn far_frame(&self, _: Reference) -> Result<FarFrame, CloseReason> {
        match self.0 {}
    }

    pub(crate) fn pass_table(&self, _: &TableMemory, _: u64) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn take_table(&self) -> io::Result<Option<PassedTable>> {
        match self.0 {}
    }

    pub(crate) fn connect(_: &SharedMemoryAddress, _: &EndpointConfig) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(crate) fn join(&self) -> io::Result<bool> {
        match self.0 {}
    }

    pub(crate) fn socket(&self) -> Descriptor {
        match self.0 {}
    }

    pub(crate) fn peer_process(&self) -> Option<crate::PeerProcess> {
        match self.0 {}
    }

    pub(crate) fn boards(&self) -> Option<MemoryBoards> {
        match self.0 {}
    }

    pub(crate) fn rouse(&self) {
        match self.0 {}
    }

    pub(crate) fn bell(&self) -> Option<Descriptor> {
        match self.0 {}
    }

    pub(crate) fn mapped_bytes(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn lock(&self) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn is_joined(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn has_input(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn bytes_read(&self) -> u64 {
        match self.0 {}
    }

    pub(crate) fn is_filling(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn has_room_again(&self) -> bool {
        match self.0 {}
    }

    pub(crate) fn peek(&self, _: &mut [u8]) -> io::Result<bool> {
        match self.0 {}
    }

    pub(crate) fn read(&self, _: &mut [u8]) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) fn read_few(&self, _: &mut [u8], _: usize) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) fn append_to(&self, _: &mut Vec<u8>, _: usize) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) fn write(&self, _: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) fn put(&self, _: &[u8]) -> io::Result<(usize, bool)> {
        match self.0 {}
    }

    pub(crate) fn wake(&self) {
        match self.0 {}
    }

    pub(crate) fn unused(&self) -> usize {
        match self.0 {}
    }

    pub(crate) fn wait_for_room(&self, _: Duration) {
        match self.0 {}
    }

    pub(crate) fn look(&self, _: bool) {
        match self.0 {}
    }

    pub(crate) fn finish(&self) {
        match self.0 {}
    }
}

/// Never exists.
#[derive(Debug)]
pub(crate) struct FarFrame(Infallible);

impl Deref for FarFrame {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self.0 {}
    }
}

/// A frame that can be passed to several readers: none on this system.
#[derive(Debug)]
pub struct SharedFrame(Infallible);

impl SharedFrame {
    pub(crate) fn is_of(&self, _: &Arc<FramePool>) -> bool {
        match self.0 {}
    }

    pub(crate) fn reference(&self) -> Reference {
        match self.0 {}
    }

    pub(crate) fn lend(&self, _: ChannelId, _: &Arc<StreamWire>) -> bool {
        match self.0 {}
    }

    pub(crate) fn take_back(&self, _: ChannelId) {
        match self.0 {}
    }
}

/// Shares nothing.
#[derive(Debug)]
pub(crate) struct FramePool;

impl FramePool {
    pub(crate) fn new(_: usize, _: usize) -> Self {
        Self
    }

    pub(crate) fn write(
        &self,
        _: (ChannelId, &Arc<StreamWire>),
        _: impl FnOnce(&mut Vec<u8>),
        _: &[u8],
    ) -> Option<SharedFrame> {
        None
    }

    pub(crate) fn look(&self) {}
}

/// Never exists.
#[derive(Debug)]
pub(crate) struct SharedMemoryListener(Infallible);

impl SharedMemoryListener {
    pub(crate) fn open(_: SharedMemoryAddress) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(crate) fn name(&self) -> SharedMemoryAddress {
        match self.0 {}
    }

    pub(crate) fn descriptor(&self) -> Descriptor {
        match self.0 {}
    }

    pub(crate) fn accept(&self, _: &EndpointConfig) -> io::Result<MemoryWire> {
        match self.0 {}
    }
}

pub(crate) fn sleep_unless_input<'a>(_: impl Iterator<Item = &'a MemoryWire> + Clone) -> bool {
    true
}
