//! A group, and how far its members have agreed on it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

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
    /// Another member: asked to join.
    Invited { joined: bool, heard: bool },
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
    pub(super) agreement: Agreement,
    /// Messages of this member.
    pub(super) sent: u64,
    /// Their bytes.
    pub(super) sent_bytes: u64,
    /// The last mark.
    pub(super) mark: u32,
    /// Something was sent on a stream that the next message must not overtake.
    pub(super) behind: bool,
    /// Number of messages that the stream of each member waits for.
    pub(super) settled: FxHashMap<FederateHandle, u64>,
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
            sent: 0,
            sent_bytes: 0,
            mark: 0,
            // What was sent on streams before comes before the first message.
            behind: true,
            settled: FxHashMap::default(),
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

    /// Whether the engine has it.
    pub(super) fn is_installed(&self) -> bool {
        !matches!(
            self.agreement,
            Agreement::Inviting { .. } | Agreement::Invited { .. }
        )
    }

    /// Whether the group and this message's receivers are worth a datagram: all members but this one are receivers.
    pub(super) fn serves(&self, own: FederateHandle, to: &[FederateHandle]) -> bool {
        let mut others = self.members.iter().filter(|member| **member != own);
        self.is_ready() && others.all(|member| to.binary_search(member).is_ok())
    }

    /// When the agreement has something to do.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let held = self.held_until.filter(|_| self.is_awaited());
        let agreed = match &self.agreement {
            Agreement::Inviting {
                until, next_probe, ..
            } => Some(next_probe.map_or(*until, |probe| probe.min(*until))),
            Agreement::Installing { until, .. } => Some(*until),
            _ => None,
        };
        [agreed, held].into_iter().flatten().min()
    }
}
