//! Synchronization points (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::{FederateHandleSet, Service};

use crate::ambassador::FedProAmbassador;
use crate::convert::Wire;

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::register_federation_synchronization_point`.
    ///
    /// # Errors
    /// The same.
    pub fn register_federation_synchronization_point(
        &self,
        synchronization_point_label: &str,
        user_supplied_tag: &[u8],
        synchronization_set: Option<&FederateHandleSet>,
    ) -> Result<()> {
        match synchronization_set {
            None => self.tell(
                Service::RegisterFederationSynchronizationPoint,
                pb::RegisterFederationSynchronizationPointRequest {
                    synchronization_point_label: synchronization_point_label.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                },
            ),
            Some(synchronization_set) => self.tell(
                Service::RegisterFederationSynchronizationPoint,
                pb::RegisterFederationSynchronizationPointWithSetRequest {
                    synchronization_point_label: synchronization_point_label.wire(),
                    user_supplied_tag: user_supplied_tag.wire(),
                    synchronization_set: synchronization_set.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::synchronization_point_achieved`.
    ///
    /// # Errors
    /// The same.
    pub fn synchronization_point_achieved(
        &self,
        synchronization_point_label: &str,
        successfully: bool,
    ) -> Result<()> {
        self.tell(
            Service::SynchronizationPointAchieved,
            pb::SynchronizationPointAchievedRequest {
                synchronization_point_label: synchronization_point_label.wire(),
                successfully: successfully.wire(),
            },
        )
    }
}
