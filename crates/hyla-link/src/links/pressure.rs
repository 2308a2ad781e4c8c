//! Who has to wait: receivers that cannot keep up hold their senders, each lane its own.

use hyla_net::Pressure;
use hyla_net::network::{Network, Wire};

use super::Links;
use super::peer::Way;

/// What a call has to wait for.
#[derive(Debug)]
pub struct Congestion<N: Network> {
    /// Everything that is no lane.
    streams: bool,
    lanes: Vec<N::Channel>,
}

impl<N: Network> Congestion<N> {
    /// A channel to wait for, and whether a link without one is over its limit; `None` if there is room
    /// everywhere.
    pub fn look(&mut self, links: &mut Links<N>) -> Option<Option<N::Channel>> {
        self.lanes.retain(|lane| lane.pressure() == Pressure::High);
        let pressed = self.streams.then(|| links.pressed()).flatten();
        let channel = pressed.or_else(|| self.lanes.last().cloned());
        let held_up = self.streams && links.is_held_up();
        (channel.is_some() || held_up).then_some(channel)
    }
}

impl<N: Network> Links<N> {
    /// Whether a channel other than a lane, or a waiting link, holds more than it should.
    #[inline]
    pub fn is_congested(&mut self) -> bool {
        (!self.pressed.is_empty() || !self.held_up.is_empty()) && self.is_still_congested()
    }

    fn is_still_congested(&mut self) -> bool {
        self.pressed
            .retain(|channel| channel.pressure() == Pressure::High);
        !self.pressed.is_empty() || self.is_held_up()
    }

    /// A call begins: see [`Self::congestion`].
    #[inline]
    pub fn begin_call(&mut self) {
        self.used_streams = false;
        self.used_lossy = false;
        self.groups.used = false;
    }

    /// Whether something has to be offered to the wire once the core is unlocked.
    #[inline]
    pub fn is_dirty(&self) -> bool {
        !(self.dirty.is_empty() && self.groups.dirty.is_empty() && self.relays.is_empty())
    }

    /// Whether something has to be offered to the wire once the core is unlocked, or to be waited for.
    #[inline]
    pub fn is_left_behind(&self) -> bool {
        let Self {
            pressed,
            pressed_lanes,
            held_up,
            ..
        } = self;
        let waits = !(pressed.is_empty() && pressed_lanes.is_empty() && held_up.is_empty());
        waits || self.is_dirty()
    }

    /// What the call that has said something on these channels has to wait for: the lanes among them; and,
    /// unless it used lanes only or sent best effort only, everything else that holds too much. One lane holds up nobody who
    /// uses another, and best effort waits for nothing.
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

    /// The federate said too much inside a callback, where it cannot wait: the next ones do.
    pub fn hold_callbacks(&mut self, congestion: Congestion<N>) {
        self.pressed.extend(congestion.lanes);
    }

    /// Whether anything at all holds more than it should.
    pub fn is_congested_anywhere(&mut self) -> bool {
        self.pressed_lanes
            .retain(|channel| channel.pressure() == Pressure::High);
        !self.pressed_lanes.is_empty() || self.is_congested()
    }

    /// Whether a link without a channel of its own holds more than it should. Looks only at those that
    /// did: this is asked several times for each message.
    pub fn is_held_up(&mut self) -> bool {
        let Self {
            held_up,
            peers,
            settings,
            ..
        } = self;
        held_up.retain(|peer| match peers.get(peer).map(|peer| &peer.way) {
            Some(Way::Awaited(pending) | Way::Calling(pending, _) | Way::Broken(pending, _)) => {
                pending.len() > settings.pending_bytes
            }
            Some(Way::Relayed(relay)) => relay.paused || relay.held,
            Some(Way::Up(_) | Way::Draining(..)) | None => false,
        });
        !held_up.is_empty()
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
