//! Latency of messages to peers: questions, and the probes that answer them. Nothing is sent while nobody asks.
//!
//! A probe goes by the channel of the messages in question, with their length, and is returned by the peer's link as soon
//! as that reads it: it waits behind data, in the queues and at the priority of the profile. Live samples of a channel that
//! carries such messages accompany these, see `messages`.

mod answer;
mod flow;
mod messages;
#[cfg(test)]
mod tests;
mod trial;
mod way;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_core::latency::{HostReading, LatencyAnswer, LatencyQuantity, LatencyQuestion};
use hyla_core::message::Echo;
use hyla_core::metrics::STREAM;
use hyla_estimator::clock::{Exchange, OneWay, PeerClock, WallClock};
use hyla_estimator::estimator::{
    Action, Budget, Connection, ConnectionId, End, Estimator, Report, Settings,
};
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::Links;
use super::lanes::LaneState;
use crate::LinkEnvironment;
use crate::lanes::LaneId;
use answer::qos;
use flow::{Flow, Measuring, Subject};
use trial::Trial;
pub use trial::{Admission, AdmissionVerdict};

/// Interval of probes that renew the state of a peer's host, for answers that depend on it.
const PEER_EVERY: Duration = Duration::from_millis(100);
/// How long a question is kept, and its channel sampled, after it was last asked.
const KEPT: Duration = Duration::from_secs(70);
/// Interval of readings of traffic.
const STATE_EVERY: Duration = Duration::from_millis(500);
/// Interval of readings of load, for questions whose answers depend on it (QoS 1 to 4).
const LOAD_EVERY: Duration = Duration::from_millis(15);
/// How long a reading is valid.
const STATE_VALID: Duration = Duration::from_secs(5);
/// Most questions of one member: each takes some kilobytes, and samples its channel.
const MOST_QUESTIONS: usize = 256;
/// Longest message in a question.
const MOST_BYTES: u32 = 1 << 20;

/// Name of the own host in the estimator. Its port counts for peers on other hosts only, so it has a state towards each.
fn own_host(peer: FederateHandle) -> String {
    format!("this host, towards federate {peer}")
}

fn peer_host(peer: FederateHandle) -> String {
    if peer == FederateHandle::RTI {
        "the host of the RTI".to_owned()
    } else {
        format!("the host of federate {peer}")
    }
}

/// Questions of one member, and its probes.
#[derive(Debug)]
pub(super) struct LatencyProbes {
    started: Instant,
    estimator: Estimator,
    /// Why there is no profile, if there should be one.
    profile_problem: Option<String>,
    questions: Vec<Question>,
    flows: Vec<Flow>,
    flows_so_far: u64,
    peers: FxHashMap<FederateHandle, Peer>,
    next_state: Instant,
    next_load: Instant,
    /// The own clock when the last probe returned.
    last_stamp: u64,
    results: VecDeque<Admission>,
    /// No probes are sent: for a bench, which compares with and without.
    is_paused: bool,
}

#[derive(Debug)]
struct Question {
    subject: Subject,
    qos: u8,
    hardness: Option<u64>,
    quantity: LatencyQuantity,
    id: ConnectionId,
    last: Instant,
}

/// Knowledge about a peer's host.
#[derive(Debug, Default)]
struct Peer {
    /// Its clock, with its number.
    clock: Option<(u64, PeerClock)>,
    reported: Option<Instant>,
    /// Its host is another one: messages take ports.
    is_elsewhere: bool,
}

impl Question {
    /// Whether the probes of a flow serve it.
    fn is_served_by(&self, flow: &Flow) -> bool {
        let is_own = self.qos >= 3 && self.subject == flow.subject;
        is_own || self.qos < 5 && flow.subject == Subject::state_of(self.subject.peer)
    }
}

impl LatencyProbes {
    fn new(now: Instant, host: &dyn LinkEnvironment) -> Self {
        let mut estimator = Estimator::new(Settings::default());
        let profile_problem = match host.latency_profile() {
            Ok(None) => None,
            Ok(Some((table, warnings))) => {
                estimator.set_profile(table, warnings);
                None
            }
            Err(problem) => Some(problem),
        };
        Self {
            started: now,
            estimator,
            profile_problem,
            questions: Vec::new(),
            flows: Vec::new(),
            flows_so_far: 0,
            peers: FxHashMap::default(),
            next_state: now,
            next_load: now,
            last_stamp: 0,
            results: VecDeque::new(),
            is_paused: false,
        }
    }

