//! The exceptions of the standard as numbers.

use std::ffi::CStr;

use hyla_types::ExceptionKind;

/// How a function ended: `HYLA_OK`, or an exception of either edition. The numbers never change; later
/// versions may have further ones.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum hyla_exception {
    /// The service was carried out.
    HYLA_OK = 0,
    /// `connect` on an ambassador that has a connection.
    HYLA_ALREADY_CONNECTED = 1,
    /// Asynchronous delivery is off as it is.
    HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_DISABLED = 2,
    /// Asynchronous delivery is on as it is.
    HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_ENABLED = 3,
    /// Listed by no service. (2010)
    HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_CANCELED = 4,
    /// Nothing to cancel: the caller is not acquiring one of the attributes.
    HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_REQUESTED = 5,
    /// The caller already waits for one of the attributes.
    HYLA_ATTRIBUTE_ALREADY_BEING_ACQUIRED = 6,
    /// A change of its transportation type is still to be confirmed.
    HYLA_ATTRIBUTE_ALREADY_BEING_CHANGED = 7,
    /// The caller is giving it away already.
    HYLA_ATTRIBUTE_ALREADY_BEING_DIVESTED = 8,
    /// The caller owns one of the attributes, so there is nothing to acquire or cancel.
    HYLA_ATTRIBUTE_ALREADY_OWNED = 9,
    /// The caller is not giving it away.
    HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED = 10,
    /// Not an attribute that is available at the class.
    HYLA_ATTRIBUTE_NOT_DEFINED = 11,
    /// The caller does not own one of the attributes.
    HYLA_ATTRIBUTE_NOT_OWNED = 12,
    /// The caller does not publish the attribute at the class.
    HYLA_ATTRIBUTE_NOT_PUBLISHED = 13,
    /// Listed by no service. (2010)
    HYLA_ATTRIBUTE_NOT_RECOGNIZED = 14,
    /// Listed by no service. (2010)
    HYLA_ATTRIBUTE_NOT_SUBSCRIBED = 15,
    /// The advisory is off as it is.
    HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_OFF = 16,
    /// The advisory is on as it is.
    HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_ON = 17,
    /// The advisory is off as it is.
    HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_OFF = 18,
    /// The advisory is on as it is.
    HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_ON = 19,
    /// Listed by no service. (2010)
    HYLA_BAD_INITIALIZATION_PARAMETER = 20,
    /// The service may not be called while a callback of this ambassador runs.
    HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK = 21,
    /// The RTI cannot be reached or turns the connection away.
    HYLA_CONNECTION_FAILED = 22,
    /// There is no time representation of that name.
    HYLA_COULD_NOT_CREATE_LOGICAL_TIME_FACTORY = 23,
    /// The bytes are not what an `encode` of this kind writes.
    HYLA_COULD_NOT_DECODE = 24,
    /// Listed by no service. (2010)
    HYLA_COULD_NOT_DISCOVER = 25,
    /// A value cannot be written in the encoding asked for. Raised by the encoding classes.
    HYLA_COULD_NOT_ENCODE = 26,
    /// Listed by no service. (2010)
    HYLA_COULD_NOT_INITIATE_RESTORE = 27,
    /// A FOM module cannot be found or opened. (2010)
    HYLA_COULD_NOT_OPEN_FDD = 28,
    /// A FOM module cannot be found or opened. (2025)
    HYLA_COULD_NOT_OPEN_FOM = 29,
    /// The MIM cannot be found or opened.
    HYLA_COULD_NOT_OPEN_MIM = 30,
    /// The caller does not own the instance's privilege to delete.
    HYLA_DELETE_PRIVILEGE_NOT_HELD = 31,
    /// The MIM was given under the name that is kept for the standard one.
    HYLA_DESIGNATOR_IS_HLA_STANDARD_MIM = 32,
    /// A FOM module is not readable as an object model. (2010)
    HYLA_ERROR_READING_FDD = 33,
    /// A FOM module is not readable as an object model. (2025)
    HYLA_ERROR_READING_FOM = 34,
    /// The MIM is not readable as an object model.
    HYLA_ERROR_READING_MIM = 35,
    /// The ambassador is joined to an execution.
    HYLA_FEDERATE_ALREADY_EXECUTION_MEMBER = 36,
    /// The handle is well formed, but no joined federate has it.
    HYLA_FEDERATE_HANDLE_NOT_KNOWN = 37,
    /// The federate has not said that it began the save.
    HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE = 38,
    /// Raised by the federate's own code inside a callback.
    HYLA_FEDERATE_INTERNAL_ERROR = 39,
    /// Disconnecting needs a resign first.
    HYLA_FEDERATE_IS_EXECUTION_MEMBER = 40,
    /// Another joined federate has this name.
    HYLA_FEDERATE_NAME_ALREADY_IN_USE = 41,
    /// The service needs a joined federate.
    HYLA_FEDERATE_NOT_EXECUTION_MEMBER = 42,
    /// The caller already owns some of the attributes.
    HYLA_FEDERATE_OWNS_ATTRIBUTES = 43,
    /// The caller's services are reported, so it may not subscribe to those reports.
    HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM = 44,
    /// A save at a time, asked for by a federate to which that time says nothing.
    HYLA_FEDERATE_UNABLE_TO_USE_TIME = 45,
    /// The execution has members and cannot be destroyed.
    HYLA_FEDERATES_CURRENTLY_JOINED = 46,
    /// The name of the execution is taken.
    HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS = 47,
    /// There is no execution of this name.
    HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST = 48,
    /// The name is empty or reserved.
    HYLA_ILLEGAL_NAME = 49,
    /// A sum or difference outside the range of times. Raised by the time classes.
    HYLA_ILLEGAL_TIME_ARITHMETIC = 50,
    /// An advance is asked for and not granted yet.
    HYLA_IN_TIME_ADVANCING_STATE = 51,
    /// FOM modules contradict one another or the MIM. (2010)
    HYLA_INCONSISTENT_FDD = 52,
    /// FOM modules contradict one another or the MIM. (2025)
    HYLA_INCONSISTENT_FOM = 53,
    /// A change of its transportation type is still to be confirmed.
    HYLA_INTERACTION_CLASS_ALREADY_BEING_CHANGED = 54,
    /// Not an interaction class of the execution.
    HYLA_INTERACTION_CLASS_NOT_DEFINED = 55,
    /// The caller does not publish this very class.
    HYLA_INTERACTION_CLASS_NOT_PUBLISHED = 56,
    /// Listed by no service. (2010)
    HYLA_INTERACTION_CLASS_NOT_RECOGNIZED = 57,
    /// Listed by no service. (2010)
    HYLA_INTERACTION_CLASS_NOT_SUBSCRIBED = 58,
    /// Not a parameter that is available at the class.
    HYLA_INTERACTION_PARAMETER_NOT_DEFINED = 59,
    /// Listed by no service. (2010)
    HYLA_INTERACTION_PARAMETER_NOT_RECOGNIZED = 60,
    /// The advisory is off as it is.
    HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_OFF = 61,
    /// The advisory is on as it is.
    HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_ON = 62,
    /// A fault inside a class of the library. Listed by no service.
    HYLA_INTERNAL_ERROR = 63,
    /// Not an attribute handle of the execution.
    HYLA_INVALID_ATTRIBUTE_HANDLE = 64,
    /// The authorizer cannot make anything of the credentials. (2025)
    HYLA_INVALID_CREDENTIALS = 65,
    /// Not a dimension handle of the execution.
    HYLA_INVALID_DIMENSION_HANDLE = 66,
    /// A FOM module is readable, but breaks the rules of object models. (2025)
    HYLA_INVALID_FOM = 67,
    /// Not a federate handle of the execution.
    HYLA_INVALID_FEDERATE_HANDLE = 68,
    /// Not an interaction class handle of the execution.
    HYLA_INVALID_INTERACTION_CLASS_HANDLE = 69,
    /// The settings text of `connect` cannot be used. (2010)
    HYLA_INVALID_LOCAL_SETTINGS_DESIGNATOR = 70,
    /// A time of the wrong representation, out of range, or too early to be sent.
    HYLA_INVALID_LOGICAL_TIME = 71,
    /// An interval of the wrong representation or out of range. Raised by the time classes.
    HYLA_INVALID_LOGICAL_TIME_INTERVAL = 72,
    /// A lookahead of the wrong representation, negative or infinite.
    HYLA_INVALID_LOOKAHEAD = 73,
    /// The MIM is readable, but breaks the rules or lacks what the standard puts there. (2025)
    HYLA_INVALID_MIM = 74,
    /// Not the handle of a message in time-stamp order that the caller sent.
    HYLA_INVALID_MESSAGE_RETRACTION_HANDLE = 75,
    /// Not an object class handle of the execution.
    HYLA_INVALID_OBJECT_CLASS_HANDLE = 76,
    /// Not an object instance handle of the execution. (2025)
    HYLA_INVALID_OBJECT_INSTANCE_HANDLE = 77,
    /// The text names no order type.
    HYLA_INVALID_ORDER_NAME = 78,
    /// The value is no order type.
    HYLA_INVALID_ORDER_TYPE = 79,
    /// Not a parameter handle of the execution.
    HYLA_INVALID_PARAMETER_HANDLE = 80,
    /// A range that is empty, reversed or longer than its dimension.
    HYLA_INVALID_RANGE_BOUND = 81,
    /// Not a region, or not any more.
    HYLA_INVALID_REGION = 82,
    /// The region has a dimension that is not available there.
    HYLA_INVALID_REGION_CONTEXT = 83,
    /// The value is no resign action.
    HYLA_INVALID_RESIGN_ACTION = 84,
    /// The value is no service group.
    HYLA_INVALID_SERVICE_GROUP = 85,
    /// No transportation type has this name.
    HYLA_INVALID_TRANSPORTATION_NAME = 86,
    /// Not a transportation type of the execution. (2010)
    HYLA_INVALID_TRANSPORTATION_TYPE = 87,
    /// Not a transportation type handle of the execution. (2025)
    HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE = 88,
    /// The object model has no update rate of this name.
    HYLA_INVALID_UPDATE_RATE_DESIGNATOR = 89,
    /// Listed by no service. (2010)
    HYLA_JOINED_FEDERATE_IS_NOT_IN_TIME_ADVANCING_STATE = 90,
    /// The time lies before that of the caller.
    HYLA_LOGICAL_TIME_ALREADY_PASSED = 91,
    /// Too late to take the message back, or taken back already.
    HYLA_MESSAGE_CAN_NO_LONGER_BE_RETRACTED = 92,
    /// The execution has nothing of this name.
    HYLA_NAME_NOT_FOUND = 93,
    /// A set of names with no name in it.
    HYLA_NAME_SET_WAS_EMPTY = 94,
    /// No federate is acquiring the attribute.
    HYLA_NO_ACQUISITION_PENDING = 95,
    /// Listed by no service. (2010)
    HYLA_NO_FEDERATE_WILLING_TO_ACQUIRE_ATTRIBUTE = 96,
    /// Listed by no service. (2010)
    HYLA_NO_REQUEST_TO_ENABLE_TIME_CONSTRAINED_WAS_PENDING = 97,
    /// Listed by no service. (2010)
    HYLA_NO_REQUEST_TO_ENABLE_TIME_REGULATION_WAS_PENDING = 98,
    /// The ambassador has no connection.
    HYLA_NOT_CONNECTED = 99,
    /// Not an object class of the execution.
    HYLA_OBJECT_CLASS_NOT_DEFINED = 100,
    /// Listed by no service. (2010)
    HYLA_OBJECT_CLASS_NOT_KNOWN = 101,
    /// The caller does not publish the class.
    HYLA_OBJECT_CLASS_NOT_PUBLISHED = 102,
    /// The advisory is off as it is.
    HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_OFF = 103,
    /// The advisory is on as it is.
    HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_ON = 104,
    /// An object instance has this name.
    HYLA_OBJECT_INSTANCE_NAME_IN_USE = 105,
    /// The caller has not reserved the name.
    HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED = 106,
    /// The caller knows no such instance: never discovered, or removed.
    HYLA_OBJECT_INSTANCE_NOT_KNOWN = 107,
    /// An acquisition by the caller is already pending.
    HYLA_OWNERSHIP_ACQUISITION_PENDING = 108,
    /// Any failure without a name of its own; the message explains it.
    HYLA_RTI_INTERNAL_ERROR = 109,
    /// The region was created without this dimension.
    HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION = 110,
    /// The region is in use and cannot be deleted.
    HYLA_REGION_IN_USE_FOR_UPDATE_OR_SUBSCRIPTION = 111,
    /// The region belongs to another federate.
    HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE = 112,
    /// The caller subscribes to service reports, so its own cannot be switched on. (2025)
    HYLA_REPORT_SERVICE_INVOCATIONS_ARE_SUBSCRIBED = 113,
    /// The request to become constrained is not answered yet.
    HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING = 114,
    /// The request to become regulating is not answered yet.
    HYLA_REQUEST_FOR_TIME_REGULATION_PENDING = 115,
    /// Not while a restore is going on.
    HYLA_RESTORE_IN_PROGRESS = 116,
    /// There is no restore to abort.
    HYLA_RESTORE_NOT_IN_PROGRESS = 117,
    /// The caller was not asked to restore.
    HYLA_RESTORE_NOT_REQUESTED = 118,
    /// Not while a save is going on.
    HYLA_SAVE_IN_PROGRESS = 119,
    /// There is no save to abort.
    HYLA_SAVE_NOT_IN_PROGRESS = 120,
    /// The caller was not asked to save.
    HYLA_SAVE_NOT_INITIATED = 121,
    /// Listed by no service. (2010)
    HYLA_SPECIFIED_SAVE_LABEL_DOES_NOT_EXIST = 122,
    /// The point was not announced to the caller, or is achieved already.
    HYLA_SYNCHRONIZATION_POINT_LABEL_NOT_ANNOUNCED = 123,
    /// The caller is time constrained.
    HYLA_TIME_CONSTRAINED_ALREADY_ENABLED = 124,
    /// The caller is not time constrained.
    HYLA_TIME_CONSTRAINED_IS_NOT_ENABLED = 125,
    /// The caller is time regulating.
    HYLA_TIME_REGULATION_ALREADY_ENABLED = 126,
    /// The caller is not time regulating.
    HYLA_TIME_REGULATION_IS_NOT_ENABLED = 127,
    /// Listed by no service. (2010)
    HYLA_UNABLE_TO_PERFORM_SAVE = 128,
    /// The authorizer says no. (2025)
    HYLA_UNAUTHORIZED = 129,
    /// Listed by no service. (2010)
    HYLA_UNKNOWN_NAME = 130,
    /// This RTI does not offer the callback model.
    HYLA_UNSUPPORTED_CALLBACK_MODEL = 131,
}

