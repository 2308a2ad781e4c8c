//! Audit lines of an RTI without an authorizer, and of the MOM. Those of an authorizer are written where it decides.
//!
//! Names come from outside: as text fields they are quoted, so that lines cannot be forged.

use std::time::{Duration, Instant};

use hyla_core::executive::AnsweredRequest;
use hyla_net::{Channel, Endpoint};

use super::callers::behind;
use super::limited_lines::RefusedLines;

/// The other end of a session, for people: an address, also of a client of the Federate Protocol, or user and process of this
/// host.
pub(super) fn peer_of(channel: &Channel) -> String {
    if let Some(process) = channel.peer_process() {
        return format!("uid {} pid {}", process.user, process.process);
    }
    behind(channel.peer_address()).map_or_else(|| "this process".to_owned(), |at| at.to_string())
}

/// The user that a caller without a name counts as, see [`hyla_core::executive::Rti::limit_users`]: a user of this host, or an address,
/// of IPv6 a network.
pub(super) fn origin_of(channel: &Channel) -> String {
    if let Some(process) = channel.peer_process() {
        return format!("uid {}", process.user);
    }
    match behind(channel.peer_address()) {
        Some(at) => format!("address {}", Endpoint::network_of(at.ip())),
        None => "this process".to_owned(),
    }
}

/// Interval at which the numbers of refusals without a line are told.
const LEFT_OUT_INTERVAL: Duration = Duration::from_secs(1);

/// Audit lines of requests that change which federations and members there are. What was carried out always has a line; refusals have a
/// budget for each origin.
#[derive(Debug, Default)]
pub(super) struct RequestAudit {
    refused: RefusedLines,
    next_left_out: Option<Instant>,
}

impl RequestAudit {
    /// The line of a request that has been answered; `channel`: of its session, if it is still there.
    pub(super) fn write(&mut self, request: &AnsweredRequest, channel: Option<&Channel>) {
        let peer = channel.map_or_else(|| "-".to_owned(), peer_of);
        let action = request.action;
        let federation = request.federation.as_str();
        let (federate, federate_type) = match action {
            "join" => (request.federate.as_str(), request.federate_type.as_str()),
            "remove" => (request.federate.as_str(), "-"),
            _ => ("-", "-"),
        };
        let Some(reason) = &request.refusal else {
            tracing::info!(
                target: "audit", federation, federate, federate_type, action, verdict = "carried out", peer, user = "-",
                authorizer = "none", "audit"
            );
            return;
        };
        let now = Instant::now();
        let origin = channel.map_or_else(|| "-".to_owned(), origin_of);
        if let Some(suppressed) = self.refused.take(&origin, now) {
            tracing::warn!(
                target: "audit", federation, federate, federate_type, action, verdict = "refused", peer, user = "-",
                authorizer = "none", reason, suppressed, "audit"
            );
        } else {
            self.next_left_out.get_or_insert(now + LEFT_OUT_INTERVAL);
        }
    }

    /// Writes the numbers of refusals that had no line, if it is time; gives the time until then.
    pub(super) fn write_left_out(&mut self, now: Instant) -> Option<Duration> {
        let next = self.next_left_out?;
        if now < next {
            return Some(next - now);
        }
        self.refused.write_left_out("none", now);
        let waits = self.refused.has_left_out();
        self.next_left_out = waits.then_some(now + LEFT_OUT_INTERVAL);
        waits.then_some(LEFT_OUT_INTERVAL)
    }
}

/// An action through the MOM, of the federate at the other end of `channel`, if it is still there.
pub(super) fn mom(
    federation: &str,
    federate: &str,
    user: Option<&str>,
    channel: Option<&Channel>,
    text: &str,
) {
    let user = user.unwrap_or("-");
    let peer = channel.map_or_else(|| "-".to_owned(), peer_of);
    tracing::info!(
        target: "audit", federation, federate, action = "mom", user, peer, mom = text, "audit"
    );
}

/// A session whose user may not be connected any more is cut.
pub(super) fn cut(user: Option<&str>, channel: &Channel) {
    let (user, peer) = (user.unwrap_or("-"), peer_of(channel));
    tracing::warn!(
        target: "audit", federation = "-", federate = "-", action = "cut", user, peer,
        reason = "its user may not be connected any more", "audit"
    );
}
