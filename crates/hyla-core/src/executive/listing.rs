//! What a federation execution says of itself to whoever asks.

use hyla_types::{FederationExecutionInformation, FederationExecutionMemberInformation};
use rustc_hash::FxHashMap;

use super::{Executive, SessionId};
use crate::message::{FederationStatus, MemberStatus};

impl Executive {
    /// For `listFederationExecutions`.
    pub(super) fn information(&self) -> FederationExecutionInformation {
        FederationExecutionInformation {
            federation_execution_name: self.name.clone(),
            logical_time_implementation_name: self.time_name.clone(),
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
            name: self.name.clone(),
            time: self.time_name.clone(),
            objects: self.objects.len() as u64,
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
                })
                .collect(),
        }
    }
}
