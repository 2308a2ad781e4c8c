//! Audit lines of an RTI without an authorizer, and of the MOM. Those of an authorizer are written where it decides.
//!
//! Names come from outside: as text fields they are quoted, so that lines cannot be forged.

use hyla_core::message::ToRti;
use hyla_net::{Channel, Endpoint};

use super::callers::behind;

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

/// A request that changes which federations and members there are, about to be carried out.
pub(super) fn request(message: &ToRti, channel: &Channel) {
    let (action, federation, federate, federate_type) = match message {
        ToRti::Create { federation, .. } => ("create", federation.as_str(), "-", "-"),
        ToRti::Destroy { federation, .. } => ("destroy", federation.as_str(), "-", "-"),
        ToRti::Join {
            federation,
            name,
            federate_type,
            ..
        } => {
            let federate = name.as_deref().unwrap_or("");
            (
                "join",
                federation.as_str(),
                federate,
                federate_type.as_str(),
            )
        }
        ToRti::RemoveFederate {
            federation,
            federate,
            ..
        } => ("remove", federation.as_str(), federate.as_str(), "-"),
        _ => return,
    };
    let peer = peer_of(channel);
    tracing::info!(
        target: "audit", federation, federate, federate_type, action, peer,
        user = "-", authorizer = "none", "audit"
    );
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
