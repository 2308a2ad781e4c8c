//! Output of a member: the driver carries out these calls.

use hyla_types::{FederateHandle, TransportationTypeHandle};
use smallvec::SmallVec;

use crate::declaration::Position;
use crate::fdd::Transportation;
use crate::latency::{LatencyAnswer, LatencyQuestion};
use crate::message::data::Ending;
use crate::message::{MemberInfo, ToRti};
use crate::metrics::MemberMetrics;
use crate::secrets::LinkKey;

/// How the stream of a departed member ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEnd {
    /// The member said goodbye or will: what it sent before is still to be delivered.
    Drain,
    /// The member is lost: what has arrived is delivered, nothing more is waited for.
    Cut,
}

/// Carries out what a member asks for: everything that a driver has to do for one. Parts of the core that need less of it
/// take one of its parts.
pub trait Outbox: Lanes + Control + MemberLinks + Channels {}

impl<T: Lanes + Control + MemberLinks + Channels> Outbox for T {}

/// Data frames to other members. Implementations keep their order per receiver.
pub trait Frames {
    /// Sends a data frame to a member; `write` appends it to the buffer it is given.
    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>));

    /// Sends a data frame that no later message on a lane overtakes: it says what those mean.
    fn announce(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        self.frame(to, write);
    }

    /// Longest data frame that [`Self::frame`] takes, in bytes. What would be longer is refused before
    /// anything is sent. Without a limit unless the driver has one.
    fn frame_limit(&self) -> usize {
        usize::MAX
    }

    /// Messages sent from here on come after these declarations: each member gets the position before its next frame,
    /// by [`Self::announce`]; the default position need not be sent. Drivers keep a
    /// [`crate::declaration::SentPositions`] for it.
    fn position_moved(&mut self, position: Position);

    /// Whether the channel to a member is known to be broken, so that [`crate::member::Member::handle_way_changed`] will be called:
    /// frames sent before that call take the new route, ahead of the frames that are repeated there.
    fn is_broken(&self, _to: FederateHandle) -> bool {
        false
    }
}

/// Values to other members, by lanes of their transportation types: messages of [`Self::frame_as`] may overtake other frames
/// to the receiver, see `hyla_link::lanes`. Without lanes everything goes by [`Frames::frame`].
pub trait Lanes: Frames {
    /// Sends an update or interaction in receive order, which may go by a lane of its transportation type.
    fn frame_as(
        &mut self,
        to: FederateHandle,
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        let _ = transportation;
        self.frame(to, write);
    }

    /// As [`Self::frame_as`], or as [`Frames::frame`] without a transportation type, of a frame that ends with the
    /// long `tail`, which may be copied to where it goes without being put together first.
    fn frame_with(
        &mut self,
        to: FederateHandle,
        transportation: Option<TransportationTypeHandle>,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        let mut whole = |buffer: &mut Vec<u8>| {
            write(buffer);
            buffer.extend_from_slice(tail);
        };
        match transportation {
            Some(transportation) => self.frame_as(to, transportation, &mut whole),
            None => self.frame(to, &mut whole),
        }
    }

    /// As [`Self::frame_with`], the same frame for each of these members: where several can read it in one place, it is written once.
    fn frame_with_to_all(
        &mut self,
        to: &[FederateHandle],
        transportation: Option<TransportationTypeHandle>,
        write: &mut dyn FnMut(&mut Vec<u8>),
        tail: &[u8],
    ) {
        for to in to {
            self.frame_with(*to, transportation, write, tail);
        }
    }

    /// Whether messages of the transportation type may go to several members at once: then
    /// [`Self::frame_to_all`] is worth it.
    fn has_groups(&self, _transportation: TransportationTypeHandle) -> bool {
        false
    }

    /// As [`Self::frame_as`], the same frame for each of these members. They are in the order of their handles, without duplicates.
    fn frame_to_all(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        for to in to {
            self.frame_as(*to, transportation, write);
        }
    }

    /// Messages that went to a member by lanes arrive before those that [`Frames::frame`] sends from here on. Does nothing
    /// if nothing went by lanes since the last fence.
    fn settle_lanes(&mut self, _to: FederateHandle) {}

    /// All earlier frames to a member, by any channel, arrive before all later ones.
    fn fence(&mut self, _to: FederateHandle) {}

    /// Sets up the lane of a transportation type to a member before anything is sent by it.
    ///
    /// # Errors
    /// Why there can be none, as far as that is known at once.
    fn bind(&mut self, _to: FederateHandle, _transportation: &str) -> Result<(), String> {
        Err("here are no lanes".to_owned())
    }

    /// The federation's transportation types, each with its handle, whenever they may have changed.
    fn transportation_types(
        &mut self,
        _types: &mut dyn Iterator<Item = (TransportationTypeHandle, &Transportation)>,
    ) {
    }
}

/// Control messages to the RTI.
pub trait Control {
    /// Sends a control message to the RTI.
    fn control(&mut self, message: &ToRti);
}

/// What one member shows another about time: the number of the log entry since which it does, its promise, whether it waits, for which
/// promise, and how many time-stamped messages it has sent to the other. The words are replaced from the last to the first.
pub type TimePosting = [u64; 5];

/// Links to the other members: who is there, and by which handle.
pub trait MemberLinks {
    /// Whether there are boards on the link to another member: memory that both see.
    fn has_boards(&self, _with: FederateHandle) -> bool {
        false
    }

