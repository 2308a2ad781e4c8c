//! Bounded memory, at both ends: a federate that does not take its callbacks is sent no more, and a sender that waits knows
//! for whom.

use std::time::{Duration, Instant};

use crate::lanes::{LaneId, LinkFrame, Path, link_frame};
use hyla_core::member::Member;
use hyla_core::outbox::Frames;
use hyla_net::network::{Network, Wire};
use hyla_net::{ChannelId, Reliability};
use hyla_types::FederateHandle;

use super::peer::{Relay, Way};
use super::{Links, Role};

/// Who has been held back for so long is told by whom.
const TOLD_AFTER: Duration = Duration::from_secs(1);

/// A member that does not take what this one sends.
#[derive(Debug)]
pub(crate) struct Holder {
    /// [`FederateHandle::RTI`] for the RTI.
    pub(crate) member: FederateHandle,
    /// The channel that is full; `None` while there is none of its own.
    channel: Option<ChannelId>,
    since: Instant,
    told: bool,
}

/// What is to be said of a member that holds back this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It has held back this federate for so long.
    Lasts(FederateHandle, Duration),
    /// It did, and takes what is sent again.
    Over(FederateHandle, Duration),
}

/// What [`Links::bound`] has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// Nothing more is read from other members: so many bytes of callbacks wait.
    Pauses(usize),
    /// They are read from again; so many best-effort messages have been dropped since the federate joined.
    Resumes(u64),
}

impl<N: Network> Links<N> {
    /// Reads no more from other members while more than `most` bytes of callbacks wait, and again once half of that is
    /// delivered; in any case while the federate waits for something that comes on its `streams`, and during a save or restore,
    /// which is over when all streams are read, and holds callbacks back until then.
    ///
    /// A federate that is not held back itself pauses everybody that sends to it. One that is held back pauses only those that
    /// joined after it: so no circle of federates that are held back waits for itself.
    #[inline]
    pub fn bound(&mut self, member: &Member, most: usize, streams: bool) -> Option<Bounded> {
        if !self.pausing && member.waiting_bytes() <= most {
            return None;
        }
        self.pause_or_resume(member, most, streams)
    }

    #[cold]
    fn pause_or_resume(&mut self, member: &Member, most: usize, streams: bool) -> Option<Bounded> {
        let (own, waiting) = (member.handle(), member.waiting_bytes());
        let pauses = self.pausing;
        let limit = if pauses { most / 2 } else { most };
        let full = waiting > limit && !streams && !member.is_held();
        let held = self.is_congested_anywhere();
        self.pause(|peer| full && (!held || own.is_some_and(|own| peer > own)));
        match (pauses, self.pausing) {
            (false, true) => Some(Bounded::Pauses(waiting)),
            (true, false) => Some(Bounded::Resumes(self.total_overflowed())),
            _ => None,
        }
    }

    /// Whether streams and lanes are not read for now.
    #[inline]
    pub fn is_pausing(&self) -> bool {
        self.pausing
    }

    /// Reads from no member that `pauses` from here on, and from all others. A member that leaves, or that has given up its
    /// stream, is read to the end: what is left of it is bounded.
    pub(super) fn pause(&mut self, pauses: impl Fn(FederateHandle) -> bool) {
        self.pausing = false;
        let now = self.lanes.since(self.now);
        let mut told = Vec::new();
        for (federate, peer) in &mut self.peers {
            let leaves = matches!(peer.way, Way::Draining(..));
            match &mut peer.way {
                Way::Up(stream) | Way::Draining(stream, _) => {
                    let ends = leaves || stream.given_up.is_some();
                    let paused = !ends && pauses(*federate);
                    self.pausing |= paused;
                    stream.pause(paused, now);
                }
                Way::Relayed(Relay { told_to_hold, .. }) => {
                    let on = pauses(*federate);
                    self.pausing |= on;
                    if on != *told_to_hold {
                        *told_to_hold = on;
                        told.push((*federate, on));
                    }
                }
                Way::Awaited(_) | Way::Calling(..) | Way::Broken(..) => {}
            }
        }
        for (federate, on) in told {
            self.frame(federate, &mut |buffer| {
                link_frame(&LinkFrame::Hold { on }, buffer);
            });
        }
    }

    /// Counts a best-effort message that has come by a lane or a group and is dropped, since too many callbacks wait. Whether it is.
    #[inline]
    pub(super) fn overflows(&mut self, from: FederateHandle, path: Path) -> bool {
        self.pausing && self.count_overflow(from, path)
    }

