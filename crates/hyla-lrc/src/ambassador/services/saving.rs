//! Save and restore (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::{LogicalTime, Service};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `requestFederationSave` (4.16 in 2010, 4.19 in 2025). At once or at a time. Every federate
    /// gets the callback to save, the caller too. A later request replaces one that has not led to
    /// a save yet.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `FederateUnableToUseTime`; and those of
    /// every service.
    pub fn request_federation_save(&self, label: &str, time: Option<LogicalTime>) -> Result<()> {
        self.engine().call(
            Service::RequestFederationSave,
            &[&label, &time],
            |member, links| member.request_federation_save(label, time, links),
        )
    }

    /// `federateSaveBegun` (4.18 in 2010, 4.21 in 2025).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `SaveNotInitiated`; and those of every service.
    pub fn federate_save_begun(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateSaveBegun, &[], |member, links| {
                member.federate_save_begun(links)
            })
    }

    /// `federateSaveComplete` (4.19 in 2010, 4.22 in 2025).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `FederateHasNotBegunSave`; and those of every service.
    pub fn federate_save_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateSaveComplete, &[], |member, links| {
                member.federate_save_ended(true, links)
            })
    }

    /// `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `FederateHasNotBegunSave`; and those of every service.
    pub fn federate_save_not_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateSaveNotComplete, &[], |member, links| {
                member.federate_save_ended(false, links)
            })
    }

    /// `abortFederationSave` (4.21 in 2010, 4.24 in 2025). The RTI does not give up a save that it
    /// is storing already.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `SaveNotInProgress`; and those of every service.
    pub fn abort_federation_save(&self) -> Result<()> {
        self.engine()
            .call(Service::AbortFederationSave, &[], |member, links| {
                member.abort_federation_save(links)
            })
    }

    /// `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025). The answer comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_federation_save_status(&self) -> Result<()> {
        self.engine()
            .call(Service::QueryFederationSaveStatus, &[], |member, links| {
                member.query_federation_save_status(links)
            })
    }

    /// `requestFederationRestore` (4.24 in 2010, 4.27 in 2025). A callback says whether it is
    /// granted: if there is such a save of this federation, and as many federates of each type are
    /// joined as were saved.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn request_federation_restore(&self, label: &str) -> Result<()> {
        self.engine().call(
            Service::RequestFederationRestore,
            &[&label],
            |member, links| member.request_federation_restore(label, links),
        )
    }

    /// `federateRestoreComplete` (4.28 in 2010, 4.31 in 2025).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `RestoreNotRequested`; and those of every service.
    pub fn federate_restore_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateRestoreComplete, &[], |member, links| {
                member.federate_restore_ended(true, links)
            })
    }

    /// `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `RestoreNotRequested`; and those of every service.
    pub fn federate_restore_not_complete(&self) -> Result<()> {
        self.engine()
            .call(Service::FederateRestoreNotComplete, &[], |member, links| {
                member.federate_restore_ended(false, links)
            })
    }

    /// `abortFederationRestore` (4.30 in 2010, 4.33 in 2025). The federation goes on as it was
    /// before.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `RestoreNotInProgress`; and those of every service.
    pub fn abort_federation_restore(&self) -> Result<()> {
        self.engine()
            .call(Service::AbortFederationRestore, &[], |member, links| {
                member.abort_federation_restore(links)
            })
    }

    /// `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025). The answer comes as a callback.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_federation_restore_status(&self) -> Result<()> {
        self.engine().call(
            Service::QueryFederationRestoreStatus,
            &[],
            |member, links| member.query_federation_restore_status(links),
        )
    }
}
