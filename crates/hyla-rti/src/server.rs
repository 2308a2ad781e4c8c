//! The RTI server: sessions over an endpoint, relaying for members that cannot reach each other.

mod behind;
mod budget;
mod frames;
mod joins;
mod notices;
mod relaying;
mod rests;

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hyla_core::executive::{Admission, Rti, RtiConfig, SessionId, UserLimits};
use hyla_core::message::{FromRti, control_frame};
use hyla_core::secrets::Seed;
use hyla_net::{Address, Channel, ChannelId, Endpoint, Event, Pressure, Remote, Security};
use hyla_omt::Strictness;
use hyla_types::AuthorizationResultCode;
use rustc_hash::{FxHashMap, FxHashSet};

use super::audit::{self, Peer, RequestAudit, Who};
use super::authorization::{AuthorizerThread, Outcome, Question};
use super::callers::behind;
use super::limited_lines::NoticeLines;
use super::long_messages::LongMessages;
use super::metrics::{Metrics, MetricsSource};
use super::models::ModelReader;
use super::reflection;
use super::storage::Storage;
use super::{Authorizer, FileAuthorizer};
use budget::Budgets;
use hyla_settings::Settings;
use hyla_settings::caller_protocol::CallerProtocol;
use hyla_settings::{endpoint_config, tls_server};
use joins::WaitingJoins;
use relaying::BlockedStreams;
use rests::Rests;

/// A session whose unread messages exceed this many times its send queue is closed: its federate
/// has stopped reading.
const UNREAD_LIMIT: usize = 32;

/// Most frames that wait for the end of a turn, and most bytes.
const MOST_WAITING: usize = 1024;
const MOST_WAITING_BYTES: usize = 16 << 20;

/// Hosts federation executions; `hyla rti` runs one.
///
/// Inactive until [`Self::run`] is called, on any thread.
pub struct RtiServer {
    endpoint: Endpoint,
    state: ServerLoop,
    stop: RtiStop,
}

/// Stops a server from another thread or a signal handler.
#[derive(Clone)]
pub struct RtiStop {
    flag: Arc<AtomicBool>,
    remote: Remote,
}

impl RtiStop {
    /// Closes all sessions, which notifies every federate, and makes `run` return.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::SeqCst);
        self.remote.wake();
    }
}

struct ServerLoop {
    rti: Rti,
    metrics: Metrics,
    storage: Storage,
    models: ModelReader,
    long_messages: LongMessages,
    authorizer: Option<AuthorizerThread>,
    requests: RequestAudit,
    notices: NoticeLines,
    /// The session that is being closed.
    closing: Option<(SessionId, Who)>,
    /// The RTI's clock counts from here.
    started: Instant,
    channels: FxHashMap<ChannelId, SessionChannel>,
    unread_limit: usize,
    /// What the connections of each user hold.
    budgets: Budgets,
    /// Callers without a greeting so far, each with its deadline, in order of time.
    silent: VecDeque<(ChannelId, Instant)>,
    /// Those of them that were closed at their deadline.
    silent_sessions: u64,
    /// Time limit of the greeting.
    greeting_timeout: Duration,
    /// Joins whose answers would be too much to read at once.
    joins: WaitingJoins,
    rests: Rests,
    /// Relayed streams under back-pressure until the receiver's channel has room.
    blocked: BlockedStreams,
    /// The RTI has the time of this turn.
    told_time: bool,
    /// Sessions with appended frames that are not written yet.
    dirty: Vec<ChannelId>,
    doomed: Vec<(ChannelId, String)>,
    /// Sessions whose users may not be connected any more.
    revoked: FxHashSet<ChannelId>,
    /// Interval and time of the next change of keys.
    next_keys: Option<(Duration, Instant)>,
}

struct SessionChannel {
    channel: Channel,
    /// Since it has greeted.
    peer: Option<Peer>,
    greeted: bool,
    /// It has joined, now or before.
    is_trusted: bool,
    /// The greeting has arrived; the authorizer has not decided yet.
    awaits_authorization: bool,
    /// A long message of it is being decoded, it waits to join, or it rests: what came behind.
    behind: Option<VecDeque<Vec<u8>>>,
    /// Bytes of the answer to a join that is being carried out.
    answer_to_come: usize,
    /// It joins, and no long frame has left for it since.
    awaits_long_answer: bool,
    /// In the list of channels to flush.
    dirty: bool,
    /// It is closed at the end of this turn: nothing more is sent to it, and nothing of it is done.
    is_doomed: bool,
    /// The number of its user's budget, once it has greeted.
    budget: Option<NonZeroU64>,
}

