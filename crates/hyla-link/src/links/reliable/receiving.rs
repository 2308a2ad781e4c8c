//! What arrives by reliable multicast.

use hyla_multicast::{Arrival, Delivery, MemberId, group_of};
use hyla_net::ChannelId;
use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::agreement::PROBE;
use crate::lanes::{GroupHeader, is_listed};
use crate::links::Links;

/// Bytes of messages of one sender that may wait for its stream; then no more of them is taken from the engines.
pub(super) const MOST_HELD: usize = 4 << 20;

impl<N: Network> Links<N> {
    /// Whether a socket belongs to reliable multicast.
    #[inline]
    pub(in crate::links) fn is_reliable_group(&self, id: ChannelId) -> bool {
        self.reliable.addresses.has(id)
    }

    /// Handles a datagram that came to an address.
    pub(in crate::links) fn reliable_datagram(&mut self, datagram: &[u8]) {
        let Some(id) = group_of(datagram).map(|group| group.0) else {
            return;
        };
        if datagram.first() == Some(&PROBE) {
            return self.probe_arrived(id, datagram);
        }
        let Some(at) = self.reliable.groups.get(&id).map(|group| group.engine) else {
            return;
        };
        let now = self.now;
        match self.reliable.engines[at].impaired(datagram, now) {
            None => self.take_datagram(at, Arrival::Group, datagram),
            Some(passed) => passed
                .iter()
                .for_each(|datagram| self.take_datagram(at, Arrival::Group, datagram)),
        }
        self.deliver_reliably();
        self.pump_engine(at);
    }

    /// Handles a datagram that came on the stream.
    pub(in crate::links) fn packet_arrived(&mut self, lane: bool, datagram: &[u8]) {
        let arrival = if lane { Arrival::Lane } else { Arrival::Direct };
        let id = group_of(datagram).map(|group| group.0);
        let group = id.and_then(|id| self.reliable.groups.get(&id));
        let Some(at) = group.map(|group| group.engine) else {
            return;
        };
        self.take_datagram(at, arrival, datagram);
        self.deliver_reliably();
        self.pump_engine(at);
    }

    pub(super) fn take_datagram(&mut self, at: usize, arrival: Arrival, datagram: &[u8]) {
        let engine = &mut self.reliable.engines[at];
        engine.member.handle_datagram(self.now, arrival, datagram);
    }

    /// Takes messages from the engines, and orders them with the streams of their senders. They wait in the engines, and
    /// so hold up their senders, while too many callbacks wait; but not while this member is itself held up: members that
    /// wait for each other would do so for ever.
    pub(in crate::links) fn deliver_reliably(&mut self) {
        if self.reliable.is_idle() || (self.pausing && !self.is_congested_anywhere()) {
            return;
        }
        self.take_from_groups();
    }

    /// As [`Self::deliver_reliably`], however many callbacks wait.
    pub(in crate::links) fn take_from_groups(&mut self) {
        let mut message = std::mem::take(&mut self.reliable.message);
        let mut cut: Vec<(FederateHandle, u64)> = Vec::new();
        loop {
            self.forget_emptied();
            let mut took = false;
            for at in 0..self.reliable.engines.len() {
                took |= self.take_from_engine(at, &mut message, &mut cut);
            }
            // A message of one engine may open a fence for messages of an engine that was asked before.
            if !took || self.reliable.full.is_empty() {
                break;
            }
        }
        self.reliable.message = message;
        for (from, count) in cut {
            self.reliable.ended_early(from, count);
        }
    }

