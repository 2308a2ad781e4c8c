//! Save and restore (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;
use hyla_types::Service;

use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::RequestFederationSaveRequest {
    type Response = fp::RequestFederationSaveResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.request_federation_save(&self.label, None)?;
        Ok(fp::RequestFederationSaveResponse {})
    }
}

impl Serve for fp::RequestFederationSaveWithTimeRequest {
    type Response = fp::RequestFederationSaveWithTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::RequestFederationSave, &self.time)?;
        services
            .rti
            .request_federation_save(&self.label, Some(time))?;
        Ok(fp::RequestFederationSaveWithTimeResponse {})
    }
}

impl Serve for fp::FederateSaveBegunRequest {
    type Response = fp::FederateSaveBegunResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.federate_save_begun()?;
        Ok(fp::FederateSaveBegunResponse {})
    }
}

impl Serve for fp::FederateSaveCompleteRequest {
    type Response = fp::FederateSaveCompleteResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.federate_save_complete()?;
        Ok(fp::FederateSaveCompleteResponse {})
    }
}

impl Serve for fp::FederateSaveNotCompleteRequest {
    type Response = fp::FederateSaveNotCompleteResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.federate_save_not_complete()?;
        Ok(fp::FederateSaveNotCompleteResponse {})
    }
}

impl Serve for fp::AbortFederationSaveRequest {
    type Response = fp::AbortFederationSaveResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.abort_federation_save()?;
        Ok(fp::AbortFederationSaveResponse {})
    }
}

impl Serve for fp::QueryFederationSaveStatusRequest {
    type Response = fp::QueryFederationSaveStatusResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.query_federation_save_status()?;
        Ok(fp::QueryFederationSaveStatusResponse {})
    }
}

impl Serve for fp::RequestFederationRestoreRequest {
    type Response = fp::RequestFederationRestoreResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.request_federation_restore(&self.label)?;
        Ok(fp::RequestFederationRestoreResponse {})
    }
}

impl Serve for fp::FederateRestoreCompleteRequest {
    type Response = fp::FederateRestoreCompleteResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.federate_restore_complete()?;
        Ok(fp::FederateRestoreCompleteResponse {})
    }
}

impl Serve for fp::FederateRestoreNotCompleteRequest {
    type Response = fp::FederateRestoreNotCompleteResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.federate_restore_not_complete()?;
        Ok(fp::FederateRestoreNotCompleteResponse {})
    }
}

impl Serve for fp::AbortFederationRestoreRequest {
    type Response = fp::AbortFederationRestoreResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.abort_federation_restore()?;
        Ok(fp::AbortFederationRestoreResponse {})
    }
}

impl Serve for fp::QueryFederationRestoreStatusRequest {
    type Response = fp::QueryFederationRestoreStatusResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.query_federation_restore_status()?;
        Ok(fp::QueryFederationRestoreStatusResponse {})
    }
}
