//! Messages of this member: by a group to those that it serves, by streams to the others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_multicast::{Destination, Event, GroupId};
use hyla_net::Profile;
use hyla_net::network::{GroupHandle, Network};
use hyla_types::FederateHandle;

use super::engine::{LARGEST, ProfileEngine};
use super::group::Agreement;
use super::{MulticastChange, MulticastNotice};
use crate::lanes::{GroupFrame, LinkFrame, MARK_BYTES, link_frame};
use crate::links::Links;
use crate::links::link::Link;
use crate::links::routes::{Relayer, Route};

/// Messages after which an audience may get a group.
const SETTLED: u32 = 3;

/// Fewest receivers of a group: one alone is served by its stream.
pub(super) const FEWEST: usize = 2;

impl<N: Network> Links<N> {
    /// Index of the profile's engine; makes it if needed. `None` before this member has joined.
    pub(super) fn reliable_engine(&mut self, profile: &Arc<Profile>) -> Option<usize> {
        let mut known = self.reliable.engines.iter();
        if let Some(at) = known.position(|engine| engine.profile.name == profile.name) {
            return Some(at);
        }
        let own = self.reliable.own?;
        let ipv4 = profile.multicast.groups?.is_ipv4();
        let options = self.groups.options(profile, ipv4);
        let secret = self.settings.host.challenge();
        let engine = ProfileEngine::new(profile, options, own, secret, self.settings.gathers)?;
        self.reliable.engines.push(engine);
        Some(self.reliable.engines.len() - 1)
    }

    /// Sends a message of a profile with reliable multicast.
    pub(in crate::links) fn send_reliably(
        &mut self,
        to: &[FederateHandle],
        profile: &Arc<Profile>,
        message: &[u8],
    ) {
        // A call waits for room in the group as for room on streams.
        self.used_streams = true;
        let fits = message.len() + MARK_BYTES <= LARGEST && to.len() >= FEWEST;
        let Some(at) = self.reliable_engine(profile).filter(|_| fits) else {
            return to.iter().for_each(|to| {
                self.send_by_stream(*to, &mut |b| b.extend_from_slice(message), &[]);
            });
        };
        if let Some(group) = self.reliable.engines[at].group_of(to) {
            return self.send_in_group(at, group, message);
        }
        let (group, rest) = self.find_groups(at, to);
        if let Some(group) = group {
            self.send_in_group(at, group, message);
        }
        self.reliable.engines[at].counts.fallbacks += rest.len() as u64;
        if !rest.is_empty() {
            self.went_beside(at, to, message.len());
        }
        for to in rest {
            self.send_by_stream(to, &mut |b| b.extend_from_slice(message), &[]);
        }
    }

    /// Sends a message of a profile with reliable multicast on the stream, in order with those in groups.
    pub(in crate::links) fn send_by_stream(
        &mut self,
        to: FederateHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        self.fence_groups(to);
        self.stream_with(to, write, tail);
        self.announce_to_groups(to);
    }

    /// Messages sent to groups come before later ones on the stream to that member.
    pub(in crate::links) fn fence_groups(&mut self, to: FederateHandle) {
        if self.reliable.is_idle() {
            return;
        }
        let mut waits = Vec::new();
        for (id, group) in &mut self.reliable.groups {
            if group.sent > 0 && group.members.contains(&to) {
                let settled = group.settled.entry(to).or_default();
                if *settled < group.sent {
                    *settled = group.sent;
                    waits.push((*id, group.sent));
                }
            }
        }
        if !waits.is_empty() {
            self.flush_groups(&waits);
            self.send_frame(to, &LinkFrame::GroupFence { waits });
        }
    }

    /// A stream waits for messages of these groups, so these wait for nothing.
    fn flush_groups(&mut self, waits: &[(u32, u64)]) {
        let now = self.now;
        for (id, _) in waits {
            if let Some(at) = self.reliable.groups.get(id).map(|group| group.engine) {
                let engine = &mut self.reliable.engines[at];
                engine.member.flush(now, GroupId(*id));
                self.pump_engine(at);
            }
        }
    }

