//! The handshake of TLS, and the keys that follow from it. Both are those of rustls.

use rustls::client::{ClientConnectionData, UnbufferedClientConnection};
use rustls::kernel::KernelConnection;
use rustls::server::{ServerConnectionData, UnbufferedServerConnection};
use rustls::unbuffered::{ConnectionState, EncodeError, EncodeTlsData, UnbufferedStatus};
use rustls::{AlertDescription, CertificateError, CommonState, Error};

use super::tls_record::TrafficKey;
use super::{TlsClient, TlsServer};
use crate::CloseReason;

const RECORD_HEADER_BYTES: usize = 5;

/// First bytes of records that a handshake may begin with.
const TLS_RECORDS: std::ops::RangeInclusive<u8> = 0x14..=0x17;

/// A handshake in progress.
pub(super) struct Handshake {
    connection: Unbuffered,
    /// Bytes that rustls has seen: it gets record by record, so that it opens none after the handshake.
    offered: usize,
    /// Nothing has arrived.
    untouched: bool,
}

enum Unbuffered {
    Client(UnbufferedClientConnection),
    Server(UnbufferedServerConnection),
}

/// Whether a handshake is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Finished,
    /// More has to arrive.
    Incomplete,
}

impl Handshake {
    pub(super) fn client(client: &TlsClient) -> Result<Self, CloseReason> {
        UnbufferedClientConnection::new(client.config.clone(), client.name.clone())
            .map(|connection| Self::new(Unbuffered::Client(connection)))
            .map_err(no_tls)
    }

    pub(super) fn server(server: &TlsServer) -> Result<Self, CloseReason> {
        UnbufferedServerConnection::new(server.config.clone())
            .map(|connection| Self::new(Unbuffered::Server(connection)))
            .map_err(no_tls)
    }

    fn new(connection: Unbuffered) -> Self {
        Self {
            connection,
            offered: 0,
            untouched: true,
        }
    }

    /// Takes what has arrived from the beginning of `raw`, and appends the answers to `out`.
    ///
    /// # Errors
    /// The handshake has failed. An alert for the other side may be in `out`.
    pub(super) fn advance(
        &mut self,
        raw: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> Result<Progress, CloseReason> {
        if let Some(first) = raw.first()
            && std::mem::take(&mut self.untouched)
            && !TLS_RECORDS.contains(first)
        {
            return Err(CloseReason::NotSecured(
                "the program there does not encrypt: start the RTI with rti.security = tls, or set rti.security = off \
                 here"
                    .to_owned(),
            ));
        }
        loop {
            let (discard, step) = self.connection.process(&mut raw[..self.offered], out);
            raw.drain(..discard);
            self.offered -= discard;
            match step {
                Ok(Step::Further) => {}
                Ok(Step::Blocked) if !self.connection.common().is_handshaking() => {
                    return Ok(Progress::Finished);
                }
                Ok(Step::Blocked) => {
                    let record = record_bytes(&raw[self.offered..]);
                    if record == 0 {
                        return Ok(Progress::Incomplete);
                    }
                    self.offered += record;
                }
                Err(error) => {
                    // Messages that wait, and the alert. Rustls must not be asked for more than these.
                    while self.connection.common().wants_write()
                        && self
                            .connection
                            .process(&mut raw[..self.offered], out)
                            .1
                            .is_ok()
                    {}
                    return Err(CloseReason::NotSecured(in_words(&error)));
                }
            }
        }
    }

    /// The keys to send and to receive with, after the handshake.
    pub(super) fn into_keys(self) -> Result<(TrafficKey, TrafficKey, KeySchedule), CloseReason> {
        let (secrets, schedule) = match self.connection {
            Unbuffered::Client(connection) => connection
                .dangerous_into_kernel_connection()
                .map(|(secrets, kernel)| (secrets, KeySchedule::Client(kernel))),
            Unbuffered::Server(connection) => connection
                .dangerous_into_kernel_connection()
                .map(|(secrets, kernel)| (secrets, KeySchedule::Server(kernel))),
        }
        .map_err(no_tls)?;
        let keys = TrafficKey::new(secrets.tx).zip(TrafficKey::new(secrets.rx));
        let (sending, receiving) = keys.ok_or_else(|| no_tls("unknown cipher"))?;
        Ok((sending, receiving, schedule))
    }
}

/// Bytes of the first record, or of all if it is incomplete: rustls then says whether it can become one.
fn record_bytes(raw: &[u8]) -> usize {
    match raw {
        [_, _, _, high, low, ..] => {
            let length = usize::from(u16::from_be_bytes([*high, *low]));
            raw.len().min(RECORD_HEADER_BYTES + length)
        }
        _ => raw.len(),
    }
}

fn no_tls(error: impl std::fmt::Display) -> CloseReason {
    CloseReason::NotSecured(format!("no TLS: {error}"))
}

enum Step {
    Further,
    Blocked,
}

impl Unbuffered {
    /// One step; gives the bytes that are not needed any more.
    fn process(&mut self, raw: &mut [u8], out: &mut Vec<u8>) -> (usize, Result<Step, Error>) {
        match self {
            Self::Client(connection) => step(connection.process_tls_records(raw), out),
            Self::Server(connection) => step(connection.process_tls_records(raw), out),
        }
    }

