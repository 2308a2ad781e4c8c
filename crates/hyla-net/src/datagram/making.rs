//! Making both ends of a channel over datagrams.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, OnceLock};

use super::engine::Engine;
use super::link::{DatagramCarrier, Limits};
use super::packet::{self, Id, Terms};
use super::socket::{Destination, UdpWire};
use super::state::SendState;
use super::{facts, standard_chain};
use crate::channel::Shared;
use crate::mailbox::EndpointMailbox;
use crate::modules::{Chain, ChainError, Driver, DriverOptions, ModuleSpec};
use crate::secure::Sealing;
use crate::{ChannelId, CloseReason, EndpointConfig, Profile, Reliability};

/// Starts a call to `at`, from a socket of its own.
///
/// # Errors
/// Why it cannot be started.
pub(crate) fn connect(
    from: &Arc<EndpointMailbox>,
    at: SocketAddr,
    profile: &Profile,
) -> Result<Arc<Shared>, CloseReason> {
    let wire = UdpWire::connect(at, profile.priority)
        .map_err(|error| CloseReason::ConnectFailed(error.kind()))?;
    let link = DatagramCarrier::call(wire, at, profile, &from.config)
        .map_err(|error| CloseReason::WrongChain(error.to_string()))?;
    let link = Arc::new(link);
    Ok(Shared::new(from, ChannelId::next(), link.into()))
}

impl Driver {
    /// The caller's chain of a profile over datagrams; the standard one if the profile names no
    /// modules.
    ///
    /// # Errors
    /// [`ChainError`] if such a chain cannot keep what the profile promises.
    pub fn for_datagrams(profile: &Profile) -> Result<Self, ChainError> {
        Self::calling(profile, false)
    }

    fn calling(profile: &Profile, are_sealed: bool) -> Result<Self, ChainError> {
        let reliability = profile.reliability;
        if profile.modules.is_empty() {
            Self::over(&standard_chain(reliability), reliability, are_sealed)
        } else {
            Self::over(&profile.modules, reliability, are_sealed)
        }
    }

    /// The acceptor's chain over datagrams, from the caller's [`Driver::specs`].
    ///
    /// # Errors
    /// As [`Driver::for_datagrams`].
    pub fn over_datagrams(
        specs: &[ModuleSpec],
        reliability: Reliability,
    ) -> Result<Self, ChainError> {
        Self::over(specs, reliability, false)
    }

    fn over(
        specs: &[ModuleSpec],
        reliability: Reliability,
        are_sealed: bool,
    ) -> Result<Self, ChainError> {
        let plan = DriverOptions {
            holds: reliability == Reliability::Reliable,
            most_held: None,
            // Only the endpoint receives acknowledgements, and must do so before timers run.
            turns: false,
        };
        let chain = Chain::new(specs, facts(reliability, are_sealed))?;
        Ok(Self::new(chain, plan))
    }
}

impl DatagramCarrier {
    /// Starts a call; the endpoint continues it.
    fn call(
        wire: UdpWire,
        at: SocketAddr,
        profile: &Profile,
        config: &EndpointConfig,
    ) -> Result<Self, ChainError> {
        let peer = Destination { to: at, from: None };
        let token = packet::new_token();
        let driver = Driver::calling(profile, config.security.seals_members())?;
        let terms = Terms {
            reliable: profile.reliability == Reliability::Reliable,
            name: &profile.name,
            chain: &ModuleSpec::encode(driver.specs()),
        };
        let terms = terms.encode();
        let name = profile.name.clone();
        let link = Self::new(
            Arc::new(wire),
            peer,
            Id::of_token(token),
            name,
            (driver, profile.reliability),
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
        let are_sealed = config.security.seals_members();
        let driver =
            Driver::over(&specs, reliability, are_sealed).map_err(|error| error.to_string())?;
        let name = terms.name.to_owned();
        let driver = (driver, reliability);
        let link = Self::new(Arc::clone(wire), peer, own, name, driver, config);
        link.lock().peer = Some(peers);
        Ok(link)
    }

    fn new(
        wire: Arc<UdpWire>,
        peer: Destination,
        own: Id,
        name: String,
        (driver, reliability): (Driver, Reliability),
        config: &EndpointConfig,
    ) -> Self {
        let bundle = driver.specs().iter().find_map(|spec| match spec {
            ModuleSpec::Bundle(bundle) => Some(bundle),
            _ => None,
        });
        let limits = Limits {
            high: config.send_queue_bytes,
            low: config.send_queue_bytes / 2,
            frame: config.max_frame_bytes,
            bundle: config.bundle_bytes,
            // The gap of a chain's bundles is kept here, where frames share a run of the chain.
            gap: match bundle {
                Some(bundle) if bundle.adaptive => bundle.gap,
                _ => config.bundle_gap,
            },
        };
        let adaptive = driver.is_adaptive();
        let engine = Engine::new(driver, adaptive, Sealing::new(&config.security));
        Self {
            wire,
            own_wire: OnceLock::new(),
            peer,
            own,
            name,
            reliability,
            token: 0,
            terms: Vec::new(),
            limits,
            state: Mutex::new(SendState::new(engine)),
            returned: Condvar::new(),
        }
    }
}
