//! Federation management (1516.1 clause 4): executions, joining, resigning, synchronization points,
//! save and restore.

mod executive;
mod identity;
mod member;
mod modules;
mod points;
mod saving;
mod synchronization;

pub(crate) use identity::{ExecutionIdentity, Identity};
pub(crate) use modules::{Extension, Models, ModuleText, merged};
pub(crate) use points::{AnnouncedPoints, PointProgress, SynchronizationPoint};
pub(crate) use saving::{Coordination, Participation, Phase};
pub use saving::{SaveFile, StorageOutcome, StorageRequest, StorageTicket, WriteStep};
