//! Whose process is at the other end of a Unix socket.

use std::io;
use std::os::fd::{AsFd, AsRawFd};

use rustix::process::Uid;

/// The process at the other end, as the kernel reports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PeerProcess {
    pub(super) user: Uid,
    /// 0: a process of a pid namespace that this one does not see.
    pub(super) process: i32,
}

/// Asks the kernel. Not by `rustix`, whose process ids are never 0.
///
/// # Errors
/// Those of the system.
#[expect(
    unsafe_code,
    reason = "neither std nor rustix gives the peer's credentials across pid namespaces"
)]
pub(super) fn peer_of(socket: &impl AsFd) -> io::Result<PeerProcess> {
    let mut found = libc::ucred {
        pid: 0,
        uid: u32::MAX,
        gid: u32::MAX,
    };
    let mut length = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: the structure is as long as said, and plain numbers, all of whose values are valid.
    let refused = unsafe {
        libc::getsockopt(
            socket.as_fd().as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_PEERCRED,
            (&raw mut found).cast(),
            &raw mut length,
        )
    };
    if refused != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(PeerProcess {
        user: Uid::from_raw(found.uid),
        process: found.pid,
    })
}
