//! Back-pressure on senders, per lane.

use hyla_net::Pressure;
use hyla_net::network::{ChannelHandle, Network};

use super::Links;
use super::link::LinkState;

/// Congestion that a service call must wait for.
#[derive(Debug)]
pub struct Congestion<N: Network> {
    /// Channels other than lanes.
    streams: bool,
    lanes: Vec<N::Channel>,
}

impl<N: Network> Congestion<N> {
    /// A full channel, and whether a link without a channel is over its limit; `None` if there is room everywhere.
    pub fn look(&mut self, links: &mut Links<N>) -> Option<Option<N::Channel>> {
        self.lanes.retain(|lane| lane.pressure() == Pressure::High);
        let pressed = self.streams.then(|| links.pressed()).flatten();
        let channel = pressed.or_else(|| self.lanes.last().cloned());
        let held_up = self.streams && links.is_held_up();
        (channel.is_some() || held_up).then_some(channel)
    }
}

impl<N: Network> Links<N> {
    /// Whether a channel other than a lane, or a waiting link, is over its limit.
    #[inline]
    pub fn is_congested(&mut self) -> bool {
        let full = !self.pressed.is_empty() || !self.held_up.is_empty() || self.reliable.is_blocked;
        full && self.is_still_congested()
    }

    fn is_still_congested(&mut self) -> bool {
        self.pressed
            .retain(|channel| channel.pressure() == Pressure::High);
        !self.pressed.is_empty() || self.is_held_up()
    }

    /// Call this at the beginning of a service call: see [`Self::congestion`].
    #[inline]
    pub fn begin_call(&mut self) {
        self.used_streams = false;
        self.used_lossy = false;
        self.groups.used = false;
    }

    /// Whether there is something to write once the core is unlocked.
    #[inline]
    pub fn is_dirty(&self) -> bool {
        !(self.dirty.is_empty() && self.groups.dirty.is_empty() && self.relays.is_empty())
    }

    /// Whether there is something to write once the core is unlocked, to wait for, or due before the deadline that the driver was
    /// last given ([`Self::take_earlier_deadline`]).
    #[inline]
    pub fn is_left_behind(&self) -> bool {
        let Self {
            pressed,
            pressed_lanes,
            held_up,
            ..
        } = self;
        let waits = !(pressed.is_empty() && pressed_lanes.is_empty() && held_up.is_empty());
        waits || self.reliable.is_blocked || self.reliable.is_earlier.get() || self.is_dirty()
    }

    /// Whether calls wait for the window, the pace or the agreement of a group.
    #[inline]
    pub fn waits_for_groups(&self) -> bool {
        self.reliable.is_blocked
    }

    /// The congestion that a call on these channels must wait for: the full lanes among them and, unless it used only
    /// lanes or sent only best effort, everything else over its limit. A full lane does not delay senders on other
    /// lanes, and best effort never waits.
    #[inline]
    pub fn congestion(&mut self, used: &[N::Channel]) -> Option<Congestion<N>> {
        let lanes_only = !used.is_empty() || self.groups.used || self.used_lossy;
        let streams = (self.used_streams || !lanes_only) && self.is_congested();
        if !streams && self.pressed_lanes.is_empty() {
            return None;
        }
        self.pressed_lanes
            .retain(|channel| channel.pressure() == Pressure::High);
        let is_used = |lane: &&N::Channel| used.iter().any(|channel| channel.id() == lane.id());
        let lanes: Vec<_> = self.pressed_lanes.iter().filter(is_used).cloned().collect();
        (streams || !lanes.is_empty()).then_some(Congestion { streams, lanes })
    }

    /// Back-pressure from inside a callback, which cannot wait: the next callbacks do.
    pub fn hold_callbacks(&mut self, congestion: Congestion<N>) {
        self.pressed.extend(congestion.lanes);
    }

    /// Whether anything is over its limit.
    pub fn is_congested_anywhere(&mut self) -> bool {
        self.pressed_lanes
            .retain(|channel| channel.pressure() == Pressure::High);
        !self.pressed_lanes.is_empty() || self.is_congested()
    }

    /// As [`Self::is_congested_anywhere`] as of the last check of each channel.
    pub fn is_held_back(&self) -> bool {
        let full = self.pressed.iter().chain(&self.pressed_lanes);
        let mut full = full.filter(|channel| channel.pressure() == Pressure::High);
        full.next().is_some() || !self.held_up.is_empty() || self.reliable.is_blocked
    }

    /// Whether a link without a channel is over its limit. Checks only links that were: this runs several times per
    /// message.
    pub fn is_held_up(&mut self) -> bool {
        let Self {
            held_up,
            peers,
            settings,
            ..
        } = self;
        held_up.retain(|peer| match peers.get(peer).map(|peer| &peer.state) {
            Some(
                LinkState::Awaited(pending)
                | LinkState::Calling(pending, _)
                | LinkState::Broken(pending, _),
            ) => pending.len() > settings.pending_bytes,
            Some(LinkState::Relayed(relay)) => relay.paused || relay.held,
            Some(LinkState::Up(_) | LinkState::Draining(..)) | None => false,
        });
        // Messages wait for a group.
        !held_up.is_empty() || self.reliable.is_blocked
    }

    /// A channel over its high-water mark, to wait for.
    pub fn pressed(&mut self) -> Option<N::Channel> {
        self.pressed
            .retain(|channel| channel.pressure() == Pressure::High);
        self.pressed.last().cloned()
    }

    /// As [`Self::note`] for a message on a lane.
    pub(super) fn note_lane(
        &mut self,
        lane: &N::Channel,
        sent: Result<Pressure, hyla_net::Closed>,
    ) {
        self.put_on_dirty(lane);
        if sent == Ok(Pressure::High) && !self.pressed_lanes.iter().any(|c| c.id() == lane.id()) {
            self.pressed_lanes.push(lane.clone());
        }
    }
}
