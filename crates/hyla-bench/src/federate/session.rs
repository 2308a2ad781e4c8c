//! A federate from connecting to leaving, for every work.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyla_lrc::{Activity, FederateAmbassador, RtiAmbassador};
use hyla_types::{
    AttributeHandleSet, CallbackModel, ExceptionKind, ObjectInstanceHandle, ResignAction,
};

use super::ambassador::{Ambassador, MeasuredCallbacks, OtherCallbacks, Shared};
use super::carrier;
use super::clock::{self, MILLISECOND, compute, now};
use super::error::{Doing, FederateError};
use super::machine::boot;
use super::names::{Mate, Names, Sent};
use super::phase::Phase;
use super::reports::{LiveReport, Outcome, Reports};
use super::watch::Watch;
use crate::job::{Callbacks, Job, Report};

/// Longest time without a check for a stop.
const SLICE: Duration = Duration::from_millis(20);
/// Longest time of evoking callbacks while more arrive.
const FLOOD: Duration = Duration::from_millis(5);
/// Interval of introductions until all have met.
const HELLO: u64 = 100 * MILLISECOND;
/// Pause before retrying operations that depend on others.
const AGAIN: Duration = Duration::from_millis(20);
/// How long the first federate waits for the others to leave after it failed.
const LEAVE_AFTER_TROUBLE_MS: u64 = 1_000;
/// Time before a planned moment in which the thread polls: the cost of a wake-up.
const KEEP_AWAKE: u64 = 50_000;

/// Counters of channels that are equal in two reads this far apart are final; after `SETTLED_AFTER`
/// reads they count anyway.
const COUNTED_WITHIN: Duration = Duration::from_millis(5);
const SETTLED_AFTER: usize = 20;

/// Arguments of every work.
pub(super) struct WorkContext<'a> {
    pub(super) job: &'a Job,
    pub(super) reports: &'a Reports,
    pub(super) watch: &'a Watch,
}

/// A joined federate. Dropping it leaves in order.
pub(super) struct JoinedFederate<'a> {
    pub(super) rti: RtiAmbassador,
    pub(super) names: Names,
    pub(super) job: &'a Job,
    pub(super) live: LiveReport,
    /// Every federate, by its index.
    pub(super) crew: Vec<Mate>,
    shared: Arc<Shared>,
    reports: &'a Reports,
    watch: &'a Watch,
    me: Mate,
    member: Option<ObjectInstanceHandle>,
    /// Warnings about the figures.
    warnings: Vec<String>,
    created: bool,
    joined: bool,
}

