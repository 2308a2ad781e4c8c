//! The Federate Protocol, as `hyla rti` serves it.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};

use hyla_fedpro::{FedProError, FedProServer, Unavailable};
use hyla_rti::RtiServer;
use hyla_settings::Settings;

/// The server of the Federate Protocol beside an RTI, if the settings want one.
#[derive(Clone, Default)]
pub(crate) struct FedPro(Arc<Mutex<Option<FedProServer>>>);

impl FedPro {
    /// Starts it where the settings say, and writes to `text` where that is.
    pub(crate) fn start(
        settings: &Settings,
        rti: &RtiServer,
        text: &mut String,
    ) -> Result<Self, FedProError> {
        if !FedProServer::is_wanted(settings) {
            return Ok(Self::default());
        }
        let server = FedProServer::start(settings, rti.in_process_address())?;
        for (kind, address) in server.addresses() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "Federate Protocol over {kind} at {address} ({})",
                kind.setting()
            );
        }
        for missing in server.unavailable() {
            let _ = writeln!(text, "{}", explain(missing));
        }
        Ok(Self(Arc::new(Mutex::new(Some(server)))))
    }

    /// Connections, sessions and attempts to resume that it has refused.
    pub(crate) fn refused(&self) -> u64 {
        let server = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        server.as_ref().map_or(0, |server| {
            let did = server.counters();
            did.connections_refused
                + did.handshakes_failed
                + did.sessions_refused
                + did.resumes_refused
        })
    }

    /// Ends its sessions, while the RTI still runs; a second time it does nothing.
    pub(crate) fn stop(&self) {
        let server = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(server) = server else {
            return;
        };
        let did = server.counters();
        tracing::info!(
            federation = "-",
            federate = "-",
            "the Federate Protocol ends: {} sessions now, {} since the start, {} resumed, {} lost; {} calls, \
             {} callbacks and {} best-effort ones dropped; {} bytes received, {} sent",
            did.sessions,
            did.sessions_begun,
            did.resumes,
            did.sessions_lost,
            did.calls,
            did.callbacks,
            did.callbacks_dropped,
            did.bytes_received,
            did.bytes_sent
        );
        server.stop();
    }
}

/// Explains why a chosen resource is unavailable, with the remedy.
fn explain(missing: &Unavailable) -> String {
    let Unavailable { kind, at, cause } = missing;
    let (setting, host) = (kind.setting(), bracketed(at.ip()));
    let advice = match cause.kind() {
        ErrorKind::AddrInUse => "another RTI may serve it there already; ",
        ErrorKind::PermissionDenied => "the system lets not everyone have ports below 1024; ",
        _ => "",
    };
    format!(
        "no Federate Protocol over {kind}: {at}: {cause}; {advice}for a free port use --set {setting}={host}:0, \
         to do without it --set {setting}=off"
    )
}

fn bracketed(host: std::net::IpAddr) -> String {
    match host {
        std::net::IpAddr::V4(host) => host.to_string(),
        std::net::IpAddr::V6(host) => format!("[{host}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyla_fedpro::TransportKind;

    #[test]
    fn a_standard_port_that_is_taken_comes_with_two_ways_out() {
        let missing = Unavailable {
            kind: TransportKind::Tcp,
            at: "127.0.0.1:15164".parse().unwrap(),
            cause: ErrorKind::AddrInUse.into(),
        };

        let text = explain(&missing);

        assert!(text.starts_with("no Federate Protocol over TCP"), "{text}");
        assert!(text.contains("--set fedpro.tcp=127.0.0.1:0"), "{text}");
        assert!(text.contains("--set fedpro.tcp=off"), "{text}");
    }
}
