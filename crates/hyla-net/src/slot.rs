//! The receiving side of a channel, owned by the thread that polls.

use std::cell::Cell;
use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::carrier::StreamWire;
use crate::chained::{self, MAX_AGREEMENT_BYTES};
use crate::channel::{Channel, Shared};
use crate::decoder::Decoder;
use crate::endpoint::LINGER;
use crate::preface::{CHAINED_PREFACE, Greeted, Greeting, PREFACE};
use crate::stream::{ByteStreamCarrier, tell};
use crate::tcp_health::HostWatch;
use crate::wire::{Incoming, Read};
use crate::{CloseReason, EndpointConfig, Event};

/// What an endpoint keeps for a channel.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) shared: Arc<Shared>,
    pub(crate) stream: Option<StreamSlot>,
}

/// What a channel over a stream needs besides.
#[derive(Debug)]
pub(crate) struct StreamSlot {
    pub(crate) link: Arc<ByteStreamCarrier>,
    pub(crate) wire: Arc<StreamWire>,
    pub(crate) stage: Stage,
    pub(crate) host: HostWatch,
    /// Made by the peer: the owner knows of it from the greeting on.
    pub(crate) accepted: bool,
    /// The stream has ended or broken; to be read until that shows.
    pub(crate) hung_up: bool,
    /// On the list of channels to read.
    pub(crate) reading: bool,
    greeting: Greeting,
    pub(crate) decoder: Decoder,
}

/// How far a channel over a stream is.
#[derive(Debug)]
pub(crate) enum Stage {
    /// Waits for the peer's greeting.
    Greeting { since: Instant },
    /// The channel has protocol modules: waits for the caller's chain, or for the answer to ours.
    Agreeing { since: Instant },
    /// In use.
    Open,
    /// Closed here, reported as closed; what is queued may still leave.
    Lingering { until: Instant },
}

/// What a read found.
#[derive(Debug)]
pub(crate) enum ReadOutcome {
    /// All that was there; an edge tells of more.
    Drained,
    /// There may be more at once.
    More,
    /// The stream is over.
    Ended(CloseReason),
}

impl StreamSlot {
    pub(crate) fn new(
        link: Arc<ByteStreamCarrier>,
        wire: Arc<StreamWire>,
        accepted: bool,
        now: Instant,
    ) -> Self {
        let decoder = Decoder::new(link.outgoing().frames());
        Self {
            link,
            wire,
            stage: Stage::Greeting { since: now },
            host: HostWatch::default(),
            accepted,
            hung_up: false,
            reading: false,
            greeting: Greeting::default(),
            decoder,
        }
    }

    /// Whether the owner of the endpoint has heard, or will hear, of the channel by an event.
    pub(crate) fn is_known(&self) -> bool {
        match self.stage {
            Stage::Greeting { .. } | Stage::Agreeing { .. } => !self.accepted,
            Stage::Open => true,
            Stage::Lingering { .. } => false,
        }
    }

    /// It is connected: open from now on if nothing has to be said before.
    pub(crate) fn connected(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        if matches!(self.stage, Stage::Greeting { .. }) && !self.decoder.frames().greets() {
            self.stage = Stage::Open;
            on(self.opened(shared));
        }
    }

