//! `/metrics` of `hyla rti`: HTTP for programs that collect numbers.

mod text;

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use http_body_util::Full;
use hyla_rti::MetricsSource;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Notify, Semaphore};

/// How many requests are answered at a time; others wait to be accepted.
const MOST_CONNECTIONS: usize = 16;

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
    /// Serves at these listeners, on one thread.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn start(listeners: Vec<TcpListener>, source: MetricsSource) -> io::Result<Self> {
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
                    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
                    for listener in listeners {
                        tokio::spawn(accept(listener, Arc::clone(&places), source.clone()));
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

async fn accept(listener: tokio::net::TcpListener, places: Arc<Semaphore>, source: MetricsSource) {
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(federation = "-", federate = "-", %error, "a request for metrics cannot be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let source = source.clone();
        tokio::spawn(async move {
            let service = service_fn(|request| answer(request, source.clone()));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(TO_ASK)
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service);
            // A caller that goes away or says nonsense is its own affair.
            let _ = tokio::time::timeout(TO_FINISH, connection).await;
            drop(place);
        });
    }
}

async fn answer(
    request: Request<Incoming>,
    source: MetricsSource,
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
                source.ask(TO_GATHER).map(|metrics| text::page(&metrics))
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