    fn since(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started)
    }

    /// Whether nothing is asked or tried.
    fn is_idle(&self) -> bool {
        self.questions.is_empty() && self.flows.is_empty()
    }

    /// Whether an answer depends on the load of this host.
    fn depends_on_load(&self) -> bool {
        self.questions.iter().any(|question| question.qos < 5)
    }

    pub(super) fn next_deadline(&self) -> Option<Instant> {
        if self.is_idle() {
            return None;
        }
        let estimator = self.estimator.next_deadline().map(|at| self.started + at);
        let active = self.flows.iter().filter(|_| !self.is_paused);
        let flows = active.filter_map(Flow::next_deadline);
        let trials = self.flows.iter().filter_map(|flow| {
            let trial = flow.trial.as_ref()?;
            Some(if trial.is_over() {
                self.started
            } else {
                trial.until
            })
        });
        flows
            .chain(trials)
            .chain(estimator)
            .chain([self.next_state])
            .chain(self.depends_on_load().then_some(self.next_load))
            .min()
    }

    /// The flow of a subject; made if there is none.
    fn flow(&mut self, subject: &Subject, now: Instant) -> &mut Flow {
        let at = self.flows.iter().position(|flow| flow.subject == *subject);
        let at = at.unwrap_or_else(|| {
            self.flows_so_far += 1;
            let flow = Flow::new(self.flows_so_far, subject.clone(), now);
            self.flows.push(flow);
            self.flows.len() - 1
        });
        &mut self.flows[at]
    }

    /// The connection of a question; made if it was not asked before.
    fn connection(
        &mut self,
        question: &LatencyQuestion,
        now: Instant,
    ) -> Result<ConnectionId, String> {
        let hardness = question.hardness.map(f64::to_bits);
        let known = self.questions.iter_mut().find(|known| {
            known.subject.peer == question.peer
                && *known.subject.profile == *question.profile
                && known.subject.bytes == question.bytes
                && (known.qos, known.hardness, known.quantity)
                    == (question.qos, hardness, question.quantity)
        });
        if let Some(known) = known {
            known.last = now;
            return Ok(known.id);
        }
        if self.questions.len() >= MOST_QUESTIONS {
            return Err(format!(
                "{MOST_QUESTIONS} questions about latency are asked already; each ends {} s after it was last asked",
                KEPT.as_secs()
            ));
        }
        let subject = Subject {
            peer: question.peer,
            profile: Arc::from(&*question.profile),
            bytes: question.bytes,
        };
        let connection = Connection {
            from: End::host(own_host(question.peer)),
            to: End {
                host: peer_host(question.peer),
                federate: Some(question.profile.clone()),
            },
            bytes: u64::from(question.bytes),
            qos: qos(question)?,
            quantity: answer::wanted(question.quantity),
        };
        let id = self
            .estimator
            .connect(self.since(now), connection)
            .map_err(|error| error.to_string())?;
        if question.qos >= 3 {
            self.flow(&subject, now);
        }
        if question.qos < 5 {
            self.flow(&Subject::state_of(question.peer), now);
            self.next_state = now;
        }
        self.questions.push(Question {
            subject,
            qos: question.qos,
            hardness,
            quantity: question.quantity,
            id,
            last: now,
        });
        Ok(id)
    }

    /// Ends questions that are not asked any longer, and flows that serve none.
    fn expire(&mut self, now: Instant) {
        let estimator = &mut self.estimator;
        self.questions.retain(|question| {
            let is_kept = now < question.last + KEPT;
            if !is_kept {
                estimator.disconnect(question.id);
            }
            is_kept
        });
        let questions = &self.questions;
        self.flows
            .retain(|flow| flow.trial.is_some() || questions.iter().any(|q| q.is_served_by(flow)));
        if questions.is_empty() {
            self.peers.clear();
        }
    }

    /// Handles a reading of a host at one end of the way to a peer.
    fn report(&mut self, peer: FederateHandle, host: &str, reading: &HostReading, now: Instant) {
        if let Some(processor) = reading.load {
            let known = self.peers.get(&peer);
            let report = Report {
                processor,
                port: reading
                    .port
                    .filter(|_| known.is_some_and(|peer| peer.is_elsewhere)),
                valid_for: STATE_VALID,
            };
            let now = self.since(now);
            self.estimator.handle_report(now, host, report);
        }
    }

    /// Handles a reading of this host.
    fn report_own(&mut self, reading: &HostReading, now: Instant) {
        let mut peers: Vec<_> = self.questions.iter().map(|q| q.subject.peer).collect();
        peers.sort_unstable();
        peers.dedup();
        for peer in peers {
            self.report(peer, &own_host(peer), reading, now);
        }
    }

    /// Bytes sent to know the state of a peer's host.
    fn spent_for_state(&self, peer: FederateHandle) -> u64 {
        let state = Subject::state_of(peer);
        let mut flows = self.flows.iter();
        flows
            .find(|flow| flow.subject == state)
            .map_or(0, |flow| flow.spent_live)
    }

    /// Handles the reading of a peer's host in an answer; gives the one-way latency, if clocks can be compared.
    fn arrived(
        &mut self,
        peer: FederateHandle,
        stamp: u64,
        own: &HostReading,
        reading: &HostReading,
        now: Instant,
    ) -> Option<OneWay> {
        let known = self.peers.entry(peer).or_default();
        if known.reported.is_none_or(|at| at + LOAD_EVERY <= now) {
            known.reported = Some(now);
            known.is_elsewhere = own.clock != 0 && reading.clock != own.clock;
            self.report(peer, &peer_host(peer), reading, now);
        }
        if own.clock == 0 || reading.clock == 0 {
            return None;
        }
        let known = self.peers.entry(peer).or_default();
        if known
            .clock
            .as_ref()
            .is_none_or(|(number, _)| *number != reading.clock)
        {
            let clock = if reading.clock == own.clock {
                PeerClock::same()
            } else {
                PeerClock::new()
            };
            known.clock = Some((reading.clock, clock));
        }
        let (_, clock) = known.clock.as_mut()?;
        clock.handle_exchange(Exchange {
            sent_ns: stamp,
            arrived_ns: reading.monotonic_ns,
            returned_ns: own.monotonic_ns,
        });
        if let (Some(own_error), Some(error)) = (own.error_ns, reading.error_ns) {
            let wall = |reading: &HostReading, error_ns| WallClock {
                over_monotonic_ns: reading.over_monotonic_ns,
                error_ns,
            };
            clock.handle_wall_clocks(own.monotonic_ns, wall(own, own_error), wall(reading, error));
        }
        clock.one_way(stamp, reading.monotonic_ns)
    }

    /// A probe has returned.
    fn returned(&mut self, from: FederateHandle, echo: &Echo, own: &HostReading, now: Instant) {
        let Some(reading) = echo.reading else { return };
        self.last_stamp = own.monotonic_ns;
        let mut flows = self.flows.iter_mut();
        let Some(at) =
            flows.position(|flow| flow.number == echo.channel && flow.subject.peer == from)
        else {
            return;
        };
        if !self.flows[at].returned(echo.stamp) {
            return;
        }
        let round_trip_us = own.monotonic_ns.saturating_sub(echo.stamp) as f64 / 1e3;
        let one_way = self.arrived(from, echo.stamp, own, &reading, now);
        let flow = &mut self.flows[at];
        if let Some(trial) = &mut flow.trial {
            // Without comparable clocks all that is certain is that one way takes less than both.
            let half = round_trip_us / 2.0;
            let (us, uncertainty_us) =
                one_way.map_or((half, half), |one| (one.us, one.uncertainty_us));
            trial.push(us, uncertainty_us);
        }
        let measured = match &mut flow.measuring {
            None => None,
            Some(measuring) => {
                measuring.push(round_trip_us);
                flow.measuring.take_if(|m| m.result(now).is_some())
            }
        };
        let subject = flow.subject.clone();
        let since = self.since(now);
        if let Some((id, times_us)) = measured
            .as_ref()
            .and_then(|measured| Some((measured.id, measured.result(now)?)))
        {
            self.estimator.handle_measured(since, id, times_us);
        }
        for question in &self.questions {
            if question.qos == 5 && question.subject == subject {
                let us = match question.quantity {
                    LatencyQuantity::RoundTrip => Some(round_trip_us),
                    LatencyQuantity::Any | LatencyQuantity::OneWay => one_way.map(|one| one.us),
                };
                if let Some(us) = us {
                    self.estimator.handle_sample(since, question.id, us);
                }
            }
        }
    }

    /// Ends probes that were lost.
    fn lose(&mut self, now: Instant) {
        let since = self.since(now);
        for flow in &mut self.flows {
            if flow.lost(now) {
                if let Some(trial) = &mut flow.trial {
                    trial.push(f64::INFINITY, 0.0);
                }
                if let Some(measuring) = flow.measuring.take() {
                    let problem = "a probe has not returned";
                    let begun = measuring.begun();
                    self.estimator
                        .handle_measurement_failed(since, measuring.id, problem, begun);
                }
            }
        }
    }

    /// Starts the measurements that the estimator requests.
    fn start_measurements(&mut self, now: Instant) {
        let since = self.since(now);
        while let Some(action) = self.estimator.poll_action(since) {
            let Action::Measure {
                measurement,
                to,
                bytes,
                round_trips,
                ..
            } = action;
            let profile = to.federate.as_deref().unwrap_or(STREAM);
            let flow = self.flows.iter_mut().find(|flow| {
                u64::from(flow.subject.bytes) == bytes
                    && *flow.subject.profile == *profile
                    && peer_host(flow.subject.peer) == to.host
            });
            match flow {
                Some(flow) => {
                    flow.measuring = Some(Measuring::new(measurement, round_trips, now));
                }
                None => self.estimator.handle_measurement_failed(
                    since,
                    measurement,
                    "nobody asks any longer",
                    0,
                ),
            }
        }
    }
}

