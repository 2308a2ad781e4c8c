//! From interests to groups.
//!
//! Members of like interest share a *region*; each member is in exactly one. A message about an interest goes to the
//! regions that contain a subscriber, and receivers drop what they did not subscribe to. The interests that waste most
//! have a group of their own. The same changes in the same order give the same map: members
//! may compute it alike, or each sender one of its own.
//!
//! Cost of a change of interest: one counter, and a bit of the interest's route. Regions change only in
//! [`RegionMap::rebalance`].

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{GroupId, InterestId, MemberId};

/// Most regions: one bit each in the route of an interest.
const REGIONS_MOST: usize = 64;

/// A member moves if that saves this share of its cost.
const WORTH: f64 = 0.2;

/// Parameters of a region map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegionMapConfig {
    /// Most regions, 1 to 64. Default 32. More regions mean fewer unwanted messages and more copies at senders.
    pub regions: usize,
    /// Most groups for single interests. Default 64. Each is an address that members join.
    pub hot: usize,
    /// Most members that move in one call of [`RegionMap::rebalance`]. Default 8.
    pub moves: usize,
    /// Cost of sending a message to one more region, in unwanted messages. Default 4.
    pub copy_cost: f64,
    /// A group of its own must save so many unwanted messages a second. Default 100.
    pub hot_saves: f64,
}

impl Default for RegionMapConfig {
    fn default() -> Self {
        Self {
            regions: 32,
            hot: 64,
            moves: 8,
            copy_cost: 4.0,
            hot_saves: 100.0,
        }
    }
}

/// Purpose of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupPurpose {
    /// The region with this number.
    Region(u8),
    /// The subscribers of an interest.
    Hot(InterestId),
}

/// A change that drivers carry out: with [`crate::Member::install`] before the new group is used, and
/// [`crate::Member::retire`] for the old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupChange {
    /// Purpose of the group.
    pub purpose: GroupPurpose,
    /// The group that ends, if there was one.
    pub old: Option<GroupId>,
    /// The group that replaces it with its members, if there is one.
    pub new: Option<(GroupId, Vec<MemberId>)>,
}

/// Where a message about an interest goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route<'m> {
    /// To nobody.
    Nobody,
    /// To the group of the interest.
    Hot(GroupId),
    /// To these regions.
    Regions(RegionSet<'m>),
}

/// Groups of regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionSet<'m> {
    bits: u64,
    groups: &'m [Option<GroupId>],
}

impl Iterator for RegionSet<'_> {
    type Item = GroupId;

    fn next(&mut self) -> Option<GroupId> {
        while self.bits != 0 {
            let region = self.bits.trailing_zeros() as usize;
            self.bits &= self.bits - 1;
            if let Some(group) = self.groups.get(region).copied().flatten() {
                return Some(group);
            }
        }
        None
    }
}

/// The map of one federation.
#[derive(Debug)]
pub struct RegionMap {
    config: RegionMapConfig,
    interests: Vec<Interest>,
    members: FxHashMap<MemberId, Subscriber>,
    regions: Vec<Region>,
    groups: Vec<Option<GroupId>>,
    hot: FxHashMap<InterestId, HotGroup>,
    next_group: u32,
    /// Where the next rebalancing begins.
    cursor: u32,
    changed: BTreeSet<GroupPurpose>,
    /// Groups of interests that ended since the last rebalancing.
    ended: Vec<(InterestId, GroupId)>,
}

#[derive(Clone, Debug, Default)]
struct Interest {
    /// A bit for each region with a subscriber.
    regions: u64,
    subscribers: u32,
    /// Messages a second.
    rate: f32,
}

#[derive(Debug)]
struct Subscriber {
    region: u8,
    interests: FxHashSet<InterestId>,
    /// Messages a second that it wants.
    wanted: f64,
}

#[derive(Debug)]
struct HotGroup {
    group: Option<GroupId>,
}

#[derive(Debug, Default)]
struct Region {
    members: BTreeSet<MemberId>,
    /// Subscribers here of each interest.
    subscribers: Vec<u16>,
    /// Messages a second that come here.
    load: f64,
}

impl RegionMap {
    /// A map of so many interests. Groups get numbers from `first_group` on.
    #[must_use]
    pub fn new(interests: usize, first_group: u32, config: RegionMapConfig) -> Self {
        let regions = config.regions.clamp(1, REGIONS_MOST);
        let interest = Interest {
            rate: 1.0,
            ..Interest::default()
        };
        Self {
            config,
            interests: vec![interest; interests],
            members: FxHashMap::default(),
            regions: (0..regions)
                .map(|_| Region {
                    subscribers: vec![0; interests],
                    ..Region::default()
                })
                .collect(),
            groups: vec![None; regions],
            hot: FxHashMap::default(),
            next_group: first_group,
            cursor: 0,
            changed: BTreeSet::new(),
            ended: Vec::new(),
        }
    }

