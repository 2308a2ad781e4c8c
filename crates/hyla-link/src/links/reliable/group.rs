//! A group, and how far its members have agreed on it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::audiences::{SentAudiences, WantedAudiences};
use super::cover::Candidate;
use super::engine::RoutePart;
use super::ways::{Mark, Ways};
use crate::lanes::{Barrier, GroupHeader, list_bytes, put_on_list};

/// Bytes of messages that may go on the stream of each member while a group of them is agreed on. Then calls wait, for
/// as long as this.
const MOST_BESIDE: usize = 64 << 10;
const MOST_HELD_UP: Duration = Duration::from_millis(250);

/// A member that the keeper has asked.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) peer: FederateHandle,
    /// Members to which it has no direct channel.
    pub(super) unreached: Vec<FederateHandle>,
    /// It has joined the address.
    pub(super) joined: bool,
    /// A probe has reached it.
    pub(super) heard: bool,
    /// Groups did not reach it earlier, and it is tried again.
    pub(super) again: bool,
}

/// How far the members have agreed.
#[derive(Debug)]
pub(super) enum Agreement {
    /// Keeper: the members are asked to join, and probed.
    Inviting {
        asked: Vec<Asked>,
        /// This member has joined the address itself.
        joined: bool,
        until: Instant,
        next_probe: Option<Instant>,
        gap: Duration,
    },
    /// Keeper: the members install the group.
    Installing {
        missing: Vec<FederateHandle>,
        until: Instant,
    },
    /// Another member: asked to join. Its keeper installs it, or gives it up, before `until`.
    Invited {
        joined: bool,
        heard: bool,
        until: Instant,
    },
    /// Another member: installed, not yet in use.
    Installed,
    /// In use.
    Ready,
    /// Nothing more is sent; keeper: these have not reported that all have what they sent.
    Retired {
        missing: Vec<FederateHandle>,
        /// All have what this member sent.
        over: bool,
    },
    /// Ends as soon as all that arrived is delivered.
    Removing,
}

/// A group of reliable multicast at one member.
#[derive(Debug)]
pub(super) struct ReliableGroup {
    /// Index of its engine.
    pub(super) engine: usize,
    pub(super) address: SocketAddr,
    pub(super) key: [u8; 16],
    /// The member that made it.
    maker: FederateHandle,
    /// The members, in the order of their handles: those that are asked, then those that installed it, without those that
    /// have left.
    pub(super) members: Vec<FederateHandle>,
    /// The members when it was installed: their places in lists of receivers.
    pub(super) places: Vec<FederateHandle>,
    pub(super) agreement: Agreement,
    /// Order with the streams of its members.
    pub(super) ways: Ways,
    /// Messages for all members, and their bytes.
    sent_to_all: (u64, u64),
    /// Receivers of other messages.
    pub(super) audiences: SentAudiences,
    /// Messages to members, and their bytes, from before numbers of receivers began at 0 again.
    sent_before: FxHashMap<FederateHandle, (u64, u64)>,
    /// Sets of receivers of other members, as far as this one is in them.
    pub(super) wanted: WantedAudiences,
    pub(super) used_at: Instant,
    /// Bytes of messages that each of its members got on streams while they agreed.
    beside: usize,
    /// Calls wait until then, since that is much.
    held_until: Option<Instant>,
    made_at: Instant,
}

impl ReliableGroup {
    pub(super) fn new(
        engine: usize,
        (address, key): (SocketAddr, [u8; 16]),
        maker: FederateHandle,
        members: Vec<FederateHandle>,
        agreement: Agreement,
        now: Instant,
    ) -> Self {
        Self {
            engine,
            address,
            key,
            maker,
            members,
            agreement,
            places: Vec::new(),
            ways: Ways::default(),
            sent_to_all: (0, 0),
            audiences: SentAudiences::default(),
            sent_before: FxHashMap::default(),
            wanted: WantedAudiences::default(),
            used_at: now,
            beside: 0,
            held_until: None,
            made_at: now,
        }
    }

    /// Whether its members have yet to agree.
    fn is_awaited(&self) -> bool {
        matches!(
            self.agreement,
            Agreement::Inviting { .. } | Agreement::Installing { .. }
        )
    }

    /// Keeper: a message went on the streams of members, who have yet to agree. What waits there holds the group up, too:
    /// its first message comes after them.
    pub(super) fn went_beside(&mut self, bytes: usize) {
        let before = self.beside;
        self.beside += bytes;
        if self.is_awaited() && before <= MOST_BESIDE && self.beside > MOST_BESIDE {
            self.held_until = Some(self.made_at + MOST_HELD_UP);
        }
    }

