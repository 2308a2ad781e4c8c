//! How often each service and callback succeeded: cheap enough to stay on.

use std::sync::atomic::{AtomicU64, Ordering};

use hyla_types::Service;

/// Counts of successful invocations, one for each row of the table of services.
#[derive(Debug)]
pub struct ServiceUsage(Box<[AtomicU64]>);

impl ServiceUsage {
    pub(crate) fn new() -> Self {
        Self((0..Service::COUNT).map(|_| AtomicU64::new(0)).collect())
    }

    pub(crate) fn count(&self, service: Service) {
        self.0[service.index()].fetch_add(1, Ordering::Relaxed);
    }

    /// How often the service returned without an exception, or the callback was delivered.
    #[must_use]
    pub fn successes(&self, service: Service) -> u64 {
        self.0[service.index()].load(Ordering::Relaxed)
    }
}
