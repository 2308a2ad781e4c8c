//! Federation management (1516.1 clause 4): executions, joining, resigning, synchronization points.

mod executive;
mod member;
mod modules;
mod synchronization;

pub(crate) use modules::{Models, merged};
pub(crate) use synchronization::SynchronizationPoint;
