//! Ownership management (1516.1 clause 7).
//!
//! The executive decides who gets what ([`OwnershipTable`] is its word, spread by the control log).
//! What a federate gives up it gives up at once; what it gains it owns from the callback on. Its
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
mod offers;
mod query;
mod record;
mod settlement;
mod state;
mod table;

use authority::Transfers;
pub(crate) use dealings::Due;
pub(crate) use record::ExecutiveOwnership;
pub(crate) use state::MemberOwnership;
pub use table::OwnershipTable;
