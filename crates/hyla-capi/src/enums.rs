//! The enumerated types of the services, with the numbers that they have in the standard's C++ API.

use std::mem::MaybeUninit;

use hyla_lrc::{Activity, DirectedScope};
use hyla_types::{
    AdditionalSettingsResultCode, CallbackModel, Edition, Exception, ExceptionKind, OrderType,
    ResignAction, RestoreFailureReason, RestoreStatus, SaveFailureReason, SaveStatus, ServiceGroup,
    SynchronizationPointFailureReason, TimeImplementation,
};

use crate::borrowed::number;
use crate::fault::Result;
use crate::to_c::ToC;

/// An enumerated type of C.
pub(crate) trait Numbered: Sized {
    /// Its type in Rust.
    type Value;
    /// Exception for a number without meaning.
    const REFUSED: ExceptionKind;

    /// The value of this number.
    fn of(number: i32) -> Option<Self::Value>;
}

/// The value that C passed.
///
/// # Errors
/// The type's exception for a number without meaning.
pub(crate) fn given<N: Numbered>(value: MaybeUninit<N>) -> Result<N::Value> {
    given_or(value, N::REFUSED)
}

/// The value that C passed to a service that does not list the type's own exception.
///
/// # Errors
/// `refused` for a number without meaning.
pub(crate) fn given_or<N: Numbered>(
    value: MaybeUninit<N>,
    refused: ExceptionKind,
) -> Result<N::Value> {
    let number = number(value);
    N::of(number).ok_or_else(|| {
        let path = std::any::type_name::<N>();
        let name = path.rsplit("::").next().unwrap_or(path);
        Exception::new(refused, format!("{number} is no value of {name}"))
    })
}

/// Editions of the standard.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_edition {
    /// IEEE 1516-2010, "HLA Evolved".
    HYLA_EDITION_2010 = 2010,
    /// IEEE 1516-2025, "HLA 4".
    HYLA_EDITION_2025 = 2025,
}

/// How a message takes its place among others at the receiver.
///
/// The names are those of object model files and of `getOrderName`.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_order_type {
    /// In the order of arrival.
    HYLA_ORDER_TYPE_RECEIVE = 1,
    /// In the order of time stamps, and only once no earlier one can come.
    HYLA_ORDER_TYPE_TIME_STAMP = 2,
}

/// Fate of a federate's attributes and pending acquisitions when it resigns.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_resign_action {
    /// Everything owned becomes unowned.
    HYLA_RESIGN_ACTION_UNCONDITIONALLY_DIVEST_ATTRIBUTES = 0,
    /// Instances whose delete privilege the federate holds are deleted.
    HYLA_RESIGN_ACTION_DELETE_OBJECTS = 1,
    /// Pending acquisitions are cancelled.
    HYLA_RESIGN_ACTION_CANCEL_PENDING_OWNERSHIP_ACQUISITIONS = 2,
    /// Deletes what it may delete, then divests the rest.
    HYLA_RESIGN_ACTION_DELETE_OBJECTS_THEN_DIVEST = 3,
    /// Cancels acquisitions, deletes what it may delete, then divests the rest.
    HYLA_RESIGN_ACTION_CANCEL_THEN_DELETE_THEN_DIVEST = 4,
    /// Nothing: refused while something is owned or being acquired.
    HYLA_RESIGN_ACTION_NO_ACTION = 5,
}

/// Thread of the callbacks.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_callback_model {
    /// Hyla's thread, as soon as a callback is ready.
    HYLA_CALLBACK_MODEL_IMMEDIATE = 0,
    /// The federate's own thread, inside `evokeCallback` and `evokeMultipleCallbacks`.
    HYLA_CALLBACK_MODEL_EVOKED = 1,
}

