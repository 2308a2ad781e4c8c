//! Synchronization points (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::{FederateHandleSet, Service};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). Without a set, or
    /// with an empty one, all joined federates take part, and those that join before the point is
    /// complete. The outcome comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InvalidFederateHandle`; and those of every service.
    pub fn register_federation_synchronization_point(
        &self,
        synchronization_point_label: &str,
        user_supplied_tag: &[u8],
        synchronization_set: Option<&FederateHandleSet>,
    ) -> Result<()> {
        self.engine().call(
            Service::RegisterFederationSynchronizationPoint,
            &[
                &synchronization_point_label,
                &user_supplied_tag,
                &synchronization_set,
            ],
            |member, links| {
                member.register_federation_synchronization_point(
                    synchronization_point_label,
                    user_supplied_tag,
                    synchronization_set,
                    links,
                )
            },
        )
    }

    /// `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025). A label that was not announced
    /// to this federate, or that it has achieved already, is refused.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `SynchronizationPointLabelNotAnnounced`; and those of every service.
    pub fn synchronization_point_achieved(
        &self,
        synchronization_point_label: &str,
        successfully: bool,
    ) -> Result<()> {
        self.engine().call(
            Service::SynchronizationPointAchieved,
            &[&synchronization_point_label, &successfully],
            |member, links| {
                member.synchronization_point_achieved(
                    synchronization_point_label,
                    successfully,
                    links,
                )
            },
        )
    }
}
