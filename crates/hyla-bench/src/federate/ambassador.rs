//! Callbacks of a federate: measured ones go to its work, others to the main thread.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    FederateHandle, FederateHandleSet, InteractionClassHandle, LogicalTime, ObjectClassHandle,
    ObjectInstanceHandle, SynchronizationPointFailureReason,
};

use super::clock::compute;
use super::error::FederateError;
use super::names::{Mate, Names, Sent};
use super::phase::Phase;

/// Callbacks that a work measures. They run under its lock; none of them blocks or allocates during
/// the measurement.
pub(super) trait MeasuredCallbacks: Send {
    /// An object of a measured class.
    fn discovered(&mut self, _object: ObjectInstanceHandle, _class: ObjectClassHandle) {}
    /// A value of a measured object.
    ///
    /// # Errors
    /// Why the job must end.
    fn reflected(
        &mut self,
        _object: ObjectInstanceHandle,
        _value: &[u8],
    ) -> Result<(), FederateError> {
        Ok(())
    }
    /// A message in time-stamp order.
    fn received(&mut self, _time: Option<LogicalTime>) {}
    /// Regulation or constraint is in force, or time was granted.
    fn time(&mut self, _event: TimeEvent) {}
    /// Names were reserved, or refused.
    fn reserved(&mut self, _names: Result<usize, String>) {}
}

/// Callbacks of time management.
#[derive(Clone, Copy, Debug)]
pub(super) enum TimeEvent {
    /// `timeRegulationEnabled`.
    Regulating,
    /// `timeConstrainedEnabled`.
    Constrained,
    /// `timeAdvanceGrant`.
    Granted(LogicalTime),
}

/// A lock that ignores poisoning.
pub(super) fn locked<T: ?Sized>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State shared by callbacks and the main thread, besides the measured part.
pub(super) struct Shared {
    /// The thread of the job.
    main: Thread,
    /// Whether there is an error; read without a lock.
    alarm: AtomicBool,
    news: Mutex<OtherCallbacks>,
    /// Set before any subscription.
    pub(super) names: OnceLock<Names>,
}

/// Callbacks outside of the measured part.
#[derive(Debug, Default)]
pub(super) struct OtherCallbacks {
    pub(super) announced: [bool; Phase::COUNT],
    pub(super) synchronized: [bool; Phase::COUNT],
    /// Tag of `ready`.
    pub(super) tag: Vec<u8>,
    /// Discovered members, and those of them that have received everything.
    pub(super) members: u32,
    pub(super) done: u32,
    pub(super) hellos: BTreeMap<u32, Mate>,
    pub(super) sent: BTreeMap<u32, Sent>,
    trouble: Option<FederateError>,
}

impl Shared {
    /// Create it on the thread of the job.
    pub(super) fn new() -> Self {
        Self {
            main: std::thread::current(),
            alarm: AtomicBool::new(false),
            news: Mutex::default(),
            names: OnceLock::new(),
        }
    }

    /// Other callbacks so far.
    ///
    /// # Errors
    /// Why the job must end, once.
    pub(super) fn news(&self) -> Result<MutexGuard<'_, OtherCallbacks>, FederateError> {
        let mut news = locked(&self.news);
        match news.trouble.take() {
            Some(trouble) => Err(trouble),
            None => Ok(news),
        }
    }

    /// Whether [`Self::news`] has an error.
    pub(super) fn alarm(&self) -> bool {
        self.alarm.load(Ordering::Relaxed)
    }

    /// Wakes the thread of the job.
    pub(super) fn wake(&self) {
        self.main.unpark();
    }

    fn note(&self, note: impl FnOnce(&mut OtherCallbacks)) {
        note(&mut locked(&self.news));
        self.wake();
    }

    fn trouble(&self, trouble: FederateError) {
        locked(&self.news).trouble.get_or_insert(trouble);
        self.alarm.store(true, Ordering::Relaxed);
        self.wake();
    }
}

/// The federate ambassador of every work.
pub(super) struct Ambassador<P> {
    pub(super) shared: Arc<Shared>,
    pub(super) part: Arc<Mutex<P>>,
    /// Member objects of the others, in order of handle.
    pub(super) members: Vec<Member>,
    /// Processor time to use after each measured callback.
    pub(super) compute_us: u32,
}