    /// Whether calls wait for the agreement.
    pub(super) fn holds_up(&self) -> bool {
        self.is_awaited() && self.held_until.is_some()
    }

    /// Calls have waited long enough.
    pub(super) fn hold_no_longer(&mut self, now: Instant) {
        self.held_until = self.held_until.filter(|until| *until > now);
    }

    /// Whether that member made it.
    pub(super) fn is_made_by(&self, member: FederateHandle) -> bool {
        self.maker == member
    }

    /// The member that decides about the group.
    pub(super) fn keeper(&self) -> FederateHandle {
        let first = self.members.first().copied();
        match self.members.contains(&self.maker) {
            true => self.maker,
            false => first.unwrap_or(self.maker),
        }
    }

    /// Whether messages may be sent to it.
    pub(super) fn is_ready(&self) -> bool {
        matches!(self.agreement, Agreement::Ready)
    }

    /// Whether messages may be sent to it, now or once its members have agreed.
    pub(super) fn is_used(&self) -> bool {
        !matches!(
            self.agreement,
            Agreement::Retired { .. } | Agreement::Removing
        )
    }

    /// Lets numbers of receivers begin at 0 again, so that there is room for more.
    pub(super) fn renumber_audiences(&mut self) {
        for place in 0..self.places.len() {
            let (sent, bytes) = self.audiences.sent_to(place);
            let before = self.sent_before.entry(self.places[place]).or_default();
            before.0 += sent;
            before.1 += bytes;
        }
        self.audiences = SentAudiences::default();
    }

    /// Whether the engine has it.
    pub(super) fn is_installed(&self) -> bool {
        !matches!(
            self.agreement,
            Agreement::Inviting { .. } | Agreement::Invited { .. }
        )
    }

    /// Its members but this one.
    pub(super) fn others(
        &self,
        own: FederateHandle,
    ) -> impl Iterator<Item = FederateHandle> + Clone + '_ {
        let members = self.members.iter().copied();
        members.filter(move |member| *member != own)
    }

    /// The group as routes see it.
    pub(super) fn candidate(&self, id: u32, own: FederateHandle) -> Candidate {
        (id, self.others(own).collect())
    }

    /// Place of a member in lists of receivers.
    pub(super) fn place_of(&self, member: FederateHandle) -> Option<usize> {
        self.places.binary_search(&member).ok()
    }

    /// The group is installed.
    pub(super) fn install(&mut self) {
        self.places.clone_from(&self.members);
        self.ways = Ways::new(self.places.len());
    }

    /// Counts a message for the receivers of a part, and writes its header.
    pub(super) fn put_header(
        &mut self,
        part: &RoutePart,
        mark: Option<&Mark>,
        bytes: usize,
        out: &mut Vec<u8>,
    ) {
        let mut waiting = Vec::new();
        let barrier = mark.map(|(mark, places)| {
            waiting.resize(list_bytes(self.places.len()), 0);
            for place in places {
                put_on_list(&mut waiting, *place);
            }
            Barrier {
                mark: *mark,
                waiting: &waiting,
            }
        });
        let audience = part.audience;
        let audience = audience.and_then(|number| self.audiences.tag(number, bytes));
        if audience.is_none() {
            self.sent_to_all.0 += 1;
            self.sent_to_all.1 += bytes as u64;
        }
        GroupHeader { barrier, audience }.put(out);
    }

    /// Messages to a member, and their bytes.
    pub(super) fn sent_to(&self, member: FederateHandle) -> (u64, u64) {
        let place = self.place_of(member);
        let some = place.map_or((0, 0), |place| self.audiences.sent_to(place));
        let before = self.sent_before.get(&member).copied().unwrap_or_default();
        let all = self.sent_to_all;
        (all.0 + some.0 + before.0, all.1 + some.1 + before.1)
    }

    /// When the agreement has something to do.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let held = self.held_until.filter(|_| self.is_awaited());
        let agreed = match &self.agreement {
            Agreement::Inviting {
                until, next_probe, ..
            } => Some(next_probe.map_or(*until, |probe| probe.min(*until))),
            Agreement::Installing { until, .. } | Agreement::Invited { until, .. } => Some(*until),
            _ => None,
        };
        [agreed, held].into_iter().flatten().min()
    }
}
