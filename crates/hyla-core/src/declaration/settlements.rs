//! Declarations that wait until all members have them in force.

use std::cell::Cell;
use std::time::Duration;

use hyla_types::FederateHandle;

use crate::message::RequestId;

/// How long a declaration waits for members that do not confirm it, unless the driver says otherwise.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Waiting declarations per federate; further ones are answered without waiting.
const MOST_WAITING: usize = 64;

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
    /// When a member is not waited for any longer, if that is known.
    pub(super) deadline: Cell<Known>,
}

/// The last result, until something changes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Known {
    #[default]
    Nothing,
    Deadline(Option<Duration>),
}

/// Of some members, the one that has confirmed least, and how far the others are at least.
#[derive(Debug)]
pub(super) struct Least {
    last: Option<FederateHandle>,
    confirmed: u64,
    others: u64,
}

impl Least {
    pub(super) fn of<'f>(members: impl Iterator<Item = (FederateHandle, &'f Following)>) -> Self {
        let mut least = Self {
            last: None,
            confirmed: u64::MAX,
            others: u64::MAX,
        };
        for (federate, following) in members {
            if following.confirmed < least.confirmed {
                least.others = least.confirmed;
                least.confirmed = following.confirmed;
                least.last = Some(federate);
            } else {
                least.others = least.others.min(following.confirmed);
            }
        }
        least
    }

    /// Whether all of them but this one have applied the entries before the position.
    pub(super) fn reaches(&self, position: u64, without: FederateHandle) -> bool {
        let confirmed = if self.last == Some(without) {
            self.others
        } else {
            self.confirmed
        };
        confirmed >= position
    }
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
            deadline: Cell::default(),
        }
    }
}

impl Settlements {
    /// How long a declaration waits for members that do not confirm it.
    pub(crate) fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
        self.deadline.take();
    }

    /// Whether a further declaration of the federate is answered without waiting.
    pub(super) fn is_full_for(&self, federate: FederateHandle) -> bool {
        let theirs = self.waiting.iter().filter(|it| it.federate == federate);
        theirs.count() >= MOST_WAITING
    }

    pub(super) fn timeout_for(&self, following: &Following) -> Duration {
        self.timeout / 2_u32.pow(following.delays.min(MOST_DELAYS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_one_have_come_as_far_as_the_last_of_them() {
        let following = [5, 3, 8, 3].map(Following::from);
        let members = || (1..).map(FederateHandle::new).zip(&following);
        for (count, without, reached) in [
            (4, 1, 3),
            (4, 2, 3),
            (3, 2, 5),
            (3, 3, 3),
            (1, 1, u64::MAX),
            (0, 1, u64::MAX),
        ] {
            let least = Least::of(members().take(count));
            let without = FederateHandle::new(without);
            assert!(least.reaches(reached, without), "{count} {without}");
            let beyond = reached.checked_add(1);
            assert!(
                beyond.is_none_or(|it| !least.reaches(it, without)),
                "{count} {without}"
            );
        }
    }
}