/// Groups of services, as `normalizeServiceGroup` counts them.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_service_group {
    /// Clause 4.
    HYLA_SERVICE_GROUP_FEDERATION_MANAGEMENT = 0,
    /// Clause 5.
    HYLA_SERVICE_GROUP_DECLARATION_MANAGEMENT = 1,
    /// Clause 6.
    HYLA_SERVICE_GROUP_OBJECT_MANAGEMENT = 2,
    /// Clause 7.
    HYLA_SERVICE_GROUP_OWNERSHIP_MANAGEMENT = 3,
    /// Clause 8.
    HYLA_SERVICE_GROUP_TIME_MANAGEMENT = 4,
    /// Clause 9.
    HYLA_SERVICE_GROUP_DATA_DISTRIBUTION_MANAGEMENT = 5,
    /// Clause 10.
    HYLA_SERVICE_GROUP_SUPPORT_SERVICES = 6,
}

/// How far one federate is in a save of the federation.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_save_status {
    /// No save is going on.
    HYLA_SAVE_STATUS_NO_SAVE_IN_PROGRESS = 0,
    /// Asked to save, not begun.
    HYLA_SAVE_STATUS_FEDERATE_INSTRUCTED_TO_SAVE = 1,
    /// Saving.
    HYLA_SAVE_STATUS_FEDERATE_SAVING = 2,
    /// Done; others are not.
    HYLA_SAVE_STATUS_FEDERATE_WAITING_FOR_FEDERATION_TO_SAVE = 3,
}

/// Why a save failed.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_save_failure_reason {
    /// The RTI could not store its own state.
    HYLA_SAVE_FAILURE_REASON_RTI_UNABLE_TO_SAVE = 0,
    /// A federate answered that it could not save.
    HYLA_SAVE_FAILURE_REASON_FEDERATE_REPORTED_FAILURE_DURING_SAVE = 1,
    /// A federate left before it was done.
    HYLA_SAVE_FAILURE_REASON_FEDERATE_RESIGNED_DURING_SAVE = 2,
    /// The RTI found a fault.
    HYLA_SAVE_FAILURE_REASON_RTI_DETECTED_FAILURE_DURING_SAVE = 3,
    /// Not every federate can be stopped at the time asked for.
    HYLA_SAVE_FAILURE_REASON_SAVE_TIME_CANNOT_BE_HONORED = 4,
    /// A federate called `abortFederationSave`.
    HYLA_SAVE_FAILURE_REASON_SAVE_ABORTED = 5,
}

/// How far one federate is in a restore of the federation.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_restore_status {
    /// No restore is going on.
    HYLA_RESTORE_STATUS_NO_RESTORE_IN_PROGRESS = 0,
    /// Its own request for a restore is not answered yet.
    HYLA_RESTORE_STATUS_FEDERATE_RESTORE_REQUEST_PENDING = 1,
    /// The request is granted; the restore has not begun.
    HYLA_RESTORE_STATUS_FEDERATE_WAITING_FOR_RESTORE_TO_BEGIN = 2,
    /// The restore was announced; the state to load is not known yet.
    HYLA_RESTORE_STATUS_FEDERATE_PREPARED_TO_RESTORE = 3,
    /// Restoring.
    HYLA_RESTORE_STATUS_FEDERATE_RESTORING = 4,
    /// Done; others are not.
    HYLA_RESTORE_STATUS_FEDERATE_WAITING_FOR_FEDERATION_TO_RESTORE = 5,
}

/// Why a restore failed.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_restore_failure_reason {
    /// The RTI could not load its own state.
    HYLA_RESTORE_FAILURE_REASON_RTI_UNABLE_TO_RESTORE = 0,
    /// A federate answered that it could not restore.
    HYLA_RESTORE_FAILURE_REASON_FEDERATE_REPORTED_FAILURE_DURING_RESTORE = 1,
    /// A federate left before it was done.
    HYLA_RESTORE_FAILURE_REASON_FEDERATE_RESIGNED_DURING_RESTORE = 2,
    /// The RTI found a fault.
    HYLA_RESTORE_FAILURE_REASON_RTI_DETECTED_FAILURE_DURING_RESTORE = 3,
    /// A federate called `abortFederationRestore`.
    HYLA_RESTORE_FAILURE_REASON_RESTORE_ABORTED = 4,
}

