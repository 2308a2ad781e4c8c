//! A link to one peer. Each state owns the resources that exist only in that state.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_core::secrets::{Challenge, LinkKey};
use hyla_net::network::{ChannelHandle, Network};
use hyla_net::{Address, ChannelId, Profile};
use hyla_types::FederateHandle;

use super::environment::LinkEnvironment;
use super::lanes::{IncomingLanes, OutgoingLanes};
use super::routes::Relayer;

/// The link to one peer.
#[derive(Debug)]
pub(super) struct Link<N: Network> {
    /// Addresses of the peer, best first.
    pub(super) addresses: Vec<Address>,
    /// The secret that the two members share.
    pub(super) key: LinkKey,
    pub(super) state: LinkState<N>,
    /// Lanes to offer as soon as there is a stream.
    pub(super) bound: Vec<Arc<Profile>>,
}

/// State of a link. Glossary: waiting, calling, up, draining, broken, relayed.
#[derive(Debug)]
pub(super) enum LinkState<N: Network> {
    /// Waits for the peer to call; frames wait.
    Awaited(Pending),
    /// Calls the peer; frames wait for its welcome.
    Calling(Pending, Call<N>),
    /// Has a stream.
    Up(DirectLink<N>),
    /// The peer has resigned: its remaining messages are read until the deadline, or until none are expected.
    Draining(DirectLink<N>, Instant),
    /// The stream broke: until the deadline the log may report that the peer is gone. Frames wait.
    Broken(Pending, Instant),
    /// A relay forwards the frames.
    Relayed(Relay),
}

/// A connection attempt to a peer.
#[derive(Debug)]
pub(super) struct Call<N: Network> {
    pub(super) channel: N::Channel,
    /// This member and the peer, as the greeting names them.
    pub(super) pair: (FederateHandle, FederateHandle),
    /// Challenge for the welcome, once the greeting is sent.
    pub(super) challenge: Challenge,
    /// Addresses still to try, best last.
    pub(super) further: Vec<Address>,
    /// The peer has challenged this member, and the greeting is sent: the peer may have accepted the caller.
    pub(super) answered: bool,
}

/// The stream to a peer and its lanes, which end with the stream.
#[derive(Debug)]
pub(super) struct DirectLink<N: Network> {
    pub(super) channel: N::Channel,
    /// Lanes of this member to the peer.
    pub(super) out: OutgoingLanes<N>,
    /// Lanes of the peer, once it has offered any.
    pub(super) incoming: Option<Box<IncomingLanes<N>>>,
    /// The peer has given the stream up.
    pub(super) given_up: Option<Box<GivenUp>>,
    /// Frames that were to be sent after the stream had ended, while the peer's lanes are still read.
    pub(super) unsaid: Pending,
    /// Reading from the stream and from the peer's lanes is paused.
    paused: bool,
}

/// The peer sends through the RTI now. The rest of its stream comes before that.
#[derive(Debug)]
pub(super) struct GivenUp {
    /// Deadline for the end of the stream.
    pub(super) until: Instant,
    /// Frames received through the RTI meanwhile.
    pub(super) relayed: Vec<Vec<u8>>,
}

/// State of a relayed link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relay {
    /// The relay.
    pub(super) by: Relayer,
    /// Back-pressure of the relay: the peer does not read.
    pub(super) paused: bool,
    /// Back-pressure of the peer: its callbacks wait.
    pub(super) held: bool,
    /// This member has asked the peer to wait.
    pub(super) told_to_hold: bool,
}

impl Relay {
    pub(super) fn by(by: Relayer) -> Self {
        Self {
            by,
            paused: false,
            held: false,
            told_to_hold: false,
        }
    }
}

/// Frames that wait for a route, each behind its length.
#[derive(Debug, Default)]
pub(super) struct Pending(Vec<u8>);

