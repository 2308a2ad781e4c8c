//! Save and restore (clauses 4.16 to 4.32 in 2010, 4.19 to 4.35 in 2025).

use hyla_core::Result;
use hyla_types::{LogicalTime, Service};

use super::RtiAmbassador;

impl RtiAmbassador {
    /// `requestFederationSave` (4.16 in 2010, 4.19 in 2025), at once or at a time. Every member is
    /// told to save, the caller too. A request that has not led to a save yet is replaced by a later
    /// one.
    ///
    /// # Errors
    /// `SaveInProgress`, `RestoreInProgress`; with a time also `InvalidLogicalTime`,
    /// `FederateUnableToUseTime`, `LogicalTimeAlreadyPassed`.
    pub fn request_federation_save(&self, label: &str, time: Option<LogicalTime>) -> Result<()> {
        self.engine().call(
            Service::RequestFederationSave,
            &[&label, &time],
            |member, links| member.request_federation_save(label, time, links),
        )
    }

    /// `federateSaveBegun` (4.18 in 2010, 4.21 in 2025).
    ///
    /// # Errors
    /// `SaveNotInitiated`, `RestoreInProgress`.
    pub fn federate_save_begun(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateSaveBegun, &[], |member, links| {
                member.federate_save_begun(links)
            })
    }

    /// `federateSaveComplete` (4.19 in 2010, 4.22 in 2025).
    ///
    /// # Errors
    /// `FederateHasNotBegunSave`, `RestoreInProgress`.
    pub fn federate_save_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateSaveComplete, &[], |member, links| {
                member.federate_save_ended(true, links)
            })
    }

    /// `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
    ///
    /// # Errors
    /// `FederateHasNotBegunSave`, `RestoreInProgress`.
    pub fn federate_save_not_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateSaveNotComplete, &[], |member, links| {
                member.federate_save_ended(false, links)
            })
    }

    /// `abortFederationSave` (4.21 in 2010, 4.24 in 2025). A save that the RTI is storing already is
    /// not given up any more.
    ///
    /// # Errors
    /// `SaveNotInProgress`.
    pub fn abort_federation_save(&self) -> Result<()> {
        self.engine()
            .call(Service::AbortFederationSave, &[], |member, links| {
                member.abort_federation_save(links)
            })
    }

    /// `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025); the answer comes as callback.
    ///
    /// # Errors
    /// `RestoreInProgress`.
    pub fn query_federation_save_status(&self) -> Result<()> {
        self.engine()
            .call(Service::QueryFederationSaveStatus, &[], |member, links| {
                member.query_federation_save_status(links)
            })
    }

    /// `requestFederationRestore` (4.24 in 2010, 4.27 in 2025); whether it is granted comes as
    /// callback. It is if there is such a save of this federation and as many federates of each type
    /// are joined as were saved.
    ///
    /// # Errors
    /// `SaveInProgress`, `RestoreInProgress`.
    pub fn request_federation_restore(&self, label: &str) -> Result<()> {
        self.engine().call(
            Service::RequestFederationRestore,
            &[&label],
            |member, links| member.request_federation_restore(label, links),
        )
    }

    /// `federateRestoreComplete` (4.28 in 2010, 4.31 in 2025).
    ///
    /// # Errors
    /// `RestoreNotRequested`, `SaveInProgress`.
    pub fn federate_restore_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateRestoreComplete, &[], |member, links| {
                member.federate_restore_ended(true, links)
            })
    }

    /// `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
    ///
    /// # Errors
    /// `RestoreNotRequested`, `SaveInProgress`.
    pub fn federate_restore_not_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateRestoreNotComplete, &[], |member, links| {
                member.federate_restore_ended(false, links)
            })
    }

    /// `abortFederationRestore` (4.30 in 2010, 4.33 in 2025): the federation goes on as it was before.
    ///
    /// # Errors
    /// `RestoreNotInProgress`.
    pub fn abort_federation_restore(&self) -> Result<()> {
        self.engine()
            .call(Service::AbortFederationRestore, &[], |member, links| {
                member.abort_federation_restore(links)
            })
    }

    /// `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025); the answer comes as callback.
    ///
    /// # Errors
    /// `SaveInProgress`.
    pub fn query_federation_restore_status(&self) -> Result<()> {
        self.engine().call(
            Service::QueryFederationRestoreStatus,
            &[],
            |member, links| member.query_federation_restore_status(links),
        )
    }
}