/// Why a synchronization point was not registered.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_synchronization_point_failure_reason {
    /// A point of this label is registered already.
    HYLA_SYNCHRONIZATION_POINT_FAILURE_REASON_LABEL_NOT_UNIQUE = 0,
    /// The set names a federate that is not joined.
    HYLA_SYNCHRONIZATION_POINT_FAILURE_REASON_SET_MEMBER_NOT_JOINED = 1,
}

/// Outcome of the additional settings of `connect` (2025).
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_additional_settings_result_code {
    /// None were given, or they mean nothing to this RTI.
    HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_IGNORED = 0,
    /// The text could not be read; nothing of it is in force.
    HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_FAILED_TO_PARSE = 1,
    /// The settings are in force.
    HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_APPLIED = 2,
}

/// Whether a subscription counts for advisories.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_activity {
    /// It counts.
    HYLA_ACTIVITY_ACTIVE = 0,
    /// Data is delivered all the same, without advisories to publishers.
    HYLA_ACTIVITY_PASSIVE = 1,
}

/// How far a directed subscription reaches (2025).
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_directed_scope {
    /// Instances of which the federate owns an attribute.
    HYLA_DIRECTED_SCOPE_OWNED = 0,
    /// Every instance that the federate knows (`universally`).
    HYLA_DIRECTED_SCOPE_UNIVERSAL = 1,
}

/// Representations of logical time.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_time_representation {
    /// `HLAinteger64Time`: the bits are a signed 64-bit number.
    HYLA_INTEGER64 = 1,
    /// `HLAfloat64Time`: the bits are those of an IEEE 754 double.
    HYLA_FLOAT64 = 2,
}

/// Connects a type of C with that of Rust; the compiler sees to it that no value is left out.
macro_rules! numbered {
    ($c:ident: $rust:ident, $refused:ident { $($name:ident = $value:ident,)* }) => {
        impl From<$rust> for $c {
            fn from(value: $rust) -> Self {
                match value {
                    $($rust::$value => Self::$name,)*
                }
            }
        }

        impl Numbered for $c {
            type Value = $rust;
            const REFUSED: ExceptionKind = ExceptionKind::$refused;

            fn of(number: i32) -> Option<$rust> {
                match number {
                    $(number if number == Self::$name as i32 => Some($rust::$value),)*
                    _ => None,
                }
            }
        }

        impl ToC for $rust {
            type C = $c;

            fn to_c(self) -> $c {
                self.into()
            }
        }
    };
}

numbered!(hyla_edition: Edition, RTIinternalError {
    HYLA_EDITION_2010 = Hla2010,
    HYLA_EDITION_2025 = Hla2025,
});

numbered!(hyla_order_type: OrderType, InvalidOrderType {
    HYLA_ORDER_TYPE_RECEIVE = Receive,
    HYLA_ORDER_TYPE_TIME_STAMP = TimeStamp,
});

numbered!(hyla_resign_action: ResignAction, InvalidResignAction {
    HYLA_RESIGN_ACTION_UNCONDITIONALLY_DIVEST_ATTRIBUTES = UnconditionallyDivestAttributes,
    HYLA_RESIGN_ACTION_DELETE_OBJECTS = DeleteObjects,
    HYLA_RESIGN_ACTION_CANCEL_PENDING_OWNERSHIP_ACQUISITIONS = CancelPendingOwnershipAcquisitions,
    HYLA_RESIGN_ACTION_DELETE_OBJECTS_THEN_DIVEST = DeleteObjectsThenDivest,
    HYLA_RESIGN_ACTION_CANCEL_THEN_DELETE_THEN_DIVEST = CancelThenDeleteThenDivest,
    HYLA_RESIGN_ACTION_NO_ACTION = NoAction,
});

