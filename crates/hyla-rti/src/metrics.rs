//! Metrics of an RTI and the members of its executions.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::time::Duration;

use hyla_core::executive::Rti;
use hyla_core::metrics::FederationMetrics;
use hyla_net::Remote;

use super::refusals::Refusals;

/// Metrics of an RTI and the members of its executions.
#[derive(Clone, Debug, Default)]
pub struct RtiMetrics {
    /// Current connections to the RTI, of federates and tools.
    pub sessions: u64,
    /// Refused callers and requests.
    pub refused: Refusals,
    /// Relayed data between members without a channel.
    pub relayed: Relayed,
    /// Its federation executions, with the answers of members.
    pub federations: Vec<FederationMetrics>,
}

/// Relayed data between members without a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relayed {
    /// Messages relayed.
    pub frames: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Messages for members that had left.
    pub dropped: u64,
}

/// Collects metrics of a running [`RtiServer`](super::RtiServer), from any thread.
#[derive(Clone, Debug)]
pub struct MetricsSource {
    questions: Sender<SyncSender<RtiMetrics>>,
    remote: Remote,
}

impl MetricsSource {
    /// Requests metrics of all members and waits for the answers: about half a second if one does
    /// not answer. `None` if the server is stopped or does not answer.
    #[must_use]
    pub fn ask(&self, timeout: Duration) -> Option<RtiMetrics> {
        let (told, answer) = mpsc::sync_channel(1);
        self.questions.send(told).ok()?;
        self.remote.wake();
        answer.recv_timeout(timeout).ok()
    }
}

/// The server's side.
pub(super) struct Metrics {
    source: MetricsSource,
    questions: Receiver<SyncSender<RtiMetrics>>,
    askers: Vec<SyncSender<RtiMetrics>>,
    /// Members are being queried.
    asking: bool,
    pub(super) relayed: Relayed,
    pub(super) refused: Refusals,
    /// Channels that the endpoint has closed for violations; the others are counted in `refused`.
    pub(super) bad_input: u64,
}

impl Metrics {
    pub(super) fn new(remote: Remote) -> Self {
        let (sender, questions) = mpsc::channel();
        Self {
            source: MetricsSource {
                questions: sender,
                remote,
            },
            questions,
            askers: Vec::new(),
            asking: false,
            relayed: Relayed::default(),
            refused: Refusals::default(),
            bad_input: 0,
        }
    }

    pub(super) fn source(&self) -> MetricsSource {
        self.source.clone()
    }

    /// Receives requests and gives answers; concurrent requests share one query.
    pub(super) fn turn(&mut self, rti: &mut Rti) {
        self.askers.extend(self.questions.try_iter());
        if self.askers.is_empty() {
            return;
        }
        if !std::mem::replace(&mut self.asking, true) {
            rti.ask_metrics();
        }
        let Some(federations) = rti.take_metrics() else {
            return;
        };
        self.asking = false;
        let metrics = RtiMetrics {
            sessions: rti.session_count() as u64,
            refused: Refusals {
                crowded: self.refused.crowded - self.refused.descriptors,
                violation: self.refused.violation + self.bad_input,
                quota: self.refused.quota + rti.refused_over_quota(),
                suppressed_lines: hyla_net::Endpoint::suppressed_stranger_lines(),
                ..self.refused
            },
            relayed: self.relayed,
            federations,
        };
        for asker in self.askers.drain(..) {
            // A caller that has given up needs no answer.
            let _ = asker.send(metrics.clone());
        }
    }
}