impl SessionChannel {
    /// Records that its channel has appended frames.
    fn note(&mut self, id: ChannelId, dirty: &mut Vec<ChannelId>) {
        if !std::mem::replace(&mut self.dirty, true) {
            dirty.push(id);
        }
    }
}

impl RtiServer {
    /// A server without addresses yet; federates of this process reach it by
    /// [`Self::in_process_address`].
    ///
    /// # Errors
    /// An error of the system, for example without descriptors left, or an error in the users file.
    pub fn new(settings: &Settings) -> io::Result<Self> {
        let server = tls_server(settings)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let server_seals = server.is_some();
        let endpoint = Endpoint::new(hyla_net::EndpointConfig {
            require_shared_memory: !settings.rti.allow_taken_name,
            reception: Some(settings.timeout.connect),
            fair_reads: true,
            reserved_descriptors: settings.rti.reserved_descriptors,
            max_unfinished_bytes_of_user: budget::most_unfinished(settings),
            security: Security {
                server,
                ..Security::default()
            },
            ..endpoint_config(settings)
        })?;
        let stop = RtiStop {
            flag: Arc::new(AtomicBool::new(false)),
            remote: endpoint.remote(),
        };
        let strictness = if settings.fom.strict {
            Strictness::Strict
        } else {
            Strictness::Lenient
        };
        let mut rti = Rti::new(RtiConfig {
            version: format!("hyla {}", env!("CARGO_PKG_VERSION")),
            strictness,
            seed: seed()?,
        });
        rti.set_stall_warning(settings.time.stall_warn);
        rti.read_models_aside();
        rti.limit_users(UserLimits {
            federations: settings.rti.limit_federations,
            modules: settings.rti.limit_modules,
            module_bytes: settings.rti.limit_module_bytes,
            memory_bytes: settings.rti.limit_memory_bytes,
        });
        if server_seals {
            rti.seal_channels();
        }
        rti.set_declaration_timeout(settings.timeout.declaration);
        let storage = Storage::new(settings, endpoint.remote());
        let state = ServerLoop {
            rti,
            metrics: Metrics::new(endpoint.remote()),
            storage,
            models: ModelReader::new(endpoint.remote()),
            long_messages: LongMessages::new(endpoint.remote()),
            authorizer: None,
            requests: RequestAudit::new(),
            notices: NoticeLines::new(),
            closing: None,
            started: Instant::now(),
            channels: FxHashMap::default(),
            unread_limit: settings
                .channel
                .send_queue_bytes
                .saturating_mul(UNREAD_LIMIT),
            budgets: Budgets::new(settings.rti.limit_memory_bytes),
            silent: VecDeque::new(),
            silent_sessions: 0,
            greeting_timeout: settings.timeout.connect,
            joins: WaitingJoins::new(settings.timeout.connect),
            rests: Rests::default(),
            blocked: BlockedStreams::default(),
            told_time: false,
            dirty: Vec::new(),
            doomed: Vec::new(),
            revoked: FxHashSet::default(),
            next_keys: (server_seals && !settings.rti.rekey.is_zero())
                .then(|| (settings.rti.rekey, Instant::now() + settings.rti.rekey)),
        };
        let mut server = Self {
            endpoint,
            state,
            stop,
        };
        if let Some(path) = &settings.authorization.file {
            let users = FileAuthorizer::open(path)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            server.set_authorizer(Box::new(users))?;
        }
        if server.state.authorizer.is_none() {
            server.state.rti.audit_requests(true);
        }
        Ok(server)
    }

    /// Sets the authorizer, which decides who may connect, create, destroy and join, in place of
    /// that of the settings. Call this before [`Self::run`].
    ///
    /// # Errors
    /// An error of the system if it cannot start the thread.
    pub fn set_authorizer(&mut self, authorizer: Box<dyn Authorizer>) -> io::Result<()> {
        let thread = AuthorizerThread::start(authorizer, self.endpoint.remote())?;
        self.state.authorizer = Some(thread);
        self.state.rti.ask_authorizer();
        // Its decisions are audited.
        self.state.rti.audit_requests(false);
        Ok(())
    }

