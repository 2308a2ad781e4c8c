//! Federates with clients of the Federate Protocol: client, wire, session at the host, and the
//! judge's comparisons.
//!
//! | module | contents |
//! |---|---|
//! | `callbacks` | callbacks in flight to the client, and when they take effect |
//! | `calls` | calls, carried out at the host |
//! | `client` | the client's half of the protocol |
//! | `connections` | the session and its connections, at the host |
//! | `federate` | the client's federate: calls, callbacks, reconnecting |
//! | `host` | rounds of the host, as the server's task makes them |
//! | `ledger` | checks that every call, answer and callback comes once and in order |
//! | `wire` | byte connections that can be cut anywhere |

mod callbacks;
mod calls;
mod client;
mod connections;
mod federate;
mod host;
mod ledger;
mod wire;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use bytes::Bytes;
use hyla_fedpro_session::session::{Bound, Limits};
use hyla_fedpro_session::wire::SequenceNumber;

use crate::faults::Sabotage;
use crate::network::{Event, Micros, ProcessId, mix};
use crate::operations::Operation;
use crate::world::World;
use client::Client;
use federate::LastTraffic;
use host::Host;
use ledger::Ledger;
use wire::Wire;

/// One process in this many hosts a federate for a client.
const ONE_IN: u64 = 6;

/// A client sends a heartbeat after this silence.
const HEARTBEAT: Micros = 3_000_000;

/// Client and host consider the connection dead after this silence. Times are shorter than the
/// defaults, so that a session without a client ends before a world counts as quiet.
const SILENCE: Micros = 8_000_000;

/// How long a client tries to resume its session.
const RECONNECT_TIMEOUT: Micros = 18_000_000;

/// Pause before a client tries again after a refused or silent connection.
const RETRY: Micros = 400_000;

/// Bytes in flight to a client before its host waits.
const SMALL_WINDOW_BYTES: usize = 700;
const WIDE: usize = 1 << 20;

/// Most cuts of a client's wire between two phases.
const CUTS: u64 = 4;

/// Reader at an end of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WireEnd {
    Client,
    Host,
}

/// Behavior of the client's federate.
#[derive(Clone, Copy, Debug)]
struct ClientBehavior {
    /// Takes callbacks on arrival, not when it evokes them.
    immediate: bool,
    /// Does not wait for answers to updates and interactions without a time.
    asynchronous: bool,
}

/// Life cycle of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClientStage {
    /// Has not connected yet.
    Fresh,
    /// Has a session, maybe without a connection.
    Open,
    /// Has asked to terminate the session.
    Leaving,
    /// The client has ended.
    Closed(CloseReason),
}

/// Why a client has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CloseReason {
    /// Its host has terminated the session.
    Terminated,
    /// Its host refused to resume the session.
    Refused,
    /// Its host is gone, or has not answered in time.
    Alone,
    /// Its process is gone.
    Killed,
}

/// A federate with a client, beside the process that hosts its member.
#[derive(Debug)]
pub(crate) struct ClientFederate {
    lot: u64,
    /// Sabotage: the session waits for its client for ever.
    keeps_ghosts: bool,
    behavior: ClientBehavior,
    stage: ClientStage,
    client: Client,
    host: Host,
    ledger: Ledger,
    wires: BTreeMap<u32, Wire>,
    /// Connections so far.
    connections: u32,
    /// The client's connection.
    connected: Option<u32>,
    /// Calls that the federate will make, with their numbers in the ledger.
    planned: VecDeque<(u32, Operation)>,
    /// Calls in progress.
    operations: BTreeMap<u32, Operation>,
    /// Callbacks that wait at the client.
    untaken: VecDeque<(SequenceNumber, u32, bool)>,
    /// The federate takes no callbacks.
    muted: bool,
    /// When the client reconnects, and since when it has no connection.
    back_at: Option<Micros>,
    away_since: Option<Micros>,
    /// Delay between noticing a cut and reconnecting.
    back_after: Micros,
    last_traffic: LastTraffic,
    /// First message of its connection, before it is written.
    opening: Option<Bytes>,
    /// The connection on which it asked to terminate.
    farewell: Option<u32>,
    /// Scheduled timer events of the client and of the host.
    client_due: Option<Micros>,
    host_due: Option<Micros>,
    /// A round of the host is scheduled.
    host_called: bool,
}

