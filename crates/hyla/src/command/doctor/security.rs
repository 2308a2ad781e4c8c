//! Encryption: files and their modes, and a handshake with the RTI.

use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use hyla_net::{Address, CloseReason, Endpoint, EndpointConfig, Event, TlsClient};
use hyla_settings::{HostPort, RtiAddress, RtiSecurity, Settings, tls_client, tls_server};

use super::network::{TIMEOUT, resolve};
use super::report::Finding;

const TOPIC: &str = "rti.security";

const REMEDY: &str = "docs/how-to/encrypt.md lists messages and remedies";

/// Findings about `rti.security`; none if nothing is encrypted and no RTI demands it.
pub(super) fn all(settings: &Settings) -> Vec<Finding> {
    let RtiAddress::Server(server) = &settings.rti.address else {
        return Vec::new();
    };
    let client = match tls_client(settings, server.host()) {
        Ok(client) => client,
        // On a host of the RTI alone nothing says how to recognize it.
        Err(_) if is_of_rti_alone(settings) => return of_rti(settings).into_iter().collect(),
        Err(error) => return vec![Finding::fail(TOPIC, error.to_string(), REMEDY)],
    };
    let mut findings = Vec::new();
    findings.extend(of_rti(settings));
    findings.extend(with_rti(settings, server, client.as_ref()));
    findings
}

fn is_of_rti_alone(settings: &Settings) -> bool {
    let rti = &settings.rti;
    rti.security == RtiSecurity::Tls
        && rti.certificate.is_some()
        && rti.secret_file.is_none()
        && rti.trust.is_none()
        && rti.pin.is_none()
}

/// The certificate and key with which `hyla rti` would start here.
fn of_rti(settings: &Settings) -> Option<Finding> {
    if settings.rti.security == RtiSecurity::Off || settings.rti.certificate.is_none() {
        return None;
    }
    Some(match tls_server(settings) {
        Ok(_) => Finding::ok(TOPIC, "certificate and key of hyla rti can be used"),
        Err(error) => Finding::fail(TOPIC, error.to_string(), REMEDY),
    })
}

/// A handshake with the RTI; `None` if there is none to speak to, which another check says, or if neither side encrypts.
fn with_rti(settings: &Settings, server: &HostPort, client: Option<&TlsClient>) -> Option<Finding> {
    let at = *resolve(server).ok()?.first()?;
    let timeout = settings.timeout.connect.min(TIMEOUT);
    TcpStream::connect_timeout(&at, timeout).ok()?;
    match (shake_hands(at, client, timeout), client) {
        (Outcome::Agreed, Some(_)) => Some(Finding::ok(
            TOPIC,
            format!("{server}: TLS works, and the RTI is the one that the settings expect"),
        )),
        (Outcome::Agreed, None) => None,
        (Outcome::Closed(CloseReason::NotSecured(why)), _) => {
            Some(Finding::fail(TOPIC, format!("{server}: {why}"), REMEDY))
        }
        (Outcome::Closed(reason), Some(_)) => Some(Finding::fail(
            TOPIC,
            format!("{server}: the TLS handshake failed: {reason}"),
            "check that the program there is hyla rti with rti.security = tls",
        )),
        (Outcome::Silent, Some(_)) => Some(Finding::fail(
            TOPIC,
            format!("{server}: no answer to the TLS handshake in {timeout:?}"),
            "check that the program there is hyla rti with rti.security = tls",
        )),
        (Outcome::Closed(_) | Outcome::Silent, None) => None,
    }
}

enum Outcome {
    Agreed,
    Closed(CloseReason),
    Silent,
}

