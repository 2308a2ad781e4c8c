//! A connection until it belongs to a session.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hyla_net::{Endpoint, StrangerPermit};
use hyla_settings::caller_protocol::{CallerProtocol, FEDERATE_PROTOCOL};
use tokio::time::timeout;

use super::federate::Maker;
use super::registry::{NoSession, Origin, Return};
use super::shared::Shared;
use super::task::Task;
use crate::session::{
    MAX_OPENING_BYTES, NewSessionRefusal, Opening, ResumeRefusal, new_session_refused,
    resume_refused,
};
use crate::transport::{self, Connection, Incoming, Output, TransportKind, UNCONNECTED_BYTES};
use crate::wire::{Frame, FrameDecoder, WireError};

/// Answer to a client of HTTP.
const NOT_HTTP: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\
    This port serves the Federate Protocol of IEEE 1516.1-2025 over TCP (fedpro.tcp), not HTTP or WebSocket.\n";

/// Time to take a refusal.
const FAREWELL: Duration = Duration::from_secs(2);

/// Finds out what a connection is for. The permit counts it among those that have not said so, and a new session until its
/// federate has connected.
pub(super) async fn welcome<M: Maker>(
    shared: Arc<Shared<M>>,
    incoming: Incoming,
    permit: StrangerPermit,
) {
    let (peer, kind) = (incoming.peer, incoming.kind);
    let asked = tokio::select! {
        asked = timeout(shared.settings.handshake, ask(&shared, incoming)) => asked,
        () = permit.has_to_leave() => {
            stranger_closed(peer, kind, "too many others have not connected a federate (fedpro.max_unidentified, \
                fedpro.max_unidentified_per_address, rti.reserved_descriptors)");
            return;
        }
    };
    let (connection, frame, mut decoder) = match asked {
        Ok(Ok(asked)) => asked,
        failed => {
            shared.counters.handshakes_failed.add(1);
            let problem = match failed {
                Ok(Err(error)) => error.to_string(),
                _ => format!(
                    "no session request within {:?} (fedpro.handshake_ms)",
                    shared.settings.handshake
                ),
            };
            stranger_closed(peer, kind, &problem);
            return;
        }
    };
    decoder.skip_large_calls();
    match Opening::parse(&frame) {
        Ok(Opening::New) => {
            decoder.set_limit(UNCONNECTED_BYTES.min(shared.settings.max_message_bytes));
            begin(shared, connection, decoder, permit).await;
        }
        Ok(Opening::UnsupportedVersion(version)) => {
            shared.counters.sessions_refused.add(1);
            let problem = format!(
                "it uses version {version} of the Federate Protocol, this server version 1"
            );
            stranger_closed(peer, kind, &problem);
            refuse(
                connection,
                new_session_refused(NewSessionRefusal::UnsupportedVersion),
            )
            .await;
        }
        Ok(Opening::Resume(request)) => {
            // The session widens it if its federate has connected.
            decoder.set_limit(UNCONNECTED_BYTES.min(shared.settings.max_message_bytes));
            let back = Box::new(Return {
                connection,
                decoder,
                request,
            });
            if let Err(back) = shared.registry.give_back(back) {
                refuse_return(&shared, *back, ResumeRefusal::InvalidSession).await;
            }
        }
        Err(error) => {
            shared.counters.handshakes_failed.add(1);
            stranger_closed(peer, kind, &format!("{error} at its beginning"));
        }
    }
}

/// Logs the end of a connection that came to no session, if the rate of such lines permits.
fn stranger_closed(peer: SocketAddr, kind: TransportKind, problem: &str) {
    if let Some(suppressed) = Endpoint::stranger_line() {
        tracing::warn!(
            federation = "-",
            federate = "-",
            %peer,
            suppressed,
            "a connection over {kind} is closed: {problem}"
        );
    }
}

