//! Save and restore (clause 4).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::{LogicalTime, Service};

use crate::ambassador::FedProAmbassador;
use crate::convert::Wire;

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::request_federation_save`.
    ///
    /// # Errors
    /// The same.
    pub fn request_federation_save(&self, label: &str, time: Option<LogicalTime>) -> Result<()> {
        match time {
            None => self.tell(
                Service::RequestFederationSave,
                pb::RequestFederationSaveRequest {
                    label: label.wire(),
                },
            ),
            Some(time) => self.tell(
                Service::RequestFederationSave,
                pb::RequestFederationSaveWithTimeRequest {
                    label: label.wire(),
                    time: time.wire(),
                },
            ),
        }
    }

    /// As `hyla_lrc::RtiAmbassador::federate_save_begun`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_save_begun(&self) -> Result<()> {
        self.tell(Service::FederateSaveBegun, pb::FederateSaveBegunRequest {})
    }

    /// As `hyla_lrc::RtiAmbassador::federate_save_complete`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_save_complete(&self) -> Result<()> {
        self.tell(
            Service::FederateSaveComplete,
            pb::FederateSaveCompleteRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::federate_save_not_complete`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_save_not_complete(&self) -> Result<()> {
        self.tell(
            Service::FederateSaveNotComplete,
            pb::FederateSaveNotCompleteRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::abort_federation_save`.
    ///
    /// # Errors
    /// The same.
    pub fn abort_federation_save(&self) -> Result<()> {
        self.tell(
            Service::AbortFederationSave,
            pb::AbortFederationSaveRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_federation_save_status`.
    ///
    /// # Errors
    /// The same.
    pub fn query_federation_save_status(&self) -> Result<()> {
        self.tell(
            Service::QueryFederationSaveStatus,
            pb::QueryFederationSaveStatusRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::request_federation_restore`.
    ///
    /// # Errors
    /// The same.
    pub fn request_federation_restore(&self, label: &str) -> Result<()> {
        self.tell(
            Service::RequestFederationRestore,
            pb::RequestFederationRestoreRequest {
                label: label.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::federate_restore_complete`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_restore_complete(&self) -> Result<()> {
        self.tell(
            Service::FederateRestoreComplete,
            pb::FederateRestoreCompleteRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::federate_restore_not_complete`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_restore_not_complete(&self) -> Result<()> {
        self.tell(
            Service::FederateRestoreNotComplete,
            pb::FederateRestoreNotCompleteRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::abort_federation_restore`.
    ///
    /// # Errors
    /// The same.
    pub fn abort_federation_restore(&self) -> Result<()> {
        self.tell(
            Service::AbortFederationRestore,
            pb::AbortFederationRestoreRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_federation_restore_status`.
    ///
    /// # Errors
    /// The same.
    pub fn query_federation_restore_status(&self) -> Result<()> {
        self.tell(
            Service::QueryFederationRestoreStatus,
            pb::QueryFederationRestoreStatusRequest {},
        )
    }
}
