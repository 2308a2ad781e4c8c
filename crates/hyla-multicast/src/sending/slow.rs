//! Members that the group does not wait for: each has a lane, which carries its packets until it has caught up.

use std::time::{Duration, Instant};

use super::Sending;
use crate::config::Rule;
use crate::ids::MemberId;
use crate::interface::{Destination, Event};
use crate::lanes::{Lane, LaneReason, LaneState};
use crate::shared::Shared;
use crate::view::View;
use crate::wire::{Entry, Frame};

/// Share of lost packets above which a member stays on its lane, in 1/255.
const LOSS_MOST: u8 = 77;

impl Sending {
    pub(super) fn end_lanes(&mut self, members: &[MemberId], shared: &mut Shared) {
        for member in members {
            let lanes = self.lanes.len();
            self.lanes.retain(|lane| lane.member != *member);
            if self.lanes.len() < lanes {
                self.covered += 1;
                shared.counters.lanes_ended += 1;
                shared.events.push_back(Event::LaneEnded {
                    group: self.group,
                    member: *member,
                });
            }
        }
    }

    /// A member that holds up others gets a lane.
    pub(super) fn find_slow(
        &mut self,
        now: Instant,
        entry: &Entry,
        view: &View,
        shared: &mut Shared,
    ) {
        let behind = entry.fastest.saturating_sub(entry.limit);
        let is_stuck = self
            .moved_at
            .is_some_and(|at| shared.presence.ran(at, now) >= shared.config.silence)
            && entry.acked < self.sent;
        let holds_up = behind * 4 >= shared.config.window || is_stuck;
        if !holds_up || entry.slowest == shared.own {
            self.slow_since = None;
            return;
        }
        let moment = shared.moment(now);
        let (member, since) = *self.slow_since.get_or_insert((entry.slowest, moment));
        if member != entry.slowest {
            self.slow_since = Some((entry.slowest, moment));
        } else if shared.presence.ran(since, now) >= shared.config.straggler_after
            && shared.applies(Rule::LanesForSlow)
        {
            self.slow_since = None;
            self.begin_lane(member, LaneReason::Slow, view, shared);
        }
    }

    pub(super) fn begin_lane(
        &mut self,
        member: MemberId,
        reason: LaneReason,
        view: &View,
        shared: &mut Shared,
    ) {
        let known = self.lanes.iter_mut().find(|lane| lane.member == member);
        if let Some(lane) = known {
            // Named after it was asked to come back: it may not have received that, or is gone again.
            lane.ending = lane.ending.filter(|_| reason == LaneReason::Slow);
            return;
        }
        let is_here = view
            .index_of(member)
            .is_some_and(|index| !view.is_gone(index));
        if !is_here || member == shared.own {
            return;
        }
        let next = if shared.applies(Rule::LanesBeginAtOldest) {
            self.base
        } else {
            self.sent
        };
        self.lanes.push(Lane::new(member, next));
        self.covered -= 1;
        shared.counters.lanes_begun += 1;
        shared.put(
            self.group,
            Destination::Lane(member),
            &Frame::LaneBegins { next },
        );
        shared.events.push_back(Event::LaneBegan {
            group: self.group,
            member,
            reason,
        });
    }

