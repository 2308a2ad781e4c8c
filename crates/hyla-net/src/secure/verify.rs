//! Which certificates a client accepts: trusted ones, one of a fingerprint, or the key of a shared secret.

use std::fmt;
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring::default_provider;
use rustls::crypto::{
    WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
    verify_tls13_signature_with_raw_key,
};
use rustls::pki_types::{CertificateDer, ServerName, SubjectPublicKeyInfoDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, OtherError, RootCertStore,
    SignatureScheme,
};

use super::{Fingerprint, TlsError};

/// Why a certificate was rejected, in words.
#[derive(Debug)]
struct Rejected(String);

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Rejected {}

fn rejected(text: String) -> Error {
    let other = OtherError(Arc::new(Rejected(text)));
    Error::InvalidCertificate(CertificateError::Other(other))
}

fn algorithms() -> WebPkiSupportedAlgorithms {
    default_provider().signature_verification_algorithms
}

/// The parts of a verifier that do not depend on what it trusts.
macro_rules! signatures_of_certificates {
    () => {
        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            verify_tls12_signature(message, certificate, signed, &algorithms())
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            verify_tls13_signature(message, certificate, signed, &algorithms())
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            algorithms().supported_schemes()
        }
    };
}

macro_rules! signatures_of_raw_keys {
    () => {
        fn verify_tls12_signature(
            &self,
            _message: &[u8],
            _certificate: &CertificateDer<'_>,
            _signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Err(Error::General("TLS 1.3 is required".to_owned()))
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let key = SubjectPublicKeyInfoDer::from(certificate.as_ref());
            verify_tls13_signature_with_raw_key(message, &key, signed, &algorithms())
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            algorithms().supported_schemes()
        }

        fn requires_raw_public_keys(&self) -> bool {
            true
        }
    };
}

/// Accepts certificates of a list, and those that they have signed.
#[derive(Debug)]
pub(super) struct TrustedServer {
    listed: Vec<CertificateDer<'static>>,
    signed: Arc<WebPkiServerVerifier>,
}

impl TrustedServer {
    pub(super) fn new(
        listed: Vec<CertificateDer<'static>>,
        roots: RootCertStore,
    ) -> Result<Self, TlsError> {
        let provider = Arc::new(default_provider());
        let signed = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
            .build()
            .map_err(|error| TlsError::Unusable(error.to_string()))?;
        Ok(Self { listed, signed })
    }
}

impl ServerCertVerifier for TrustedServer {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.listed.iter().any(|listed| listed == certificate) {
            return Ok(ServerCertVerified::assertion());
        }
        self.signed
            .verify_server_cert(certificate, intermediates, name, ocsp, now)
            .map_err(|error| {
                let found = Fingerprint::of(certificate);
                rejected(format!(
                    "the certificate of the RTI ({found}) is neither in the file of rti.trust nor signed by one there for \
                     {}: {error}",
                    name.to_str()
                ))
            })
    }

    signatures_of_certificates!();
}

/// Accepts the certificate of one fingerprint.
#[derive(Debug)]
pub(super) struct PinnedServer {
    pin: Fingerprint,
}

impl PinnedServer {
    pub(super) fn new(pin: Fingerprint) -> Self {
        Self { pin }
    }
}

impl ServerCertVerifier for PinnedServer {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let found = Fingerprint::of(certificate);
        if found == self.pin {
            return Ok(ServerCertVerified::assertion());
        }
        Err(rejected(format!(
            "the certificate of the RTI is {}, but rti.pin is {}",
            found, self.pin
        )))
    }

    signatures_of_certificates!();
}

/// Accepts the key that follows from a shared secret, on both sides.
#[derive(Debug)]
pub(super) struct SecretPeer {
    public: SubjectPublicKeyInfoDer<'static>,
}

impl SecretPeer {
    pub(super) fn new(public: SubjectPublicKeyInfoDer<'static>) -> Self {
        Self { public }
    }

    fn check(&self, found: &CertificateDer<'_>) -> Result<(), Error> {
        if found.as_ref() == self.public.as_ref() {
            return Ok(());
        }
        Err(rejected(
            "the other side has another secret than the file of rti.secret_file".to_owned(),
        ))
    }
}

impl ServerCertVerifier for SecretPeer {
    fn verify_server_cert(
        &self,
        key: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.check(key).map(|()| ServerCertVerified::assertion())
    }

    signatures_of_raw_keys!();
}

impl ClientCertVerifier for SecretPeer {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        key: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.check(key).map(|()| ClientCertVerified::assertion())
    }

    signatures_of_raw_keys!();
}