impl ClientFederate {
    fn new(lot: u64, immediate: bool, keeps_ghosts: bool) -> Self {
        Self {
            lot,
            keeps_ghosts,
            behavior: ClientBehavior {
                immediate,
                asynchronous: mix(&[lot, 1]).is_multiple_of(2),
            },
            stage: ClientStage::Fresh,
            client: Client::default(),
            host: Host::default(),
            ledger: Ledger::default(),
            wires: BTreeMap::new(),
            connections: 0,
            connected: None,
            planned: VecDeque::new(),
            operations: BTreeMap::new(),
            untaken: VecDeque::new(),
            muted: false,
            back_at: None,
            away_since: None,
            back_after: RETRY,
            last_traffic: LastTraffic::default(),
            opening: None,
            farewell: None,
            client_due: None,
            host_due: None,
            host_called: false,
        }
    }

    /// Limits of its session: small for some, so that best effort is dropped, calls wait, and some
    /// resumes are refused.
    fn limits(&self) -> Limits {
        let messages = |messages| Bound {
            messages,
            bytes: 1 << 20,
        };
        let kept = |seconds| match self.keeps_ghosts {
            true => Duration::MAX,
            false => Duration::from_secs(seconds),
        };
        let usual = Limits {
            silence: Duration::from_micros(SILENCE),
            stall: kept(6),
            resume: kept(3),
            resume_silent: kept(12),
            ..Limits::default()
        };
        match mix(&[self.lot, 2]) % 4 {
            0 => Limits {
                waiting: messages(8),
                waiting_most: messages(24),
                ..usual
            },
            1 => Limits {
                history: messages(12),
                calls: messages(2),
                ..usual
            },
            _ => usual,
        }
    }

    fn window(&self) -> usize {
        if mix(&[self.lot, 3]).is_multiple_of(3) {
            SMALL_WINDOW_BYTES
        } else {
            WIDE
        }
    }

    /// Opens another connection.
    fn open_wire(&mut self) {
        self.connections += 1;
        let lot = mix(&[self.lot, 4, u64::from(self.connections)]);
        self.wires
            .insert(self.connections, Wire::new(lot, self.window()));
        self.connected = Some(self.connections);
        self.host.is_called(self.connections);
    }

    /// Discards unused wires.
    fn tidy(&mut self) {
        let (client, host) = (self.connected, &self.host);
        self.wires
            .retain(|at, _| client == Some(*at) || host.uses(*at));
    }

    /// Whether its federate takes callbacks on arrival.
    pub(crate) fn is_immediate(&self) -> bool {
        self.behavior.immediate
    }

    /// Number of times its session resumed on a new connection.
    pub(crate) fn resumes(&self) -> u64 {
        self.host.resumes()
    }

    pub(crate) fn is_fresh(&self) -> bool {
        self.stage == ClientStage::Fresh
    }

    /// Whether its federate may make another call, now or after pending answers.
    pub(crate) fn may_plan(&self) -> bool {
        self.stage == ClientStage::Open && self.planned.len() < 32
    }

    /// Whether its federate waits for an answer.
    pub(crate) fn waits(&self) -> bool {
        self.stage != ClientStage::Open || !self.planned.is_empty() || self.waits_for_answer()
    }

    fn waits_for_answer(&self) -> bool {
        let most = if self.behavior.asynchronous { 8 } else { 1 };
        self.operations.len() >= most
            || self
                .operations
                .values()
                .any(|operation| !self.goes_on_after(operation))
    }

