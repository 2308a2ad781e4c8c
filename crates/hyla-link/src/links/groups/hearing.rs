//! The receiver's side: groups that this member has joined, and for whom.

use std::net::SocketAddr;
use std::time::Instant;

use crate::lanes::LaneId;
use hyla_net::network::Network;
use hyla_net::{ChannelId, GroupOptions};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::TICK;

/// After so many turns without a sign of the sender a member says that it hears nothing.
const SILENT: u32 = 5;

/// How many turns a group is still heard after its sender has left it: what it said before is under way.
const LINGER: u32 = 2;

/// Something that only the owner of the endpoint can do.
#[derive(Debug)]
pub enum Wish<N: Network> {
    /// Join that group.
    Join(SocketAddr, GroupOptions),
    /// Leave it.
    Leave(N::Group),
}

/// A datagram of somebody who may speak here: whose, and how that one calls this member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The sender.
    pub from: FederateHandle,
    /// The lane beside which the group is.
    pub lane: LaneId,
    /// What the sender calls this member.
    pub mark: u32,
    /// It is the first, which the sender waits for.
    pub first: Option<SocketAddr>,
}

/// What a sender has told.
#[derive(Clone, Debug)]
pub(crate) struct Joining {
    pub(crate) from: FederateHandle,
    pub(crate) lane: LaneId,
    pub(crate) token: u64,
    pub(crate) mark: u32,
    pub(crate) profile: String,
}

/// Somebody who speaks in a group.
#[derive(Debug)]
struct Speaker {
    told: Joining,
    /// The sender knows that this member hears.
    heard: bool,
    /// Something has come since the last turn.
    fresh: bool,
    /// Turns without.
    silent: u32,
    /// How many turns are left after its end.
    ends: Option<u32>,
    messages: u64,
    bytes: u64,
}

/// A group that this member is in, or is about to be.
#[derive(Debug)]
struct Joined<N: Network> {
    group: Option<N::Group>,
    speakers: Vec<Speaker>,
}

impl<N: Network> Default for Joined<N> {
    fn default() -> Self {
        Self {
            group: None,
            speakers: Vec::new(),
        }
    }
}

/// All groups that this member is in.
#[derive(Debug, Default)]
pub(crate) struct Hearing<N: Network> {
    groups: FxHashMap<SocketAddr, Joined<N>>,
    by_id: FxHashMap<ChannelId, SocketAddr>,
    pub(super) wishes: Vec<Wish<N>>,
    next: Option<Instant>,
    /// Of speakers that are gone.
    past: FxHashMap<(FederateHandle, String), (u64, u64)>,
}

impl<N: Network> Hearing<N> {
    /// A sender will speak in that group. `most` groups are joined for its profile at most.
    ///
    /// # Errors
    /// Why the group is not joined, for the sender.
    pub(crate) fn join(
        &mut self,
        at: SocketAddr,
        told: Joining,
        options: GroupOptions,
        most: usize,
        now: Instant,
    ) -> Result<(), String> {
        if !at.ip().is_multicast() {
            return Err(format!("{at} is no multicast address"));
        }
        if !self.groups.contains_key(&at) {
            let of_profile = |joined: &&Joined<N>| {
                let mut speakers = joined.speakers.iter();
                speakers.any(|speaker| speaker.told.profile == told.profile)
            };
            if self.groups.values().filter(of_profile).count() >= most {
                return Err(format!(
                    "it is in {most} groups already (qos.{}.joined)",
                    told.profile
                ));
            }
            self.wishes.push(Wish::Join(at, options));
        }
        let joined = self.groups.entry(at).or_default();
        let same =
            |speaker: &Speaker| (speaker.told.from, speaker.told.token) == (told.from, told.token);
        match joined.speakers.iter_mut().find(|speaker| same(speaker)) {
            Some(speaker) => {
                // Perhaps it had left: then it waits for the first datagram again.
                (speaker.told, speaker.ends, speaker.heard) = (told, None, false);
                (speaker.fresh, speaker.silent) = (false, 0);
            }
            None => joined.speakers.push(Speaker {
                told,
                heard: false,
                fresh: false,
                silent: 0,
                ends: None,
                messages: 0,
                bytes: 0,
            }),
        }
        if self.next.is_none() {
            self.next = Some(now + TICK);
        }
        Ok(())
    }

