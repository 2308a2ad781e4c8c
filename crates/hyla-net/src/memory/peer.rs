//! Whose process is at the other end of a Unix socket.

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::sync::OnceLock;

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

/// The number that the kernel reports for every user that the user namespace of this process (a container) does not know,
/// this process itself included. `None` where all users are known.
pub(super) fn number_of_unknown_users() -> Option<Uid> {
    static NUMBER: OnceLock<Option<Uid>> = OnceLock::new();
    *NUMBER.get_or_init(|| {
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        unknown_users(
            &read("/proc/self/uid_map"),
            &read("/proc/sys/kernel/overflowuid"),
        )
    })
}

/// As [`number_of_unknown_users`], from the kernel's tables. What cannot be read has no users.
fn unknown_users(map: &str, overflow: &str) -> Option<Uid> {
    const ALL: u64 = u32::MAX as u64;
    let lengths = map.lines().filter_map(|line| {
        let length = line.split_whitespace().nth(2)?;
        length.parse::<u64>().ok()
    });
    if lengths.sum::<u64>() >= ALL {
        return None;
    }
    Some(Uid::from_raw(overflow.trim().parse().unwrap_or(65_534)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_beyond_the_map_of_a_namespace_share_one_number() {
        let number = |map: &str, overflow: &str| unknown_users(map, overflow).map(Uid::as_raw);

        assert_eq!(
            number("         0          0 4294967295\n", "65534\n"),
            None
        );
        assert_eq!(number("0 100000 65536\n", "65534\n"), Some(65_534));
        assert_eq!(number("0 1000 1\n1 100000 65536\n", "99\n"), Some(99));
        assert_eq!(number("", ""), Some(65_534));
    }
}