impl<'a> WorkContext<'a> {
    /// Connects, creates the federation if this is the first federate, joins, and registers the
    /// member object.
    ///
    /// # Errors
    /// Services that the RTI refuses, and a federation that does not exist within the job's
    /// timeout.
    pub(super) fn join<P: MeasuredCallbacks + 'static>(
        &self,
        shared: Arc<Shared>,
        part: &Arc<Mutex<P>>,
    ) -> Result<JoinedFederate<'a>, FederateError> {
        let job = self.job;
        let (model, compute_us) = match job.callbacks {
            Callbacks::Evoked => (CallbackModel::Evoked, 0),
            Callbacks::Immediate => (CallbackModel::Immediate, job.compute_us),
        };
        let ambassador = Ambassador {
            shared: shared.clone(),
            part: part.clone(),
            members: Vec::with_capacity(job.federates as usize),
            compute_us,
        };
        self.enter(shared, Box::new(ambassador), model)
    }

    fn enter(
        &self,
        shared: Arc<Shared>,
        ambassador: Box<dyn FederateAmbassador>,
        model: CallbackModel,
    ) -> Result<JoinedFederate<'a>, FederateError> {
        let job = self.job;
        let rti = RtiAmbassador::new();
        rti.connect(ambassador, model, &job.settings)
            .doing("connecting")?;
        let mut leaver = ForcedLeave {
            rti: &rti,
            federation: &job.federation,
            created: false,
            joined: false,
            done: false,
        };
        if job.index == 0 {
            rti.create_federation_execution(&job.federation, &[&job.fom], "HLAfloat64Time")
                .doing("creating the federation execution")?;
            leaver.created = true;
        }
        self.join_when_there(&rti)?;
        leaver.joined = true;
        self.reports.say(&Report::Joined {
            rti: format!("Hyla {}", env!("CARGO_PKG_VERSION")),
            pid: std::process::id(),
        });
        let names = Names::of(&rti, job)?;
        // Set only here.
        let _ = shared.names.set(names.clone());
        let told = AttributeHandleSet::from([names.hello, names.sent, names.done]);
        let member = rti
            .publish_object_class_attributes(names.member, &told)
            .and_then(|()| {
                rti.subscribe_object_class_attributes(names.member, &told, Activity::Active, "")
            })
            .and_then(|()| rti.register_object_instance(names.member, None))
            .doing("registering the object of a member")?;
        leaver.done = true;
        drop(leaver);
        Ok(JoinedFederate {
            rti,
            names,
            live: LiveReport::new(self.reports.clone(), job.live_ms),
            crew: Vec::new(),
            shared,
            reports: self.reports,
            watch: self.watch,
            me: Mate::of(job, boot()),
            member: Some(member),
            warnings: Vec::new(),
            created: job.index == 0,
            joined: true,
            job,
        })
    }

    /// Joins as soon as the first federate has created the federation.
    fn join_when_there(&self, rti: &RtiAmbassador) -> Result<(), FederateError> {
        let job = self.job;
        let name = format!("bench-{}", job.index);
        let deadline = now() + job.timeout_ms * MILLISECOND;
        loop {
            self.watch.beat();
            if self.watch.is_stopped() {
                return Err(FederateError::Stopped);
            }
            match rti.join_federation_execution(Some(&name), "hyla-bench", &job.federation, &[]) {
                Ok(_) => return Ok(()),
                Err(e)
                    if e.kind == ExceptionKind::FederationExecutionDoesNotExist
                        && job.index != 0 =>
                {
                    if now() >= deadline {
                        return Err(FederateError::Late {
                            awaited: "the federation, which bench-0 creates,".to_owned(),
                            timeout_ms: job.timeout_ms,
                        });
                    }
                    std::thread::sleep(AGAIN);
                }
                Err(e) => return Err(e).doing("joining the federation execution"),
            }
        }
    }
}