    /// Takes the messages of one engine. Returns whether there were any. `cut` counts dropped messages of members that have left.
    fn take_from_engine(
        &mut self,
        at: usize,
        message: &mut Vec<u8>,
        cut: &mut Vec<(FederateHandle, u64)>,
    ) -> bool {
        let (now, since) = (self.now, self.lanes.since(self.now));
        let mut left = self.left_in_engine(at);
        let mut took = false;
        while let Some(delivery) = self.reliable.engines[at]
            .member
            .poll_delivery_but(now, &left, message)
        {
            took = true;
            let from = FederateHandle::new(delivery.from.0);
            let Some((mark, content)) = self.open_message(at, delivery, message) else {
                continue;
            };
            match self.incoming_mut(from) {
                Some(incoming) => {
                    let ordering = &mut incoming.ordering;
                    ordering.group_message(delivery.group.0, mark, content, since);
                    let is_full = ordering.held_group_bytes() >= MOST_HELD;
                    if !self.stirred.contains(&from) {
                        self.stirred.push(from);
                    }
                    if is_full {
                        if !self.reliable.full.contains(&from) {
                            self.reliable.full.push(from);
                        }
                        left = self.left_in_engine(at);
                    }
                }
                // Its stream has ended: there is nothing to be ordered with. Of a member that has left, messages end without a gap.
                None => {
                    let departed = self.reliable.departed.get_mut(&from);
                    let is_due = departed
                        .is_none_or(|rest| rest.is_due_after_the_end(delivery.group.0, mark));
                    match content {
                        Some(content) if is_due => {
                            self.leftovers.push_back((from, content.to_vec()));
                        }
                        Some(_) => match cut.iter_mut().find(|(of, _)| *of == from) {
                            Some((_, count)) => *count += 1,
                            None => cut.push((from, 1)),
                        },
                        None => {}
                    }
                }
            }
        }
        took
    }

    /// Removes the senders of which less than [`MOST_HELD`] bytes are held again.
    fn forget_emptied(&mut self) {
        let mut full = std::mem::take(&mut self.reliable.full);
        full.retain(|from| {
            let incoming = self.incoming(*from);
            incoming.is_some_and(|incoming| incoming.ordering.held_group_bytes() >= MOST_HELD)
        });
        self.reliable.full = full;
    }

    /// Senders whose messages stay in an engine, since much of them is held. If the stream itself waits for messages of the
    /// engine, they are taken: what is held waits for the stream.
    fn left_in_engine(&self, at: usize) -> Vec<MemberId> {
        let groups = &self.reliable.groups;
        let is_of = |id| groups.get(&id).is_some_and(|group| group.engine == at);
        let full = self.reliable.full.iter().filter(|from| {
            let incoming = self.incoming(**from);
            incoming.is_some_and(|incoming| !incoming.ordering.waits_for_groups(is_of))
        });
        full.map(|from| MemberId(from.raw())).collect()
    }

    /// Takes messages that stay in the engines while [`MOST_HELD`] bytes of their sender are held, if it is such a sender.
    /// Returns whether it is.
    #[inline]
    pub(in crate::links) fn groups_may_go_on(&mut self, from: FederateHandle) -> bool {
        let is_full = self.reliable.full.contains(&from);
        if is_full {
            self.deliver_reliably();
        }
        is_full
    }

    /// Takes off what precedes a message, and counts it. Gives `None` for the message if it is for others.
    fn open_message<'m>(
        &mut self,
        at: usize,
        delivery: Delivery,
        frame: &'m [u8],
    ) -> Option<(Option<u64>, Option<&'m [u8]>)> {
        let from = FederateHandle::new(delivery.from.0);
        let own = self.reliable.own?;
        let group = self.reliable.groups.get_mut(&delivery.group.0)?;
        group.used_at = self.now;
        let place = group.place_of(own)?;
        let Some((header, content)) = GroupHeader::take(frame, group.places.len()) else {
            // Of a member that does not keep to the protocol: it counts for its fences alone.
            return Some((None, None));
        };
        let barrier = header.barrier;
        let barrier = barrier.filter(|barrier| is_listed(barrier.waiting, place));
        let mark = barrier.map(|barrier| barrier.mark);
        let engine = &mut self.reliable.engines[at];
        if !group.wanted.is_wanted(from, header.audience, place) {
            engine.counts.unwanted += 1;
            return Some((mark, None));
        }
        let traffic = engine.traffic.entry(from).or_default();
        traffic.received += 1;
        traffic.received_bytes += content.len() as u64;
        Some((mark, Some(content)))
    }

    /// The member whose messages are to be delivered next, for the driver; any if there is none.
    pub(in crate::links) fn next_stirred(&self) -> Option<FederateHandle> {
        self.stirred.first().copied().or(self.reliable.own)
    }
}