    /// Later messages to groups come after earlier ones on the stream to that member.
    pub(in crate::links) fn announce_to_groups(&mut self, to: FederateHandle) {
        for group in self.reliable.groups.values_mut() {
            group.behind |= group.members.contains(&to);
        }
    }

    /// A message goes on streams, though a group may soon serve its receivers.
    fn went_beside(&mut self, at: usize, to: &[FederateHandle], bytes: usize) {
        let own = self.reliable.own;
        for group in self.reliable.groups.values_mut() {
            let mut members = group.members.iter();
            if group.engine == at
                && Some(group.keeper()) == own
                && members.all(|member| Some(*member) == own || to.binary_search(member).is_ok())
            {
                group.went_beside(bytes);
                self.reliable.is_blocked |= group.holds_up();
            }
        }
    }

    fn is_up(&self, peer: FederateHandle) -> bool {
        let known = self.peers.get(&peer);
        known.is_some_and(|known| known.route() == Route::Direct && !known.has_ended())
    }

    /// The largest group whose members all are receivers, and the receivers that it does not serve. Makes a group for these
    /// receivers if they have none of their own.
    #[cold]
    fn find_groups(
        &mut self,
        at: usize,
        to: &[FederateHandle],
    ) -> (Option<u32>, Vec<FederateHandle>) {
        let Some(own) = self.reliable.own else {
            return (None, to.to_vec());
        };
        let may_serve = self.reliable.groups.iter().filter(|(_, group)| {
            let mut others = group.members.iter().filter(|member| **member != own);
            group.engine == at
                && group.members.len() > FEWEST
                && group.serves(own, to)
                && others.all(|member| self.is_up(*member))
        });
        let best = may_serve.max_by_key(|(id, group)| (group.members.len(), u32::MAX - **id));
        let (id, rest) = match best {
            Some((id, group)) => {
                let rest = to.iter().filter(|to| !group.members.contains(to));
                (Some(*id), rest.copied().collect())
            }
            None => (None, to.to_vec()),
        };
        let now = self.now;
        let audience = self.reliable.engines[at].audience(to);
        if rest.is_empty() {
            (audience.failed, audience.next_try) = (0, None);
            audience.group = id;
        } else if audience.uses >= SETTLED && audience.next_try.is_none_or(|at| at <= now) {
            self.propose(at, to);
        }
        (id, rest)
    }

    fn send_in_group(&mut self, at: usize, id: u32, message: &[u8]) {
        let now = self.now;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let others = group.members.len() as u64 - 1;
        group.used_at = now;
        group.sent += 1;
        group.sent_bytes += message.len() as u64;
        if std::mem::take(&mut group.behind) {
            group.mark += 1;
            let (mark, members) = (group.mark, group.members.clone());
            for member in members {
                if Some(member) != self.reliable.own {
                    self.send_frame(member, &LinkFrame::GroupMark { group: id, mark });
                }
            }
        }
        let mark = self.reliable.groups.get(&id).map_or(0, |group| group.mark);
        let mut marked = std::mem::take(&mut self.reliable.message);
        marked.clear();
        marked.extend_from_slice(&mark.to_le_bytes());
        marked.extend_from_slice(message);
        let engine = &mut self.reliable.engines[at];
        engine.counts.messages += 1;
        engine.counts.reached += others;
        let is_changed = engine.send(now, GroupId(id), &marked);
        self.reliable.message = marked;
        if is_changed {
            self.pump_engine(at);
        }
    }

