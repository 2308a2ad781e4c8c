//! A channel over a byte stream, TCP or shared memory: the sender's side.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use mio::net::TcpStream;

use crate::bundle::{FollowUp, SendHalf};
use crate::carrier::{AnyCarrier, Carrier, StreamWire};
use crate::channel::{ChannelId, Closed, NoRoom, Pressure, Shared};
use crate::framing::Frames;
use crate::handshake::HANDSHAKE;
use crate::mailbox::EndpointMailbox;
use crate::memory::{MemoryWire, SharedFrame};
use crate::secure::{SealedWire, TlsClient};
use crate::tcp::TcpWire;
use crate::wire::{PolledWire, Wire};
use crate::{
    Address, ChannelCounters, CloseReason, EndpointConfig, Profile, SharedMemoryAddress, chained,
    tcp,
};

/// Starts a channel over the stream that `begin` makes from the first bytes to send.
///
/// # Errors
/// Why it cannot be started.
pub(crate) fn connect(
    from: &Arc<EndpointMailbox>,
    profile: &Profile,
    begin: impl FnOnce(&EndpointConfig, &[u8]) -> Result<ByteStreamCarrier, CloseReason>,
) -> Result<Arc<Shared>, CloseReason> {
    let link =
        |opening: &[u8]| begin(&from.config, opening).map(|link| AnyCarrier::from(Arc::new(link)));
    let Some(chain) = chained::of_profile(profile, &from.config)? else {
        return Ok(Shared::new(from, ChannelId::next(), link(&HANDSHAKE)?));
    };
    let opening = chained::opening(&profile.name, profile.reliability, &chain);
    let shared = Shared::new(from, ChannelId::next(), link(&opening)?);
    let _set_once = shared.chain.set(Box::new(chain));
    Ok(shared)
}

/// Carrier of a channel over a byte stream.
#[derive(Debug)]
pub(crate) struct ByteStreamCarrier {
    peer: Address,
    local: Address,
    outgoing: SendHalf<StreamWire>,
}

impl ByteStreamCarrier {
    /// Starts to connect over TCP; the writable edge shows the outcome. `opening` is sent first.
    pub(crate) fn connect(
        to: SocketAddr,
        config: &EndpointConfig,
        frames: Frames,
        opening: &[u8],
    ) -> Result<Self, CloseReason> {
        let stream = TcpStream::connect(to).map_err(failed)?;
        let keyring = config.security.keyring.as_ref();
        let wire = |stream| match keyring.filter(|keyring| keyring.is_demanded()) {
            Some(keyring) if frames.has_handshake() => {
                SealedWire::calling_member(stream, keyring).into()
            }
            _ => TcpWire::new(stream).into(),
        };
        Ok(Self::tcp(stream, to, config, (frames, wire), opening))
    }

    /// As [`Self::connect`], over TLS.
    pub(crate) fn connect_over_tls(
        to: SocketAddr,
        config: &EndpointConfig,
        client: &TlsClient,
    ) -> Result<Self, CloseReason> {
        let stream = TcpStream::connect(to).map_err(failed)?;
        let wire = |stream| SealedWire::calling(stream, client).into();
        Ok(Self::tcp(
            stream,
            to,
            config,
            (Frames::Hyla, wire),
            &HANDSHAKE,
        ))
    }

    /// Connects to a process of this host.
    pub(crate) fn call(
        to: SharedMemoryAddress,
        config: &EndpointConfig,
        opening: &[u8],
    ) -> Result<Self, CloseReason> {
        if !config.shared_memory {
            return Err(CloseReason::NotReachable);
        }
        let wire = MemoryWire::connect(&to, config).map_err(failed)?;
        Ok(Self::memory(wire, to, config, opening))
    }

    pub(crate) fn tcp(
        stream: TcpStream,
        peer: SocketAddr,
        config: &EndpointConfig,
        (frames, wire): (Frames, impl FnOnce(TcpStream) -> StreamWire),
        opening: &[u8],
    ) -> Self {
        tcp::prepare(&stream, peer, config);
        let unspecified = SocketAddr::from(([0, 0, 0, 0], 0));
        let local = stream.local_addr().unwrap_or(unspecified);
        Self {
            peer: Address::Tcp(peer),
            local: Address::Tcp(local),
            outgoing: {
                let wire = Arc::new(wire(stream));
                SendHalf::new(config, wire, frames, opening)
            },
        }
    }

