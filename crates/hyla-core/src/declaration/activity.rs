//! How a federate subscribes.

/// Whether a subscription counts for advisories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// The subscription counts.
    Active,
    /// Data is delivered all the same, without advisories to publishers.
    Passive,
}

/// How far a directed subscription reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectedScope {
    /// Instances of which the federate owns an attribute.
    Owned,
    /// Every instance that the federate knows (`universally`).
    Universal,
}
