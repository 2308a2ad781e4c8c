//! Federates whose clients speak the Federate Protocol: the client, its wire, the session at its host, and what the judge
//! compares between them.
//!
//! | module | what is there |
//! |---|---|
//! | `callbacks` | callbacks on their way to the client, and when they take effect |
//! | `calls` | its calls, carried out at the host |
//! | `client` | the client's half of the protocol |
//! | `connections` | the session over its connections, at the host |
//! | `federate` | the client's federate: its calls, its callbacks, and coming back |
//! | `host` | rounds of the host, as the server's task makes them |
//! | `ledger` | that every call, answer and callback comes once and in order |
//! | `wire` | connections of bytes that can be cut anywhere |

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

use crate::deeds::Deed;
use crate::faults::Sabotage;
use crate::network::{Event, Micros, ProcessId, mix};
use crate::world::World;
use client::Client;
use federate::Talk;
use host::Host;
use ledger::Ledger;
use wire::Wire;

/// Of so many processes one hosts a federate for a client.
const ONE_IN: u64 = 6;

/// After that silence a client shows that it lives.
const HEARTBEAT: Micros = 3_000_000;

/// After that silence a client or its host takes the connection for dead. Times are shorter than the defaults: a ghost ends
/// before a world counts as quiet.
const SILENCE: Micros = 8_000_000;

/// A client tries for so long to come back.
const PATIENCE: Micros = 18_000_000;

/// A client that is refused a connection, or hears nothing on it, tries again after that.
const RETRY: Micros = 400_000;

/// Bytes on their way to a client before its host waits.
const NARROW: usize = 700;
const WIDE: usize = 1 << 20;

/// Most cuts of a client between two phases.
const CUTS: u64 = 4;

/// Who reads at an end of the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Client,
    Host,
}

/// How the client's federate behaves.
#[derive(Clone, Copy, Debug)]
struct Manners {
    /// Takes callbacks when they come, instead of when it evokes them.
    immediate: bool,
    /// Does not wait for the answers to updates and interactions without a time.
    asynchronous: bool,
}

/// What is under way of a federate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has not called anybody.
    Fresh,
    /// It has a session, if maybe no connection.
    Open,
    /// It has said farewell.
    Leaving,
    /// Its client is over, for that reason.
    Over(Over),
}

/// Why a client is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    /// Its host has said farewell.
    Terminated,
    /// It may not go on with its session.
    Refused,
    /// Its host is gone, or does not answer for too long.
    Alone,
    /// Its process is gone.
    Killed,
}

/// A federate with a client, beside the process that hosts its member.
#[derive(Debug)]
pub(crate) struct Remote {
    lot: u64,
    /// Sabotage: the session waits for its client for ever.
    keeps_ghosts: bool,
    manners: Manners,
    stage: Stage,
    client: Client,
    host: Host,
    ledger: Ledger,
    wires: BTreeMap<u32, Wire>,
    /// Connections so far.
    connections: u32,
    /// That of the client.
    connected: Option<u32>,
    /// Calls that the federate will make, with their numbers in the ledger.
    planned: VecDeque<(u32, Deed)>,
    /// Calls under way.
    deeds: BTreeMap<u32, Deed>,
    /// Callbacks that the federate has not taken.
    untaken: VecDeque<(SequenceNumber, u32, bool)>,
    /// The federate takes no callbacks.
    muted: bool,
    /// When the client connects anew, and since when it has none.
    back_at: Option<Micros>,
    away_since: Option<Micros>,
    /// How long after it has noticed a cut it does so.
    back_after: Micros,
    talk: Talk,
    /// What opens its connection, before it is written.
    opening: Option<Bytes>,
    /// The connection on which it has said farewell.
    farewell: Option<u32>,
    /// Events that are scheduled for timers: of the client and of the host.
    client_due: Option<Micros>,
    host_due: Option<Micros>,
    /// A round of the host is scheduled.
    host_called: bool,
}

