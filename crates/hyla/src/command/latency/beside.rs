//! A Latency Server, and a peer for others, inside `hyla rti`.

use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use hyla_latency::peer::Peer;
use hyla_latency::server::{Config, ConfigError, Server, StartError};
use hyla_settings::{HostPort, RtiAddress, Settings};

use super::serve;

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
    /// `rti` is an address of the RTI.
    pub(crate) fn start(
        settings: &Settings,
        rti: Option<SocketAddr>,
        text: &mut String,
    ) -> Result<Self, LatencyError> {
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
                let server = serve::start(Config::read(file)?, rti.and_then(reached_at))?;
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

/// How this process reaches the RTI that listens there.
fn reached_at(mut listens: SocketAddr) -> Option<RtiAddress> {
    if listens.ip().is_unspecified() {
        listens.set_ip(match listens.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    listens.to_string().parse().ok()
}
