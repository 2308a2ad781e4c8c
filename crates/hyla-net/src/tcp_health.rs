//! Detects whether the peer's *host* still answers, independent of the peer's process.
//!
//! TCP_USER_TIMEOUT would also end the connection to a stopped peer: Linux counts a closed window
//! against it even while its probes are acknowledged (measured in
//! `docs/decisions/0005-channels.md`). Keep-alive probes are only sent while nothing is
//! outstanding. So the kernel's view of the connection is checked periodically.

use std::time::{Duration, Instant};

use mio::net::TcpStream;

/// Watches one connection.
#[derive(Debug, Default)]
pub(crate) struct HostWatch {
    unanswered_since: Option<Instant>,
    /// Last time that the kernel was asked, which takes a system call.
    asked: Option<Instant>,
}

/// How often the kernel is asked within the timeout.
const CHECKS: u32 = 8;

impl HostWatch {
    /// Call this [`CHECKS`] times within `timeout` or more often. `true` once the host counts as lost: at every
    /// check for `timeout`, something had been sent without an answer.
    ///
    /// A single check proves nothing: it may fall between a probe and its answer. Nor does the time
    /// since the last answer: probes of a full peer come minutes apart.
    pub(crate) fn is_lost(&mut self, stream: &TcpStream, timeout: Duration, now: Instant) -> bool {
        let is_due = |asked: Instant| now.saturating_duration_since(asked) >= timeout / CHECKS;
        if !self.asked.is_none_or(is_due) {
            return false;
        }
        self.asked = Some(now);
        if !is_unanswered(stream) {
            self.unanswered_since = None;
            return false;
        }
        let since = *self.unanswered_since.get_or_insert(now);
        now.saturating_duration_since(since) >= timeout
    }
}

/// Whether data or a probe was sent (again) without an acknowledgement since.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "neither std nor socket2 offer TCP_INFO")]
fn is_unanswered(stream: &TcpStream) -> bool {
    use std::os::fd::AsRawFd;

    let mut info = std::mem::MaybeUninit::<libc::tcp_info>::zeroed();
    let mut length = size_of::<libc::tcp_info>() as libc::socklen_t;
    // SAFETY: the descriptor is open while `stream` is borrowed; `info` has `length` bytes and the
    // system writes no more than that.
    let result = unsafe {
        libc::getsockopt(
            stream.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    if result != 0 {
        return false;
    }
    // SAFETY: a struct of integers, zeroed before the call, so that every byte is initialised.
    let info = unsafe { info.assume_init() };
    // One unanswered probe proves nothing: Linux answers those into a closed window at most every
    // 500 ms (`tcp_invalid_ratelimit`). Nor do retransmissions alone: into a closed window they are
    // acknowledged and yet never taken. Both ages are in ms, of a clock that may tick every 10.
    let answer_is_older = info.tcpi_last_ack_recv > info.tcpi_last_data_sent.saturating_add(10);
    info.tcpi_probes > 1 || (info.tcpi_retransmits > 1 && answer_is_older)
}

/// Elsewhere only the keep-alive probes detect it.
#[cfg(not(target_os = "linux"))]
fn is_unanswered(_stream: &TcpStream) -> bool {
    false
}