impl Remote {
    fn new(lot: u64, immediate: bool, keeps_ghosts: bool) -> Self {
        Self {
            lot,
            keeps_ghosts,
            manners: Manners {
                immediate,
                asynchronous: mix(&[lot, 1]).is_multiple_of(2),
            },
            stage: Stage::Fresh,
            client: Client::default(),
            host: Host::default(),
            ledger: Ledger::default(),
            wires: BTreeMap::new(),
            connections: 0,
            connected: None,
            planned: VecDeque::new(),
            deeds: BTreeMap::new(),
            untaken: VecDeque::new(),
            muted: false,
            back_at: None,
            away_since: None,
            back_after: RETRY,
            talk: Talk::default(),
            opening: None,
            farewell: None,
            client_due: None,
            host_due: None,
            host_called: false,
        }
    }

    /// What its session may hold: little with some, so that best effort is left out, calls wait, and some resumes are refused.
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
            NARROW
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

    /// Wires that nobody uses any more are gone.
    fn tidy(&mut self) {
        let (client, host) = (self.connected, &self.host);
        self.wires
            .retain(|at, _| client == Some(*at) || host.uses(*at));
    }

    /// Whether its federate takes callbacks when they come.
    pub(crate) fn is_immediate(&self) -> bool {
        self.manners.immediate
    }

    /// How often its session went on over another connection.
    pub(crate) fn resumes(&self) -> u64 {
        self.host.resumes()
    }

    pub(crate) fn is_fresh(&self) -> bool {
        self.stage == Stage::Fresh
    }

    /// Whether its federate may make another call, now or when others are answered.
    pub(crate) fn may_plan(&self) -> bool {
        self.stage == Stage::Open && self.planned.len() < 32
    }

    /// Whether its federate waits for an answer.
    pub(crate) fn waits(&self) -> bool {
        self.stage != Stage::Open || !self.planned.is_empty() || self.waits_for_answer()
    }

    fn waits_for_answer(&self) -> bool {
        let most = if self.manners.asynchronous { 8 } else { 1 };
        self.deeds.len() >= most || self.deeds.values().any(|deed| !self.goes_on_after(deed))
    }

    fn goes_on_after(&self, deed: &Deed) -> bool {
        self.manners.asynchronous
            && matches!(
                deed,
                Deed::Update { stamp: None, .. } | Deed::Send { stamp: None, .. }
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
        process.remote = Some(Box::new(Remote::new(lot, immediate, keeps_ghosts)));
    }

    fn remote(&mut self, id: ProcessId) -> Option<&mut Remote> {
        self.process(id).remote.as_deref_mut()
    }

    /// Cuts of its wire from now on, for so long.
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

    /// A cut of the plan.
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
            self.act(id, Deed::CutClient { lot, back });
        }
    }

    /// What must hold of clients whenever everything has arrived.
    pub(crate) fn judge_clients(&mut self) {
        for at in 0..self.processes.len() {
            let process = &mut self.processes[at];
            // Its calls wait for those who get what it sends; the world judges whether these may keep it waiting.
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

impl Remote {
    pub(crate) fn is_cuttable(&self) -> bool {
        matches!(self.stage, Stage::Open | Stage::Leaving) && self.connected.is_some()
    }

    /// What must hold while its host lives and everything has arrived.
    fn at_rest(&self, held: bool) -> Result<(), String> {
        match self.stage {
            Stage::Fresh => Ok(()),
            Stage::Open if self.connected.is_none() && !held => {
                Err("it has no connection, though nothing else happens".into())
            }
            Stage::Open => self.ledger.is_even(held),
            Stage::Leaving if held => Ok(()),
            Stage::Leaving => Err("it was never let go".into()),
            // Its session was never begun, or nobody has heard of it.
            Stage::Over(_) if self.host.is_unused() => Ok(()),
            Stage::Over(why) => Err(format!("it is over ({why:?}), and its session goes on")),
        }
    }
}
