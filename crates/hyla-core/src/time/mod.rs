//! Time management (1516.1 clause 8).
//!
//! | module | what is there |
//! |---|---|
//! | [`bound`] | what a federate promises: no message below a time |
//! | `state` | one federate's time: what it may send, what it waits for; `checks` asks it |
//! | `enable`, `advance`, `lookahead`, `order`, `retraction` | the services |
//! | `queue` | time-stamped messages that wait |
//! | `coordinator` | who may advance how far: the whole calculation, without members or messages |
//! | `executive` | the coordinator at work in a federation execution |
//! | `stall` | warnings of waits that last long |
//! | `direct`, `mode` | two federates that coordinate for themselves, without the executive |
//! | `boards`, `sharing` | several, all on one host |
//! | `report`, `message` | what members and the coordinator say to each other |
//!
//! Time-stamped messages go from member to member; promises and requests go to the coordinator at the
//! executive, together with how many time-stamped messages were sent to whom. A release names those
//! counts, and a member acts on it when that many have arrived: a promise cannot overtake a message.

mod advance;
mod authority;
mod boards;
pub mod bound;
mod checks;
mod coordinator;
mod deletion;
mod direct;
mod doomed;
mod enable;
mod executive;
mod lookahead;
mod member;
mod message;
mod mode;
mod order;
mod order_choices;
mod queue;
mod report;
mod retraction;
mod sharing;
mod stall;
mod stall_watch;
mod state;

pub use bound::Bound;
pub(crate) use bound::earlier;
pub use message::{TimeRequest, TimeStanding, Waiting};
pub use report::{AdvanceKind, Asked, MessageCount, TimeNews, TimeReport};

pub(crate) use authority::ExecutiveTime;
use boards::BoardCoordination;
pub use boards::Sharer;
pub use coordinator::Coordinator;
pub(crate) use doomed::Doomed;
pub(crate) use member::{MemberTime, SavedTime};
pub(crate) use mode::Gathered;
use mode::{DirectTime, EarlyReport, TimeMode};
use order_choices::OrderChoices;
pub(crate) use order_choices::order_of;
use queue::TimeQueue;
use stall_watch::StallWatch;
use state::TimeState;
pub(crate) use state::Traffic;
