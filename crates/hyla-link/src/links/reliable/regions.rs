//! Which groups a sender wishes for: see decision 63 of the project.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hyla_multicast::{GroupPurpose, InterestId, MemberId, RegionMap, RegionMapConfig};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::cover::{Candidate, FEWEST, group_for};

/// Most sets of receivers in the map; further ones use what groups there are.
const MOST: usize = 4096;

/// Shortest and longest time between two changes of regions.
const GAP: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));

/// Most regions.
const REGIONS: usize = 16;

/// A region gets a group if messages there are for this share of its members, and keeps it while they are for the smaller share: a
/// message that is for others is taken to cost a member half of what a stream costs for one that is not.
const GETS: f32 = 0.5;
const KEEPS: f32 = 0.4;

/// And for so many members.
const FEWEST_WANTED: f32 = 1.5;

/// Regions move until none does, but no longer.
const MOVES: usize = 4;

/// A set that was not used for so long is forgotten.
const FORGOTTEN: u32 = 60;

/// The sets of receivers of one sender, and the regions that serve them.
#[derive(Debug)]
pub(super) struct Regions {
    map: RegionMap,
    sets: FxHashMap<Box<[FederateHandle]>, ReceiverSet>,
    free: Vec<InterestId>,
    wishes: BTreeMap<GroupPurpose, Wish>,
    apart: FxHashMap<FederateHandle, Apart>,
    is_changed: bool,
    /// Groups may be missing: messages took streams.
    is_short: bool,
    /// Not before.
    next: Option<Instant>,
    gap: Duration,
}

/// A set of receivers.
#[derive(Debug)]
struct ReceiverSet {
    id: InterestId,
    /// Messages a second, as measured; what is over counts for half with each second.
    measured: f32,
    /// As the map knows it.
    rate: f32,
    /// Ticks without a message.
    unused: u32,
}

/// A region: served by streams, unless its members want most of what is sent there.
#[derive(Debug)]
struct Wish {
    members: Vec<FederateHandle>,
    /// There should be a group.
    is_worth: bool,
    /// Failures in a row.
    failed: u32,
    next_try: Option<Instant>,
}

/// What a turn of regions leads to.
#[derive(Debug)]
pub(super) struct Turn {
    /// Messages may go other ways than before.
    pub(super) is_changed: bool,
    /// The members for which there should be groups and that are due to be tried, the largest sets first.
    pub(super) wished: Vec<Vec<FederateHandle>>,
}

/// A member that is in no region, since groups do not reach it.
#[derive(Debug)]
struct Apart {
    failed: u32,
    /// It has no direct channel.
    lacks_channel: bool,
    /// `None`: it is back, until the next failure.
    until: Option<Instant>,
}

/// How long after that many failures something is tried again: from one second to 32.
fn pause(failed: u32) -> Duration {
    Duration::from_millis(500 << failed.clamp(1, 6))
}

impl Regions {
    pub(super) fn new() -> Self {
        let config = RegionMapConfig {
            regions: REGIONS,
            hot: 16,
            moves: usize::MAX,
            hot_saves: 10_000.0,
            ..RegionMapConfig::default()
        };
        Self {
            map: RegionMap::new(0, 0, config),
            sets: FxHashMap::default(),
            free: Vec::new(),
            wishes: BTreeMap::new(),
            apart: FxHashMap::default(),
            is_changed: false,
            is_short: false,
            next: None,
            gap: GAP.0,
        }
    }

    /// Messages go to these receivers, in the order of their handles.
    pub(super) fn add(&mut self, to: &[FederateHandle]) {
        if to.len() < FEWEST || self.sets.len() >= MOST || self.sets.contains_key(to) {
            return;
        }
        let id = self.free.pop().unwrap_or_else(|| self.map.add_interest());
        let set = ReceiverSet {
            id,
            measured: 1.0,
            rate: 1.0,
            unused: 0,
        };
        self.map.set_rate(id, set.rate);
        self.sets.insert(to.into(), set);
        for member in to {
            if !self.is_apart(*member) {
                self.map_member(*member, id);
            }
        }
        self.is_changed = true;
    }

    /// Whether no set has a say in regions.
    pub(super) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Whether further sets may have a say in regions.
    pub(super) fn has_room(&self) -> bool {
        self.sets.len() < MOST
    }

    /// Whether the set has a say in regions.
    pub(super) fn has(&self, to: &[FederateHandle]) -> bool {
        self.sets.contains_key(to)
    }

    /// Whether groups did not reach the member when it was last tried.
    pub(super) fn has_failed(&self, member: FederateHandle) -> bool {
        self.apart.contains_key(&member)
    }

    fn is_apart(&self, member: FederateHandle) -> bool {
        let apart = self.apart.get(&member);
        apart.is_some_and(|apart| apart.until.is_some())
    }

    fn map_member(&mut self, member: FederateHandle, id: InterestId) {
        let member = MemberId(member.raw());
        match self.map.region_number(member) {
            Some(_) => self.map.subscribe(member, id),
            None => self.map.join(member, [id]),
        }
    }

