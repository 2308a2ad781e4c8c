//! Time management (1516.1 clause 8).
//!
//! | module | what is there |
//! |---|---|
//! | [`bound`] | what a federate promises: no message below a time |
//! | `state` | one federate's time: what it may send, what it waits for |
//! | `enable`, `advance`, `lookahead`, `order`, `retraction` | the services |
//! | `queue` | time-stamped messages that wait |
//! | `coordinator` | who may advance how far: the whole calculation, without members or messages |
//! | `executive` | the coordinator at work in a federation execution |
//! | `stall` | warnings of waits that last long |
//! | `direct` | two federates that coordinate for themselves, without the executive |
//!
//! Time-stamped messages go from member to member; promises and requests go to the coordinator at the
//! executive, together with how many time-stamped messages were sent to whom. A release names those
//! counts, and a member acts on it when that many have arrived: a promise cannot overtake a message.

mod advance;
mod authority;
pub mod bound;
mod coordinator;
mod deletion;
mod direct;
mod enable;
mod executive;
mod lookahead;
mod member;
mod message;
mod order;
mod queue;
mod retraction;
mod stall;
mod state;

pub use bound::Bound;
pub(crate) use bound::earlier;
pub use message::{
    AdvanceKind, Asked, MessageCount, TimeNews, TimeReport, TimeRequest, TimeStanding, Waiting,
};

pub(crate) use authority::ExecutiveTime;
pub use coordinator::Coordinator;
pub(crate) use deletion::Doomed;
pub(crate) use direct::Gathered;
use direct::TimeMode;
use direct::{Direct, EarlyReport};
pub(crate) use member::{MemberTime, SavedTime};
use order::OrderChoices;
pub(crate) use order::order_of;
use queue::TimeQueue;
use stall::StallWatch;
use state::TimeState;
pub(crate) use state::Traffic;
