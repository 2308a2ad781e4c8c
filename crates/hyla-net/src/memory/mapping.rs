//! Memory that another process may write at any time. All the `unsafe` of this crate's shared
//! memory is here; its interface is safe for any behaviour of the other process.
//!
//! There is no reference to the shared bytes themselves, only to atomics: bytes are copied in and out, so that checks
//! apply to the bytes used. The exception are long frames in memory of a process of the same user ([`Mapping::frame`]).

use std::fmt;
use std::io;
use std::os::fd::BorrowedFd;
use std::ptr::{self, NonNull};

#[cfg(not(miri))]
use rustix::mm::munmap;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mlock, mmap};
use rustix::param::page_size;

use crate::sync::{AtomicU32, AtomicU64};

/// Bytes that processors exchange at a time.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const CACHE_LINE: usize = 64;

/// A mapping of memory that stays until this value is dropped, even if the peer closes or ends.
pub(super) struct Mapping {
    base: NonNull<u8>,
    length: usize,
}

// SAFETY: the mapping belongs to the process and not to a thread; it is only reached through atomics
// and copies, which need no exclusive access.
#[expect(unsafe_code, reason = "a raw pointer is not `Send` by itself")]
unsafe impl Send for Mapping {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "a raw pointer is not `Sync` by itself")]
unsafe impl Sync for Mapping {}

impl fmt::Debug for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mapping({} bytes)", self.length)
    }
}

#[expect(unsafe_code, reason = "memory shared with another process")]
impl Mapping {
    /// Maps the first `length` bytes of `memory`, which must be sealed against shrinking: otherwise
    /// a peer could make our accesses fault.
    pub(super) fn new(memory: BorrowedFd<'_>, length: usize) -> io::Result<Self> {
        Self::with(memory, length, ProtFlags::READ | ProtFlags::WRITE)
    }

    /// As [`Self::new`], for [`Self::frame`] only: writing faults.
    pub(super) fn to_read(memory: BorrowedFd<'_>, length: usize) -> io::Result<Self> {
        Self::with(memory, length, ProtFlags::READ)
    }

    fn with(memory: BorrowedFd<'_>, length: usize, access: ProtFlags) -> io::Result<Self> {
        // SAFETY: no address is asked for, so that nothing that is mapped is replaced.
        let base = unsafe { mmap(ptr::null_mut(), length, access, MapFlags::SHARED, memory, 0) }?;
        let base = NonNull::new(base.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { base, length })
    }

    /// The 64-bit word at that offset.
    #[inline]
    pub(super) fn word(&self, at: usize) -> &AtomicU64 {
        assert!(at.is_multiple_of(8) && self.has(at, 8), "no word at {at}");
        // SAFETY: inside the mapping and aligned (the base is a page); any bits are a number; all
        // accesses of this process go through atomics.
        unsafe { AtomicU64::from_ptr(self.base.as_ptr().add(at).cast()) }
    }

    /// The 64-bit words from that offset on.
    #[inline]
    pub(super) fn words<const N: usize>(&self, at: usize) -> &[AtomicU64; N] {
        assert!(
            at.is_multiple_of(8) && self.has(at, 8 * N),
            "no words at {at}"
        );
        // SAFETY: as in `word`; an array of atomics has no other bytes than theirs.
        unsafe { &*self.base.as_ptr().add(at).cast() }
    }

    /// The 32-bit word at that offset.
    #[inline]
    pub(super) fn half_word(&self, at: usize) -> &AtomicU32 {
        assert!(
            at.is_multiple_of(4) && self.has(at, 4),
            "no half word at {at}"
        );
        // SAFETY: as in `word`.
        unsafe { AtomicU32::from_ptr(self.base.as_ptr().add(at).cast()) }
    }

