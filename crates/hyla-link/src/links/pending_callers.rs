//! Callers that the control log has not reported yet, or that call before this federate knows its own handle. Their
//! frames are buffered.

use std::time::Instant;

use hyla_core::member::Member;
use hyla_net::ChannelId;
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

/// Limit of buffered bytes of a caller, in send queues.
const LIMIT: usize = 32;

/// The claims of a greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnverifiedCaller {
    /// The federation execution.
    pub(crate) execution: u64,
    /// The caller.
    pub(crate) from: FederateHandle,
    /// The federate addressed.
    pub(crate) to: FederateHandle,
}

/// Verification of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClaimStatus {
    /// Verified: the caller is a member and addresses this one.
    Holds,
    /// Rejected: another federate is addressed.
    Wrong,
    /// Undecided: the log may still report the caller.
    Open,
}

impl ClaimStatus {
    /// Verifies a caller against the state of this member.
    pub(crate) fn of(claim: &UnverifiedCaller, member: &Member) -> Self {
        match (member.execution(), member.handle()) {
            // The answer to this federate's join may still be in flight.
            (None, _) | (_, None) => Self::Open,
            // The caller may know this federate's handle after the restore before this federate does.
            (Some(execution), Some(handle))
                if execution == claim.execution
                    && handle != claim.to
                    && member.may_be_renamed() =>
            {
                Self::Open
            }
            (Some(execution), Some(handle))
                if (execution, handle) != (claim.execution, claim.to) =>
            {
                Self::Wrong
            }
            _ if member.federate_name(claim.from).is_ok() => Self::Holds,
            _ => Self::Open,
        }
    }
}

#[derive(Debug)]
struct PendingCaller<N: Network> {
    claim: UnverifiedCaller,
    channel: N::Channel,
    frames: Vec<Vec<u8>>,
    bytes: usize,
    /// The caller has disconnected; its earlier frames still count.
    ended: bool,
    /// Deadline for the log to report the caller.
    until: Instant,
}

/// A verified caller.
#[derive(Debug)]
pub(crate) struct VerifiedCaller<N: Network> {
    /// The caller.
    pub(crate) from: FederateHandle,
    /// Its channel.
    pub(crate) channel: N::Channel,
    /// Its buffered frames.
    pub(crate) frames: Vec<Vec<u8>>,
    /// Whether it has disconnected since.
    pub(crate) ended: bool,
}

/// Callers that wait for verification.
#[derive(Debug, Default)]
pub(crate) struct PendingCallers<N: Network>(FxHashMap<FederateHandle, PendingCaller<N>>);

impl<N: Network> PendingCallers<N> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, from: FederateHandle) -> bool {
        self.0.contains_key(&from)
    }

    pub(crate) fn insert(&mut self, claim: UnverifiedCaller, channel: N::Channel, until: Instant) {
        let early = PendingCaller {
            claim,
            channel,
            frames: Vec::new(),
            bytes: 0,
            ended: false,
            until,
        };
        self.0.insert(claim.from, early);
    }

    pub(crate) fn channel(&self, id: ChannelId) -> Option<&N::Channel> {
        self.0
            .values()
            .map(|early| &early.channel)
            .find(|channel| channel.id() == id)
    }

    /// Buffers a frame; `false` if no such caller waits.
    ///
    /// # Errors
    /// Text if the caller has sent too much. `queue`: size of a send queue.
    pub(crate) fn keep(
        &mut self,
        from: FederateHandle,
        frame: &[u8],
        queue: usize,
    ) -> Result<bool, String> {
        let Some(early) = self.0.get_mut(&from) else {
            return Ok(false);
        };
        early.bytes += frame.len();
        if early.bytes > queue.saturating_mul(LIMIT) {
            return Err("the caller sent too much before the RTI reported it as a member".into());
        }
        early.frames.push(frame.to_vec());
        Ok(true)
    }

    /// Records that a caller has disconnected.
    pub(crate) fn hung_up(&mut self, id: ChannelId) {
        if let Some(early) = self.0.values_mut().find(|early| early.channel.id() == id) {
            early.ended = true;
        }
    }

    /// Closes callers that were not verified in time.
    pub(crate) fn expire(&mut self, now: Instant, reason: &str) {
        self.0.retain(|_, early| {
            let late = early.until <= now;
            if late {
                early.channel.close(reason);
            }
            !late
        });
    }

    /// Next deadline of a caller.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.0.values().map(|early| early.until).min()
    }

    /// Removes verified callers, and closes rejected ones.
    pub(crate) fn take_proven(
        &mut self,
        standing: impl Fn(&UnverifiedCaller) -> ClaimStatus,
    ) -> Vec<VerifiedCaller<N>> {
        let mut decided: Vec<FederateHandle> = self
            .0
            .iter()
            .filter(|(_, early)| standing(&early.claim) != ClaimStatus::Open)
            .map(|(from, _)| *from)
            .collect();
        decided.sort_unstable();
        let mut proven = Vec::new();
        for from in decided {
            let Some(PendingCaller {
                claim,
                channel,
                frames,
                ended,
                ..
            }) = self.0.remove(&from)
            else {
                continue;
            };
            if standing(&claim) == ClaimStatus::Holds {
                proven.push(VerifiedCaller {
                    from,
                    channel,
                    frames,
                    ended,
                });
            } else {
                channel.close("the greeting is addressed to another federate");
            }
        }
        proven
    }

    /// Closes all.
    pub(crate) fn close(&mut self, reason: &str) {
        for (_, early) in self.0.drain() {
            early.channel.close(reason);
        }
    }
}
