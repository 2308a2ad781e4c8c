//! The system calls of Linux. All the `unsafe` of real time is here.

use std::ffi::c_void;
use std::io;

use rustix::mm::{MlockAllFlags, mlock, mlockall, munlock};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::Scheduling;

pub(crate) fn run_on(cpus: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for cpu in cpus {
        if *cpu >= CpuSet::MAX_CPU {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        set.set(*cpu);
    }
    Ok(sched_setaffinity(None, &set)?)
}

pub(crate) fn cpus() -> io::Result<Vec<usize>> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|cpu| set.is_set(*cpu))
        .collect())
}

#[expect(unsafe_code, reason = "rustix does not offer scheduling policies")]
pub(super) fn schedule(scheduling: Scheduling) -> io::Result<()> {
    let (policy, priority) = match scheduling {
        Scheduling::Normal => return Ok(()),
        Scheduling::Fifo(priority) => (libc::SCHED_FIFO, priority),
        Scheduling::RoundRobin(priority) => (libc::SCHED_RR, priority),
    };
    // The kernel's parameter is this one number. Called by number, since musl's function only
    // refuses: POSIX would require it to apply to all threads.
    let priority = i32::from(priority);
    // SAFETY: 0 is the calling thread; the priority is read during the call.
    let result =
        unsafe { libc::syscall(libc::SYS_sched_setscheduler, 0, policy, &raw const priority) };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

#[expect(unsafe_code, reason = "rustix does not offer scheduling policies")]
pub(super) fn scheduling() -> io::Result<Scheduling> {
    let mut priority = 0_i32;
    // SAFETY: 0 is the calling thread; the priority is written during the call.
    let (policy, got) = unsafe {
        (
            libc::syscall(libc::SYS_sched_getscheduler, 0),
            libc::syscall(libc::SYS_sched_getparam, 0, &raw mut priority),
        )
    };
    if policy < 0 || got != 0 {
        return Err(io::Error::last_os_error());
    }
    let priority = u8::try_from(priority).unwrap_or(u8::MAX);
    Ok(match policy as i32 & !libc::SCHED_RESET_ON_FORK {
        libc::SCHED_FIFO => Scheduling::Fifo(priority),
        libc::SCHED_RR => Scheduling::RoundRobin(priority),
        _ => Scheduling::Normal,
    })
}

pub(super) fn lock_all() -> io::Result<()> {
    Ok(mlockall(MlockAllFlags::CURRENT | MlockAllFlags::FUTURE)?)
}

/// Loads the pages of `bytes` and locks them into memory.
#[expect(unsafe_code, reason = "the system takes addresses")]
pub(super) fn lock(bytes: &[u8]) -> io::Result<()> {
    // SAFETY: the memory is borrowed meanwhile; locking changes nothing of what it holds.
    Ok(unsafe { mlock(address(bytes), bytes.len()) }?)
}

/// Undoes [`lock`]. Neighbours on the first and the last page lose their lock, too.
#[expect(unsafe_code, reason = "the system takes addresses")]
pub(super) fn unlock(bytes: &[u8]) {
    // SAFETY: as for `lock`.
    let unlocked = unsafe { munlock(address(bytes), bytes.len()) };
    if let Err(error) = unlocked {
        tracing::debug!(%error, "cannot unlock memory");
    }
}

fn address(bytes: &[u8]) -> *mut c_void {
    bytes.as_ptr().cast_mut().cast()
}
