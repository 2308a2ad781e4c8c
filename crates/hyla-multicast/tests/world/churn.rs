//! Interests that change.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use fastrand::Rng;
use hyla_multicast::{GroupId, InterestId, MemberId, RegionMap, RegionMapConfig};

use super::{Happens, Load, Scenario, World, ms};

/// Width of the block of interests that a member wants.
const BLOCK: u32 = 10;

/// Size of a world with changing interests.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub members: u32,
    /// Side of the square of interests.
    pub side: u32,
    /// Places where members gather.
    pub places: u32,
    pub regions: usize,
    pub senders: u32,
    /// Messages of each sender, one each 5 ms.
    pub messages: u32,
    /// Members that move to the place of another one.
    pub movers: u32,
    pub change_every: Duration,
}

/// Interests that change while messages are sent.
pub struct Churn {
    pub map: RegionMap,
    /// Side of the square of interests; each member wants a block of it.
    pub side: u32,
    pub change_every: Duration,
    pub rebalance_every: Duration,
    /// From a change of interest until all members know of it.
    pub discovery: Duration,
    /// Where each member is.
    pub places: Vec<(u32, u32)>,
    /// Members whose interests change, and what they want, oldest first.
    pub movers: Vec<u32>,
    pub wanted: HashMap<u32, VecDeque<InterestId>>,
    pub(super) retired: HashMap<GroupId, u32>,
    /// Members that have subscribed to an interest, and no message about it was sent since all know of that.
    pub(super) fresh: BTreeMap<InterestId, Vec<MemberId>>,
    /// Messages that are the first about an interest of the member: sender, number, member.
    pub(super) first: HashMap<(u32, u32, u32), u64>,
}

impl Churn {
    /// A scenario of that size, and the interests in it.
    pub fn scenario(size: Size, seed: u64) -> (Scenario, Self) {
        let mut random = Rng::with_seed(seed);
        let config = RegionMapConfig {
            regions: size.regions,
            hot: size.regions / 2,
            ..RegionMapConfig::default()
        };
        let side = size.side;
        let mut map = RegionMap::new((side * side) as usize, 1, config);
        let centres: Vec<_> = (0..size.places)
            .map(|_| (random.u32(0..side), random.u32(0..side)))
            .collect();
        let (mut places, mut wanted) = (Vec::new(), HashMap::new());
        for member in 0..size.members {
            let (x, y) = centres[random.usize(0..centres.len())];
            let (x, y) = ((x + random.u32(0..8)) % side, (y + random.u32(0..8)) % side);
            places.push((x, y));
            let block = (0..BLOCK * BLOCK).map(|at| (at / BLOCK, at % BLOCK));
            let block = block
                .map(|(row, column)| InterestId((y + row) % side * side + (x + column) % side));
            let block: VecDeque<_> = block.collect();
            map.join(MemberId(member), block.iter().copied());
            wanted.insert(member, block);
        }
        for _ in 0..20 {
            map.rebalance();
        }
        let every = size.members / size.movers;
        let movers: Vec<u32> = (0..size.movers)
            .map(|mover| mover * every + 7 % every)
            .collect();
        for mover in &movers {
            places[*mover as usize] =
                places[(*mover + size.members / 3) as usize % size.members as usize];
        }

        let mut scenario = Scenario::new(size.members, 0);
        scenario.seed = seed;
        scenario.groups.clear();
        let every = size.members / size.senders;
        scenario.loads = (0..size.senders)
            .map(|sender| Load {
                sender: sender * every + 1,
                groups: Vec::new(),
                messages: size.messages,
                bytes: 128,
                every: ms(5),
            })
            .collect();
        let churn = Self {
            map,
            side,
            change_every: size.change_every,
            rebalance_every: ms(200),
            // To the server of the control log, and to all members.
            discovery: scenario.net.delay * 2,
            places,
            movers,
            wanted,
            retired: HashMap::new(),
            fresh: BTreeMap::new(),
            first: HashMap::new(),
        };
        (scenario, churn)
    }

    /// A hundred members, and trouble.
    pub fn hundred(seed: u64) -> (Scenario, Self) {
        let size = Size {
            members: 100,
            side: 60,
            places: 5,
            regions: 8,
            senders: 10,
            messages: 400,
            movers: 2,
            change_every: ms(20),
        };
        let (mut scenario, churn) = Self::scenario(size, seed);
        scenario.trouble();
        (scenario, churn)
    }

