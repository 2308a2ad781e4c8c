//! A federation execution's entry in listings.

use hyla_types::{FederationExecutionInformation, FederationExecutionMemberInformation};
use rustc_hash::FxHashMap;

use super::{Enrolled, Executive, SessionId};
use crate::federation::PointProgress;
use crate::message::{CutConnection, FederationStatus, MemberStatus, PointStatus};

impl Executive {
    /// For `listFederationExecutions`.
    pub(super) fn information(&self) -> FederationExecutionInformation {
        FederationExecutionInformation {
            federation_execution_name: self.identity.name().to_owned(),
            logical_time_implementation_name: self.identity.time_name().to_owned(),
        }
    }

    /// For `listFederationExecutionMembers`.
    pub(super) fn member_information(&self) -> Vec<FederationExecutionMemberInformation> {
        let members = self.members.values();
        members
            .map(|m| FederationExecutionMemberInformation {
                federate_name: m.info.name.clone(),
                federate_type: m.info.federate_type.clone(),
            })
            .collect()
    }

    /// For people; the driver knows what sessions run over.
    pub(super) fn status(
        &self,
        transports: &FxHashMap<SessionId, &'static str>,
    ) -> FederationStatus {
        let transport = |session| transports.get(&session).copied().unwrap_or_default();
        FederationStatus {
            name: self.identity.name().to_owned(),
            time: self.identity.time_name().to_owned(),
            objects: self.registry.len() as u64,
            log_length: self.log_length(),
            modules: self.models.designators.clone(),
            members: self
                .members
                .values()
                .map(|m| MemberStatus {
                    handle: m.info.handle,
                    name: m.info.name.clone(),
                    federate_type: m.info.federate_type.clone(),
                    edition: m.info.edition,
                    objects: m.objects,
                    addresses: m.info.addresses.clone(),
                    transport: transport(m.session).to_owned(),
                    cut: self.cut_of(m),
                })
                .collect(),
            points: self.point_labels().map(|p| self.point_status(p)).collect(),
        }
    }

    fn point_status(&self, label: &str) -> PointStatus {
        let mut status = PointStatus {
            label: label.to_owned(),
            achieved: Vec::new(),
            missing: Vec::new(),
        };
        for (federate, progress) in self.point_progress(label) {
            let Some(member) = self.members.get(&federate) else {
                continue;
            };
            let list = match progress {
                PointProgress::Moving => &mut status.missing,
                PointProgress::Arrived { .. } => &mut status.achieved,
            };
            list.push(member.info.name.clone());
        }
        status
    }

    /// For how long the connection of a member's client has been cut, and how long its session is kept.
    pub(super) fn cut_of(&self, member: &Enrolled) -> Option<CutConnection> {
        member.cut.map(|cut| CutConnection {
            since: self.now.saturating_sub(cut.since),
            left: cut.until.saturating_sub(self.now),
        })
    }

    /// Names of the members, each with what there is to say of its connection.
    pub(super) fn names_of_joined(&self) -> String {
        let names: Vec<String> = self
            .members
            .values()
            .map(|member| match self.cut_of(member) {
                Some(cut) => format!("{} ({cut})", member.info.name),
                None => member.info.name.clone(),
            })
            .collect();
        names.join(", ")
    }
}