    /// A member on a lane says what it has.
    pub(crate) fn handle_lane_state(
        &mut self,
        now: Instant,
        member: MemberId,
        state: LaneState,
        shared: &mut Shared,
    ) {
        let (sent, group) = (self.sent, self.group);
        let LaneState {
            expected,
            heard,
            loss,
            ended,
            again,
        } = state;
        let Some(lane) = self.lanes.iter_mut().find(|lane| lane.member == member) else {
            return;
        };
        if expected > sent {
            shared.counters.malformed += 1;
            return;
        }
        let progress = expected > lane.acked;
        lane.acked = lane.acked.max(expected);
        lane.consumed = lane.consumed.max(expected);
        lane.is_open = true;
        let was_long_ago =
            |at: Instant| now.saturating_duration_since(at) >= shared.config.round_max;
        if again && lane.again_at.is_none_or(was_long_ago) {
            lane.again_at = Some(now);
            lane.next = lane.acked;
        }
        // Packets received by multicast need not be sent again.
        lane.next = lane.next.max(expected);
        // Compared with what it receives at the same moment, whatever is under way.
        let caught_up = expected + shared.config.window / 16 >= heard.min(sent);
        let hears = heard + shared.config.window / 2 >= sent && heard > 0 && loss <= LOSS_MOST;
        // Asked again now and then: the member may have been silent, and its lane begun anew.
        let asked = |at: Instant| now.saturating_duration_since(at) < shared.config.round_max * 2;
        if caught_up && hears && !lane.ending.is_some_and(asked) && shared.applies(Rule::LanesEnd) {
            lane.ending = Some(now);
            let next = lane.next;
            shared.put(group, Destination::Lane(member), &Frame::LaneEnds { next });
        } else if ended && expected == sent && self.stable == sent {
            // Nothing is under way, hence no report to come.
            if lane.ending.is_some() {
                self.end_lanes(&[member], shared);
            }
        }
        self.free(&shared.config);
        if progress {
            self.invite_back();
        }
        self.plan_heartbeat(now, shared);
    }

    /// If all members have just come to have all, no report is to come: those on lanes are to hear the group, and to say so.
    pub(super) fn invite_back(&mut self) {
        if self.is_done() {
            (self.heartbeat_at, self.heartbeat_gap) = (None, Duration::ZERO);
        }
    }

    /// The lane to the member broke and was made again.
    pub(crate) fn restart_lane(&mut self, member: MemberId, shared: &mut Shared) {
        let base = self.base;
        if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.member == member) {
            lane.next = lane.acked.max(base);
            lane.ending = None;
            lane.is_open = false;
            let next = lane.next;
            shared.put(
                self.group,
                Destination::Lane(member),
                &Frame::LaneBegins { next },
            );
        }
    }

    /// Puts all packets that a member may miss on its lane, and forgets them: this member leaves. If it does not leave after
    /// all, every member is on a lane, and comes back from there.
    pub(crate) fn send_rest(&mut self, now: Instant, view: &View, shared: &mut Shared) {
        if self.is_done() {
            return;
        }
        self.close();
        let end = self.base + self.slots.len() as u64;
        let mut lanes = Vec::new();
        let others = (0..).zip(view.members());
        for (index, member) in others {
            if *member == shared.own || view.is_gone(index) {
                continue;
            }
            let lane = self.lanes.iter().find(|lane| lane.member == *member);
            let from = lane.map_or(self.stable, |lane| lane.next).max(self.base);
            let to = Destination::Lane(*member);
            shared.put(self.group, to, &Frame::LaneBegins { next: from });
            for (sequence, packet) in (self.base..).zip(&self.slots) {
                if sequence >= from {
                    let frame = Frame::Data {
                        sender: shared.own,
                        sequence,
                        repair: false,
                        packet: &packet.bytes,
                    };
                    shared.put(self.group, to, &frame);
                }
            }
            lanes.push(Lane::new(*member, end));
        }
        (self.base, self.sent, self.closed, self.stable) = (end, end, end, end);
        self.slots.clear();
        (self.lanes, self.covered) = (lanes, 0);
        (self.reported_at, self.moved_at, self.slow_since) = (None, None, None);
        (self.blocks.first, self.blocks.began_at) = (end, None);
        (self.heartbeat_at, self.heartbeat_gap) = (None, Duration::ZERO);
        self.plan_heartbeat(now, shared);
    }

    /// The federation has lost a member.
    pub(crate) fn lose(&mut self, now: Instant, member: MemberId, shared: &Shared) {
        let was_done = self.is_done();
        match self.lanes.iter().position(|lane| lane.member == member) {
            Some(index) => drop(self.lanes.swap_remove(index)),
            None => self.covered = self.covered.saturating_sub(1),
        }
        self.free(&shared.config);
        if !was_done {
            self.invite_back();
            self.plan_heartbeat(now, shared);
        }
    }
}
