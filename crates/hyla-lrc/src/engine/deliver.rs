//! Callbacks to the federate.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_core::callback::{AttributeValues, Callback};
use hyla_core::member::{DeliveredFrame, Step};
use hyla_net::{ChannelId, Following};
use hyla_types::{Exception, ExceptionKind, Service};

use super::call::InCallback;
use super::{Connection, Core, Engine, Process, locked};
use crate::report::Argument;
use hyla_core::callback::FederateAmbassador;

thread_local! {
    /// Values of the callback in progress; reused. While the thread ends, there may be nothing to reuse any more.
    static SCRATCH: Cell<DeliveredFrame> = const { Cell::new(DeliveredFrame::new()) };
    /// Why the callback in progress failed ([`callback_failed`]).
    static FAILURE: Cell<Option<String>> = const { Cell::new(None) };
    /// Whether it failed.
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
}

fn take_scratch() -> DeliveredFrame {
    SCRATCH.try_with(Cell::take).unwrap_or_default()
}

fn keep_scratch(mut scratch: DeliveredFrame) {
    scratch.let_go();
    let _ = SCRATCH.try_with(|kept| kept.set(scratch));
}

/// Says that the callback in progress on this thread fails, for federates whose exceptions cannot pass through Rust. It counts as one
/// that threw `FederateInternalError`, for reports of services. To be called at the end of the callback; outside of callbacks it does nothing.
///
/// Any thread. Local: sends nothing.
pub fn callback_failed(reason: impl Into<String>) {
    if Engine::in_any_callback() {
        HAS_FAILED.set(true);
        let _ = FAILURE.try_with(|failure| failure.set(Some(reason.into())));
    }
}

/// The exception of the callback that has just returned, if it failed.
#[inline]
fn take_failure() -> Option<Exception> {
    HAS_FAILED.take().then(failure)
}

#[cold]
fn failure() -> Exception {
    let reason = FAILURE.try_with(Cell::take).ok().flatten();
    let reason = reason.unwrap_or_else(|| "the federate failed in a callback".to_owned());
    Exception::new(ExceptionKind::FederateInternalError, reason)
}

/// The federate, while there is one that listens.
type Federate = Option<Box<dyn FederateAmbassador>>;

/// A callback that left the core before the federate was locked, until its return from the federate, for [`Engine::finish_callbacks`].
pub(super) struct Taken<'e>(&'e AtomicU32);

