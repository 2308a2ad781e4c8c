//! One TLS connection between a buffer of a bundle and a socket that does not block.

use std::io::{self, Read as _, Write as _};

use rustls::{AlertDescription, CertificateError, ClientConnection, Connection, ServerConnection};

use super::session_read::{SessionRead, read_once};
use super::{TlsClient, TlsServer};
use crate::CloseReason;

/// Bytes of a bundle that are sealed before they are written.
const CHUNK_BYTES: usize = 64 << 10;

/// Bytes of one read of the socket.
const READ_BYTES: usize = 32 << 10;

/// A TLS connection.
#[derive(Debug)]
pub(super) struct TlsSession {
    connection: Connection,
    /// Bytes of the socket that TLS has not taken yet, from `taken` on.
    raw: Vec<u8>,
    taken: usize,
    /// Bytes of the coming writes that were sealed before the socket was full.
    owed: usize,
    /// Nothing has arrived.
    untouched: bool,
    /// The socket may have more, or plain text is left.
    pub(super) has_more: bool,
}

impl TlsSession {
    pub(super) fn client(client: &TlsClient) -> Result<Self, CloseReason> {
        ClientConnection::new(client.config.clone(), client.name.clone())
            .map(|connection| Self::new(connection.into()))
            .map_err(|error| CloseReason::NotSecured(format!("no TLS: {error}")))
    }

    pub(super) fn server(server: &TlsServer) -> Result<Self, CloseReason> {
        ServerConnection::new(server.config.clone())
            .map(|connection| Self::new(connection.into()))
            .map_err(|error| CloseReason::NotSecured(format!("no TLS: {error}")))
    }

    fn new(mut connection: Connection) -> Self {
        // Writes are limited by `CHUNK_BYTES`.
        connection.set_buffer_limit(None);
        Self {
            connection,
            raw: Vec::new(),
            taken: 0,
            owed: 0,
            untouched: true,
            has_more: false,
        }
    }

    pub(super) fn is_handshaking(&self) -> bool {
        self.connection.is_handshaking()
    }

    /// Bytes that were read from the socket before the protocol was known.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
    }

    /// Seals and writes. `WouldBlock` leaves all of `bytes` to the caller, who passes them again.
    pub(super) fn write(&mut self, socket: &mut impl io::Write, bytes: &[u8]) -> io::Result<usize> {
        self.flush(socket)?;
        if self.connection.is_handshaking() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        if self.owed > 0 {
            let count = self.owed.min(bytes.len());
            self.owed -= count;
            return Ok(count);
        }
        let chunk = &bytes[..bytes.len().min(CHUNK_BYTES)];
        let count = self.connection.writer().write(chunk)?;
        match self.flush(socket) {
            Ok(()) => Ok(count),
            Err(error) => {
                self.owed = count;
                Err(error)
            }
        }
    }

    /// Writes sealed bytes.
    pub(super) fn flush(&mut self, socket: &mut impl io::Write) -> io::Result<()> {
        while self.connection.wants_write() {
            match self.connection.write_tls(socket) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Says that no more follows.
    pub(super) fn finish(&mut self, socket: &mut impl io::Write) {
        self.connection.send_close_notify();
        // The socket is full or gone: the peer then sees a truncated stream.
        let _unsent = self.flush(socket);
    }

    /// Changes the keys of both directions. The messages about it leave with the next bundle of each side.
    pub(super) fn change_keys(&mut self) {
        // TLS takes many changes without data between for an attack; one that waits for a bundle suffices.
        if !self.connection.is_handshaking()
            && !self.connection.wants_write()
            && let Err(error) = self.connection.refresh_traffic_keys()
        {
            tracing::warn!(%error, "keys of a TLS connection stay as they are");
        }
    }

    /// Reads the socket once at most, and gives plain text.
    pub(super) fn read<S: io::Read + io::Write>(
        &mut self,
        socket: &mut S,
        buffer: &mut [u8],
    ) -> SessionRead {
        self.has_more = false;
        let mut filled = match self.plain(buffer) {
            Ok(filled) => filled,
            Err(end) => return end,
        };
        if filled == buffer.len() {
            self.has_more = true;
            return SessionRead::Bytes(filled);
        }
        if self.taken == self.raw.len() {
            let outcome = self.read_socket(socket);
            match outcome {
                Ok(full) => self.has_more = full,
                Err(_) if filled > 0 => {
                    // The next read finds it again.
                    self.has_more = true;
                    return SessionRead::Bytes(filled);
                }
                Err(end) => return end,
            }
        }
        while self.taken < self.raw.len() && filled < buffer.len() {
            let taken = match self.take_raw(socket) {
                Ok(taken) => taken,
                Err(end) => return end,
            };
            match self.plain(&mut buffer[filled..]) {
                Ok(count) => filled += count,
                // The next read finds it again.
                Err(_) if filled > 0 => break,
                Err(end) => return end,
            }
            if taken == 0 {
                // Behind its end TLS takes nothing.
                break;
            }
        }
        self.has_more |= self.taken < self.raw.len() || filled == buffer.len();
        match filled {
            0 => SessionRead::Nothing,
            filled => SessionRead::Bytes(filled),
        }
    }

    /// Reads the socket once; gives whether the read was full.
    fn read_socket<S: io::Read + io::Write>(
        &mut self,
        socket: &mut S,
    ) -> Result<bool, SessionRead> {
        self.raw.resize(READ_BYTES, 0);
        self.taken = 0;
        let read = read_once(socket, &mut self.raw);
        self.raw.truncate(*read.as_ref().unwrap_or(&0));
        match read? {
            0 if self.connection.is_handshaking() => {
                Err(SessionRead::Rejected(CloseReason::NotSecured(
                    "closed during the TLS handshake: the program there ends, or does not encrypt (rti.security = off there)"
                        .to_owned(),
                )))
            }
            0 => Err(SessionRead::Failed(io::ErrorKind::UnexpectedEof)),
            count => Ok(count == READ_BYTES),
        }
    }

    /// Passes bytes of the socket to TLS, and writes its answers. Gives how many TLS took.
    fn take_raw<S: io::Read + io::Write>(&mut self, socket: &mut S) -> Result<usize, SessionRead> {
        const TLS_RECORDS: std::ops::RangeInclusive<u8> = 0x14..=0x17;

        let first = self.raw[self.taken];
        if std::mem::take(&mut self.untouched) && !TLS_RECORDS.contains(&first) {
            return Err(SessionRead::Rejected(CloseReason::NotSecured(
                "the program there does not encrypt: start the RTI with rti.security = tls, or set rti.security = off \
                 here"
                    .to_owned(),
            )));
        }
        let mut rest = &self.raw[self.taken..];
        let taken = self
            .connection
            .read_tls(&mut rest)
            .map_err(|error| SessionRead::Failed(error.kind()))?;
        self.taken += taken;
        let was_handshaking = self.connection.is_handshaking();
        let processed = self.connection.process_new_packets();
        // Answers of a handshake find the socket empty. Others leave with the next bundle at the latest.
        let _full = self.flush(socket);
        match processed {
            Ok(_) => Ok(taken),
            Err(error) => Err(SessionRead::Rejected(CloseReason::NotSecured(in_words(
                &error,
                was_handshaking,
            )))),
        }
    }

    /// Moves plain text to `buffer`.
    fn plain(&mut self, buffer: &mut [u8]) -> Result<usize, SessionRead> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.connection.reader().read(&mut buffer[filled..]) {
                // The peer has closed in order; what is left comes first.
                Ok(0) if filled > 0 => break,
                Ok(0) => return Err(SessionRead::End),
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(SessionRead::Failed(error.kind())),
            }
        }
        Ok(filled)
    }
}

