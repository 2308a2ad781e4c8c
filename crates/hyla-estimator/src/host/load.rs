//! Load of this host for programs that ask now and then, and must not wait for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Kernel, Reading};

/// Age at which a load is unknown: nobody has asked for so long.
const VALID: Duration = Duration::from_secs(5);

/// State of this host. It is asked for under a lock, say, and read from the kernel by [`Self::refresh`] where there is none.
#[derive(Debug)]
pub struct HostLoad {
    started: Instant,
    /// Interface whose load counts, and its speed in bits per second where the kernel does not know it.
    port: (Option<String>, Option<f64>),
    is_wanted: AtomicBool,
    kernel: Mutex<Option<Kernel>>,
    last: Mutex<Option<(Instant, Option<Reading>)>>,
}

impl HostLoad {
    /// A state without a reading. `port` names the network interface that messages take, if any, with its speed where the kernel does
    /// not know it.
    #[must_use]
    pub fn new(port: Option<String>, bits_per_s: Option<f64>) -> Self {
        Self {
            started: Instant::now(),
            port: (port, bits_per_s),
            is_wanted: AtomicBool::new(false),
            kernel: Mutex::new(None),
            last: Mutex::new(None),
        }
    }

    /// The last state; does no I/O. If it is older than `every`, [`Self::refresh`] renews it.
    #[must_use]
    pub fn get(&self, now: Instant, every: Duration) -> Option<Reading> {
        let last = *locked(&self.last);
        let age = last.map(|(at, _)| now.saturating_duration_since(at));
        if age.is_none_or(|age| age >= every) {
            self.is_wanted.store(true, Ordering::Relaxed);
        }
        last.filter(|_| age.is_some_and(|age| age < VALID))?.1
    }

    /// Whether [`Self::refresh`] will read.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    /// Reads the state if that was asked for, in some 10 us (Linux; elsewhere it stays unknown). Cost: one number is read if not.
    pub fn refresh(&self) {
        if self.is_wanted() && self.is_wanted.swap(false, Ordering::Relaxed) {
            let (port, bits_per_s) = &self.port;
            self.refresh_at(Instant::now(), || Kernel::new(port.clone(), *bits_per_s));
        }
    }

    fn refresh_at(&self, now: Instant, kernel: impl FnOnce() -> Kernel) {
        let mut held = locked(&self.kernel);
        let last = *locked(&self.last);
        // A load over an interval without questions says nothing about now.
        let is_kept = last.is_some_and(|(at, _)| now.saturating_duration_since(at) < VALID);
        if !is_kept {
            *held = None;
        }
        let kernel = held.get_or_insert_with(kernel);
        // Not 0, so that the first reading is later than none.
        let at = Duration::from_secs(1) + now.saturating_duration_since(self.started);
        let reading = kernel.read(at).ok().flatten();
        *locked(&self.last) = Some((now, reading));
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::kernel::tests::Files;
    use super::*;

    const OFTEN: Duration = Duration::from_millis(15);

    #[test]
    fn the_load_is_renewed_on_request_and_forgotten_when_nobody_asks() {
        let files = Files::new("on-request");
        let load = HostLoad::new(None, None);
        let at = |ms: u64| load.started + Duration::from_millis(ms);
        let get = |ms| load.get(at(ms), OFTEN).map(|reading| reading.processor);
        let is_wanted = || load.is_wanted.swap(false, Ordering::Relaxed);
        let renew = |ms, busy, all: u64| {
            files.write(busy, all - busy, 0);
            load.refresh_at(at(ms), || Kernel::at(&files.0, None, None));
        };

        // The first reading has no predecessor.
        assert_eq!(get(0), None);
        assert!(is_wanted());
        renew(0, 100, 1000);
        assert_eq!(get(14), None);
        assert!(!is_wanted());
        assert_eq!(get(15), None);
        assert!(is_wanted());
        renew(500, 125, 1100);
        assert_eq!(get(501), Some(0.25));
        // Asking after a pause gives nothing, and what went on meanwhile is not averaged.
        assert_eq!(get(5_500), None);
        assert!(is_wanted());
        renew(5_500, 1000, 2000);
        assert_eq!(get(5_501), None);
        renew(6_100, 1050, 2100);
        assert_eq!(get(6_101), Some(0.5));
    }

    #[test]
    fn nothing_is_read_before_somebody_asks() {
        let load = HostLoad::new(None, None);
        load.refresh();
        assert!(locked(&load.last).is_none());

        assert_eq!(load.get(Instant::now(), OFTEN), None);
        assert!(locked(&load.last).is_none());
        load.refresh();

        assert!(locked(&load.last).is_some());
    }
}
