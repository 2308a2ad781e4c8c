//! Synchronization points (clauses 4.11 to 4.15 in 2010, 4.14 to 4.18 in 2025).

use hyla_core::Result;
use hyla_types::{FederateHandleSet, Service};

use super::RtiAmbassador;

impl RtiAmbassador {
    /// `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). Without a set, or with
    /// an empty one, all joined federates take part and those that join before the point is complete.
    /// The outcome comes as callback.
    ///
    /// # Errors
    /// `InvalidFederateHandle` if the set holds zero.
    pub fn register_federation_synchronization_point(
        &self,
        label: &str,
        tag: &[u8],
        set: Option<&FederateHandleSet>,
    ) -> Result<()> {
        let everyone = FederateHandleSet::default();
        let set = set.unwrap_or(&everyone);
        self.engine().call(
            Service::RegisterFederationSynchronizationPoint,
            &[&label, &tag, &set],
            |member, links| {
                member.register_federation_synchronization_point(label, tag, set, links)
            },
        )
    }

    /// `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025).
    ///
    /// # Errors
    /// `SynchronizationPointLabelNotAnnounced` if this federate was not told of the label, or has
    /// achieved it already.
    pub fn synchronization_point_achieved(&self, label: &str, successfully: bool) -> Result<()> {
        self.engine().call(
            Service::SynchronizationPointAchieved,
            &[&label, &successfully],
            |member, links| member.synchronization_point_achieved(label, successfully, links),
        )
    }
}