    /// Replaces the reading of object models.
    #[cfg(test)]
    pub(super) fn read_models_with(
        &mut self,
        read: Arc<
            dyn Fn(hyla_core::executive::ModelTask) -> hyla_core::executive::ReadModels
                + Send
                + Sync,
        >,
    ) {
        self.state.models = ModelReader::with(self.endpoint.remote(), read);
    }

    /// Listens at one more address; returns it with the port that the system chose for port 0.
    ///
    /// # Errors
    /// An error of the system, for example that the address is in use; also if another process has taken the name for
    /// shared memory there, unless `rti.allow_taken_name` is set.
    pub fn listen(&mut self, at: SocketAddr) -> io::Result<SocketAddr> {
        self.endpoint
            .listen(at)
            .map_err(|error| match error.get_ref() {
                // Of the system are codes; this one is a text.
                Some(text) => {
                    let text = format!(
                        "{text}; find it with `ss -xlp | grep hyla`, or set rti.allow_taken_name = true for TCP alone"
                    );
                    io::Error::new(error.kind(), text)
                }
                None => error,
            })
    }

    /// Address for federates of this process.
    #[must_use]
    pub fn in_process_address(&self) -> Address {
        self.endpoint.in_process_address()
    }

    /// A handle that collects metrics of the server and the members.
    #[must_use]
    pub fn metrics(&self) -> MetricsSource {
        self.state.metrics.source()
    }

    /// A handle that stops it.
    #[must_use]
    pub fn stopper(&self) -> RtiStop {
        self.stop.clone()
    }

    /// Serves until stopped.
    ///
    /// # Errors
    /// An error of the system while polling the network.
    pub fn run(mut self) -> io::Result<()> {
        // Somebody always waits for an RTI.
        self.endpoint.remote().hurry(true);
        while !self.stop.flag.load(Ordering::SeqCst) {
            let state = &mut self.state;
            let mut wait = if state.blocked.is_empty() && state.joins.is_empty() {
                state.next_greeting_deadline()
            } else {
                Some(Duration::from_millis(1))
            };
            if let Some(left) = state.change_old_keys() {
                wait = Some(wait.map_or(left, |wait| wait.min(left)));
            }
            if let Some(deadline) = state.rti.next_deadline() {
                let left = deadline.saturating_sub(state.started.elapsed());
                wait = Some(wait.map_or(left, |wait| wait.min(left)));
            }
            if let Some(left) = state.rests.left(Instant::now()) {
                wait = Some(wait.map_or(left, |wait| wait.min(left)));
            }
            // All arrived messages are handled before any are sent: so the reports of many
            // federates cost one calculation, and each federate one write.
            state.told_time = false;
            if let Some(left) = state.requests.write_left_out(Instant::now()) {
                wait = Some(wait.map_or(left, |wait| wait.min(left)));
            }
            self.endpoint.poll(wait, &mut |event| state.handle(event))?;
            state.transmit();
            state.rti.handle_time(state.started.elapsed());
            state.handle_long_messages();
            state.end_rests();
            state.store_and_load();
            state.authorize();
            state.read_models();
            let refused = &mut state.metrics.refused;
            refused.crowded = self.endpoint.disconnected_strangers();
            refused.descriptors = self.endpoint.disconnected_for_descriptors();
            refused.silent = state.silent_sessions + self.endpoint.silent_strangers();
            refused.quota = state.budgets.closed() + self.endpoint.closed_over_budget();
            state.metrics.bad_input = self.endpoint.closed_for_bad_input();
            state.metrics.turn(&mut state.rti);
            state.transmit();
            state.close_silent_callers();
            state.close_violators();
            state.resume_senders();
            state.go_on_joining();
            // Time and closed sessions have log lines, too: no event may follow for long.
            state.log_notices();
        }
        for session in self.state.channels.values() {
            session.channel.close("the RTI was stopped");
        }
        self.endpoint.poll(Some(Duration::ZERO), &mut |_| {})?;
        self.state.storage.finish();
        Ok(())
    }
}