impl<N: Network> Links<N> {
    /// Answers a question about the latency of messages to a peer. Set the time ([`Self::at`]) before. A first question
    /// starts to measure. Cost: some microseconds.
    ///
    /// # Errors
    /// The defect of the question.
    pub fn ask_latency(&mut self, question: &LatencyQuestion) -> Result<LatencyAnswer, String> {
        self.check_question(question)?;
        let now = self.now;
        let host = self.settings.host.clone();
        let mut latency = self
            .latency
            .take()
            .unwrap_or_else(|| Box::new(LatencyProbes::new(now, &*host)));
        let found = latency.connection(question, now);
        self.latency = Some(latency);
        let id = found?;
        self.turn_latency(now);
        let channel = self.probe_way(question.peer, &question.profile).map(|_| ());
        let latency = self.latency.as_mut().ok_or("the questions are gone")?;
        Ok(latency.answer(question, id, now, channel))
    }

    /// Sends no probes for questions until it is called again: what they cost is the difference.
    #[doc(hidden)]
    pub fn pause_latency(&mut self, is_paused: bool) {
        if let Some(latency) = &mut self.latency {
            latency.is_paused = is_paused;
            self.accompanied = latency.waits_for_message();
        }
    }

    fn check_question(&mut self, question: &LatencyQuestion) -> Result<(), String> {
        let LatencyQuestion {
            peer,
            profile,
            bytes,
            ..
        } = question;
        qos(question)?;
        let is_rti = *peer == FederateHandle::RTI;
        if !(self.peers.contains_key(peer) || is_rti && self.rti.is_some()) {
            return Err(format!("HylaPeer: {peer} is not another joined federate"));
        }
        let most = MOST_BYTES.min(u32::try_from(self.settings.frame_bytes).unwrap_or(MOST_BYTES));
        if *bytes > most.saturating_sub(64) {
            return Err(format!(
                "HylaMessageBytes: {bytes} is more than a probe has, {}",
                most.saturating_sub(64)
            ));
        }
        if *profile == STREAM {
            return Ok(());
        }
        if is_rti || self.lanes.profile_named(profile).is_none() {
            return Err(format!(
                "HylaProfile: there is no channel of {profile:?} to {peer}; {STREAM} is the one that each pair of \
                 federates has"
            ));
        }
        // The lane that the first message would ask for.
        if self.uses_lane(*peer, profile) == Some(true) && self.lane_state(*peer, profile).is_none()
        {
            self.bind_lane(*peer, profile)?;
        }
        Ok(())
    }

