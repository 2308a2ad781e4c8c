//! Leadership of an endpoint: which of several threads polls it.
//!
//! An endpoint that has a thread of its own is polled by a caller while the caller waits: the caller leads, and receives
//! its message without a wake-up by another thread. The endpoint's own thread stands by meanwhile, and takes over when no
//! caller has led for a while.
//!
//! ```text
//!  callers:     waits, even --lead--> odd: a caller leads --Lead dropped--> even + 2
//!  own thread:  Polls --a caller leads--> StandsBy --no lead for a while--> Polls
//!                                           |    ^
//!                       one lead that lasts v    | the lead ends
//!                                          Sleeps
//! ```
//!
//! A caller that stops leading does not wake the own thread, unless that sleeps: a wake-up for each message is what
//! leadership avoids. The own thread checks for itself, every 0.5 to 4 ms while callers lead now and then. It sleeps
//! without checking while one lead lasts, so that a federate that only waits costs nothing.
//!
//! No wake-up is lost: a caller first announces that it leads, then checks whether the own thread polls; the own thread
//! first announces that it polls, then checks whether a caller leads. The same holds for the end of a lead and the sleep
//! of the own thread. `models` runs both in every order of steps.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::time::Duration;

use crate::sync::{AtomicU8, AtomicU32, Condvar, Mutex, MutexGuard};

/// First time without a lead after which the own thread takes over.
const FIRST_PAUSE: Duration = Duration::from_micros(500);

/// The same while callers lead again and again; each check costs a wake-up.
const LONGEST_PAUSE: Duration = Duration::from_millis(4);

/// Longest sleep of the own thread; it is woken before.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);

/// The own thread polls, or is about to.
const POLLS: u8 = 0;
/// The own thread checks now and then whether callers lead.
const STANDS_BY: u8 = 1;
/// The own thread sleeps until the current lead ends.
const SLEEPS: u8 = 2;

/// The polling thread of an endpoint: a caller that waits, or the endpoint's own thread.
#[derive(Debug, Default)]
pub struct Leadership {
    /// Odd while a caller leads; grows by one when a lead begins or ends.
    leads: AtomicU32,
    /// Activity of the own thread.
    own: AtomicU8,
    /// Whether the own thread is to take over at once.
    recalled: Mutex<bool>,
    change: Condvar,
}

/// Leadership of a caller, which polls the endpoint until this is dropped.
#[derive(Debug)]
#[must_use]
pub struct Lead<'l> {
    of: &'l Leadership,
    /// Whether the own thread may be in `poll` and has to be woken, with [`Remote::wake`](crate::Remote::wake).
    pub must_wake: bool,
}

impl Leadership {
    /// Leadership of an endpoint that its own thread polls.
    pub fn new() -> Self {
        Self::default()
    }

    // For callers, on any thread.

