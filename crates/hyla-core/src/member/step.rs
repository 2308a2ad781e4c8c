//! Steps of delivery.

use hyla_types::ObjectInstanceHandle;

use crate::callback::Callback;

/// One step of delivery.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // boxing would allocate for each callback
pub enum Step<'a> {
    /// Hand this to the federate, then step again.
    Callback(Callback<'a>),
    /// Nothing for the federate in this step; step again.
    Again,
    /// Nothing is due.
    Idle,
}

/// Outcome of interpreting one data frame.
#[allow(clippy::large_enum_variant)] // as above
pub(crate) enum Resolved<'a> {
    /// No callback.
    Nothing,
    /// A callback.
    Callback(Callback<'a>),
    /// Follow-ups come first, then the same frame again.
    AfterFollowUps,
    /// These may be discovered next, one after the other: what the federate does in between counts.
    Discoverable(Vec<ObjectInstanceHandle>),
}
