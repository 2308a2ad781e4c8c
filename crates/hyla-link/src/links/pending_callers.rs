//! Callers that the control log has not reported yet, or that call before this federate knows its own handle. Their
//! frames are buffered.

use std::cmp::Reverse;
use std::net::IpAddr;
use std::time::Instant;

use hyla_core::member::Member;
use hyla_core::secrets::{Challenge, Proof, Purpose};
use hyla_net::ChannelId;
use hyla_net::network::{ChannelHandle, Network};
use hyla_types::FederateHandle;

/// Limit of buffered bytes of a caller, and of all together, in send queues. A member waits for the welcome before it sends, but for the
/// rest of one that leaves.
const LIMIT: usize = 32;
const LIMIT_TOGETHER: usize = 64;

/// Memory of a buffered frame beside its bytes, about: many short ones must not cost more than is counted.
const FRAME_COST: usize = size_of::<Vec<u8>>() + 16;

/// Most callers that wait for the log, and most that claim the same handle. The oldest makes room for the next: of those from the address
/// with most callers, and of these, of those that claim the handle that is claimed most. So a stranger who claims handles pushes out its
/// own callers first, and keeps no member out.
const MOST: usize = 64;
const MOST_ALIKE: usize = 8;

/// The claims of a greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnverifiedCaller {
    /// The caller.
    pub(crate) from: FederateHandle,
    /// The federate addressed.
    pub(crate) to: FederateHandle,
    /// The challenge sent to the caller.
    pub(crate) challenge: Challenge,
    /// Its answer.
    pub(crate) proof: Proof,
    /// Its own challenge, for the welcome.
    pub(crate) answer: Challenge,
}

/// Verification of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClaimStatus {
    /// Verified: the caller is a member and addresses this one.
    Holds,
    /// Rejected: another federate is addressed, or the caller is not the member.
    Wrong,
    /// Undecided: the log may still report the caller.
    Open,
}