impl<'e> Taken<'e> {
    /// The core is locked.
    pub(super) fn of(engine: &'e Engine) -> Self {
        engine.taken.fetch_add(1, Ordering::SeqCst);
        Self(&engine.taken)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Result of a step of delivery.
#[derive(PartialEq, Eq)]
pub(super) enum Delivered {
    /// `reflectAttributeValues`.
    Update,
    /// Another callback.
    Callback,
    Nothing,
}

/// Most updates between two readings of the clock.
const MOST_UPDATES: u32 = 16;

/// Callbacks that take longer than this on average are followed by a reading of the clock each.
const SHORT_CALLBACK: Duration = Duration::from_micros(2);

/// How many callbacks come between two readings of the clock: the more of them, the shorter they are.
#[derive(Debug)]
struct Pace {
    count: u32,
    read: Instant,
}

impl Pace {
    fn from(now: Instant) -> Self {
        Self {
            count: 1,
            read: now,
        }
    }

    /// The clock was read after `made` callbacks.
    fn read_after(&mut self, made: u32, now: Instant) {
        let took = now.saturating_duration_since(self.read);
        self.read = now;
        if made > 0 {
            let is_short = took <= SHORT_CALLBACK * made;
            self.count = if is_short {
                (self.count * 2).min(MOST_UPDATES)
            } else {
                1
            };
        }
    }
}

/// End of a wait for a callback.
#[derive(Debug, Default)]
struct CallbackWait {
    /// One seems to be due.
    is_due: bool,
    /// When the last turn of I/O ended, if this thread took one.
    turned: Option<Instant>,
}

impl Engine {
    /// Hands a callback to the federate. The core is not locked. A panic of the federate is logged.
    pub(super) fn dispatch(&self, callback: &Callback<'_>) {
        self.dispatch_to(&mut locked(&self.federate), callback);
    }

    /// The same, with the federate locked.
    fn dispatch_to(&self, federate: &mut Federate, callback: &Callback<'_>) {
        if let Some(federate) = federate.as_deref_mut() {
            let _mark = InCallback::of(self);
            self.hand(federate, callback);
        }
    }

    /// Locks the federate for the next callback, before that leaves the core: threads that evoke at the same time make callbacks in
    /// the order in which they take them. `None` if another thread is in a callback and no other one is due: this thread goes on, since that
    /// callback may wait for it.
    fn lock_federate(&self, may: &impl Fn(&mut Core) -> bool) -> Option<MutexGuard<'_, Federate>> {
        match self.federate.try_lock() {
            Ok(federate) => Some(federate),
            Err(TryLockError::Poisoned(federate)) => Some(federate.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let mut core = self.core();
                let waits = core.member.has_callback() || !core.late_notices.is_empty();
                let waits = waits && may(&mut core);
                drop(core);
                waits.then(|| locked(&self.federate))
            }
        }
    }

    /// Hands callbacks of updates to the federate, one after the other, as long as they may be delivered at once. Gives
    /// the first frame that is something else.
    pub(super) fn deliver_updates<'f>(
        &self,
        channel: ChannelId,
        mut frame: &'f [u8],
        following: Following<'f>,
    ) -> Option<&'f [u8]> {
        let mut federate = locked(&self.federate);
        let Some(federate) = federate.as_deref_mut() else {
            return Some(frame);
        };
        let _mark = InCallback::of(self);
        let mut values = AttributeValues::new();
        while !self.reports_services() {
            let reflection = {
                let mut core = self.core();
                let from = core.links.plain_peer(channel);
                from.and_then(|from| core.member.deliver_update(from, frame, &mut values))
            };
            let Some((object, delivery)) = reflection else {
                break;
            };
            // Resulting callbacks are due before other frames, or when these are read.
            let reflect = || federate.reflect_attribute_values(object, &values, &delivery);
            let _unreported = self.guard(Service::ReflectAttributeValues, reflect);
            frame = following.take()?;
        }
        Some(frame)
    }

    /// Counts a callback and makes it; gives the exception if it failed. A panic of the federate is logged.
    #[inline]
    fn guard(&self, service: Service, call: impl FnOnce()) -> Option<Exception> {
        self.usage.count(service);
        if catch_unwind(AssertUnwindSafe(call)).is_ok() {
            return take_failure();
        }
        let _superseded = take_failure();
        let (federation, name) = self.core().who();
        tracing::error!(federation, federate = name, %service, "the federate panicked in a callback");
        Some(Exception::new(
            ExceptionKind::FederateInternalError,
            "the federate panicked in a callback",
        ))
    }

    /// The federate is locked, the core is not.
    fn hand(&self, federate: &mut dyn FederateAmbassador, callback: &Callback<'_>) {
        let fault = self.guard(callback.service(), || callback.deliver(federate));
        self.report_callback(callback, fault.as_ref());
        if matches!(callback, Callback::RemoveObjectInstance { .. }) {
            self.core().member.callback_returned();
        }
    }

    /// Tells the federate of messages that have come after their deadlines.
    pub(super) fn tell_late(&self) {
        self.tell_late_to(&mut locked(&self.federate));
    }

    /// The same, with the federate locked.
    fn tell_late_to(&self, federate: &mut Federate) {
        let _mark = InCallback::of(self);
        loop {
            let Some((from, profile, by)) = self.core().late_notices.pop_front() else {
                return;
            };
            let Some(federate) = federate.as_deref_mut() else {
                continue;
            };
            let tell = AssertUnwindSafe(|| federate.late_message(from, &profile.name, by));
            if catch_unwind(tell).is_err() {
                tracing::error!("the federate panicked in the callback about a late message");
            }
            let _unreported = take_failure();
        }
    }

    /// Delivers the next callback, if one is due; `now` saves a reading of the clock.
    pub(super) fn deliver_one_at(&self, now: Instant) -> Delivered {
        self.deliver_one_if(now, |_| true)
    }

    /// Delivers the next callback, if one is due and may be delivered.
    fn deliver_one_if(&self, now: Instant, may: impl Fn(&mut Core) -> bool) -> Delivered {
        let now = now.saturating_duration_since(self.started);
        let Some(mut federate) = self.lock_federate(&may) else {
            return Delivered::Nothing;
        };
        let mut scratch = take_scratch();
        let delivered = loop {
            let mut guard = self.core();
            if !may(&mut guard) {
                keep_scratch(scratch);
                return Delivered::Nothing;
            }
            if !guard.late_notices.is_empty() {
                drop(guard);
                self.tell_late_to(&mut federate);
                continue;
            }
            let core = &mut *guard;
            let step = core
                .member
                .next_callback(now, &mut scratch, &mut core.links);
            core.member.tell_changes(&mut core.links);
            if core.links.is_pausing() {
                core.bound_callbacks();
            }
            drop(guard);
            match step {
                Step::Callback(callback) => {
                    self.dispatch_to(&mut federate, &callback);
                    break match callback {
                        Callback::ReflectAttributeValues { .. } => Delivered::Update,
                        _ => Delivered::Callback,
                    };
                }
                Step::Again => {}
                Step::Idle => break Delivered::Nothing,
            }
        };
        drop(federate);
        keep_scratch(scratch);
        self.depart();
        delivered
    }

    /// Hands up to `most` waiting updates to the federate, as long as nothing else is to be done. Gives their number.
    fn deliver_waiting_updates(&self, most: u32) -> u32 {
        let mut federate = locked(&self.federate);
        let Some(federate) = federate.as_deref_mut() else {
            return 0;
        };
        let _mark = InCallback::of(self);
        let mut scratch = take_scratch();
        let mut made = 0;
        while made < most && !self.reports_services() {
            let mut values = AttributeValues::new();
            let reflection = {
                let mut core = self.core();
                if !core.late_notices.is_empty() {
                    break;
                }
                let reflection = core.member.next_update(&mut scratch, &mut values);
                if core.links.is_pausing() {
                    core.bound_callbacks();
                }
                reflection
            };
            let Some((object, delivery)) = reflection else {
                break;
            };
            let reflect = || federate.reflect_attribute_values(object, &values, &delivery);
            let _unreported = self.guard(Service::ReflectAttributeValues, reflect);
            made += 1;
        }
        keep_scratch(scratch);
        made
    }

    /// Delivers what is due on Hyla's own thread, unless receivers of this federate's messages cannot
    /// keep up: then callbacks wait, and with them what the federate would send from inside them.
    /// Nothing is delivered once the connection is being closed.
    pub(super) fn deliver_due(&self, connection: &Connection) {
        let may = |core: &mut Core| core.member.has_callback() && !core.links.is_congested();
        while !connection.stop.load(Ordering::Relaxed) && may(&mut self.core()) {
            if self.deliver_one_if(Instant::now(), may) == Delivered::Nothing {
                return;
            }
        }
    }

    fn check_evoke(&self, service: Service) -> Result<bool> {
        self.check_outside_callback(service)?;
        match self.connection() {
            Ok(connection) => Ok(connection.process != Process::Immediate),
            // The last callback of a connection is that it was lost.
            Err(_) => Ok(true),
        }
    }

    /// `evokeCallback`: at most one callback, waiting up to `timeout` for it.
    pub(crate) fn evoke_callback(&self, timeout: Duration) -> Result<bool> {
        self.check_process()?;
        let service = Service::EvokeCallback;
        let evoked = self.check_evoke(service).map(|evoked| {
            if !evoked {
                return false;
            }
            let mut now = Instant::now();
            let deadline = now + timeout;
            let mut waited = false;
            while self.deliver_one_at(now) == Delivered::Nothing {
                // A message may cause no callback, for example after an unsubscribe: then the wait goes on.
                if waited && Instant::now() >= deadline {
                    break;
                }
                waited = true;
                let wait = self.wait_for_callback(deadline);
                now = wait.turned.unwrap_or_else(Instant::now);
                if !wait.is_due {
                    self.deliver_one_at(now);
                    break;
                }
            }
            self.core().member.has_callback()
        });
        self.finish_reported(service, &[&timeout], evoked)
    }

    /// `evokeMultipleCallbacks`: for at least `least`, longer while callbacks are pending, and never
    /// beyond `most`.
    pub(crate) fn evoke_multiple_callbacks(&self, least: Duration, most: Duration) -> Result<bool> {
        self.check_process()?;
        let service = Service::EvokeMultipleCallbacks;
        let supplied: [&dyn Argument; 2] = [&least, &most];
        let evoked = self.check_evoke(service).map(|evoked| {
            if !evoked {
                return false;
            }
            let start = Instant::now();
            let (least, most) = (start + least.min(most), start + most);
            let mut looked = false;
            let mut pace = Pace::from(start);
            let mut made = 0;
            loop {
                let now = Instant::now();
                pace.read_after(made, now);
                if looked && now >= most {
                    break;
                }
                made = 1;
                match self.deliver_one_at(now) {
                    Delivered::Update => made += self.deliver_waiting_updates(pace.count - 1),
                    Delivered::Callback => {}
                    Delivered::Nothing => {
                        if now >= least && looked {
                            break;
                        }
                        self.wait_for_callback(least);
                        made = 0;
                    }
                }
                looked = true;
            }
            self.core().member.has_callback()
        });
        self.finish_reported(service, &supplied, evoked)
    }

    /// Waits until a callback seems to be due. Does the I/O itself, once at least, unless Hyla's thread does.
    fn wait_for_callback(&self, deadline: Instant) -> CallbackWait {
        let Ok(connection) = self.connection() else {
            return CallbackWait::default();
        };
        let mut turned = None;
        if connection.process.pumps() {
            turned = Some(self.pump(&connection, Some(Duration::ZERO)));
        } else if Instant::now() >= deadline {
            self.poll_without_waiting(&connection);
        }
        let is_due = self.wait_in_turns(&connection, deadline, &mut turned, false, |core| {
            core.member.has_callback().then_some(())
        });
        CallbackWait {
            is_due: is_due.is_some(),
            turned,
        }
    }

    /// Waits until no callback of this federate is in progress on another thread, or until the deadline.
    pub(super) fn silence(&self, deadline: Option<Instant>) {
        let is_quiet = || {
            let is_free = !matches!(self.federate.try_lock(), Err(TryLockError::WouldBlock));
            is_free && self.taken.load(Ordering::SeqCst) == 0
        };
        while !self.in_callback()
            && !is_quiet()
            && deadline.is_none_or(|deadline| Instant::now() < deadline)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until no callback is in progress on Hyla's own threads, if these make the callbacks. Not inside a callback, of
    /// whichever ambassador: two that wait for each other would never end.
    pub(crate) fn finish_callbacks(&self, deadline: Option<Instant>) {
        if self.makes_callbacks_aside() {
            self.silence(deadline);
        }
    }

    /// Whether callbacks are made on threads of Hyla, and this is none of them.
    fn makes_callbacks_aside(&self) -> bool {
        let connection = self.connection();
        let is_immediate = connection.is_ok_and(|it| it.process == Process::Immediate);
        is_immediate && !Self::in_any_callback()
    }

    /// The federate that listens from now on; `None` for nobody.
    pub(super) fn set_federate(&self, federate: Option<Box<dyn crate::FederateAmbassador>>) {
        let before = std::mem::replace(&mut *locked(&self.federate), federate);
        // The federate's destructor runs without the lock.
        drop(before);
    }

    /// `NotConnected`, as services without a connection raise it.
    pub(crate) fn not_connected() -> Exception {
        Exception::new(ExceptionKind::NotConnected, "connect to an RTI first")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_the_less_often_the_shorter_callbacks_are() {
        let mut now = Instant::now();
        let mut pace = Pace::from(now);
        let mut read = |made: u32, took: Duration| {
            now += took;
            pace.read_after(made, now);
            pace.count
        };

        let counts: Vec<_> = [1, 2, 4, 8, 16]
            .map(|made| read(made, SHORT_CALLBACK * made))
            .into();
        assert_eq!(counts, [2, 4, 8, 16, MOST_UPDATES]);
        assert_eq!(
            read(0, SHORT_CALLBACK * 1000),
            16,
            "a wait counts for nothing"
        );
        assert_eq!(read(16, SHORT_CALLBACK * 17), 1);
    }
}