numbered!(hyla_callback_model: CallbackModel, UnsupportedCallbackModel {
    HYLA_CALLBACK_MODEL_IMMEDIATE = Immediate,
    HYLA_CALLBACK_MODEL_EVOKED = Evoked,
});

numbered!(hyla_service_group: ServiceGroup, InvalidServiceGroup {
    HYLA_SERVICE_GROUP_FEDERATION_MANAGEMENT = FederationManagement,
    HYLA_SERVICE_GROUP_DECLARATION_MANAGEMENT = DeclarationManagement,
    HYLA_SERVICE_GROUP_OBJECT_MANAGEMENT = ObjectManagement,
    HYLA_SERVICE_GROUP_OWNERSHIP_MANAGEMENT = OwnershipManagement,
    HYLA_SERVICE_GROUP_TIME_MANAGEMENT = TimeManagement,
    HYLA_SERVICE_GROUP_DATA_DISTRIBUTION_MANAGEMENT = DataDistributionManagement,
    HYLA_SERVICE_GROUP_SUPPORT_SERVICES = SupportServices,
});

numbered!(hyla_save_status: SaveStatus, RTIinternalError {
    HYLA_SAVE_STATUS_NO_SAVE_IN_PROGRESS = NoSaveInProgress,
    HYLA_SAVE_STATUS_FEDERATE_INSTRUCTED_TO_SAVE = FederateInstructedToSave,
    HYLA_SAVE_STATUS_FEDERATE_SAVING = FederateSaving,
    HYLA_SAVE_STATUS_FEDERATE_WAITING_FOR_FEDERATION_TO_SAVE = FederateWaitingForFederationToSave,
});

numbered!(hyla_save_failure_reason: SaveFailureReason, RTIinternalError {
    HYLA_SAVE_FAILURE_REASON_RTI_UNABLE_TO_SAVE = RtiUnableToSave,
    HYLA_SAVE_FAILURE_REASON_FEDERATE_REPORTED_FAILURE_DURING_SAVE = FederateReportedFailureDuringSave,
    HYLA_SAVE_FAILURE_REASON_FEDERATE_RESIGNED_DURING_SAVE = FederateResignedDuringSave,
    HYLA_SAVE_FAILURE_REASON_RTI_DETECTED_FAILURE_DURING_SAVE = RtiDetectedFailureDuringSave,
    HYLA_SAVE_FAILURE_REASON_SAVE_TIME_CANNOT_BE_HONORED = SaveTimeCannotBeHonored,
    HYLA_SAVE_FAILURE_REASON_SAVE_ABORTED = SaveAborted,
});

numbered!(hyla_restore_status: RestoreStatus, RTIinternalError {
    HYLA_RESTORE_STATUS_NO_RESTORE_IN_PROGRESS = NoRestoreInProgress,
    HYLA_RESTORE_STATUS_FEDERATE_RESTORE_REQUEST_PENDING = FederateRestoreRequestPending,
    HYLA_RESTORE_STATUS_FEDERATE_WAITING_FOR_RESTORE_TO_BEGIN = FederateWaitingForRestoreToBegin,
    HYLA_RESTORE_STATUS_FEDERATE_PREPARED_TO_RESTORE = FederatePreparedToRestore,
    HYLA_RESTORE_STATUS_FEDERATE_RESTORING = FederateRestoring,
    HYLA_RESTORE_STATUS_FEDERATE_WAITING_FOR_FEDERATION_TO_RESTORE = FederateWaitingForFederationToRestore,
});

