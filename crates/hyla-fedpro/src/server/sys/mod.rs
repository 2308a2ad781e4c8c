//! The part of the server that differs between systems: how a session's task waits for the sockets of its federate.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use elsewhere::{MemberIo, Watchable, Watched, io};
#[cfg(unix)]
pub(crate) use unix::{MemberIo, Watchable, Watched, io};
