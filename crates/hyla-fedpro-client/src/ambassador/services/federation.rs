//! Federation management (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::Service;

use crate::ambassador::FedProAmbassador;
use crate::convert::Wire;

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::destroy_federation_execution`.
    ///
    /// # Errors
    /// The same.
    pub fn destroy_federation_execution(&self, federation_name: &str) -> Result<()> {
        self.tell(
            Service::DestroyFederationExecution,
            pb::DestroyFederationExecutionRequest {
                federation_name: federation_name.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::list_federation_executions`.
    ///
    /// # Errors
    /// The same.
    pub fn list_federation_executions(&self) -> Result<()> {
        self.tell(
            Service::ListFederationExecutions,
            pb::ListFederationExecutionsRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::list_federation_execution_members`.
    ///
    /// # Errors
    /// The same.
    pub fn list_federation_execution_members(&self, federation_name: &str) -> Result<()> {
        self.tell(
            Service::ListFederationExecutionMembers,
            pb::ListFederationExecutionMembersRequest {
                federation_name: federation_name.wire(),
            },
        )
    }
}
