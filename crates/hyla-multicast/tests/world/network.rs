//! The network: datagrams get lost, delayed, doubled and overtaken; lanes are reliable and keep order.

use hyla_multicast::{Arrival, Destination};

use super::{Happens, World};

impl World {
    pub(super) fn is_cut(&self, from: u32, to: u32) -> Option<u64> {
        let parted = |members: &[u32]| members.contains(&from) != members.contains(&to);
        let cut = self
            .cut
            .iter()
            .filter(|(until, members)| *until > self.now && parted(members));
        cut.map(|(until, _)| *until).max()
    }

    /// Whether the member's cable is cut: no other member is reached.
    pub(super) fn is_cut_off(&self, member: u32) -> bool {
        let mut others = (0..self.scenario.members).filter(|other| *other != member);
        others.all(|other| self.is_cut(member, other).is_some())
    }

    pub(super) fn transmit(&mut self, from: u32, to: Destination, datagram: &[u8]) {
        let bytes: std::rc::Rc<[u8]> = datagram.into();
        if self.traces {
            let frame = hyla_multicast::decode(datagram);
            eprintln!("{:>9} {from:>3} {to:?}: {frame:?}", self.now / 1000);
        }
        let records = self.records;
        if let Destination::Lane(to) | Destination::Member(to) = to
            && to.0 >= self.scenario.members
        {
            self.strays = true;
            return;
        }
        match to {
            Destination::Lane(to) => self.stream(from, to.0, Arrival::Lane, bytes),
            Destination::Member(to) if self.scenario.net.streams_stall.is_some() => {
                self.stream(from, to.0, Arrival::Direct, bytes);
            }
            Destination::Member(to) => self.datagram(from, to.0, Arrival::Direct, &bytes, records),
            Destination::Group(group) => {
                if self.forgets_until > self.now
                    || self.random.f64() < self.scenario.net.shared_loss
                {
                    return;
                }
                for to in self.members_of(group.0).to_vec() {
                    if to != from && !self.scenario.unicast_only.contains(&to) {
                        self.datagram(from, to, Arrival::Group, &bytes, records);
                    }
                }
            }
        }
    }

    fn stream(&mut self, from: u32, to: u32, arrival: Arrival, bytes: std::rc::Rc<[u8]>) {
        let net = &self.scenario.net;
        let after = net.delay.as_nanos() as u64;
        let stall = net.streams_stall.unwrap_or_default().as_nanos() as u64;
        let isolated = self.nodes[to as usize].isolated_until;
        let isolated = Some(isolated).filter(|until| *until > self.now);
        let cut = self.is_cut(from, to).max(isolated);
        let cut = cut.map_or(0, |until| until + stall);
        let free = self.lane_free.entry((from, to)).or_insert(0);
        *free = (*free + 1).max(self.now + after).max(cut + after);
        let at = *free;
        self.at(at, Happens::Arrives(to, arrival, bytes));
    }

    pub(super) fn datagram(
        &mut self,
        from: u32,
        to: u32,
        arrival: Arrival,
        bytes: &std::rc::Rc<[u8]>,
        records: bool,
    ) {
        let net = self.scenario.net.clone();
        let node = &mut self.nodes[to as usize];
        if node.crashed
            || node.isolated_until > self.now
            || (arrival == Arrival::Group && (node.forgotten || node.deaf_until > self.now))
        {
            return;
        }
        if net.burst > 0.0 {
            // Two states; the share of time in the bad one is `burst`.
            let leave = 1.0 / net.burst_packets;
            let enter = leave * net.burst / (1.0 - net.burst);
            let change = if node.in_burst { leave } else { enter };
            if self.random.f64() < change {
                node.in_burst = !node.in_burst;
            }
            if node.in_burst {
                return;
            }
        }
        if self.is_cut(from, to).is_some() || self.random.f64() < net.loss {
            return;
        }
        if records && self.recorded.len() < 3000 {
            self.recorded.push((to, arrival, bytes.clone()));
        }
        let copies = if self.random.f64() < net.duplicate {
            2
        } else {
            1
        };
        for _ in 0..copies {
            let jitter = self.random.u64(0..=net.jitter.as_nanos() as u64);
            let at = self.now + net.delay.as_nanos() as u64 + jitter;
            self.at(at, Happens::Arrives(to, arrival, bytes.clone()));
        }
    }
}