    #[cold]
    fn count_overflow(&mut self, from: FederateHandle, path: Path) -> bool {
        let Path::Lane(lane) = path else { return false };
        let incoming = self.incoming(from);
        let profile = incoming.and_then(|incoming| incoming.profile_of(lane));
        let Some(profile) = profile.filter(|p| p.reliability == Reliability::BestEffort) else {
            return false;
        };
        let name = profile.name.clone();
        let lost = self.overflowed.entry((from, name));
        *lost.or_default() += 1;
        true
    }

    /// Best-effort messages dropped since too many callbacks waited.
    pub(super) fn total_overflowed(&self) -> u64 {
        self.overflowed.values().sum()
    }

    /// Whether the messages of a lane of ours may be lost.
    pub(super) fn is_lossy_lane(&self, to: FederateHandle, id: LaneId) -> bool {
        let mut lanes = self
            .stream(to)
            .into_iter()
            .flat_map(|stream| &stream.out.lanes);
        let lane = lanes.find(|lane| lane.id == id);
        lane.is_some_and(|lane| lane.profile.reliability == Reliability::BestEffort)
    }

    /// Looks who holds back this federate. Gives what is to be said of that.
    #[inline]
    pub fn note_holders(&mut self, now: Instant) -> Vec<Hold> {
        let nobody = self.pressed.is_empty()
            && self.pressed_lanes.is_empty()
            && self.held_up.is_empty()
            && self.holders.is_empty();
        if nobody {
            return Vec::new();
        }
        self.look_for_holders(now)
    }

    #[cold]
    fn look_for_holders(&mut self, now: Instant) -> Vec<Hold> {
        // Asks the channels: those that have room again are forgotten.
        let _anybody = self.is_congested_anywhere();
        let _anybody = self.is_held_up();
        let member_of = |channel: &N::Channel| match self.role(channel.id())? {
            Role::Rti => Some(FederateHandle::RTI),
            Role::Peer(peer) | Role::Lane(peer, _) | Role::OwnLane(peer, _) => Some(peer),
            Role::Stranger => None,
        };
        let full = self.pressed.iter().chain(&self.pressed_lanes);
        let full = full.filter_map(|channel| Some((member_of(channel)?, Some(channel.id()))));
        let without = self.held_up.iter().map(|peer| (*peer, None));
        let found: Vec<_> = full.chain(without).collect();

        let mut said = Vec::new();
        self.holders.retain(|holder| {
            let holds = found.contains(&(holder.member, holder.channel));
            if !holds && holder.told {
                said.push(Hold::Over(
                    holder.member,
                    now.saturating_duration_since(holder.since),
                ));
            }
            holds
        });
        for (member, channel) in found {
            let known = self
                .holders
                .iter()
                .any(|h| (h.member, h.channel) == (member, channel));
            if !known {
                self.holders.push(Holder {
                    member,
                    channel,
                    since: now,
                    told: false,
                });
            }
        }
        for holder in self.holders.iter_mut().filter(|holder| !holder.told) {
            let held = now.saturating_duration_since(holder.since);
            if held >= TOLD_AFTER {
                holder.told = true;
                said.push(Hold::Lasts(holder.member, held));
            }
        }
        said
    }

    /// Milliseconds for which a channel has been holding back this federate by now.
    pub(super) fn held_by(&self, channel: ChannelId) -> u64 {
        let mut holders = self.holders.iter();
        let holder = holders.find(|holder| holder.channel == Some(channel));
        holder.map_or(0, |holder| self.milliseconds(holder.since))
    }

    /// Members that hold back this one, and for how many milliseconds by now.
    pub(super) fn held_back_by(&self) -> Vec<(FederateHandle, u64)> {
        let mut all: Vec<_> = self
            .holders
            .iter()
            .map(|holder| (holder.member, self.milliseconds(holder.since)))
            .collect();
        // The longest of each.
        all.sort_unstable_by_key(|(member, held)| (*member, u64::MAX - held));
        all.dedup_by_key(|(member, _)| *member);
        all
    }

    fn milliseconds(&self, since: Instant) -> u64 {
        let by_now = self.now.saturating_duration_since(since);
        u64::try_from(by_now.as_millis()).unwrap_or(u64::MAX)
    }
}
