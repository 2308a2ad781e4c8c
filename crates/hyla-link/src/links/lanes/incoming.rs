//! Lanes from one peer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{LaneId, Path, ReceiveOrdering, SequenceNumbers};
use hyla_core::secrets::Proof;
use hyla_net::network::{ChannelHandle, Network};
use hyla_net::{ChannelId, Late, Profile};
use rustc_hash::FxHashMap;

use crate::LinkEnvironment;

/// Most lanes from one peer, open or granted: one for each of its transportation types, with room for those that it offers again.
pub(crate) const MOST_LANES: usize = 256;

/// A lane from a peer.
#[derive(Debug)]
struct IncomingLane<N: Network> {
    profile: Arc<Profile>,
    reliable: bool,
    sequenced: bool,
    /// The proof that its caller must send first.
    proof: Proof,
    timed: Timed,
    /// Set when the caller has sent the proof.
    channel: Option<N::Channel>,
}

/// Messages on a lane whose profile has a deadline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Timed {
    /// All of them.
    pub(crate) messages: u64,
    /// Those that arrived after the deadline.
    pub(crate) late: u64,
    /// Share, in per cent, that shall meet the deadline.
    pub(crate) hardness: f64,
}

/// Lanes from one peer, and their order with its stream.
#[derive(Debug)]
pub(crate) struct IncomingLanes<N: Network> {
    host: Arc<dyn LinkEnvironment>,
    pub(crate) ordering: ReceiveOrdering,
    lanes: FxHashMap<LaneId, IncomingLane<N>>,
    /// The stream has ended, but messages on it wait for a lane, or the log may be about to report that the peer is gone.
    pub(crate) ended: bool,
    /// Until then the log may report that. Messages of groups, some of which may lack earlier ones of the stream, wait for it.
    pub(crate) settles: Option<Instant>,
}

/// A message on a lane, judged by its deadline.
#[derive(Clone, Debug)]
pub enum Timeliness {
    /// Deliver it.
    InTime,
    /// Deliver it, after a notification of the delay under that profile.
    Late(Arc<Profile>, Duration),
    /// Drop it.
    Drop,
}

impl<N: Network> IncomingLanes<N> {
    pub(crate) fn new(host: Arc<dyn LinkEnvironment>) -> Self {
        Self {
            host,
            ordering: ReceiveOrdering::default(),
            lanes: FxHashMap::default(),
            ended: false,
            settles: None,
        }
    }

    /// Registers an accepted lane; `false` if its number is in use.
    pub(crate) fn expect(
        &mut self,
        id: LaneId,
        profile: Arc<Profile>,
        reliable: bool,
        sequenced: bool,
        proof: Proof,
    ) -> bool {
        let lane = IncomingLane {
            profile,
            reliable,
            sequenced,
            proof,
            timed: Timed::default(),
            channel: None,
        };
        if self.lanes.contains_key(&id) {
            return false;
        }
        self.lanes.insert(id, lane);
        true
    }

    /// Whether the peer has as many lanes as it may have.
    pub(crate) fn is_full(&self) -> bool {
        self.lanes.len() >= MOST_LANES
    }

    /// The lane of a proof, if it is not open yet.
    pub(crate) fn expects(&self, proof: Proof) -> Option<LaneId> {
        let mut lanes = self.lanes.iter();
        let meant = lanes.find(|(_, lane)| lane.proof.is(&proof) && lane.channel.is_none());
        meant.map(|(id, _)| *id)
    }

    /// The proof of the only expected lane.
    #[cfg(test)]
    pub(crate) fn only_proof(&self) -> Proof {
        let mut lanes = self.lanes.values().filter(|lane| lane.channel.is_none());
        lanes.next().expect("a lane was let in").proof
    }

    /// The channel of an open lane.
    pub(crate) fn channel(&self, id: LaneId) -> Option<&N::Channel> {
        self.lanes.get(&id)?.channel.as_ref()
    }

    /// Opens a lane. Returns the profile by which it is read.
    pub(crate) fn stands(&mut self, id: LaneId, channel: &N::Channel) -> Option<&Profile> {
        let lane = self.lanes.get_mut(&id)?;
        lane.channel = Some(channel.clone());
        self.ordering.stands(id, lane.reliable, lane.sequenced);
        Some(&lane.profile)
    }

    /// Ends the lane of a closed channel.
    pub(crate) fn ended(&mut self, id: ChannelId, now: Duration) -> Option<LaneId> {
        let is = |lane: &IncomingLane<N>| lane.channel.as_ref().is_some_and(|c| c.id() == id);
        let found = self.lanes.iter().find(|(_, lane)| is(lane));
        let lane = found.map(|(lane, _)| *lane)?;
        self.lanes.remove(&lane);
        self.ordering.lane_ended(lane, now);
        Some(lane)
    }

    /// The profile of an accepted lane.
    pub(crate) fn profile_of(&self, id: LaneId) -> Option<&Arc<Profile>> {
        self.lanes.get(&id).map(|lane| &lane.profile)
    }

    /// Judges a message by its deadline.
    pub(crate) fn judge(&mut self, path: Path, sequence: Option<SequenceNumbers>) -> Timeliness {
        let (Path::Lane(id), Some(sequence)) =
            (path, sequence.filter(|sequence| sequence.sent > 0))
        else {
            return Timeliness::InTime;
        };
        let Some(IncomingLane { profile, timed, .. }) = self.lanes.get_mut(&id) else {
            return Timeliness::InTime;
        };
        let Some(deadline) = profile.deadline else {
            return Timeliness::InTime;
        };
        let age = Duration::from_nanos(self.host.wall_clock().saturating_sub(sequence.sent));
        timed.messages += 1;
        timed.late += u64::from(age > deadline);
        match age.checked_sub(deadline).filter(|late| !late.is_zero()) {
            None => Timeliness::InTime,
            Some(_) if profile.late == Late::Drop => Timeliness::Drop,
            Some(late) => Timeliness::Late(profile.clone(), late),
        }
    }

    /// Messages of a lane by its deadline; `None` if its profile has none.
    pub(crate) fn timed(&self, id: LaneId) -> Option<Timed> {
        let lane = self.lanes.get(&id)?;
        lane.profile.deadline.map(|_| Timed {
            hardness: lane.profile.hardness,
            ..lane.timed
        })
    }

    /// Open lanes, with their profiles.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (&str, &N::Channel)> {
        let lanes = self.lanes.values();
        lanes.filter_map(|lane| Some((&*lane.profile.name, lane.channel.as_ref()?)))
    }

    pub(crate) fn channels(&self) -> impl Iterator<Item = &N::Channel> {
        self.lanes.values().filter_map(|lane| lane.channel.as_ref())
    }

    pub(crate) fn into_parts(self) -> (Vec<N::Channel>, ReceiveOrdering) {
        let lanes = self.lanes.into_values();
        let channels = lanes.filter_map(|lane| lane.channel).collect();
        (channels, self.ordering)
    }
}
