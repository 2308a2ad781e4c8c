//! Lanes over datagrams with protocol modules: the chains of `hyla-net` at both ends, packet faults
//! of the wire between them, and the frames that must come out.
//!
//! The driver code of `hyla-net` runs the chains, as over sockets. A packet's fault depends only on
//! the seed, the channel and the packet's number.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use hyla_core::message::{FrameKind, kind_of};
use hyla_net::modules::{
    Chain, ChainCarrier, ChainError, ChecksumSpec, Driver, DriverOptions, Facts, FragmentSpec,
    FrameQueue, ModuleSpec, Outlet, RetransmitSpec, To,
};
use hyla_net::{Profile, Reliability, Transport};

use crate::faults::Sabotage;
use crate::model::Membership;
use crate::network::{ChannelId, Micros, Side, mix};
use crate::world::{LONGEST_DELAY, longest_delay};

/// Length of the spans in which a wire may carry nothing.
const BLACKOUT: Micros = 300_000;

/// One packet in this many is duplicated, delayed or damaged.
const STRANGE_ONE_IN: u64 = 12;

/// Bytes that may wait in front of a chain.
const KEEP_BYTES: usize = 4 << 10;

/// Header of a packet of `retransmit`.
const RETRANSMIT_BYTES: usize = 9;

/// Header of a fragment, with its kind.
const PART_BYTES: usize = 17;

/// Lanes with protocol modules.
#[derive(Debug)]
pub(crate) struct Chains {
    pub(crate) faults_of_wire: PacketFaults,
    pub(crate) lanes: BTreeMap<ChannelId, ChainedLane>,
    /// Lanes with frames that have not gone through their chains yet.
    pub(crate) touched: BTreeSet<ChannelId>,
}

/// A lane and its two ends.
#[derive(Debug)]
pub(crate) struct ChainedLane {
    pub(crate) reliability: Reliability,
    /// The chain, as the caller sends it to the callee.
    pub(crate) terms: Vec<u8>,
    pub(crate) caller: Option<LaneEnd>,
    pub(crate) callee: Option<LaneEnd>,
    /// The two federates.
    pub(crate) pair: Option<(Membership, Membership)>,
    /// Frames given to the chain that have not come out.
    owed: VecDeque<PendingFrame>,
    /// Packets so far, in both directions.
    pub(crate) packets: u64,
}

#[derive(Debug)]
struct PendingFrame {
    frame: Vec<u8>,
    /// The frame may be lost, because of a fault of the wire.
    excused: bool,
}

/// One end of a lane.
#[derive(Debug)]
pub(crate) struct LaneEnd {
    pub(crate) driver: Driver,
    /// Frames in front of the chain.
    pub(crate) waiting: FrameQueue,
    /// Packets in flight to this end.
    pub(crate) arriving: BTreeMap<(Micros, u64), Vec<u8>>,
    /// Since when the lane is closed here and only sends queued frames.
    pub(crate) lingers: Option<Micros>,
    /// Next timer of the chain.
    pub(crate) alarm: Option<Micros>,
    /// Arrival of the newest packet that was not delayed.
    pub(crate) latest: Micros,
    /// Sabotage: the chain was full, and takes nothing more.
    pub(crate) stuck: bool,
    /// Sabotage: fragments by size of message, size of fragment, and offset.
    parts: BTreeMap<[u8; 12], Vec<u8>>,
}

/// Faults that wires inflict on packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PacketFaults {
    seed: u64,
    lossy: bool,
    longest: Micros,
}

/// Fault of one packet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PacketFate {
    Lost,
    /// Arrives after that time, in order.
    Arrives(Micros),
    /// Arrives late: others overtake it.
    HeldUp(Micros),
    /// Arrives, and a second time later.
    Doubled(Micros, Micros),
    /// Arrives with one bit flipped.
    Damaged(Micros, u64),
}

/// Output of a chain, at either end.
#[derive(Debug, Default)]
pub(crate) struct ChainOutput {
    pub(crate) packets: Vec<Vec<u8>>,
    pub(crate) frames: Vec<Vec<u8>>,
}

/// The wire accepts or loses all datagrams: no back-pressure.
impl ChainCarrier for ChainOutput {}

impl Outlet for ChainOutput {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.packets.push(packet.to_vec());
    }

    fn to_federate(&mut self, frame: &[u8]) {
        self.frames.push(frame.to_vec());
    }
}

/// Adds modules to a profile, and moves most reliable profiles to datagrams.
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
        // Messages of the simulation are small, and so are its datagrams.
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

/// A chain whose facts say that the wire loses nothing.
fn bare(specs: &[ModuleSpec]) -> Result<Chain, ChainError> {
    let facts = Facts {
        max_packet_bytes: 1392,
        lossy: false,
        reliability: Reliability::BestEffort,
    };
    Chain::new(specs, facts)
}

const LOSSY: DriverOptions = DriverOptions {
    holds: false,
    most_held: None,
    turns: false,
};

