//! A client of the HTTP/JSON interface.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, HOST};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};

use super::{Token, schema};

/// Longest reply: a table of some hundred thousand connections.
const MOST_BYTES: usize = 1 << 27;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// No server answers.
    #[error(
        "no Latency Server answers at {server}: {problem}; `hyla latency serve FILE` starts one"
    )]
    Unreachable {
        /// Its address.
        server: String,
        /// The error.
        problem: String,
    },
    /// The server rejected the request.
    #[error("{0}")]
    Refused(String),
}

/// Client of a server, with a TCP connection for each request.
#[derive(Clone, Debug)]
pub struct Client {
    server: String,
    token: Option<Token>,
    timeout: Duration,
}

/// Timeout of a request; a server answers at once.
const TIMEOUT: Duration = Duration::from_secs(60);

impl Client {
    /// A client of the server at `HOST:PORT`; connects on request.
    #[must_use]
    pub fn new(server: impl Into<String>) -> Self {
        Self {
            server: server.into(),
            token: None,
            timeout: TIMEOUT,
        }
    }

    /// Sets the timeout of each request; 60 s by default.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sends a token with each request.
    #[must_use]
    pub fn with_token(mut self, token: Token) -> Self {
        self.token = Some(token);
        self
    }

    /// Makes a connection.
    ///
    /// # Errors
    /// [`ClientError`], as of all calls.
    pub async fn connect(
        &self,
        connection: &schema::Connection,
    ) -> Result<schema::ConnectionId, ClientError> {
        self.call("Connect", connection).await
    }

    /// The answer for a connection.
    ///
    /// # Errors
    /// [`ClientError`]
    pub async fn ask(&self, id: schema::ConnectionId) -> Result<schema::Answer, ClientError> {
        self.call("Ask", &id).await
    }

    /// Removes a connection.
    ///
    /// # Errors
    /// [`ClientError`]
    pub async fn disconnect(&self, id: schema::ConnectionId) -> Result<(), ClientError> {
        self.call("Disconnect", &id)
            .await
            .map(|_: schema::Nothing| ())
    }

    /// The answers for all connections.
    ///
    /// # Errors
    /// [`ClientError`]
    pub async fn list(&self) -> Result<schema::Table, ClientError> {
        self.call("List", &schema::Nothing {}).await
    }

    /// Reports the state of a host.
    ///
    /// # Errors
    /// [`ClientError`]
    pub async fn report(&self, report: &schema::HostReport) -> Result<(), ClientError> {
        self.call("Report", report)
            .await
            .map(|_: schema::Nothing| ())
    }

    /// Reports latencies of messages.
    ///
    /// # Errors
    /// [`ClientError`]
    pub async fn put(&self, samples: &schema::Samples) -> Result<(), ClientError> {
        self.call("Put", samples).await.map(|_: schema::Nothing| ())
    }

    async fn call<A: Serialize, B: DeserializeOwned>(
        &self,
        name: &str,
        message: &A,
    ) -> Result<B, ClientError> {
        let called = tokio::time::timeout(self.timeout, self.exchange(name, message)).await;
        called.unwrap_or_else(|_| {
            Err(ClientError::Unreachable {
                server: self.server.clone(),
                problem: format!("no answer within {:?}", self.timeout),
            })
        })
    }

    async fn exchange<A: Serialize, B: DeserializeOwned>(
        &self,
        name: &str,
        message: &A,
    ) -> Result<B, ClientError> {
        let unreachable = |problem: &dyn std::fmt::Display| ClientError::Unreachable {
            server: self.server.clone(),
            problem: problem.to_string(),
        };
        let message = serde_json::to_vec(message).map_err(|error| unreachable(&error))?;
        let stream = tokio::net::TcpStream::connect(&self.server)
            .await
            .map_err(|e| unreachable(&e))?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|e| unreachable(&e))?;
        let driver = tokio::spawn(connection);
        let mut request = Request::post(format!("/v1/{name}")).header(HOST, &self.server);
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token.header());
        }
        let request = request
            .body(Full::<Bytes>::from(message))
            .map_err(|e| unreachable(&e))?;
        let reply = sender
            .send_request(request)
            .await
            .map_err(|e| unreachable(&e))?;
        let status = reply.status();
        let body = Limited::new(reply.into_body(), MOST_BYTES).collect().await;
        let body = body.map_err(|e| unreachable(&e))?.to_bytes();
        driver.abort();
        if status == StatusCode::OK {
            serde_json::from_slice(&body).map_err(|e| unreachable(&e))
        } else {
            Err(ClientError::Refused(
                String::from_utf8_lossy(&body).trim().to_owned(),
            ))
        }
    }
}
