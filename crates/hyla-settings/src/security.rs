//! TLS of connections to the RTI, by the settings.

use std::path::{Path, PathBuf};

use hyla_net::{TlsClient, TlsError, TlsServer};

use super::choice::RtiSecurity;
use super::model::Settings;

/// Why connections cannot be encrypted as the settings ask for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecurityError {
    /// A setting is missing.
    #[error("rti.security = tls needs {0}")]
    Missing(&'static str),
    /// The federate says how to recognize the RTI, but does not encrypt.
    #[error(
        "rti.pin, rti.trust or rti.secret_file says how to recognize the RTI, but rti.security is off: set rti.security = tls, \
         or remove it"
    )]
    Off,
    /// A file that cannot be read.
    #[error("{setting} {}: {cause}", path.display())]
    File {
        /// The setting that names it.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// A file with a secret that every user of the host can read or change.
    #[error(
        "{setting} {} has mode {mode:03o}, so every user of this host can read or change it: use chmod 600",
        path.display()
    )]
    Exposed {
        /// The setting that names it.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// A file or a value without the right content.
    #[error("{setting}: {cause}")]
    Content {
        /// The setting.
        setting: &'static str,
        /// The defect.
        cause: TlsError,
    },
}

/// TLS of the connections that an RTI accepts; `None` if the settings ask for none.
///
/// # Errors
/// Missing settings, and errors of their files.
pub fn tls_server(settings: &Settings) -> Result<Option<TlsServer>, SecurityError> {
    let rti = &settings.rti;
    if rti.security == RtiSecurity::Off {
        return Ok(None);
    }
    let server = match (&rti.secret_file, &rti.certificate, &rti.key) {
        (Some(path), ..) => {
            let secret = read_secret("rti.secret_file", path)?;
            TlsServer::with_secret(secret.trim_ascii()).map_err(content("rti.secret_file"))?
        }
        (None, Some(certificate), Some(key)) => {
            let chain = read("rti.certificate", certificate)?;
            let key = read_secret("rti.key", key)?;
            TlsServer::with_certificate(&chain, &key)
                .map_err(content("rti.certificate, rti.key"))?
        }
        _ => {
            return Err(SecurityError::Missing(
                "rti.certificate and rti.key, or rti.secret_file; `hyla certificate` makes a certificate",
            ));
        }
    };
    Ok(Some(match rti.allow_clear {
        true => server.allowing_clear(),
        false => server,
    }))
}

/// TLS of the connection of a federate to its RTI; `None` if the settings ask for none.
///
/// # Errors
/// As [`tls_server`].
pub fn tls_client(settings: &Settings, host: &str) -> Result<Option<TlsClient>, SecurityError> {
    let rti = &settings.rti;
    if rti.security == RtiSecurity::Off {
        if rti.secret_file.is_some() || rti.pin.is_some() || rti.trust.is_some() {
            // A federate that is set to recognize its RTI expects encryption.
            return Err(SecurityError::Off);
        }
        return Ok(None);
    }
    let client = match (&rti.secret_file, rti.pin, &rti.trust) {
        (Some(path), ..) => {
            let secret = read_secret("rti.secret_file", path)?;
            TlsClient::with_secret(secret.trim_ascii()).map_err(content("rti.secret_file"))
        }
        (None, None, Some(path)) => {
            let trusted = read("rti.trust", path)?;
            TlsClient::with_trusted(&trusted, host).map_err(content("rti.trust"))
        }
        (None, None, None) => Err(SecurityError::Missing(
            "rti.trust, rti.pin or rti.secret_file, to recognize the RTI",
        )),
        (None, Some(pin), _) => TlsClient::with_fingerprint(pin).map_err(content("rti.pin")),
    };
    client.map(Some)
}

fn content(setting: &'static str) -> impl Fn(TlsError) -> SecurityError {
    move |cause| SecurityError::Content { setting, cause }
}

/// Reads a file that nobody else may know.
fn read_secret(setting: &'static str, path: &Path) -> Result<Vec<u8>, SecurityError> {
    if let Some(mode) = exposed(path) {
        return Err(SecurityError::Exposed {
            setting,
            path: path.to_owned(),
            mode,
        });
    }
    read(setting, path)
}

/// The mode of a file, if users other than its owner and its group can read or change it. Known on Unix alone.
fn exposed(path: &Path) -> Option<u32> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let metadata = std::fs::metadata(path).ok()?;
        let mode = metadata.permissions().mode() & 0o777;
        (metadata.is_file() && mode & 0o007 != 0).then_some(mode)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

fn read(setting: &'static str, path: &Path) -> Result<Vec<u8>, SecurityError> {
    std::fs::read(path).map_err(|cause| SecurityError::File {
        setting,
        path: path.to_owned(),
        cause,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sources;

    fn settings(text: &str) -> Settings {
        Sources::none().connect(text).load().unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_that_every_user_can_read_is_refused_with_the_remedy() {
        use std::os::unix::fs::PermissionsExt;

        let name = format!("hyla-exposed-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, "0123456789abcdef").unwrap();
        let settings = settings(&format!(
            "rti.security=tls; rti.secret_file={}",
            path.display()
        ));
        let outcome = |mode: u32| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(&path, permissions).unwrap();
            let client = tls_client(&settings, "localhost").map(|_| ());
            let server = tls_server(&settings).map(|_| ());
            assert_eq!(client.is_ok(), server.is_ok());
            client.map_err(|error| error.to_string())
        };
        for mode in [0o600, 0o640, 0o400] {
            assert_eq!(outcome(mode), Ok(()));
        }
        for mode in [0o644, 0o606, 0o602] {
            let error = outcome(mode).unwrap_err();
            assert!(error.contains("chmod 600"), "{error}");
            assert!(error.contains(&format!("{mode:o}")), "{error}");
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn without_the_setting_nothing_is_encrypted() {
        let settings = settings("");

        assert!(tls_server(&settings).unwrap().is_none());
        assert!(tls_client(&settings, "localhost").unwrap().is_none());
    }

    #[test]
    fn who_says_how_to_recognize_the_rti_does_not_connect_in_clear() {
        let pin = format!("rti.pin=sha256:{}", "01".repeat(32));
        for text in [
            "rti.trust=/nowhere/ca.pem",
            "rti.secret_file=/nowhere/secret",
            &pin,
        ] {
            let refused = tls_client(&settings(text), "localhost").unwrap_err();
            assert!(
                refused.to_string().contains("rti.security = tls"),
                "{refused}"
            );
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let settings = settings("rti.security=tls");

        let server = tls_server(&settings).unwrap_err().to_string();
        assert!(server.contains("rti.certificate"), "{server}");
        let client = tls_client(&settings, "localhost").unwrap_err().to_string();
        assert!(client.contains("rti.pin"), "{client}");
    }

    #[test]
    fn a_defect_is_reported_with_its_setting() {
        let sources = Sources::none().connect("rti.security=tls; rti.pin=sha256:12");
        let error = sources.load().unwrap_err().to_string();
        assert!(error.contains("rti.pin") && error.contains("64"), "{error}");

        let file = settings("rti.security=tls; rti.secret_file=/nowhere/secret");
        let error = tls_server(&file).unwrap_err().to_string();
        assert!(error.contains("rti.secret_file /nowhere/secret"), "{error}");
    }
}
