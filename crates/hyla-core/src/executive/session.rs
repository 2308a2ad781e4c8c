//! Sessions: the connections to the RTI, and what is sent on them.

use std::sync::Arc;
use std::time::Duration;

use crate::message::{FromRti, control_frame};

/// A connection to the RTI, numbered by the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(pub u64);

/// A frame to be sent on a session.
#[derive(Clone, Debug)]
pub struct Transmit {
    /// The session.
    pub to: SessionId,
    /// The frame; shared when several sessions get the same. Not `Arc<[u8]>`, into which a frame is copied.
    pub frame: Arc<Vec<u8>>,
}

/// A message as a frame for one session.
pub(crate) fn transmit(to: SessionId, message: &FromRti) -> Transmit {
    let mut frame = Vec::new();
    control_frame(message, &mut frame);
    Transmit {
        to,
        frame: frame.into(),
    }
}

/// A client's connection is cut: moments of the RTI's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) since: Duration,
    /// Until then its session is kept.
    pub(crate) until: Duration,
}
