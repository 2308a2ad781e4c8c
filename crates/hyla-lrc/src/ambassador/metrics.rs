//! What channels have done, for tools and for the federate itself. No services of the standard.

use hyla_core::Result;
use hyla_core::message::Reply;
use hyla_core::metrics::{FederationMetrics, MemberMetrics};
use hyla_types::{Exception, ExceptionKind, Service};

use super::RtiAmbassador;
use crate::engine::Blocking;

impl RtiAmbassador {
    /// What the channels of all members of a federation execution have done (`docs/metrics.md`): for tools. The
    /// RTI asks the members; those that do not answer within half a second are left out. From here on
    /// each of them samples for a minute how long its channels take.
    ///
    /// # Errors
    /// `NotConnected`; `RTIinternalError` if there is no such execution.
    pub fn metrics(&self, federation: &str) -> Result<FederationMetrics> {
        let reply = self.engine().ask(
            Service::ListFederationExecutions,
            Blocking::Anywhere,
            &[&federation],
            |member, links| member.metrics(federation, links),
        )?;
        match reply {
            Reply::Metrics(metrics) => Ok(*metrics),
            other => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("the RTI answered {other:?}"),
            )),
        }
    }

    /// Counters of the channels of this ambassador. Local: sends nothing; takes the lock of each channel briefly.
    #[must_use]
    pub fn own_metrics(&self) -> MemberMetrics {
        self.engine().core().links.gather()
    }
}
