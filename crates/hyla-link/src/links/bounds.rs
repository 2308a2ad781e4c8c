//! Bounded memory at both ends: senders pause while a federate does not evoke its callbacks, and report which receiver
//! they wait for.

use std::time::{Duration, Instant};

use crate::lanes::{LaneId, LinkFrame, Path, link_frame};
use hyla_core::member::Member;
use hyla_core::outbox::Frames;
use hyla_net::network::{ChannelHandle, Network};
use hyla_net::{ChannelId, Reliability};
use hyla_types::FederateHandle;

use super::link::{LinkState, Relay};
use super::{ChannelRole, Links};

/// Back-pressure is reported after this time.
const TOLD_AFTER: Duration = Duration::from_secs(1);

/// A peer that exerts back-pressure on this member.
#[derive(Debug)]
pub(crate) struct Holder {
    /// [`FederateHandle::RTI`] for the RTI.
    pub(crate) member: FederateHandle,
    /// The full channel; `None` for a link without a channel.
    channel: Option<ChannelId>,
    since: Instant,
    told: bool,
}

/// A report on back-pressure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// The member has exerted back-pressure for this time.
    Lasts(FederateHandle, Duration),
    /// Back-pressure of the member is over; it lasted this time.
    Over(FederateHandle, Duration),
}

/// A change made by [`Links::bound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// Reading from peers is paused; that many bytes of callbacks wait.
    Pauses(usize),
    /// Reading is resumed; that many best-effort messages have been dropped since the federate joined.
    Resumes(u64),
}

impl<N: Network> Links<N> {
    /// Pauses reading from peers while more than `most` bytes of callbacks wait; resumes when half of that is
    /// delivered. Never pauses while the federate waits for messages on `streams`, nor during a save or restore: these
    /// end only after all streams have been read, and hold callbacks until then.
    ///
    /// A federate without back-pressure on itself pauses all peers. Under back-pressure, it pauses only peers that
    /// joined later: this prevents a deadlock between federates that wait for each other.
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
            (true, false) => {
                self.deliver_reliably();
                Some(Bounded::Resumes(self.total_overflowed()))
            }
            _ => None,
        }
    }

    /// Whether reading from streams and lanes is paused.
    #[inline]
    pub fn is_pausing(&self) -> bool {
        self.pausing
    }

    /// Pauses reading from peers for which `pauses` holds, and reads from all others. A peer that leaves, or has given
    /// up its stream, is read to the end: the rest is bounded.
    pub(super) fn pause(&mut self, pauses: impl Fn(FederateHandle) -> bool) {
        self.pausing = false;
        let now = self.lanes.since(self.now);
        let mut told = Vec::new();
        for (federate, peer) in &mut self.peers {
            let leaves = matches!(peer.state, LinkState::Draining(..));
            match &mut peer.state {
                LinkState::Up(stream) | LinkState::Draining(stream, _) => {
                    let ends = leaves || stream.given_up.is_some();
                    let paused = !ends && pauses(*federate);
                    self.pausing |= paused;
                    stream.pause(paused, now);
                }
                LinkState::Relayed(Relay { told_to_hold, .. }) => {
                    let on = pauses(*federate);
                    self.pausing |= on;
                    if on != *told_to_hold {
                        *told_to_hold = on;
                        told.push((*federate, on));
                    }
                }
                LinkState::Awaited(_) | LinkState::Calling(..) | LinkState::Broken(..) => {}
            }
        }
        for (federate, on) in told {
            self.frame(federate, &mut |buffer| {
                link_frame(&LinkFrame::Hold { on }, buffer);
            });
        }
    }

    /// Counts a best-effort message from a lane or a group that is dropped while reading is paused. Returns whether it
    /// is.
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

    /// Best-effort messages dropped while reading was paused.
    pub(super) fn total_overflowed(&self) -> u64 {
        self.overflowed.values().sum()
    }

    /// Whether a lane of this member is best effort.
    pub(super) fn is_lossy_lane(&self, to: FederateHandle, id: LaneId) -> bool {
        let mut lanes = self
            .stream(to)
            .into_iter()
            .flat_map(|stream| &stream.out.lanes);
        let lane = lanes.find(|lane| lane.id == id);
        lane.is_some_and(|lane| lane.profile.reliability == Reliability::BestEffort)
    }

    /// Updates which peers exert back-pressure. Returns reports on changes.
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
        // Checks the channels: forgets those with room again.
        let _anybody = self.is_congested_anywhere();
        let _anybody = self.is_held_up();
        let member_of = |channel: &N::Channel| match self.role(channel.id())? {
            ChannelRole::Rti => Some(FederateHandle::RTI),
            ChannelRole::Stream(peer)
            | ChannelRole::IncomingLane(peer, _)
            | ChannelRole::OutgoingLane(peer, _) => Some(peer),
            ChannelRole::Unidentified => None,
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

    /// Milliseconds of current back-pressure by a channel.
    pub(super) fn held_by(&self, channel: ChannelId) -> u64 {
        let mut holders = self.holders.iter();
        let holder = holders.find(|holder| holder.channel == Some(channel));
        holder.map_or(0, |holder| self.milliseconds(holder.since))
    }

    /// Peers that exert back-pressure now, and for how many milliseconds.
    pub(super) fn held_back_by(&self) -> Vec<(FederateHandle, u64)> {
        let mut all: Vec<_> = self
            .holders
            .iter()
            .map(|holder| (holder.member, self.milliseconds(holder.since)))
            .collect();
        // The longest time per peer.
        all.sort_unstable_by_key(|(member, held)| (*member, u64::MAX - held));
        all.dedup_by_key(|(member, _)| *member);
        all
    }

    fn milliseconds(&self, since: Instant) -> u64 {
        let by_now = self.now.saturating_duration_since(since);
        u64::try_from(by_now.as_millis()).unwrap_or(u64::MAX)
    }
}