/// Distinguishes federation executions of two runs of a server.
fn seed() -> io::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(Seed::new(bytes))
}

impl ServerLoop {
    fn handle(&mut self, event: Event<'_>) {
        // One turn is one moment: reading the clock for each event would gain nothing.
        if !std::mem::replace(&mut self.told_time, true) {
            self.rti.handle_time(self.started.elapsed());
        }
        match event {
            Event::Accepted { channel, .. } => {
                let until = Instant::now() + self.greeting_timeout;
                self.silent.push_back((channel.id(), until));
                self.channels.insert(
                    channel.id(),
                    SessionChannel {
                        channel,
                        peer: None,
                        greeted: false,
                        is_trusted: false,
                        awaits_authorization: false,
                        behind: None,
                        answer_to_come: 0,
                        awaits_long_answer: false,
                        dirty: false,
                        is_doomed: false,
                        budget: None,
                    },
                );
            }
            Event::Frame {
                channel,
                bytes,
                following,
            } => {
                if let Err(problem) = self.handle_frame(channel, bytes, following) {
                    self.doom(channel, problem);
                }
            }
            Event::Closed { channel, reason } => {
                if let Some(known) = self.channels.remove(&channel)
                    && (known.greeted || known.awaits_authorization)
                {
                    let session = session_of(channel);
                    let who = Who::new(self.rti.user_name(session), known.peer.as_ref());
                    self.closing = Some((session, who));
                    self.rti.handle_closed(session, &reason.to_string());
                    self.log_notices();
                    self.closing = None;
                }
                if let Some(authorizer) = &self.authorizer {
                    authorizer.forget(session_of(channel));
                }
                if self.revoked.remove(&channel) {
                    // That user knows the keys in use.
                    self.change_keys();
                }
                self.blocked.forget(channel);
            }
            Event::ForeignCaller {
                peer,
                found,
                answer,
            } => {
                if CallerProtocol::of(&found) != Some(CallerProtocol::Hyla) {
                    answer.set(CallerProtocol::answer(&found));
                }
                let came = CallerProtocol::describe(&found);
                self.metrics.refused.foreign_caller(peer, &came);
            }
            Event::Opened { .. } | Event::GroupFrame { .. } | Event::Table { .. } => {}
        }
        if self.rti.waiting_transmits() >= MOST_WAITING
            || self.rti.waiting_bytes() >= MOST_WAITING_BYTES
        {
            self.transmit();
        }
        self.log_notices();
    }

    /// Starts the storage requests of the RTI, and returns results to it.
    fn store_and_load(&mut self) {
        while let Some(request) = self.rti.poll_storage() {
            self.storage.begin(request);
        }
        while let Some((ticket, outcome)) = self.storage.next_done() {
            self.rti.handle_storage(&ticket, outcome);
            self.log_notices();
        }
    }

    /// Starts the reading of object models for the RTI, and executes requests that waited for them.
    fn read_models(&mut self) {
        while let Some(read) = self.models.next_done() {
            if let Err((session, problem)) = self.rti.handle_models(read) {
                self.doom(channel_of(session), problem);
            }
            self.log_notices();
        }
        while self.models.has_room()
            && let Some(task) = self.rti.poll_model_task()
        {
            self.models.begin(task);
        }
    }