impl ClaimStatus {
    /// Verifies a caller against the state of this member.
    pub(crate) fn of(claim: &UnverifiedCaller, member: &Member) -> Self {
        match member.handle() {
            // The answer to this federate's join may still be in flight.
            None => return Self::Open,
            // The caller may know this federate's handle after the restore before this federate does.
            Some(handle) if handle != claim.to && member.may_be_renamed() => return Self::Open,
            Some(handle) if handle != claim.to => return Self::Wrong,
            Some(_) => {}
        }
        let Some(key) = member.link_key(claim.from) else {
            return Self::Open;
        };
        let pair = (claim.from, claim.to);
        match key.holds(Purpose::Call, pair, &claim.challenge, &claim.proof) {
            true => Self::Holds,
            // Another member may have that handle after the restore.
            false if member.may_be_renamed() => Self::Open,
            false => Self::Wrong,
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

impl<N: Network> PendingCaller<N> {
    fn network(&self) -> Option<IpAddr> {
        self.channel.peer_address().network()
    }
}

/// Result of buffering a frame.
#[derive(Debug)]
pub(crate) enum Kept<C> {
    /// No caller waits on that channel.
    Known,
    /// It is buffered.
    Buffered,
    /// A caller, not necessarily this one, has left too much and is none any more: its channel has to be closed.
    TooMuch(C),
}

/// A verified caller.
#[derive(Debug)]
pub(crate) struct VerifiedCaller<N: Network> {
    /// The claim that it has proven.
    pub(crate) claim: UnverifiedCaller,
    /// Its channel.
    pub(crate) channel: N::Channel,
    /// Its buffered frames.
    pub(crate) frames: Vec<Vec<u8>>,
    /// Whether it has disconnected since.
    pub(crate) ended: bool,
}

/// Callers that wait for verification, in the order in which they came.
#[derive(Debug)]
pub(crate) struct PendingCallers<N: Network>(Vec<PendingCaller<N>>);

impl<N: Network> Default for PendingCallers<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<N: Network> PendingCallers<N> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a caller; gives the channel of the one that makes room for it.
    pub(crate) fn insert(
        &mut self,
        claim: UnverifiedCaller,
        channel: N::Channel,
        until: Instant,
    ) -> Option<N::Channel> {
        let pushed_out = self.pushed_out_by(claim.from);
        let pushed_out = pushed_out.map(|at| self.0.remove(at).channel);
        self.0.push(PendingCaller {
            claim,
            channel,
            frames: Vec::new(),
            bytes: 0,
            ended: false,
            until,
        });
        pushed_out
    }

    /// The caller that makes room for one more that claims this handle.
    fn pushed_out_by(&self, from: FederateHandle) -> Option<usize> {
        let alike = |from| {
            self.0
                .iter()
                .filter(|early| early.claim.from == from)
                .count()
        };
        let is_crowded = alike(from) >= MOST_ALIKE;
        if !is_crowded && self.0.len() < MOST {
            return None;
        }
        let networks: Vec<_> = self.0.iter().map(PendingCaller::network).collect();
        let crowd = |at: usize| {
            let network = networks.iter().filter(|other| **other == networks[at]);
            (network.count(), alike(self.0[at].claim.from))
        };
        let candidates =
            (0..self.0.len()).filter(|at| !is_crowded || self.0[*at].claim.from == from);
        // The first of several.
        candidates.min_by_key(|at| Reverse(crowd(*at)))
    }

    pub(crate) fn is_waiting(&self, id: ChannelId) -> bool {
        self.0.iter().any(|early| early.channel.id() == id)
    }

    /// Removes a caller, with what it sent.
    pub(crate) fn take(&mut self, id: ChannelId) -> Option<N::Channel> {
        let at = self.0.iter().position(|early| early.channel.id() == id)?;
        Some(self.0.remove(at).channel)
    }

    /// Buffers a frame. `queue`: size of a send queue.
    pub(crate) fn keep(&mut self, id: ChannelId, frame: &[u8], queue: usize) -> Kept<N::Channel> {
        let Some(early) = self.0.iter_mut().find(|early| early.channel.id() == id) else {
            return Kept::Known;
        };
        early.bytes += frame.len() + FRAME_COST;
        early.frames.push(frame.to_vec());
        let bytes = early.bytes;
        let together: usize = self.0.iter().map(|early| early.bytes).sum();
        if bytes <= queue.saturating_mul(LIMIT) && together <= queue.saturating_mul(LIMIT_TOGETHER)
        {
            return Kept::Buffered;
        }
        // It has most of all, or more than it may have.
        let at = (0..self.0.len()).max_by_key(|at| self.0[*at].bytes);
        match at {
            Some(at) => Kept::TooMuch(self.0.remove(at).channel),
            None => Kept::Buffered,
        }
    }

    /// Records that a caller has disconnected.
    pub(crate) fn hung_up(&mut self, id: ChannelId) {
        if let Some(early) = self.0.iter_mut().find(|early| early.channel.id() == id) {
            early.ended = true;
        }
    }

    /// Removes callers that were not verified in time.
    pub(crate) fn take_late(&mut self, now: Instant) -> Vec<N::Channel> {
        let late = self.0.extract_if(.., |early| early.until <= now);
        late.map(|early| early.channel).collect()
    }

    /// Next deadline of a caller.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.0.iter().map(|early| early.until).min()
    }

    /// Removes verified callers, by handle, and channels of rejected ones.
    pub(crate) fn take_proven(
        &mut self,
        standing: impl Fn(&UnverifiedCaller) -> ClaimStatus,
    ) -> (Vec<VerifiedCaller<N>>, Vec<N::Channel>) {
        let (mut proven, mut refused) = (Vec::new(), Vec::new());
        for early in std::mem::take(&mut self.0) {
            match standing(&early.claim) {
                ClaimStatus::Open => self.0.push(early),
                ClaimStatus::Wrong => refused.push(early.channel),
                ClaimStatus::Holds => proven.push(VerifiedCaller {
                    claim: early.claim,
                    channel: early.channel,
                    frames: early.frames,
                    ended: early.ended,
                }),
            }
        }
        proven.sort_by_key(|call| call.claim.from);
        (proven, refused)
    }

    /// Closes all.
    pub(crate) fn close(&mut self, reason: &str) {
        for early in self.0.drain(..) {
            early.channel.close(reason);
        }
    }
}
