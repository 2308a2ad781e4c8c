//! Declarations that wait until all members have them in force.

use std::time::Duration;

use hyla_types::FederateHandle;

use crate::message::RequestId;

/// How long a declaration waits for members that do not confirm it, unless the driver says otherwise.
const TIMEOUT: Duration = Duration::from_secs(1);

/// A member that was late so often is waited for a thousandth of the time.
const MOST_DELAYS: u32 = 10;

/// How far a member has followed the declarations of the others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Following {
    /// Its own declarations since it joined.
    pub(crate) declared: u64,
    /// Number of the log entry behind the last of these.
    pub(super) declared_at: u64,
    /// The member has applied all entries before this number.
    pub(super) confirmed: u64,
    /// The member was not in time, and has not caught up.
    pub(super) lagging: bool,
    /// How often in a row it was not in time: each time halves how long it is waited for.
    pub(super) delays: u32,
}

impl Following {
    /// Of a member that joins with the entries before `next`.
    pub(crate) fn from(next: u64) -> Self {
        Self {
            confirmed: next,
            ..Self::default()
        }
    }
}

/// Declarers that wait for the others.
#[derive(Debug)]
pub(crate) struct Settlements {
    pub(super) timeout: Duration,
    pub(super) waiting: Vec<Settlement>,
}

#[derive(Debug)]
pub(super) struct Settlement {
    pub(super) federate: FederateHandle,
    pub(super) request: RequestId,
    /// Every member has to apply the entries before this number.
    pub(super) position: u64,
    pub(super) since: Duration,
}

impl Default for Settlements {
    fn default() -> Self {
        Self {
            timeout: TIMEOUT,
            waiting: Vec::new(),
        }
    }
}

impl Settlements {
    /// How long a declaration waits for members that do not confirm it.
    pub(crate) fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    pub(super) fn timeout_for(&self, following: &Following) -> Duration {
        self.timeout / 2_u32.pow(following.delays.min(MOST_DELAYS))
    }
}