    /// Messages to these receivers since the last tick, a second ago.
    pub(super) fn used(&mut self, to: &[FederateHandle], messages: u32) {
        let Some(set) = self.sets.get_mut(to) else {
            return;
        };
        set.unused = if messages > 0 { 0 } else { set.unused + 1 };
        if set.unused >= FORGOTTEN {
            return self.forget(to);
        }
        // Rates decide between members of different interests: their order of magnitude is enough.
        let rate = (messages as f32).max(set.measured / 2.0).max(0.125);
        set.measured = rate;
        if rate > 2.0 * set.rate || rate < set.rate / 4.0 {
            set.rate = rate;
            self.map.set_rate(set.id, rate);
            self.is_changed = true;
        }
    }

    /// Nothing is sent to these receivers any more.
    pub(super) fn forget(&mut self, to: &[FederateHandle]) {
        let Some((to, set)) = self.sets.remove_entry(to) else {
            return;
        };
        for member in &to {
            let member = MemberId(member.raw());
            self.map.unsubscribe(member, set.id);
            if self.map.wants_nothing(member) {
                self.map.leave(member);
            }
        }
        self.free.push(set.id);
        self.is_changed = true;
    }

    /// The member is gone, and with it all sets with it.
    pub(super) fn member_gone(&mut self, member: FederateHandle) {
        let with = self.sets.keys().filter(|set| set.contains(&member));
        let with: Vec<_> = with.cloned().collect();
        with.iter().for_each(|set| self.forget(set));
        self.map.leave(MemberId(member.raw()));
        self.apart.remove(&member);
        self.is_changed = true;
    }

    /// Groups do not reach the member: it is in no region for some time.
    pub(super) fn set_apart(&mut self, member: FederateHandle, now: Instant) {
        self.set_apart_for(member, false, now);
    }

    /// The same, of a member to which there is no direct channel: until channels change, but no longer.
    pub(super) fn set_apart_without_channel(&mut self, member: FederateHandle, now: Instant) {
        self.set_apart_for(member, true, now);
    }

    fn set_apart_for(&mut self, member: FederateHandle, lacks_channel: bool, now: Instant) {
        let known = self.apart.entry(member);
        let known = known.or_insert(Apart {
            failed: 0,
            lacks_channel,
            until: None,
        });
        known.lacks_channel = lacks_channel;
        known.failed = (known.failed + 1).min(6);
        known.until = Some(now + pause(known.failed));
        self.map.leave(MemberId(member.raw()));
        self.is_changed = true;
    }

    /// A group that a wish led to did not come about: it is tried again later.
    pub(super) fn failed(&mut self, members: &[FederateHandle], now: Instant) {
        for wish in self.wishes.values_mut() {
            if wish.members == members {
                wish.failed = (wish.failed + 1).min(6);
                wish.next_try = Some(now + pause(wish.failed));
            }
        }
    }

    /// A group of these members came about: earlier failures count no longer.
    pub(super) fn succeeded(&mut self, members: &[FederateHandle]) {
        let is_over = |member: &FederateHandle, apart: &Apart| {
            apart.until.is_none() && members.contains(member)
        };
        self.apart.retain(|member, apart| !is_over(member, apart));
        for wish in self.wishes.values_mut() {
            if wish.members == members {
                (wish.failed, wish.next_try) = (0, None);
            }
        }
    }

    /// Messages took streams: groups may be missing that were given up when nobody used them.
    pub(super) fn check_groups(&mut self) {
        self.is_short = true;
    }

    /// Channels to members have changed: what could not be had may be possible now.
    pub(super) fn links_changed(&mut self, now: Instant) {
        self.is_changed |= !self.wishes.is_empty();
        for apart in self.apart.values_mut() {
            if apart.lacks_channel && apart.until.is_some() {
                (apart.failed, apart.until) = (0, Some(now));
            }
        }
    }

