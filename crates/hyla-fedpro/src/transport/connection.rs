//! Frames in batches, over a stream of bytes or as WebSocket messages.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Buf, Bytes};
use futures_util::{Sink, Stream as Messages};
use tokio::io::{AsyncReadExt, AsyncWrite};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::{self, Message};

use super::TransportKind;
use super::stream::ByteStream;
use crate::wire::{FrameDecoder, WireError};

/// Reading pauses here, so that received bytes are handled before more come.
const READ_AT_ONCE: usize = 128 << 10;
/// Frames that one system call takes.
const SLICES: usize = 64;
/// Time for the client of a WebSocket to read the last message and to close. The open client library in Java throws
/// away what it has not read when a close frame comes.
const CLIENT_CLOSES_FIRST: Duration = Duration::from_millis(300);

/// Whole frames on their way to a client.
#[derive(Default)]
pub(crate) struct Output {
    frames: VecDeque<Bytes>,
    bytes: usize,
}

impl Output {
    /// One more frame, exactly one.
    pub(crate) fn push(&mut self, frame: Bytes) {
        self.bytes += frame.len();
        self.frames.push_back(frame);
    }

    /// Bytes that wait.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    fn pop(&mut self) -> Option<Bytes> {
        let frame = self.frames.pop_front()?;
        self.bytes -= frame.len();
        Some(frame)
    }

    fn advance(&mut self, mut written: usize) {
        self.bytes -= written;
        while let Some(front) = self.frames.front_mut() {
            if written < front.len() {
                front.advance(written);
                return;
            }
            written -= front.len();
            self.frames.pop_front();
        }
    }
}

/// A client's connection.
pub(crate) struct Connection {
    carrier: Carrier,
    /// Something lies in a buffer of the TLS or WebSocket layer.
    unflushed: bool,
    /// Nothing was written since something was read: no packet has acknowledged it.
    owes_acknowledgement: bool,
    /// The error that ended a read which had bytes before it: the WebSocket layer gives it once, and the end from then on.
    failed: Option<io::Error>,
    peer: SocketAddr,
    kind: TransportKind,
}

enum Carrier {
    Bytes(ByteStream),
    Messages(Box<WebSocketStream<ByteStream>>),
}

impl Connection {
    pub(super) fn bytes(stream: ByteStream, peer: SocketAddr, kind: TransportKind) -> Self {
        Self {
            carrier: Carrier::Bytes(stream),
            unflushed: false,
            owes_acknowledgement: false,
            failed: None,
            peer,
            kind,
        }
    }

    pub(super) fn messages(
        socket: WebSocketStream<ByteStream>,
        peer: SocketAddr,
        kind: TransportKind,
    ) -> Self {
        Self {
            carrier: Carrier::Messages(Box::new(socket)),
            unflushed: false,
            owes_acknowledgement: false,
            failed: None,
            peer,
            kind,
        }
    }

    /// The client's address.
    pub(crate) fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// How it came.
    pub(crate) fn kind(&self) -> TransportKind {
        self.kind
    }

    /// The public key of the client's certificate, if it has shown one (`fedpro.client_ca`).
    pub(crate) fn public_key(&self) -> Option<Vec<u8>> {
        match &self.carrier {
            Carrier::Bytes(stream) => stream.public_key(),
            Carrier::Messages(socket) => socket.get_ref().public_key(),
        }
    }

    /// The client has asked for a session: it may send as many messages as sessions may.
    pub(crate) fn identified(&mut self) {
        match &mut self.carrier {
            Carrier::Bytes(stream) => stream.allow(None),
            Carrier::Messages(socket) => socket.get_mut().allow(None),
        }
    }

    /// Its session's federate has connected: messages may be as large as that.
    pub(crate) fn widen(&mut self, limit: usize) {
        match &mut self.carrier {
            Carrier::Bytes(_) => {}
            Carrier::Messages(socket) => socket.get_mut().widen(limit),
        }
    }

