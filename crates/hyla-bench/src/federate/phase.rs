//! The phases of a job, which federates begin together.

/// A synchronization point of the measured federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// All have joined, published, subscribed and discovered what they need.
    Ready,
    /// Warm-up, then measuring.
    Run,
    /// All have received everything. Also reached when the last one that has not is lost; the
    /// member objects show who has.
    Over,
}

impl Phase {
    pub(super) const COUNT: usize = 3;
    pub(super) const ALL: [Self; Self::COUNT] = [Self::Ready, Self::Run, Self::Over];

    /// Its label.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Run => "run",
            Self::Over => "over",
        }
    }

    pub(super) fn of(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.label() == label)
    }
}
