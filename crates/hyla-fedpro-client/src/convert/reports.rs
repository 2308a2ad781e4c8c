//! Reports in callbacks: lists of executions, of members and of statuses.

use hyla_fedpro_messages as pb;
use hyla_types::{
    Exception, FederateRestoreStatus, FederateSaveStatus, FederationExecutionInformation,
    FederationExecutionMemberInformation,
};

use super::FromWire;

impl FromWire for Vec<FederationExecutionInformation> {
    type Field = Option<pb::FederationExecutionInformationSet>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let all = field.map(|set| set.federation_execution_information);
        let one = |one: pb::FederationExecutionInformation| FederationExecutionInformation {
            federation_execution_name: one.federation_execution_name,
            logical_time_implementation_name: one.logical_time_implementation_name,
        };
        Ok(all.unwrap_or_default().into_iter().map(one).collect())
    }
}

impl FromWire for Vec<FederationExecutionMemberInformation> {
    type Field = Option<pb::FederationExecutionMemberInformationSet>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let all = field.map(|set| set.federation_execution_member_information);
        let one =
            |one: pb::FederationExecutionMemberInformation| FederationExecutionMemberInformation {
                federate_name: one.federate_name,
                federate_type: one.federate_type,
            };
        Ok(all.unwrap_or_default().into_iter().map(one).collect())
    }
}

impl FromWire for Vec<FederateSaveStatus> {
    type Field = Option<pb::FederateHandleSaveStatusPairArray>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let all = field.map(|array| array.federate_handle_save_status_pair);
        let one = |pair: pb::FederateHandleSaveStatusPair| {
            Ok(FederateSaveStatus {
                federate: FromWire::from_wire(pair.federate_handle)?,
                status: FromWire::from_wire(pair.save_status)?,
            })
        };
        all.unwrap_or_default().into_iter().map(one).collect()
    }
}

impl FromWire for Vec<FederateRestoreStatus> {
    type Field = Option<pb::FederateRestoreStatusArray>;

    fn from_wire(field: Self::Field) -> Result<Self, Exception> {
        let all = field.map(|array| array.federate_restore_status);
        let one = |status: pb::FederateRestoreStatus| {
            Ok(FederateRestoreStatus {
                pre_restore_handle: FromWire::from_wire(status.pre_restore_handle)?,
                post_restore_handle: FromWire::from_wire(status.post_restore_handle)?,
                status: FromWire::from_wire(status.restore_status)?,
            })
        };
        all.unwrap_or_default().into_iter().map(one).collect()
    }
}
