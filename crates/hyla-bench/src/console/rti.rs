//! An RTI inside the console, for runs without one.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread::JoinHandle;

use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::{RtiAddress, Settings};

/// A running RTI; dropping it ends it.
pub(super) struct OwnRti {
    /// Address for the console and agents of this host.
    pub(super) address: RtiAddress,
    /// Listening address.
    pub(super) bound: SocketAddr,
    stop: RtiStop,
    server: Option<JoinHandle<()>>,
}

impl OwnRti {
    /// Starts it at `listen`, or at a free port of the loopback interface.
    pub(super) fn start(settings: &Settings, listen: Option<SocketAddr>) -> io::Result<Self> {
        let mut settings = settings.clone();
        // Its federates are those of this run, without credentials.
        settings.authorization.file = None;
        let mut server = RtiServer::new(&settings)?;
        let bound = server.listen(listen.unwrap_or((Ipv4Addr::LOCALHOST, 0).into()))?;
        let here: IpAddr = match bound.ip() {
            ip if !ip.is_unspecified() => ip,
            _ => Ipv4Addr::LOCALHOST.into(),
        };
        let address = SocketAddr::new(here, bound.port()).to_string();
        let address = address
            .parse()
            .map_err(|error| io::Error::other(format!("{address}: {error}")))?;
        let stop = server.stopper();
        let server = std::thread::Builder::new()
            .name("rti".into())
            .spawn(move || {
                if let Err(error) = server.run() {
                    tracing::error!(%error, "the RTI of the benchmark console has ended");
                }
            })?;
        Ok(Self {
            address,
            bound,
            stop,
            server: Some(server),
        })
    }
}

impl Drop for OwnRti {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(server) = self.server.take() {
            // The server has logged its errors.
            let _ = server.join();
        }
    }
}
