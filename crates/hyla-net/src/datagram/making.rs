//! How the two ends of a channel over datagrams are made.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex};

use super::engine::Engine;
use super::link::{DatagramLink, Limits};
use super::packet::{self, Id, Terms};
use super::socket::{Destination, UdpWire};
use super::state::State;
use super::{facts, standard_chain};
use crate::attention::Attention;
use crate::channel::Shared;
use crate::modules::{Chain, ChainError, Driver, ModuleSpec, Plan};
use crate::{ChannelId, CloseReason, EndpointConfig, Profile, Reliability};

/// Begins to call `at`, from a socket of its own.
///
/// # Errors
/// Why it cannot even be begun.
pub(crate) fn connect(
    from: &Arc<Attention>,
    at: SocketAddr,
    profile: &Profile,
) -> Result<Arc<Shared>, CloseReason> {
    let wire = UdpWire::connect(at, profile.priority)
        .map_err(|error| CloseReason::ConnectFailed(error.kind()))?;
    let link = DatagramLink::call(wire, at, profile, &from.config)
        .map_err(|error| CloseReason::WrongChain(error.to_string()))?;
    let link = Arc::new(link);
    Ok(Shared::new(from, ChannelId::next(), link.into()))
}

impl DatagramLink {
    /// Begins to call; the endpoint goes on with it.
    fn call(
        wire: UdpWire,
        at: SocketAddr,
        profile: &Profile,
        config: &EndpointConfig,
    ) -> Result<Self, ChainError> {
        let peer = Destination { to: at, from: None };
        let token = packet::new_token();
        let specs = if profile.modules.is_empty() {
            standard_chain(profile.reliability)
        } else {
            profile.modules.clone()
        };
        let chain = Chain::new(&specs, facts(profile.reliability))?;
        let terms = Terms {
            reliable: profile.reliability == Reliability::Reliable,
            name: &profile.name,
            chain: &ModuleSpec::encode(chain.specs()),
        };
        let terms = terms.encode();
        let name = profile.name.clone();
        let link = Self::new(
            Arc::new(wire),
            peer,
            Id::of_token(token),
            name,
            (chain, profile.reliability),
            config,
        );
        Ok(Self {
            token,
            terms,
            ..link
        })
    }

    /// The other end, on the caller's terms.
    pub(crate) fn accept(
        wire: &Arc<UdpWire>,
        peer: Destination,
        (own, peers): (Id, Id),
        terms: &Terms<'_>,
        config: &EndpointConfig,
    ) -> Result<Self, String> {
        let specs = ModuleSpec::decode(terms.chain).map_err(|error| error.to_string())?;
        let reliability = if terms.reliable {
            Reliability::Reliable
        } else {
            Reliability::BestEffort
        };
        let chain = Chain::new(&specs, facts(reliability)).map_err(|error| error.to_string())?;
        let name = terms.name.to_owned();
        let chain = (chain, reliability);
        let link = Self::new(Arc::clone(wire), peer, own, name, chain, config);
        link.lock().peer = Some(peers);
        Ok(link)
    }

    fn new(
        wire: Arc<UdpWire>,
        peer: Destination,
        own: Id,
        name: String,
        (chain, reliability): (Chain, Reliability),
        config: &EndpointConfig,
    ) -> Self {
        let bundle = chain.specs().iter().find_map(|spec| match spec {
            ModuleSpec::Bundle(bundle) => Some(bundle),
            _ => None,
        });
        let adaptive = bundle.is_none_or(|bundle| bundle.adaptive);
        let limits = Limits {
            high: config.send_queue_bytes,
            low: config.send_queue_bytes / 2,
            frame: config.max_frame_bytes,
            bundle: config.bundle_bytes,
            // The gap of a chain's bundles is kept here, where frames share the way through the chain.
            gap: match bundle {
                Some(bundle) if bundle.adaptive => bundle.gap,
                _ => config.bundle_gap,
            },
        };
        let plan = Plan {
            holds: reliability == Reliability::Reliable,
            most_held: None,
            // What the peer says is only heard by the endpoint, and has to be before what is due is done.
            turns: false,
        };
        let engine = Engine::new(Driver::new(chain, plan), adaptive);
        Self {
            wire,
            peer,
            own,
            name,
            reliability,
            token: 0,
            terms: Vec::new(),
            limits,
            state: Mutex::new(State::new(engine)),
            returned: Condvar::new(),
        }
    }
}
