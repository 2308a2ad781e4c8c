//! Lanes over datagrams with protocol modules: the chains of `hyla-net` at both ends, what the wire between them does to
//! packets, and what has to come out of them.
//!
//! The chains are driven by the code of `hyla-net` that drives those of sockets. What befalls a packet follows from the seed,
//! the channel and the number of the packet alone.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use hyla_core::message::{FrameKind, kind_of};
use hyla_net::modules::{
    Below, Chain, ChainError, ChecksumSpec, Driver, Facts, FragmentSpec, ModuleSpec, Outlet, Plan,
    RetransmitSpec, To, Waiting,
};
use hyla_net::{Profile, Reliability, Transport};

use crate::faults::Sabotage;
use crate::model::Seat;
use crate::network::{ChannelId, Micros, Side, mix};
use crate::world::{LONGEST_DELAY, longest_delay};

/// Wires are dead for spans of this length now and then.
const BLACKOUT: Micros = 300_000;

/// Packets of which one is doubled, held up or damaged.
const STRANGE_ONE_IN: u64 = 12;

/// Room kept in front of a chain.
const KEEP_BYTES: usize = 4 << 10;

/// Of a packet of `retransmit`.
const RETRANSMIT_BYTES: usize = 9;

/// Of a part of a message, with its kind.
const PART_BYTES: usize = 17;

/// Lanes with protocol modules.
#[derive(Debug)]
pub(crate) struct Chains {
    pub(crate) weather: Weather,
    pub(crate) lanes: BTreeMap<ChannelId, Lane>,
    /// Lanes that were given frames which did not go through their chains yet.
    pub(crate) touched: BTreeSet<ChannelId>,
}

/// A lane and its two ends.
#[derive(Debug)]
pub(crate) struct Lane {
    pub(crate) reliability: Reliability,
    /// The chain, as the caller tells it to the callee.
    pub(crate) terms: Vec<u8>,
    pub(crate) caller: Option<End>,
    pub(crate) callee: Option<End>,
    /// Between which federates.
    pub(crate) pair: Option<(Seat, Seat)>,
    /// What was given to the chain and has not come out.
    owed: VecDeque<Owed>,
    /// Packets so far, on both ways.
    pub(crate) packets: u64,
}

#[derive(Debug)]
struct Owed {
    frame: Vec<u8>,
    /// It may be lost, since the wire was at fault.
    excused: bool,
}

/// One end of a lane.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) driver: Driver,
    /// Frames in front of the chain.
    pub(crate) waiting: Waiting,
    /// Packets on their way to this end.
    pub(crate) arriving: BTreeMap<(Micros, u64), Vec<u8>>,
    /// Since when the lane is closed here, and only what the chain holds leaves.
    pub(crate) lingers: Option<Micros>,
    /// When the chain is looked after next.
    pub(crate) alarm: Option<Micros>,
    /// When the last packet arrives there that was not held up.
    pub(crate) latest: Micros,
    /// Sabotage: it was full, and takes nothing more.
    pub(crate) stuck: bool,
    /// Sabotage: parts by the size of their message, of a part, and their place.
    parts: BTreeMap<[u8; 12], Vec<u8>>,
}

/// What wires do to packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weather {
    seed: u64,
    lossy: bool,
    longest: Micros,
}

/// What befalls a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    Lost,
    /// It arrives after that time, in order.
    Arrives(Micros),
    /// It is overtaken by others.
    HeldUp(Micros),
    /// It arrives, and once more after that time.
    Doubled(Micros, Micros),
    /// It arrives with a bit turned over.
    Damaged(Micros, u64),
}

/// What comes out of a chain at both its ends.
#[derive(Debug, Default)]
pub(crate) struct Out {
    pub(crate) packets: Vec<Vec<u8>>,
    pub(crate) frames: Vec<Vec<u8>>,
}

/// The wire takes all datagrams, or loses them.
impl Below for Out {}

impl Outlet for Out {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.packets.push(packet.to_vec());
    }

    fn to_federate(&mut self, frame: &[u8]) {
        self.frames.push(frame.to_vec());
    }
}