impl Chains {
    pub(crate) fn new(seed: u64, lossy: bool) -> Self {
        Self {
            faults_of_wire: PacketFaults {
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

    pub(crate) fn end_mut(&mut self, channel: ChannelId, side: Side) -> Option<&mut LaneEnd> {
        self.lanes.get_mut(&channel)?.end_mut(side)
    }
}

impl ChainedLane {
    pub(crate) fn of_caller(
        profile: &Profile,
        sabotage: Option<Sabotage>,
    ) -> Result<Self, ChainError> {
        let driver = driver(profile, sabotage)?;
        Ok(Self {
            reliability: profile.reliability,
            terms: ModuleSpec::encode(driver.specs()),
            caller: Some(LaneEnd::new(driver)),
            callee: None,
            pair: None,
            owed: VecDeque::new(),
            packets: 0,
        })
    }

    /// Builds the callee's chain from the caller's description.
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
        self.callee = Some(LaneEnd::new(driver.map_err(|e| e.to_string())?));
        Ok(())
    }

    pub(crate) fn is_reliable(&self) -> bool {
        self.reliability == Reliability::Reliable
    }

    pub(crate) fn end_mut(&mut self, side: Side) -> Option<&mut LaneEnd> {
        match side {
            Side::Caller => self.caller.as_mut(),
            Side::Callee => self.callee.as_mut(),
        }
    }

    pub(crate) fn take_end(&mut self, side: Side) -> Option<LaneEnd> {
        match side {
            Side::Caller => self.caller.take(),
            Side::Callee => self.callee.take(),
        }
    }

    /// Queues a frame for the caller's chain.
    pub(crate) fn give(&mut self, frame: &[u8]) {
        let Some(caller) = &mut self.caller else {
            return;
        };
        caller.waiting.push(frame);
        if self.counts(frame) {
            self.owed.push_back(PendingFrame {
                frame: frame.to_vec(),
                excused: false,
            });
        }
    }

    /// Whether a frame is unique on the lane: keys are sent more than once. Required only for
    /// unordered lanes.
    fn counts(&self, frame: &[u8]) -> bool {
        self.is_reliable() || kind_of(frame) != Ok(FrameKind::Link)
    }

    /// The wire failed: frames in flight may be lost or late. Gives the newly excused frames,
    /// unless all must arrive.
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

    /// A frame came out at the callee. Gives frames that cannot come out any more.
    ///
    /// # Errors
    /// The rule that the frame breaks.
    pub(crate) fn came(&mut self, frame: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        if !self.counts(frame) {
            return Ok(Vec::new());
        }
        let at = self.owed.iter().position(|owed| owed.frame == frame);
        let Some(at) = at else {
            return Err("put out a frame twice, or one that was never sent".into());
        };
        let before = self.owed.iter().take(at);
        let missing = before.filter(|owed| !owed.excused).count();
        if missing > 0 {
            return Err(format!("put out a frame before {missing} earlier ones"));
        }
        let gone = self.owed.drain(..=at).take(at);
        Ok(gone.map(|owed| owed.frame).collect())
    }

    /// Number of frames that should have come out, after all have arrived.
    pub(crate) fn missing(&self) -> usize {
        self.owed.iter().filter(|owed| !owed.excused).count()
    }

    /// Takes the frames that have not come out and never will.
    pub(crate) fn take_owed(&mut self) -> Vec<Vec<u8>> {
        self.owed.drain(..).map(|owed| owed.frame).collect()
    }
}

impl LaneEnd {
    fn new(driver: Driver) -> Self {
        Self {
            driver,
            waiting: FrameQueue::default(),
            arriving: BTreeMap::new(),
            lingers: None,
            alarm: None,
            latest: 0,
            stuck: false,
            parts: BTreeMap::new(),
        }
    }

    /// Whether closing the lane now loses nothing.
    pub(crate) fn is_finished(&self) -> bool {
        self.waiting.is_empty() && self.driver.held().unfinished == 0
    }

    /// Passes queued frames through the chain, as many as it accepts.
    pub(crate) fn pass(&mut self, now: Instant, out: &mut ChainOutput) {
        let flush = self.driver.is_adaptive();
        self.driver.pass(&mut self.waiting, flush, now, out);
        self.waiting.tidy(KEEP_BYTES);
    }

    pub(crate) fn has_checksum(&self) -> bool {
        let mut specs = self.driver.specs().iter();
        specs.any(|spec| matches!(spec, ModuleSpec::Checksum(_)))
    }

    /// Sabotage: gives a fragment the bytes of an earlier message of the same size.
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

impl PacketFaults {
    /// The fault of a packet, by its number on the lane.
    pub(crate) fn fate(
        &self,
        channel: ChannelId,
        number: u64,
        now: Micros,
        sealed: bool,
    ) -> PacketFate {
        let lot = mix(&[self.seed, 12, channel.0, number]);
        let draw = |what: u64, of: u64| mix(&[lot, what]) % of;
        if self.lossy {
            let one_in = [64, 8, 8, 3][(mix(&[self.seed, 11]) % 4) as usize];
            let dead = mix(&[self.seed, 13, channel.0, now / BLACKOUT]).is_multiple_of(24);
            if dead || draw(0, one_in) == 0 {
                return PacketFate::Lost;
            }
        }
        let slow = mix(&[self.seed, 14, channel.0]).is_multiple_of(8);
        let delay = 1 + draw(1, self.longest) + if slow { self.longest } else { 0 };
        let later = delay + draw(2, 3 * self.longest);
        match draw(3, STRANGE_ONE_IN) {
            0 => PacketFate::Doubled(delay, later),
            1 => PacketFate::HeldUp(later),
            2 if sealed => PacketFate::Damaged(delay, draw(4, u64::MAX)),
            _ => PacketFate::Arrives(delay),
        }
    }

    /// Longest delay in microseconds to the other end.
    pub(crate) fn longest(&self) -> Micros {
        2 * self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lane that was given three frames.
    fn lane(reliability: Reliability) -> ChainedLane {
        let profile = Profile::standard("of a test", reliability);
        let mut lane = ChainedLane::of_caller(&profile, None).expect("a chain");
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
