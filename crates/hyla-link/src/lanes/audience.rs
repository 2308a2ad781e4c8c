//! The sender's choice of multicast groups.
//!
//! The *audience* of a message is the set of members that routing by class and region selects. An audience gets a group
//! after some messages, and keeps it.

use std::hash::{BuildHasher, BuildHasherDefault};

use hyla_types::FederateHandle;
use rustc_hash::{FxHashMap, FxHasher};

/// Messages after which an audience may get a group.
const SETTLED: u32 = 3;

/// Audiences remembered per group; the least used ones are forgotten first.
const REMEMBERED: usize = 4;

/// Identifies an audience; never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AudienceId(u64);

/// A set of members that messages were sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audience {
    members: Box<[FederateHandle]>,
    group: Option<u32>,
    /// Recent messages; halved by aging.
    uses: u32,
    /// Used since the last aging.
    fresh: bool,
}

/// A change in the assignment of groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The audience has that group from now on.
    Given(AudienceId, u32),
    /// The group of that audience, of these members, was taken away.
    Taken(AudienceId, u32, Box<[FederateHandle]>),
}

/// All audiences of one sender and profile.
#[derive(Debug)]
pub struct Audiences {
    groups: u32,
    known: FxHashMap<Box<[FederateHandle]>, AudienceId>,
    all: FxHashMap<AudienceId, Audience>,
    /// The audience of each group.
    given: FxHashMap<u32, AudienceId>,
    made: u64,
    changes: Vec<Change>,
}

impl Audience {
    /// Its members, in the order of handles.
    #[must_use]
    pub fn members(&self) -> &[FederateHandle] {
        &self.members
    }

    /// The number of its group, if it has one.
    #[must_use]
    pub fn group(&self) -> Option<u32> {
        self.group
    }
}

impl Audiences {
    /// Manages that many groups.
    #[must_use]
    pub fn new(groups: u32) -> Self {
        Self {
            groups: groups.max(1),
            known: FxHashMap::default(),
            all: FxHashMap::default(),
            given: FxHashMap::default(),
            made: 0,
            changes: Vec::new(),
        }
    }

    /// Counts a message to these members, each once, in the order of their handles. Returns the audience and the number
    /// of its group, if it has one. Does not allocate for a known audience.
    pub fn group_for(&mut self, members: &[FederateHandle]) -> (AudienceId, Option<u32>) {
        debug_assert!(members.is_sorted(), "one set, one audience");
        let id = match self.known.get(members) {
            Some(id) => *id,
            None => self.learn(members),
        };
        let Some(audience) = self.all.get_mut(&id) else {
            return (id, None);
        };
        audience.uses = audience.uses.saturating_add(1);
        audience.fresh = true;
        if audience.group.is_none() && audience.uses >= SETTLED && members.len() > 1 {
            self.give(id);
        }
        (id, self.all.get(&id).and_then(Audience::group))
    }

    fn learn(&mut self, members: &[FederateHandle]) -> AudienceId {
        if self.all.len() >= self.groups as usize * REMEMBERED {
            let least = self.all.iter().min_by_key(|(id, a)| (a.uses, **id));
            if let Some(least) = least.map(|(id, _)| *id) {
                self.forget(least);
            }
        }
        self.made += 1;
        let id = AudienceId(self.made);
        self.known.insert(members.into(), id);
        let audience = Audience {
            members: members.into(),
            group: None,
            uses: 0,
            fresh: true,
        };
        self.all.insert(id, audience);
        id
    }

    /// Assigns a group: the one derived from its members, else the next free one, else that of the least used audience
    /// if it is used less than half as much.
    fn give(&mut self, id: AudienceId) {
        let Some(audience) = self.all.get(&id) else {
            return;
        };
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(&audience.members);
        // The upper bits are distributed better.
        let wanted = ((hash >> 32) % u64::from(self.groups)) as u32;
        let uses = audience.uses;
        let group = if (self.given.len() as u64) < u64::from(self.groups) {
            let mut candidates = (0..self.groups).map(|step| (wanted + step) % self.groups);
            candidates.find(|group| !self.given.contains_key(group))
        } else {
            let used = self.given.values().filter_map(|id| {
                let audience = self.all.get(id)?;
                Some((audience.uses, *id, audience.group?))
            });
            let least = used.min();
            let (least, group) = match least {
                Some((used, least, group)) if used < uses / 2 => (least, group),
                _ => return,
            };
            self.take(least);
            Some(group)
        };
        let (Some(group), Some(audience)) = (group, self.all.get_mut(&id)) else {
            return;
        };
        audience.group = Some(group);
        self.given.insert(group, id);
        self.changes.push(Change::Given(id, group));
    }