    fn common(&self) -> &CommonState {
        match self {
            Self::Client(connection) => connection,
            Self::Server(connection) => connection,
        }
    }
}

fn step<Data>(
    status: UnbufferedStatus<'_, '_, Data>,
    out: &mut Vec<u8>,
) -> (usize, Result<Step, Error>) {
    let step = status.state.and_then(|state| match state {
        ConnectionState::EncodeTlsData(data) => encode(data, out).map(|()| Step::Further),
        // `out` is written in order.
        ConnectionState::TransmitTlsData(data) => {
            data.done();
            Ok(Step::Further)
        }
        ConnectionState::BlockedHandshake | ConnectionState::WriteTraffic(_) => Ok(Step::Blocked),
        // The peer has closed, or sends data before its time.
        _ => Err(Error::HandshakeNotComplete),
    });
    (status.discard, step)
}

fn encode<Data>(mut data: EncodeTlsData<'_, Data>, out: &mut Vec<u8>) -> Result<(), Error> {
    let from = out.len();
    let encoded = match data.encode(&mut []) {
        Err(EncodeError::InsufficientSize(size)) => {
            out.resize(from + size.required_size, 0);
            data.encode(&mut out[from..])
        }
        encoded => encoded,
    };
    match encoded {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::General(error.to_string())),
    }
}

/// The keys that follow those in use.
pub(super) enum KeySchedule {
    Client(KernelConnection<ClientConnectionData>),
    Server(KernelConnection<ServerConnectionData>),
}

impl KeySchedule {
    /// The next key to send with.
    pub(super) fn next_sending(&mut self) -> Option<TrafficKey> {
        let secret = match self {
            Self::Client(kernel) => kernel.update_tx_secret(),
            Self::Server(kernel) => kernel.update_tx_secret(),
        };
        TrafficKey::new(secret.ok()?)
    }

    /// The next key to receive with.
    pub(super) fn next_receiving(&mut self) -> Option<TrafficKey> {
        let secret = match self {
            Self::Client(kernel) => kernel.update_rx_secret(),
            Self::Server(kernel) => kernel.update_rx_secret(),
        };
        TrafficKey::new(secret.ok()?)
    }

    /// Whether the other side may send tickets for sessions to come.
    pub(super) fn is_client(&self) -> bool {
        matches!(self, Self::Client(_))
    }
}

/// Description of an error of the handshake, for users.
fn in_words(error: &Error) -> String {
    match error {
        Error::InvalidCertificate(CertificateError::Other(other)) => other.0.to_string(),
        Error::AlertReceived(alert) => {
            alert_in_words(*alert).unwrap_or_else(|| no_tls_with_peer(error))
        }
        error => no_tls_with_peer(error),
    }
}

fn no_tls_with_peer(error: &Error) -> String {
    format!("no TLS 1.3 with the other side, which rti.security = tls needs: {error}")
}

/// What an alert means, and what to do about it.
pub(super) fn alert_in_words(alert: AlertDescription) -> Option<String> {
    match alert {
        AlertDescription::HandshakeFailure | AlertDescription::UnsupportedCertificate => Some(
            "the other side refused TLS: either it does not encrypt (start the RTI with rti.security = tls, or set \
             rti.security = off here), or only one of the two uses rti.secret_file"
                .to_owned(),
        ),
        AlertDescription::BadCertificate
        | AlertDescription::UnknownCA
        | AlertDescription::CertificateUnknown
        | AlertDescription::CertificateExpired
        | AlertDescription::CertificateRequired => Some(format!(
            "the other side rejected the certificate or the secret of this one ({alert:?}): compare rti.certificate with \
             rti.trust or rti.pin there, or the files of rti.secret_file"
        )),
        _ => None,
    }
}
