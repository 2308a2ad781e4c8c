//! The phases of a job, which federates begin together.

/// A synchronization point of the measured federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// All have joined, published, subscribed and discovered what they need.
    Ready,
    /// Warm-up, then measuring.
    Run,
    /// All have what they wait for.
    Over,
    /// All know that it is over. Who is gone before that is lost.
    Leave,
}

impl Phase {
    pub(super) const COUNT: usize = 4;
    pub(super) const ALL: [Self; Self::COUNT] = [Self::Ready, Self::Run, Self::Over, Self::Leave];

    /// Its label.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Run => "run",
            Self::Over => "over",
            Self::Leave => "leave",
        }
    }

    pub(super) fn of(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.label() == label)
    }
}
