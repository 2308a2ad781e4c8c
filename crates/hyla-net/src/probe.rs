//! Test whether shared memory works here.

use std::io::{self, ErrorKind};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use crate::{Endpoint, EndpointConfig, Event};

/// Working shared memory needs less than a millisecond.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Passes a frame from one endpoint to another in shared memory, as two processes of this host
/// would.
///
/// # Errors
/// That of the system where it is not permitted, `Unsupported` where it does not exist.
pub fn probe_shared_memory() -> io::Result<()> {
    let mut called = Endpoint::new(EndpointConfig::default())?;
    called.listen((Ipv4Addr::LOCALHOST, 0).into())?;
    let to = called
        .shared_memory_addresses()
        .next()
        .ok_or(ErrorKind::Unsupported)?;
    let mut caller = Endpoint::new(EndpointConfig::default())?;
    let channel = caller.connect(&to);
    // If the channel is closed, the event has the reason.
    let _sent = channel.send_parts(&[b"?"]);
    let (mut heard, mut closed) = (false, None);
    let start = Instant::now();
    while !heard && closed.is_none() && start.elapsed() < PROBE_TIMEOUT {
        caller.poll(Some(Duration::ZERO), &mut |event| {
            if let Event::Closed { reason, .. } = event {
                closed = Some(reason);
            }
        })?;
        called.poll(Some(Duration::from_millis(1)), &mut |event| {
            heard |= matches!(event, Event::Frame { .. });
        })?;
    }
    match closed {
        _ if heard => Ok(()),
        Some(reason) => Err(io::Error::other(reason.to_string())),
        None => Err(ErrorKind::TimedOut.into()),
    }
}