    /// Lets an engine send what is due.
    pub(super) fn pump_engine(&mut self, at: usize) {
        let now = self.now;
        let mut datagram = std::mem::take(&mut self.reliable.datagram);
        let mut sent = false;
        let engine = &mut self.reliable.engines[at];
        if let Some(sender) = &engine.sender {
            engine.member.set_send_cost(sender.send_cost());
        }
        loop {
            let retried = self.reliable.engines[at].retry(now);
            while let Some(to) = self.reliable.engines[at]
                .member
                .poll_transmit(now, &mut datagram)
            {
                match to {
                    Destination::Group(id) => {
                        let address = self.reliable.groups.get(&id.0).map(|group| group.address);
                        let engine = &self.reliable.engines[at];
                        if let (Some(address), Some(sender)) = (address, &engine.sender) {
                            sender.append(address, &datagram);
                            sent = true;
                        }
                    }
                    Destination::Member(member) => {
                        self.send_packet(FederateHandle::new(member.0), false, &datagram);
                    }
                    Destination::Lane(member) => {
                        self.send_packet(FederateHandle::new(member.0), true, &datagram);
                    }
                }
            }
            if !retried {
                break;
            }
        }
        self.reliable.datagram = datagram;
        if sent && let Some(sender) = self.reliable.engines[at].sender.clone() {
            self.groups.put_on_dirty(&sender);
        }
        while let Some(event) = self.reliable.engines[at].member.poll_event() {
            self.handle_engine_event(at, event);
        }
        self.reliable.look_for_blocks();
        self.note_deadline(at);
    }

    fn note_deadline(&mut self, at: usize) {
        let reliable = &mut self.reliable;
        let armed = reliable.armed.get();
        if let Some(deadline) = reliable.engines[at].deadline()
            && armed.is_none_or(|armed| deadline < armed)
        {
            reliable.is_earlier.set(true);
        }
    }

    /// A datagram for one member goes by its stream, or by the RTI: other frames may wait until it has all that groups carry. What
    /// is asked for again is dropped and counted where too much waits already, or a member that reads nothing would be sent
    /// requests without end.
    pub(in crate::links) fn send_packet(
        &mut self,
        to: FederateHandle,
        lane: bool,
        datagram: &[u8],
    ) {
        let comes_again = !lane && hyla_multicast::is_asked_again(datagram);
        let datagram = datagram.to_vec();
        let frame = LinkFrame::Packet { lane, datagram };
        match self.peers.get(&to).map(Link::route) {
            Some(Route::Direct | Route::Drains) if comes_again => {
                // The call that sends it may have to wait for something else.
                let used_lossy = self.used_lossy;
                self.lossy_stream_with(to, &mut |buffer| link_frame(&frame, buffer), &[]);
                self.used_lossy = used_lossy;
            }
            Some(Route::Direct | Route::Drains) => self.send_frame(to, &frame),
            Some(Route::Waits | Route::Relayed(_)) => {
                self.relay_frame(to, Relayer::Rti, &mut |buffer| link_frame(&frame, buffer));
            }
            None => {}
        }
    }

    fn handle_engine_event(&mut self, at: usize, event: Event) {
        let (group, member, change) = match event {
            Event::LaneBegan {
                group,
                member,
                reason,
            } => {
                self.reliable.engines[at].counts.unheard += 1;
                let change = MulticastChange::OnStream(reason.to_string());
                (group, member, change)
            }
            Event::LaneEnded { group, member } => (group, member, MulticastChange::InGroup),
            Event::Retired { group } => return self.own_part_is_over(group.0),
            Event::StreamAbandoned { sender, .. } => {
                tracing::debug!(
                    ?sender,
                    "a lost member's last messages reached nobody whole"
                );
                return;
            }
            _ => return,
        };
        let notice = MulticastNotice {
            peer: FederateHandle::new(member.0),
            profile: self.reliable.engines[at].profile.name.clone(),
            group: self
                .reliable
                .groups
                .get(&group.0)
                .map(|group| group.address),
            change,
        };
        self.reliable.notices.push(notice);
    }

    /// All have what this member sent to a retired group.
    fn own_part_is_over(&mut self, id: u32) {
        let own = self.reliable.own;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        if let Agreement::Retired { over, .. } = &mut group.agreement {
            *over = true;
        }
        let keeper = group.keeper();
        if Some(keeper) == own {
            self.check_all_retired(id);
        } else {
            self.send_group_frame(keeper, GroupFrame::Retired { group: id });
        }
    }

    /// How long after a failure an audience gets no group: from one second to 32.
    pub(super) fn try_later(&mut self, at: usize, to: &[FederateHandle]) {
        let now: Instant = self.now;
        let audience = self.reliable.engines[at].audience(to);
        audience.failed = (audience.failed + 1).min(6);
        audience.next_try = Some(now + Duration::from_millis(500 << audience.failed));
        audience.group = None;
    }
}