    /// When [`Self::turn`] has something to do, whether messages are sent or not.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.next.filter(|_| self.is_changed)
    }

    /// Whether [`Self::turn`] has something to do for messages that take streams: they may get a group again.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        let mut back = self.apart.values().filter_map(|apart| apart.until);
        let mut again = self.wishes.values().filter_map(|wish| wish.next_try);
        back.any(|at| at <= now) || again.any(|at| at <= now) || self.is_short
    }

    /// Changes regions if it is time, and says which groups should be there. `None` if there is nothing to do.
    pub(super) fn turn(&mut self, now: Instant) -> Option<Turn> {
        self.bring_back(now);
        let mut is_asked = std::mem::take(&mut self.is_short);
        for wish in self.wishes.values_mut() {
            if wish.next_try.is_some_and(|at| at <= now) {
                wish.next_try = None;
                is_asked = true;
            }
        }
        let is_due = self.is_changed && self.next.is_none_or(|at| at <= now);
        if !is_due && !is_asked {
            return None;
        }
        let mut is_changed = false;
        if is_due {
            self.is_changed = false;
            self.next = Some(now + self.gap);
            self.gap = (self.gap * 2).min(GAP.1);
            is_changed = self.rebalance();
            is_changed |= self.weigh();
        }
        let due = self.wishes.values();
        let due = due.filter(|wish| wish.is_worth && wish.next_try.is_none());
        let mut wished: Vec<_> = due.map(|wish| wish.members.clone()).collect();
        wished.sort_by_key(|members| std::cmp::Reverse(members.len()));
        Some(Turn { is_changed, wished })
    }

    /// Nothing has changed for a while: the next change is made sooner.
    pub(super) fn tick(&mut self, now: Instant) {
        if !self.is_changed && self.next.is_none_or(|at| at <= now) {
            self.gap = GAP.0;
        }
    }

    fn bring_back(&mut self, now: Instant) {
        let back = |(member, apart): (&FederateHandle, &mut Apart)| {
            let is_back = apart.until.is_some_and(|until| until <= now);
            is_back.then(|| {
                apart.until = None;
                *member
            })
        };
        let mut back: Vec<_> = self.apart.iter_mut().filter_map(back).collect();
        back.sort_unstable();
        for member in back {
            let with = self.sets.iter().filter(|(set, _)| set.contains(&member));
            let mut with: Vec<_> = with.map(|(_, set)| set.id).collect();
            with.sort_unstable();
            if !with.is_empty() {
                self.map.join(MemberId(member.raw()), with);
                self.is_changed = true;
            }
        }
    }

    /// Whether regions have changed.
    fn rebalance(&mut self) -> bool {
        for turn in 0..MOVES {
            let changes = self.map.rebalance();
            if changes.is_empty() {
                return turn > 0;
            }
            for change in changes {
                let members = change.new.map(|(_, members)| members).unwrap_or_default();
                if members.len() < FEWEST {
                    self.wishes.remove(&change.purpose);
                    continue;
                }
                let members = members.into_iter().map(|m| FederateHandle::new(m.0));
                let known = self.wishes.get(&change.purpose);
                let wish = Wish {
                    members: members.collect(),
                    is_worth: known.is_some_and(|known| known.is_worth),
                    failed: 0,
                    next_try: None,
                };
                self.wishes.insert(change.purpose, wish);
            }
        }
        true
    }

    /// Decides which regions have groups: those whose messages are for enough of their members on average. Returns whether others
    /// have groups than before.
    fn weigh(&mut self) -> bool {
        let mut sums = [(0.0, 0.0); REGIONS];
        for (set, known) in &self.sets {
            if self.wishes.contains_key(&GroupPurpose::Hot(known.id)) {
                continue;
            }
            let mut counts = [0_u32; REGIONS];
            for member in set {
                let region = self.map.region_number(MemberId(member.raw()));
                if let Some(count) = region.and_then(|region| counts.get_mut(usize::from(region))) {
                    *count += 1;
                }
            }
            for (sum, count) in sums.iter_mut().zip(counts) {
                if count > 0 {
                    sum.0 += known.rate * count as f32;
                    sum.1 += known.rate;
                }
            }
        }
        let mut is_changed = false;
        for (purpose, wish) in &mut self.wishes {
            let was_worth = wish.is_worth;
            let GroupPurpose::Region(region) = purpose else {
                wish.is_worth = true;
                is_changed |= !was_worth;
                continue;
            };
            let (wanted, messages) = sums[usize::from(*region)];
            let least = if was_worth { KEEPS } else { GETS };
            let share = wanted / messages / wish.members.len() as f32;
            wish.is_worth = wanted >= FEWEST_WANTED * messages && share >= least;
            is_changed |= wish.is_worth != was_worth;
        }
        is_changed
    }

    /// Whether the set should have a group of its own.
    pub(super) fn is_hot(&self, to: &[FederateHandle]) -> bool {
        let set = self.sets.get(to).map(|set| GroupPurpose::Hot(set.id));
        set.is_some_and(|purpose| self.wishes.contains_key(&purpose))
    }

    /// Regions that have groups, or should have.
    pub(super) fn worth(&self) -> Vec<&[FederateHandle]> {
        let regions = self.wishes.iter();
        let regions = regions
            .filter(|(purpose, wish)| wish.is_worth && matches!(purpose, GroupPurpose::Region(_)));
        regions.map(|(_, wish)| &wish.members[..]).collect()
    }

    /// How many regions have groups, or should have, with those for single sets.
    pub(super) fn with_groups(&self) -> usize {
        self.wishes.values().filter(|wish| wish.is_worth).count()
    }

    /// Whether a group serves one of the regions, or is for a set that has one of its own.
    pub(super) fn wishes_for(&self, group: &Candidate) -> bool {
        let groups = std::slice::from_ref(group);
        let mut wishes = self.wishes.values().filter(|wish| wish.is_worth);
        wishes.any(|wish| group_for(&wish.members, groups).is_some())
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test may read the clock")]
mod tests;
