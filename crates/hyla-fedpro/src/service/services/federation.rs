//! Federation management (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;

use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::DestroyFederationExecutionRequest {
    type Response = fp::DestroyFederationExecutionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .destroy_federation_execution(&self.federation_name)?;
        Ok(fp::DestroyFederationExecutionResponse {})
    }
}

impl Serve for fp::ListFederationExecutionsRequest {
    type Response = fp::ListFederationExecutionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.list_federation_executions()?;
        Ok(fp::ListFederationExecutionsResponse {})
    }
}

impl Serve for fp::ListFederationExecutionMembersRequest {
    type Response = fp::ListFederationExecutionMembersResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .list_federation_execution_members(&self.federation_name)?;
        Ok(fp::ListFederationExecutionMembersResponse {})
    }
}