    /// What became of a wish. Gives whom to tell that it failed.
    pub(crate) fn joined(
        &mut self,
        at: SocketAddr,
        outcome: Result<N::Group, String>,
    ) -> Vec<(FederateHandle, LaneId)> {
        let Some(joined) = self.groups.get_mut(&at) else {
            // Nobody wants it any more.
            self.wishes.extend(outcome.ok().map(Wish::Leave));
            return Vec::new();
        };
        match outcome {
            Ok(group) => {
                self.by_id.insert(N::group_id(&group), at);
                joined.group = Some(group);
                Vec::new()
            }
            Err(_) => {
                let joined = self.groups.remove(&at).unwrap_or_default();
                let speakers = joined.speakers.into_iter();
                speakers.map(|s| (s.told.from, s.told.lane)).collect()
            }
        }
    }

    /// A datagram came in a group; `None` if nobody has told of its sender.
    pub(crate) fn hears(&mut self, group: ChannelId, token: u64, bytes: usize) -> Option<Heard> {
        let at = *self.by_id.get(&group)?;
        let joined = self.groups.get_mut(&at)?;
        let mut speakers = joined.speakers.iter_mut();
        let speaker = speakers.find(|speaker| speaker.told.token == token)?;
        speaker.fresh = true;
        speaker.bytes += bytes as u64;
        let Joining {
            from, lane, mark, ..
        } = speaker.told;
        let first = !std::mem::replace(&mut speaker.heard, true);
        Some(Heard {
            from,
            lane,
            mark,
            first: first.then_some(at),
        })
    }

    /// The datagram had a message for this member.
    pub(crate) fn takes(&mut self, group: ChannelId, token: u64) {
        let speaker = self.by_id.get(&group).and_then(|at| {
            let joined = self.groups.get_mut(at)?;
            joined.speakers.iter_mut().find(|s| s.told.token == token)
        });
        if let Some(speaker) = speaker {
            speaker.messages += 1;
        }
    }

    /// A sender says that its group is over.
    pub(crate) fn leaves(&mut self, from: FederateHandle, lane: LaneId, at: SocketAddr) {
        if let Some(joined) = self.groups.get_mut(&at) {
            for speaker in &mut joined.speakers {
                if (speaker.told.from, speaker.told.lane) == (from, lane) {
                    speaker.ends = Some(LINGER);
                }
            }
        }
    }

    /// Nothing more comes from a member, or by one lane of it.
    pub(crate) fn forget(&mut self, from: FederateHandle, lane: Option<LaneId>) {
        self.end(|told| told.from == from && lane.is_none_or(|lane| told.lane == lane));
    }

    fn end(&mut self, mut over: impl FnMut(&Joining) -> bool) {
        self.end_speakers(|speaker| over(&speaker.told));
    }

    fn end_speakers(&mut self, mut over: impl FnMut(&Speaker) -> bool) {
        let Self {
            groups,
            by_id,
            wishes,
            past,
            ..
        } = self;
        groups.retain(|_, joined| {
            joined.speakers.retain(|speaker| {
                let ends = over(speaker);
                if ends {
                    let key = (speaker.told.from, speaker.told.profile.clone());
                    let (messages, bytes) = past.entry(key).or_default();
                    *messages += speaker.messages;
                    *bytes += speaker.bytes;
                }
                !ends
            });
            let stays = !joined.speakers.is_empty();
            if !stays && let Some(group) = joined.group.take() {
                by_id.remove(&N::group_id(&group));
                wishes.push(Wish::Leave(group));
            }
            stays
        });
        if self.groups.is_empty() {
            self.next = None;
        }
    }

