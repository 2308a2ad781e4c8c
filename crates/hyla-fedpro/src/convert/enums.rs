//! Enumerations, and the small messages made of them.

use hyla_fedpro_messages as fp;
use hyla_types::connection::FederationExecutionMemberInformation;
use hyla_types::{
    ConfigurationResult, Credentials, FederateRestoreStatus, FederateSaveStatus,
    FederationExecutionInformation, OrderType, ResignAction, RestoreFailureReason, RestoreStatus,
    SaveFailureReason, SaveStatus, ServiceGroup, SynchronizationPointFailureReason,
};

use super::{Field, ToField};

/// An order type; the protocol counts from zero.
impl ToField<i32> for OrderType {
    fn field(self) -> i32 {
        match self {
            Self::Receive => fp::OrderType::Receive as i32,
            Self::TimeStamp => fp::OrderType::Timestamp as i32,
        }
    }
}

/// The order type of this number, if it is one.
#[must_use]
pub fn order_type(number: i32) -> Option<OrderType> {
    Some(match fp::OrderType::try_from(number).ok()? {
        fp::OrderType::Receive => OrderType::Receive,
        fp::OrderType::Timestamp => OrderType::TimeStamp,
    })
}

/// The resign action of this number, if it is one.
#[must_use]
pub fn resign_action(number: i32) -> Option<ResignAction> {
    ResignAction::try_from(number).ok()
}

/// The service group of this number, if it is one.
#[must_use]
pub fn service_group(number: i32) -> Option<ServiceGroup> {
    ServiceGroup::try_from(number).ok()
}

macro_rules! numbered_alike {
    ($($kind:ident),*) => {$(
        impl ToField<i32> for $kind {
            fn field(self) -> i32 {
                self.code()
            }
        }
    )*};
}
numbered_alike!(
    ResignAction,
    SaveStatus,
    RestoreStatus,
    SaveFailureReason,
    RestoreFailureReason,
    SynchronizationPointFailureReason
);

impl Field for Option<fp::Credentials> {
    type Value<'a> = Option<Credentials>;

    fn value(&self) -> Option<Credentials> {
        self.as_ref().map(|given| Credentials {
            type_name: given.r#type.clone(),
            data: given.data.to_vec(),
        })
    }
}

impl ToField<Option<fp::ConfigurationResult>> for ConfigurationResult {
    fn field(self) -> Option<fp::ConfigurationResult> {
        Some(fp::ConfigurationResult {
            configuration_used: self.configuration_used,
            address_used: self.address_used,
            additional_settings_result_code: self.additional_settings_result.code(),
            message: self.message,
        })
    }
}

impl ToField<Option<fp::FederationExecutionInformationSet>>
    for &[FederationExecutionInformation]
{
    fn field(self) -> Option<fp::FederationExecutionInformationSet> {
        let each = |one: &FederationExecutionInformation| fp::FederationExecutionInformation {
            federation_execution_name: one.federation_execution_name.clone(),
            logical_time_implementation_name: one.logical_time_implementation_name.clone(),
        };
        Some(fp::FederationExecutionInformationSet {
            federation_execution_information: self.iter().map(each).collect(),
        })
    }
}

impl ToField<Option<fp::FederationExecutionMemberInformationSet>>
    for &[FederationExecutionMemberInformation]
{
    fn field(self) -> Option<fp::FederationExecutionMemberInformationSet> {
        let each =
            |one: &FederationExecutionMemberInformation| fp::FederationExecutionMemberInformation {
                federate_name: one.federate_name.clone(),
                federate_type: one.federate_type.clone(),
            };
        Some(fp::FederationExecutionMemberInformationSet {
            federation_execution_member_information: self.iter().map(each).collect(),
        })
    }
}

impl ToField<Option<fp::FederateHandleSaveStatusPairArray>> for &[FederateSaveStatus] {
    fn field(self) -> Option<fp::FederateHandleSaveStatusPairArray> {
        let each = |one: &FederateSaveStatus| fp::FederateHandleSaveStatusPair {
            federate_handle: one.federate.field(),
            save_status: one.status.field(),
        };
        Some(fp::FederateHandleSaveStatusPairArray {
            federate_handle_save_status_pair: self.iter().map(each).collect(),
        })
    }
}

impl ToField<Option<fp::FederateRestoreStatusArray>> for &[FederateRestoreStatus] {
    fn field(self) -> Option<fp::FederateRestoreStatusArray> {
        let each = |one: &FederateRestoreStatus| fp::FederateRestoreStatus {
            pre_restore_handle: one.pre_restore_handle.field(),
            post_restore_handle: one.post_restore_handle.field(),
            restore_status: one.status.field(),
        };
        Some(fp::FederateRestoreStatusArray {
            federate_restore_status: self.iter().map(each).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::AdditionalSettingsResultCode;

    use super::*;

    macro_rules! same_names {
        ($($kind:ident),*) => {$(
            for value in $kind::ALL {
                let told = fp::$kind::try_from(value.code()).map(|v| v.as_str_name());
                assert_eq!(told, Ok(value.name()));
            }
            assert!(fp::$kind::try_from($kind::ALL.len() as i32).is_err());
        )*};
    }

    #[test]
    fn enumerations_numbered_alike_have_the_same_names() {
        same_names!(
            ResignAction,
            SaveStatus,
            RestoreStatus,
            SaveFailureReason,
            RestoreFailureReason,
            SynchronizationPointFailureReason,
            AdditionalSettingsResultCode,
            ServiceGroup
        );
    }

    #[test]
    fn numbers_beyond_an_enumeration_are_nothing_of_it() {
        for &order in OrderType::ALL {
            assert_eq!(order_type(order.field()), Some(order));
        }
        assert_eq!((order_type(2), order_type(-1)), (None, None));
        assert_eq!((resign_action(6), service_group(7)), (None, None));
    }
}
