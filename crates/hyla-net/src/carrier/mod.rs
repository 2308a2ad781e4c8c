//! What carries a channel: a stream of bytes (TCP, or rings in shared memory), an inbox in the same process, or datagrams.
//!
//! A carrier is a type that implements [`Carrier`] for senders and [`Attended`] for the endpoint, in files of its own. A stream
//! runs over a wire, which implements [`Wire`](crate::wire::Wire) and [`Incoming`](crate::wire::Incoming). `kinds.rs` lists
//! carriers and wires, and is the only place that asks which one a channel has. A new carrier takes its implementation, a
//! variant and an arm there.
//!
//! All calls are resolved when the crate is compiled: `docs/decisions/0033-carriers.md`.

mod failed;
mod kinds;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::channel::{Closed, NoRoom, NotAdjusted, Pressure, Shared};
use crate::modules::ModuleSpec;
use crate::{Address, ChannelCounters, CloseReason, Endpoint, Event};

pub(crate) use failed::Failed;
pub(crate) use kinds::{AnyCarrier, Entrance, StreamWire, connect, is_wanted};

/// A carrier as senders use it, on any thread. `channel` is the one that it carries.
pub(crate) trait Carrier {
    /// Appends a frame, which waits for [`Self::depart`].
    fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed>;

    /// As [`Self::append`], of a frame that ends with `tail`.
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

    /// As [`Self::append_with`], of a frame that may be lost. Gives whether it was appended. Unless said otherwise, the carrier
    /// drops by itself what is too much.
    fn append_lossy(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        self.append_with(channel, write, tail).map(|_| true)
    }

    /// Sends what was appended, now or soon.
    fn depart(&self, channel: &Arc<Shared>);

    /// Whether [`Self::depart`] has something to do.
    fn has_to_depart(&self) -> bool {
        true
    }

    /// Sends what was appended, as far as there is room.
    fn flush(&self, _channel: &Arc<Shared>) {}

    /// Whether senders should wait.
    fn pressure(&self) -> Pressure;

    /// Blocks until senders need not wait.
    fn wait_for_room(&self, channel: &Arc<Shared>, timeout: Option<Duration>)
    -> Result<(), NoRoom>;

    /// Takes no more frames; what was appended still leaves.
    fn close(&self, channel: &Arc<Shared>, reason: CloseReason);

    /// Changes how frames gather to share system calls.
    fn set_bundling(&self, _bytes: Option<usize>, _gap: Option<Duration>) {}

    /// Gives one of the carrier's own protocol modules other parameters.
    fn adjust(&self, _spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        Err(NotAdjusted::NoModules)
    }

    /// What has been sent.
    fn counters(&self) -> ChannelCounters;

    /// What the carrier's own protocol modules have counted.
    fn module_counters(
        &self,
        _channel: &Arc<Shared>,
        _each: &mut dyn FnMut(&'static str, &'static str, u64),
    ) {
    }

    /// Name of the profile, if the carrier needs one.
    fn profile_name(&self) -> Option<&str> {
        None
    }

    /// This end's address.
    fn local_address(&self) -> Address;

    /// The other end's address.
    fn peer_address(&self) -> Address;
}

/// What becomes of a channel on the list of dirty ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    Done,
    /// It has to come again.
    Again,
    /// It has to come at that time.
    At(Instant),
}

/// A carrier as the endpoint uses it, on the thread that polls. `channel` is the one that it carries.
pub(crate) trait Attended {
    /// Takes a channel into the endpoint that `connect` made, here or at the other end.
    fn enter(&self, channel: &Arc<Shared>, endpoint: &mut Endpoint, on: &mut impl FnMut(Event<'_>));

    /// Reads some of what has come.
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
    fn flush_listed(&self, _force: bool, _now: Instant) -> Listed {
        Listed::Done
    }

    /// Tries to write though nobody says that there is room.
    fn write_blindly(&self) {}

    /// Writes what is queued, waiting for the peer until `deadline`.
    fn flush_until(&self, _deadline: Instant) {}

    /// The channel is over and was forgotten by its endpoint.
    fn abandon(&self, channel: &Shared, reason: CloseReason);
}
