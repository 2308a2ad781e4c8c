//! Interests that change.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use fastrand::Rng;
use hyla_multicast::{GroupId, InterestId, MemberId, RegionMap, RegionMapConfig};

use super::{Fault, Load, Scenario, ms};

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

    /// A hundred members with losses, crashes, a member that sleeps, one that is deaf and five that are cut off while they send. Rounds
    /// of the token are long.
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
        scenario.net.loss = 0.005;
        scenario.slow_rounds();
        let faults = [
            (300, Fault::Crash(20, ms(500))),
            (500, Fault::CrashTokenHolder(ms(500))),
            (700, Fault::Sleep(33, ms(700))),
            (900, Fault::Deaf(44, ms(1000))),
            (1100, Fault::CutOff((90..95).collect(), ms(1000))),
        ];
        scenario.faults = faults.map(|(at, fault)| (ms(at), fault)).into();
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