    /// From now on the following calls are about the boards on the links to these members, in this order, and about postings of that
    /// log entry. `own`: where this member would be among them; all have the same order. With each member comes whether its promise is awaited ([`Self::await_promises`]). Of none: nothing is awaited any more.
    fn open_boards(
        &mut self,
        _epoch: u64,
        _own: usize,
        _with: &mut dyn Iterator<Item = (FederateHandle, bool)>,
    ) {
    }

    /// Shows each member the posting, with the number of messages sent to this member as its last word: `None`, the same numbers as the
    /// last time. Whether all can see it.
    fn post_times(&mut self, _posting: &TimePosting, _sent: Option<&[u64]>) -> bool {
        false
    }

    /// The others can see all postings so far before the caller looks at theirs.
    fn settle_postings(&mut self) {}

    /// Fills in the last posting of each member. One that has not posted, or has no boards, gets zeros.
    fn posted_times(&mut self, _into: &mut [TimePosting]) {}

    /// The driver calls [`crate::member::Member::look_at_boards`] as soon as the promises of all awaited are at least that number; 0: no
    /// longer. Comes before [`Self::settle_postings`].
    fn await_promises(&mut self, _at_least: u64) {}

    /// Whether the promises of all awaited are at least that number, and no member has sent time-stamped messages since the last
    /// [`Self::posted_times`]; `None` if only that call says so. Takes less time than that.
    fn have_promised(&mut self, _at_least: u64) -> Option<bool> {
        None
    }

    /// Whether the driver of another member may have to be roused. After [`Self::settle_postings`]: who is not asleep now looks by itself, and
    /// sees the last posting.
    fn anyone_sleeps(&self) -> bool {
        true
    }

    /// Makes the driver of the member at that place call [`crate::member::Member::look_at_boards`], if it does not by itself.
    fn rouse(&mut self, _member: usize) {}

    /// A member has joined; `key`: the secret that it shares with this one. The later member calls the earlier one: then
    /// `call_as` is this member.
    fn link_up(&mut self, member: &MemberInfo, key: LinkKey, call_as: Option<FederateHandle>);

    /// A member is gone. The driver answers with [`crate::member::Member::handle_stream_end`] once
    /// nothing more can arrive from it.
    fn link_down(&mut self, federate: FederateHandle, end: LinkEnd);

    /// Another member sends its frames for this one through the RTI from now on, and this one does the same. The core is notified
    /// of the new route next ([`crate::member::Member::handle_way_changed`]).
    fn relay_opened(&mut self, _with: FederateHandle) {}

    /// Back-pressure of the relay: frames to a member through the RTI have to wait, since it does not read, or may go on.
    fn relay_pressure(&mut self, _to: FederateHandle, _high: bool) {}

    /// A restore gave members other handles: each pair, of every member, is before and after. The channels to
    /// them stay, and those to all others are over.
    fn links_renamed(&mut self, handles: &[(FederateHandle, FederateHandle)]);
}

/// Channels of the process: what they have done, and their parameters.
pub trait Channels {
    /// Metrics of the channels so far. Empty unless the driver has channels.
    fn metrics(&mut self) -> MemberMetrics {
        MemberMetrics::default()
    }

    /// Returns the known latency of messages to another member. A first question starts the measurement.
    ///
    /// # Errors
    /// Why the question cannot be answered, for a person to read.
    fn latency(&mut self, question: &LatencyQuestion) -> Result<LatencyAnswer, String> {
        Err(format!(
            "the latency to {} is not known: there is no channel here that can be measured",
            question.peer
        ))
    }

    /// Changes a parameter of all running channels of a profile, and of those that are made later.
    ///
    /// # Errors
    /// Why it cannot be changed, for a person to read; then nothing has changed.
    fn set_profile_parameter(
        &mut self,
        profile: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), String> {
        Err(format!(
            "{profile}: {parameter} = {value}: there is no channel with parameters here"
        ))
    }
}

/// From that size on, the last value of a message is worth a copy less.
const LONG: usize = 16 << 10;

/// Whether a message that ends with that value is better not put together before it is sent.
#[inline]
pub(crate) fn is_long(last: &[u8]) -> bool {
    last.len() >= LONG
}

/// Members that a message goes to.
pub(crate) type Receivers = SmallVec<[FederateHandle; 32]>;

/// Whether a message should go to all its receivers at once, by [`Lanes::frame_to_all`]. `last` is the last value.
#[inline]
pub(crate) fn goes_to_groups(
    out: &dyn Lanes,
    lane: Option<TransportationTypeHandle>,
    last: &[u8],
) -> Option<TransportationTypeHandle> {
    lane.filter(|lane| !is_long(last) && out.has_groups(*lane))
}

/// Sends values to several members, by lanes of the transportation type if they are in receive order. `last` is the last value.
#[inline]
pub(crate) fn send_values(
    out: &mut dyn Lanes,
    to: impl Iterator<Item = FederateHandle>,
    lane: Option<TransportationTypeHandle>,
    last: &[u8],
    write: impl Fn(&mut Vec<u8>, Ending),
) {
    if is_long(last) {
        let to: Receivers = to.collect();
        let mut before_tail = |buffer: &mut Vec<u8>| write(buffer, Ending::BeforeTail);
        return out.frame_with_to_all(&to, lane, &mut before_tail, last);
    }
    let mut write = |buffer: &mut Vec<u8>| write(buffer, Ending::Whole);
    for to in to {
        match lane {
            Some(transportation) => out.frame_as(to, transportation, &mut write),
            None => out.frame(to, &mut write),
        }
    }
}
