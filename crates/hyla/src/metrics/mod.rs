//! `/metrics` of `hyla rti`: HTTP for programs that collect numbers.

mod text;

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

use http_body_util::Full;
use hyla_net::{Endpoint, StrangerLimits, StrangerPermit, Strangers};
use hyla_rti::MetricsSource;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// Connections at a time, in all and from one address. Beyond, the oldest one of the address with most makes room: programs
/// that ask get their answer within milliseconds, whoever else calls.
const MOST_CONNECTIONS: usize = 64;
const MOST_ALIKE: usize = 16;

/// Longest head of a request. Bodies are not read.
const MOST_HEAD_BYTES: usize = 16 << 10;

/// How long a caller may take to say what it wants.
const TO_ASK: Duration = Duration::from_secs(5);

/// How long members may take, all together: the RTI itself waits for half a second.
const TO_GATHER: Duration = Duration::from_secs(2);

/// How long a connection may last.
const TO_FINISH: Duration = Duration::from_secs(15);

/// Serves metrics until it is dropped.
pub(crate) struct MetricsServer {
    end: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl MetricsServer {
    /// Serves at these listeners, on one thread: the numbers of the RTI, and how many callers its Federate Protocol has refused.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn start(
        listeners: Vec<TcpListener>,
        source: MetricsSource,
        refused_by_fedpro: Arc<dyn Fn() -> u64 + Send + Sync>,
        reserved_descriptors: usize,
    ) -> io::Result<Self> {
        let end = Arc::new(Notify::new());
        let ended = Arc::clone(&end);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let listeners = {
            let _entered = runtime.enter();
            let listen = |listener: TcpListener| {
                listener.set_nonblocking(true)?;
                tokio::net::TcpListener::from_std(listener)
            };
            listeners
                .into_iter()
                .map(listen)
                .collect::<io::Result<Vec<_>>>()?
        };
        let thread = std::thread::Builder::new()
            .name("metrics".into())
            .spawn(move || {
                runtime.block_on(async {
                    let callers = Callers {
                        strangers: Strangers::new(StrangerLimits {
                            most: MOST_CONNECTIONS,
                            most_alike: MOST_ALIKE,
                            reserved_descriptors,
                        }),
                        refused: Arc::default(),
                        source,
                        refused_by_fedpro,
                    };
                    for listener in listeners {
                        tokio::spawn(accept(listener, callers.clone()));
                    }
                    ended.notified().await;
                });
                // Answers in progress are not waited for.
                runtime.shutdown_background();
            })?;
        Ok(Self {
            end,
            thread: Some(thread),
        })
    }
}

impl Drop for MetricsServer {
    fn drop(&mut self) {
        self.end.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread has nothing left to report.
            let _ = thread.join();
        }
    }
}

/// Listens for scrapes of metrics.
///
/// # Errors
/// Those of the system, such as that the address is in use.
pub(crate) fn listen(at: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(at)?;
    let bound = listener.local_addr()?;
    Ok((listener, bound))
}

/// Connections to the listeners.
#[derive(Clone)]
struct Callers {
    strangers: Arc<Strangers>,
    /// Connections that were closed without an answer.
    refused: Arc<AtomicU64>,
    source: MetricsSource,
    refused_by_fedpro: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl Callers {
    /// Counts closed connections and logs them, if the rate of such lines permits.
    fn refuse(&self, count: u64, problem: &dyn std::fmt::Display) {
        self.refused.fetch_add(count, Relaxed);
        if count > 0
            && let Some(suppressed) = Endpoint::stranger_line()
        {
            tracing::warn!(
                federation = "-",
                federate = "-",
                count,
                suppressed,
                "connections to rti.metrics are closed: {problem}"
            );
        }
    }
}

async fn accept(listener: tokio::net::TcpListener, callers: Callers) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let (permit, made_room) = callers.strangers.admit(peer.ip());
                callers.refuse(made_room, &"they made room for others");
                tokio::spawn(serve(stream, permit, callers.clone()));
            }
            Err(error) => {
                callers.refuse(1, &error);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, permit: StrangerPermit, callers: Callers) {
    let service = service_fn(|request| answer(request, callers.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(TO_ASK)
        .max_buf_size(MOST_HEAD_BYTES)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // From the first byte on.
        outcome = tokio::time::timeout(TO_FINISH, connection) => match outcome {
            Ok(Ok(())) => {}
            Ok(Err(error)) => callers.refuse(1, &error),
            Err(_) => callers.refuse(1, &format!("no end within {TO_FINISH:?}")),
        },
        () = permit.has_to_leave() => {}
    }
}

async fn answer(
    request: Request<Incoming>,
    callers: Callers,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if request.method() != Method::GET {
        let mut refusal = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET\n");
        refusal
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("GET"));
        return Ok(refusal);
    }
    Ok(match request.uri().path() {
        "/metrics" => {
            let gathered = tokio::task::spawn_blocking(move || {
                callers.source.ask(TO_GATHER).map(|mut metrics| {
                    metrics.refused.http = callers.refused.load(Relaxed);
                    metrics.refused.fedpro = (callers.refused_by_fedpro)();
                    text::page(&metrics)
                })
            });
            match gathered.await {
                Ok(Some(page)) => {
                    let mut response = Response::new(Full::from(page));
                    let kind = HeaderValue::from_static(text::CONTENT_TYPE);
                    response.headers_mut().insert(CONTENT_TYPE, kind);
                    response
                }
                _ => plain(StatusCode::SERVICE_UNAVAILABLE, "the RTI does not answer\n"),
            }
        }
        "/" => plain(
            StatusCode::OK,
            "The RTI of Hyla. Its metrics are at /metrics\n",
        ),
        _ => plain(StatusCode::NOT_FOUND, "there is only /metrics\n"),
    })
}

fn plain(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
