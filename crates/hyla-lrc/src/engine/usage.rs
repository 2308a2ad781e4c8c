//! How often each service and callback succeeded, and what the services refused with: cheap enough to
//! stay on.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use hyla_types::{ExceptionKind, Service};

/// Counts of successful invocations, one for each row of the table of services, and the exceptions
/// that were raised. Only a service that fails takes the lock.
#[derive(Debug)]
pub struct ServiceUsage {
    successes: Box<[AtomicU64]>,
    raised: Mutex<BTreeSet<(Service, ExceptionKind)>>,
}

impl ServiceUsage {
    pub(crate) fn new() -> Self {
        Self {
            successes: (0..Service::COUNT).map(|_| AtomicU64::new(0)).collect(),
            raised: Mutex::default(),
        }
    }

    /// One more. Under the lock of the core, or of the federate if it is a callback: one thread at a time counts a
    /// service, and needs no exchange for that.
    pub(crate) fn count(&self, service: Service) {
        let counted = &self.successes[service.index()];
        counted.store(counted.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    pub(crate) fn note(&self, service: Service, raised: ExceptionKind) {
        self.raised
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert((service, raised));
    }

    /// How often the service returned without an exception, or the callback was delivered.
    #[must_use]
    pub fn successes(&self, service: Service) -> u64 {
        self.successes[service.index()].load(Ordering::Relaxed)
    }

    /// The exceptions that the services raised, as the federate saw them, in the order of the table of
    /// services.
    #[must_use]
    pub fn raised(&self) -> Vec<(Service, ExceptionKind)> {
        self.raised
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .copied()
            .collect()
    }
}
