//! Services and callbacks that a client has used.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use hyla_types::{ExceptionKind, Service};

/// Counts of successes and the exceptions raised, as `hyla_lrc::ServiceUsage` has them.
#[derive(Debug)]
pub struct Usage {
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
    pub(crate) fn count(&self, service: Service) {
        self.successes[service.index()].fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note(&self, service: Service, kind: ExceptionKind) {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.insert((service, kind));
    }

    /// How often the service returned without an exception, or the callback was delivered.
    #[must_use]
    pub fn successes(&self, service: Service) -> u64 {
        self.successes[service.index()].load(Ordering::Relaxed)
    }

    /// The exceptions that services raised.
    #[must_use]
    pub fn raised(&self) -> Vec<(Service, ExceptionKind)> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.iter().copied().collect()
    }
}