    fn goes_on_after(&self, operation: &Operation) -> bool {
        self.behavior.asynchronous
            && matches!(
                operation,
                Operation::Update { stamp: None, .. } | Operation::Send { stamp: None, .. }
            )
    }
}

/// Whether a process of a world hosts a federate for a client.
pub(crate) fn has_client(seed: u64, id: ProcessId) -> bool {
    mix(&[seed, u64::from(id.0), 9]).is_multiple_of(ONE_IN)
}

impl World {
    /// A process hosts a federate for a client.
    pub(crate) fn add_client(&mut self, id: ProcessId, immediate: bool) {
        let lot = mix(&[self.seed, u64::from(id.0), 10]);
        let keeps_ghosts = self.config.sabotage == Some(Sabotage::KeepGhosts);
        let process = self.process(id);
        process.member.await_answers();
        process.remote = Some(Box::new(ClientFederate::new(lot, immediate, keeps_ghosts)));
    }

    fn remote(&mut self, id: ProcessId) -> Option<&mut ClientFederate> {
        self.process(id).remote.as_deref_mut()
    }

    /// Schedules cuts of its wire within this span.
    pub(crate) fn plan_cuts(&mut self, id: ProcessId, span: Micros) {
        let now = self.network.now();
        let lot = mix(&[self.seed, u64::from(id.0), 11, now]);
        if self.config.faults && self.process(id).remote.is_some() {
            for cut in 0..lot % (CUTS + 1) {
                let at = now + mix(&[lot, cut]) % span.max(1);
                self.network.schedule(at, Event::ClientCut(id));
            }
        }
    }

    /// Executes a planned cut.
    pub(crate) fn strike_client(&mut self, id: ProcessId) {
        let lot = mix(&[self.seed, u64::from(id.0), 12, self.network.now()]);
        let back = match mix(&[lot, 1]) % 16 {
            0 | 1 => 0,
            2 => 1 + mix(&[lot, 2]) % 5_000_000,
            3..6 => 1 + mix(&[lot, 2]) % 900_000,
            _ => 1 + mix(&[lot, 2]) % 20_000,
        };
        let process = self.process(id);
        let is_open = process.remote.as_ref().is_some_and(|it| it.is_cuttable());
        let strikes = process.alive && is_open;
        if strikes && !self.renewing {
            self.act(id, Operation::CutClient { lot, back });
        }
    }

    /// Checks clients when everything has arrived.
    pub(crate) fn judge_clients(&mut self) {
        for at in 0..self.processes.len() {
            let process = &mut self.processes[at];
            // Calls wait for receivers under back-pressure; the world judges whether that wait is
            // right.
            let held = process.links.is_congested_anywhere();
            let Some(remote) = &process.remote else {
                continue;
            };
            if process.alive
                && let Err(problem) = remote.at_rest(held)
            {
                let id = process.id;
                self.judge
                    .violated(format!("the client of {id:?}: {problem}"));
                return;
            }
        }
    }
}

impl ClientFederate {
    pub(crate) fn is_cuttable(&self) -> bool {
        matches!(self.stage, ClientStage::Open | ClientStage::Leaving) && self.connected.is_some()
    }

    /// Invariants while the host lives and everything has arrived.
    fn at_rest(&self, held: bool) -> Result<(), String> {
        match self.stage {
            ClientStage::Fresh => Ok(()),
            ClientStage::Open if self.connected.is_none() && !held => {
                Err("the client does not reconnect".into())
            }
            ClientStage::Open => self.ledger.is_even(held),
            ClientStage::Leaving if held => Ok(()),
            ClientStage::Leaving => Err("the session never ended".into()),
            // Its session never began, or nothing of it arrived.
            ClientStage::Closed(_) if self.host.is_unused() => Ok(()),
            ClientStage::Closed(why) => Err(format!(
                "the client has ended ({why:?}), but its session continues"
            )),
        }
    }
}
