//! Order between the channels from one member to another.
//!
//! The *stream* carries everything in order. A *lane* is a further channel for receive-order updates and interactions
//! of one transportation type. Messages on different channels are ordered only across a *fence*:
//!
//! - The sender numbers fences ([`Fences`]). It puts each on the stream, with a list of the lanes used since the last
//!   one. The receiver delivers nothing behind the fence before everything sent earlier on those lanes.
//! - A lane carries the number of its last fence. The receiver delivers nothing behind it before the stream has passed
//!   that fence ([`ReceiveOrdering`]). A lane carries a fence only before its next message: an unused lane costs
//!   nothing.
//! - On a lossy lane, each message carries that number and one of its own ([`SequenceNumbers`]). The fence on the
//!   stream has the number of messages sent; the receiver waits for them for [`LOSSY_TIMEOUT`] and drops later ones.
//!
//! - Messages of a lossy lane may also go to multicast groups ([`Audiences`]). Each then has a [`ReceiverEntry`] per
//!   receiver, and [`ReceiveOrdering`] restores the order between groups and lane.
//!
//! - Messages in groups of reliable multicast are in order by themselves. The first one after others on streams carries the mark of
//!   its sender that these streams have to pass first. A number stands for the receivers if these are not all members. The stream
//!   waits for a number of messages where it carries a group fence.
//!
//! Nothing here does I/O: drivers and the simulator use the same code.

mod audience;
mod fences;
mod frame;
mod marked;
mod receivers;
mod receiving;
mod reliable;
mod reorder;

pub use audience::{Audience, AudienceId, Audiences, Change};
pub use fences::{Fences, Put};
pub use frame::{
    GroupFrame, LaneGrant, LaneId, LinkFrame, NotReceiving, SEQUENCE_BYTES, SequenceNumbers, Wait,
    link_frame, take_sequence,
};
pub(crate) use marked::{
    AudienceTag, Barrier, GroupHeader, is_listed, list_bytes, most_header_bytes, put_on_list,
};
pub use receivers::{
    ENTRIES_HEAD_BYTES, ENTRY_BYTES, LanePath, ReceiverEntry, RunCounter, entries, entry_of,
    is_probe, put_entries,
};
pub use receiving::{
    BufferedMessage, DroppedHere, ENDED_LANE_TIMEOUT, LOSSY_TIMEOUT, Path, ReceiveOrdering, Verdict,
};
pub(crate) use reliable::ReceivedGroups;
pub use reorder::REORDER_TIMEOUT;