impl JoinedFederate<'_> {
    /// # Errors
    /// Why the job must end: another federate or the RTI is lost, or it was stopped.
    pub(super) fn check(&self) -> Result<(), FederateError> {
        self.watch.beat();
        if self.watch.is_stopped() {
            return Err(FederateError::Stopped);
        }
        if self.shared.alarm() {
            drop(self.shared.news()?);
        }
        Ok(())
    }

    /// Polls for callbacks once, without waiting, after simulated computation. In the immediate
    /// model it only checks.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn look(&self) -> Result<(), FederateError> {
        self.check()?;
        if self.job.callbacks == Callbacks::Evoked {
            compute(self.job.compute_us);
            self.rti
                .evoke_multiple_callbacks(Duration::ZERO, FLOOD)
                .doing("evoking callbacks")?;
        }
        Ok(())
    }

    /// Polls for callbacks if the federate computes between polls, otherwise only checks.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn look_if_computing(&self) -> Result<(), FederateError> {
        if self.job.compute_us > 0 {
            self.look()
        } else {
            self.check()
        }
    }

    /// Waits for callbacks until that moment, until some arrive, or for a short while: call it
    /// repeatedly. A computing federate does not wait: it polls and computes again.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn turn(&self, until: u64) -> Result<(), FederateError> {
        let evokes = self.job.callbacks == Callbacks::Evoked;
        if evokes && self.job.compute_us > 0 {
            return self.look();
        }
        self.check()?;
        let left = Duration::from_nanos(until.saturating_sub(now())).min(SLICE);
        if !evokes {
            std::thread::park_timeout(left);
        } else if self.rti.evoke_callback(left).doing("evoking callbacks")? {
            self.rti
                .evoke_multiple_callbacks(Duration::ZERO, FLOOD)
                .doing("evoking callbacks")?;
        }
        self.check()
    }

    /// Handles callbacks until a planned moment, and polls just before it.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn wait_until(&self, moment: u64) -> Result<(), FederateError> {
        loop {
            let left = moment.saturating_sub(now());
            if left == 0 {
                return Ok(());
            }
            if left > KEEP_AWAKE {
                self.turn(moment - KEEP_AWAKE)?;
            } else if self.job.callbacks == Callbacks::Evoked {
                self.look()?;
            } else {
                std::hint::spin_loop();
            }
        }
    }

    /// Handles callbacks until `look` gives a result.
    ///
    /// # Errors
    /// [`FederateError::Late`] after the job's timeout; as [`Self::check`].
    pub(super) fn wait_for<T>(
        &self,
        mut look: impl FnMut(&OtherCallbacks) -> Option<T>,
        awaited: impl FnOnce(&OtherCallbacks) -> String,
    ) -> Result<T, FederateError> {
        let deadline = now() + self.job.timeout_ms * MILLISECOND;
        loop {
            if let Some(found) = look(&*self.shared.news()?) {
                return Ok(found);
            }
            if now() >= deadline {
                return Err(self.late(awaited(&*self.shared.news()?)));
            }
            self.turn(deadline)?;
        }
    }

    /// The timeout error.
    pub(super) fn late(&self, awaited: String) -> FederateError {
        FederateError::Late {
            awaited,
            timeout_ms: self.job.timeout_ms,
        }
    }

    /// Whether that federate is on the same host, and so has the same clock. Valid after
    /// [`Self::gather`].
    pub(super) fn shares_clock_with(&self, index: usize) -> bool {
        let boot = self.crew.get(index).map(|mate| mate.boot);
        // 0 if unknown.
        self.me.boot != 0 && boot == Some(self.me.boot)
    }

    /// Number of messages sent by another federate.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn sent(&self, index: usize) -> Result<Option<Sent>, FederateError> {
        Ok(self.shared.news()?.sent.get(&(index as u32)).copied())
    }

    /// Sends the number of sent messages to the others.
    ///
    /// # Errors
    /// Services that the RTI refuses.
    pub(super) fn tell_sent(&self, sent: Sent) -> Result<(), FederateError> {
        self.tell(self.names.sent, &sent.told(self.job.index))
    }

    fn tell(
        &self,
        attribute: hyla_types::AttributeHandle,
        value: &[u8],
    ) -> Result<(), FederateError> {
        let Some(member) = self.member else {
            return Ok(());
        };
        self.rti
            .update_attribute_values(member, &[(attribute, value)], b"", None)
            .doing("telling the other federates")?;
        Ok(())
    }

    fn others(&self) -> u32 {
        self.job.federates - 1
    }

    /// Waits until all have joined and know of one another. Earlier subscriptions are in force when
    /// it returns.
    ///
    /// # Errors
    /// Missing federates; works that do not match.
    pub(super) fn gather(&mut self) -> Result<(), FederateError> {
        let deadline = now() + self.job.timeout_ms * MILLISECOND;
        let mut next = 0;
        let mut registered = self.job.index != 0;
        loop {
            let (heard, announced) = {
                let news = self.shared.news()?;
                let all = news.announced.iter().all(|announced| *announced);
                (news.hellos.len() as u32 == self.others(), all)
            };
            if announced {
                break;
            }
            if heard && !registered {
                self.register_points()?;
                registered = true;
            }
            if now() >= deadline {
                let missing = self.missing(&*self.shared.news()?);
                return Err(self.late(missing));
            }
            if now() >= next {
                next = now() + HELLO;
                self.hello()?;
            }
            self.turn(next.min(deadline))?;
        }
        // By now all have subscribed and receive this one.
        self.hello()?;
        let others = self.others();
        self.crew = self.wait_for(
            |news| (news.members >= others).then(|| Mate::crew(&news.tag)),
            |news| self.missing(news),
        )?;
        if self.crew.len() != self.job.federates as usize {
            return Err(FederateError::Alien(format!(
                "bench-0 counts {} federates, this federate's job {}",
                self.crew.len(),
                self.job.federates
            )));
        }
        Ok(())
    }

    fn hello(&self) -> Result<(), FederateError> {
        self.tell(self.names.hello, &self.me.hello(self.job.index))
    }

    fn missing(&self, news: &OtherCallbacks) -> String {
        let missing: Vec<String> = (0..self.job.federates)
            .filter(|index| *index != self.job.index && !news.hellos.contains_key(index))
            .map(|index| format!("bench-{index}"))
            .collect();
        if missing.is_empty() {
            "the announcement of the phases, which bench-0 makes,".to_owned()
        } else {
            missing.join(", ")
        }
    }

    /// Done by the first federate, once it knows all.
    fn register_points(&self) -> Result<(), FederateError> {
        let crew: Vec<Mate> = {
            let news = self.shared.news()?;
            let others = (1..self.job.federates).map(|index| news.hellos.get(&index).copied());
            let Some(others) = others.collect::<Option<Vec<_>>>() else {
                return Err(FederateError::Alien(format!(
                    "the indices of the federates are not 0 to {}",
                    self.others()
                )));
            };
            std::iter::once(self.me).chain(others).collect()
        };
        let mut works = crew
            .iter()
            .map(|mate| mate.work)
            .filter(|work| *work != b'I');
        let first = works.next();
        if works.any(|work| Some(work) != first) {
            return Err(FederateError::Alien(
                "the federates of one federation have to do works of different kinds".to_owned(),
            ));
        }
        let tag = Mate::tag(crew);
        for phase in Phase::ALL {
            let tag: &[u8] = if phase == Phase::Ready { &tag } else { b"" };
            self.rti
                .register_federation_synchronization_point(phase.label(), tag, None)
                .doing("registering a synchronization point")?;
        }
        Ok(())
    }

    /// Establishes the channels for messages of the job's type from this federate to those with
    /// these indices, so that all messages use the same route. Call it before [`Self::begin`]. A
    /// failure becomes a warning of the outcome: the messages use the stream.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn prepare(
        &mut self,
        to: impl IntoIterator<Item = usize>,
    ) -> Result<(), FederateError> {
        for index in to {
            self.check()?;
            let groups = "transport=reliable-multicast";
            if self
                .job
                .settings
                .contains(&format!("{}.{groups}", self.job.transportation))
            {
                // Groups are agreed on with the first messages, in the warm-up.
                return Ok(());
            }
            let peer = self.rti.federate_handle(&format!("bench-{index}"));
            let prepared =
                peer.and_then(|peer| self.rti.prepare_channel(peer, &self.job.transportation));
            if let Err(error) = prepared {
                self.warnings.push(format!(
                    "bench-{} has no channel of its own to bench-{index}: {error}",
                    self.job.index
                ));
            }
        }
        Ok(())
    }

    /// Indices of the other federates of which `wanted` holds.
    pub(super) fn others_that(&self, wanted: impl Fn(Mate) -> bool) -> Vec<usize> {
        let mates = self.crew.iter().enumerate();
        mates
            .filter(|(index, mate)| *index != self.job.index as usize && wanted(**mate))
            .map(|(index, _)| index)
            .collect()
    }

    /// Adds the carriers of the received messages, `heard` in all; for works without messages, all
    /// frames of the channels.
    pub(super) fn tell_carriers(&mut self, outcome: &mut Outcome, heard: Option<u64>) {
        let mut found = self.carriers(heard);
        for _ in 0..SETTLED_AFTER {
            // A reading thread counts a batch after delivering all of it: the last message was
            // delivered before that.
            std::thread::sleep(COUNTED_WITHIN);
            let before = std::mem::replace(&mut found, self.carriers(heard));
            if found == before {
                break;
            }
        }
        outcome.carriers(found);
        for warning in self.warnings.drain(..) {
            outcome.warning(warning);
        }
    }

    /// Bytes that the federate has handed to all transports.
    pub(super) fn bytes_sent(&self) -> u64 {
        carrier::bytes_sent(&self.rti.own_metrics())
    }

    fn carriers(&self, heard: Option<u64>) -> BTreeMap<String, u64> {
        let metrics = self.rti.own_metrics();
        match heard {
            Some(heard) => carrier::carriers(&metrics, &self.job.transportation, heard),
            None => carrier::traffic(&metrics),
        }
    }

    /// Achieves that point, and waits for the others.
    ///
    /// # Errors
    /// As [`Self::wait_for`].
    pub(super) fn pass(&self, phase: Phase) -> Result<(), FederateError> {
        self.achieve(phase)?;
        self.wait_for(
            |news| news.synchronized[phase as usize].then_some(()),
            |_| awaited_point(phase),
        )
    }

    fn achieve(&self, phase: Phase) -> Result<(), FederateError> {
        self.rti
            .synchronization_point_achieved(phase.label(), true)
            .doing(&format!(
                "achieving the synchronization point {}",
                phase.label()
            ))
    }

    /// Passes both points before the work, and reports it.
    ///
    /// # Errors
    /// As [`Self::wait_for`].
    pub(super) fn begin(&mut self) -> Result<(), FederateError> {
        self.pass(Phase::Ready)?;
        self.pass(Phase::Run)?;
        self.reports.say(&Report::Running {});
        Ok(())
    }

    /// Waits until all others have received everything, however long that takes, and then for their
    /// end: for federates that cannot know when that is. The loss of another federate ends it.
    ///
    /// # Errors
    /// As [`Self::wait_for`].
    pub(super) fn wait_for_others(&mut self) -> Result<(), FederateError> {
        let working = self.crew.iter().filter(|mate| mate.work != b'I').count();
        while (self.shared.news()?.done as usize) < working {
            self.turn(now() + clock::SECOND)?;
            self.live.look(now(), |_| {});
        }
        self.over()
    }

    /// Waits for the others' end.
    ///
    /// # Errors
    /// As [`Self::wait_for`].
    pub(super) fn over(&self) -> Result<(), FederateError> {
        self.tell_done()?;
        self.achieve(Phase::Over)?;
        self.wait_for(
            |news| self.all_done(news).then_some(()),
            |_| awaited_point(Phase::Over),
        )
    }

    fn tell_done(&self) -> Result<(), FederateError> {
        self.tell(self.names.done, &self.job.index.to_le_bytes())
    }

    fn all_done(&self, news: &OtherCallbacks) -> bool {
        news.synchronized[Phase::Over as usize] && news.done >= self.others()
    }

    /// Reports the outcome, after the work is over, and leaves.
    pub(super) fn finish(mut self, outcome: Outcome) {
        self.reports.say(&outcome.report());
        self.leave(self.job.timeout_ms);
    }

    /// Leaves in order. The first federate waits that long for the others, so that it can destroy
    /// the federation.
    fn leave(&mut self, timeout_ms: u64) {
        let mut leaver = ForcedLeave {
            rti: &self.rti,
            federation: &self.job.federation,
            created: std::mem::take(&mut self.created),
            joined: std::mem::take(&mut self.joined),
            done: false,
        };
        if !leaver.joined {
            leaver.done = true;
            return;
        }
        leaver.resign();
        let deadline = now() + timeout_ms * MILLISECOND;
        while !leaver.destroy() && now() < deadline {
            self.watch.beat();
            std::thread::sleep(AGAIN);
        }
    }
}

