//! Byte stream of a connection, plain or TLS.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::server::TlsStream;

use super::oversize::OversizeFilter;

/// Bytes in both directions.
pub(crate) struct ByteStream {
    carrier: Carrier,
    /// Bytes still accepted before the session request.
    allowance: Option<usize>,
    /// Filter of a WebSocket.
    filter: Option<Box<OversizeFilter>>,
}

enum Carrier {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl ByteStream {
    pub(crate) fn plain(socket: TcpStream) -> Self {
        Self {
            carrier: Carrier::Plain(socket),
            allowance: None,
            filter: None,
        }
    }

    pub(crate) fn tls(stream: TlsStream<TcpStream>) -> Self {
        Self {
            carrier: Carrier::Tls(Box::new(stream)),
            allowance: None,
            filter: None,
        }
    }

    /// The public key of the client's certificate (its SubjectPublicKeyInfo), if it has shown one.
    pub(crate) fn public_key(&self) -> Option<Vec<u8>> {
        match &self.carrier {
            Carrier::Plain(_) => None,
            Carrier::Tls(stream) => {
                let chain = stream.get_ref().1.peer_certificates();
                chain.and_then(<[_]>::first).map(public_key)
            }
        }
    }

    /// Bytes that may come from now on before the stream fails; `None` for any number.
    pub(crate) fn allow(&mut self, bytes: Option<usize>) {
        self.allowance = bytes;
    }

    /// From here on it carries a WebSocket, of whose messages over that size only the beginning is read.
    pub(crate) fn thin(&mut self, limit: usize) {
        self.filter = Some(Box::new(OversizeFilter::new(limit)));
    }

    /// Whether it carries a WebSocket whose messages may not be large yet ([`Self::widen`]).
    pub(crate) fn is_narrow(&self) -> bool {
        self.filter.as_ref().is_some_and(|it| it.is_narrow())
    }

    /// The messages of its WebSocket may be as large as that from now on.
    pub(crate) fn widen(&mut self, limit: usize) {
        if let Some(filter) = &mut self.filter {
            filter.widen(limit);
        }
    }

    /// The WebSocket has given out one more message of data; how many bytes were dropped from its end.
    pub(crate) fn message(&mut self) -> Option<usize> {
        self.filter.as_mut()?.message()
    }

    /// Acknowledges what was received at once. Clients of the standard's open-source libraries in C++
    /// leave Nagle's algorithm on: what they send after an answer to a callback waits for this
    /// acknowledgement, which Linux would delay by up to 40 ms. It does not last, so this is done
    /// for each read that nothing answers at once.
    pub(crate) fn acknowledge_at_once(&self) {
        #[cfg(target_os = "linux")]
        {
            let socket = match &self.carrier {
                Carrier::Plain(socket) => socket,
                Carrier::Tls(stream) => stream.get_ref().0,
            };
            // A system without the option only costs time.
            let _ = socket2::SockRef::from(socket).set_tcp_quickack(true);
        }
    }
}

impl Carrier {
    fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
        allowance: &mut Option<usize>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(match self {
            Self::Plain(socket) => Pin::new(socket).poll_read(cx, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, buffer).map_err(in_our_words),
        })?;
        if let Some(left) = allowance {
            let read = buffer.filled().len() - before;
            *left = left
                .checked_sub(read)
                .ok_or_else(|| io::Error::other("too many bytes before the session request"))?;
        }
        Poll::Ready(Ok(()))
    }
}

/// The public key of a certificate. TLS has read it before; if it could not be read again, the certificate would stand for it.
fn public_key(certificate: &CertificateDer<'_>) -> Vec<u8> {
    match ParsedCertificate::try_from(certificate) {
        Ok(parsed) => parsed.subject_public_key_info().to_vec(),
        Err(_) => certificate.to_vec(),
    }
}

/// The TLS library says by a link what an end without a farewell means.
fn in_our_words(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => {
            io::Error::new(error.kind(), "the client ended TLS without a farewell")
        }
        _ => error,
    }
}

impl AsyncRead for ByteStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let (carrier, allowance) = (&mut this.carrier, &mut this.allowance);
        match &mut this.filter {
            None => carrier.poll_read(cx, buffer, allowance),
            Some(filter) => filter.poll_read(cx, buffer, |cx, buffer| {
                carrier.poll_read(cx, buffer, allowance)
            }),
        }
    }
}

impl AsyncWrite for ByteStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut self.carrier {
            Carrier::Plain(socket) => Pin::new(socket).poll_write(cx, bytes),
            Carrier::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut self.carrier {
            Carrier::Plain(socket) => Pin::new(socket).poll_write_vectored(cx, slices),
            Carrier::Tls(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.carrier {
            Carrier::Plain(socket) => Pin::new(socket).poll_flush(cx),
            Carrier::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.carrier {
            Carrier::Plain(socket) => Pin::new(socket).poll_shutdown(cx),
            Carrier::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
