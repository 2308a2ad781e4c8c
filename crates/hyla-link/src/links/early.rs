//! Calls that come before the log has told of the caller, or before this federate itself knows that it
//! has joined: what they say is kept until then.

use std::time::Instant;

use hyla_core::member::Member;
use hyla_net::ChannelId;
use hyla_net::network::{Network, Wire};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

/// How many times the send queue an early caller may say.
const LIMIT: usize = 32;

/// What a caller's greeting says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// The execution that it is a member of.
    pub(crate) execution: u64,
    /// Who it is.
    pub(crate) from: FederateHandle,
    /// Whom it means.
    pub(crate) to: FederateHandle,
}

/// Whether a claim holds, as far as this federate knows by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The caller is a member and means this one.
    Holds,
    /// It means somebody else.
    Wrong,
    /// The log may yet tell of it.
    Open,
}

impl Standing {
    /// Whether a caller's claim holds, as far as this member knows.
    pub(crate) fn of(claim: &Claim, member: &Member) -> Self {
        match (member.execution(), member.handle()) {
            // Perhaps the answer to this federate's own join is on its way.
            (None, _) | (_, None) => Self::Open,
            // The caller may have heard before this federate which handle it has after the restore.
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
struct Early<N: Network> {
    claim: Claim,
    channel: N::Channel,
    frames: Vec<Vec<u8>>,
    bytes: usize,
    /// The caller has hung up; what it said before still counts.
    ended: bool,
    /// Until when the log may tell of the caller.
    until: Instant,
}

/// A call whose claim has turned out to hold.
#[derive(Debug)]
pub(crate) struct Proven<N: Network> {
    /// The caller.
    pub(crate) from: FederateHandle,
    /// Its channel.
    pub(crate) channel: N::Channel,
    /// What it said so far.
    pub(crate) frames: Vec<Vec<u8>>,
    /// It has hung up since.
    pub(crate) ended: bool,
}

/// All calls that came early.
#[derive(Debug, Default)]
pub(crate) struct EarlyCalls<N: Network>(FxHashMap<FederateHandle, Early<N>>);

impl<N: Network> EarlyCalls<N> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, from: FederateHandle) -> bool {
        self.0.contains_key(&from)
    }

    pub(crate) fn insert(&mut self, claim: Claim, channel: N::Channel, until: Instant) {
        let early = Early {
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

    /// Keeps a frame; `false` if that member's call is not early.
    ///
    /// # Errors
    /// What is wrong if the caller has said more than can be kept. `queue` is what may wait for one
    /// member.
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
            return Err("too much was said before the RTI told of the member".into());
        }
        early.frames.push(frame.to_vec());
        Ok(true)
    }

    /// The caller has hung up.
    pub(crate) fn hung_up(&mut self, id: ChannelId) {
        if let Some(early) = self.0.values_mut().find(|early| early.channel.id() == id) {
            early.ended = true;
        }
    }

    /// Closes calls that have proven nothing in time.
    pub(crate) fn expire(&mut self, now: Instant, reason: &str) {
        self.0.retain(|_, early| {
            let late = early.until <= now;
            if late {
                early.channel.close(reason);
            }
            !late
        });
    }

    /// When a call has taken too long to prove anything.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.0.values().map(|early| early.until).min()
    }

    /// Takes out the calls whose claims hold, and closes those whose claims turned out wrong.
    pub(crate) fn take_proven(&mut self, standing: impl Fn(&Claim) -> Standing) -> Vec<Proven<N>> {
        let mut decided: Vec<FederateHandle> = self
            .0
            .iter()
            .filter(|(_, early)| standing(&early.claim) != Standing::Open)
            .map(|(from, _)| *from)
            .collect();
        decided.sort_unstable();
        let mut proven = Vec::new();
        for from in decided {
            let Some(Early {
                claim,
                channel,
                frames,
                ended,
                ..
            }) = self.0.remove(&from)
            else {
                continue;
            };
            if standing(&claim) == Standing::Holds {
                proven.push(Proven {
                    from,
                    channel,
                    frames,
                    ended,
                });
            } else {
                channel.close("called by someone who means somebody else");
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
