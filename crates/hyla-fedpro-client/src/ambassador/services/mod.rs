//! The services that their signatures determine, by the groups of the standard.
//!
//! Written by `make faces` from the table of services.

mod ddm;
mod declaration;
mod federation;
mod object;
mod ownership;
mod saving;
mod support;
mod switches;
mod synchronization;
mod time;
