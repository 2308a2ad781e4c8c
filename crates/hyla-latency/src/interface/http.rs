//! gRPC and HTTP/JSON at one listener.
//!
//! | request | interface |
//! |---|---|
//! | `POST /hyla.latency.v1.Latency/CALL` with `application/grpc` over HTTP/2 | gRPC, unary, without compression |
//! | `POST /v1/CALL` with a JSON document | HTTP/JSON |
//! | `GET /v1/List` | the same as `POST` without a document |

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::call::Coding;
use super::{Refusal, call};
use crate::server::Shared;

/// Most simultaneous requests, one per connection; others wait to be accepted.
const MOST_CLIENTS: usize = 256;
/// Longest message of a client: some ten thousand samples.
const MOST_BYTES: usize = 1 << 20;
/// Timeout for the first bytes of a connection, the head of a request, and its message.
const TO_ASK: Duration = Duration::from_secs(10);
/// Interval of pings to clients that keep a connection over HTTP/2: one that has vanished is noticed.
const PING_EVERY: Duration = Duration::from_secs(20);
/// First bytes of a connection over HTTP/2.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Serves until the task is dropped.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let places = Arc::new(Semaphore::new(MOST_CLIENTS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            // For example too many open files: others may be closed.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            if !begins(&stream).await {
                return;
            }
            let service = service_fn(move |request| answer(request, Arc::clone(&shared)));
            let mut builder = Builder::new(TokioExecutor::new());
            builder
                .http1()
                .timer(TokioTimer::new())
                .header_read_timeout(TO_ASK);
            builder
                .http2()
                .timer(TokioTimer::new())
                .keep_alive_interval(PING_EVERY)
                .keep_alive_timeout(TO_ASK)
                .max_concurrent_streams(64);
            // Disconnects and invalid requests of a client are not errors here.
            let _ = builder
                .serve_connection(TokioIo::new(stream), service)
                .await;
            drop(place);
        });
    }
}

/// Waits until the first bytes show the version of HTTP; `false` if that takes too long. A silent caller must not keep its place.
async fn begins(stream: &TcpStream) -> bool {
    let begun = async {
        let mut first = [0; PREFACE.len()];
        loop {
            let length = stream.peek(&mut first).await?;
            let is_open = PREFACE.starts_with(&first[..length]) && length < PREFACE.len();
            if length == 0 || !is_open {
                return io::Result::Ok(length > 0);
            }
            // What was seen stays: a further look gives it at once.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    matches!(tokio::time::timeout(TO_ASK, begun).await, Ok(Ok(true)))
}

type Reply = Response<BoxBody<Bytes, Infallible>>;

async fn answer(request: Request<Incoming>, shared: Arc<Shared>) -> Result<Reply, Infallible> {
    let is_grpc = request
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"));
    let token = shared.token.as_ref();
    if token.is_some_and(|token| !token.is_in(request.headers())) {
        let refusal = Refusal::NotAuthenticated;
        return Ok(if is_grpc {
            grpc_reply(Err(refusal))
        } else {
            json_reply(Err(refusal))
        });
    }
    Ok(if is_grpc {
        grpc(request, &shared).await
    } else {
        json(request, &shared).await
    })
}

async fn body(request: Request<Incoming>) -> Result<Bytes, Refusal> {
    let limited = Limited::new(request.into_body(), MOST_BYTES);
    match tokio::time::timeout(TO_ASK, limited.collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) => Err(Refusal::Invalid(error.to_string())),
        Err(_) => Err(Refusal::Invalid(format!(
            "the message has not arrived within {} s",
            TO_ASK.as_secs()
        ))),
    }
}

async fn json(request: Request<Incoming>, shared: &Shared) -> Reply {
    let path = request.uri().path().to_owned();
    let Some(name) = path.strip_prefix("/v1/") else {
        return plain(StatusCode::NOT_FOUND, "calls are at /v1/CALL".to_owned());
    };
    let is_read = request.method() == Method::GET && name == "List";
    if request.method() != Method::POST && !is_read {
        return plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "calls are made with POST".to_owned(),
        );
    }
    let done = match body(request).await {
        Ok(message) => call(shared, name, Coding::Json, &message),
        Err(refusal) => Err(refusal),
    };
    json_reply(done)
}

