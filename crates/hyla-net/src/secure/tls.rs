//! Identities for TLS: certificates, fingerprints, or a secret that both sides know.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ring::{digest, hkdf};
use rustls::client::{AlwaysResolvesClientRawPublicKeys, Resumption};
use rustls::crypto::CryptoProvider;
use rustls::crypto::ring::{default_provider, sign::any_eddsa_type};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{
    CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer,
};
use rustls::server::AlwaysResolvesServerRawPublicKeys;
use rustls::sign::CertifiedKey;
use rustls::version::TLS13;
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use super::verify::{PinnedServer, SecretPeer, TrustedServer};

/// Fewest bytes of a shared secret: it must not be guessable.
const LEAST_SECRET_BYTES: usize = 16;

/// PKCS#8 encoding of an Ed25519 private key, without its last 32 bytes.
const ED25519_PKCS8: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/// Why an identity for TLS cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// No certificate, or no private key, in PEM form.
    #[error("expected a PEM file with {expected}: {found}")]
    Pem {
        /// Expected content.
        expected: &'static str,
        /// The defect.
        found: String,
    },
    /// A fingerprint of another form.
    #[error(
        "\"{0}\" is no fingerprint: expected sha256: and 64 hexadecimal digits, as `hyla certificate` prints it"
    )]
    Fingerprint(String),
    /// A secret that is too short.
    #[error(
        "the secret has {0} bytes, but needs at least {LEAST_SECRET_BYTES}; make one with `openssl rand -hex 32`"
    )]
    ShortSecret(usize),
    /// A certificate or key that TLS rejects.
    #[error("unusable certificate or key: {0}")]
    Unusable(String),
}

fn unusable(error: rustls::Error) -> TlsError {
    TlsError::Unusable(error.to_string())
}

/// The called side of TLS: `hyla rti`.
#[derive(Clone)]
pub struct TlsServer {
    pub(super) config: Arc<ServerConfig>,
    pub(super) allows_clear: bool,
}

impl TlsServer {
    /// A server with a certificate: PEM text of the certificate, followed by its intermediate certificates, and of its private
    /// key.
    ///
    /// # Errors
    /// Text without certificate or key, or a key of another certificate.
    pub fn with_certificate(chain: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| TlsError::Pem {
            expected: "a private key (PKCS#8, PKCS#1 or SEC1)",
            found: error.to_string(),
        })?;
        let config = server_builder(default_provider())?
            .with_no_client_auth()
            .with_single_cert(certificates(chain)?, key)
            .map_err(unusable)?;
        Ok(Self::of(config))
    }

    /// A server whose clients know the same secret. Both prove that they know it; there are no certificates.
    ///
    /// # Errors
    /// A secret of less than 16 bytes.
    pub fn with_secret(secret: &[u8]) -> Result<Self, TlsError> {
        Self::with_ciphers(default_provider(), secret)
    }

    pub(super) fn with_ciphers(provider: CryptoProvider, secret: &[u8]) -> Result<Self, TlsError> {
        let (key, public) = secret_key(secret)?;
        let config = server_builder(provider)?
            .with_client_cert_verifier(Arc::new(SecretPeer::new(public)))
            .with_cert_resolver(Arc::new(AlwaysResolvesServerRawPublicKeys::new(key)));
        Ok(Self::of(config))
    }

    fn of(mut config: ServerConfig) -> Self {
        // A resumed session would skip the checks of certificates.
        config.send_tls13_tickets = 0;
        // Records are sealed and opened outside of rustls.
        config.enable_secret_extraction = true;
        Self {
            config: Arc::new(config),
            allows_clear: false,
        }
    }

    /// The same, but callers without encryption are accepted, too.
    #[must_use]
    pub fn allowing_clear(self) -> Self {
        Self {
            allows_clear: true,
            ..self
        }
    }
}

/// Two are the same if one is a clone of the other.
impl PartialEq for TlsServer {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.config, &other.config) && self.allows_clear == other.allows_clear
    }
}

impl Eq for TlsServer {}

/// Shows no key.
impl fmt::Debug for TlsServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TlsServer")
            .field("allows_clear", &self.allows_clear)
            .finish_non_exhaustive()
    }
}

/// The calling side of TLS: a federate that connects to its RTI.
#[derive(Clone)]
pub struct TlsClient {
    pub(super) config: Arc<ClientConfig>,
    pub(super) name: ServerName<'static>,
}

impl TlsClient {
    /// A client that accepts the certificates in that PEM text themselves, and certificates for `host` that were signed by
    /// them.
    ///
    /// # Errors
    /// Text without a certificate.
    pub fn with_trusted(certificates_pem: &[u8], host: &str) -> Result<Self, TlsError> {
        let trusted = certificates(certificates_pem)?;
        let mut roots = RootCertStore::empty();
        for certificate in &trusted {
            roots.add(certificate.clone()).map_err(unusable)?;
        }
        let verifier = TrustedServer::new(trusted, roots)?;
        let config = client_builder(default_provider())?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Self::of(config, host)
    }

