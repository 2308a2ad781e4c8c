//! Stand-in for systems without real-time support: refuses every request.

use std::io::{self, ErrorKind};

use crate::Scheduling;

pub(crate) fn run_on(_: &[usize]) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(crate) fn cpus() -> io::Result<Vec<usize>> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn schedule(scheduling: Scheduling) -> io::Result<()> {
    match scheduling {
        Scheduling::Normal => Ok(()),
        _ => Err(ErrorKind::Unsupported.into()),
    }
}

pub(super) fn scheduling() -> io::Result<Scheduling> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn lock_all() -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn lock(_: &[u8]) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn unlock(_: &[u8]) {}