    /// Passes requests of the RTI to the authorizer, and its decisions to the RTI.
    fn authorize(&mut self) {
        let mut has_gone = false;
        while let Some(outcome) = self
            .authorizer
            .as_ref()
            .and_then(AuthorizerThread::next_outcome)
        {
            match outcome {
                Outcome::Verdict(ticket, verdict) => {
                    let is_refusal = verdict.code != AuthorizationResultCode::Authorized;
                    self.metrics.refused.unauthorized += u64::from(is_refusal);
                    self.rti.handle_verdict(ticket, verdict);
                }
                Outcome::Revoked(session) if self.channels.contains_key(&channel_of(session)) => {
                    let id = channel_of(session);
                    if let Some(known) = self.channels.get(&id) {
                        audit::cut(self.rti.user_name(session), &known.channel);
                    }
                    self.revoked.insert(id);
                    self.doom(id, "its user may not be connected any more".into());
                }
                // Its connection has ended meanwhile, and it knows the keys.
                Outcome::Revoked(_) => has_gone = true,
            }
        }
        let Some(authorizer) = &self.authorizer else {
            return;
        };
        while let Some(request) = self.rti.poll_authorization() {
            let session = self.channels.get(&channel_of(request.session));
            let channel = session.map(|session| &session.channel);
            let named = |name: fn(&Channel) -> String| channel.map_or_else(|| "-".to_owned(), name);
            authorizer.ask(Question {
                request,
                peer: channel.and_then(|channel| behind(channel.peer_address())),
                name: named(audit::peer_of),
                origin: named(audit::origin_of),
            });
        }
        // Messages for a session leave before it is closed.
        self.transmit();
        self.log_notices();
        while let Some((session, admission)) = self.rti.poll_admission() {
            let id = channel_of(session);
            match (admission, self.channels.get_mut(&id)) {
                (Admission::Welcome, Some(session)) => {
                    (session.greeted, session.awaits_authorization) = (true, false);
                    session.channel.admit();
                }
                (Admission::Close(problem), _) => self.doom(id, problem),
                (Admission::Welcome, None) => {}
            }
        }
        if has_gone {
            self.change_keys();
        }
    }

    /// Changes the keys of all connections and of the channels between members.
    fn change_keys(&mut self) {
        self.rti.change_channel_keys();
        for session in self.channels.values() {
            session.channel.change_keys();
        }
    }

    /// Changes keys if it is time. Gives the time until then.
    fn change_old_keys(&mut self) -> Option<Duration> {
        let (every, next) = self.next_keys?;
        let now = Instant::now();
        if now < next {
            return Some(next - now);
        }
        self.change_keys();
        self.next_keys = Some((every, now + every));
        Some(every)
    }

    fn tell(&mut self, id: ChannelId, message: &FromRti) {
        let mut frame = Vec::new();
        control_frame(message, &mut frame);
        self.append(id, frame.len(), |buffer| buffer.extend_from_slice(&frame));
    }

    /// Sends the messages of the RTI, grouped by channel.
    fn transmit(&mut self) {
        while let Some(transmit) = self.rti.poll_transmit() {
            let frame = &transmit.frame;
            let id = channel_of(transmit.to);
            self.note_answer(id, frame.len());
            self.append(id, frame.len(), |buffer| {
                buffer.extend_from_slice(frame);
            });
        }
        self.depart();
    }

    fn depart(&mut self) {
        for id in self.dirty.drain(..) {
            if let Some(session) = self.channels.get_mut(&id) {
                session.dirty = false;
                session.channel.depart();
            }
        }
        reflection::refresh();
    }

    /// Time until the next greeting deadline.
    fn next_greeting_deadline(&self) -> Option<Duration> {
        let (_, until) = self.silent.front()?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    /// Closes callers without a greeting in time: they occupy descriptors.
    fn close_silent_callers(&mut self) {
        let now = Instant::now();
        while self.silent.front().is_some_and(|(_, until)| *until <= now) {
            let Some((id, _)) = self.silent.pop_front() else {
                return;
            };
            let session = self.channels.get(&id);
            if session.is_some_and(|s| !s.greeted && !s.awaits_authorization) {
                self.silent_sessions += 1;
                self.doom(id, "timed out without a greeting".into());
            }
        }
    }

    /// Closes sessions that violated the protocol; their federates are resigned as lost.
    fn close_violators(&mut self) {
        let mut closed = FxHashSet::default();
        for (id, problem) in std::mem::take(&mut self.doomed) {
            // For its first violation: others may have followed in the same turn.
            if !closed.insert(id) {
                continue;
            }
            if let Some(session) = self.channels.get(&id) {
                let peer = session.channel.peer_address();
                self.metrics.refused.closed_session(peer, &problem);
                if session.channel.pressure() == Pressure::High {
                    // It does not read.
                    session.channel.drop_queue_and_close(&problem);
                } else {
                    session.channel.close(&problem);
                }
            }
        }
    }
}

fn session_of(channel: ChannelId) -> SessionId {
    SessionId(channel.raw())
}

fn channel_of(session: SessionId) -> ChannelId {
    ChannelId::from_raw(session.0)
}