/// Gives a profile modules, and datagrams to most reliable ones.
pub(crate) fn choose_modules(profile: &mut Profile, lot: u64) {
    let reliable = profile.reliability == Reliability::Reliable;
    let lot = mix(&[lot, u64::from(reliable)]);
    let draw = |what: u64, of: u64| mix(&[lot, what]) % of;
    if reliable {
        if draw(0, 4) == 0 {
            return;
        }
        profile.transport = Transport::Udp;
    }
    let fragment = ModuleSpec::Fragment(FragmentSpec {
        // Messages of the simulation are small: so are its datagrams.
        packet_bytes: Some(33 + draw(1, 24) as u32),
        ..FragmentSpec::default()
    });
    let retransmit = ModuleSpec::Retransmit(RetransmitSpec {
        window_packets: [1, 2, 8, 1024][draw(2, 4) as usize],
        queue_bytes: [0, 300, 8 << 20][draw(3, 3) as usize],
        ack_delay: Duration::from_millis([0, 1, 20][draw(4, 3) as usize]),
        ..RetransmitSpec::default()
    });
    let named = |name| ModuleSpec::from_name(name).expect("a module");
    let mut modules = match draw(5, 4) {
        // The standard chain.
        0 => return,
        1 => vec![fragment],
        _ => vec![named("bundle"), fragment],
    };
    if reliable {
        modules.push(retransmit);
    }
    if draw(6, 3) == 0 {
        modules.push(ModuleSpec::Checksum(ChecksumSpec::default()));
    }
    profile.modules = modules;
}

/// The chain of a caller, unless sabotage makes another one.
fn driver(profile: &Profile, sabotage: Option<Sabotage>) -> Result<Driver, ChainError> {
    let fragment = || ModuleSpec::from_name("fragment").expect("a module");
    match (sabotage, profile.reliability) {
        (Some(Sabotage::GiveUpLost), Reliability::Reliable) => {
            Driver::over_datagrams(&[fragment()], Reliability::BestEffort)
        }
        (Some(Sabotage::ForgetSequence), Reliability::BestEffort) => {
            bare(&[fragment()]).map(|chain| Driver::new(chain, LOSSY))
        }
        _ => Driver::for_datagrams(profile),
    }
}

/// A chain that believes that nothing is lost.
fn bare(specs: &[ModuleSpec]) -> Result<Chain, ChainError> {
    let facts = Facts {
        max_packet_bytes: 1392,
        lossy: false,
        reliability: Reliability::BestEffort,
    };
    Chain::new(specs, facts)
}

const LOSSY: Plan = Plan {
    holds: false,
    most_held: None,
    turns: false,
};

impl Chains {
    pub(crate) fn new(seed: u64, lossy: bool) -> Self {
        Self {
            weather: Weather {
                seed,
                lossy,
                longest: if lossy {
                    longest_delay(seed)
                } else {
                    LONGEST_DELAY
                },
            },
            lanes: BTreeMap::new(),
            touched: BTreeSet::new(),
        }
    }

    /// Whether a channel is a lane with protocol modules.
    pub(crate) fn has(&self, channel: ChannelId) -> bool {
        self.lanes.contains_key(&channel)
    }

    pub(crate) fn end_mut(&mut self, channel: ChannelId, side: Side) -> Option<&mut End> {
        self.lanes.get_mut(&channel)?.end_mut(side)
    }
}

impl Lane {
    pub(crate) fn of_caller(
        profile: &Profile,
        sabotage: Option<Sabotage>,
    ) -> Result<Self, ChainError> {
        let driver = driver(profile, sabotage)?;
        Ok(Self {
            reliability: profile.reliability,
            terms: ModuleSpec::encode(driver.specs()),
            caller: Some(End::new(driver)),
            callee: None,
            pair: None,
            owed: VecDeque::new(),
            packets: 0,
        })
    }