    /// Takes the group from an audience.
    fn take(&mut self, id: AudienceId) {
        let Some(audience) = self.all.get_mut(&id) else {
            return;
        };
        if let Some(group) = audience.group.take() {
            self.given.remove(&group);
            let members = audience.members.clone();
            self.changes.push(Change::Taken(id, group, members));
        }
    }

    fn forget(&mut self, id: AudienceId) {
        self.take(id);
        if let Some(audience) = self.all.remove(&id) {
            self.known.remove(&audience.members);
        }
    }

    /// Members of an audience; empty if it has been removed.
    #[must_use]
    pub fn members(&self, id: AudienceId) -> &[FederateHandle] {
        self.all.get(&id).map_or(&[], Audience::members)
    }

    /// Removes all audiences with a departed member.
    pub fn leaves(&mut self, member: FederateHandle) {
        let with = self.all.iter().filter(|(_, a)| a.members.contains(&member));
        let mut with: Vec<_> = with.map(|(id, _)| *id).collect();
        with.sort_unstable();
        with.into_iter().for_each(|id| self.forget(id));
    }

    /// Removes all audiences.
    pub fn clear(&mut self) {
        let mut all: Vec<_> = self.all.keys().copied().collect();
        all.sort_unstable();
        all.into_iter().for_each(|id| self.forget(id));
    }

    /// Ages all audiences: halves their counts, forgets those that were not used.
    pub fn age(&mut self) {
        let mut unused = Vec::new();
        for (id, audience) in &mut self.all {
            audience.uses /= 2;
            if !std::mem::take(&mut audience.fresh) {
                unused.push(*id);
            }
        }
        unused.sort_unstable();
        unused.into_iter().for_each(|id| self.forget(id));
    }