    /// Of a member that has left nothing is kept.
    pub(crate) fn forget_past(&mut self, from: FederateHandle) {
        self.past.retain(|(member, _), _| *member != from);
    }

    pub(super) fn rename(&mut self, after: impl Fn(FederateHandle) -> Option<FederateHandle>) {
        self.end(|told| after(told.from).is_none());
        let speakers = self.groups.values_mut().flat_map(|g| &mut g.speakers);
        for speaker in speakers {
            speaker.told.from = after(speaker.told.from).unwrap_or(speaker.told.from);
        }
        let past = std::mem::take(&mut self.past).into_iter();
        let past = past.filter_map(|((from, profile), n)| Some(((after(from)?, profile), n)));
        self.past = past.collect();
    }

    pub(crate) fn take_wishes(&mut self) -> Vec<Wish<N>> {
        std::mem::take(&mut self.wishes)
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.next
    }

    /// Time has passed. Gives senders of whom nothing comes any more, each with its group and the seconds.
    pub(crate) fn turn(&mut self, now: Instant) -> Vec<(FederateHandle, LaneId, SocketAddr, u32)> {
        let mut silent = Vec::new();
        if self.next.is_none_or(|at| at > now) {
            return silent;
        }
        self.next = Some(now + TICK);
        for (at, joined) in &mut self.groups {
            for speaker in &mut joined.speakers {
                speaker.ends = speaker.ends.map(|left| left.saturating_sub(1));
                if std::mem::take(&mut speaker.fresh) {
                    speaker.silent = 0;
                    continue;
                }
                speaker.silent = speaker.silent.saturating_add(1);
                if speaker.heard && speaker.silent >= SILENT && speaker.ends.is_none() {
                    speaker.heard = false;
                    silent.push((speaker.told.from, speaker.told.lane, *at, SILENT));
                }
            }
        }
        self.end_speakers(|speaker| speaker.ends == Some(0));
        silent.sort_unstable();
        silent
    }

    /// How many groups are joined for a profile.
    pub(crate) fn joined_for(&self, profile: &str) -> usize {
        let of_profile = |joined: &&Joined<N>| {
            let mut speakers = joined.speakers.iter();
            joined.group.is_some() && speakers.any(|speaker| speaker.told.profile == profile)
        };
        self.groups.values().filter(of_profile).count()
    }

    /// Profiles for which groups are joined or were.
    pub(crate) fn profiles(&self) -> impl Iterator<Item = &str> {
        let speakers = self.groups.values().flat_map(|joined| &joined.speakers);
        speakers.map(|speaker| speaker.told.profile.as_str())
    }

    /// What has come by groups: from whom, of which profile, messages and bytes.
    pub(crate) fn traffic(&self) -> Vec<(FederateHandle, String, u64, u64)> {
        let speakers = self.groups.values().flat_map(|joined| &joined.speakers);
        let now = speakers.map(|s| (s.told.from, s.told.profile.clone(), s.messages, s.bytes));
        let past = self
            .past
            .iter()
            .map(|((f, p), (m, b))| (*f, p.clone(), *m, *b));
        now.chain(past).collect()
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use an endpoint of their own process"
)]
mod tests {
    use super::*;

    const SENDER: FederateHandle = FederateHandle::new(2);
    const LANE: LaneId = LaneId(1);
    const TOKEN: u64 = 4711;

    fn told() -> Joining {
        Joining {
            from: SENDER,
            lane: LANE,
            token: TOKEN,
            mark: 7,
            profile: "HLAbestEffort".to_owned(),
        }
    }

    fn at(last: u8) -> SocketAddr {
        SocketAddr::from(([239, 255, 99, last], 9))
    }

    /// The group is joined, as far as this knows: its number.
    fn join(hearing: &mut Hearing<hyla_net::network::Sockets>, last: u8) -> ChannelId {
        let options = GroupOptions::default();
        hearing
            .join(at(last), told(), options, 4, Instant::now())
            .unwrap();
        let id = hyla_net::Endpoint::new(hyla_net::EndpointConfig::default())
            .unwrap()
            .connect(&"tcp:127.0.0.1:9".parse().unwrap())
            .id();
        hearing.by_id.insert(id, at(last));
        id
    }

