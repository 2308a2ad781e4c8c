//! The receiving side of a channel, owned by the polling thread.

use std::cell::Cell;
use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::carrier::StreamWire;
use crate::chained::{self, MAX_AGREEMENT_BYTES};
use crate::channel::{Channel, Shared, Trust};
use crate::decoder::{Decoder, LARGE_FRAME};
use crate::endpoint::LINGER;
use crate::endpoint::line_budget::stranger_line;
use crate::endpoint::turns::ReadSlice;
use crate::handshake::{
    CHAINED_HANDSHAKE, HANDSHAKE, Handshake, HandshakeProgress, NEEDS_ENCRYPTION,
};
use crate::heartbeat::Heartbeats;
use crate::reference::Reference;
use crate::stream::{ByteStreamCarrier, tell};
use crate::tcp_health::HostWatch;
use crate::wire::{PolledWire, Read};
use crate::{CloseReason, EndpointConfig, Event};

/// An endpoint's entry of a channel.
#[derive(Debug)]
pub(crate) struct ChannelEntry {
    pub(crate) shared: Arc<Shared>,
    pub(crate) stream: Option<StreamEntry>,
}

/// Additional state of a channel over a stream.
#[derive(Debug)]
pub(crate) struct StreamEntry {
    pub(crate) link: Arc<ByteStreamCarrier>,
    pub(crate) wire: Arc<StreamWire>,
    pub(crate) stage: ChannelStage,
    pub(crate) host: HostWatch,
    pub(crate) heartbeats: Heartbeats,
    /// Made by the peer: the owner knows it after the handshake.
    pub(crate) accepted: bool,
    /// The stream has ended or broken; read it until that shows.
    pub(crate) hung_up: bool,
    /// In the list of channels to read.
    pub(crate) reading: bool,
    /// What the next read takes.
    pub(crate) slice: ReadSlice,
    handshake: Handshake,
    pub(crate) decoder: Decoder,
    /// Number of the unfinished frame, and when a check saw it first.
    unfinished: Option<(u64, Instant)>,
}

/// Life cycle of a channel over a stream.
#[derive(Debug)]
pub(crate) enum ChannelStage {
    /// Waits for the peer's handshake.
    Handshake { since: Instant },
    /// The channel has protocol modules: waits for the caller's chain, or for the answer to ours.
    Agreeing { since: Instant },
    /// In use.
    Open,
    /// Closed here and reported; queued data may still leave.
    Lingering { until: Instant },
}

/// Result of a read.
#[derive(Debug)]
pub(crate) enum ReadOutcome {
    /// All available data was read; an edge announces more.
    Drained,
    /// More data may be available.
    More,
    /// The stream is over.
    Ended(CloseReason),
}

