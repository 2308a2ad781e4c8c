//! The services that their signatures determine, by the groups of the standard.
//!
//! Written by `make faces` from the table of services.

mod callback_control;
mod ddm;
mod declaration;
mod decode;
mod federation;
mod object;
mod ownership;
mod saving;
mod support;
mod switches;
mod synchronization;
mod time;

pub use callback_control::*;
pub use ddm::*;
pub use declaration::*;
pub use decode::*;
pub use federation::*;
pub use object::*;
pub use ownership::*;
pub use saving::*;
pub use support::*;
pub use switches::*;
pub use synchronization::*;
pub use time::*;
