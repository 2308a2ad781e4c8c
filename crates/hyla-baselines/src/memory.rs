//! Memory that processes share. All the `unsafe` of this crate is here.
//!
//! There is never a reference to the shared bytes themselves, only to atomics: bytes are copied in and out.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, AtomicU64};

use rustix::fs::{
    MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, ftruncate, memfd_create,
};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use serde::{Deserialize, Serialize};

/// Address of a memory for other processes, as long as the process that made it lives and holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryAddress {
    process: u32,
    descriptor: i32,
}

/// A mapping of shared memory, zero at first; unmapped when dropped.
#[derive(Debug)]
pub struct SharedMemory {
    base: NonNull<u8>,
    length: usize,
    file: OwnedFd,
}

// SAFETY: the mapping belongs to the process and not to a thread; it is only reached through atomics and copies, which
// need no exclusive access.
#[expect(unsafe_code, reason = "a raw pointer is not `Send` by itself")]
unsafe impl Send for SharedMemory {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "a raw pointer is not `Sync` by itself")]
unsafe impl Sync for SharedMemory {}

impl SharedMemory {
    /// New memory of that many bytes, which nobody can make shorter.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new(length: usize) -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = memfd_create("hyla-baselines", flags)?;
        ftruncate(&file, length as u64)?;
        // An access behind the end would be a fault: there is never one.
        fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        Self::map(file, length)
    }

    /// The memory that another process, or this one, has made.
    ///
    /// # Errors
    /// Those of the system; `InvalidData` if this is not the memory of a baseline.
    pub fn open(address: MemoryAddress) -> io::Result<Self> {
        let path = format!("/proc/{}/fd/{}", address.process, address.descriptor);
        let file = File::options().read(true).write(true).open(path)?;
        let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        // Without the seal its maker could make our accesses fault.
        if length == 0 || !fcntl_get_seals(&file)?.contains(SealFlags::SHRINK) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Self::map(file.into(), length)
    }

    /// Its address for other processes.
    #[must_use]
    pub fn address(&self) -> MemoryAddress {
        MemoryAddress {
            process: std::process::id(),
            descriptor: self.file.as_raw_fd(),
        }
    }

    /// Bytes.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    fn has(&self, at: usize, count: usize) -> bool {
        at.checked_add(count).is_some_and(|end| end <= self.length)
    }
}

#[expect(unsafe_code, reason = "memory shared with another process")]
impl SharedMemory {
    fn map(file: OwnedFd, length: usize) -> io::Result<Self> {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: no address is asked for, so that nothing that is mapped is replaced.
        let base = unsafe {
            mmap(
                ptr::null_mut(),
                length,
                protection,
                MapFlags::SHARED,
                file.as_fd(),
                0,
            )
        }?;
        let base = NonNull::new(base.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { base, length, file })
    }

    /// The 64-bit word at that offset.
    pub(crate) fn word(&self, at: usize) -> &AtomicU64 {
        assert!(at.is_multiple_of(8) && self.has(at, 8), "no word at {at}");
        // SAFETY: inside the mapping and aligned (the base is a page); any bits are a number; all accesses of this
        // process to words go through atomics.
        unsafe { AtomicU64::from_ptr(self.base.as_ptr().add(at).cast()) }
    }

    /// The 32-bit word at that offset.
    pub(crate) fn half_word(&self, at: usize) -> &AtomicU32 {
        assert!(
            at.is_multiple_of(4) && self.has(at, 4),
            "no half word at {at}"
        );
        // SAFETY: as in `word`.
        unsafe { AtomicU32::from_ptr(self.base.as_ptr().add(at).cast()) }
    }

    /// Copies `bytes` to that offset. Who calls it sees to it that nobody else uses that room meanwhile.
    pub(crate) fn put(&self, at: usize, bytes: &[u8]) {
        assert!(self.has(at, bytes.len()), "outside of the mapping");
        // SAFETY: the target is inside the mapping; `bytes` is memory of this process alone, so that they do not
        // overlap.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), self.base.as_ptr().add(at), bytes.len());
        }
    }

    /// Copies from that offset. Who calls it sees to it that nobody writes there meanwhile.
    pub(crate) fn get(&self, at: usize, into: &mut [u8]) {
        assert!(self.has(at, into.len()), "outside of the mapping");
        // SAFETY: the source is inside the mapping; `into` is memory of this process alone.
        unsafe {
            ptr::copy_nonoverlapping(self.base.as_ptr().add(at), into.as_mut_ptr(), into.len());
        }
    }
}

impl Drop for SharedMemory {
    #[expect(unsafe_code, reason = "memory shared with another process")]
    fn drop(&mut self) {
        // SAFETY: mapped by `map` with this length, and nothing refers to it any more: references to its words
        // borrow this value.
        let unmapped = unsafe { munmap(self.base.as_ptr().cast(), self.length) };
        if let Err(error) = unmapped {
            tracing::error!(%error, "cannot unmap shared memory");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn what_one_writes_the_other_reads() {
        let one = SharedMemory::new(8192).unwrap();
        let other = SharedMemory::open(one.address()).unwrap();

        one.word(8).store(7, Relaxed);
        one.put(8190, b"ab");

        let mut read = [0; 2];
        other.get(8190, &mut read);
        assert_eq!((other.word(8).load(Relaxed), &read), (7, b"ab"));
        assert_eq!(other.length(), 8192);
    }

    #[test]
    fn nothing_outside_is_reached() {
        let memory = SharedMemory::new(4096).unwrap();
        let fails = |what: &dyn Fn()| {
            let what = std::panic::AssertUnwindSafe(what);
            assert!(std::panic::catch_unwind(what).is_err());
        };

        fails(&|| memory.put(4095, b"ab"));
        fails(&|| memory.get(usize::MAX, &mut [0; 2]));
        fails(&|| memory.word(4096).store(1, Relaxed));
        fails(&|| memory.half_word(2).store(1, Relaxed));
    }

    #[test]
    fn a_file_that_can_shrink_is_not_taken_for_shared_memory() {
        let file = File::open("/proc/self/exe").unwrap();
        let address = MemoryAddress {
            process: std::process::id(),
            descriptor: file.as_raw_fd(),
        };

        assert!(SharedMemory::open(address).is_err());
    }
}