    /// Whether something that was written has not been taken by the system yet.
    pub(crate) fn is_writing(&self, output: &Output) -> bool {
        output.bytes > 0 || self.unflushed
    }

    /// Whether it is a WebSocket before [`Self::widen`].
    fn is_narrow(&self) -> bool {
        match &self.carrier {
            Carrier::Bytes(_) => false,
            Carrier::Messages(socket) => socket.get_ref().is_narrow(),
        }
    }

    /// Gives `input` what has come; ready with the number of bytes, which is never 0. Of a WebSocket before
    /// [`Self::widen`] it is one message: its filter refuses the next one if it is large, and this one may allow that.
    pub(crate) fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        input: &mut FrameDecoder,
    ) -> Poll<io::Result<usize>> {
        if let Some(error) = self.failed.take() {
            return Poll::Ready(Err(error));
        }
        let mut total = 0;
        while total < READ_AT_ONCE {
            let read = match &mut self.carrier {
                Carrier::Bytes(stream) => read_bytes(stream, cx, input),
                Carrier::Messages(socket) => read_message(socket, cx, input),
            };
            match read {
                Poll::Ready(Ok(read)) => {
                    total += read;
                    if self.is_narrow() {
                        break;
                    }
                }
                Poll::Pending if total > 0 => break,
                Poll::Ready(Err(error)) if total > 0 => {
                    // Earlier bytes count first; the next read gives the error.
                    self.failed = Some(error);
                    break;
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.acknowledge();
                    return Poll::Pending;
                }
            }
        }
        self.owes_acknowledgement = true;
        Poll::Ready(Ok(total))
    }

    /// Acknowledges what no answer has acknowledged, before a wait. A packet of its own for what is answered at once would
    /// take as long as the answer.
    fn acknowledge(&mut self) {
        if std::mem::take(&mut self.owes_acknowledgement) {
            match &self.carrier {
                Carrier::Bytes(stream) => stream.acknowledge_at_once(),
                Carrier::Messages(socket) => socket.get_ref().acknowledge_at_once(),
            }
        }
    }

    /// Writes what the system takes, in as few calls as it can; ready with the number of bytes if any
    /// were taken. Not ready if there is nothing to write or no room.
    pub(crate) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        output: &mut Output,
    ) -> Poll<io::Result<usize>> {
        if !self.is_writing(output) {
            return Poll::Pending;
        }
        let taken = match &mut self.carrier {
            Carrier::Bytes(stream) => write_bytes(stream, cx, output)?,
            Carrier::Messages(socket) => write_messages(socket, cx, output)?,
        };
        let flushed = match &mut self.carrier {
            Carrier::Bytes(stream) => Pin::new(stream).poll_flush(cx),
            Carrier::Messages(socket) => Pin::new(&mut **socket).poll_flush(cx).map_err(failure),
        };
        self.unflushed = flushed?.is_pending();
        if taken > 0 {
            self.owes_acknowledgement = self.unflushed;
            Poll::Ready(Ok(taken))
        } else {
            Poll::Pending
        }
    }

    /// Ready when all that waits has been written.
    pub(crate) fn poll_finish(
        &mut self,
        cx: &mut Context<'_>,
        output: &mut Output,
    ) -> Poll<io::Result<()>> {
        loop {
            match self.poll_write(cx, output) {
                Poll::Ready(Ok(_)) => {}
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending if self.is_writing(output) => return Poll::Pending,
                Poll::Pending => return Poll::Ready(Ok(())),
            }
        }
    }

    /// Says farewell as the transport has it, after what was written, and waits for the client to close
    /// the connection; the caller sets the time limit. To close it with something unread would take from
    /// the client what it has not read yet. So does the close frame of a WebSocket: the client may close first.
    pub(crate) async fn close(&mut self) {
        if let Carrier::Messages(_) = self.carrier {
            // A client that does not close gets the close frame.
            let _ = timeout(CLIENT_CLOSES_FIRST, self.until_closed()).await;
        }
        // The other side may be gone already.
        let _ = poll_fn(|cx| match &mut self.carrier {
            Carrier::Bytes(stream) => Pin::new(stream).poll_shutdown(cx),
            Carrier::Messages(socket) => Pin::new(&mut **socket).poll_close(cx).map_err(failure),
        })
        .await;
        self.until_closed().await;
    }

    /// Waits for the client to close the connection.
    async fn until_closed(&mut self) {
        loop {
            let mut ignored = FrameDecoder::new(0);
            if poll_fn(|cx| self.poll_read(cx, &mut ignored))
                .await
                .is_err()
            {
                return;
            }
        }
    }
}