/// Another federate.
pub(super) struct Member {
    object: ObjectInstanceHandle,
    /// After its introduction.
    index: Option<u32>,
    /// Whether it has received everything.
    done: bool,
}

impl<P: MeasuredCallbacks> Ambassador<P> {
    fn member(&self, object: ObjectInstanceHandle) -> Result<usize, usize> {
        self.members
            .binary_search_by_key(&object, |member| member.object)
    }

    fn told(&mut self, at: usize, names: &Names, values: &AttributeValues<'_>) {
        for &(attribute, value) in values {
            if attribute == names.hello
                && let Some((index, mate)) = Mate::heard(value)
            {
                self.members[at].index = Some(index);
                self.shared.note(|news| {
                    news.hellos.insert(index, mate);
                });
            } else if attribute == names.sent
                && let Some((index, sent)) = Sent::heard(value)
            {
                self.shared.note(|news| {
                    news.sent.insert(index, sent);
                });
            } else if attribute == names.done && !self.members[at].done {
                self.members[at].done = true;
                self.shared.note(|news| news.done += 1);
            }
        }
    }
}

impl<P: MeasuredCallbacks> FederateAmbassador for Ambassador<P> {
    fn connection_lost(&mut self, fault: &str) {
        self.shared
            .trouble(FederateError::RtiGone(fault.to_owned()));
    }

    fn federate_resigned(&mut self, reason: &str) {
        self.shared.trouble(FederateError::RtiGone(format!(
            "this federate was removed from the federation: {reason}"
        )));
    }

    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        self.shared.trouble(FederateError::Alien(format!(
            "the synchronization point {label} could not be registered: {reason:?}"
        )));
    }

    fn announce_synchronization_point(&mut self, label: &str, tag: &[u8]) {
        if let Some(phase) = Phase::of(label) {
            self.shared.note(|news| {
                news.announced[phase as usize] = true;
                if phase == Phase::Ready {
                    news.tag = tag.to_vec();
                }
            });
        }
    }

    fn federation_synchronized(&mut self, label: &str, _failed: &FederateHandleSet) {
        if let Some(phase) = Phase::of(label) {
            self.shared
                .note(|news| news.synchronized[phase as usize] = true);
        }
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        _name: &Arc<str>,
        _producer: Option<FederateHandle>,
    ) {
        let is_member = self.shared.names.get().is_some_and(|n| n.member == class);
        if !is_member {
            locked(&self.part).discovered(object, class);
        } else if let Err(at) = self.member(object) {
            let member = Member {
                object,
                index: None,
                done: false,
            };
            self.members.insert(at, member);
            self.shared.note(|news| news.members += 1);
        }
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        if let Ok(at) = self.member(object) {
            if let Some(names) = self.shared.names.get().cloned() {
                self.told(at, &names, values);
            }
            return;
        }
        if let Some(&(_, value)) = values.first() {
            let outcome = locked(&self.part).reflected(object, value);
            if let Err(trouble) = outcome {
                self.shared.trouble(trouble);
            }
            compute(self.compute_us);
        }
    }

    fn receive_interaction(
        &mut self,
        _class: InteractionClassHandle,
        _values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        locked(&self.part).received(delivery.time);
        compute(self.compute_us);
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, _: &Delivery<'_>) {
        let Ok(at) = self.member(object) else {
            return;
        };
        let member = self.members.remove(at);
        if !member.done {
            let who = member.index.map_or_else(
                || "one of the other federates".to_owned(),
                |index| format!("bench-{index}"),
            );
            self.shared.trouble(FederateError::FederateGone(who));
        }
    }

    fn time_regulation_enabled(&mut self, _time: LogicalTime) {
        locked(&self.part).time(TimeEvent::Regulating);
        self.shared.wake();
    }

    fn time_constrained_enabled(&mut self, _time: LogicalTime) {
        locked(&self.part).time(TimeEvent::Constrained);
        self.shared.wake();
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        locked(&self.part).time(TimeEvent::Granted(time));
        self.shared.wake();
    }

    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {
        locked(&self.part).reserved(Ok(names.len()));
        self.shared.wake();
    }

    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {
        let first = names.first().cloned().unwrap_or_default();
        locked(&self.part).reserved(Err(first));
        self.shared.wake();
    }
}
