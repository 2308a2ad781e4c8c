//! What an RTI and the members of its executions have done, for whoever shows it.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::time::Duration;

use hyla_core::executive::Rti;
use hyla_core::metrics::FederationMetrics;
use hyla_net::Remote;

/// What an RTI and the members of its executions have done.
#[derive(Clone, Debug, Default)]
pub struct RtiMetrics {
    /// Connections to the RTI now, of federates and of tools.
    pub sessions: u64,
    /// What it passed on between members that cannot reach each other.
    pub relayed: Relayed,
    /// Its federation executions, with what members have answered.
    pub federations: Vec<FederationMetrics>,
}

/// What an RTI passed on between members that cannot reach each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relayed {
    /// Messages passed on.
    pub frames: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Messages for members that were gone.
    pub dropped: u64,
}

/// Asks a running [`RtiServer`](super::RtiServer), from any thread.
#[derive(Clone, Debug)]
pub struct MetricsSource {
    questions: Sender<SyncSender<RtiMetrics>>,
    remote: Remote,
}

impl MetricsSource {
    /// Asks all members for their metrics and waits for the answers: about half a second if one of
    /// them does not answer. `None` if the server does not run or says nothing for so long.
    #[must_use]
    pub fn ask(&self, patience: Duration) -> Option<RtiMetrics> {
        let (told, answer) = mpsc::sync_channel(1);
        self.questions.send(told).ok()?;
        self.remote.wake();
        answer.recv_timeout(patience).ok()
    }
}

/// The server's side.
pub(super) struct Metrics {
    source: MetricsSource,
    questions: Receiver<SyncSender<RtiMetrics>>,
    askers: Vec<SyncSender<RtiMetrics>>,
    /// Members are being asked.
    asking: bool,
    pub(super) relayed: Relayed,
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
        }
    }

    pub(super) fn source(&self) -> MetricsSource {
        self.source.clone()
    }

    /// Takes questions and gives answers; who asks while members are being asked shares the answer.
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
            relayed: self.relayed,
            federations,
        };
        for asker in self.askers.drain(..) {
            // Whoever has given up does not miss it.
            let _ = asker.send(metrics.clone());
        }
    }
}