    /// So many turns; what was said in the last.
    fn turns(hearing: &mut Hearing<hyla_net::network::Sockets>, count: u32) -> usize {
        (0..count).fold(0, |_, _| {
            let due = hearing.due().unwrap();
            hearing.turn(due).len()
        })
    }

    #[test]
    fn the_first_datagram_is_told_and_strangers_are_not_heard() {
        let mut hearing = Hearing::default();
        let group = join(&mut hearing, 1);

        assert_eq!(hearing.hears(group, TOKEN + 1, 10), None);
        let first = hearing.hears(group, TOKEN, 10).unwrap();
        assert_eq!((first.from, first.lane, first.mark), (SENDER, LANE, 7));
        assert_eq!(first.first, Some(at(1)));
        assert_eq!(hearing.hears(group, TOKEN, 10).unwrap().first, None);
        hearing.takes(group, TOKEN);
        let traffic = hearing.traffic();
        assert_eq!(traffic, [(SENDER, "HLAbestEffort".to_owned(), 1, 20)]);
    }

    #[test]
    fn a_group_that_falls_silent_is_told_once_and_again_when_it_is_heard() {
        let mut hearing = Hearing::default();
        let group = join(&mut hearing, 1);
        // Who has never heard anything has nothing to tell.
        assert_eq!(turns(&mut hearing, SILENT * 2), 0);
        hearing.hears(group, TOKEN, 10).unwrap();

        assert_eq!(turns(&mut hearing, SILENT), 0);
        assert_eq!(turns(&mut hearing, 1), 1);
        assert_eq!(turns(&mut hearing, SILENT * 2), 0);
        assert!(hearing.hears(group, TOKEN, 10).unwrap().first.is_some());
    }

    #[test]
    fn a_group_is_heard_for_a_while_after_its_sender_has_left_it() {
        let mut hearing = Hearing::default();
        let group = join(&mut hearing, 1);
        hearing.take_wishes();
        hearing.leaves(SENDER, LANE, at(1));

        turns(&mut hearing, LINGER - 1);
        assert!(hearing.hears(group, TOKEN, 10).is_some());
        turns(&mut hearing, 1);
        assert!(hearing.groups.is_empty());
        assert_eq!(hearing.due(), None);
        // Joined after all: nobody wants it any more.
        assert!(hearing.joined(at(1), Err("late".into())).is_empty());
    }

    #[test]
    fn no_more_groups_are_joined_than_may_be_and_none_that_is_no_group() {
        let mut hearing = Hearing::default();
        for last in 1..=4 {
            join(&mut hearing, last);
        }
        let options = GroupOptions::default();
        let refused = hearing
            .join(at(5), told(), options, 4, Instant::now())
            .unwrap_err();
        assert_eq!(
            refused,
            "it is in 4 groups already (qos.HLAbestEffort.joined)"
        );
        // One more in the same group is none.
        let other = Joining {
            token: TOKEN + 1,
            ..told()
        };
        assert!(
            hearing
                .join(at(4), other, options, 4, Instant::now())
                .is_ok()
        );
        let nobody = "10.1.1.1:9".parse().unwrap();
        assert!(
            hearing
                .join(nobody, told(), options, 9, Instant::now())
                .is_err()
        );
        assert_eq!(hearing.take_wishes().len(), 4);
    }

    #[test]
    fn nothing_is_heard_of_a_lane_that_is_over() {
        let mut hearing = Hearing::default();
        let group = join(&mut hearing, 1);
        hearing.forget(SENDER, Some(LaneId(2)));
        assert!(hearing.hears(group, TOKEN, 1).is_some());
        hearing.forget(SENDER, Some(LANE));
        assert!(hearing.hears(group, TOKEN, 1).is_none());
    }
}