    /// Copies `bytes` to that offset.
    #[inline]
    pub(super) fn put(&self, at: usize, bytes: &[u8]) {
        assert!(self.has(at, bytes.len()), "outside of the mapping");
        #[cfg(test)]
        self.touch(at, bytes.len(), true);
        // SAFETY: the target is inside the mapping; `bytes` is memory of this process alone, or in a mapping of a peer's
        // frames, so that they do not overlap.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), self.base.as_ptr().add(at), bytes.len());
        }
    }

    /// Prefetches bytes at that offset for writing: this processor takes them from the one that
    /// read them last, meanwhile doing other work. Affects speed only.
    #[inline]
    pub(super) fn prepare_to_put(&self, at: usize, count: usize) {
        assert!(self.has(at, count), "outside of the mapping");
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        for line in (at & !(CACHE_LINE - 1)..at + count).step_by(CACHE_LINE) {
            // SAFETY: a hint: it reads and writes nothing, for any address; processors without it ignore it.
            unsafe {
                std::arch::asm!(
                    "prefetchw [{line}]",
                    line = in(reg) self.base.as_ptr().wrapping_add(line),
                    options(nostack, preserves_flags, readonly),
                );
            }
        }
    }

    /// Copies from that offset. If the peer violates the protocol and writes meanwhile, the bytes
    /// are arbitrary.
    #[inline]
    pub(super) fn get(&self, at: usize, into: &mut [u8]) {
        assert!(self.has(at, into.len()), "outside of the mapping");
        #[cfg(test)]
        self.touch(at, into.len(), false);
        // SAFETY: the source is inside the mapping; `into` is memory of this process alone.
        unsafe {
            ptr::copy_nonoverlapping(self.base.as_ptr().add(at), into.as_mut_ptr(), into.len());
        }
    }

    /// Appends `count` bytes from that offset, without zeroing the capacity first.
    pub(super) fn append(&self, at: usize, count: usize, into: &mut Vec<u8>) {
        assert!(self.has(at, count), "outside of the mapping");
        #[cfg(test)]
        self.touch(at, count, false);
        into.reserve(count);
        // SAFETY: the source is inside the mapping; there is room for `count` bytes behind the
        // vector's last one, and they are initialised when the length says so.
        unsafe {
            let end = into.as_mut_ptr().add(into.len());
            ptr::copy_nonoverlapping(self.base.as_ptr().add(at), end, count);
            into.set_len(into.len() + count);
        }
    }

    /// The bytes of a frame that another process has written there. It leaves them as they are as long as somebody here needs
    /// them. `None` outside of the mapping.
    ///
    /// Only for memory of a process of the same user. If it writes all the same, whoever looks at the bytes
    /// sees them change; it could do as much to any memory of this process.
    #[inline]
    pub(super) fn frame(&self, at: usize, count: usize) -> Option<&[u8]> {
        if !self.has(at, count) {
            return None;
        }
        // SAFETY: inside the mapping, which stays as long as this value; any bits are bytes; the writer does not write
        // while the frame is needed, as above.
        Some(unsafe { std::slice::from_raw_parts(self.base.as_ptr().add(at), count) })
    }

    /// Returns the whole pages of that range to the system; they are zero from then on, also for
    /// the peer.
    pub(super) fn forget(&self, at: usize, count: usize) {
        assert!(self.has(at, count), "outside of the mapping");
        let from = at.next_multiple_of(page_size());
        let until = (at + count) & !(page_size() - 1);
        if from >= until {
            return;
        }
        #[cfg(test)]
        self.touch(from, until - from, true);
        // SAFETY: whole pages inside the mapping (its base is a page), of which nothing refers to bytes but
        // through atomics and copies; frames are forgotten when nobody refers to one.
        let forgotten = unsafe {
            let base = self.base.as_ptr().add(from);
            madvise(base.cast(), until - from, Advice::LinuxRemove)
        };
        if let Err(error) = forgotten {
            tracing::debug!(%error, "the system keeps shared memory that is not needed");
        }
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Loads it and locks it until it is unmapped.
    pub(super) fn lock(&self) -> io::Result<()> {
        // SAFETY: mapped by `new` with this length; locking changes nothing of what it holds.
        Ok(unsafe { mlock(self.base.as_ptr().cast(), self.length) }?)
    }

    /// Reports reads and writes of bytes to a model.
    #[cfg(test)]
    fn touch(&self, at: usize, count: usize, writes: bool) {
        crate::sync::model::touch(self.base.addr().get() + at, count, writes);
    }

    #[inline]
    fn has(&self, at: usize, count: usize) -> bool {
        at.checked_add(count).is_some_and(|end| end <= self.length)
    }
}

/// For tests of one process.
#[cfg(all(test, not(miri)))]
impl Mapping {
    pub(super) fn of_nobody_else(length: usize) -> Self {
        use std::os::fd::AsFd;

        // The file is longer than that.
        let parts = super::listener::Parts::make(length).expect("there is memory");
        Self::new(parts.memory.as_fd(), length).expect("it can be mapped")
    }
}

/// Miri does not support mappings: there, the memory comes from the allocator.
#[cfg(miri)]
#[expect(unsafe_code, reason = "memory that is not of one type")]
impl Mapping {
    pub(super) fn of_nobody_else(length: usize) -> Self {
        let layout = Self::layout(length);
        assert!(layout.size() > 0, "a mapping has bytes");
        // SAFETY: not of no bytes.
        let base = unsafe { std::alloc::alloc_zeroed(layout) };
        let base = NonNull::new(base).expect("there is memory");
        Self { base, length }
    }

    fn layout(length: usize) -> std::alloc::Layout {
        std::alloc::Layout::from_size_align(length, 4096).expect("it is not too large")
    }
}

#[cfg(miri)]
impl Drop for Mapping {
    #[expect(unsafe_code, reason = "memory that is not of one type")]
    fn drop(&mut self) {
        // SAFETY: from the allocator, with that layout; no test under Miri maps a file.
        unsafe { std::alloc::dealloc(self.base.as_ptr(), Self::layout(self.length)) };
    }
}

#[cfg(not(miri))]
impl Drop for Mapping {
    #[expect(unsafe_code, reason = "memory shared with another process")]
    fn drop(&mut self) {
        // SAFETY: mapped by `new` with this length, and nothing refers to it any more: references
        // to its words borrow this value.
        let unmapped = unsafe { munmap(self.base.as_ptr().cast(), self.length) };
        if let Err(error) = unmapped {
            tracing::error!(%error, "cannot unmap shared memory");
        }
    }
}