    /// Reads once, as much as fits into `buffer`, and delivers the frames that are whole.
    pub(crate) fn read(
        &mut self,
        shared: &Arc<Shared>,
        buffer: &mut [u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> ReadOutcome {
        let wire = Arc::clone(&self.wire);
        let decoder = match self.stage {
            Stage::Open => Some(&mut self.decoder),
            Stage::Greeting { .. } | Stage::Agreeing { .. } | Stage::Lingering { .. } => None,
        };
        match wire.read(decoder, buffer, self.hung_up) {
            Read::Bytes { count, bytes, full } => {
                let taken = self.take(shared, bytes, on);
                // Frames do not wait for the clock.
                shared.received.read(count, Instant::now());
                match taken {
                    Err(reason) => ReadOutcome::Ended(reason),
                    Ok(()) if self.hung_up || wire.has_more(full) => ReadOutcome::More,
                    Ok(()) => ReadOutcome::Drained,
                }
            }
            Read::Nothing => ReadOutcome::Drained,
            Read::Again => ReadOutcome::More,
            Read::End => ReadOutcome::Ended(self.end_of_stream(shared)),
            Read::Failed(kind) => ReadOutcome::Ended(self.broken(kind)),
            Read::Damaged => ReadOutcome::Ended(CloseReason::DamagedRing),
        }
    }

    fn take(
        &mut self,
        shared: &Arc<Shared>,
        mut bytes: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        self.connected(shared, on);
        match self.stage {
            // What the peer acknowledges is still of use to a chain that holds something.
            Stage::Lingering { .. } if shared.is_leaving() => {}
            Stage::Lingering { .. } => return Ok(()),
            Stage::Greeting { since } => match self.greeting.take(bytes) {
                Greeted::NotYet => return Ok(()),
                Greeted::Wrong(found) if self.accepted => {
                    self.turn_away(shared, found, on);
                    // Until the caller has read the answer, and closes.
                    let until = Instant::now() + LINGER;
                    self.stage = Stage::Lingering { until };
                    return Ok(());
                }
                Greeted::Wrong(found) => return Err(CloseReason::WrongPreface { found }),
                Greeted::Chained(rest) if self.accepted => {
                    self.greet(shared, &PREFACE);
                    bytes = rest;
                    self.stage = Stage::Agreeing { since };
                }
                Greeted::Chained(_) => {
                    let found = CHAINED_PREFACE;
                    return Err(CloseReason::WrongPreface { found });
                }
                Greeted::Right(rest) if shared.chain.get().is_some() => {
                    bytes = rest;
                    self.stage = Stage::Agreeing { since };
                }
                Greeted::Right(rest) => {
                    if self.accepted {
                        self.greet(shared, &PREFACE);
                    }
                    bytes = rest;
                    self.stage = Stage::Open;
                    on(self.opened(shared));
                }
            },
            Stage::Agreeing { .. } | Stage::Open => {}
        }
        if shared.chain.get().is_some() || matches!(self.stage, Stage::Agreeing { .. }) {
            return self.take_chained(shared, bytes, on);
        }
        if shared.shut.load(Relaxed) {
            return Ok(());
        }
        let fed = self.decoder.feed(
            bytes,
            || frame_limit(shared, &shared.endpoint.config),
            |bytes, following| {
                on(Event::Frame {
                    channel: shared.id,
                    bytes,
                    following,
                });
                !shared.shut.load(Relaxed)
            },
        );
        shared.received.frames(self.decoder.take_handed_out());
        fed
    }

    fn opened<'e>(&self, shared: &Arc<Shared>) -> Event<'e> {
        if self.accepted {
            let channel = Channel(Arc::clone(shared));
            let peer = channel.peer_address();
            Event::Accepted { channel, peer }
        } else {
            Event::Opened { channel: shared.id }
        }
    }

    /// The same where frames go through a chain: the first one is about the chain, what follows its packets.
    fn take_chained(
        &mut self,
        shared: &Arc<Shared>,
        bytes: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        let now = Instant::now();
        let agreeing = Cell::new(matches!(self.stage, Stage::Agreeing { .. }));
        let mut outcome = Ok(());
        let mut decoder = mem::take(&mut self.decoder);
        let limit = || {
            if agreeing.get() {
                MAX_AGREEMENT_BYTES
            } else {
                frame_limit(shared, &shared.endpoint.config)
            }
        };
        let fed = decoder.feed(bytes, limit, |frame, _| {
            outcome = if agreeing.replace(false) {
                self.agree(shared, frame, on)
            } else if let Some(chain) = shared.chain.get() {
                chain.arrived(shared, frame, now, on)
            } else {
                return false;
            };
            outcome.is_ok()
        });
        self.decoder = decoder;
        if let Some(chain) = shared.chain.get() {
            chain.settle(shared, now);
        }
        outcome.and(fed)
    }

    /// The caller's chain, or the answer to ours.
    fn agree(
        &mut self,
        shared: &Arc<Shared>,
        said: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        if !self.accepted {
            chained::answered(said)?;
        } else if let Err(reason) = chained::accept(shared, said) {
            // Until the caller has read why, and closes.
            let until = Instant::now() + LINGER;
            self.stage = Stage::Lingering { until };
            shared.link.close(shared, reason);
            return Ok(());
        }
        self.stage = Stage::Open;
        on(self.opened(shared));
        Ok(())
    }

    fn end_of_stream(&self, shared: &Shared) -> CloseReason {
        match self.unfinished() {
            // Closed here: what came since then was not wanted.
            _ if shared.shut.load(Relaxed) => CloseReason::Peer,
            0 if matches!(self.stage, Stage::Greeting { .. }) && !self.accepted => {
                CloseReason::NoGreeting
            }
            0 => CloseReason::Peer,
            arrived => CloseReason::MidFrame { arrived },
        }
    }

    /// The system tells an error once: a write that met it leaves a plain end to the read.
    pub(crate) fn with_write_error(&self, read: &CloseReason) -> CloseReason {
        match (read, self.link.outgoing().ended()) {
            // A broken pipe is only another word for a peer that closed.
            (CloseReason::Peer | CloseReason::NoGreeting, Some(CloseReason::Broken(kind)))
                if kind != io::ErrorKind::BrokenPipe =>
            {
                self.broken(kind)
            }
            _ => read.clone(),
        }
    }

    fn broken(&self, kind: io::ErrorKind) -> CloseReason {
        match self.stage {
            // Who does not listen at all refuses instead.
            Stage::Greeting { .. } if !self.accepted && kind == io::ErrorKind::ConnectionReset => {
                CloseReason::NoGreeting
            }
            Stage::Greeting { .. } | Stage::Agreeing { .. } if !self.accepted => {
                CloseReason::ConnectFailed(kind)
            }
            _ => CloseReason::Broken(kind),
        }
    }

    fn unfinished(&self) -> usize {
        match self.stage {
            Stage::Greeting { .. } => self.greeting.arrived(),
            Stage::Agreeing { .. } | Stage::Open | Stage::Lingering { .. } => {
                self.decoder.unfinished()
            }
        }
    }

    /// Says first on an accepted channel, once the caller has greeted: one that does not speak this protocol gets another answer.
    fn greet(&self, shared: &Arc<Shared>, opening: &[u8]) {
        tell(shared, self.link.outgoing().greet(opening));
    }

    /// Tells a caller that does not speak this protocol what the owner has to say to it, and nothing more.
    fn turn_away(&self, shared: &Arc<Shared>, found: [u8; 8], on: &mut impl FnMut(Event<'_>)) {
        let answer = Cell::new(&[][..]);
        if found[..4] == PREFACE[..4] {
            // Another version: it sees by the greeting which one is here.
            answer.set(&PREFACE);
        }
        let peer = Channel(Arc::clone(shared)).peer_address();
        on(Event::Stranger {
            peer,
            found,
            answer: &answer,
        });
        self.greet(shared, answer.get());
        shared
            .link
            .close(shared, CloseReason::WrongPreface { found });
    }
}

pub(crate) fn frame_limit(shared: &Shared, config: &EndpointConfig) -> usize {
    if shared.trusted.load(Relaxed) {
        config.max_frame_bytes
    } else {
        config.max_first_frame_bytes.min(config.max_frame_bytes)
    }
}
