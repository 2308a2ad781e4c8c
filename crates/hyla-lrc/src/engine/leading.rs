//! Leader and follower: a caller that waits polls the endpoint itself, beside a thread of Hyla that otherwise does.
//!
//! A message then wakes the thread that waits for it, and no other one. See [`Leadership`](hyla_net::Leadership) for the
//! change between threads, and `docs/decisions/0045-leader-and-follower.md` for the reasons.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hyla_net::Lead;

use super::{Connection, Core, Engine, locked};

thread_local! {
    /// The engine whose endpoint this thread polls as a caller.
    static LEADS: Cell<*const ()> = const { Cell::new(std::ptr::null()) };
}

/// Calls without a wait that follow each other within this time belong to a loop that does little else.
const SHORT: Duration = Duration::from_micros(200);

/// From this number of such calls on, the caller leads.
const SEVERAL: u8 = 8;

/// Frames that leave one by one although they follow each other closely, from which they had better leave in bundles. A power of two.
const MANY: u32 = 16;

/// How long Hyla's thread then polls at least. Each time after it, [`MANY`] frames leave one by one before it does again: a hundredth of the time.
const GATHERING: Duration = Duration::from_millis(10);

/// Calls that evoke without waiting: whether they follow each other so closely that their thread may poll as well.
#[derive(Debug, Default)]
pub(super) struct EvokeLoop {
    /// Time of the last call, in nanoseconds of the engine.
    last: AtomicU64,
    /// Calls in a row that followed shortly.
    row: AtomicU8,
    /// Until then, in nanoseconds of the engine, Hyla's thread polls, so that frames gather.
    gathers_until: AtomicU64,
}

impl EvokeLoop {
    /// Many frames have left one by one: Hyla's thread is to poll for a while, whoever evokes without waiting.
    fn gather_from(&self, now: Duration) {
        self.gathers_until
            .store(nanoseconds(now + GATHERING), Relaxed);
    }

    fn gathers(&self, now: Duration) -> bool {
        nanoseconds(now) < self.gathers_until.load(Relaxed)
    }

    /// Counts a call; whether several followed each other closely. Several threads may miscount, which only delays.
    fn is_close(&self, now: Duration) -> bool {
        let now = nanoseconds(now);
        let since = now.saturating_sub(self.last.swap(now, Relaxed));
        if since > SHORT.as_nanos() as u64 {
            self.row.store(0, Relaxed);
            return false;
        }
        let row = self.row.load(Relaxed);
        if row < SEVERAL {
            self.row.store(row + 1, Relaxed);
        }
        row + 1 >= SEVERAL
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Lead of this thread over the endpoint of an engine.
pub(super) struct Leading<'e> {
    engine: &'e Engine,
    lead: Option<Lead<'e>>,
    /// Lead of another engine on this thread: a callback may call another ambassador.
    outer: *const (),
}

impl Drop for Leading<'_> {
    fn drop(&mut self) {
        LEADS.set(self.outer);
        self.lead = None;
        // One of those that wait leads from now on.
        self.engine.notify_waiting();
    }
}

impl Engine {
    /// Whether this thread polls the endpoint as a caller.
    pub(super) fn leads_here(&self) -> bool {
        LEADS.get() == std::ptr::from_ref(self).cast()
    }

    /// Begins to poll the endpoint in place of Hyla's thread, which has left it when this returns. `None` if callers do not poll
    /// here, or another one does.
    pub(super) fn lead<'e>(&'e self, connection: &Connection) -> Option<Leading<'e>> {
        if !connection.shares_polling {
            return None;
        }
        let lead = self.leadership.lead()?;
        let _of_before = connection.remote.take_dense_frames();
        let outer = LEADS.replace(std::ptr::from_ref(self).cast());
        if lead.must_wake {
            connection.remote.wake();
            drop(locked(&connection.endpoint));
        }
        Some(Leading {
            engine: self,
            lead: Some(lead),
            outer,
        })
    }

    /// Polls without waiting, for callers that evoke without waiting: if Hyla's thread does not poll, or if the caller
    /// comes again and again. Not if it sends much in between: then Hyla's thread does, so that frames leave in bundles.
    pub(super) fn poll_without_waiting(&self, connection: &Connection) {
        if !connection.shares_polling {
            return;
        }
        let now = self.now();
        if self.evoke_loop.gathers(now) {
            self.recall_own_thread(connection);
        } else if (self.evoke_loop.is_close(now) || self.leadership.is_on_standby())
            && let Some(_leading) = self.lead(connection)
        {
            self.pump(connection, Some(Duration::ZERO));
        }
    }

    /// Makes Hyla's thread poll while it stands by, if many frames have left one by one meanwhile, each by a system call of the
    /// caller: from then on they gather for it.
    #[inline]
    pub(super) fn let_frames_gather(&self, dense: u32) {
        if dense >= MANY
            && dense.is_power_of_two()
            && self.leadership.is_on_standby()
            && !self.leads_here()
        {
            self.evoke_loop.gather_from(self.now());
            if let Ok(connection) = self.connection() {
                connection.remote.expect_poll();
            }
            self.leadership.recall();
        }
    }

    /// Waits for news while another thread polls, until `deadline` at the latest.
    pub(super) fn follow(
        &self,
        connection: &Connection,
        core: std::sync::MutexGuard<'_, Core>,
        deadline: Instant,
    ) {
        drop(self.wait_for_news(core, deadline, connection.shares_polling));
    }

    /// Makes Hyla's thread poll: the caller waits for something else than the endpoint.
    pub(super) fn recall_own_thread(&self, connection: &Connection) {
        if connection.shares_polling && self.leadership.is_on_standby() {
            self.leadership.recall();
        }
    }

    /// The federate waits for time from now on.
    pub(super) fn hurry(&self) {
        if let Ok(connection) = self.connection() {
            connection.remote.hurry(true);
        }
    }

    /// Makes the caller that polls check again what it waits for.
    #[cold]
    pub(super) fn interrupt_leader(&self) {
        if let Ok(connection) = self.connection() {
            connection.remote.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_gather_for_a_while_after_many_have_left_one_by_one() {
        let calls = EvokeLoop::default();
        let now = Duration::from_secs(1);

        assert!(!calls.gathers(now));
        calls.gather_from(now);
        assert!(calls.gathers(now + GATHERING / 2));
        assert!(!calls.gathers(now + GATHERING));
    }

    #[test]
    fn calls_in_a_close_row_make_a_loop_until_one_comes_late() {
        let calls = EvokeLoop::default();
        let mut now = Duration::from_secs(1);
        let mut call = |after: Duration| {
            now += after;
            calls.is_close(now)
        };

        assert!(!call(SHORT));
        let closely: Vec<_> = (0..SEVERAL).map(|_| call(SHORT)).collect();
        assert_eq!(closely.iter().filter(|close| **close).count(), 1);
        assert!(call(Duration::ZERO));
        assert!(!call(SHORT * 2));
        assert!(!call(SHORT));
    }
}