fn shake_hands(at: SocketAddr, client: Option<&TlsClient>, timeout: Duration) -> Outcome {
    let config = EndpointConfig {
        shared_memory: false,
        connect_timeout: timeout,
        ..EndpointConfig::default()
    };
    let Ok(mut endpoint) = Endpoint::new(config) else {
        return Outcome::Silent;
    };
    let channel = match client {
        Some(client) => endpoint.remote().connect_over_tls(at, client),
        None => endpoint.connect(&Address::Tcp(at)),
    };
    let deadline = Instant::now() + timeout;
    let mut outcome = None;
    while outcome.is_none() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let polled = endpoint.poll(Some(left), &mut |event| match event {
            Event::Opened { .. } => outcome = Some(Outcome::Agreed),
            Event::Closed { reason, .. } => outcome = Some(Outcome::Closed(reason)),
            _ => {}
        });
        if polled.is_err() {
            break;
        }
    }
    channel.close("hyla doctor has seen enough");
    outcome.unwrap_or(Outcome::Silent)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::path::PathBuf;

    use hyla_net::TlsServer;
    use hyla_settings::Sources;

    use super::super::report::Level;
    use super::*;

    const SECRET: &[u8] = b"0123456789abcdef";

    /// A secret in a file of its own.
    struct SecretFile(PathBuf);

    impl SecretFile {
        fn new(name: &str, secret: &[u8]) -> Self {
            use std::os::unix::fs::PermissionsExt;

            let name = format!("hyla-doctor-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, secret).unwrap();
            let mode = std::fs::Permissions::from_mode(0o600);
            std::fs::set_permissions(&path, mode).unwrap();
            Self(path)
        }
    }

    impl Drop for SecretFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    /// Findings with an RTI that has this secret, or none, while it is there.
    fn findings(server: Option<&[u8]>, settings: &str) -> Vec<Finding> {
        let security = hyla_net::Security {
            server: server.map(|secret| TlsServer::with_secret(secret).unwrap()),
            ..hyla_net::Security::default()
        };
        let config = EndpointConfig {
            shared_memory: false,
            security,
            ..EndpointConfig::default()
        };
        let mut rti = Endpoint::new(config).unwrap();
        let at = rti.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let settings = Sources::none().connect(format!("rti.address={at}; {settings}"));
        let settings = settings.load().unwrap();
        let asking = std::thread::spawn(move || all(&settings));
        while !asking.is_finished() {
            rti.poll(Some(Duration::from_millis(5)), &mut |_| {})
                .unwrap();
        }
        asking.join().unwrap()
    }

    fn failure(found: &[Finding]) -> String {
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].level() == Level::Fail, "{found:?}");
        format!("{found:?}")
    }

    #[test]
    fn a_handshake_that_works_is_said_and_one_that_fails_with_the_reason() {
        let right = SecretFile::new("right", SECRET);
        let wrong = SecretFile::new("wrong", b"fedcba9876543210");
        let with =
            |file: &SecretFile| format!("rti.security=tls; rti.secret_file={}", file.0.display());

        let found = findings(Some(SECRET), &with(&right));
        assert!(
            found.len() == 1 && found[0].level() == Level::Ok,
            "{found:?}"
        );
        let text = failure(&findings(Some(SECRET), &with(&wrong)));
        assert!(text.contains("secret"), "{text}");
        let text = failure(&findings(None, &with(&right)));
        assert!(text.contains("rti.security = off"), "{text}");
        let text = failure(&findings(Some(SECRET), ""));
        assert!(text.contains("rti.security = tls"), "{text}");
        let text = failure(&findings(None, "rti.security=tls"));
        assert!(text.contains("rti.pin"), "{text}");
        assert_eq!(findings(None, ""), []);
    }

    #[test]
    fn where_no_rti_runs_nothing_is_said_about_a_handshake() {
        let file = SecretFile::new("alone", SECRET);
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = free.local_addr().unwrap();
        drop(free);
        let settings = format!(
            "rti.address={at}; rti.security=tls; rti.secret_file={}",
            file.0.display()
        );
        let settings = Sources::none().connect(settings).load().unwrap();

        assert_eq!(all(&settings), []);
    }
}
