//! State that all groups of a member share.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::config::{Config, Rule};
use crate::counters::Counters;
use crate::fec::Decoder;
use crate::ids::{GroupId, MemberId};
use crate::interface::{Destination, Event};
use crate::pool::Pool;
use crate::presence::{Moment, Presence};
use crate::seal::Key;
use crate::wire::{self, Frame, Head};

/// Most datagrams of control and repair that wait to be sent.
const WAITING_MOST: usize = 1024;

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) own: MemberId,
    /// For groups without a key of their own.
    key: Key,
    /// Keys of groups that have one.
    pub(crate) keys: FxHashMap<GroupId, Key>,
    /// Members that the federation has lost; their numbers are not used again.
    pub(crate) lost: FxHashSet<MemberId>,
    /// Lost senders of which a stream has ended since the driver's last call.
    pub(crate) ended: Vec<MemberId>,
    pub(crate) counters: Counters,
    pub(crate) pool: Pool,
    pub(crate) presence: Presence,
    /// How long it lately took to give a train to the system.
    pub(crate) send_cost: Duration,
    pub(crate) decoder: Decoder,
    pub(crate) random: fastrand::Rng,
    pub(crate) events: VecDeque<Event>,
    waiting: VecDeque<(Destination, Vec<u8>)>,
    spare: Vec<Vec<u8>>,
}

impl Shared {
    pub(crate) fn new(config: Config, own: MemberId, key: Key, seed: u64) -> Self {
        let most = if config.applies(Rule::BoundPool) {
            config.pool_packets
        } else {
            usize::MAX
        };
        Self {
            pool: Pool::new(most),
            presence: Presence::default(),
            send_cost: Duration::ZERO,
            decoder: Decoder::default(),
            config,
            own,
            key,
            keys: FxHashMap::default(),
            lost: FxHashSet::default(),
            ended: Vec::new(),
            counters: Counters::default(),
            random: fastrand::Rng::with_seed(seed),
            events: VecDeque::new(),
            waiting: VecDeque::new(),
            spare: Vec::new(),
        }
    }

    pub(crate) fn applies(&self, rule: Rule) -> bool {
        self.config.applies(rule)
    }

    /// Messages closer than this wait for others.
    pub(crate) fn gap(&self) -> Duration {
        self.config.tuning.gap_at(self.send_cost)
    }

    /// How long a message waits for others at most.
    pub(crate) fn gather(&self) -> Duration {
        self.config.tuning.gather_at(self.send_cost)
    }

    pub(crate) fn moment(&self, now: Instant) -> Moment {
        self.presence.moment(now)
    }

    /// The key of a group.
    pub(crate) fn key_of(&self, group: GroupId) -> &Key {
        self.keys.get(&group).unwrap_or(&self.key)
    }

    /// Encodes a datagram of control into the queue; dropped and counted if it is full. All control is repeated.
    pub(crate) fn control(&mut self, group: GroupId, to: Destination, frame: &Frame<'_>) {
        if let Some(bytes) = self.put(group, to, frame) {
            self.counters.control_sent += 1;
            self.counters.control_bytes_sent += bytes as u64;
        }
    }

    /// As [`Self::control`], for packets and parity. The bytes of the datagram, if it was not dropped.
    pub(crate) fn put(
        &mut self,
        group: GroupId,
        to: Destination,
        frame: &Frame<'_>,
    ) -> Option<usize> {
        // Frames for lanes are bounded by their windows, and must not be lost.
        if self.waiting.len() >= WAITING_MOST && !matches!(to, Destination::Lane(_)) {
            self.counters.control_dropped += 1;
            return None;
        }
        let mut buffer = self.spare.pop().unwrap_or_default();
        let head = Head {
            group,
            from: self.own,
        };
        wire::encode(head, frame, self.key_of(group), &mut buffer);
        let bytes = buffer.len();
        self.waiting.push_back((to, buffer));
        Some(bytes)
    }

    /// The next datagram that waits.
    pub(crate) fn next_waiting(&mut self, out: &mut Vec<u8>) -> Option<Destination> {
        let (to, buffer) = self.waiting.pop_front()?;
        out.clear();
        out.extend_from_slice(&buffer);
        if self.spare.len() < 64 {
            self.spare.push(buffer);
        }
        Some(to)
    }

    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Forgets what waits for a lost member.
    pub(crate) fn lose(&mut self, member: MemberId) {
        self.lost.insert(member);
        self.waiting.retain(|(to, _)| match to {
            Destination::Member(to) | Destination::Lane(to) => *to != member,
            Destination::Group(_) => true,
        });
    }
}