    fn lane_state(&self, peer: FederateHandle, profile: &str) -> Option<&LaneState<N>> {
        let mut lanes = self.stream(peer)?.out.lanes.iter();
        lanes
            .find(|lane| lane.profile.name == profile)
            .map(|lane| &lane.state)
    }

    /// Next deadline for [`Self::turn_latency`].
    pub(super) fn latency_deadline(&self) -> Option<Instant> {
        self.latency.as_ref()?.next_deadline()
    }

    /// Does what is due for questions and trials.
    pub(super) fn turn_latency(&mut self, now: Instant) {
        let Some(mut latency) = self.latency.take() else {
            return;
        };
        if !latency.is_idle() {
            latency.lose(now);
            if latency.next_state <= now {
                latency.next_state = now + STATE_EVERY;
                latency.expire(now);
                self.read_state(&mut latency, now);
            }
            if latency.next_load <= now {
                latency.next_load = now + LOAD_EVERY;
                let (load, port) = self.settings.host.host_load();
                let reading = HostReading {
                    load,
                    port,
                    ..HostReading::default()
                };
                latency.report_own(&reading, now);
            }
            latency.start_measurements(now);
            self.send_probes(&mut latency, now);
            self.conclude_trials(&mut latency, now);
        }
        self.accompanied = latency.waits_for_message();
        self.latency = Some(latency);
    }

