//! The services of saves and restores.

use hyla_types::{Exception, ExceptionKind, LogicalTime};

use super::Phase;
use super::ask::ask;
use super::participation::{RestorePhase, SavePhase};
use crate::Result;
use crate::executive::check_text;
use crate::member::{Joined, Member};
use crate::message::FederationRequest;
use crate::outbox::Outbox;

impl Member {
    /// `requestFederationSave` (4.16 in 2010, 4.19 in 2025). A request that has not led to a save yet
    /// is replaced by a later one.
    ///
    /// # Errors
    /// With a time: `InvalidLogicalTime`, `FederateUnableToUseTime`, `LogicalTimeAlreadyPassed`. `RTIinternalError` for a label beyond
    /// 4096 bytes.
    pub fn request_federation_save(
        &mut self,
        label: &str,
        time: Option<LogicalTime>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        check_text("the label", label)?;
        if let Some(time) = time {
            joined.check_save_time(time)?;
            joined.participation.quiet_about_time = true;
        }
        joined.participation.save_requested = true;
        let label = label.to_owned();
        ask(FederationRequest::RequestSave { label, time }, out);
        Ok(())
    }

    /// `federateSaveBegun` (4.18 in 2010, 4.21 in 2025).
    ///
    /// # Errors
    /// `SaveNotInitiated` unless the federate was asked to save and has not begun.
    pub fn federate_save_begun(&mut self, out: &mut dyn Outbox) -> Result<()> {
        let joined = self.joined()?;
        if joined.participation.phase != Phase::Saving(SavePhase::Told) {
            return Err(Exception::new(
                ExceptionKind::SaveNotInitiated,
                "this federate was not told to save, or has begun already",
            ));
        }
        joined.participation.phase = Phase::Saving(SavePhase::Begun);
        let round = joined.participation.saving;
        ask(FederationRequest::SaveBegun { round }, out);
        Ok(())
    }

    /// `federateSaveComplete` and `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
    ///
    /// # Errors
    /// `FederateHasNotBegunSave`.
    pub fn federate_save_ended(&mut self, successfully: bool, out: &mut dyn Outbox) -> Result<()> {
        let joined = self.joined()?;
        if joined.participation.phase != Phase::Saving(SavePhase::Begun) {
            return Err(Exception::new(
                ExceptionKind::FederateHasNotBegunSave,
                "this federate has not said that it begins to save",
            ));
        }
        joined.participation.phase = Phase::Saving(SavePhase::Answered);
        let round = joined.participation.saving;
        let ended = FederationRequest::SaveEnded {
            round,
            successfully,
        };
        ask(ended, out);
        Ok(())
    }

    /// `abortFederationSave` (4.21 in 2010, 4.24 in 2025).
    ///
    /// # Errors
    /// `SaveNotInProgress` if none is asked for or going on.
    pub fn abort_federation_save(&mut self, out: &mut dyn Outbox) -> Result<()> {
        let participation = &self.joined()?.participation;
        if !participation.save_requested && !matches!(participation.phase, Phase::Saving(_)) {
            return Err(Exception::new(
                ExceptionKind::SaveNotInProgress,
                "no save has been requested",
            ));
        }
        ask(FederationRequest::AbortSave, out);
        Ok(())
    }

    /// `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025); the answer comes as callback.
    ///
    /// # Errors
    /// Only those of every service of a joined federate.
    pub fn query_federation_save_status(&mut self, out: &mut dyn Outbox) -> Result<()> {
        self.joined()?;
        ask(FederationRequest::QuerySaveStatus, out);
        Ok(())
    }

    /// `requestFederationRestore` (4.24 in 2010, 4.27 in 2025); whether it is granted comes as callback.
    ///
    /// # Errors
    /// `RTIinternalError` for a label of more than 4096 bytes; those of every service of a joined federate.
    pub fn request_federation_restore(&mut self, label: &str, out: &mut dyn Outbox) -> Result<()> {
        self.joined()?;
        check_text("a label", label)?;
        let label = label.to_owned();
        ask(FederationRequest::RequestRestore { label }, out);
        Ok(())
    }

    /// `federateRestoreComplete` and `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
    ///
    /// # Errors
    /// `RestoreNotRequested` unless the federate was asked to restore and has not answered.
    pub fn federate_restore_ended(
        &mut self,
        successfully: bool,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        if joined.participation.phase != Phase::Restoring(RestorePhase::Told) {
            return Err(Exception::new(
                ExceptionKind::RestoreNotRequested,
                "this federate was not told what to restore, or has answered already",
            ));
        }
        joined.participation.phase = Phase::Restoring(RestorePhase::Answered);
        ask(FederationRequest::RestoreEnded { successfully }, out);
        Ok(())
    }

    /// `abortFederationRestore` (4.30 in 2010, 4.33 in 2025).
    ///
    /// # Errors
    /// `RestoreNotInProgress`.
    pub fn abort_federation_restore(&mut self, out: &mut dyn Outbox) -> Result<()> {
        let participation = &self.joined()?.participation;
        if participation.restore.is_none() && !matches!(participation.phase, Phase::Restoring(_)) {
            return Err(Exception::new(
                ExceptionKind::RestoreNotInProgress,
                "no restore is going on",
            ));
        }
        ask(FederationRequest::AbortRestore, out);
        Ok(())
    }

    /// `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025); the answer comes as callback.
    ///
    /// # Errors
    /// Only those of every service of a joined federate.
    pub fn query_federation_restore_status(&mut self, out: &mut dyn Outbox) -> Result<()> {
        self.joined()?;
        ask(FederationRequest::QueryRestoreStatus, out);
        Ok(())
    }
}

impl Joined {
    /// Whether a save can be asked for at that time: no constrained federate can have passed it as long
    /// as this one has not promised to send nothing for it.
    fn check_save_time(&self, time: LogicalTime) -> Result<()> {
        self.check_time(time)?;
        if !self.time.is_regulating() {
            return Err(Exception::new(
                ExceptionKind::FederateUnableToUseTime,
                format!("{} does not regulate time", self.identity.name()),
            ));
        }
        if time <= self.time.now() || !self.time.send_bound().allows(time) {
            return Err(Exception::new(
                ExceptionKind::LogicalTimeAlreadyPassed,
                format!("the federation may have passed {time} already"),
            ));
        }
        Ok(())
    }
}