fn ended() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the client closed the connection")
}

fn failure(error: tungstenite::Error) -> io::Error {
    match error {
        tungstenite::Error::Io(error) => error,
        tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => ended(),
        tungstenite::Error::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
            let size = u32::try_from(size).unwrap_or(u32::MAX);
            let limit = max_size;
            io::Error::new(ErrorKind::InvalidData, WireError::TooLarge { size, limit })
        }
        other => io::Error::new(ErrorKind::InvalidData, other.to_string()),
    }
}

fn read_bytes(
    stream: &mut ByteStream,
    cx: &mut Context<'_>,
    input: &mut FrameDecoder,
) -> Poll<io::Result<usize>> {
    let mut reading = pin!(stream.read_buf(input.buffer()));
    let read = reading.as_mut().poll(cx);
    match read {
        Poll::Ready(Ok(0)) => Poll::Ready(Err(ended())),
        other => other,
    }
}

fn read_message(
    socket: &mut WebSocketStream<ByteStream>,
    cx: &mut Context<'_>,
    input: &mut FrameDecoder,
) -> Poll<io::Result<usize>> {
    loop {
        match Pin::new(&mut *socket).poll_next(cx) {
            Poll::Ready(Some(Ok(Message::Binary(bytes)))) => {
                input.extend(&bytes);
                if let Some(dropped) = socket.get_mut().message() {
                    input.gap(dropped);
                }
                if !bytes.is_empty() {
                    return Poll::Ready(Ok(bytes.len()));
                }
            }
            Poll::Ready(Some(Ok(Message::Text(_)))) => {
                socket.get_mut().message();
            }
            // Pongs are sent by the WebSocket itself, farewells are answered by it; text means nothing here.
            Poll::Ready(Some(Ok(_))) => {}
            Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(failure(error))),
            Poll::Ready(None) => return Poll::Ready(Err(ended())),
            Poll::Pending => return Poll::Pending,
        }
    }
}

fn write_bytes(
    stream: &mut ByteStream,
    cx: &mut Context<'_>,
    output: &mut Output,
) -> io::Result<usize> {
    let mut total = 0;
    while output.bytes > 0 {
        let mut slices = [IoSlice::new(&[]); SLICES];
        let used = output.frames.len().min(SLICES);
        for (slice, frame) in slices.iter_mut().zip(&output.frames) {
            *slice = IoSlice::new(frame);
        }
        match Pin::new(&mut *stream).poll_write_vectored(cx, &slices[..used]) {
            Poll::Ready(Ok(0)) => return Err(ErrorKind::WriteZero.into()),
            Poll::Ready(written) => {
                let written = written?;
                output.advance(written);
                total += written;
            }
            Poll::Pending => break,
        }
    }
    Ok(total)
}

fn write_messages(
    socket: &mut WebSocketStream<ByteStream>,
    cx: &mut Context<'_>,
    output: &mut Output,
) -> io::Result<usize> {
    let mut total = 0;
    while output.bytes > 0 {
        match Pin::new(&mut *socket).poll_ready(cx) {
            Poll::Ready(ready) => ready.map_err(failure)?,
            Poll::Pending => break,
        }
        let Some(frame) = output.pop() else { break };
        total += frame.len();
        Pin::new(&mut *socket)
            .start_send(Message::Binary(frame))
            .map_err(failure)?;
    }
    Ok(total)
}

#[cfg(test)]
mod tests;
