//! The exceptions by name, and which edition knows which.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::edition::Edition;

/// A text that is no exception of either edition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no edition of the standard has an exception named \"{0}\"")]
pub struct UnknownExceptionName(pub String);

macro_rules! exceptions {
    ($($(#[$doc:meta])* $kind:ident: $known:ident,)*) => {
        /// Every exception of both editions, by the standard's name.
        ///
        /// Left over from older editions and listed by no service are those whose text says so.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum ExceptionKind {
            $($(#[$doc])* $kind,)*
        }

        impl ExceptionKind {
            /// Every exception, in alphabetical order.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The standard's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => stringify!($kind),)*
                }
            }

            const fn known(self) -> Known {
                match self {
                    $(Self::$kind => Known::$known,)*
                }
            }
        }

        impl FromStr for ExceptionKind {
            type Err = UnknownExceptionName;

            fn from_str(name: &str) -> Result<Self, UnknownExceptionName> {
                match name {
                    $(stringify!($kind) => Ok(Self::$kind),)*
                    other => Err(UnknownExceptionName(other.to_owned())),
                }
            }
        }
    };
}

/// The editions whose interface declares an exception.
#[derive(PartialEq, Eq)]
enum Known {
    Both,
    Only2010,
    Only2025,
}

impl ExceptionKind {
    /// Whether the interface of that edition declares it.
    #[must_use]
    pub const fn in_edition(self, edition: Edition) -> bool {
        match self.known() {
            Known::Both => true,
            Known::Only2010 => matches!(edition, Edition::Hla2010),
            Known::Only2025 => matches!(edition, Edition::Hla2025),
        }
    }

    /// The exception that a federate of that edition gets in its place.
    ///
    /// Itself, if the edition has it; otherwise the edition's name for the same fault; otherwise
    /// `RTIinternalError`. The rules raise the 2025 name and leave the choice to this.
    #[must_use]
    pub const fn for_edition(self, edition: Edition) -> Self {
        if self.in_edition(edition) {
            return self;
        }
        match self {
            // Known only in 2025, asked for 2010.
            Self::CouldNotOpenFOM => Self::CouldNotOpenFDD,
            Self::ErrorReadingFOM | Self::InvalidFOM => Self::ErrorReadingFDD,
            Self::InconsistentFOM => Self::InconsistentFDD,
            Self::InvalidMIM => Self::ErrorReadingMIM,
            Self::InvalidObjectInstanceHandle => Self::ObjectInstanceNotKnown,
            Self::InvalidTransportationTypeHandle => Self::InvalidTransportationType,
            // Known only in 2010, asked for 2025.
            Self::CouldNotOpenFDD => Self::CouldNotOpenFOM,
            Self::ErrorReadingFDD => Self::ErrorReadingFOM,
            Self::InconsistentFDD => Self::InconsistentFOM,
            Self::InvalidTransportationType => Self::InvalidTransportationTypeHandle,
            _ => Self::RTIinternalError,
        }
    }
}

impl fmt::Display for ExceptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

exceptions! {
    /// `connect` on an ambassador that has a connection.
    AlreadyConnected: Both,
    /// Asynchronous delivery is off as it is.
    AsynchronousDeliveryAlreadyDisabled: Both,
    /// Asynchronous delivery is on as it is.
    AsynchronousDeliveryAlreadyEnabled: Both,
    /// Listed by no service.
    AttributeAcquisitionWasNotCanceled: Only2010,
    /// Nothing to cancel: the caller is not acquiring one of the attributes.
    AttributeAcquisitionWasNotRequested: Both,
    /// The caller already waits for one of the attributes.
    AttributeAlreadyBeingAcquired: Both,
    /// A change of its transportation type is still to be confirmed.
    AttributeAlreadyBeingChanged: Both,
    /// The caller is giving it away already.
    AttributeAlreadyBeingDivested: Both,
    /// The caller owns one of the attributes, so there is nothing to acquire or cancel.
    AttributeAlreadyOwned: Both,
    /// The caller is not giving it away.
    AttributeDivestitureWasNotRequested: Both,
    /// Not an attribute that is available at the class.
    AttributeNotDefined: Both,
    /// The caller does not own one of the attributes.
    AttributeNotOwned: Both,
    /// The caller does not publish the attribute at the class.
    AttributeNotPublished: Both,
    /// Listed by no service.
    AttributeNotRecognized: Only2010,
    /// Listed by no service.
    AttributeNotSubscribed: Only2010,
    /// The advisory is off as it is.
    AttributeRelevanceAdvisorySwitchIsOff: Both,
    /// The advisory is on as it is.
    AttributeRelevanceAdvisorySwitchIsOn: Both,
    /// The advisory is off as it is.
    AttributeScopeAdvisorySwitchIsOff: Both,
    /// The advisory is on as it is.
    AttributeScopeAdvisorySwitchIsOn: Both,
    /// Listed by no service.
    BadInitializationParameter: Only2010,
    /// The service may not be called while a callback of this ambassador runs.
    CallNotAllowedFromWithinCallback: Both,
    /// The RTI cannot be reached or turns the connection away.
    ConnectionFailed: Both,
    /// There is no time representation of that name.
    CouldNotCreateLogicalTimeFactory: Both,
    /// The bytes are not what an `encode` of this kind writes.
    CouldNotDecode: Both,
    /// Listed by no service.
    CouldNotDiscover: Only2010,
    /// A value cannot be written in the encoding asked for. Raised by the encoding classes.
    CouldNotEncode: Both,
    /// Listed by no service.
    CouldNotInitiateRestore: Only2010,
    /// A FOM module cannot be found or opened.
    CouldNotOpenFDD: Only2010,
    /// A FOM module cannot be found or opened.
    CouldNotOpenFOM: Only2025,
    /// The MIM cannot be found or opened.
    CouldNotOpenMIM: Both,
    /// The caller does not own the instance's privilege to delete.
    DeletePrivilegeNotHeld: Both,
    /// The MIM was given under the name that is kept for the standard one.
    DesignatorIsHLAstandardMIM: Both,
    /// A FOM module is not readable as an object model.
    ErrorReadingFDD: Only2010,
    /// A FOM module is not readable as an object model.
    ErrorReadingFOM: Only2025,
    /// The MIM is not readable as an object model.
    ErrorReadingMIM: Both,
    /// The ambassador is joined to an execution.
    FederateAlreadyExecutionMember: Both,
    /// The handle is well formed, but no joined federate has it.
    FederateHandleNotKnown: Both,
    /// The federate has not said that it began the save.
    FederateHasNotBegunSave: Both,
    /// Raised by the federate's own code inside a callback.
    FederateInternalError: Both,
    /// Disconnecting needs a resign first.
    FederateIsExecutionMember: Both,
    /// Another joined federate has this name.
    FederateNameAlreadyInUse: Both,
    /// The service needs a joined federate.
    FederateNotExecutionMember: Both,
    /// The caller already owns some of the attributes.
    FederateOwnsAttributes: Both,
    /// The caller's services are reported, so it may not subscribe to those reports.
    FederateServiceInvocationsAreBeingReportedViaMOM: Both,
    /// A save at a time, asked for by a federate to which that time says nothing.
    FederateUnableToUseTime: Both,
    /// The execution has members and cannot be destroyed.
    FederatesCurrentlyJoined: Both,
    /// The name of the execution is taken.
    FederationExecutionAlreadyExists: Both,
    /// There is no execution of this name.
    FederationExecutionDoesNotExist: Both,
    /// The name is empty or reserved.
    IllegalName: Both,
    /// A sum or difference outside the range of times. Raised by the time classes.
    IllegalTimeArithmetic: Both,
    /// An advance is asked for and not granted yet.
    InTimeAdvancingState: Both,
    /// FOM modules contradict one another or the MIM.
    InconsistentFDD: Only2010,
    /// FOM modules contradict one another or the MIM.
    InconsistentFOM: Only2025,
    /// A change of its transportation type is still to be confirmed.
    InteractionClassAlreadyBeingChanged: Both,
    /// Not an interaction class of the execution.
    InteractionClassNotDefined: Both,
    /// The caller does not publish this very class.
    InteractionClassNotPublished: Both,
    /// Listed by no service.
    InteractionClassNotRecognized: Only2010,
    /// Listed by no service.
    InteractionClassNotSubscribed: Only2010,
    /// Not a parameter that is available at the class.
    InteractionParameterNotDefined: Both,
    /// Listed by no service.
    InteractionParameterNotRecognized: Only2010,
    /// The advisory is off as it is.
    InteractionRelevanceAdvisorySwitchIsOff: Both,
    /// The advisory is on as it is.
    InteractionRelevanceAdvisorySwitchIsOn: Both,
    /// A fault inside a class of the library. Listed by no service.
    InternalError: Both,
    /// Not an attribute handle of the execution.
    InvalidAttributeHandle: Both,
    /// The authorizer cannot make anything of the credentials.
    InvalidCredentials: Only2025,
    /// Not a dimension handle of the execution.
    InvalidDimensionHandle: Both,
    /// A FOM module is readable, but breaks the rules of object models.
    InvalidFOM: Only2025,
    /// Not a federate handle of the execution.
    InvalidFederateHandle: Both,
    /// Not an interaction class handle of the execution.
    InvalidInteractionClassHandle: Both,
    /// The settings text of `connect` cannot be used.
    InvalidLocalSettingsDesignator: Only2010,
    /// A time of the wrong representation, out of range, or too early to be sent.
    InvalidLogicalTime: Both,
    /// An interval of the wrong representation or out of range. Raised by the time classes.
    InvalidLogicalTimeInterval: Both,
    /// A lookahead of the wrong representation, negative or infinite.
    InvalidLookahead: Both,
    /// The MIM is readable, but breaks the rules or lacks what the standard puts there.
    InvalidMIM: Only2025,
    /// Not the handle of a message in time-stamp order that the caller sent.
    InvalidMessageRetractionHandle: Both,
    /// Not an object class handle of the execution.
    InvalidObjectClassHandle: Both,
    /// Not an object instance handle of the execution.
    InvalidObjectInstanceHandle: Only2025,
    /// The text names no order type.
    InvalidOrderName: Both,
    /// The value is no order type.
    InvalidOrderType: Both,
    /// Not a parameter handle of the execution.
    InvalidParameterHandle: Both,
    /// A range that is empty, reversed or longer than its dimension.
    InvalidRangeBound: Both,
    /// Not a region, or not any more.
    InvalidRegion: Both,
    /// The region has a dimension that is not available there.
    InvalidRegionContext: Both,
    /// The value is no resign action.
    InvalidResignAction: Both,
    /// The value is no service group.
    InvalidServiceGroup: Both,
    /// No transportation type has this name.
    InvalidTransportationName: Both,
    /// Not a transportation type of the execution.
    InvalidTransportationType: Only2010,
    /// Not a transportation type handle of the execution.
    InvalidTransportationTypeHandle: Only2025,
    /// The object model has no update rate of this name.
    InvalidUpdateRateDesignator: Both,
    /// Listed by no service.
    JoinedFederateIsNotInTimeAdvancingState: Only2010,
    /// The time lies before that of the caller.
    LogicalTimeAlreadyPassed: Both,
    /// Too late to take the message back, or taken back already.
    MessageCanNoLongerBeRetracted: Both,
    /// The execution has nothing of this name.
    NameNotFound: Both,
    /// A set of names with no name in it.
    NameSetWasEmpty: Both,
    /// No federate is acquiring the attribute.
    NoAcquisitionPending: Both,
    /// Listed by no service.
    NoFederateWillingToAcquireAttribute: Only2010,
    /// Listed by no service.
    NoRequestToEnableTimeConstrainedWasPending: Only2010,
    /// Listed by no service.
    NoRequestToEnableTimeRegulationWasPending: Only2010,
    /// The ambassador has no connection.
    NotConnected: Both,
    /// Not an object class of the execution.
    ObjectClassNotDefined: Both,
    /// Listed by no service.
    ObjectClassNotKnown: Only2010,
    /// The caller does not publish the class.
    ObjectClassNotPublished: Both,
    /// The advisory is off as it is.
    ObjectClassRelevanceAdvisorySwitchIsOff: Both,
    /// The advisory is on as it is.
    ObjectClassRelevanceAdvisorySwitchIsOn: Both,
    /// An object instance has this name.
    ObjectInstanceNameInUse: Both,
    /// The caller has not reserved the name.
    ObjectInstanceNameNotReserved: Both,
    /// The caller knows no such instance: never discovered, or removed.
    ObjectInstanceNotKnown: Both,
    /// An acquisition by the caller is already pending.
    OwnershipAcquisitionPending: Both,
    /// Any failure without a name of its own; the message explains it.
    RTIinternalError: Both,
    /// The region was created without this dimension.
    RegionDoesNotContainSpecifiedDimension: Both,
    /// The region is in use and cannot be deleted.
    RegionInUseForUpdateOrSubscription: Both,
    /// The region belongs to another federate.
    RegionNotCreatedByThisFederate: Both,
    /// The caller subscribes to service reports, so its own cannot be switched on.
    ReportServiceInvocationsAreSubscribed: Only2025,
    /// The request to become constrained is not answered yet.
    RequestForTimeConstrainedPending: Both,
    /// The request to become regulating is not answered yet.
    RequestForTimeRegulationPending: Both,
    /// Not while a restore is going on.
    RestoreInProgress: Both,
    /// There is no restore to abort.
    RestoreNotInProgress: Both,
    /// The caller was not asked to restore.
    RestoreNotRequested: Both,
    /// Not while a save is going on.
    SaveInProgress: Both,
    /// There is no save to abort.
    SaveNotInProgress: Both,
    /// The caller was not asked to save.
    SaveNotInitiated: Both,
    /// Listed by no service.
    SpecifiedSaveLabelDoesNotExist: Only2010,
    /// The point was not announced to the caller, or is achieved already.
    SynchronizationPointLabelNotAnnounced: Both,
    /// The caller is time constrained.
    TimeConstrainedAlreadyEnabled: Both,
    /// The caller is not time constrained.
    TimeConstrainedIsNotEnabled: Both,
    /// The caller is time regulating.
    TimeRegulationAlreadyEnabled: Both,
    /// The caller is not time regulating.
    TimeRegulationIsNotEnabled: Both,
    /// Listed by no service.
    UnableToPerformSave: Only2010,
    /// The authorizer says no.
    Unauthorized: Only2025,
    /// Listed by no service.
    UnknownName: Only2010,
    /// This RTI does not offer the callback model.
    UnsupportedCallbackModel: Both,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_exception() {
        for &kind in ExceptionKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert!("Exception".parse::<ExceptionKind>().is_err());
    }

    #[test]
    fn what_an_edition_is_told_is_always_an_exception_of_that_edition() {
        for edition in Edition::ALL {
            for &kind in ExceptionKind::ALL {
                let told = kind.for_edition(edition);
                assert!(
                    told.in_edition(edition),
                    "{kind} becomes {told} in {edition}"
                );
                assert!(
                    told == kind || !kind.in_edition(edition),
                    "{kind} is needlessly renamed"
                );
            }
        }
    }

    #[test]
    fn object_model_faults_have_other_names_in_2010() {
        let told = ExceptionKind::InvalidFOM.for_edition(Edition::Hla2010);
        assert_eq!(told, ExceptionKind::ErrorReadingFDD);

        let told = ExceptionKind::CouldNotOpenFDD.for_edition(Edition::Hla2025);
        assert_eq!(told, ExceptionKind::CouldNotOpenFOM);
    }

    #[test]
    fn what_2010_cannot_say_is_an_internal_error_there() {
        let told = ExceptionKind::Unauthorized.for_edition(Edition::Hla2010);

        assert_eq!(told, ExceptionKind::RTIinternalError);
    }
}