    /// An interest near the member.
    pub(super) fn near(&self, member: u32, random: &mut Rng) -> InterestId {
        let (x, y) = self.places[member as usize];
        let x = (x + random.u32(0..12)) % self.side;
        let y = (y + random.u32(0..12)) % self.side;
        InterestId(y * self.side + x)
    }

    /// All members know that this one has subscribed to `new`, and no longer to `old`.
    pub(super) fn changed(&mut self, member: MemberId, new: InterestId, old: Option<InterestId>) {
        if !self.map.wants(member, new) {
            self.map.subscribe(member, new);
            self.fresh.entry(new).or_default().push(member);
        }
        if let Some(old) = old {
            self.map.unsubscribe(member, old);
            if let Some(waiting) = self.fresh.get_mut(&old) {
                waiting.retain(|waits| *waits != member);
            }
        }
    }

    /// A message about the interest was sent to a group: the first one for members that are in it and waited for one.
    pub(super) fn sent(
        &mut self,
        interest: InterestId,
        (sender, number): (u32, u32),
        members: &[u32],
        now: u64,
    ) {
        let Some(waiting) = self.fresh.get_mut(&interest) else {
            return;
        };
        let first = &mut self.first;
        waiting.retain(|member| {
            let is_here = members.contains(&member.0);
            if is_here && member.0 != sender {
                first.insert((sender, number, member.0), now);
            }
            !is_here
        });
    }
}

impl World {
    /// Messages go to interests near their senders, as the map says.
    pub fn with_churn(mut self, churn: Churn) -> Self {
        let now = self.instant();
        for (group, members) in churn.map.groups() {
            let known = members.iter().map(|member| member.0).collect();
            self.scenario.groups.push((group.0, known));
            for node in &mut self.nodes {
                node.engine
                    .install(now, group, &members)
                    .expect("each group once");
            }
        }
        self.churn = Some(churn);
        self.rebalance();
        self.at(0, Happens::Change);
        self
    }

    pub(super) fn rebalance(&mut self) {
        let now = self.instant();
        let Some(churn) = &mut self.churn else { return };
        for change in churn.map.rebalance() {
            self.outcome.group_changes += 1;
            if let Some((group, members)) = change.new {
                let known = members.iter().map(|member| member.0).collect();
                self.scenario.groups.push((group.0, known));
                for node in self.nodes.iter_mut().filter(|node| !node.crashed) {
                    node.engine
                        .install(now, group, &members)
                        .expect("each group once");
                }
            }
            if let Some(old) = change.old {
                for node in self.nodes.iter_mut().filter(|node| !node.crashed) {
                    node.engine.retire(now, old);
                }
            }
        }
        let after = churn.rebalance_every.as_nanos() as u64;
        self.at(self.now + after, Happens::Rebalance);
        let all = 0..self.scenario.members;
        all.for_each(|id| self.at(self.now, Happens::Timer(id)));
    }

    pub(super) fn change(&mut self) {
        let Some(churn) = &mut self.churn else { return };
        // The member that moves takes up an interest near its new place, and gives up its oldest one.
        let member = churn.movers[self.random.usize(0..churn.movers.len())];
        let interest = churn.near(member, &mut self.random);
        let after = churn.change_every.as_nanos() as u64;
        let wanted = churn.wanted.entry(member).or_default();
        if !wanted.contains(&interest) {
            wanted.push_back(interest);
            let oldest = wanted.pop_front();
            let known = self.now + churn.discovery.as_nanos() as u64;
            self.outcome.interest_changes += 2;
            self.at(known, Happens::Changed(member, interest, oldest));
        }
        self.at(self.now + after, Happens::Change);
    }

    /// If all members have reported that a group is over, each forgets it when it has delivered what came.
    pub(super) fn retired(&mut self, group: GroupId) {
        let alive = self.nodes.iter().filter(|node| !node.crashed).count() as u32;
        let Some(churn) = &mut self.churn else { return };
        let count = churn.retired.entry(group).or_insert(0);
        *count += 1;
        if *count >= alive {
            for node in self.nodes.iter_mut().filter(|node| !node.crashed) {
                node.removing.push(group);
                node.remove_delivered();
            }
            self.outcome.groups_removed += 1;
        }
    }
}