    /// Both ends have the address of the listener between them.
    pub(crate) fn memory(
        wire: MemoryWire,
        at: SharedMemoryAddress,
        config: &EndpointConfig,
        opening: &[u8],
    ) -> Self {
        let config = EndpointConfig {
            // Waiting for more saves no system call.
            bundle_gap: Duration::ZERO,
            // The ring holds as much again; more would only leave the processor's caches.
            send_queue_bytes: config.send_queue_bytes.min(config.ring_bytes),
            ..config.clone()
        };
        Self {
            peer: Address::SharedMemory(at),
            local: Address::SharedMemory(at),
            outgoing: SendHalf::new(&config, Arc::new(wire.into()), Frames::Hyla, opening),
        }
    }

    pub(crate) fn outgoing(&self) -> &SendHalf<StreamWire> {
        &self.outgoing
    }

    /// Writes what is queued, waiting for the peer until `deadline`.
    pub(crate) fn flush_until(&self, deadline: Instant) {
        loop {
            let _broken_or_empty = self.outgoing.flush();
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(stream) = self.outgoing.wire() else {
                return;
            };
            if self.outgoing.is_empty() || left.is_zero() {
                return;
            }
            stream.wait_for_room(left.min(Duration::from_millis(20)));
            let _broken_or_empty = self.outgoing.writable();
        }
    }

    /// The wire has room again: writes frames that wait. Gives whether a channel that was over its limit is not any
    /// more.
    pub(crate) fn write_waiting(&self, channel: &Arc<Shared>) -> bool {
        let was_over = self.outgoing.pressure() == Pressure::High;
        tell(channel, self.outgoing.writable());
        was_over && self.outgoing.pressure() != Pressure::High
    }

    /// Writes a frame for the peer and others.
    pub(crate) fn share(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Option<SharedFrame> {
        let wire = self.outgoing.wire()?;
        channel
            .endpoint
            .frames
            .write((channel.id, &wire), write, tail)
    }

    /// Appends a frame by its place. `None` if that is not possible here.
    pub(crate) fn append_shared(
        &self,
        channel: &Arc<Shared>,
        frame: &SharedFrame,
    ) -> Option<Result<Pressure, Closed>> {
        // Copied, it is refused in words.
        if frame.reference().length as usize > self.outgoing.frame_limit() {
            return None;
        }
        let wire = self.outgoing.wire()?;
        if !frame.lend(channel.id, &wire) {
            return None;
        }
        let sent = self.outgoing.append_reference(frame.reference());
        Some(sent.inspect_err(|_| {
            frame.take_back(channel.id);
            self.tell_fault(channel);
        }))
    }

    /// If the last frame broke the channel, the endpoint does not know yet.
    fn tell_fault(&self, channel: &Arc<Shared>) {
        if matches!(self.outgoing.ended(), Some(reason) if is_senders_fault(&reason)) {
            tell(channel, FollowUp::NotifyEnded);
        }
    }
}

impl Carrier for ByteStreamCarrier {
    #[inline]
    fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        self.outgoing
            .append(write)
            .inspect_err(|_| self.tell_fault(channel))
    }

    fn append_with(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        self.outgoing
            .append_with(write, tail)
            .inspect_err(|_| self.tell_fault(channel))
    }

    #[inline]
    fn append_lossy(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        self.outgoing
            .append_lossy(write, tail)
            .inspect_err(|_| self.tell_fault(channel))
    }

    fn depart(&self, channel: &Arc<Shared>) {
        depart(&self.outgoing, &channel.endpoint, |then| {
            tell(channel, then);
        });
    }

    #[inline]
    fn has_to_depart(&self) -> bool {
        self.outgoing.has_to_depart()
    }

    fn flush(&self, channel: &Arc<Shared>) {
        tell(channel, self.outgoing.flush());
    }

    fn pressure(&self) -> Pressure {
        self.outgoing.pressure()
    }

    fn wait_for_room(
        &self,
        channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        let mut then = FollowUp::Nothing;
        let wait = StreamWire::wait_for_room;
        let waited = self.outgoing.wait_for_room(timeout, wait, &mut then);
        let attended = || channel.endpoint.is_attended();
        leave_to_endpoint(&self.outgoing, attended, then, |then| tell(channel, then));
        waited
    }

    fn close(&self, channel: &Arc<Shared>, reason: CloseReason) {
        if channel.dropped.load(Relaxed) {
            self.outgoing.drop_queue(reason);
        } else {
            self.outgoing.close(reason);
        }
    }