    /// A client that accepts the certificate of that fingerprint alone.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn with_fingerprint(pin: Fingerprint) -> Result<Self, TlsError> {
        let config = client_builder(default_provider())?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(PinnedServer::new(pin)))
            .with_no_client_auth();
        Self::of(config, "rti")
    }

    /// A client of a server that knows the same secret.
    ///
    /// # Errors
    /// A secret of less than 16 bytes.
    pub fn with_secret(secret: &[u8]) -> Result<Self, TlsError> {
        Self::with_ciphers(default_provider(), secret)
    }

    pub(super) fn with_ciphers(provider: CryptoProvider, secret: &[u8]) -> Result<Self, TlsError> {
        let (key, public) = secret_key(secret)?;
        let config = client_builder(provider)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(SecretPeer::new(public)))
            .with_client_cert_resolver(Arc::new(AlwaysResolvesClientRawPublicKeys::new(key)));
        Self::of(config, "rti")
    }

    fn of(mut config: ClientConfig, host: &str) -> Result<Self, TlsError> {
        config.resumption = Resumption::disabled();
        // Records are sealed and opened outside of rustls.
        config.enable_secret_extraction = true;
        let name = ServerName::try_from(host.to_owned())
            .map_err(|error| TlsError::Unusable(format!("host name \"{host}\": {error}")))?;
        Ok(Self {
            config: Arc::new(config),
            name,
        })
    }
}

/// Shows no key.
impl fmt::Debug for TlsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TlsClient").finish_non_exhaustive()
    }
}

/// SHA-256 hash of a certificate, written as `sha256:` and 64 hexadecimal digits. Colons between digits are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// That of the first certificate in a PEM text.
    ///
    /// # Errors
    /// Text without a certificate.
    pub fn of_pem(certificate_pem: &[u8]) -> Result<Self, TlsError> {
        certificates(certificate_pem).map(|chain| Self::of(&chain[0]))
    }

    pub(super) fn of(certificate: &[u8]) -> Self {
        let mut hash = [0; 32];
        hash.copy_from_slice(digest::digest(&digest::SHA256, certificate).as_ref());
        Self(hash)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Fingerprint {
    type Err = TlsError;

    fn from_str(text: &str) -> Result<Self, TlsError> {
        let wrong = || TlsError::Fingerprint(text.to_owned());
        let digits = text.trim().strip_prefix("sha256:").ok_or_else(wrong)?;
        let digits: Vec<u8> = digits.bytes().filter(|byte| *byte != b':').collect();
        let mut hash = [0; 32];
        if digits.len() != 2 * hash.len() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(wrong());
        }
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        }
        Ok(Self(hash))
    }
}

fn server_builder(
    provider: CryptoProvider,
) -> Result<rustls::ConfigBuilder<ServerConfig, rustls::WantsVerifier>, TlsError> {
    ServerConfig::builder_with_provider(Arc::new(provider))
        .with_protocol_versions(&[&TLS13])
        .map_err(unusable)
}

fn client_builder(
    provider: CryptoProvider,
) -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, TlsError> {
    ClientConfig::builder_with_provider(Arc::new(provider))
        .with_protocol_versions(&[&TLS13])
        .map_err(unusable)
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let wrong = |found: String| TlsError::Pem {
        expected: "one certificate or more",
        found,
    };
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let found = found.map_err(|error| wrong(error.to_string()))?;
    if found.is_empty() {
        return Err(wrong("found none".to_owned()));
    }
    Ok(found)
}

/// The key pair that follows from a secret, and its public half.
fn secret_key(
    secret: &[u8],
) -> Result<(Arc<CertifiedKey>, SubjectPublicKeyInfoDer<'static>), TlsError> {
    if secret.len() < LEAST_SECRET_BYTES {
        return Err(TlsError::ShortSecret(secret.len()));
    }
    let mut pkcs8 = [0; 48];
    pkcs8[..16].copy_from_slice(&ED25519_PKCS8);
    hkdf::Salt::new(hkdf::HKDF_SHA256, b"hyla rti.secret_file")
        .extract(secret)
        .expand(&[b"ed25519"], hkdf::HKDF_SHA256)
        .and_then(|key| key.fill(&mut pkcs8[16..]))
        .expect("32 bytes are the length of the hash");
    let key = any_eddsa_type(&PrivatePkcs8KeyDer::from(&pkcs8[..])).map_err(unusable)?;
    let public = key
        .public_key()
        .ok_or_else(|| TlsError::Unusable("no public key".to_owned()))?
        .into_owned();
    let certificate = CertificateDer::from(public.to_vec());
    Ok((Arc::new(CertifiedKey::new(vec![certificate], key)), public))
}
