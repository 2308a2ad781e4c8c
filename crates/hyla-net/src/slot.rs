//! The receiving side of a channel, owned by the thread that polls.

use std::cell::Cell;
use std::io::{self, Read as _};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use mio::net::TcpStream;

use crate::chained::{self, MAX_AGREEMENT_BYTES};
use crate::channel::{Channel, Link, Shared};
use crate::decoder::{Decoder, LARGE_FRAME};
use crate::endpoint::LINGER;
use crate::frame::HEADER_BYTES;
use crate::memory::MemoryWire;
use crate::preface::{CHAINED_PREFACE, Greeted, Greeting, PREFACE};
use crate::tcp_health::HostWatch;
use crate::wire::StreamWire;
use crate::{CloseReason, EndpointConfig, Event, stream, tcp};

/// What an endpoint keeps for a channel.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) shared: Arc<Shared>,
    pub(crate) stream: Option<StreamSlot>,
}

/// What a channel over a stream needs besides.
#[derive(Debug)]
pub(crate) struct StreamSlot {
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
    pub(crate) fn new(wire: Arc<StreamWire>, accepted: bool, now: Instant) -> Self {
        Self {
            wire,
            stage: Stage::Greeting { since: now },
            host: HostWatch::default(),
            accepted,
            hung_up: false,
            reading: false,
            greeting: Greeting::default(),
            decoder: Decoder::default(),
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

    /// Reads once, as much as fits into `buffer`, and delivers the frames that are whole.
    pub(crate) fn read(
        &mut self,
        shared: &Arc<Shared>,
        buffer: &mut [u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> ReadOutcome {
        let wire = Arc::clone(&self.wire);
        let stream = match &*wire {
            StreamWire::Tcp(tcp) => &tcp.stream,
            StreamWire::Memory(memory) => return self.read_memory(memory, shared, buffer, on),
        };
        match self.read_tcp(stream, buffer) {
            Ok((0, ..)) => ReadOutcome::Ended(self.end_of_stream(shared)),
            Ok((count, bytes, full)) => {
                shared.received.read(count, Instant::now());
                match self.take(shared, bytes, on) {
                    Err(reason) => ReadOutcome::Ended(reason),
                    Ok(()) if full || self.hung_up => ReadOutcome::More,
                    Ok(()) => ReadOutcome::Drained,
                }
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock => ReadOutcome::Drained,
                io::ErrorKind::Interrupted => ReadOutcome::More,
                // Linux does not say so while it connects, others do.
                io::ErrorKind::NotConnected if !self.hung_up => ReadOutcome::Drained,
                kind => ReadOutcome::Ended(self.broken(kind)),
            },
        }
    }

    /// Reads what a large frame lacks to where it is put together; else as much as fits into `buffer`. How many bytes came,
    /// those of them in `buffer`, and whether there may be more.
    fn read_tcp<'b>(
        &mut self,
        mut stream: &TcpStream,
        buffer: &'b mut [u8],
    ) -> io::Result<(usize, &'b [u8], bool)> {
        let missing = match self.stage {
            Stage::Open => self.decoder.missing(),
            Stage::Greeting { .. } | Stage::Agreeing { .. } | Stage::Lingering { .. } => 0,
        };
        if missing >= LARGE_FRAME {
            let at_most = self.decoder.next_part().min(buffer.len());
            let count = tcp::append_to(stream, self.decoder.unfinished_frame(), at_most)?;
            return Ok((count, &[], count == at_most));
        }
        // What a large frame begins with is copied once more: let it be little where one follows the other.
        let at_most = match self.decoder.is_after_large() {
            true => buffer.len().min(LARGE_FRAME),
            false => buffer.len(),
        };
        let count = stream.read(&mut buffer[..at_most])?;
        Ok((count, &buffer[..count], count == at_most))
    }

    /// Copies out of the ring: a large frame, or one that is split, to where it is put together; else as
    /// many as fit into `buffer`.
    fn read_memory(
        &mut self,
        memory: &MemoryWire,
        shared: &Arc<Shared>,
        buffer: &mut [u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> ReadOutcome {
        let begun = match self.stage {
            Stage::Open => self.begin_large_frame(memory),
            Stage::Greeting { .. } | Stage::Agreeing { .. } | Stage::Lingering { .. } => Ok((0, 0)),
        };
        let copied = begun.and_then(|(header, missing)| {
            if missing == 0 {
                return memory.read(buffer).map(|count| (count, &buffer[..count]));
            }
            let at_most = missing.min(buffer.len());
            memory
                .append_to(self.decoder.unfinished_frame(), at_most)
                .map(|count| (header + count, &buffer[..0]))
        });
        match copied {
            Err(_) => ReadOutcome::Ended(CloseReason::DamagedRing),
            // The end was seen before this look, so that nothing came in between.
            Ok((0, _)) if self.hung_up => ReadOutcome::Ended(self.end_of_stream(shared)),
            Ok((0, _)) => ReadOutcome::Drained,
            Ok((count, bytes)) => {
                let taken = self.take(shared, bytes, on);
                // Frames do not wait for the clock.
                shared.received.read(count, Instant::now());
                match taken {
                    Err(reason) => ReadOutcome::Ended(reason),
                    Ok(()) if self.hung_up || memory.has_input() => ReadOutcome::More,
                    Ok(()) => ReadOutcome::Drained,
                }
            }
        }
    }

    /// Takes the length of a large frame out of the ring. Gives the bytes taken, and how many are missing
    /// of a frame that is to be put together.
    fn begin_large_frame(&mut self, memory: &MemoryWire) -> io::Result<(usize, usize)> {
        if self.decoder.unfinished() > 0 {
            return Ok((0, self.decoder.missing()));
        }
        let mut header = [0; HEADER_BYTES];
        if !memory.peek(&mut header)? || (u32::from_le_bytes(header) as usize) < LARGE_FRAME {
            return Ok((0, 0));
        }
        // The peer may have written another length meanwhile: what counts is what is taken.
        let taken = memory.append_to(self.decoder.unfinished_frame(), HEADER_BYTES)?;
        Ok((taken, self.decoder.missing()))
    }

    fn take(
        &mut self,
        shared: &Arc<Shared>,
        mut bytes: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        match self.stage {
            // What the peer acknowledges is still of use to a chain that holds something.
            Stage::Lingering { .. } if shared.is_leaving() => {}
            Stage::Lingering { .. } => return Ok(()),
            Stage::Greeting { since } => match self.greeting.take(bytes) {
                Greeted::NotYet => return Ok(()),
                Greeted::Wrong(found) if self.accepted => {
                    turn_away(shared, found, on);
                    // Until the caller has read the answer, and closes.
                    let until = Instant::now() + LINGER;
                    self.stage = Stage::Lingering { until };
                    return Ok(());
                }
                Greeted::Wrong(found) => return Err(CloseReason::WrongPreface { found }),
                Greeted::Chained(rest) if self.accepted => {
                    greet(shared, &PREFACE);
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
                        greet(shared, &PREFACE);
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
            shared.close_wire(reason);
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
    pub(crate) fn with_write_error(
        &self,
        read: &CloseReason,
        written: Option<CloseReason>,
    ) -> CloseReason {
        match (read, written) {
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
}

/// Says first on an accepted channel, once the caller has greeted: one that does not speak this protocol gets another answer.
fn greet(shared: &Arc<Shared>, opening: &[u8]) {
    if let Link::Stream(link) = &shared.link {
        stream::tell(shared, link.outgoing().greet(opening));
    }
}

/// Tells a caller that does not speak this protocol what the owner has to say to it, and nothing more.
fn turn_away(shared: &Arc<Shared>, found: [u8; 8], on: &mut impl FnMut(Event<'_>)) {
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
    greet(shared, answer.get());
    shared.close_wire(CloseReason::WrongPreface { found });
}

pub(crate) fn frame_limit(shared: &Shared, config: &EndpointConfig) -> usize {
    if shared.trusted.load(Relaxed) {
        config.max_frame_bytes
    } else {
        config.max_first_frame_bytes.min(config.max_frame_bytes)
    }
}