impl Drop for JoinedFederate<'_> {
    fn drop(&mut self) {
        self.watch.beat();
        // After an error the others may never leave.
        self.leave(self.job.timeout_ms.min(LEAVE_AFTER_TROUBLE_MS));
    }
}

fn awaited_point(phase: Phase) -> String {
    match phase {
        Phase::Ready => "what the others need before they begin".to_owned(),
        Phase::Run => "the others' begin".to_owned(),
        Phase::Over => "the others' end".to_owned(),
    }
}

/// Leaves everything that the federate is in, ignoring errors.
struct ForcedLeave<'a> {
    rti: &'a RtiAmbassador,
    federation: &'a str,
    created: bool,
    joined: bool,
    done: bool,
}

impl ForcedLeave<'_> {
    fn resign(&mut self) {
        if std::mem::take(&mut self.joined) {
            let action = ResignAction::CancelThenDeleteThenDivest;
            let _ = self.rti.resign_federation_execution(action);
        }
    }

    /// Whether nothing is left to destroy.
    fn destroy(&mut self) -> bool {
        if self.created {
            let outcome = self.rti.destroy_federation_execution(self.federation);
            let held_up =
                |e: hyla_types::Exception| e.kind == ExceptionKind::FederatesCurrentlyJoined;
            self.created = outcome.is_err_and(held_up);
        }
        !self.created
    }
}

impl Drop for ForcedLeave<'_> {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        self.resign();
        self.destroy();
        let _ = self.rti.disconnect();
    }
}
