//! Service calls: into the core and out again.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_core::member::Member;
use hyla_core::message::{Reply, RequestId};
use hyla_link::Congestion;
use hyla_net::network::Sockets;
use hyla_net::{Channel, GroupSender};
use hyla_types::{Exception, ExceptionKind, ResignAction, Service, ServiceTableGroup};

use super::work::left_until;
use super::{Core, Engine, Links, Process};
use crate::report::{Argument, report_of};

/// Services that wait for the RTI's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocking {
    /// Not inside callbacks, by the standard.
    OutsideCallbacks,
    /// Anywhere.
    Anywhere,
}

/// Longest time between two looks for room.
const LONGEST_WAIT_FOR_ROOM: Duration = Duration::from_millis(50);

thread_local! {
    /// Callbacks that this thread is in: more than one if a callback evokes another ambassador.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Reused between calls. While the thread ends, there may be nothing to reuse any more.
    static DIRTY: Cell<Vec<Channel>> = const { Cell::new(Vec::new()) };
    static DIRTY_GROUPS: Cell<Vec<GroupSender>> = const { Cell::new(Vec::new()) };
}

/// Ends the wait of a service of members: the RTI answers nothing to a federate that was removed.
fn no_longer_joined(member: &Member) -> Option<Exception> {
    (!member.is_joined()).then(|| {
        Exception::new(
            ExceptionKind::FederateNotExecutionMember,
            "the federate has left its federation execution, or was removed, before the RTI answered",
        )
    })
}

/// Takes the channels and groups to offer to the wire once the core is unlocked.
fn take_dirty(core: &mut Core) -> (Vec<Channel>, Vec<GroupSender>) {
    let mut dirty = DIRTY.try_with(Cell::take).unwrap_or_default();
    let mut groups = DIRTY_GROUPS.try_with(Cell::take).unwrap_or_default();
    core.links.take_dirty(&mut dirty);
    core.links.take_dirty_groups(&mut groups);
    (dirty, groups)
}

/// Offers frames to the wire; the room of the list is kept for the next call. Gives how many frames have lately left one by one that
/// would better have been one bundle ([`Channel::dense_frames`]).
fn depart(mut dirty: Vec<Channel>, mut groups: Vec<GroupSender>) -> u32 {
    let mut dense = 0;
    for channel in dirty.drain(..) {
        channel.depart();
        dense = channel.dense_frames();
    }
    for group in groups.drain(..) {
        group.depart();
    }
    let _ = DIRTY.try_with(|kept| kept.set(dirty));
    let _ = DIRTY_GROUPS.try_with(|kept| kept.set(groups));
    dense
}

/// Work that a call leaves until the core is unlocked.
struct Left {
    channels: Vec<Channel>,
    groups: Vec<GroupSender>,
    congestion: Option<Congestion<Sockets>>,
    /// There is an earlier deadline than the one that the reading thread waits for.
    is_earlier: bool,
}

/// Marks this thread as being in a callback of the engine until dropped. Meanwhile the federate is locked.
pub(super) struct InCallback<'e>(&'e Engine);

impl<'e> InCallback<'e> {
    pub(super) fn of(engine: &'e Engine) -> Self {
        engine
            .calls_back_on
            .store(number_of_thread(), Ordering::Relaxed);
        DEPTH.set(DEPTH.get() + 1);
        Self(engine)
    }
}

