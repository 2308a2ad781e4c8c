//! Messages of this member: by a group to those that it serves, by streams to the others.

use std::sync::Arc;

use hyla_multicast::{Destination, Event, GroupId};
use hyla_net::network::{GroupHandle, Network};
use hyla_net::{GroupOptions, Profile};
use hyla_types::FederateHandle;

use super::cover::{Candidate, FEWEST, Part, cover, group_for};
use super::engine::{AudienceRoute, LARGEST, ProfileEngine, RoutePart};
use super::group::{Agreement, ReliableGroup};
use super::{MulticastChange, MulticastNotice, Reliable};
use crate::lanes::{GroupFrame, LinkFrame, link_frame, most_header_bytes};
use crate::links::Links;
use crate::links::link::Link;
use crate::links::routes::{Relayer, Route};

impl<N: Network> Links<N> {
    /// Index of the profile's engine; makes it if needed. `None` before this member has joined.
    pub(super) fn reliable_engine(&mut self, profile: &Arc<Profile>) -> Option<usize> {
        let mut known = self.reliable.engines.iter();
        if let Some(at) = known.position(|engine| engine.profile.name == profile.name) {
            return Some(at);
        }
        let own = self.reliable.own?;
        let ipv4 = profile.multicast.groups?.is_ipv4();
        let options = GroupOptions {
            // Its own numbers are sealed.
            in_order: false,
            ..self.groups.options(profile, ipv4)
        };
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
        let fits = message.len() + most_header_bytes(usize::from(u16::MAX)) <= LARGEST
            && to.len() >= FEWEST;
        let at = self.reliable_engine(profile);
        if let Some(at) = at.filter(|_| !fits && to.len() >= FEWEST) {
            self.reliable.engines[at].counts.too_large += to.len() as u64;
        }
        let Some(at) = at.filter(|_| fits) else {
            return to.iter().for_each(|to| {
                self.send_by_stream(*to, &mut |b| b.extend_from_slice(message), &[]);
            });
        };
        let (known, is_new) = self.reliable.engines[at].uses(to);
        if is_new {
            self.reliable.begin_ticks(self.now);
            self.turn_regions(at);
        }
        let Some(route) = known.or_else(|| self.find_route(at, to)) else {
            return;
        };
        for part in &route.groups {
            self.send_in_group(at, part, message);
        }
        if !route.streams.is_empty() {
            self.reliable.engines[at].counts.fallbacks += route.streams.len() as u64;
            self.went_beside(at, &route.streams, message.len());
            if self.reliable.engines[at].regions.is_due(self.now) {
                self.turn_regions(at);
            }
        }
        for to in &route.streams {
            self.send_by_stream(*to, &mut |b| b.extend_from_slice(message), &[]);
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
        let Reliable { groups, shared, .. } = &mut self.reliable;
        let mut waits = Vec::new();
        for (id, place) in shared.get(&to).into_iter().flatten() {
            let group = groups.get_mut(id);
            if let Some(count) = group.and_then(|group| group.ways.stream_waits_for(*place)) {
                waits.push((*id, count));
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
        let Reliable { groups, shared, .. } = &mut self.reliable;
        for (id, place) in shared.get(&to).into_iter().flatten() {
            if let Some(group) = groups.get_mut(id) {
                group.ways.stream_was_used(*place);
            }
        }
    }

    /// A message goes on streams, though a group may soon serve its receivers.
    fn went_beside(&mut self, at: usize, to: &[FederateHandle], bytes: usize) {
        let Some(own) = self.reliable.own else { return };
        for group in self.reliable.groups.values_mut() {
            let is_receiver = |member: FederateHandle| to.binary_search(&member).is_ok();
            if group.engine == at && group.keeper() == own && group.others(own).all(is_receiver) {
                group.went_beside(bytes);
                if group.holds_up() {
                    self.reliable.is_blocked = true;
                    self.reliable.is_earlier.set(true);
                }
            }
        }
    }

    fn is_up(&self, peer: FederateHandle) -> bool {
        let known = self.peers.get(&peer);
        known.is_some_and(|known| known.route() == Route::Direct && !known.has_ended())
    }

    /// The groups that serve these receivers now, and those that take streams.
    #[cold]
    fn find_route(&mut self, at: usize, to: &[FederateHandle]) -> Option<Arc<AudienceRoute>> {
        let usable = self.usable_groups(at)?;
        let regions = &self.reliable.engines[at].regions;
        let is_hot = regions.is_hot(to) && group_for(to, &usable).is_some();
        let (parts, streams) = match is_hot {
            true => cover(to, &[to], &usable),
            false => cover(to, &regions.worth(), &usable),
        };
        for part in &parts {
            self.make_room(at, part.group, parts.len());
        }
        let groups = parts.iter().filter_map(|part| self.route_part(part));
        let groups: Vec<_> = groups.collect();
        let route = Arc::new(AudienceRoute { groups, streams });
        self.reliable.engines[at].keep_route(to, route.clone());
        Some(route)
    }

    /// The groups to which messages may be sent now.
    fn usable_groups(&mut self, at: usize) -> Option<Arc<[Candidate]>> {
        if let Some(known) = self.reliable.engines[at].usable() {
            return Some(known);
        }
        let own = self.reliable.own?;
        let usable = self.reliable.groups.iter().filter(|(_, group)| {
            let is_used = group.engine == at && group.is_ready();
            is_used && group.others(own).all(|member| self.is_up(member))
        });
        let usable = usable.map(|(id, group)| group.candidate(*id, own));
        let usable: Arc<[_]> = usable.collect();
        self.reliable.engines[at].keep_usable(usable.clone());
        Some(usable)
    }

    /// Lets a group have numbers for so many more sets of receivers. Routes with old numbers are found again.
    fn make_room(&mut self, at: usize, group: u32, sets: usize) {
        if let Some(group) = self.reliable.groups.get_mut(&group)
            && !group.audiences.has_room_for(sets)
        {
            group.renumber_audiences();
            self.reliable.engines[at].forget_routes();
        }
    }

    fn route_part(&mut self, part: &Part) -> Option<RoutePart> {
        let group = self.reliable.groups.get_mut(&part.group)?;
        let number = |group: &mut ReliableGroup| {
            let audiences = &mut group.audiences;
            audiences.number_of(&group.places, &part.receivers)
        };
        let audience = (!part.all).then(|| number(group));
        let places = part.receivers.iter();
        let places = places.filter_map(|receiver| group.place_of(*receiver));
        Some(RoutePart {
            group: part.group,
            audience,
            places: places.map(|place| place as u16).collect(),
        })
    }

    /// Changes regions if it is time, and makes the groups that are missing.
    pub(super) fn turn_regions(&mut self, at: usize) {
        let now = self.now;
        let Some(turn) = self.reliable.engines[at].regions.turn(now) else {
            return;
        };
        if turn.is_changed {
            self.reliable.engines[at].forget_routes();
        }
        for members in turn.wished {
            if !self.is_served(at, &members) {
                self.propose(at, &members);
            }
        }
    }

    /// Whether there is a group for these receivers, or for few others beside, or one is agreed on.
    fn is_served(&self, at: usize, to: &[FederateHandle]) -> bool {
        let Some(own) = self.reliable.own else {
            return true;
        };
        let used = self.reliable.groups.iter();
        let used = used.filter(|(_, group)| group.engine == at && group.is_used());
        let used: Vec<_> = used.map(|(id, group)| group.candidate(*id, own)).collect();
        group_for(to, &used).is_some()
    }

    pub(super) fn send_in_group(&mut self, at: usize, part: &RoutePart, message: &[u8]) {
        let now = self.now;
        let Some(group) = self.reliable.groups.get_mut(&part.group) else {
            return;
        };
        group.used_at = now;
        let mark = group.ways.next(&part.places);
        if let Some((mark, places)) = &mark {
            let members: Vec<_> = places.iter().map(|place| group.places[*place]).collect();
            let (group, mark) = (part.group, *mark);
            for member in members {
                self.send_frame(member, &LinkFrame::GroupMark { group, mark });
            }
        }
        let mut marked = std::mem::take(&mut self.reliable.message);
        marked.clear();
        if let Some(group) = self.reliable.groups.get_mut(&part.group) {
            group.put_header(part, mark.as_ref(), message.len(), &mut marked);
        }
        marked.extend_from_slice(message);
        let engine = &mut self.reliable.engines[at];
        engine.counts.messages += 1;
        engine.counts.reached += part.places.len() as u64;
        let is_changed = engine.send(now, GroupId(part.group), &marked);
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
            Event::Unheard { group } => {
                if let Some(group) = self.reliable.groups.get(&group.0) {
                    self.reliable.addresses.join_again(group.address);
                }
                return;
            }
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
}
