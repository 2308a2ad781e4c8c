//! A Latency Server, and a peer for others, inside `hyla rti`.

use std::fmt::Write as _;
use std::io;

use hyla_latency::peer::Peer;
use hyla_latency::server::{Config, ConfigError, Server, StartError};
use hyla_settings::{HostPort, Settings};

use super::serve::this_machine;

/// The parts of the Latency Server that run beside the RTI, until this value is dropped.
pub(crate) struct Latency {
    _server: Option<Server>,
    _peers: Vec<Peer>,
}

/// Why it does not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LatencyError {
    #[error("rti.latency: {0}")]
    Config(#[from] ConfigError),
    #[error("rti.latency: {0}")]
    Start(#[from] StartError),
    #[error(
        "rti.latency_peer: cannot listen at {at}: {cause}; take another address with --set rti.latency_peer=HOST:PORT"
    )]
    Peer { at: HostPort, cause: io::Error },
}

impl Latency {
    /// Starts what the settings name, and adds its addresses to `text`.
    pub(crate) fn start(settings: &Settings, text: &mut String) -> Result<Self, LatencyError> {
        let mut peers = Vec::new();
        for at in &settings.rti.latency_peer {
            let refused = |cause| LatencyError::Peer {
                at: at.clone(),
                cause,
            };
            let found = at.addresses_here().map_err(refused)?;
            let address = found.into_iter().next();
            let none = || io::Error::new(io::ErrorKind::NotFound, "the name has no address");
            let peer = Peer::start(address.ok_or_else(none).map_err(refused)?).map_err(refused)?;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "reflects for Latency Servers at {} (rti.latency_peer)",
                peer.address()
            );
            peers.push(peer);
        }
        let server = match &settings.rti.latency {
            None => None,
            Some(file) => {
                let server = Server::start(Config::read(file)?, &this_machine())?;
                for warning in server.warnings() {
                    let _ = writeln!(text, "the profile is of another machine: {warning}");
                }
                let _ = writeln!(text, "latency at {} (rti.latency)", server.address());
                Some(server)
            }
        };
        Ok(Self {
            _server: server,
            _peers: peers,
        })
    }
}
