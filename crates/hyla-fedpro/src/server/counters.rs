//! Counters of the server.

use std::sync::atomic::{AtomicU64, Ordering};

/// A reading of the counters of a server. All but `sessions` only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FedProCounters {
    /// Connections accepted.
    pub connections: u64,
    /// Connections closed because too many others had not asked for a session either.
    pub connections_refused: u64,
    /// Connections that did not come to a session: too slow, or not the Federate Protocol.
    pub handshakes_failed: u64,
    /// Sessions now, those without a connection included.
    pub sessions: u64,
    /// Sessions begun.
    pub sessions_begun: u64,
    /// Sessions refused: other versions of the protocol, too many sessions.
    pub sessions_refused: u64,
    /// Sessions lost: not resumed in time, or given up because their client took nothing.
    pub sessions_lost: u64,
    /// Sessions resumed over another connection.
    pub resumes: u64,
    /// Attempts to resume that were refused.
    pub resumes_refused: u64,
    /// Calls received.
    pub calls: u64,
    /// Callbacks sent.
    pub callbacks: u64,
    /// Best-effort callbacks dropped because their client could not keep up.
    pub callbacks_dropped: u64,
    /// Bytes of frames received.
    pub bytes_received: u64,
    /// Bytes of frames sent.
    pub bytes_sent: u64,
}

/// The counters themselves.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) connections: Counter,
    pub(crate) connections_refused: Counter,
    pub(crate) handshakes_failed: Counter,
    pub(crate) sessions_begun: Counter,
    pub(crate) sessions_refused: Counter,
    pub(crate) sessions_lost: Counter,
    pub(crate) resumes: Counter,
    pub(crate) resumes_refused: Counter,
    pub(crate) calls: Counter,
    pub(crate) callbacks: Counter,
    pub(crate) callbacks_dropped: Counter,
    pub(crate) bytes_received: Counter,
    pub(crate) bytes_sent: Counter,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Counts `n` more.
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    fn read(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Counters {
    pub(crate) fn read(&self, sessions: usize) -> FedProCounters {
        FedProCounters {
            connections: self.connections.read(),
            connections_refused: self.connections_refused.read(),
            handshakes_failed: self.handshakes_failed.read(),
            sessions: sessions as u64,
            sessions_begun: self.sessions_begun.read(),
            sessions_refused: self.sessions_refused.read(),
            sessions_lost: self.sessions_lost.read(),
            resumes: self.resumes.read(),
            resumes_refused: self.resumes_refused.read(),
            calls: self.calls.read(),
            callbacks: self.callbacks.read(),
            callbacks_dropped: self.callbacks_dropped.read(),
            bytes_received: self.bytes_received.read(),
            bytes_sent: self.bytes_sent.read(),
        }
    }
}
