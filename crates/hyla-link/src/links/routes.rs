//! The route of each link.

use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::Links;
use super::link::{Link, LinkState};

/// How data gets to a peer, if its transportation type has neither lane nor group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Waits for a channel, or until a broken one is replaced.
    Waits,
    /// By the stream.
    Direct,
    /// The peer has resigned; its stream is read to the end.
    Drains,
    /// A relay forwards it.
    Relayed(Relayer),
}

/// Forwards data between members that have no channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relayer {
    /// The RTI.
    Rti,
}

impl<N: Network> Links<N> {
    /// The route to each peer.
    pub fn routes(&self) -> impl Iterator<Item = (FederateHandle, Route)> {
        let peers = self.peers.iter();
        peers.map(|(peer, known)| (*peer, known.route()))
    }
}

impl<N: Network> Link<N> {
    pub(super) fn route(&self) -> Route {
        match &self.state {
            LinkState::Awaited(_) | LinkState::Calling(..) | LinkState::Broken(..) => Route::Waits,
            LinkState::Up(_) => Route::Direct,
            LinkState::Draining(..) => Route::Drains,
            LinkState::Relayed(relay) => Route::Relayed(relay.by),
        }
    }
}