    /// The callee builds the chain that it is told of.
    pub(crate) fn accept(&mut self, sabotage: Option<Sabotage>) -> Result<(), String> {
        let specs = ModuleSpec::decode(&self.terms).map_err(|e| e.to_string())?;
        let reliable = self.is_reliable();
        let driver = match sabotage {
            Some(Sabotage::GiveUpLost) if reliable => {
                Driver::over_datagrams(&specs, Reliability::BestEffort)
            }
            Some(Sabotage::ForgetSequence) if !reliable => {
                bare(&specs).map(|chain| Driver::new(chain, LOSSY))
            }
            _ => Driver::over_datagrams(&specs, self.reliability),
        };
        self.callee = Some(End::new(driver.map_err(|e| e.to_string())?));
        Ok(())
    }

    pub(crate) fn is_reliable(&self) -> bool {
        self.reliability == Reliability::Reliable
    }

    pub(crate) fn end_mut(&mut self, side: Side) -> Option<&mut End> {
        match side {
            Side::Caller => self.caller.as_mut(),
            Side::Callee => self.callee.as_mut(),
        }
    }

    pub(crate) fn take_end(&mut self, side: Side) -> Option<End> {
        match side {
            Side::Caller => self.caller.take(),
            Side::Callee => self.callee.take(),
        }
    }

    /// A frame goes to the chain of the caller.
    pub(crate) fn give(&mut self, frame: &[u8]) {
        let Some(caller) = &mut self.caller else {
            return;
        };
        caller.waiting.push(frame);
        if self.counts(frame) {
            self.owed.push_back(Owed {
                frame: frame.to_vec(),
                excused: false,
            });
        }
    }

    /// Whether a frame can be told from all others of the lane: keys are said more than once. In order nothing has to.
    fn counts(&self, frame: &[u8]) -> bool {
        self.is_reliable() || kind_of(frame) != Ok(FrameKind::Link)
    }

    /// The wire was at fault: what is on its way may not arrive, or too late. Gives what was not known to be so, unless all
    /// has to arrive.
    pub(crate) fn excuse(&mut self) -> Vec<Vec<u8>> {
        if self.is_reliable() {
            return Vec::new();
        }
        let fresh = self.owed.iter_mut().rev().take_while(|owed| !owed.excused);
        let fresh = fresh.map(|owed| {
            owed.excused = true;
            owed.frame.clone()
        });
        fresh.collect()
    }

    /// A frame has come out at the callee: gives those that will not come any more.
    ///
    /// # Errors
    /// What is wrong with that.
    pub(crate) fn came(&mut self, frame: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        if !self.counts(frame) {
            return Ok(Vec::new());
        }
        let at = self.owed.iter().position(|owed| owed.frame == frame);
        let Some(at) = at else {
            return Err("gives a frame that came before or was never sent".into());
        };
        let before = self.owed.iter().take(at);
        let missing = before.filter(|owed| !owed.excused).count();
        if missing > 0 {
            return Err(format!(
                "gives a frame, and not the {missing} that were sent before it"
            ));
        }
        let gone = self.owed.drain(..=at).take(at);
        Ok(gone.map(|owed| owed.frame).collect())
    }

    /// How many frames should have come out, when all has arrived.
    pub(crate) fn missing(&self) -> usize {
        self.owed.iter().filter(|owed| !owed.excused).count()
    }

    /// What has not come out, and never will.
    pub(crate) fn take_owed(&mut self) -> Vec<Vec<u8>> {
        self.owed.drain(..).map(|owed| owed.frame).collect()
    }
}

impl End {
    fn new(driver: Driver) -> Self {
        Self {
            driver,
            waiting: Waiting::default(),
            arriving: BTreeMap::new(),
            lingers: None,
            alarm: None,
            latest: 0,
            stuck: false,
            parts: BTreeMap::new(),
        }
    }

    /// Whether nothing would be lost if it were over now.
    pub(crate) fn is_finished(&self) -> bool {
        self.waiting.is_empty() && self.driver.held().unfinished == 0
    }

    /// Passes what waits through the chain, as far as that takes it.
    pub(crate) fn pass(&mut self, now: Instant, out: &mut Out) {
        let flush = self.driver.is_adaptive();
        self.driver.pass(&mut self.waiting, flush, now, out);
        self.waiting.tidy(KEEP_BYTES);
    }