impl StreamEntry {
    /// How long the frame that has begun to arrive has been seen incomplete; zero between frames.
    pub(crate) fn frame_age(&mut self, now: Instant) -> Duration {
        if self.decoder.unfinished() == 0 {
            self.unfinished = None;
            return Duration::ZERO;
        }
        let begun = self.decoder.completed();
        let since = match self.unfinished {
            Some((number, since)) if number == begun => since,
            _ => now,
        };
        self.unfinished = Some((begun, since));
        now.saturating_duration_since(since)
    }

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
            stage: ChannelStage::Handshake { since: now },
            host: HostWatch::default(),
            heartbeats: Heartbeats::default(),
            accepted,
            hung_up: false,
            reading: false,
            slice: ReadSlice::default(),
            handshake: Handshake::default(),
            decoder,
            unfinished: None,
        }
    }

    /// Whether the peer may close the channel for want of heartbeats.
    pub(crate) fn may_be_watched(&self, shared: &Shared) -> bool {
        // Peers of other protocols do not say whether they do.
        let says_so = self.decoder.frames().has_handshake();
        let is_read = !shared.is_paused() && !self.wire.awaits_key();
        self.decoder.has_heartbeat() || !is_read || !says_so
    }

    /// Whether a peer has called here, to be trusted by its greeting.
    pub(crate) fn is_accepted_call(&self) -> bool {
        self.accepted
            && self.decoder.frames().has_handshake()
            && !matches!(self.stage, ChannelStage::Lingering { .. })
    }

    /// Whether the owner of the endpoint knows, or will know, the channel by an event.
    pub(crate) fn is_known(&self) -> bool {
        match self.stage {
            ChannelStage::Handshake { .. } | ChannelStage::Agreeing { .. } => !self.accepted,
            ChannelStage::Open => true,
            ChannelStage::Lingering { .. } => false,
        }
    }

    /// The channel is connected: open from now on unless a handshake is required.
    pub(crate) fn connected(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        if matches!(self.stage, ChannelStage::Handshake { .. })
            && !self.decoder.frames().has_handshake()
        {
            self.stage = ChannelStage::Open;
            on(self.opened(shared));
        }
    }

    /// The channel of a caller whose handshake the reception has answered is open.
    pub(crate) fn open_received(&mut self, shared: &Arc<Shared>, on: &mut impl FnMut(Event<'_>)) {
        self.stage = ChannelStage::Open;
        on(self.opened(shared));
    }

    /// Reads once, as much as fits into `buffer`, and delivers complete frames. Without a `time`, it is read afterwards.
    pub(crate) fn read(
        &mut self,
        shared: &Arc<Shared>,
        buffer: &mut [u8],
        time: Option<Instant>,
        on: &mut impl FnMut(Event<'_>),
    ) -> ReadOutcome {
        let wire = Arc::clone(&self.wire);
        let decoder = match self.stage {
            ChannelStage::Open => Some(&mut self.decoder),
            ChannelStage::Handshake { .. }
            | ChannelStage::Agreeing { .. }
            | ChannelStage::Lingering { .. } => None,
        };
        let read = wire.read(decoder, buffer, self.hung_up);
        if wire.take_unblocked() {
            tell(shared, self.link.outgoing().writable());
        }
        match read {
            Read::Bytes { count, bytes, full } => {
                let taken = self.take(shared, bytes, on);
                // Frames do not wait for the clock.
                let time = time.unwrap_or_else(Instant::now);
                shared.received.read(count, time);
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
            Read::Rejected(reason) => ReadOutcome::Ended(reason),
        }
    }

    /// As [`Self::read`] for an open channel without protocol modules. Does not note the time.
    #[inline]
    pub(crate) fn read_frames(
        &mut self,
        shared: &Arc<Shared>,
        buffer: &mut [u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> ReadOutcome {
        // A full poll handles everything else.
        let Some(memory) = self
            .wire
            .memory()
            .filter(|_| self.decoder.unfinished() == 0)
        else {
            return ReadOutcome::More;
        };
        let bytes = match memory.read_few(buffer, LARGE_FRAME) {
            Ok(0) => return ReadOutcome::More,
            Ok(count) => &buffer[..count],
            Err(_) => return ReadOutcome::Ended(CloseReason::DamagedRing),
        };
        shared.received.read_untimed(bytes.len());
        match self.feed(shared, bytes, on) {
            Err(reason) => ReadOutcome::Ended(reason),
            Ok(()) => ReadOutcome::Drained,
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
            // Acknowledgements still matter to a chain that holds packets.
            ChannelStage::Lingering { .. } if shared.is_leaving() => {}
            ChannelStage::Lingering { .. } => return Ok(()),
            ChannelStage::Handshake { since } => match self.handshake.take(bytes) {
                HandshakeProgress::NotYet => return Ok(()),
                HandshakeProgress::Right(_) | HandshakeProgress::Chained(_)
                    if self.accepted && self.wire.refuses_clear() =>
                {
                    self.demand_encryption(shared);
                    let until = Instant::now() + LINGER;
                    self.stage = ChannelStage::Lingering { until };
                    return Ok(());
                }
                HandshakeProgress::Wrong(NEEDS_ENCRYPTION) if !self.accepted => {
                    return Err(CloseReason::NotSecured(
                        "the other side accepts encrypted connections only: set rti.security = tls, and rti.trust, rti.pin or \
                         rti.secret_file"
                            .to_owned(),
                    ));
                }
                HandshakeProgress::Wrong(found) if self.accepted => {
                    self.turn_away(shared, found, on);
                    // Until the caller has read the answer, and closes.
                    let until = Instant::now() + LINGER;
                    self.stage = ChannelStage::Lingering { until };
                    return Ok(());
                }
                HandshakeProgress::Wrong(found) => {
                    return Err(CloseReason::WrongHandshake { found });
                }
                HandshakeProgress::Chained(rest) if self.accepted => {
                    self.send_handshake(shared, &HANDSHAKE);
                    bytes = rest;
                    self.stage = ChannelStage::Agreeing { since };
                }
                HandshakeProgress::Chained(_) => {
                    let found = CHAINED_HANDSHAKE;
                    return Err(CloseReason::WrongHandshake { found });
                }
                HandshakeProgress::Right(rest) if shared.chain.get().is_some() => {
                    bytes = rest;
                    self.stage = ChannelStage::Agreeing { since };
                }
                HandshakeProgress::Right(rest) => {
                    if self.accepted {
                        self.send_handshake(shared, &HANDSHAKE);
                    }
                    bytes = rest;
                    self.stage = ChannelStage::Open;
                    on(self.opened(shared));
                }
            },
            ChannelStage::Agreeing { .. } | ChannelStage::Open => {}
        }
        if shared.chain.get().is_some() || matches!(self.stage, ChannelStage::Agreeing { .. }) {
            return self.take_chained(shared, bytes, on);
        }
        self.feed(shared, bytes, on)
    }

    /// Hands out the frames of an open channel.
    #[inline]
    fn feed(
        &mut self,
        shared: &Arc<Shared>,
        bytes: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        if shared.shut.load(Relaxed) {
            return Ok(());
        }
        let memory = self.wire.memory();
        let far = |reference: Reference| {
            let found = memory.ok_or(CloseReason::DamagedRing)?.far_frame(reference);
            shared.received.elsewhere(reference.length as usize);
            found
        };
        let fed = self.decoder.feed_resolving(
            bytes,
            || frame_limit(shared, &shared.endpoint.config),
            memory.is_some().then_some(&far),
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

    /// The same with a chain: the first frame describes the chain, later ones are its packets.
    fn take_chained(
        &mut self,
        shared: &Arc<Shared>,
        bytes: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), CloseReason> {
        let now = Instant::now();
        let agreeing = Cell::new(matches!(self.stage, ChannelStage::Agreeing { .. }));
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
            self.stage = ChannelStage::Lingering { until };
            shared.link.close(shared, reason);
            return Ok(());
        }
        self.stage = ChannelStage::Open;
        on(self.opened(shared));
        Ok(())
    }

    fn end_of_stream(&self, shared: &Shared) -> CloseReason {
        match self.unfinished() {
            // Closed here: later data was not wanted.
            _ if shared.shut.load(Relaxed) => CloseReason::Peer,
            0 if matches!(self.stage, ChannelStage::Handshake { .. }) && !self.accepted => {
                CloseReason::NoHandshake
            }
            0 => CloseReason::Peer,
            arrived => CloseReason::MidFrame { arrived },
        }
    }

    /// The system reports an error once: after a write error, the read sees a plain end.
    pub(crate) fn with_write_error(&self, read: &CloseReason) -> CloseReason {
        match (read, self.link.outgoing().ended()) {
            // A broken pipe also means that the peer closed.
            (CloseReason::Peer | CloseReason::NoHandshake, Some(CloseReason::Broken(kind)))
                if kind != io::ErrorKind::BrokenPipe =>
            {
                self.broken(kind)
            }
            _ => read.clone(),
        }
    }

    fn broken(&self, kind: io::ErrorKind) -> CloseReason {
        match self.stage {
            // Without a listener, the connection would be refused.
            ChannelStage::Handshake { .. }
                if !self.accepted && kind == io::ErrorKind::ConnectionReset =>
            {
                CloseReason::NoHandshake
            }
            ChannelStage::Handshake { .. } | ChannelStage::Agreeing { .. } if !self.accepted => {
                CloseReason::ConnectFailed(kind)
            }
            _ => CloseReason::Broken(kind),
        }
    }

    fn unfinished(&self) -> usize {
        match self.stage {
            ChannelStage::Handshake { .. } => self.handshake.arrived(),
            ChannelStage::Agreeing { .. } | ChannelStage::Open | ChannelStage::Lingering { .. } => {
                self.decoder.unfinished()
            }
        }
    }

    /// First bytes on an accepted channel, after the caller's handshake; callers with another
    /// protocol get another answer.
    fn send_handshake(&self, shared: &Arc<Shared>, opening: &[u8]) {
        tell(shared, self.link.outgoing().send_handshake(opening));
    }

    /// Sends a caller in clear that it has to encrypt, and nothing more.
    fn demand_encryption(&self, shared: &Arc<Shared>) {
        let peer = Channel(Arc::clone(shared)).peer_address();
        if let Some(suppressed) = stranger_line() {
            tracing::warn!(%peer, suppressed, "a caller that does not encrypt is refused (rti.security, rti.allow_clear)");
        }
        self.send_handshake(shared, &NEEDS_ENCRYPTION);
        let reason = CloseReason::NotSecured("it does not encrypt".to_owned());
        shared.link.close(shared, reason);
    }

    /// Sends a caller with another protocol the owner's answer, and nothing more.
    fn turn_away(&self, shared: &Arc<Shared>, found: [u8; 8], on: &mut impl FnMut(Event<'_>)) {
        let answer = Cell::new(&[][..]);
        if found[..4] == HANDSHAKE[..4] {
            // Another version: our handshake shows it which one is here.
            answer.set(&HANDSHAKE);
        }
        let peer = Channel(Arc::clone(shared)).peer_address();
        on(Event::ForeignCaller {
            peer,
            found,
            answer: &answer,
        });
        self.send_handshake(shared, answer.get());
        shared
            .link
            .close(shared, CloseReason::WrongHandshake { found });
    }
}

pub(crate) fn frame_limit(shared: &Shared, config: &EndpointConfig) -> usize {
    match shared.trust() {
        Trust::None => config.max_first_frame_bytes.min(config.max_frame_bytes),
        Trust::Admitted | Trust::Full => config.max_frame_bytes,
    }
}
