//! Synchronization points (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;

use crate::convert::Field;
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::RegisterFederationSynchronizationPointRequest {
    type Response = fp::RegisterFederationSynchronizationPointResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.register_federation_synchronization_point(
            &self.synchronization_point_label,
            &self.user_supplied_tag,
            None,
        )?;
        Ok(fp::RegisterFederationSynchronizationPointResponse {})
    }
}

impl Serve for fp::RegisterFederationSynchronizationPointWithSetRequest {
    type Response = fp::RegisterFederationSynchronizationPointWithSetResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.register_federation_synchronization_point(
            &self.synchronization_point_label,
            &self.user_supplied_tag,
            Some(&self.synchronization_set.value()),
        )?;
        Ok(fp::RegisterFederationSynchronizationPointWithSetResponse {})
    }
}

impl Serve for fp::SynchronizationPointAchievedRequest {
    type Response = fp::SynchronizationPointAchievedResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .synchronization_point_achieved(&self.synchronization_point_label, self.successfully)?;
        Ok(fp::SynchronizationPointAchievedResponse {})
    }
}
