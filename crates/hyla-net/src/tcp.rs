//! A channel over TCP: the stream, its options, and the sender's side.

use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use socket2::{SockRef, TcpKeepalive};

use crate::bundle::{Outgoing, Then, Wire};
use crate::channel::{Closed, NoRoom, Pressure, Shared};
use crate::preface::PREFACE;
use crate::{Address, ChannelCounters, CloseReason, EndpointConfig, writability};

/// What makes a channel a TCP channel.
#[derive(Debug)]
pub(crate) struct TcpLink {
    peer: SocketAddr,
    local: SocketAddr,
    outgoing: Outgoing<TcpStream>,
}

impl TcpLink {
    /// Begins to connect; the writable edge tells the outcome.
    pub(crate) fn connect(to: SocketAddr, config: &EndpointConfig) -> io::Result<Self> {
        Ok(Self::new(TcpStream::connect(to)?, to, config))
    }

    pub(crate) fn new(stream: TcpStream, peer: SocketAddr, config: &EndpointConfig) -> Self {
        if let Err(error) = set_options(&stream, config) {
            // Slower, or a lost host is noticed later; the channel works all the same.
            tracing::warn!(%peer, %error, "cannot set socket options");
        }
        let unspecified = SocketAddr::from(([0, 0, 0, 0], 0));
        let local = stream.local_addr().unwrap_or(unspecified);
        let outgoing = Outgoing::new(config, Arc::new(stream), &PREFACE);
        Self {
            peer,
            local,
            outgoing,
        }
    }

    pub(crate) fn outgoing(&self) -> &Outgoing<TcpStream> {
        &self.outgoing
    }

    #[inline]
    pub(crate) fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        self.outgoing.append(write).inspect_err(|_| {
            // Broken by this very frame: the endpoint does not know yet.
            if matches!(self.outgoing.ended(), Some(reason) if is_senders_fault(&reason)) {
                channel
                    .endpoint
                    .put(|lists| lists.ended.push(Arc::clone(channel)));
            }
        })
    }

    pub(crate) fn depart(&self, channel: &Arc<Shared>) {
        let endpoint = &channel.endpoint;
        let attended =
            || endpoint.config.unattended == crate::Unattended::Gather || endpoint.is_attended();
        let then = self.outgoing.depart(attended);
        if then != Then::Nothing {
            tell(channel, then);
            if then == Then::TellDirty && !attended() {
                // The owner left meanwhile.
                self.flush(channel);
            }
        }
    }

    pub(crate) fn flush(&self, channel: &Arc<Shared>) {
        tell(channel, self.outgoing.flush());
    }

    pub(crate) fn wait_for_room(&self, timeout: Option<Duration>) -> Result<(), NoRoom> {
        self.outgoing.wait_for_room(timeout, writability::wait)
    }

    /// Writes what is queued, waiting for the peer until `deadline`.
    pub(crate) fn flush_until(&self, deadline: Instant) {
        loop {
            let _broken_or_empty = self.outgoing.flush();
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(stream) = self.outgoing.wire() else {
                return;
            };
            if self.outgoing.is_empty() || left.is_zero() {
                return;
            }
            writability::wait(&*stream, left.min(Duration::from_millis(20)));
            let _broken_or_empty = self.outgoing.writable();
        }
    }

    pub(crate) fn pressure(&self) -> Pressure {
        self.outgoing.pressure()
    }

    pub(crate) fn close(&self, reason: CloseReason) {
        self.outgoing.close(reason);
    }

    pub(crate) fn counters(&self) -> ChannelCounters {
        self.outgoing.counters()
    }

    pub(crate) fn local_address(&self) -> Address {
        let now = self
            .outgoing
            .wire()
            .and_then(|stream| stream.local_addr().ok());
        Address::Tcp(now.unwrap_or(self.local))
    }

    pub(crate) fn peer_address(&self) -> Address {
        Address::Tcp(self.peer)
    }
}

/// Passes on to the endpoint what only it can do.
pub(crate) fn tell(channel: &Arc<Shared>, then: Then) {
    match then {
        Then::Nothing => {}
        Then::TellDirty => {
            channel
                .endpoint
                .put(|lists| lists.dirty.push(Arc::clone(channel)));
        }
        Then::TellEnded => {
            channel
                .endpoint
                .put(|lists| lists.ended.push(Arc::clone(channel)));
        }
    }
}

fn is_senders_fault(reason: &CloseReason) -> bool {
    matches!(
        reason,
        CloseReason::FrameTooLarge { .. } | CloseReason::BrokenFrame
    )
}

fn set_options(stream: &TcpStream, config: &EndpointConfig) -> io::Result<()> {
    stream.set_nodelay(true)?;
    if config.host_timeout.is_zero() {
        return Ok(());
    }
    // For idle connections nobody polls; the rest is in `tcp_health`. Whole seconds are the
    // system's resolution. TCP_USER_TIMEOUT is not set: it also ends connections to a stopped
    // peer whose window is full.
    let interval = (config.host_timeout / 4).max(Duration::from_secs(1));
    let keepalive = TcpKeepalive::new()
        .with_time(interval)
        .with_interval(interval);
    #[cfg(target_os = "linux")]
    let keepalive = keepalive.with_retries(3);
    SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

impl Wire for TcpStream {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match (&mut &*self).write(bytes) {
            // Still connecting, on some systems.
            Err(error) if error.kind() == io::ErrorKind::NotConnected => {
                Err(io::ErrorKind::WouldBlock.into())
            }
            written => written,
        }
    }

    fn finish(&self) {
        // Fails only if the connection is gone, which is what is wanted.
        let _gone = self.shutdown(Shutdown::Write);
    }
}
