//! Support services (1516.1 clause 10): names and handles, switches, normalization.
//!
//! All answers come from the member's own state; no service here sends to the RTI but
//! `setAutomaticResignDirective`.

mod lookup;
mod normalize;
mod refusals;
mod switch;
mod switches;

pub(crate) use refusals::no_such_rate;
pub use switch::Switch;
