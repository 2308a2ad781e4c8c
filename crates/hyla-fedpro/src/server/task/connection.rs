//! The current connection of a client session.

use std::io;
use std::net::SocketAddr;
use std::task::{Context, Poll};

use bytes::Bytes;

use crate::session::ClientSession;
use crate::transport::{Connection, Output, TransportKind};
use crate::wire::{Frame, FrameDecoder, WireError};

/// Output taken from the session ahead of the connection. It cannot be distinguished from
/// bytes in transit, so it is no more than keeps the connection busy.
const AHEAD: usize = 256 << 10;

/// A connection with its input and output buffers.
pub(super) struct ClientConnection {
    connection: Connection,
    decoder: FrameDecoder,
    output: Output,
}

impl ClientConnection {
    pub(super) fn new(connection: Connection, decoder: FrameDecoder) -> Self {
        Self {
            connection,
            decoder,
            output: Output::default(),
        }
    }

    pub(super) fn peer(&self) -> SocketAddr {
        self.connection.peer()
    }

    pub(super) fn kind(&self) -> TransportKind {
        self.connection.kind()
    }

    /// The federate has connected: messages may be as large as that.
    pub(super) fn widen(&mut self, limit: usize) {
        self.connection.widen(limit);
        self.decoder.set_limit(limit);
    }

    /// The next frame that has come whole.
    pub(super) fn next_frame(&mut self) -> Result<Option<Frame>, WireError> {
        self.decoder.next_frame()
    }

    /// Reads; ready with the number of bytes.
    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        self.connection.poll_read(cx, &mut self.decoder)
    }

    /// Writes output of the session; ready with the number of bytes, pending if none.
    pub(super) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        session: &mut ClientSession,
    ) -> Poll<io::Result<usize>> {
        let mut total = 0;
        loop {
            while self.output.bytes() < AHEAD
                && let Some(frames) = self.next_output(session)
            {
                self.output.push(frames);
            }
            match self.connection.poll_write(cx, &mut self.output) {
                Poll::Ready(Ok(written)) => total += written,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending if total > 0 => return Poll::Ready(Ok(total)),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    fn next_output(&self, session: &mut ClientSession) -> Option<Bytes> {
        match self.connection.kind() {
            TransportKind::Tcp | TransportKind::Tls => session.next_batch(),
            // Clients read no frame beyond the end of a message.
            TransportKind::WebSocket | TransportKind::WebSocketSecure => session.next_output(),
        }
    }

    /// Ready when all that the session has to say has been written.
    pub(super) fn poll_finish(
        &mut self,
        cx: &mut Context<'_>,
        session: &mut ClientSession,
    ) -> Poll<io::Result<()>> {
        loop {
            match self.poll_write(cx, session) {
                Poll::Ready(Ok(_)) => {}
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending if self.connection.is_writing(&self.output) => return Poll::Pending,
                Poll::Pending => return Poll::Ready(Ok(())),
            }
        }
    }

    /// Says farewell as the transport has it.
    pub(super) async fn close(&mut self) {
        self.connection.close().await;
    }
}