    /// Reads the traffic of channels with questions.
    fn read_state(&mut self, latency: &mut LatencyProbes, now: Instant) {
        let since = latency.since(now);
        let LatencyProbes {
            flows,
            questions,
            estimator,
            ..
        } = latency;
        let budget = Budget::default();
        for flow in flows {
            let subject = &flow.subject;
            let channel = self.probe_channel(subject.peer, &subject.profile).ok();
            let sent = channel.map_or((0, 0), |channel| {
                let counters = channel.counters();
                (counters.bytes_sent, counters.frames_sent)
            });
            let rate = flow.traffic(sent, STATE_EVERY);
            let peer = flow.subject.peer;
            estimator.handle_traffic(since, &own_host(peer), &peer_host(peer), rate);
            let is_state = flow.subject == Subject::state_of(peer)
                && questions
                    .iter()
                    .any(|q| q.qos < 5 && q.subject.peer == peer);
            let mut live = questions.iter().filter(|q| q.qos == 5);
            let is_live = live.any(|q| q.subject == flow.subject);
            let allowed =
                (rate * budget.share).clamp(budget.floor_bytes_per_s, budget.ceiling_bytes_per_s);
            let for_state = flow.subject.round_trip_bytes() as f64 / PEER_EVERY.as_secs_f64();
            flow.set_live(if is_live {
                Some(allowed)
            } else {
                is_state.then_some(for_state)
            });
        }
    }

    /// A long probe of this member has returned.
    pub(super) fn latency_returned(
        &mut self,
        from: Option<FederateHandle>,
        echo: &Echo,
        now: Instant,
    ) {
        let Some(mut latency) = self.latency.take() else {
            return;
        };
        let own = self.settings.host.host_reading();
        latency.returned(from.unwrap_or(FederateHandle::RTI), echo, &own, now);
        latency.start_measurements(now);
        self.send_probes(&mut latency, now);
        self.accompanied = latency.waits_for_message();
        self.latency = Some(latency);
    }

    /// Tries a lane of this member that was just opened, if its profile asks for it.
    pub(super) fn try_deadline(&mut self, to: FederateHandle, id: LaneId) {
        let stream = self.stream(to);
        let lane = stream.and_then(|stream| stream.out.lanes.iter().find(|lane| lane.id == id));
        let Some(trial) = lane.and_then(|lane| Trial::of(&lane.profile, id, self.now)) else {
            return;
        };
        let subject = Subject {
            peer: to,
            profile: Arc::from(lane.map_or("", |lane| lane.profile.name.as_str())),
            bytes: trial::BYTES,
        };
        let (now, host) = (self.now, self.settings.host.clone());
        let latency = self
            .latency
            .get_or_insert_with(|| Box::new(LatencyProbes::new(now, &*host)));
        latency.flow(&subject, now).trial = Some(trial);
        self.turn_latency(now);
    }

    fn conclude_trials(&mut self, latency: &mut LatencyProbes, now: Instant) {
        for flow in &mut latency.flows {
            let peer = flow.subject.peer;
            let Some(trial) = &flow.trial else { continue };
            let Some(result) = trial.result(peer, now) else {
                continue;
            };
            let lane = trial.lane;
            flow.trial = None;
            self.admitted(peer, lane, &result);
            latency.results.push_back(result);
        }
    }

    /// Results of trials, once each.
    pub fn take_admissions(&mut self) -> impl Iterator<Item = Admission> + use<N> {
        let results = self.latency.as_mut();
        let results = results.map(|latency| std::mem::take(&mut latency.results));
        results.into_iter().flatten()
    }
}