    /// In shared memory no frame waits for others.
    fn set_bundling(&self, bundle: Option<usize>, gap: Option<Duration>) {
        let in_memory = self.outgoing.wire().is_some_and(|wire| wire.is_memory());
        if !in_memory {
            self.outgoing.set_bundling(bundle, gap);
        }
    }

    fn counters(&self) -> ChannelCounters {
        self.outgoing.counters()
    }

    fn local_address(&self) -> Address {
        let wire = self.outgoing.wire();
        let now = wire.and_then(|wire| wire.local_address());
        now.unwrap_or(self.local)
    }

    fn peer_address(&self) -> Address {
        self.peer
    }
}

fn failed(error: io::Error) -> CloseReason {
    CloseReason::ConnectFailed(error.kind())
}

/// Sends appended frames now, or leaves them to an endpoint that is about to check. Calls `tell`
/// for follow-ups of the endpoint.
fn depart<W: Wire>(outgoing: &SendHalf<W>, endpoint: &EndpointMailbox, tell: impl Fn(FollowUp)) {
    let attended =
        || endpoint.config.unattended == crate::Unattended::Gather || endpoint.is_attended();
    let then = outgoing.depart(|| endpoint.gathers());
    leave_to_endpoint(outgoing, attended, then, tell);
}

/// Notifies the endpoint. If its owner has left meanwhile, the frames leave now.
fn leave_to_endpoint<W: Wire>(
    outgoing: &SendHalf<W>,
    attended: impl Fn() -> bool,
    then: FollowUp,
    tell: impl Fn(FollowUp),
) {
    if then == FollowUp::Nothing {
        return;
    }
    tell(then);
    if then == FollowUp::NotifyDirty && !attended() {
        tell(outgoing.flush());
    }
}

/// Passes follow-ups to the endpoint.
pub(crate) fn tell(channel: &Arc<Shared>, then: FollowUp) {
    match then {
        FollowUp::Nothing => {}
        FollowUp::NotifyDirty => {
            channel
                .endpoint
                .put(|lists| lists.dirty.push(Arc::clone(channel)));
        }
        FollowUp::NotifyEnded => {
            channel
                .endpoint
                .put(|lists| lists.ended.push(Arc::clone(channel)));
        }
    }
}

fn is_senders_fault(reason: &CloseReason) -> bool {
    matches!(
        reason,
        CloseReason::FrameTooLarge { .. } | CloseReason::BrokenFrame
    )
}

#[cfg(test)]
mod models {
    use std::io;

    use mio::{Poll, Token, Waker};

    use super::*;
    use crate::mailbox::{Lists, WakeCallback};
    use crate::sync::Mutex;
    use crate::sync::model::{Bell, Named, Scene, check};

    const MOST: usize = 20_000;

    /// Numbers of the signals: work is on the lists, and everything was written.
    const WAKE: usize = 0;
    const WRITTEN: usize = 1;

    /// A frame of one byte.
    const FRAME_BYTES: usize = 5;

    /// A wire with unlimited room, which signals when everything is written.
    struct Endless {
        /// Bytes still to come.
        left: Mutex<usize>,
        bell: Arc<Bell>,
    }

    impl Wire for Endless {
        fn write(&self, bytes: &[u8]) -> io::Result<usize> {
            let mut left = self.left.lock().unwrap();
            *left -= bytes.len();
            if *left == 0 {
                self.bell.ring(WRITTEN);
            }
            Ok(bytes.len())
        }

        fn finish(&self) {}
    }

    /// An endpoint and one channel over TCP, which has just written, so that further frames gather.
    struct Scenery {
        mailbox: EndpointMailbox,
        outgoing: SendHalf<Endless>,
        wire: Arc<Endless>,
        bell: Arc<Bell>,
        _poll: Poll,
    }

    impl Scenery {
        fn new(frames: usize) -> Arc<Self> {
            let poll = Poll::new().unwrap();
            let waker = Waker::new(poll.registry(), Token(0)).unwrap();
            let config = EndpointConfig {
                // No time passes in a model.
                bundle_gap: Duration::from_secs(1 << 30),
                ..EndpointConfig::default()
            };
            let bell = Arc::new(Bell::default());
            let wire = Arc::new(Endless {
                left: Mutex::new((frames + 1) * FRAME_BYTES),
                bell: Arc::clone(&bell),
            });
            let outgoing = SendHalf::new(&config, Arc::clone(&wire), Frames::Hyla, b"");
            let mailbox = EndpointMailbox::new(0, config, waker);
            let rings = Arc::clone(&bell);
            let wake = WakeCallback(Box::new(move || rings.ring(WAKE)));
            assert!(mailbox.wake_callback.set(wake).is_ok());
            assert_eq!(outgoing.writable(), FollowUp::Nothing);
            outgoing.append(|frame| frame.push(1)).unwrap();
            assert_eq!(outgoing.flush(), FollowUp::Nothing);
            Arc::new(Self {
                mailbox,
                outgoing,
                wire,
                bell,
                _poll: poll,
            })
        }

