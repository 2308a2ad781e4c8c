//! Refused callers and requests: numbers for the metrics, and log lines of limited rate, since anybody can cause them.

use hyla_net::{Address, Endpoint};

/// Refused callers and requests of an RTI, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusals {
    /// Callers that made room for others before they had said who they are (`rti.max_unidentified`).
    pub crowded: u64,
    /// The same, to keep file descriptors in reserve (`rti.reserved_descriptors`).
    pub descriptors: u64,
    /// Callers that did not greet in time (`timeout.connect_ms`).
    pub silent: u64,
    /// Callers with another protocol.
    pub foreign: u64,
    /// Callers and sessions that violated the protocol.
    pub violation: u64,
    /// Decisions of the authorizer against a caller.
    pub unauthorized: u64,
    /// Requests and federates over a quota of their users (`rti.limit_federations` and others).
    pub quota: u64,
    /// Connections to the port of metrics that were closed without an answer; counted by who serves it.
    pub http: u64,
    /// Connections, sessions and attempts to resume that the Federate Protocol refused; counted by who serves it.
    pub fedpro: u64,
    /// Log lines about such callers that were left out.
    pub suppressed_lines: u64,
}

impl Refusals {
    /// A caller with another protocol is turned away.
    pub(super) fn foreign_caller(&mut self, peer: impl std::fmt::Display, came: &str) {
        self.foreign += 1;
        if let Some(suppressed) = Endpoint::stranger_line() {
            tracing::warn!(federation = "-", federate = "-", %peer, suppressed, "a connection to the port for native federates is closed: it came from {came}");
        }
    }

    /// A session of a user that takes too much is closed; counted by its budget.
    pub(super) fn over_budget(&mut self, peer: Address, problem: &str) {
        if let Some(suppressed) = Endpoint::stranger_line() {
            tracing::warn!(federation = "-", federate = "-", %peer, problem, suppressed, "a session is closed");
        }
    }

    /// A session is closed because of what its federate did.
    pub(super) fn closed_session(&mut self, peer: Address, problem: &str) {
        self.violation += 1;
        if let Some(suppressed) = Endpoint::stranger_line() {
            tracing::warn!(federation = "-", federate = "-", %peer, problem, suppressed, "a session is closed");
        }
    }
}
