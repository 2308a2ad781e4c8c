//! Ownership management (1516.1 clause 7).
//!
//! The executive decides on owners ([`OwnershipTable`] has its decisions, distributed by the control log).
//! A federate loses attributes at once when it gives them up; it owns gained ones from the callback on. Its
//! member knows the acquisitions that the executive has reported, so that services which must answer
//! inside a callback need no round trip; a cancellation therefore counts only once the owner's member
//! has taken note of it.

mod acquire;
mod arrival;
mod ask;
mod authority;
mod dealings;
mod departure;
mod divest;
mod executive;
mod forced;
mod kept;
mod offers;
mod query;
mod record;
mod settlement;
mod state;
mod table;

use authority::Transfers;
pub(crate) use dealings::Due;
pub(crate) use forced::Modification;
pub(crate) use record::ExecutiveOwnership;
pub(crate) use state::MemberOwnership;
pub use table::OwnershipTable;
