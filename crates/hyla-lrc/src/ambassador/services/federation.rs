//! Federation management (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::Service;

use crate::RtiAmbassador;
use crate::engine::Blocking;

impl RtiAmbassador {
    /// `destroyFederationExecution` (4.6).
    ///
    /// Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect
    /// later, or answers with the last known value.
    ///
    /// # Errors
    /// `FederatesCurrentlyJoined`, `FederationExecutionDoesNotExist`, `Unauthorized` (2025); and
    /// those of every service.
    pub fn destroy_federation_execution(&self, federation_name: &str) -> Result<()> {
        self.engine().ask(
            Service::DestroyFederationExecution,
            Blocking::Anywhere,
            &[&federation_name],
            |member, links| member.destroy_federation_execution(federation_name, links),
        )?;
        Ok(())
    }

    /// `listFederationExecutions` (4.7). The answer comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn list_federation_executions(&self) -> Result<()> {
        self.engine()
            .call(Service::ListFederationExecutions, &[], |member, links| {
                member.list_federation_executions(links)
            })
    }

    /// `listFederationExecutionMembers` (4.9, 2025). The answer comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn list_federation_execution_members(&self, federation_name: &str) -> Result<()> {
        self.engine().call(
            Service::ListFederationExecutionMembers,
            &[&federation_name],
            |member, links| member.list_federation_execution_members(federation_name, links),
        )
    }
}
