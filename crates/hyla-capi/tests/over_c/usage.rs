//! Services and callbacks that an ambassador has used.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hyla_types::{ExceptionKind, Service};

/// Counts of successes and the exceptions raised, as [`hyla_lrc::ServiceUsage`] has them, counted on this side
/// of the border.
pub(crate) struct Usage {
    successes: Box<[AtomicU64]>,
    raised: Mutex<BTreeSet<(Service, ExceptionKind)>>,
}

impl Default for Usage {
    fn default() -> Self {
        Self {
            successes: (0..Service::COUNT).map(|_| AtomicU64::new(0)).collect(),
            raised: Mutex::default(),
        }
    }
}

impl Usage {
    pub(super) fn count(&self, service: Service) {
        self.successes[service.index()].fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn note(&self, service: Service, kind: ExceptionKind) {
        self.raised.lock().unwrap().insert((service, kind));
    }

    /// How often the service returned without an exception, or the callback was delivered.
    pub(crate) fn successes(&self, service: Service) -> u64 {
        self.successes[service.index()].load(Ordering::Relaxed)
    }

    /// The exceptions that services raised.
    pub(crate) fn raised(&self) -> Vec<(Service, ExceptionKind)> {
        self.raised.lock().unwrap().iter().copied().collect()
    }
}
