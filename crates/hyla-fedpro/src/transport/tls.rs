//! Certificates from PEM files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hyla_settings::FedProSettings;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{self, RootCertStore, ServerConfig};

/// Error of the certificates that the settings name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A secure transport without a certificate.
    #[error("TLS needs fedpro.certificate and fedpro.key")]
    None,
    /// A file that cannot be read or has not the right content.
    #[error("{setting} {}: {cause}; expected a PEM file with {content}", path.display())]
    File {
        /// The setting that names it.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// Expected content of the PEM file of that setting.
        content: &'static str,
        /// The defect.
        cause: pem::Error,
    },
    /// A certificate that nothing can be done with, or a key that is not that of the certificate.
    #[error("fedpro.certificate, fedpro.key or fedpro.client_ca: {0}")]
    Unusable(String),
}

/// Acceptor of TLS connections, by the settings.
///
/// # Errors
/// Errors of the files.
pub(crate) fn acceptor(settings: &FedProSettings) -> Result<TlsAcceptor, TlsError> {
    let (Some(certificate), Some(key)) = (&settings.certificate, &settings.key) else {
        return Err(TlsError::None);
    };
    let unusable = |cause: rustls::Error| TlsError::Unusable(cause.to_string());
    let chain = certificates("fedpro.certificate", certificate)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|cause| TlsError::File {
        setting: "fedpro.key",
        path: key.clone(),
        content: "a private key (PKCS#8, PKCS#1 or SEC1)",
        cause,
    })?;
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?;
    let config = match &settings.client_ca {
        None => builder.with_no_client_auth(),
        Some(path) => builder.with_client_cert_verifier(verifier(path, provider)?),
    };
    let config = config.with_single_cert(chain, key).map_err(unusable)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn verifier(
    path: &Path,
    provider: Arc<CryptoProvider>,
) -> Result<Arc<dyn rustls::server::danger::ClientCertVerifier>, TlsError> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates("fedpro.client_ca", path)? {
        roots
            .add(certificate)
            .map_err(|cause| TlsError::Unusable(cause.to_string()))?;
    }
    WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider)
        .build()
        .map(|verifier| verifier as Arc<dyn rustls::server::danger::ClientCertVerifier>)
        .map_err(|cause| TlsError::Unusable(cause.to_string()))
}

fn certificates(
    setting: &'static str,
    path: &Path,
) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let wrong = |cause| TlsError::File {
        setting,
        path: path.to_owned(),
        content: "one certificate or more",
        cause,
    };
    let found: Result<Vec<_>, _> = CertificateDer::pem_file_iter(path)
        .map_err(wrong)?
        .collect();
    let found = found.map_err(wrong)?;
    if found.is_empty() {
        return Err(wrong(pem::Error::NoItemsFound));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyla_settings::Settings;

    /// What comes of these files, which are removed again.
    fn accept(test: &str, certificate: &str, key: &str) -> Result<(), TlsError> {
        let folder = format!("hyla-tls-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("a file");
            Some(path)
        };
        let outcome = acceptor(&FedProSettings {
            certificate: path("certificate.pem", certificate),
            key: path("key.pem", key),
            ..Settings::default().fedpro
        });
        std::fs::remove_dir_all(&folder).expect("removed");
        outcome.map(|_| ())
    }

    fn made(name: &str) -> (String, String) {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).expect("a certificate");
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    #[test]
    fn a_certificate_and_its_key_are_taken() {
        let (certificate, key) = made("localhost");

        assert!(accept("taken", &certificate, &key).is_ok());
    }

    #[test]
    fn a_key_of_another_certificate_is_refused() {
        let (certificate, _) = made("localhost");
        let (_, key) = made("localhost");

        let outcome = accept("another", &certificate, &key);

        assert!(matches!(outcome, Err(TlsError::Unusable(_))), "{outcome:?}");
    }

    #[test]
    fn a_file_without_a_certificate_is_named_with_its_setting() {
        let (_, key) = made("localhost");

        let outcome = accept("nothing", "nothing", &key);

        let text = outcome.expect_err("refused").to_string();
        assert!(text.contains("fedpro.certificate"), "{text}");
        assert!(text.contains("certificate.pem"), "{text}");
    }
}
