//! Carriers of channels: a byte stream (TCP, or rings in shared memory), an inbox in the same
//! process, or datagrams.
//!
//! A carrier is a type that implements [`Carrier`] for senders and [`PolledCarrier`] for the
//! endpoint, in files of its own. A stream runs over a wire, which implements
//! [`Wire`](crate::wire::Wire) and [`PolledWire`](crate::wire::PolledWire). `kinds.rs` lists
//! carriers and wires, and is the only place that matches on them. A new carrier needs its
//! implementation, a variant and an arm there.
//!
//! All calls are resolved at compile time: `docs/decisions/0033-carriers.md`.

mod failed;
mod kinds;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::channel::{Closed, NoRoom, NotAdjusted, Pressure, Shared};
use crate::modules::ModuleSpec;
use crate::{Address, ChannelCounters, CloseReason, Endpoint, Event};

pub(crate) use failed::Failed;
pub(crate) use kinds::{AnyCarrier, Entrance, StreamWire, connect, is_wanted};

/// A carrier as senders use it, on any thread. `channel` is the carrier's channel.
pub(crate) trait Carrier {
    /// Appends a frame, which waits for [`Self::depart`].
    fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed>;

    /// As [`Self::append`], for a frame that ends with `tail`.
    fn append_with(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        self.append(channel, |frame| {
            write(frame);
            frame.extend_from_slice(tail);
        })
    }

    /// As [`Self::append_with`], for a best-effort frame. Gives whether it was appended. By default
    /// the carrier itself drops excess datagrams.
    fn append_lossy(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        self.append_with(channel, write, tail).map(|_| true)
    }

    /// Sends appended frames, now or soon.
    fn depart(&self, channel: &Arc<Shared>);

    /// Whether [`Self::depart`] has work.
    fn has_to_depart(&self) -> bool {
        true
    }

    /// Sends appended frames, as far as there is room.
    fn flush(&self, _channel: &Arc<Shared>) {}

    /// Whether senders should wait.
    fn pressure(&self) -> Pressure;

    /// Blocks until senders need not wait.
    fn wait_for_room(&self, channel: &Arc<Shared>, timeout: Option<Duration>)
    -> Result<(), NoRoom>;

    /// Accepts no more frames; appended ones still leave.
    fn close(&self, channel: &Arc<Shared>, reason: CloseReason);

    /// Changes the bundling policy.
    fn set_bundling(&self, _bytes: Option<usize>, _gap: Option<Duration>) {}

    /// Changes parameters of one of the carrier's own protocol modules.
    fn adjust(&self, _spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        Err(NotAdjusted::NoModules)
    }

    /// Counters of sent data.
    fn counters(&self) -> ChannelCounters;

    /// Counters of the carrier's own protocol modules.
    fn module_counters(
        &self,
        _channel: &Arc<Shared>,
        _each: &mut dyn FnMut(&'static str, &'static str, u64),
    ) {
    }

    /// Name of the profile, if the carrier uses one.
    fn profile_name(&self) -> Option<&str> {
        None
    }

    /// This end's address.
    fn local_address(&self) -> Address;

    /// The other end's address.
    fn peer_address(&self) -> Address;
}

/// Result of flushing a dirty channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlushOutcome {
    Done,
    /// The carrier must be listed again.
    Again,
    /// The carrier must be flushed at that time.
    At(Instant),
}

/// A carrier as the endpoint uses it, on the polling thread. `channel` is the carrier's channel.
pub(crate) trait PolledCarrier {
    /// Adds a channel to the endpoint, made by `connect` here or at the other end.
    fn enter(&self, channel: &Arc<Shared>, endpoint: &mut Endpoint, on: &mut impl FnMut(Event<'_>));

    /// Reads some of the available data.
    fn hear(
        &self,
        _channel: &Arc<Shared>,
        _endpoint: &mut Endpoint,
        _on: &mut impl FnMut(Event<'_>),
    ) {
    }

    /// The channel was paused and is read again.
    fn resume(
        &self,
        _channel: &Arc<Shared>,
        _endpoint: &mut Endpoint,
        _on: &mut impl FnMut(Event<'_>),
    ) {
    }

    /// The channel was closed by its user, or broke while a sender wrote.
    fn end_from_here(
        &self,
        channel: &Arc<Shared>,
        endpoint: &mut Endpoint,
        on: &mut impl FnMut(Event<'_>),
    );

    /// The endpoint took the channel off its list: sends if `force` or the gap has passed.
    fn flush_listed(&self, _force: bool, _now: Instant) -> FlushOutcome {
        FlushOutcome::Done
    }

    /// Tries to write without notification of room.
    fn write_blindly(&self) {}

    /// Writes queued data, waiting for the peer until `deadline`.
    fn flush_until(&self, _deadline: Instant) {}

    /// The channel is over and its endpoint has removed it.
    fn abandon(&self, channel: &Shared, reason: CloseReason);
}