        /// Sends as [`ByteStreamCarrier`] does.
        fn send(&self) {
            self.outgoing.append(|frame| frame.push(1)).unwrap();
            depart(&self.outgoing, &self.mailbox, |then| match then {
                FollowUp::Nothing => {}
                // For one channel, this is equivalent to the list of dirty ones.
                FollowUp::NotifyDirty => assert!(self.mailbox.put(|lists| lists.woken = true)),
                FollowUp::NotifyEnded => panic!("it does not break"),
            });
        }

        /// As the endpoint writes gathered frames: not before it has read the list.
        fn look(&self, lists: &mut Lists, dirty: &mut bool) {
            self.mailbox.take(lists);
            *dirty |= std::mem::take(&mut lists.woken);
            if *dirty {
                *dirty = !self.outgoing.flush_listed(true, Instant::now());
            }
        }

        /// An owner that waits, as in `Endpoint::turn`, until everything is written.
        fn rest(&self) {
            let (mut lists, mut dirty) = (Lists::default(), false);
            self.mailbox.look();
            loop {
                self.look(&mut lists, &mut dirty);
                if dirty || !self.mailbox.rest() {
                    continue;
                }
                if self.bell.hear().contains(&WRITTEN) {
                    return;
                }
                self.mailbox.look();
            }
        }

        /// An owner that leaves, as in `Endpoint::leave`, after at most that many checks.
        fn leave(&self, looks: usize) {
            let (mut lists, mut dirty) = (Lists::default(), false);
            self.mailbox.look();
            for _ in 0..looks {
                self.look(&mut lists, &mut dirty);
                if !dirty && self.mailbox.leave() {
                    return;
                }
                self.mailbox.look();
            }
            if !self.mailbox.leave() {
                self.mailbox.take(&mut lists);
                assert_eq!(self.outgoing.flush(), FollowUp::Nothing);
            }
        }
    }

    /// A thread that sends so many frames.
    fn sender(scenery: &Arc<Scenery>, frames: usize, scene: &mut Scene) {
        let scenery = Arc::clone(scenery);
        scene.thread(move || (0..frames).for_each(|_| scenery.send()));
    }

    /// An owner that is woken by gathered frames.
    fn an_owner_that_rests(frames: usize, scene: &mut Scene) {
        let scenery = Scenery::new(frames);
        sender(&scenery, frames, scene);
        scene.thread(move || scenery.rest());
    }

    /// An owner that leaves while frames gather: the sender writes them.
    fn an_owner_that_leaves(frames: usize, looks: usize, scene: &mut Scene) {
        let scenery = Scenery::new(frames);
        sender(&scenery, frames, scene);
        let owner = Arc::clone(&scenery);
        scene.thread(move || owner.leave(looks));
        scene.at_end(move || assert_eq!(*scenery.wire.left.lock().unwrap(), 0, "left behind"));
    }

    /// Proven with faults, each noticed as a frame that is left behind or an owner that is never
    /// woken: a frame is sent along although the owner has left; a flush does not record that; a
    /// sender does not check again after it has notified the endpoint; the endpoint is notified
    /// before the channel is on its list; the owner waits or leaves without checking `pending`, or
    /// leaves in a hurry without a last check; a channel stays listed when it was taken off the
    /// list. The memory orders are weakened in `poller_state.rs`.
    #[test]
    fn what_gathers_leaves_in_any_order_of_steps() {
        let scenes: [Named<'_>; 3] = [
            ("an owner that rests", MOST, &|scene| {
                an_owner_that_rests(2, scene);
            }),
            ("an owner that leaves", MOST, &|scene| {
                an_owner_that_leaves(2, usize::MAX, scene);
            }),
            ("an owner that leaves in a hurry", MOST, &|scene| {
                an_owner_that_leaves(2, 1, scene);
            }),
        ];
        for (name, most, scene) in scenes {
            print!("{name}: ");
            check(most, scene);
        }
    }
}