    /// Begins to lead; `None` while another caller leads. Call [`Remote::wake`](crate::Remote::wake) if the lead says
    /// so; the endpoint's lock is free soon afterwards.
    #[inline]
    pub fn lead(&self) -> Option<Lead<'_>> {
        let leads = self.leads.load(Relaxed);
        if !leads.is_multiple_of(2) {
            return None;
        }
        self.leads
            .compare_exchange(leads, leads.wrapping_add(1), SeqCst, Relaxed)
            .ok()?;
        Some(Lead {
            of: self,
            must_wake: self.own.load(SeqCst) == POLLS,
        })
    }

    /// Whether a caller leads.
    #[inline]
    pub fn is_led(&self) -> bool {
        !self.leads.load(SeqCst).is_multiple_of(2)
    }

    /// Whether the own thread stands by, so that only a leading caller polls.
    #[inline]
    pub fn is_on_standby(&self) -> bool {
        self.own.load(Relaxed) != POLLS
    }

    /// Number of leads so far, the current one included.
    pub fn count(&self) -> u32 {
        self.leads.load(Relaxed).div_ceil(2)
    }

    /// Makes the own thread take over as soon as no caller leads.
    pub fn recall(&self) {
        *self.recalled() = true;
        self.change.notify_all();
    }

    // For the own thread.

    /// Whether the own thread may poll now. If not, a caller leads: call [`Self::stand_by`].
    pub fn takes_over(&self) -> bool {
        self.own.store(POLLS, SeqCst);
        !self.is_led()
    }

    /// Waits until callers have not led for a while, or [`Self::recall`] is called. [`Self::takes_over`] must follow.
    pub fn stand_by(&self) {
        let mut pause = FIRST_PAUSE;
        self.stand_by_with(|leadership| {
            let recalled = leadership.recalled();
            if !*recalled {
                drop(leadership.wait(recalled, pause));
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        });
    }

    /// Stands by with a pause between two checks.
    fn stand_by_with(&self, mut pause: impl FnMut(&Self)) {
        let mut before = self.leads.load(Relaxed);
        self.own.store(STANDS_BY, Relaxed);
        loop {
            pause(self);
            if std::mem::take(&mut *self.recalled()) {
                return;
            }
            let now = self.leads.load(Relaxed);
            if now != before {
                before = now;
            } else if now.is_multiple_of(2) {
                return;
            } else {
                self.sleep_during(now);
                before = self.leads.load(Relaxed);
            }
        }
    }

    /// Sleeps until that lead has ended.
    fn sleep_during(&self, lead: u32) {
        self.own.store(SLEEPS, SeqCst);
        if self.leads.load(SeqCst) == lead {
            let mut recalled = self.recalled();
            while !*recalled && self.own.load(Relaxed) == SLEEPS {
                recalled = self.wait(recalled, LONGEST_SLEEP);
            }
        }
        self.own.store(STANDS_BY, Relaxed);
    }

    /// The lead has ended: wakes the own thread if it sleeps.
    #[cold]
    fn wake_sleeper(&self) {
        let _recalled = self.recalled();
        self.own.store(STANDS_BY, Relaxed);
        self.change.notify_all();
    }

    fn recalled(&self) -> MutexGuard<'_, bool> {
        self.recalled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, guard: MutexGuard<'g, bool>, at_most: Duration) -> MutexGuard<'g, bool> {
        let woken = self.change.wait_timeout(guard, at_most);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Drop for Lead<'_> {
    #[inline]
    fn drop(&mut self) {
        let leads = self.of.leads.load(Relaxed);
        self.of.leads.store(leads.wrapping_add(1), SeqCst);
        if self.of.own.load(SeqCst) == SLEEPS {
            self.of.wake_sleeper();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_caller_leads_at_a_time() {
        let leadership = Leadership::new();

        let lead = leadership.lead().expect("nobody leads");
        assert!(leadership.lead().is_none());
        drop(lead);

        assert!(leadership.lead().is_some());
        assert_eq!(leadership.count(), 2);
    }

    #[test]
    fn the_own_thread_polls_unless_a_caller_leads() {
        let leadership = Leadership::new();

        assert!(leadership.takes_over());
        let lead = leadership.lead().expect("nobody leads");

        assert!(lead.must_wake, "it may be in poll");
        assert!(!leadership.takes_over());
    }

    #[test]
    fn the_own_thread_takes_over_when_it_is_recalled_or_nobody_leads() {
        let leadership = Leadership::new();

        leadership.recall();
        leadership.stand_by();
        assert!(leadership.is_on_standby());
        leadership.stand_by();

        assert!(leadership.takes_over());
        assert!(!leadership.is_on_standby());
    }

    #[test]
    fn the_own_thread_stays_on_standby_while_callers_lead_now_and_then() {
        let leadership = Leadership::new();
        let mut pauses = 0;

        leadership.stand_by_with(|leadership| {
            pauses += 1;
            if pauses < 10 {
                drop(leadership.lead());
            }
        });

        assert_eq!(pauses, 10);
    }

    #[test]
    fn a_caller_that_leads_beside_standby_wakes_nobody() {
        let leadership = Leadership::new();

        leadership.stand_by_with(|leadership| {
            if leadership.count() < 5 {
                let lead = leadership.lead().expect("nobody leads");
                assert!(!lead.must_wake);
            }
        });

        assert_eq!(leadership.count(), 5);
    }
}

#[cfg(test)]
mod models {
    use std::sync::Arc;

    use super::*;
    use crate::sync::model::{Bell, Scene, unnoticed_orders};

    const MOST: usize = 40_000;

    /// An endpoint that a thread of its own and callers poll.
    #[derive(Default)]
    struct Shared {
        leadership: Leadership,
        /// The endpoint: whether its message has been read.
        endpoint: Mutex<bool>,
        /// Wakes the thread in `poll`: 0 by a caller, 1 by a message.
        bell: Bell,
    }

    impl Shared {
        /// The own thread, until it has polled once. In `poll` it waits for a message or for a caller.
        fn run_own_thread(&self) {
            while !self.leadership.takes_over() {
                self.leadership.stand_by_with(|_| ());
            }
            let mut read = self.endpoint.lock().unwrap();
            *read = true;
            drop(read);
        }

        /// A caller that waits, polls once and goes on.
        fn call(&self) {
            let Some(lead) = self.leadership.lead() else {
                return;
            };
            if lead.must_wake {
                self.bell.ring(0);
            }
            drop(self.endpoint.lock().unwrap());
        }
    }

    /// The own thread gets to poll after the caller has gone, also if it slept during the last lead.
    fn a_caller_that_goes(scene: &mut Scene) {
        let shared = Arc::new(Shared::default());
        let caller = Arc::clone(&shared);
        scene.thread(move || caller.call());
        let own = Arc::clone(&shared);
        scene.thread(move || own.run_own_thread());
        scene.at_end(move || assert!(*shared.endpoint.lock().unwrap(), "nobody has polled"));
    }

    /// A caller that finds the own thread in `poll` gets the endpoint.
    fn a_caller_that_interrupts(scene: &mut Scene) {
        let shared = Arc::new(Shared::default());
        shared.leadership.own.store(STANDS_BY, Relaxed);
        let caller = Arc::clone(&shared);
        scene.thread(move || {
            caller.call();
            // A message, for an own thread that polls again.
            caller.bell.ring(1);
        });
        scene.thread(move || {
            if shared.leadership.takes_over() {
                // In `poll`: the message comes after the caller has had the endpoint.
                let _endpoint = shared.endpoint.lock().unwrap();
                shared.bell.hear();
            }
        });
    }

    /// A recall ends a standby, whatever the own thread is at.
    fn a_recall_during_a_lead(scene: &mut Scene) {
        let shared = Arc::new(Shared::default());
        let other = Arc::clone(&shared);
        scene.thread(move || {
            let lead = other.leadership.lead();
            other.leadership.recall();
            // The lead lasts.
            std::mem::forget(lead);
        });
        scene.thread(move || shared.leadership.stand_by_with(|_| ()));
    }

    #[test]
    fn somebody_polls_in_any_order_of_steps() {
        let (unnoticed, noticed) = unnoticed_orders(&[
            ("a caller that goes", MOST, &a_caller_that_goes),
            ("a caller that interrupts", MOST, &a_caller_that_interrupts),
            ("a recall", MOST, &a_recall_during_a_lead),
        ]);

        let enough_weaker: [&str; 0] = [];
        assert_eq!(unnoticed, enough_weaker);
        assert_eq!(noticed, 18);
    }
}
