//! What goes wrong in a world: faults that a federation must survive, and sabotage that the judge
//! must notice.

use crate::network::ProcessId;

/// A fault of the plan, drawn when its time has come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// The process is killed.
    Crash(ProcessId),
    /// Its connection to the RTI breaks.
    Sever(ProcessId),
    /// It stands still for a while and keeps what arrives.
    Pause(ProcessId, u64),
}

/// A faulty driver, to prove that the judge can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// Now and then a data frame is not sent.
    DropFrame,
    /// Now and then a data frame is sent twice.
    DoubleFrame,
    /// Now and then two data frames of one stream change places.
    SwapFrames,
    /// What was known of an instance is delivered again after its removal.
    RepeatAfterRemove,
    /// Now and then an entry of the control log does not arrive.
    LoseLogEntry,
}
