//! Several ways from one member to another, and what order holds between them.
//!
//! The *stream* carries everything in order. A *lane* is a further way for updates and interactions in
//! receive order of one transportation type. Between ways nothing is ordered except across a *fence*:
//!
//! - The sender numbers fences ([`Fences`]) and puts each on the stream, with the lanes that have carried
//!   something since: the receiver takes nothing from behind the fence on the stream before it has all
//!   that they carried before.
//! - A lane carries the number of the last fence that it has met; the receiver takes nothing of it
//!   before the stream has passed that fence ([`Merge`]). A lane meets a fence only before its next message:
//!   one that says nothing costs nothing.
//! - On a lane that loses, each message has that number with it, and a number of its own
//!   ([`Stamp`]). The fence on the stream says how many were sent; the receiver waits for them for
//!   [`LOSSY_PATIENCE`] and drops what comes later.
//!
//! - Messages of a lossy lane may also go to multicast groups ([`Audiences`]): then each has, for every
//!   receiver, a [`Mark`] with its stamp, and [`Merge`] undoes what ways do to the order among each other.
//!
//! All of this is pure: drivers and the simulator judge order by the same code.

mod ahead;
mod audience;
mod fences;
mod frame;
mod mark;
mod merge;

pub use ahead::WAY_PATIENCE;
pub use audience::{Audience, AudienceId, Audiences, Change};
pub use fences::{Fences, Put};
pub use frame::{
    Admission, Deaf, LaneId, LinkFrame, STAMP_BYTES, Stamp, Wait, link_frame, take_stamp,
};
pub use mark::{
    MARK_BYTES, MARKED_HEAD_BYTES, Mark, Way, Ways, is_probe, mark_of, marks, put_marked,
};
pub use merge::{DroppedHere, GONE_PATIENCE, Held, LOSSY_PATIENCE, Merge, Path, Verdict};