    /// Returns the changes since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Whether there are changes to take.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether there are no audiences.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(numbers: &[u32]) -> Vec<FederateHandle> {
        numbers.iter().copied().map(FederateHandle::new).collect()
    }

    /// Speaks so many times; the group afterwards.
    fn speak(audiences: &mut Audiences, to: &[u32], times: u32) -> Option<u32> {
        let to = members(to);
        (0..times).fold(None, |_, _| audiences.group_for(&to).1)
    }

    #[test]
    fn the_same_members_have_the_same_group_from_the_third_message_on() {
        let mut audiences = Audiences::new(256);

        assert_eq!(speak(&mut audiences, &[2, 3], 2), None);
        assert!(!audiences.is_empty() && !audiences.has_changed());
        let group = speak(&mut audiences, &[2, 3], 1);
        assert!(group.is_some_and(|group| group < 256));
        assert!(audiences.has_changed());
        let other = speak(&mut audiences, &[2, 3, 4], 3);
        assert!(other.is_some() && other != group);
        assert_eq!(speak(&mut audiences, &[2, 3], 5), group);
        assert_eq!(audiences.take_changes().len(), 2);
        assert!(!audiences.has_changed());
        // The same in another process.
        assert_eq!(speak(&mut Audiences::new(256), &[2, 3], 3), group);
    }

    #[test]
    fn one_member_is_no_group() {
        assert_eq!(speak(&mut Audiences::new(256), &[2], 100), None);
    }

    #[test]
    fn each_audience_has_a_group_of_its_own_while_there_are_enough() {
        let mut audiences = Audiences::new(16);
        let groups: std::collections::BTreeSet<_> = (2..18)
            .map(|last| speak(&mut audiences, &[1, last], 3).unwrap())
            .collect();
        assert_eq!(groups.len(), 16);
    }

    #[test]
    fn the_audience_that_is_used_least_gives_its_group_to_one_that_is_used_more() {
        let mut audiences = Audiences::new(2);
        let often = speak(&mut audiences, &[1, 2], 100);
        let seldom = speak(&mut audiences, &[1, 3], 10);
        audiences.take_changes();

        // Not for a little more: they would take it from each other in turns.
        assert_eq!(speak(&mut audiences, &[1, 4], 21), None);
        assert_eq!(speak(&mut audiences, &[1, 4], 1), seldom);
        let changes = audiences.take_changes();
        let seldom = seldom.unwrap();
        assert!(
            matches!(&changes[..], [Change::Taken(_, taken, who), Change::Given(_, given)]
                if taken == given && *given == seldom && **who == *members(&[1, 3])),
            "{changes:?}"
        );
        assert_eq!(speak(&mut audiences, &[1, 2], 1), often);
        assert_eq!(speak(&mut audiences, &[1, 3], 1), None);
    }

    #[test]
    fn whoever_leaves_ends_the_groups_it_was_in() {
        let mut audiences = Audiences::new(8);
        let stays = speak(&mut audiences, &[1, 2], 3);
        let ends = speak(&mut audiences, &[1, 3], 3).unwrap();
        audiences.take_changes();

        audiences.leaves(FederateHandle::new(3));

        let changes = audiences.take_changes();
        assert!(matches!(&changes[..], [Change::Taken(_, group, _)] if *group == ends));
        assert_eq!(speak(&mut audiences, &[1, 2], 1), stays);
        assert_eq!(speak(&mut audiences, &[1, 3], 1), None);
    }

    #[test]
    fn who_is_not_spoken_to_any_more_has_no_group_after_some_time() {
        let mut audiences = Audiences::new(8);
        let group = speak(&mut audiences, &[1, 2], 1_000);
        audiences.age();
        assert_eq!(speak(&mut audiences, &[1, 2], 1), group);
        audiences.age();
        assert_eq!(audiences.take_changes().len(), 1);
        audiences.age();
        assert!(matches!(&audiences.take_changes()[..], [Change::Taken(..)]));
        assert!(audiences.is_empty());
    }

    #[test]
    fn what_is_remembered_has_a_bound() {
        let mut audiences = Audiences::new(4);
        for first in 0..1000 {
            speak(&mut audiences, &[first, 5000], 1);
        }
        assert!(audiences.all.len() <= 16);
        assert_eq!(audiences.all.len(), audiences.known.len());
    }

    #[test]
    fn four_audiences_are_remembered_for_each_group() {
        let mut audiences = Audiences::new(4);
        // Each is spoken to twice: once more, and it is settled.
        for last in 2..18 {
            speak(&mut audiences, &[1, last], 2);
        }
        assert_eq!(audiences.all.len(), 16);
        assert!(speak(&mut audiences, &[1, 2], 1).is_some());

        // The next is too many: of those used least the oldest is forgotten.
        speak(&mut audiences, &[1, 99], 2);
        assert_eq!(audiences.all.len(), 16);
        assert_eq!(speak(&mut audiences, &[1, 3], 1), None);
        assert!(speak(&mut audiences, &[1, 17], 1).is_some());
    }

    #[test]
    fn what_was_said_long_ago_counts_less_with_each_age() {
        let mut audiences = Audiences::new(1);
        let once = speak(&mut audiences, &[1, 2], 1_001);
        assert!(once.is_some());
        for _ in 0..5 {
            audiences.age();
            speak(&mut audiences, &[1, 2], 1);
        }
        // 1001 is 33 by now: one that is used more than twice as much takes the group.
        assert_eq!(speak(&mut audiences, &[1, 3], 67), None);
        assert_eq!(speak(&mut audiences, &[1, 3], 1), once);
    }

    #[test]
    fn all_groups_are_free_after_a_restore() {
        let mut audiences = Audiences::new(2);
        let (id, _) = audiences.group_for(&members(&[1, 2]));
        speak(&mut audiences, &[1, 2], 2);
        assert_eq!(audiences.members(id), members(&[1, 2]));
        assert_eq!(audiences.all[&id].members(), members(&[1, 2]));
        audiences.take_changes();

        audiences.clear();

        assert!(
            matches!(&audiences.take_changes()[..], [Change::Taken(taken, ..)] if *taken == id)
        );
        assert!(audiences.is_empty() && audiences.members(id).is_empty());
        assert_eq!(speak(&mut audiences, &[1, 2], 2), None);
    }
}
