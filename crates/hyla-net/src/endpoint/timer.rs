//! Timer below a millisecond, the resolution of the system's readiness call.

use std::io;
use std::time::Duration;

use mio::Registry;

/// Wakes an endpoint after less than a millisecond.
#[derive(Debug)]
pub(super) struct SubMillisecondTimer {
    #[cfg(target_os = "linux")]
    timer: std::os::fd::OwnedFd,
}

#[cfg(target_os = "linux")]
impl SubMillisecondTimer {
    /// Registers the timer at an endpoint's poll.
    ///
    /// # Errors
    /// When the system has no more descriptors.
    pub(super) fn new(registry: &Registry) -> io::Result<Self> {
        use std::os::fd::AsRawFd;

        use rustix::time::{TimerfdClockId, TimerfdFlags, timerfd_create};

        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        registry.register(
            &mut mio::unix::SourceFd(&timer.as_raw_fd()),
            super::ALARM,
            mio::Interest::READABLE,
        )?;
        Ok(Self { timer })
    }

    /// Timeout for the readiness call: unlimited if the timer is set instead.
    pub(super) fn instead_of(&self, wait: Option<Duration>) -> Option<Duration> {
        use rustix::time::{Itimerspec, TimerfdTimerFlags, Timespec, timerfd_settime};

        let short = wait.filter(|wait| !wait.is_zero() && *wait < Duration::from_millis(1));
        let Some(short) = short else {
            return wait;
        };
        let never = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let once = Itimerspec {
            it_interval: never,
            it_value: Timespec {
                tv_nsec: short.subsec_nanos().into(),
                ..never
            },
        };
        // Never read: setting the timer again rearms it. A late expiry causes one idle wake-up.
        match timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &once) {
            Ok(_) => None,
            Err(_) => wait,
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl SubMillisecondTimer {
    pub(super) fn new(_: &Registry) -> io::Result<Self> {
        Ok(Self {})
    }

    pub(super) fn instead_of(&self, wait: Option<Duration>) -> Option<Duration> {
        wait
    }
}
