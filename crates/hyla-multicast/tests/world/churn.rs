//! Interests that change.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use fastrand::Rng;
use hyla_multicast::{GroupId, InterestId, RegionMap};

use super::ms;

/// Interests that change while messages are sent.
pub struct Churn {
    pub map: RegionMap,
    /// Side of the square of interests; each member wants a block of it.
    pub side: u32,
    pub change_every: Duration,
    pub rebalance_every: Duration,
    /// Where each member is.
    pub places: Vec<(u32, u32)>,
    /// Members whose interests change, and what they want, oldest first.
    pub movers: Vec<u32>,
    pub wanted: HashMap<u32, VecDeque<InterestId>>,
    pub(super) retired: HashMap<GroupId, u32>,
}

impl Churn {
    pub fn new(map: RegionMap, side: u32, places: Vec<(u32, u32)>) -> Self {
        Self {
            map,
            side,
            change_every: ms(2),
            rebalance_every: ms(200),
            places,
            movers: Vec::new(),
            wanted: HashMap::new(),
            retired: HashMap::new(),
        }
    }

    /// An interest near the member.
    pub(super) fn near(&self, member: u32, random: &mut Rng) -> InterestId {
        let (x, y) = self.places[member as usize];
        let x = (x + random.u32(0..12)) % self.side;
        let y = (y + random.u32(0..12)) % self.side;
        InterestId(y * self.side + x)
    }
}
