//! Lanes from one other member.

use std::sync::Arc;
use std::time::Duration;

use crate::lanes::{LaneId, Merge, Path, Stamp};
use hyla_net::network::{Network, Wire};
use hyla_net::{ChannelId, Late, Profile};
use rustc_hash::FxHashMap;

use crate::Host;

/// A lane of another member.
#[derive(Debug)]
struct Lane<N: Network> {
    profile: Arc<Profile>,
    reliable: bool,
    stamped: bool,
    /// What its caller will say first.
    key: u64,
    /// Once its caller has said its key.
    channel: Option<N::Channel>,
}

/// Lanes from one other member, and the stream beside them.
#[derive(Debug)]
pub(crate) struct Incoming<N: Network> {
    host: Arc<dyn Host>,
    pub(crate) merge: Merge,
    lanes: FxHashMap<LaneId, Lane<N>>,
    /// The stream is over, but something on it waits for a lane.
    pub(crate) ended: bool,
}

/// What to do with a message on a lane.
#[derive(Clone, Debug)]
pub enum Arrived {
    /// It is for the federate.
    Good,
    /// It is for the federate, who is told before how late it is, and of what profile.
    Late(Arc<Profile>, Duration),
    /// It is of no use any more.
    Drop,
}

impl<N: Network> Incoming<N> {
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            merge: Merge::default(),
            lanes: FxHashMap::default(),
            ended: false,
        }
    }

    /// A lane will come; `false` if there is one of that number.
    pub(crate) fn expect(
        &mut self,
        id: LaneId,
        profile: Arc<Profile>,
        reliable: bool,
        stamped: bool,
        key: u64,
    ) -> bool {
        let lane = Lane {
            profile,
            reliable,
            stamped,
            key,
            channel: None,
        };
        if self.lanes.contains_key(&id) {
            return false;
        }
        self.lanes.insert(id, lane);
        true
    }

    /// The lane that a caller means by its key, if it has not come yet.
    pub(crate) fn expects(&self, key: u64) -> Option<LaneId> {
        let mut lanes = self.lanes.iter();
        let meant = lanes.find(|(_, lane)| lane.key == key && lane.channel.is_none());
        meant.map(|(id, _)| *id)
    }

    /// What the only caller that is expected will say.
    #[cfg(test)]
    pub(crate) fn only_key(&self) -> u64 {
        let mut lanes = self.lanes.values().filter(|lane| lane.channel.is_none());
        lanes.next().expect("a lane was let in").key
    }

    /// The channel of a lane that has come.
    pub(crate) fn channel(&self, id: LaneId) -> Option<&N::Channel> {
        self.lanes.get(&id)?.channel.as_ref()
    }

    /// The lane has come: the profile by which it is read.
    pub(crate) fn stands(&mut self, id: LaneId, channel: &N::Channel) -> Option<&Profile> {
        let lane = self.lanes.get_mut(&id)?;
        lane.channel = Some(channel.clone());
        self.merge.stands(id, lane.reliable, lane.stamped);
        Some(&lane.profile)
    }

    /// Nothing more comes on a channel: the lane that it was.
    pub(crate) fn ended(&mut self, id: ChannelId, now: Duration) -> Option<LaneId> {
        let is = |lane: &Lane<N>| lane.channel.as_ref().is_some_and(|c| c.id() == id);
        let found = self.lanes.iter().find(|(_, lane)| is(lane));
        let lane = found.map(|(lane, _)| *lane)?;
        self.lanes.remove(&lane);
        self.merge.lane_ended(lane, now);
        Some(lane)
    }

    /// The profile of a lane that was let in.
    pub(crate) fn profile_of(&self, id: LaneId) -> Option<&Arc<Profile>> {
        self.lanes.get(&id).map(|lane| &lane.profile)
    }

    /// Judges a message by its deadline.
    pub(crate) fn judge(&self, path: Path, stamp: Option<Stamp>) -> Arrived {
        let (Path::Lane(id), Some(stamp)) = (path, stamp.filter(|stamp| stamp.sent > 0)) else {
            return Arrived::Good;
        };
        let Some(profile) = self.lanes.get(&id).map(|lane| &lane.profile) else {
            return Arrived::Good;
        };
        let Some(deadline) = profile.deadline else {
            return Arrived::Good;
        };
        let age = Duration::from_nanos(self.host.wall_clock().saturating_sub(stamp.sent));
        match age.checked_sub(deadline).filter(|late| !late.is_zero()) {
            None => Arrived::Good,
            Some(_) if profile.late == Late::Drop => Arrived::Drop,
            Some(late) => Arrived::Late(profile.clone(), late),
        }
    }

    /// Lanes in use, with their profiles.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (&str, &N::Channel)> {
        let lanes = self.lanes.values();
        lanes.filter_map(|lane| Some((&*lane.profile.name, lane.channel.as_ref()?)))
    }

    pub(crate) fn channels(&self) -> impl Iterator<Item = &N::Channel> {
        self.lanes.values().filter_map(|lane| lane.channel.as_ref())
    }

    pub(crate) fn into_channels(self) -> impl Iterator<Item = N::Channel> {
        self.lanes.into_values().filter_map(|lane| lane.channel)
    }
}