fn json_reply(done: Result<Vec<u8>, Refusal>) -> Reply {
    match done {
        Ok(message) => {
            let mut reply = Response::new(Full::from(message).boxed());
            let kind = HeaderValue::from_static("application/json");
            reply.headers_mut().insert(CONTENT_TYPE, kind);
            reply
        }
        Err(refusal) => {
            let status = match refusal {
                Refusal::NoCall(_) | Refusal::NoConnection(_) => StatusCode::NOT_FOUND,
                Refusal::Invalid(_) => StatusCode::BAD_REQUEST,
                Refusal::NotAuthenticated => StatusCode::UNAUTHORIZED,
                Refusal::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
            };
            plain(status, refusal.to_string())
        }
    }
}

fn plain(status: StatusCode, mut text: String) -> Reply {
    text.push('\n');
    let mut reply = Response::new(Full::from(text).boxed());
    *reply.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    reply.headers_mut().insert(CONTENT_TYPE, kind);
    reply
}

/// Bytes before a message: compression flag and length.
const PREFIX: usize = 5;

async fn grpc(request: Request<Incoming>, shared: &Shared) -> Reply {
    let path = request.uri().path().to_owned();
    let done = match body(request).await {
        Err(refusal) => Err(refusal),
        Ok(framed) => match path.strip_prefix("/hyla.latency.v1.Latency/") {
            None => Err(Refusal::NoCall(path)),
            Some(name) => {
                unframed(&framed).and_then(|message| call(shared, name, Coding::Protobuf, message))
            }
        },
    };
    grpc_reply(done)
}

fn grpc_reply(done: Result<Vec<u8>, Refusal>) -> Reply {
    let mut trailers = HeaderMap::new();
    let (status, framed) = match done {
        Ok(message) => (0, framed(&message)),
        Err(refusal) => {
            if let Ok(text) = HeaderValue::from_str(&percent_encoded(&refusal.to_string())) {
                trailers.insert("grpc-message", text);
            }
            (status(&refusal), Bytes::new())
        }
    };
    trailers.insert("grpc-status", HeaderValue::from(status));
    let body = Full::new(framed).with_trailers(std::future::ready(Some(Ok(trailers))));
    let mut reply = Response::new(body.boxed());
    let kind = HeaderValue::from_static("application/grpc");
    reply.headers_mut().insert(CONTENT_TYPE, kind);
    reply
}

/// Status codes of gRPC.
fn status(refusal: &Refusal) -> u16 {
    match refusal {
        Refusal::Invalid(_) => 3,
        Refusal::NoConnection(_) => 5,
        Refusal::Full(_) => 8,
        Refusal::NoCall(_) => 12,
        Refusal::NotAuthenticated => 16,
    }
}

fn unframed(framed: &[u8]) -> Result<&[u8], Refusal> {
    let invalid = |problem: &str| Refusal::Invalid(problem.to_owned());
    let (prefix, message) = framed
        .split_first_chunk::<PREFIX>()
        .ok_or_else(|| invalid("the message is cut off"))?;
    let [compressed, length @ ..] = *prefix;
    if compressed != 0 {
        return Err(invalid("compressed messages are not taken"));
    }
    if u32::from_be_bytes(length) as usize != message.len() {
        return Err(invalid("the message is not as long as it says"));
    }
    Ok(message)
}

fn framed(message: &[u8]) -> Bytes {
    let mut framed = Vec::with_capacity(PREFIX + message.len());
    framed.push(0);
    framed.extend_from_slice(&(message.len() as u32).to_be_bytes());
    framed.extend_from_slice(message);
    framed.into()
}

/// Text of a trailer: `%` and characters other than printable ASCII are written as %XX.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if matches!(byte, 0x20..=0x7e) && byte != b'%' {
            encoded.push(byte.into());
        } else {
            encoded += &format!("%{byte:02X}");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_taken_apart_as_it_was_put_together() {
        assert_eq!(unframed(&framed(b"abc")), Ok(b"abc".as_slice()));
        for wrong in [
            &b""[..],
            b"\0\0\0",
            b"\0\0\0\0\x02a",
            b"\0\0\0\0\x01ab",
            b"\x01\0\0\0\x01a",
        ] {
            assert!(unframed(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_message_of_a_trailer_is_printable() {
        assert_eq!(percent_encoded("50 % of ä\n"), "50 %25 of %C3%A4%0A");
    }
}
