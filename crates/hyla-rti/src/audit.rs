//! Audit lines of an RTI without an authorizer, of the MOM, and of federates that leave. Those of an authorizer are written where it decides.
//!
//! Names come from outside: as text fields they are quoted, so that lines cannot be forged.

use std::time::{Duration, Instant};

use hyla_core::executive::{AnsweredRequest, Audited};
use hyla_net::{Channel, Endpoint};

use super::callers::behind;
use super::limited_lines::LimitedLines;

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

/// The other end of a session: [`peer_of`] and [`origin_of`] while its channel is open.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    name: String,
    origin: String,
}

impl Peer {
    pub(super) fn of(channel: &Channel) -> Self {
        Self {
            name: peer_of(channel),
            origin: origin_of(channel),
        }
    }
}

/// Who is at the other end of a session, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Who {
    /// The name that the authorizer gave.
    user: Option<String>,
    peer: Peer,
}

impl Who {
    /// `peer`: of the session, if it is still there.
    pub(super) fn new(user: Option<&str>, peer: Option<&Peer>) -> Self {
        let unknown = || Peer {
            name: "-".to_owned(),
            origin: "-".to_owned(),
        };
        Self {
            user: user.map(str::to_owned),
            peer: peer.cloned().unwrap_or_else(unknown),
        }
    }

    fn user(&self) -> &str {
        self.user.as_deref().unwrap_or("-")
    }
}

/// Interval at which the numbers of actions without a line are told.
const LEFT_OUT_INTERVAL: Duration = Duration::from_secs(1);

/// Audit lines, each caller and action with a budget.
#[derive(Debug)]
pub(super) struct RequestAudit {
    refused: LimitedLines,
    permitted: LimitedLines,
    next_left_out: Option<Instant>,
}

impl RequestAudit {
    pub(super) fn new() -> Self {
        Self {
            refused: LimitedLines::refused(),
            permitted: LimitedLines::permitted(),
            next_left_out: None,
        }
    }

    /// The line of a request that has been answered.
    pub(super) fn write(&mut self, request: &AnsweredRequest, who: &Who) {
        let now = Instant::now();
        let (peer, action) = (who.peer.name.as_str(), request.action);
        let federation = request.federation.as_str();
        let (federate, federate_type) = match action {
            "join" => (request.federate.as_str(), request.federate_type.as_str()),
            "remove" => (request.federate.as_str(), "-"),
            _ => ("-", "-"),
        };
        let Some(reason) = &request.refusal else {
            if let Some(suppressed) = self.permit(who, action, now) {
                tracing::info!(
                    target: "audit", federation, federate, federate_type, action, verdict = "carried out", peer,
                    user = "-", authorizer = "none", suppressed, "audit"
                );
            }
            return;
        };
        if let Some(suppressed) = self.refused.take(&who.peer.origin, "", now) {
            tracing::warn!(
                target: "audit", federation, federate, federate_type, action, verdict = "refused", peer, user = "-",
                authorizer = "none", reason, suppressed, "audit"
            );
        } else {
            self.next_left_out.get_or_insert(now + LEFT_OUT_INTERVAL);
        }
    }

    /// A caller has connected, and no authorizer was asked.
    pub(super) fn connected(&mut self, who: &Who) {
        if let Some(suppressed) = self.permit(who, "connect", Instant::now()) {
            let peer = who.peer.name.as_str();
            tracing::info!(
                target: "audit", federation = "-", federate = "-", action = "connect", verdict = "carried out", peer,
                user = "-", authorizer = "none", suppressed, "audit"
            );
        }
    }

    /// What the federate of a session did, or what became of it.
    pub(super) fn happened(
        &mut self,
        audited: Audited,
        (federation, federate): (&str, &str),
        who: &Who,
        text: &str,
    ) {
        // Each interaction has a budget: one hides no other.
        let what = match audited {
            Audited::Mom => text.split(' ').next().unwrap_or(text),
            Audited::Resigned => "resign",
            Audited::Lost => "lost",
            Audited::Removed => "removed",
        };
        let Some(suppressed) = self.permit(who, what, Instant::now()) else {
            return;
        };
        let (user, peer) = (who.user(), who.peer.name.as_str());
        match audited {
            Audited::Mom => tracing::info!(
                target: "audit", federation, federate, action = "mom", user, peer, mom = text, suppressed, "audit"
            ),
            Audited::Resigned | Audited::Lost | Audited::Removed => tracing::info!(
                target: "audit", federation, federate, action = what, user, peer, reason = text, suppressed, "audit"
            ),
        }
    }

    /// Whether something permitted has a line, and the number of those before that had none, if there were some.
    fn permit(&mut self, who: &Who, what: &str, now: Instant) -> Option<Option<u64>> {
        let named = who.user.as_ref().map(|name| format!("user {name}"));
        let caller = named.as_deref().unwrap_or(&who.peer.origin);
        let Some(suppressed) = self.permitted.take(caller, what, now) else {
            self.next_left_out.get_or_insert(now + LEFT_OUT_INTERVAL);
            return None;
        };
        Some((suppressed > 0).then_some(suppressed))
    }

    /// Writes the numbers of actions that had no line, if it is time; gives the time until then.
    pub(super) fn write_left_out(&mut self, now: Instant) -> Option<Duration> {
        let next = self.next_left_out?;
        if now < next {
            return Some(next - now);
        }
        let mut waits = false;
        for lines in [&mut self.refused, &mut self.permitted] {
            lines.write_left_out("none", now);
            waits |= lines.has_left_out();
        }
        self.next_left_out = waits.then_some(now + LEFT_OUT_INTERVAL);
        waits.then_some(LEFT_OUT_INTERVAL)
    }
}

/// A session whose user may not be connected any more is cut.
pub(super) fn cut(user: Option<&str>, channel: &Channel) {
    let (user, peer) = (user.unwrap_or("-"), peer_of(channel));
    tracing::warn!(
        target: "audit", federation = "-", federate = "-", action = "cut", user, peer,
        reason = "its user may not be connected any more", "audit"
    );
}
