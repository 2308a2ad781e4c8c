//! Routes: by which way what a member is sent gets there, as a value.

use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::Links;
use super::peer::{Peer, Way};

/// By which way something gets to a member, unless a lane or a group of its transportation type stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// It waits: for a channel, or for what becomes of one that broke.
    Waits,
    /// By a channel of its own.
    Direct,
    /// By a channel, which is read to its end since the member has left.
    Drains,
    /// Another host passes it on.
    Relayed(Relayer),
}

/// Who passes data on between members that have no channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relayer {
    /// The RTI.
    Rti,
}

impl<N: Network> Links<N> {
    /// How data gets to the other members.
    pub fn routes(&self) -> impl Iterator<Item = (FederateHandle, Route)> {
        let peers = self.peers.iter();
        peers.map(|(peer, known)| (*peer, known.route()))
    }
}

impl<N: Network> Peer<N> {
    pub(super) fn route(&self) -> Route {
        match &self.way {
            Way::Awaited(_) | Way::Calling(..) | Way::Broken(..) => Route::Waits,
            Way::Up(_) => Route::Direct,
            Way::Draining(..) => Route::Drains,
            Way::Relayed(relay) => Route::Relayed(relay.by),
        }
    }
}