    pub(crate) fn has_checksum(&self) -> bool {
        let mut specs = self.driver.specs().iter();
        specs.any(|spec| matches!(spec, ModuleSpec::Checksum(_)))
    }

    /// Sabotage: a part has the bytes of another message, if one of that size went before.
    pub(crate) fn mix_fragments(&mut self, packet: &mut [u8]) {
        let retransmits = |spec: &ModuleSpec| matches!(spec, ModuleSpec::Retransmit(_));
        let below = match self.driver.specs() {
            [.., last] if retransmits(last) => RETRANSMIT_BYTES,
            [.., ModuleSpec::Fragment(_)] => 0,
            _ => return,
        };
        let Some(end) = packet.len().checked_sub(below) else {
            return;
        };
        let is_data = below == 0 || packet.last() == Some(&0);
        let Some(start) = end.checked_sub(PART_BYTES) else {
            return;
        };
        if !is_data || packet[end - 1] != 1 {
            return;
        }
        let place: [u8; 12] = packet[start + 4..end - 1].try_into().expect("12 bytes");
        let part = packet[..start].to_vec();
        if let Some(other) = self.parts.insert(place, part)
            && other.len() == start
        {
            packet[..start].copy_from_slice(&other);
        }
    }
}

impl Weather {
    /// What befalls the packet of a lane with that number.
    pub(crate) fn fate(&self, channel: ChannelId, number: u64, now: Micros, sealed: bool) -> Fate {
        let lot = mix(&[self.seed, 12, channel.0, number]);
        let draw = |what: u64, of: u64| mix(&[lot, what]) % of;
        if self.lossy {
            let one_in = [64, 8, 8, 3][(mix(&[self.seed, 11]) % 4) as usize];
            let dead = mix(&[self.seed, 13, channel.0, now / BLACKOUT]).is_multiple_of(24);
            if dead || draw(0, one_in) == 0 {
                return Fate::Lost;
            }
        }
        let slow = mix(&[self.seed, 14, channel.0]).is_multiple_of(8);
        let delay = 1 + draw(1, self.longest) + if slow { self.longest } else { 0 };
        let later = delay + draw(2, 3 * self.longest);
        match draw(3, STRANGE_ONE_IN) {
            0 => Fate::Doubled(delay, later),
            1 => Fate::HeldUp(later),
            2 if sealed => Fate::Damaged(delay, draw(4, u64::MAX)),
            _ => Fate::Arrives(delay),
        }
    }

    /// Most microseconds that the end of a lane takes to its other end.
    pub(crate) fn longest(&self) -> Micros {
        2 * self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lane to which three frames were given.
    fn lane(reliability: Reliability) -> Lane {
        let profile = Profile::standard("of a test", reliability);
        let mut lane = Lane::of_caller(&profile, None).expect("a chain");
        for frame in [b"\x01a", b"\x01b", b"\x01c"] {
            lane.give(frame);
        }
        lane
    }

    #[test]
    fn what_is_reliable_comes_in_order_and_once() {
        let mut lane = lane(Reliability::Reliable);

        assert!(lane.came(b"\x01b").is_err());
        assert_eq!(lane.came(b"\x01a"), Ok(Vec::new()));
        assert!(lane.came(b"\x01a").is_err());
        assert!(lane.excuse().is_empty());
        assert_eq!(lane.missing(), 2);
    }

    #[test]
    fn what_may_be_lost_comes_in_order_and_is_missing_only_without_a_reason() {
        let mut lane = lane(Reliability::BestEffort);

        assert!(lane.came(b"\x01b").is_err());
        assert_eq!(lane.missing(), 3);
        assert_eq!(lane.excuse().len(), 3);
        assert_eq!(lane.missing(), 0);
        assert_eq!(lane.came(b"\x01b"), Ok(vec![b"\x01a".to_vec()]));
        assert!(lane.came(b"\x01a").is_err());
        lane.give(b"\x01d");
        assert_eq!(lane.excuse(), [b"\x01d".to_vec()]);
        assert_eq!(lane.came(b"\x01c"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_put_together_of_two_messages_is_none_of_them() {
        let mut lane = lane(Reliability::BestEffort);

        assert!(lane.came(b"\x01bc").is_err());
    }
}