/// Description of an error, for users.
fn in_words(error: &rustls::Error, handshaking: bool) -> String {
    match error {
        rustls::Error::InvalidCertificate(CertificateError::Other(other)) => other.0.to_string(),
        rustls::Error::AlertReceived(
            AlertDescription::HandshakeFailure | AlertDescription::UnsupportedCertificate,
        ) => "the other side refused TLS: either it does not encrypt (start the RTI with rti.security = tls, or set \
              rti.security = off here), or only one of the two uses rti.secret_file"
            .to_owned(),
        rustls::Error::AlertReceived(
            alert @ (AlertDescription::BadCertificate
            | AlertDescription::UnknownCA
            | AlertDescription::CertificateUnknown
            | AlertDescription::CertificateExpired
            | AlertDescription::CertificateRequired),
        ) => format!(
            "the other side rejected the certificate or the secret of this one ({alert:?}): compare rti.certificate with \
             rti.trust or rti.pin there, or the files of rti.secret_file"
        ),
        error if handshaking => format!("no TLS with the other side: {error}"),
        error => format!("a TLS record was altered, repeated or out of order: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// A socket: what comes from it, and what was written to it.
    #[derive(Default)]
    struct Socket {
        incoming: VecDeque<u8>,
        written: Vec<u8>,
    }

    impl io::Read for Socket {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.incoming.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.incoming.read(buffer)
        }
    }

    impl io::Write for Socket {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Socket {
        /// Moves the bytes written here to the input of the other socket.
        fn pass_to(&mut self, other: &mut Self) {
            other.incoming.extend(self.written.drain(..));
        }
    }

    #[test]
    fn bytes_behind_the_end_of_tls_end_the_session() {
        let secret = b"0123456789abcdef0123456789abcdef";
        let (mut here, mut there) = (Socket::default(), Socket::default());
        let mut client = TlsSession::client(&TlsClient::with_secret(secret).unwrap()).unwrap();
        let mut server = TlsSession::server(&TlsServer::with_secret(secret).unwrap()).unwrap();
        let mut buffer = [0; 4096];
        while client.is_handshaking() || server.is_handshaking() {
            client.flush(&mut here).unwrap();
            client.read(&mut here, &mut buffer);
            here.pass_to(&mut there);
            server.read(&mut there, &mut buffer);
            there.pass_to(&mut here);
        }

        client.write(&mut here, b"a value").unwrap();
        client.finish(&mut here);
        here.written.extend([0; 16 << 10]);
        here.pass_to(&mut there);

        let read = server.read(&mut there, &mut buffer);
        assert!(matches!(read, SessionRead::Bytes(7)), "{read:?}");
        assert!(server.has_more);
        let read = server.read(&mut there, &mut buffer);
        assert!(matches!(read, SessionRead::End), "{read:?}");
    }
}
