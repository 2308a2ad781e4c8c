//! State that all tasks of a server share.

use std::sync::Arc;

use hyla_settings::FedProSettings;
use tokio_rustls::TlsAcceptor;

use super::counters::Counters;
use super::registry::Registry;
use super::threads::CallThreads;
use crate::session::{Bound, CallRate, Limits};

/// State that all tasks of a server share.
pub(crate) struct Shared<M> {
    pub(crate) settings: FedProSettings,
    pub(crate) limits: Limits,
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) threads: CallThreads,
    pub(crate) maker: M,
}

/// The limits of a session as the settings have them.
pub(crate) fn limits(settings: &FedProSettings) -> Limits {
    let usual = Limits::default();
    Limits {
        waiting: Bound {
            bytes: settings.drop_bytes,
            ..usual.waiting
        },
        waiting_most: Bound {
            bytes: settings.hold_bytes,
            ..usual.waiting_most
        },
        history: Bound {
            bytes: settings.history_bytes,
            ..usual.history
        },
        call_rate: CallRate {
            per_second: u32::try_from(settings.calls_per_second).unwrap_or(0),
            ..usual.call_rate
        },
        silence: settings.silence,
        stall: settings.stall,
        resume: settings.resume,
        resume_silent: settings.resume_silent,
        ..usual
    }
}