/// Pairs of number and name; the compiler sees to it that no exception is left out.
macro_rules! exceptions {
    ($($number:ident: $kind:ident,)*) => {
        impl From<ExceptionKind> for hyla_exception {
            fn from(kind: ExceptionKind) -> Self {
                match kind {
                    $(ExceptionKind::$kind => Self::$number,)*
                }
            }
        }

        /// The standard's name of the exception with this number.
        pub(crate) fn name_of(number: i32) -> &'static CStr {
            const NAMES: &[(i32, &str)] = &[
                $((hyla_exception::$number as i32, concat!(stringify!($kind), "\0")),)*
            ];
            if number == hyla_exception::HYLA_OK as i32 {
                return c"no exception";
            }
            let found = NAMES.iter().find(|(of, _)| *of == number);
            found
                .and_then(|(_, name)| CStr::from_bytes_with_nul(name.as_bytes()).ok())
                .unwrap_or(c"unknown exception")
        }
    };
}

exceptions! {
    HYLA_ALREADY_CONNECTED: AlreadyConnected,
    HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_DISABLED: AsynchronousDeliveryAlreadyDisabled,
    HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_ENABLED: AsynchronousDeliveryAlreadyEnabled,
    HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_CANCELED: AttributeAcquisitionWasNotCanceled,
    HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_REQUESTED: AttributeAcquisitionWasNotRequested,
    HYLA_ATTRIBUTE_ALREADY_BEING_ACQUIRED: AttributeAlreadyBeingAcquired,
    HYLA_ATTRIBUTE_ALREADY_BEING_CHANGED: AttributeAlreadyBeingChanged,
    HYLA_ATTRIBUTE_ALREADY_BEING_DIVESTED: AttributeAlreadyBeingDivested,
    HYLA_ATTRIBUTE_ALREADY_OWNED: AttributeAlreadyOwned,
    HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED: AttributeDivestitureWasNotRequested,
    HYLA_ATTRIBUTE_NOT_DEFINED: AttributeNotDefined,
    HYLA_ATTRIBUTE_NOT_OWNED: AttributeNotOwned,
    HYLA_ATTRIBUTE_NOT_PUBLISHED: AttributeNotPublished,
    HYLA_ATTRIBUTE_NOT_RECOGNIZED: AttributeNotRecognized,
    HYLA_ATTRIBUTE_NOT_SUBSCRIBED: AttributeNotSubscribed,
    HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_OFF: AttributeRelevanceAdvisorySwitchIsOff,
    HYLA_ATTRIBUTE_RELEVANCE_ADVISORY_SWITCH_IS_ON: AttributeRelevanceAdvisorySwitchIsOn,
    HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_OFF: AttributeScopeAdvisorySwitchIsOff,
    HYLA_ATTRIBUTE_SCOPE_ADVISORY_SWITCH_IS_ON: AttributeScopeAdvisorySwitchIsOn,
    HYLA_BAD_INITIALIZATION_PARAMETER: BadInitializationParameter,
    HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK: CallNotAllowedFromWithinCallback,
    HYLA_CONNECTION_FAILED: ConnectionFailed,
    HYLA_COULD_NOT_CREATE_LOGICAL_TIME_FACTORY: CouldNotCreateLogicalTimeFactory,
    HYLA_COULD_NOT_DECODE: CouldNotDecode,
    HYLA_COULD_NOT_DISCOVER: CouldNotDiscover,
    HYLA_COULD_NOT_ENCODE: CouldNotEncode,
    HYLA_COULD_NOT_INITIATE_RESTORE: CouldNotInitiateRestore,
    HYLA_COULD_NOT_OPEN_FDD: CouldNotOpenFDD,
    HYLA_COULD_NOT_OPEN_FOM: CouldNotOpenFOM,
    HYLA_COULD_NOT_OPEN_MIM: CouldNotOpenMIM,
    HYLA_DELETE_PRIVILEGE_NOT_HELD: DeletePrivilegeNotHeld,
    HYLA_DESIGNATOR_IS_HLA_STANDARD_MIM: DesignatorIsHLAstandardMIM,
    HYLA_ERROR_READING_FDD: ErrorReadingFDD,
    HYLA_ERROR_READING_FOM: ErrorReadingFOM,
    HYLA_ERROR_READING_MIM: ErrorReadingMIM,
    HYLA_FEDERATE_ALREADY_EXECUTION_MEMBER: FederateAlreadyExecutionMember,
    HYLA_FEDERATE_HANDLE_NOT_KNOWN: FederateHandleNotKnown,
    HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE: FederateHasNotBegunSave,
    HYLA_FEDERATE_INTERNAL_ERROR: FederateInternalError,
    HYLA_FEDERATE_IS_EXECUTION_MEMBER: FederateIsExecutionMember,
    HYLA_FEDERATE_NAME_ALREADY_IN_USE: FederateNameAlreadyInUse,
    HYLA_FEDERATE_NOT_EXECUTION_MEMBER: FederateNotExecutionMember,
    HYLA_FEDERATE_OWNS_ATTRIBUTES: FederateOwnsAttributes,
    HYLA_FEDERATE_SERVICE_INVOCATIONS_ARE_BEING_REPORTED_VIA_MOM: FederateServiceInvocationsAreBeingReportedViaMOM,
    HYLA_FEDERATE_UNABLE_TO_USE_TIME: FederateUnableToUseTime,
    HYLA_FEDERATES_CURRENTLY_JOINED: FederatesCurrentlyJoined,
    HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS: FederationExecutionAlreadyExists,
    HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST: FederationExecutionDoesNotExist,
    HYLA_ILLEGAL_NAME: IllegalName,
    HYLA_ILLEGAL_TIME_ARITHMETIC: IllegalTimeArithmetic,
    HYLA_IN_TIME_ADVANCING_STATE: InTimeAdvancingState,
    HYLA_INCONSISTENT_FDD: InconsistentFDD,
    HYLA_INCONSISTENT_FOM: InconsistentFOM,
    HYLA_INTERACTION_CLASS_ALREADY_BEING_CHANGED: InteractionClassAlreadyBeingChanged,
    HYLA_INTERACTION_CLASS_NOT_DEFINED: InteractionClassNotDefined,
    HYLA_INTERACTION_CLASS_NOT_PUBLISHED: InteractionClassNotPublished,
    HYLA_INTERACTION_CLASS_NOT_RECOGNIZED: InteractionClassNotRecognized,
    HYLA_INTERACTION_CLASS_NOT_SUBSCRIBED: InteractionClassNotSubscribed,
    HYLA_INTERACTION_PARAMETER_NOT_DEFINED: InteractionParameterNotDefined,
    HYLA_INTERACTION_PARAMETER_NOT_RECOGNIZED: InteractionParameterNotRecognized,
    HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_OFF: InteractionRelevanceAdvisorySwitchIsOff,
    HYLA_INTERACTION_RELEVANCE_ADVISORY_SWITCH_IS_ON: InteractionRelevanceAdvisorySwitchIsOn,
    HYLA_INTERNAL_ERROR: InternalError,
    HYLA_INVALID_ATTRIBUTE_HANDLE: InvalidAttributeHandle,
    HYLA_INVALID_CREDENTIALS: InvalidCredentials,
    HYLA_INVALID_DIMENSION_HANDLE: InvalidDimensionHandle,
    HYLA_INVALID_FOM: InvalidFOM,
    HYLA_INVALID_FEDERATE_HANDLE: InvalidFederateHandle,
    HYLA_INVALID_INTERACTION_CLASS_HANDLE: InvalidInteractionClassHandle,
    HYLA_INVALID_LOCAL_SETTINGS_DESIGNATOR: InvalidLocalSettingsDesignator,
    HYLA_INVALID_LOGICAL_TIME: InvalidLogicalTime,
    HYLA_INVALID_LOGICAL_TIME_INTERVAL: InvalidLogicalTimeInterval,
    HYLA_INVALID_LOOKAHEAD: InvalidLookahead,
    HYLA_INVALID_MIM: InvalidMIM,
    HYLA_INVALID_MESSAGE_RETRACTION_HANDLE: InvalidMessageRetractionHandle,
    HYLA_INVALID_OBJECT_CLASS_HANDLE: InvalidObjectClassHandle,
    HYLA_INVALID_OBJECT_INSTANCE_HANDLE: InvalidObjectInstanceHandle,
    HYLA_INVALID_ORDER_NAME: InvalidOrderName,
    HYLA_INVALID_ORDER_TYPE: InvalidOrderType,
    HYLA_INVALID_PARAMETER_HANDLE: InvalidParameterHandle,
    HYLA_INVALID_RANGE_BOUND: InvalidRangeBound,
    HYLA_INVALID_REGION: InvalidRegion,
    HYLA_INVALID_REGION_CONTEXT: InvalidRegionContext,
    HYLA_INVALID_RESIGN_ACTION: InvalidResignAction,
    HYLA_INVALID_SERVICE_GROUP: InvalidServiceGroup,
    HYLA_INVALID_TRANSPORTATION_NAME: InvalidTransportationName,
    HYLA_INVALID_TRANSPORTATION_TYPE: InvalidTransportationType,
    HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE: InvalidTransportationTypeHandle,
    HYLA_INVALID_UPDATE_RATE_DESIGNATOR: InvalidUpdateRateDesignator,
    HYLA_JOINED_FEDERATE_IS_NOT_IN_TIME_ADVANCING_STATE: JoinedFederateIsNotInTimeAdvancingState,
    HYLA_LOGICAL_TIME_ALREADY_PASSED: LogicalTimeAlreadyPassed,
    HYLA_MESSAGE_CAN_NO_LONGER_BE_RETRACTED: MessageCanNoLongerBeRetracted,
    HYLA_NAME_NOT_FOUND: NameNotFound,
    HYLA_NAME_SET_WAS_EMPTY: NameSetWasEmpty,
    HYLA_NO_ACQUISITION_PENDING: NoAcquisitionPending,
    HYLA_NO_FEDERATE_WILLING_TO_ACQUIRE_ATTRIBUTE: NoFederateWillingToAcquireAttribute,
    HYLA_NO_REQUEST_TO_ENABLE_TIME_CONSTRAINED_WAS_PENDING: NoRequestToEnableTimeConstrainedWasPending,
    HYLA_NO_REQUEST_TO_ENABLE_TIME_REGULATION_WAS_PENDING: NoRequestToEnableTimeRegulationWasPending,
    HYLA_NOT_CONNECTED: NotConnected,
    HYLA_OBJECT_CLASS_NOT_DEFINED: ObjectClassNotDefined,
    HYLA_OBJECT_CLASS_NOT_KNOWN: ObjectClassNotKnown,
    HYLA_OBJECT_CLASS_NOT_PUBLISHED: ObjectClassNotPublished,
    HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_OFF: ObjectClassRelevanceAdvisorySwitchIsOff,
    HYLA_OBJECT_CLASS_RELEVANCE_ADVISORY_SWITCH_IS_ON: ObjectClassRelevanceAdvisorySwitchIsOn,
    HYLA_OBJECT_INSTANCE_NAME_IN_USE: ObjectInstanceNameInUse,
    HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED: ObjectInstanceNameNotReserved,
    HYLA_OBJECT_INSTANCE_NOT_KNOWN: ObjectInstanceNotKnown,
    HYLA_OWNERSHIP_ACQUISITION_PENDING: OwnershipAcquisitionPending,
    HYLA_RTI_INTERNAL_ERROR: RTIinternalError,
    HYLA_REGION_DOES_NOT_CONTAIN_SPECIFIED_DIMENSION: RegionDoesNotContainSpecifiedDimension,
    HYLA_REGION_IN_USE_FOR_UPDATE_OR_SUBSCRIPTION: RegionInUseForUpdateOrSubscription,
    HYLA_REGION_NOT_CREATED_BY_THIS_FEDERATE: RegionNotCreatedByThisFederate,
    HYLA_REPORT_SERVICE_INVOCATIONS_ARE_SUBSCRIBED: ReportServiceInvocationsAreSubscribed,
    HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING: RequestForTimeConstrainedPending,
    HYLA_REQUEST_FOR_TIME_REGULATION_PENDING: RequestForTimeRegulationPending,
    HYLA_RESTORE_IN_PROGRESS: RestoreInProgress,
    HYLA_RESTORE_NOT_IN_PROGRESS: RestoreNotInProgress,
    HYLA_RESTORE_NOT_REQUESTED: RestoreNotRequested,
    HYLA_SAVE_IN_PROGRESS: SaveInProgress,
    HYLA_SAVE_NOT_IN_PROGRESS: SaveNotInProgress,
    HYLA_SAVE_NOT_INITIATED: SaveNotInitiated,
    HYLA_SPECIFIED_SAVE_LABEL_DOES_NOT_EXIST: SpecifiedSaveLabelDoesNotExist,
    HYLA_SYNCHRONIZATION_POINT_LABEL_NOT_ANNOUNCED: SynchronizationPointLabelNotAnnounced,
    HYLA_TIME_CONSTRAINED_ALREADY_ENABLED: TimeConstrainedAlreadyEnabled,
    HYLA_TIME_CONSTRAINED_IS_NOT_ENABLED: TimeConstrainedIsNotEnabled,
    HYLA_TIME_REGULATION_ALREADY_ENABLED: TimeRegulationAlreadyEnabled,
    HYLA_TIME_REGULATION_IS_NOT_ENABLED: TimeRegulationIsNotEnabled,
    HYLA_UNABLE_TO_PERFORM_SAVE: UnableToPerformSave,
    HYLA_UNAUTHORIZED: Unauthorized,
    HYLA_UNKNOWN_NAME: UnknownName,
    HYLA_UNSUPPORTED_CALLBACK_MODEL: UnsupportedCallbackModel,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that programs were compiled with. Lines may be added at the end, with new numbers, and never changed.
    const PINNED: &[(i32, &str)] = &[
        (1, "AlreadyConnected"),
        (2, "AsynchronousDeliveryAlreadyDisabled"),
        (3, "AsynchronousDeliveryAlreadyEnabled"),
        (4, "AttributeAcquisitionWasNotCanceled"),
        (5, "AttributeAcquisitionWasNotRequested"),
        (6, "AttributeAlreadyBeingAcquired"),
        (7, "AttributeAlreadyBeingChanged"),
        (8, "AttributeAlreadyBeingDivested"),
        (9, "AttributeAlreadyOwned"),
        (10, "AttributeDivestitureWasNotRequested"),
        (11, "AttributeNotDefined"),
        (12, "AttributeNotOwned"),
        (13, "AttributeNotPublished"),
        (14, "AttributeNotRecognized"),
        (15, "AttributeNotSubscribed"),
        (16, "AttributeRelevanceAdvisorySwitchIsOff"),
        (17, "AttributeRelevanceAdvisorySwitchIsOn"),
        (18, "AttributeScopeAdvisorySwitchIsOff"),
        (19, "AttributeScopeAdvisorySwitchIsOn"),
        (20, "BadInitializationParameter"),
        (21, "CallNotAllowedFromWithinCallback"),
        (22, "ConnectionFailed"),
        (23, "CouldNotCreateLogicalTimeFactory"),
        (24, "CouldNotDecode"),
        (25, "CouldNotDiscover"),
        (26, "CouldNotEncode"),
        (27, "CouldNotInitiateRestore"),
        (28, "CouldNotOpenFDD"),
        (29, "CouldNotOpenFOM"),
        (30, "CouldNotOpenMIM"),
        (31, "DeletePrivilegeNotHeld"),
        (32, "DesignatorIsHLAstandardMIM"),
        (33, "ErrorReadingFDD"),
        (34, "ErrorReadingFOM"),
        (35, "ErrorReadingMIM"),
        (36, "FederateAlreadyExecutionMember"),
        (37, "FederateHandleNotKnown"),
        (38, "FederateHasNotBegunSave"),
        (39, "FederateInternalError"),
        (40, "FederateIsExecutionMember"),
        (41, "FederateNameAlreadyInUse"),
        (42, "FederateNotExecutionMember"),
        (43, "FederateOwnsAttributes"),
        (44, "FederateServiceInvocationsAreBeingReportedViaMOM"),
        (45, "FederateUnableToUseTime"),
        (46, "FederatesCurrentlyJoined"),
        (47, "FederationExecutionAlreadyExists"),
        (48, "FederationExecutionDoesNotExist"),
        (49, "IllegalName"),
        (50, "IllegalTimeArithmetic"),
        (51, "InTimeAdvancingState"),
        (52, "InconsistentFDD"),
        (53, "InconsistentFOM"),
        (54, "InteractionClassAlreadyBeingChanged"),
        (55, "InteractionClassNotDefined"),
        (56, "InteractionClassNotPublished"),
        (57, "InteractionClassNotRecognized"),
        (58, "InteractionClassNotSubscribed"),
        (59, "InteractionParameterNotDefined"),
        (60, "InteractionParameterNotRecognized"),
        (61, "InteractionRelevanceAdvisorySwitchIsOff"),
        (62, "InteractionRelevanceAdvisorySwitchIsOn"),
        (63, "InternalError"),
        (64, "InvalidAttributeHandle"),
        (65, "InvalidCredentials"),
        (66, "InvalidDimensionHandle"),
        (67, "InvalidFOM"),
        (68, "InvalidFederateHandle"),
        (69, "InvalidInteractionClassHandle"),
        (70, "InvalidLocalSettingsDesignator"),
        (71, "InvalidLogicalTime"),
        (72, "InvalidLogicalTimeInterval"),
        (73, "InvalidLookahead"),
        (74, "InvalidMIM"),
        (75, "InvalidMessageRetractionHandle"),
        (76, "InvalidObjectClassHandle"),
        (77, "InvalidObjectInstanceHandle"),
        (78, "InvalidOrderName"),
        (79, "InvalidOrderType"),
        (80, "InvalidParameterHandle"),
        (81, "InvalidRangeBound"),
        (82, "InvalidRegion"),
        (83, "InvalidRegionContext"),
        (84, "InvalidResignAction"),
        (85, "InvalidServiceGroup"),
        (86, "InvalidTransportationName"),
        (87, "InvalidTransportationType"),
        (88, "InvalidTransportationTypeHandle"),
        (89, "InvalidUpdateRateDesignator"),
        (90, "JoinedFederateIsNotInTimeAdvancingState"),
        (91, "LogicalTimeAlreadyPassed"),
        (92, "MessageCanNoLongerBeRetracted"),
        (93, "NameNotFound"),
        (94, "NameSetWasEmpty"),
        (95, "NoAcquisitionPending"),
        (96, "NoFederateWillingToAcquireAttribute"),
        (97, "NoRequestToEnableTimeConstrainedWasPending"),
        (98, "NoRequestToEnableTimeRegulationWasPending"),
        (99, "NotConnected"),
        (100, "ObjectClassNotDefined"),
        (101, "ObjectClassNotKnown"),
        (102, "ObjectClassNotPublished"),
        (103, "ObjectClassRelevanceAdvisorySwitchIsOff"),
        (104, "ObjectClassRelevanceAdvisorySwitchIsOn"),
        (105, "ObjectInstanceNameInUse"),
        (106, "ObjectInstanceNameNotReserved"),
        (107, "ObjectInstanceNotKnown"),
        (108, "OwnershipAcquisitionPending"),
        (109, "RTIinternalError"),
        (110, "RegionDoesNotContainSpecifiedDimension"),
        (111, "RegionInUseForUpdateOrSubscription"),
        (112, "RegionNotCreatedByThisFederate"),
        (113, "ReportServiceInvocationsAreSubscribed"),
        (114, "RequestForTimeConstrainedPending"),
        (115, "RequestForTimeRegulationPending"),
        (116, "RestoreInProgress"),
        (117, "RestoreNotInProgress"),
        (118, "RestoreNotRequested"),
        (119, "SaveInProgress"),
        (120, "SaveNotInProgress"),
        (121, "SaveNotInitiated"),
        (122, "SpecifiedSaveLabelDoesNotExist"),
        (123, "SynchronizationPointLabelNotAnnounced"),
        (124, "TimeConstrainedAlreadyEnabled"),
        (125, "TimeConstrainedIsNotEnabled"),
        (126, "TimeRegulationAlreadyEnabled"),
        (127, "TimeRegulationIsNotEnabled"),
        (128, "UnableToPerformSave"),
        (129, "Unauthorized"),
        (130, "UnknownName"),
        (131, "UnsupportedCallbackModel"),
    ];

    #[test]
    fn the_numbers_are_those_that_programs_were_compiled_with() {
        assert_eq!(PINNED.len(), ExceptionKind::ALL.len());
        for &(number, name) in PINNED {
            let kind: ExceptionKind = name.parse().unwrap();
            assert_eq!(hyla_exception::from(kind) as i32, number, "{name}");
            assert_eq!(name_of(number).to_str(), Ok(name));
        }
    }

    #[test]
    fn success_and_numbers_without_meaning_have_names_that_are_no_exceptions() {
        for number in [0, -1, PINNED.len() as i32 + 1, i32::MAX, i32::MIN] {
            let name = name_of(number).to_str().unwrap();
            assert!(name.parse::<ExceptionKind>().is_err(), "{number}: {name}");
        }
    }
}