    /// Adds an interest that nobody subscribes to yet.
    pub fn add_interest(&mut self) -> InterestId {
        let id = InterestId(self.interests.len() as u32);
        self.interests.push(Interest {
            rate: 1.0,
            ..Interest::default()
        });
        for region in &mut self.regions {
            region.subscribers.push(0);
        }
        id
    }

    /// Where messages about the interest go. Does not allocate.
    #[must_use]
    pub fn route(&self, interest: InterestId) -> Route<'_> {
        let Some(known) = self.interests.get(interest.0 as usize) else {
            return Route::Nobody;
        };
        if let Some(HotGroup { group: Some(group) }) = self.hot.get(&interest) {
            return Route::Hot(*group);
        }
        if known.regions == 0 {
            return Route::Nobody;
        }
        Route::Regions(RegionSet {
            bits: known.regions,
            groups: &self.groups,
        })
    }

    /// Whether the member subscribes to the interest: what it receives and does not want, it drops.
    #[must_use]
    pub fn wants(&self, member: MemberId, interest: InterestId) -> bool {
        let member = self.members.get(&member);
        member.is_some_and(|member| member.interests.contains(&interest))
    }

    /// Whether the member subscribes to nothing.
    #[must_use]
    pub fn wants_nothing(&self, member: MemberId) -> bool {
        let member = self.members.get(&member);
        member.is_none_or(|member| member.interests.is_empty())
    }

    /// The number of the member's region; `None` if it is not in the map.
    #[must_use]
    pub fn region_number(&self, member: MemberId) -> Option<u8> {
        Some(self.members.get(&member)?.region)
    }

    /// The group of the member's region.
    #[must_use]
    pub fn region_of(&self, member: MemberId) -> Option<GroupId> {
        self.groups[usize::from(self.members.get(&member)?.region)]
    }

    /// All groups in use with their members, in the order of their numbers: what a newcomer installs.
    #[must_use]
    pub fn groups(&self) -> Vec<(GroupId, Vec<MemberId>)> {
        let regions = self.groups.iter().zip(&self.regions);
        let regions = regions.filter_map(|(group, region)| {
            Some(((*group)?, region.members.iter().copied().collect()))
        });
        let hot = self
            .hot
            .iter()
            .filter_map(|(interest, hot)| Some((hot.group?, self.subscribers(*interest))));
        let mut groups: Vec<_> = regions.chain(hot).collect();
        groups.sort_unstable();
        groups
    }

    fn subscribers(&self, interest: InterestId) -> Vec<MemberId> {
        let wants = |(_, member): &(&MemberId, &Subscriber)| member.interests.contains(&interest);
        let members = self.members.iter().filter(wants);
        let mut members: Vec<_> = members.map(|(member, _)| *member).collect();
        members.sort_unstable();
        members
    }

    /// A member joins with these interests: in the region where it costs least.
    pub fn join(&mut self, member: MemberId, interests: impl IntoIterator<Item = InterestId>) {
        self.leave(member);
        let known = |interest: &InterestId| (interest.0 as usize) < self.interests.len();
        let interests: FxHashSet<_> = interests.into_iter().filter(known).collect();
        let subscriber = Subscriber {
            region: 0,
            wanted: self.rate_of(&interests),
            interests,
        };
        let region = self.cheapest(&subscriber).0;
        for interest in &subscriber.interests {
            self.interests[interest.0 as usize].subscribers += 1;
            self.note_hot(*interest);
        }
        self.members.insert(member, subscriber);
        self.enter(member, region);
    }

    /// A member leaves, or is lost.
    pub fn leave(&mut self, member: MemberId) {
        if !self.members.contains_key(&member) {
            return;
        }
        self.exit(member);
        if let Some(left) = self.members.remove(&member) {
            for interest in left.interests {
                let known = &mut self.interests[interest.0 as usize];
                known.subscribers -= 1;
                self.note_hot(interest);
            }
        }
    }

    /// A member subscribes. The region stays what it is; the route may get one more region.
    pub fn subscribe(&mut self, member: MemberId, interest: InterestId) {
        let Some(known) = self.interests.get_mut(interest.0 as usize) else {
            return;
        };
        let Some(subscriber) = self.members.get_mut(&member) else {
            return;
        };
        if subscriber.interests.insert(interest) {
            known.subscribers += 1;
            subscriber.wanted += f64::from(known.rate);
            let region = subscriber.region;
            self.count(region, interest, true);
            self.note_hot(interest);
        }
    }

    /// A member unsubscribes.
    pub fn unsubscribe(&mut self, member: MemberId, interest: InterestId) {
        let Some(subscriber) = self.members.get_mut(&member) else {
            return;
        };
        if subscriber.interests.remove(&interest) {
            let known = &mut self.interests[interest.0 as usize];
            known.subscribers -= 1;
            subscriber.wanted -= f64::from(known.rate);
            let region = subscriber.region;
            self.count(region, interest, false);
            self.note_hot(interest);
        }
    }

    /// The rate of messages about an interest, in messages a second. Default 1.
    pub fn set_rate(&mut self, interest: InterestId, rate: f32) {
        let Some(known) = self.interests.get_mut(interest.0 as usize) else {
            return;
        };
        let change = f64::from(rate - known.rate);
        known.rate = rate;
        let regions = known.regions;
        for (index, region) in self.regions.iter_mut().enumerate() {
            if regions >> index & 1 == 1 {
                region.load += change;
            }
        }
        for member in self.members.values_mut() {
            if member.interests.contains(&interest) {
                member.wanted += change;
            }
        }
    }

    /// Moves some members to cheaper regions, and gives groups of their own to the interests that waste most. Returns
    /// what changed since the last call, with all members of the groups that are new. Cost: the interests of all
    /// members times the regions.
    pub fn rebalance(&mut self) -> Vec<GroupChange> {
        let mut members: Vec<_> = self.members.keys().copied().collect();
        members.sort_unstable();
        let from = members.partition_point(|member| member.0 < self.cursor);
        members.rotate_left(from);
        let mut moved = 0;
        for member in members {
            if moved >= self.config.moves {
                self.cursor = member.0;
                break;
            }
            moved += usize::from(self.move_if_cheaper(member));
        }
        self.choose_hot();
        self.changes()
    }

    fn changes(&mut self) -> Vec<GroupChange> {
        let ended = std::mem::take(&mut self.ended);
        let ended = ended.into_iter().map(|(interest, group)| GroupChange {
            purpose: GroupPurpose::Hot(interest),
            old: Some(group),
            new: None,
        });
        let mut changes: Vec<_> = ended.collect();
        let changed = std::mem::take(&mut self.changed);
        changes.extend(
            changed
                .into_iter()
                .filter_map(|purpose| self.renew(purpose)),
        );
        changes
    }

    fn renew(&mut self, purpose: GroupPurpose) -> Option<GroupChange> {
        let (members, place) = match purpose {
            GroupPurpose::Region(region) => {
                let members: Vec<_> = self.regions[usize::from(region)]
                    .members
                    .iter()
                    .copied()
                    .collect();
                (members, self.groups.get_mut(usize::from(region))?)
            }
            GroupPurpose::Hot(interest) => {
                let members = self.subscribers(interest);
                let hot = self.hot.get_mut(&interest)?;
                (members, &mut hot.group)
            }
        };
        let old = place.take();
        let new = (!members.is_empty()).then(|| {
            let group = GroupId(self.next_group);
            self.next_group += 1;
            *place = Some(group);
            (group, members)
        });
        (old.is_some() || new.is_some()).then_some(GroupChange { purpose, old, new })
    }

    fn rate_of(&self, interests: &FxHashSet<InterestId>) -> f64 {
        let rates = interests
            .iter()
            .map(|interest| f64::from(self.interests[interest.0 as usize].rate));
        rates.sum()
    }

    /// Cost of a member in a region, in messages a second: what it gets there and does not want, and what all there
    /// get for its sake.
    fn cost(&self, subscriber: &Subscriber, region: usize) -> f64 {
        let bit = 1 << region;
        let mut shared = 0.0;
        for interest in &subscriber.interests {
            let known = &self.interests[interest.0 as usize];
            let here = self.regions[region].subscribers[interest.0 as usize];
            // The member itself does not count.
            let own = u16::from(usize::from(subscriber.region) == region);
            if known.regions & bit != 0 && here > own {
                shared += f64::from(known.rate);
            }
        }
        let is_own = usize::from(subscriber.region) == region;
        let members = self.regions[region].members.len() as f64 - f64::from(u8::from(is_own));
        let load = if is_own {
            // Without what comes for its sake alone.
            self.regions[region].load - (subscriber.wanted - shared)
        } else {
            self.regions[region].load
        };
        let alone = subscriber.wanted - shared;
        (load - shared).max(0.0) + alone * (members + self.config.copy_cost)
    }

    /// The cheapest region of a member that is in none, and its cost.
    fn cheapest(&self, subscriber: &Subscriber) -> (u8, f64) {
        let costs = (0..self.regions.len()).map(|region| {
            let bit = 1 << region;
            let shared = subscriber
                .interests
                .iter()
                .map(|interest| &self.interests[interest.0 as usize]);
            let shared = shared.filter(|known| known.regions & bit != 0);
            let shared: f64 = shared.map(|known| f64::from(known.rate)).sum();
            let Region { members, load, .. } = &self.regions[region];
            let alone = subscriber.wanted - shared;
            let cost =
                (load - shared).max(0.0) + alone * (members.len() as f64 + self.config.copy_cost);
            (region as u8, cost)
        });
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    }

    fn move_if_cheaper(&mut self, member: MemberId) -> bool {
        let Some(subscriber) = self.members.get(&member) else {
            return false;
        };
        let here = self.cost(subscriber, usize::from(subscriber.region));
        let own = usize::from(subscriber.region);
        let others = (0..self.regions.len()).filter(|region| *region != own);
        let costs = others.map(|region| (region as u8, self.cost(subscriber, region)));
        let Some((to, cost)) = costs.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            return false;
        };
        let worth = WORTH * (here + subscriber.wanted);
        if here - cost <= worth.max(1e-9) {
            return false;
        }
        self.exit(member);
        self.enter(member, to);
        true
    }

    fn enter(&mut self, member: MemberId, region: u8) {
        let Some(subscriber) = self.members.get_mut(&member) else {
            return;
        };
        subscriber.region = region;
        let interests: Vec<_> = subscriber.interests.iter().copied().collect();
        self.regions[usize::from(region)].members.insert(member);
        self.changed.insert(GroupPurpose::Region(region));
        for interest in interests {
            self.count(region, interest, true);
        }
    }

    fn exit(&mut self, member: MemberId) {
        let Some(subscriber) = self.members.get(&member) else {
            return;
        };
        let region = subscriber.region;
        let interests: Vec<_> = subscriber.interests.iter().copied().collect();
        self.regions[usize::from(region)].members.remove(&member);
        self.changed.insert(GroupPurpose::Region(region));
        for interest in interests {
            self.count(region, interest, false);
        }
    }

    fn count(&mut self, region: u8, interest: InterestId, more: bool) {
        let (index, bit) = (interest.0 as usize, 1 << region);
        let known = &mut self.interests[index];
        let region = &mut self.regions[usize::from(region)];
        let count = &mut region.subscribers[index];
        if more {
            *count += 1;
            if *count == 1 {
                known.regions |= bit;
                region.load += f64::from(known.rate);
            }
        } else {
            *count -= 1;
            if *count == 0 {
                known.regions &= !bit;
                region.load -= f64::from(known.rate);
            }
        }
    }

    fn note_hot(&mut self, interest: InterestId) {
        if self.hot.contains_key(&interest) {
            self.changed.insert(GroupPurpose::Hot(interest));
            // Later subscribers would miss messages: the regions serve until the group is renewed.
            if let Some(hot) = self.hot.get_mut(&interest)
                && let Some(group) = hot.group.take()
            {
                self.ended.push((interest, group));
            }
        }
    }

    /// Unwanted messages a second that a group of its own would save.
    fn saves(&self, interest: &Interest) -> f64 {
        let regions = (0..self.regions.len()).filter(|region| interest.regions >> region & 1 == 1);
        let (mut receivers, mut copies) = (0, 0);
        for region in regions {
            receivers += self.regions[region].members.len();
            copies += 1;
        }
        let unwanted = receivers.saturating_sub(interest.subscribers as usize) as f64;
        let copies = f64::from(copies - 1).max(0.0) * self.config.copy_cost;
        f64::from(interest.rate) * (unwanted + copies)
    }

    fn choose_hot(&mut self) {
        let mut best: Vec<(f64, InterestId)> = Vec::new();
        for (index, interest) in self.interests.iter().enumerate() {
            // A single subscriber is better served by a lane.
            if interest.subscribers < 2 || f64::from(interest.rate) <= 0.0 {
                continue;
            }
            let id = InterestId(index as u32);
            // An interest with a group keeps it unless another one saves a fifth more.
            let favour = if self.hot.contains_key(&id) {
                1.0 + WORTH
            } else {
                1.0
            };
            let saves = self.saves(interest) * favour;
            if saves >= self.config.hot_saves {
                best.push((saves, id));
            }
        }
        best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(self.config.hot);
        let chosen: FxHashSet<_> = best.iter().map(|(_, interest)| *interest).collect();
        let mut over: Vec<_> = self
            .hot
            .keys()
            .filter(|id| !chosen.contains(id))
            .copied()
            .collect();
        over.sort_unstable();
        for interest in over {
            if let Some(HotGroup { group: Some(group) }) = self.hot.remove(&interest) {
                self.ended.push((interest, group));
            }
        }
        for (_, interest) in best {
            let changed = &mut self.changed;
            self.hot.entry(interest).or_insert_with(|| {
                changed.insert(GroupPurpose::Hot(interest));
                HotGroup { group: None }
            });
        }
    }
}

#[cfg(test)]
mod tests;