impl Pending {
    /// Adds a frame.
    pub(super) fn put(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.0.len();
        self.0.extend_from_slice(&[0; 4]);
        write(&mut self.0);
        let length = (self.0.len() - start - 4) as u32;
        self.0[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Bytes that wait.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The frames, in order.
    pub(super) fn each(&self, mut act: impl FnMut(&[u8])) {
        let mut waiting = &self.0[..];
        while let Some((length, rest)) = waiting.split_first_chunk::<4>() {
            let (frame, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
            act(frame);
            waiting = rest;
        }
    }

    /// Sends all waiting frames on a channel.
    pub(super) fn say_on(&self, channel: &impl ChannelHandle) {
        self.each(|frame| {
            let _ = channel.append(|buffer| buffer.extend_from_slice(frame));
        });
    }
}

impl<N: Network> Link<N> {
    /// A link to a member that has just joined.
    pub(super) fn new(addresses: Vec<Address>, key: LinkKey) -> Self {
        Self {
            addresses,
            key,
            state: LinkState::Awaited(Pending::default()),
            bound: Vec::new(),
        }
    }

    /// The stream, also while it drains.
    #[inline]
    pub(super) fn stream(&self) -> Option<&DirectLink<N>> {
        match &self.state {
            LinkState::Up(stream) | LinkState::Draining(stream, _) => Some(stream),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn stream_mut(&mut self) -> Option<&mut DirectLink<N>> {
        match &mut self.state {
            LinkState::Up(stream) | LinkState::Draining(stream, _) => Some(stream),
            _ => None,
        }
    }

    /// The stream has ended, and what the peer's lanes and groups still carry is read.
    pub(super) fn has_ended(&self) -> bool {
        let incoming = self.stream().and_then(|stream| stream.incoming.as_deref());
        incoming.is_some_and(|incoming| incoming.ended)
    }

    /// Frames that wait for a route; `None` if there is one.
    pub(super) fn pending(&self) -> Option<&Pending> {
        match &self.state {
            LinkState::Awaited(pending)
            | LinkState::Calling(pending, _)
            | LinkState::Broken(pending, _) => Some(pending),
            LinkState::Up(_) | LinkState::Draining(..) | LinkState::Relayed(_) => None,
        }
    }

    /// Whether the link may still get a stream.
    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.state, LinkState::Awaited(_) | LinkState::Calling(..))
    }

    /// Deadline of the state, if it has one.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match &self.state {
            LinkState::Draining(_, at) | LinkState::Broken(_, at) => Some(*at),
            LinkState::Up(stream) => {
                let given_up = stream.given_up.as_ref().map(|given_up| given_up.until);
                let incoming = stream.incoming.as_ref();
                let settles = incoming.and_then(|incoming| incoming.settles);
                given_up.into_iter().chain(settles).min()
            }
            _ => None,
        }
    }

    /// The connection attempt on that channel.
    pub(super) fn call_on(&self, id: ChannelId) -> Option<&Call<N>> {
        match &self.state {
            LinkState::Calling(_, call) if call.channel.id() == id => Some(call),
            _ => None,
        }
    }

    /// The channel with that id: of the stream, or of a connection attempt.
    pub(super) fn channel(&self, id: ChannelId) -> Option<&N::Channel> {
        let stream = self.stream().map(|stream| &stream.channel);
        let called = self.call_on(id).map(|call| &call.channel);
        stream.filter(|channel| channel.id() == id).or(called)
    }
}

impl<N: Network> DirectLink<N> {
    pub(super) fn new(
        channel: N::Channel,
        addresses: Vec<Address>,
        key: LinkKey,
        host: Arc<dyn LinkEnvironment>,
    ) -> Self {
        Self {
            channel,
            out: OutgoingLanes::new(addresses, key, host),
            incoming: None,
            given_up: None,
            unsaid: Pending::default(),
            paused: false,
        }
    }

    /// The order of all channels from the peer, made if needed; counted in `merging`.
    pub(super) fn incoming_or_new(
        &mut self,
        host: Arc<dyn LinkEnvironment>,
        merging: &mut usize,
    ) -> &mut IncomingLanes<N> {
        *merging += usize::from(self.incoming.is_none());
        let paused = self.paused;
        self.incoming.get_or_insert_with(|| {
            let mut incoming = Box::new(IncomingLanes::new(host));
            if paused {
                incoming.ordering.pause();
            }
            incoming
        })
    }

    /// Pauses or resumes reading from the stream and the peer's lanes. The timeout of a fence restarts on resume.
    pub(super) fn pause(&mut self, on: bool, now: Duration) {
        self.channel.set_paused(on);
        let resumes = std::mem::replace(&mut self.paused, on) && !on;
        if let Some(incoming) = &mut self.incoming {
            incoming.channels().for_each(|lane| lane.set_paused(on));
            if on {
                incoming.ordering.pause();
            } else if resumes {
                incoming.ordering.resume(now);
            }
        }
    }

    /// Deadline of the fence at the front, unless reading is paused.
    pub(super) fn fence_deadline(&self) -> Option<Duration> {
        let incoming = self.incoming.as_deref().filter(|_| !self.paused)?;
        incoming.ordering.deadline()
    }
}