impl Drop for InCallback<'_> {
    fn drop(&mut self) {
        self.0.calls_back_on.store(0, Ordering::Relaxed);
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// A number that no other thread has meanwhile, and never 0.
fn number_of_thread() -> usize {
    DEPTH.with(|depth| std::ptr::from_ref(depth).addr())
}

impl Engine {
    /// Whether this thread is in a callback of this ambassador, also if callbacks of others lie in between.
    pub(crate) fn in_callback(&self) -> bool {
        // If this thread wrote the number, it reads what it wrote; others write other numbers.
        self.calls_back_on.load(Ordering::Relaxed) == number_of_thread()
    }

    /// Whether this thread is in a callback of any ambassador.
    pub(super) fn in_any_callback() -> bool {
        DEPTH.get() > 0
    }

    /// `CallNotAllowedFromWithinCallback` where the standard forbids it.
    pub(crate) fn check_outside_callback(&self, service: Service) -> Result<()> {
        if self.in_callback() {
            return Err(Exception::new(
                ExceptionKind::CallNotAllowedFromWithinCallback,
                format!("{service} cannot be called from within a callback"),
            ));
        }
        Ok(())
    }

    /// Counts the outcome of a service and names its exception as the federate's edition does.
    pub(crate) fn finish<T>(&self, service: Service, outcome: Result<T>) -> Result<T> {
        match outcome {
            Ok(value) => {
                let _one_at_a_time = self.core();
                self.usage.count(service);
                Ok(value)
            }
            Err(exception) => Err(self.refusal(service, exception)),
        }
    }

    /// The exception as the federate sees it, on record.
    fn refusal(&self, service: Service, exception: Exception) -> Exception {
        let exception = self.check_process().err().unwrap_or(exception);
        let told = exception.for_service(service, self.edition);
        self.usage.note(service, told.kind);
        told
    }

    /// A service that changes something: runs on the core, then what it sent goes to the wire, and
    /// the caller waits while a receiver cannot keep up.
    pub(crate) fn call<T: Argument>(
        &self,
        service: Service,
        supplied: &[&dyn Argument],
        act: impl FnOnce(&mut Member, &mut Links) -> Result<T>,
    ) -> Result<T> {
        let (outcome, left, callback_due) = {
            let mut core = self.core();
            let core = &mut *core;
            core.links.begin_call();
            if core.links.is_paced() {
                core.links.at(Instant::now());
            }
            let is_time = service.info().group == ServiceTableGroup::Time;
            if is_time {
                // The MOM shows how long the federate was granted and advancing.
                core.member.handle_time(self.now(), &mut core.links);
            }
            let admitted = core.member.admit(service);
            let outcome = admitted.and_then(|()| act(&mut core.member, &mut core.links));
            if is_time && core.member.waits_for_time() {
                self.hurry();
            }
            core.member.tell_changes(&mut core.links);
            self.note_reporting(core);
            self.report_call(core, service, supplied, &outcome);
            if outcome.is_ok() {
                self.usage.count(service);
            }
            let left = core.links.is_left_behind().then(|| self.take_left(core));
            (outcome, left, core.member.has_callback())
        };
        let congestion = left.and_then(|left| {
            let dense = depart(left.channels, left.groups);
            self.let_frames_gather(dense);
            if left.is_earlier {
                self.wake_for_deadline();
            }
            left.congestion
        });
        if callback_due && !self.in_callback() {
            self.callback_due();
        }
        if let Some(congestion) = congestion {
            self.wait_for_room(congestion);
        }
        outcome.map_err(|exception| self.refusal(service, exception))
    }

    /// A service that declares something: as [`Self::call`], and it returns once every member has applied the
    /// declaration, so that what anybody sends afterwards takes it into account. Not inside a callback, where
    /// nothing can be waited for. Members that do not follow in time are named by the RTI.
    pub(crate) fn declare<T: Argument>(
        &self,
        service: Service,
        supplied: &[&dyn Argument],
        act: impl FnOnce(&mut Member, &mut Links) -> Result<T>,
    ) -> Result<T> {
        let waits = !self.in_callback();
        let mut request = None;
        let outcome = self.call(service, supplied, |member, links| {
            let outcome = act(member, links)?;
            if waits {
                request = member.request_settlement(links);
            }
            Ok(outcome)
        })?;
        if let Some(request) = request {
            self.wait_for_settlement(service, request);
        }
        Ok(outcome)
    }

    /// Waits until the RTI says that everyone has applied a declaration. If Hyla's own thread does not read the answer,
    /// since it is in a callback that perhaps waits for the caller, the wait ends all the same.
    fn wait_for_settlement(&self, service: Service, request: RequestId) {
        let Ok(connection) = self.connection() else {
            return;
        };
        // The RTI stops waiting for others after the same time.
        let timeout = connection.settings.timeout.declaration * 2;
        let ended = self.wait_until(&connection, Instant::now() + timeout, |core| {
            let over = core.lost.is_some() || !core.member.is_joined();
            (core.answers.remove(&request).is_some() || over).then_some(())
        });
        if ended.is_none() {
            let mut core = self.core();
            core.abandoned.insert(request);
            let (federation, federate) = core.who();
            tracing::warn!(
                federation,
                federate,
                %service,
                ?timeout,
                "the RTI has not confirmed a declaration in time: it may not be in force everywhere yet. Either the RTI is busy, \
                 or a callback of this federate takes long (timeout.declaration_ms)"
            );
        }
    }

    /// Takes the work that remains until the core is unlocked.
    fn take_left(&self, core: &mut Core) -> Left {
        let (channels, groups) = take_dirty(core);
        let mut congestion = core.links.congestion(&channels);
        if self.in_callback()
            && let Some(congestion) = congestion.take()
        {
            core.links.hold_callbacks(congestion);
        }
        Left {
            channels,
            groups,
            congestion,
            is_earlier: core.links.take_earlier_deadline(),
        }
    }

    /// A service that only looks.
    pub(crate) fn look<T: Argument>(
        &self,
        service: Service,
        supplied: &[&dyn Argument],
        act: impl FnOnce(&Member) -> Result<T>,
    ) -> Result<T> {
        let (outcome, reported) = {
            let mut core = self.core();
            let admitted = core.member.admit(service);
            let outcome = admitted.and_then(|()| act(&core.member));
            let reported = self.report_call(&mut core, service, supplied, &outcome);
            (outcome, reported)
        };
        if reported {
            self.depart();
        }
        self.finish(service, outcome)
    }

    /// Reports what was called without holding the core, then finishes it.
    pub(crate) fn finish_reported<T: Argument>(
        &self,
        service: Service,
        supplied: &[&dyn Argument],
        outcome: Result<T>,
    ) -> Result<T> {
        let reported = {
            let mut core = self.core();
            self.note_reporting(&mut core);
            self.report_call(&mut core, service, supplied, &outcome)
        };
        if reported {
            self.depart();
        }
        self.finish(service, outcome)
    }

    /// Offers what was appended to the wire. The core is not locked.
    pub(crate) fn depart(&self) {
        let (dirty, groups) = {
            let mut core = self.core();
            if !core.links.is_dirty() {
                return;
            }
            take_dirty(&mut core)
        };
        let dense = depart(dirty, groups);
        self.let_frames_gather(dense);
    }

    /// The thread that reads gets to know an earlier deadline.
    #[cold]
    fn wake_for_deadline(&self) {
        if let Ok(connection) = self.connection()
            && connection.process != Process::SingleThreaded
        {
            connection.remote.wake();
        }
    }

    /// A service queued a callback for its own federate.
    fn callback_due(&self) {
        if let Ok(connection) = self.connection() {
            match connection.process {
                Process::Immediate => connection.remote.wake(),
                Process::AsynchronousIo => self.notify(),
                Process::SingleThreaded | Process::Hosted => {}
            }
        }
    }

    /// A service that needs the RTI's answer.
    pub(crate) fn ask(
        &self,
        service: Service,
        blocking: Blocking,
        supplied: &[&dyn Argument],
        act: impl FnOnce(&mut Member, &mut Links) -> Result<RequestId>,
    ) -> Result<Reply> {
        if blocking == Blocking::OutsideCallbacks
            && let Err(refusal) = self.check_outside_callback(service)
        {
            return self.finish_asked(service, supplied, Err(refusal));
        }
        if blocking == Blocking::Anywhere
            && self.in_callback()
            && self.connection()?.process == Process::Immediate
        {
            // This thread is the one that would receive the answer.
            if let Err(refusal) = self.core().member.admit(service) {
                return self.finish_asked(service, supplied, Err(refusal));
            }
            return self.ask_aside(service, supplied, act);
        }
        let request = {
            let mut core = self.core();
            let core = &mut *core;
            let admitted = core.member.admit(service);
            admitted.and_then(|()| act(&mut core.member, &mut core.links))
        };
        self.depart();
        let outcome = request.and_then(|request| self.wait_for_answer(request));
        self.finish_asked(service, supplied, outcome)
    }

    /// Whether nothing is against a resignation here.
    pub(crate) fn may_resign(&self, action: ResignAction) -> bool {
        let core = self.core();
        let admitted = core.member.admit(Service::ResignFederationExecution);
        let may = admitted.and_then(|()| core.member.check_resign(action));
        may.is_ok() && !self.in_callback()
    }

    /// `resignFederationExecution`: reported before it takes effect, for afterwards the federate is none
    /// that is reported of.
    pub(crate) fn resign(&self, action: ResignAction) -> Result<()> {
        let service = Service::ResignFederationExecution;
        let supplied: [&dyn Argument; 1] = [&action];
        let asked = self.check_outside_callback(service).and_then(|()| {
            let mut core = self.core();
            core.member.admit(service)?;
            let report = core.member.reporting().services;
            let report = report.then(|| report_of(service, &supplied, Ok(&())));
            let core = &mut *core;
            let request = core.member.resign(action, report, &mut core.links)?;
            self.note_reporting(core);
            Ok(request)
        });
        let request = match asked {
            Ok(request) => request,
            Err(refusal) => return self.finish_reported(service, &supplied, Err(refusal)),
        };
        self.depart();
        let outcome = self.wait_for_answer_unless(request, no_longer_joined);
        self.finish(service, outcome.map(drop))
    }

    /// A federate's part of an answer: its handle, if anything.
    fn finish_asked(
        &self,
        service: Service,
        supplied: &[&dyn Argument],
        outcome: Result<Reply>,
    ) -> Result<Reply> {
        let reported = {
            let mut core = self.core();
            self.note_reporting(&mut core);
            let joins = service == Service::JoinFederationExecution;
            let handle = core.member.handle().filter(|_| joins);
            let told = match &outcome {
                Ok(_) => Ok(handle),
                Err(exception) => Err(exception.clone()),
            };
            self.report_call(&mut core, service, supplied, &told)
        };
        if reported {
            self.depart();
        }
        self.finish(service, outcome)
    }

    /// Asks over a connection made for this one question.
    fn ask_aside(
        &self,
        service: Service,
        supplied: &[&dyn Argument],
        act: impl FnOnce(&mut Member, &mut Links) -> Result<RequestId>,
    ) -> Result<Reply> {
        let connection = self.connection()?;
        let (mut settings, credentials) =
            (connection.settings.clone(), connection.credentials.clone());
        let aside = Self::new(self.edition);
        settings.process.model = crate::settings::ProcessModel::SingleThreaded;
        settings.peer.direct = false;
        let evoked = hyla_types::CallbackModel::Evoked;
        aside.connect(None, evoked, settings, credentials)?;
        let outcome = aside.ask(service, Blocking::Anywhere, &[], act);
        aside.close("the question was answered");
        self.finish_asked(service, supplied, outcome)
    }

    /// Waits for the answer to a request, doing the I/O itself where no thread does it.
    pub(crate) fn wait_for_answer(&self, request: RequestId) -> Result<Reply> {
        self.wait_for_answer_unless(request, |_| None)
    }

    /// The same, but waits no longer once the request is refused after all.
    fn wait_for_answer_unless(
        &self,
        request: RequestId,
        refused: impl Fn(&Member) -> Option<Exception>,
    ) -> Result<Reply> {
        let connection = self.connection()?;
        let deadline = Instant::now() + connection.settings.timeout.call;
        self.wait_until(&connection, deadline, |core| {
            if let Some(outcome) = core.answers.remove(&request) {
                return Some(outcome);
            }
            if let Some(reason) = &core.lost {
                return Some(Err(Exception::new(
                    ExceptionKind::RTIinternalError,
                    format!("the connection to the RTI was lost: {reason}"),
                )));
            }
            refused(&core.member).map(Err)
        })
        .unwrap_or_else(|| {
            Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!(
                    "the RTI gave no answer within {:?} (timeout.call_ms)",
                    connection.settings.timeout.call
                ),
            ))
        })
    }

    /// Asks for GALT and waits until the messages that the answer counts have arrived. Inside a callback on Hyla's own
    /// thread, which would receive the answer, the last known value is used. Without a connection and
    /// during a save or restore it asks nothing, and it waits no longer once the federate is removed: the service
    /// itself reports the exception.
    pub(crate) fn refresh_galt(&self, service: Service) -> Result<()> {
        let Ok(connection) = self.connection() else {
            return Ok(());
        };
        if self.in_callback() && connection.process == Process::Immediate {
            return Ok(());
        }
        let request = {
            let mut core = self.core();
            let core = &mut *core;
            let asked = core.member.admit(service);
            asked.and_then(|()| core.member.request_galt(&mut core.links))
        };
        self.depart();
        // A restore that begins meanwhile holds the answer back until it is over.
        let refused = |member: &Member| {
            let admitted = member.admit(service).err();
            admitted.or_else(|| no_longer_joined(member))
        };
        let outcome = request.and_then(|request| match request {
            Some(request) => self.wait_for_answer_unless(request, refused).map(drop),
            None => Ok(()),
        });
        if let Err(exception) = outcome {
            let core = self.core();
            if core.lost.is_none() && refused(&core.member).is_some() {
                return Ok(());
            }
            drop(core);
            return Err(self.refusal(service, exception));
        }
        let timeout = connection.settings.timeout.call;
        let ended = self.with_streams(|| {
            self.wait_until(&connection, Instant::now() + timeout, |core| {
                let settled = core.member.time_is_settled() || core.lost.is_some();
                (settled || refused(&core.member).is_some()).then_some(())
            })
        });
        if ended.is_none() {
            let (federation, federate) = self.core().who();
            tracing::warn!(
                federation,
                federate,
                %service,
                ?timeout,
                "not all messages that the RTI counted have arrived in time: the answer does without them. A member that sent some is stopped, \
                 or cannot be reached (timeout.call_ms)"
            );
        }
        Ok(())
    }

    /// Waits while a channel that concerns the call is over its high-water mark. A receiver that stopped
    /// holds the sender here: nothing is lost, nothing grows without bound.
    fn wait_for_room(&self, mut congestion: Congestion<Sockets>) {
        let Ok(connection) = self.connection() else {
            return;
        };
        if connection.process == Process::Hosted {
            // The host makes no further calls until there is room.
            return;
        }
        loop {
            let (pressed, timeout) = {
                let mut core = self.core();
                if core.lost.is_some() || !core.member.is_joined() {
                    return;
                }
                core.tell_holders(Instant::now());
                core.bound_callbacks();
                let pressed = congestion.look(&mut core.links);
                (pressed, self.room_timeout(&core, connection.process))
            };
            match (pressed, connection.process) {
                (None, _) => return,
                (Some(Some(channel)), Process::AsynchronousIo | Process::Immediate) => {
                    self.recall_own_thread(&connection);
                    let _ = channel.wait_for_room(Some(timeout));
                }
                (Some(None), Process::AsynchronousIo | Process::Immediate) => {
                    self.recall_own_thread(&connection);
                    let core = self.core();
                    drop(self.wait_for_news(core, Instant::now() + timeout, false));
                }
                // Reading goes on meanwhile, so that two federates that send to each other cannot
                // hold each other up.
                (Some(_), Process::SingleThreaded | Process::Hosted) => {
                    self.pump(&connection, Some(timeout));
                }
            }
        }
    }

    /// How long a call waits for room before it looks again. A call that does the I/O itself does also what is due meanwhile: it
    /// may wait for the pace of a group.
    fn room_timeout(&self, core: &Core, process: Process) -> Duration {
        let deadline = process.pumps().then(|| self.next_deadline(core)).flatten();
        left_until(deadline, LONGEST_WAIT_FOR_ROOM)
    }
}

#[cfg(test)]
mod tests {
    use hyla_net::{Endpoint, EndpointConfig};
    use hyla_types::Edition;

    use super::*;

    #[test]
    fn a_call_that_waits_for_room_and_does_the_io_itself_does_what_is_due_in_time() {
        let engine = Engine::new(Edition::Hla2025);
        let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
        let caller = endpoint.connect(&endpoint.in_process_address());

        // Its greeting is due at once.
        engine.core().links.accept(caller);

        let core = engine.core();
        let timeout = |process| engine.room_timeout(&core, process);
        assert_eq!(timeout(Process::SingleThreaded), Duration::ZERO);
        // Hyla's thread does what is due there.
        assert_eq!(timeout(Process::Immediate), LONGEST_WAIT_FOR_ROOM);
    }
}
