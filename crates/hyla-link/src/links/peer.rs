//! One other member: its state, which owns everything that exists only in that state.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_core::message::Greeting;
use hyla_net::network::{Network, Wire};
use hyla_net::{Address, ChannelId, Profile};

use super::host::Host;
use super::lanes::{Incoming, Outgoing};
use super::routes::Relayer;

/// Another member of the execution.
#[derive(Debug)]
pub(super) struct Peer<N: Network> {
    /// Where it is called, best first.
    pub(super) addresses: Vec<Address>,
    pub(super) way: Way<N>,
    /// Lanes that are wanted as soon as there is a stream.
    pub(super) bound: Vec<Arc<Profile>>,
}

/// How frames get to a member, and what that takes.
#[derive(Debug)]
pub(super) enum Way<N: Network> {
    /// The member is to call; frames wait for that.
    Awaited(Pending),
    /// The member is being called; frames wait for its welcome.
    Calling(Pending, Call<N>),
    /// A channel of its own.
    Up(Stream<N>),
    /// The member has left: what it said last is read until the time, or until nothing more is expected.
    Draining(Stream<N>, Instant),
    /// The channel broke: until the time the log may say that the member is gone. Frames wait for what becomes of it.
    Broken(Pending, Instant),
    /// Another host passes frames on.
    Relayed(Relay),
}

/// A call of this member to another one.
#[derive(Debug)]
pub(super) struct Call<N: Network> {
    pub(super) channel: N::Channel,
    /// What is said first.
    pub(super) greeting: Greeting,
    /// Where to try next if nobody answers, best last.
    pub(super) further: Vec<Address>,
    /// The call was answered, and the greeting is said: the member may have let the caller in.
    pub(super) answered: bool,
}

/// A channel to a member, and the lanes beside it, which are over when it is.
#[derive(Debug)]
pub(super) struct Stream<N: Network> {
    pub(super) channel: N::Channel,
    /// Lanes of this member.
    pub(super) out: Outgoing<N>,
    /// Lanes of the other one, once it has offered any.
    pub(super) incoming: Option<Box<Incoming<N>>>,
    /// The other one has given the stream up.
    pub(super) given_up: Option<Box<GivenUp>>,
    /// What was to be said after the stream had ended, while lanes of the other one are read.
    pub(super) unsaid: Pending,
    /// Neither the stream nor lanes of the other one are read for now.
    paused: bool,
}

/// The other end says what it says through the RTI by now: what is left on the stream comes before that.
#[derive(Debug)]
pub(super) struct GivenUp {
    /// How long the end of the stream is waited for.
    pub(super) until: Instant,
    /// What has come through the RTI meanwhile.
    pub(super) relayed: Vec<Vec<u8>>,
}

/// Data for a member is passed on by another host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relay {
    /// Who does it.
    pub(super) by: Relayer,
    /// That host says so: the member does not read.
    pub(super) paused: bool,
    /// The member says so: its callbacks wait.
    pub(super) held: bool,
    /// This member has told the other one to wait.
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

/// Frames that wait for a way, each behind its length.
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

    /// Says everything that waits on a channel.
    pub(super) fn say_on(&self, channel: &impl Wire) {
        self.each(|frame| {
            let _ = channel.append(|buffer| buffer.extend_from_slice(frame));
        });
    }
}

impl<N: Network> Peer<N> {
    /// A member that has just joined.
    pub(super) fn new(addresses: Vec<Address>) -> Self {
        Self {
            addresses,
            way: Way::Awaited(Pending::default()),
            bound: Vec::new(),
        }
    }

    /// The stream, also while it is read to its end.
    #[inline]
    pub(super) fn stream(&self) -> Option<&Stream<N>> {
        match &self.way {
            Way::Up(stream) | Way::Draining(stream, _) => Some(stream),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn stream_mut(&mut self) -> Option<&mut Stream<N>> {
        match &mut self.way {
            Way::Up(stream) | Way::Draining(stream, _) => Some(stream),
            _ => None,
        }
    }

    /// Frames that wait for a way; `None` if there is one.
    pub(super) fn pending(&self) -> Option<&Pending> {
        match &self.way {
            Way::Awaited(pending) | Way::Calling(pending, _) | Way::Broken(pending, _) => {
                Some(pending)
            }
            Way::Up(_) | Way::Draining(..) | Way::Relayed(_) => None,
        }
    }

    /// Whether the member may yet get a channel of its own.
    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.way, Way::Awaited(_) | Way::Calling(..))
    }

    /// When the state ends by itself.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match &self.way {
            Way::Draining(_, at) | Way::Broken(_, at) => Some(*at),
            Way::Up(stream) => stream.given_up.as_ref().map(|given_up| given_up.until),
            _ => None,
        }
    }

    /// The call that is under way on that channel.
    pub(super) fn call_on(&self, id: ChannelId) -> Option<&Call<N>> {
        match &self.way {
            Way::Calling(_, call) if call.channel.id() == id => Some(call),
            _ => None,
        }
    }

    /// The channel of that number, be it of a call or of the stream.
    pub(super) fn channel(&self, id: ChannelId) -> Option<&N::Channel> {
        let stream = self.stream().map(|stream| &stream.channel);
        let called = self.call_on(id).map(|call| &call.channel);
        stream.filter(|channel| channel.id() == id).or(called)
    }
}

impl<N: Network> Stream<N> {
    pub(super) fn new(channel: N::Channel, addresses: Vec<Address>, host: Arc<dyn Host>) -> Self {
        Self {
            channel,
            out: Outgoing::new(addresses, host),
            incoming: None,
            given_up: None,
            unsaid: Pending::default(),
            paused: false,
        }
    }

    /// Reads from the stream and the lanes of the other one, or not for now. A fence that waits for what is not read begins to
    /// wait when it is read again.
    pub(super) fn pause(&mut self, on: bool, now: Duration) {
        self.channel.set_paused(on);
        let resumes = std::mem::replace(&mut self.paused, on) && !on;
        if let Some(incoming) = &mut self.incoming {
            incoming.channels().for_each(|lane| lane.set_paused(on));
            if resumes {
                incoming.merge.wait_anew(now);
            }
        }
    }

    /// When a fence from the member has waited long enough, if what it waits for is read.
    pub(super) fn fence_deadline(&self) -> Option<Duration> {
        let incoming = self.incoming.as_deref().filter(|_| !self.paused)?;
        incoming.merge.deadline()
    }
}