/// Waits for the first frame.
async fn ask<M: Maker>(
    shared: &Shared<M>,
    incoming: Incoming,
) -> io::Result<(Connection, Frame, FrameDecoder)> {
    let mut connection = transport::accept(incoming, shared.tls.as_ref(), &shared.settings).await?;
    let mut decoder = FrameDecoder::new(MAX_OPENING_BYTES);
    loop {
        let read = poll_fn(|cx| connection.poll_read(cx, &mut decoder)).await?;
        shared.counters.bytes_received.add(read as u64);
        let frame = match decoder.next_frame() {
            Ok(frame) => frame,
            Err(error) => return Err(turn_away(&mut connection, error).await),
        };
        if let Some(frame) = frame {
            connection.identified();
            return Ok((connection, frame, decoder));
        }
    }
}

/// Answers a program that does not speak the Federate Protocol with the server's name, if its protocol is known; the error names
/// the protocol.
async fn turn_away(connection: &mut Connection, error: WireError) -> io::Error {
    let stranger = match &error {
        WireError::TooLarge { size, .. } => CallerProtocol::of(&size.to_be_bytes()),
        _ => None,
    };
    let Some(stranger) = stranger else {
        return io::Error::new(io::ErrorKind::InvalidData, error);
    };
    let answer = match stranger {
        CallerProtocol::Hyla => Bytes::from_static(&FEDERATE_PROTOCOL),
        CallerProtocol::Http => Bytes::from_static(NOT_HTTP),
        CallerProtocol::Tls | CallerProtocol::FederateProtocol => Bytes::new(),
    };
    if !answer.is_empty() {
        let mut output = Output::default();
        output.push(answer);
        // A program that does not read the answer notices the end of the connection.
        let _ = timeout(FAREWELL, drain(connection, &mut output)).await;
    }
    let text = format!("it came from {stranger}");
    io::Error::new(io::ErrorKind::InvalidData, text)
}

async fn begin<M: Maker>(
    shared: Arc<Shared<M>>,
    connection: Connection,
    decoder: FrameDecoder,
    permit: StrangerPermit,
) {
    match shared.registry.enter(Origin::of(&connection)) {
        Ok(registration) => {
            shared.counters.sessions_begun.add(1);
            Task::new(shared, registration, connection, decoder, permit).start();
        }
        Err(reason) => {
            shared.counters.sessions_refused.add(1);
            if let Some(suppressed) = Endpoint::stranger_line() {
                tracing::warn!(
                    federation = "-",
                    federate = "-",
                    peer = %connection.peer(),
                    suppressed,
                    "a new session is refused: {reason}"
                );
            }
            let told = match reason {
                NoSession::TooMany
                | NoSession::TooManyOfAddress
                | NoSession::NoRandomNumbers(_) => NewSessionRefusal::OutOfResources,
                NoSession::Ending => NewSessionRefusal::Other,
            };
            refuse(connection, new_session_refused(told)).await;
        }
    }
}

/// Answers a client whose session cannot be resumed.
pub(super) async fn refuse_return<M: Maker>(
    shared: &Shared<M>,
    back: Return,
    refusal: ResumeRefusal,
) {
    shared.counters.resumes_refused.add(1);
    if let Some(suppressed) = Endpoint::stranger_line() {
        tracing::warn!(
            federation = "-",
            federate = "-",
            peer = %back.connection.peer(),
            suppressed,
            "a client cannot resume its session: {refusal}"
        );
    }
    refuse(
        back.connection,
        resume_refused(back.request.session, refusal),
    )
    .await;
}

/// Writes one last frame and closes the connection.
async fn refuse(mut connection: Connection, frame: Bytes) {
    let mut output = Output::default();
    output.push(frame);
    // A client that does not read the answer notices the end of the connection.
    let _ = timeout(FAREWELL, drain(&mut connection, &mut output)).await;
}

/// Writes all that waits, then closes.
pub(super) async fn drain(connection: &mut Connection, output: &mut Output) {
    if poll_fn(|cx| connection.poll_finish(cx, output))
        .await
        .is_ok()
    {
        connection.close().await;
    }
}