numbered!(hyla_restore_failure_reason: RestoreFailureReason, RTIinternalError {
    HYLA_RESTORE_FAILURE_REASON_RTI_UNABLE_TO_RESTORE = RtiUnableToRestore,
    HYLA_RESTORE_FAILURE_REASON_FEDERATE_REPORTED_FAILURE_DURING_RESTORE = FederateReportedFailureDuringRestore,
    HYLA_RESTORE_FAILURE_REASON_FEDERATE_RESIGNED_DURING_RESTORE = FederateResignedDuringRestore,
    HYLA_RESTORE_FAILURE_REASON_RTI_DETECTED_FAILURE_DURING_RESTORE = RtiDetectedFailureDuringRestore,
    HYLA_RESTORE_FAILURE_REASON_RESTORE_ABORTED = RestoreAborted,
});

numbered!(hyla_synchronization_point_failure_reason: SynchronizationPointFailureReason, RTIinternalError {
    HYLA_SYNCHRONIZATION_POINT_FAILURE_REASON_LABEL_NOT_UNIQUE = LabelNotUnique,
    HYLA_SYNCHRONIZATION_POINT_FAILURE_REASON_SET_MEMBER_NOT_JOINED = SetMemberNotJoined,
});

numbered!(hyla_additional_settings_result_code: AdditionalSettingsResultCode, RTIinternalError {
    HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_IGNORED = SettingsIgnored,
    HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_FAILED_TO_PARSE = SettingsFailedToParse,
    HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_APPLIED = SettingsApplied,
});

numbered!(hyla_activity: Activity, RTIinternalError {
    HYLA_ACTIVITY_ACTIVE = Active,
    HYLA_ACTIVITY_PASSIVE = Passive,
});

numbered!(hyla_directed_scope: DirectedScope, RTIinternalError {
    HYLA_DIRECTED_SCOPE_OWNED = Owned,
    HYLA_DIRECTED_SCOPE_UNIVERSAL = Universal,
});

numbered!(hyla_time_representation: TimeImplementation, RTIinternalError {
    HYLA_INTEGER64 = Integer64,
    HYLA_FLOAT64 = Float64,
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Number for number, for a type whose numbers are the standard's.
    macro_rules! same_numbers {
        ($($c:ident: $rust:ident,)*) => {
            $(for &value in $rust::ALL.iter() {
                assert_eq!($c::from(value) as i32, value.code(), "{value}");
                assert_eq!($c::of(value.code()), Some(value));
            })*
        };
    }

    #[test]
    fn the_numbers_are_those_of_the_standard() {
        same_numbers! {
            hyla_edition: Edition,
            hyla_order_type: OrderType,
            hyla_resign_action: ResignAction,
            hyla_callback_model: CallbackModel,
            hyla_service_group: ServiceGroup,
            hyla_save_status: SaveStatus,
            hyla_save_failure_reason: SaveFailureReason,
            hyla_restore_status: RestoreStatus,
            hyla_restore_failure_reason: RestoreFailureReason,
            hyla_synchronization_point_failure_reason: SynchronizationPointFailureReason,
            hyla_additional_settings_result_code: AdditionalSettingsResultCode,
        }
    }

    #[test]
    fn the_numbers_of_hylas_own_types_are_fixed() {
        assert_eq!(hyla_activity::from(Activity::Active) as i32, 0);
        assert_eq!(hyla_activity::from(Activity::Passive) as i32, 1);
        assert_eq!(hyla_directed_scope::from(DirectedScope::Owned) as i32, 0);
        assert_eq!(
            hyla_directed_scope::from(DirectedScope::Universal) as i32,
            1
        );
        assert_eq!(hyla_time_representation::HYLA_INTEGER64 as i32, 1);
        assert_eq!(hyla_time_representation::HYLA_FLOAT64 as i32, 2);
    }

    #[test]
    fn a_number_without_meaning_is_refused_with_the_exception_of_its_type() {
        assert_eq!(hyla_resign_action::of(6), None);
        assert_eq!(hyla_order_type::of(0), None);
        assert_eq!(hyla_time_representation::of(3), None);
        assert_eq!(
            hyla_service_group::REFUSED,
            ExceptionKind::InvalidServiceGroup
        );
    }
}
