//! The enumerated types of the services, with the numbers of the standard C++ API.
//!
//! The numbers are those of 1516.1, the same in both editions. Two other tables count differently:
//! the MOM of 2010 ([`OrderType::mom_code`], [`ResignAction::mom_code`]) and the Federate Protocol,
//! whose crate has its own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::edition::Edition;

/// A number that stands for no value of the enumerated type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code} is no value of {enumeration}")]
pub struct UnknownCode {
    /// Name of the enumerated type.
    pub enumeration: &'static str,
    /// The number found.
    pub code: i32,
}

/// A text that names no value of the enumerated type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is no value of {enumeration}")]
pub struct UnknownEnumerator {
    /// Name of the enumerated type.
    pub enumeration: &'static str,
    /// The text found.
    pub name: String,
}

/// One enumerated type: variants with their number and the standard's name.
macro_rules! enumerated {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$about])* $variant = $code,)*
        }

        impl $name {
            /// Every value, by number.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its number in the standard API.
            #[must_use]
            pub const fn code(self) -> i32 {
                self as i32
            }

            /// The standard's name of it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl TryFrom<i32> for $name {
            type Error = UnknownCode;

            fn try_from(code: i32) -> Result<Self, UnknownCode> {
                match code {
                    $($code => Ok(Self::$variant),)*
                    _ => Err(UnknownCode { enumeration: stringify!($name), code }),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownEnumerator;

            fn from_str(name: &str) -> Result<Self, UnknownEnumerator> {
                match name {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(UnknownEnumerator {
                        enumeration: stringify!($name),
                        name: name.to_owned(),
                    }),
                }
            }
        }
    };
}

enumerated! {
    /// How a message takes its place among others at the receiver.
    ///
    /// The names are those of object model files and of `getOrderName`.
    OrderType {
        /// In the order of arrival.
        Receive = 1 "Receive",
        /// In the order of time stamps, and only once no earlier one can come.
        TimeStamp = 2 "TimeStamp",
    }
}

enumerated! {
    /// Fate of a federate's attributes and pending acquisitions when it resigns.
    ResignAction {
        /// Everything owned becomes unowned.
        UnconditionallyDivestAttributes = 0 "UNCONDITIONALLY_DIVEST_ATTRIBUTES",
        /// Instances whose delete privilege the federate holds are deleted.
        DeleteObjects = 1 "DELETE_OBJECTS",
        /// Pending acquisitions are cancelled.
        CancelPendingOwnershipAcquisitions = 2 "CANCEL_PENDING_OWNERSHIP_ACQUISITIONS",
        /// Deletes what it may delete, then divests the rest.
        DeleteObjectsThenDivest = 3 "DELETE_OBJECTS_THEN_DIVEST",
        /// Cancels acquisitions, deletes what it may delete, then divests the rest.
        CancelThenDeleteThenDivest = 4 "CANCEL_THEN_DELETE_THEN_DIVEST",
        /// Nothing: refused while something is owned or being acquired.
        NoAction = 5 "NO_ACTION",
    }
}

enumerated! {
    /// Thread of the callbacks.
    CallbackModel {
        /// Hyla's thread, as soon as a callback is ready.
        Immediate = 0 "HLA_IMMEDIATE",
        /// The federate's own thread, inside `evokeCallback` and `evokeMultipleCallbacks`.
        Evoked = 1 "HLA_EVOKED",
    }
}

enumerated! {
    /// Groups of services, as `normalizeServiceGroup` counts them.
    ServiceGroup {
        /// Clause 4.
        FederationManagement = 0 "FEDERATION_MANAGEMENT",
        /// Clause 5.
        DeclarationManagement = 1 "DECLARATION_MANAGEMENT",
        /// Clause 6.
        ObjectManagement = 2 "OBJECT_MANAGEMENT",
        /// Clause 7.
        OwnershipManagement = 3 "OWNERSHIP_MANAGEMENT",
        /// Clause 8.
        TimeManagement = 4 "TIME_MANAGEMENT",
        /// Clause 9.
        DataDistributionManagement = 5 "DATA_DISTRIBUTION_MANAGEMENT",
        /// Clause 10.
        SupportServices = 6 "SUPPORT_SERVICES",
    }
}

enumerated! {
    /// How far one federate is in a save of the federation.
    SaveStatus {
        /// No save is going on.
        NoSaveInProgress = 0 "NO_SAVE_IN_PROGRESS",
        /// Asked to save, not begun.
        FederateInstructedToSave = 1 "FEDERATE_INSTRUCTED_TO_SAVE",
        /// Saving.
        FederateSaving = 2 "FEDERATE_SAVING",
        /// Done; others are not.
        FederateWaitingForFederationToSave = 3 "FEDERATE_WAITING_FOR_FEDERATION_TO_SAVE",
    }
}

enumerated! {
    /// Why a save failed.
    SaveFailureReason {
        /// The RTI could not store its own state.
        RtiUnableToSave = 0 "RTI_UNABLE_TO_SAVE",
        /// A federate answered that it could not save.
        FederateReportedFailureDuringSave = 1 "FEDERATE_REPORTED_FAILURE_DURING_SAVE",
        /// A federate left before it was done.
        FederateResignedDuringSave = 2 "FEDERATE_RESIGNED_DURING_SAVE",
        /// The RTI found a fault.
        RtiDetectedFailureDuringSave = 3 "RTI_DETECTED_FAILURE_DURING_SAVE",
        /// Not every federate can be stopped at the time asked for.
        SaveTimeCannotBeHonored = 4 "SAVE_TIME_CANNOT_BE_HONORED",
        /// A federate called `abortFederationSave`.
        SaveAborted = 5 "SAVE_ABORTED",
    }
}

enumerated! {
    /// How far one federate is in a restore of the federation.
    RestoreStatus {
        /// No restore is going on.
        NoRestoreInProgress = 0 "NO_RESTORE_IN_PROGRESS",
        /// Its own request for a restore is not answered yet.
        FederateRestoreRequestPending = 1 "FEDERATE_RESTORE_REQUEST_PENDING",
        /// The request is granted; the restore has not begun.
        FederateWaitingForRestoreToBegin = 2 "FEDERATE_WAITING_FOR_RESTORE_TO_BEGIN",
        /// The restore was announced; the state to load is not known yet.
        FederatePreparedToRestore = 3 "FEDERATE_PREPARED_TO_RESTORE",
        /// Restoring.
        FederateRestoring = 4 "FEDERATE_RESTORING",
        /// Done; others are not.
        FederateWaitingForFederationToRestore = 5 "FEDERATE_WAITING_FOR_FEDERATION_TO_RESTORE",
    }
}

enumerated! {
    /// Why a restore failed.
    RestoreFailureReason {
        /// The RTI could not load its own state.
        RtiUnableToRestore = 0 "RTI_UNABLE_TO_RESTORE",
        /// A federate answered that it could not restore.
        FederateReportedFailureDuringRestore = 1 "FEDERATE_REPORTED_FAILURE_DURING_RESTORE",
        /// A federate left before it was done.
        FederateResignedDuringRestore = 2 "FEDERATE_RESIGNED_DURING_RESTORE",
        /// The RTI found a fault.
        RtiDetectedFailureDuringRestore = 3 "RTI_DETECTED_FAILURE_DURING_RESTORE",
        /// A federate called `abortFederationRestore`.
        RestoreAborted = 4 "RESTORE_ABORTED",
    }
}

enumerated! {
    /// Why a synchronization point was not registered.
    SynchronizationPointFailureReason {
        /// A point of this label is registered already.
        LabelNotUnique = 0 "SYNCHRONIZATION_POINT_LABEL_NOT_UNIQUE",
        /// The set names a federate that is not joined.
        SetMemberNotJoined = 1 "SYNCHRONIZATION_SET_MEMBER_NOT_JOINED",
    }
}

enumerated! {
    /// Outcome of the additional settings of `connect` (2025).
    AdditionalSettingsResultCode {
        /// None were given, or they mean nothing to this RTI.
        SettingsIgnored = 0 "SETTINGS_IGNORED",
        /// The text could not be read; nothing of it is in force.
        SettingsFailedToParse = 1 "SETTINGS_FAILED_TO_PARSE",
        /// The settings are in force.
        SettingsApplied = 2 "SETTINGS_APPLIED",
    }
}

enumerated! {
    /// Verdict of an authorizer (2025).
    AuthorizationResultCode {
        /// Go ahead.
        Authorized = 0 "AUTHORIZED",
        /// Known, but not allowed to do this.
        Unauthorized = 1 "UNAUTHORIZED",
        /// The credentials prove nothing.
        InvalidCredentials = 2 "INVALID_CREDENTIALS",
        /// No verdict could be reached.
        AuthorizationError = 3 "AUTHORIZATION_ERROR",
    }
}

impl OrderType {
    /// Its number in `HLAorderType` of the MOM: one less in 2010 than in 2025.
    #[must_use]
    pub const fn mom_code(self, edition: Edition) -> i32 {
        match edition {
            Edition::Hla2010 => self.code() - 1,
            Edition::Hla2025 => self.code(),
        }
    }

    /// The order that [`Self::mom_code`] numbered.
    ///
    /// # Errors
    /// [`UnknownCode`] for a number without meaning in that edition.
    pub fn from_mom_code(code: i32, edition: Edition) -> Result<Self, UnknownCode> {
        let by_mom = |order: &&Self| order.mom_code(edition) == code;
        let unknown = UnknownCode {
            enumeration: "HLAorderType",
            code,
        };
        Self::ALL.iter().find(by_mom).copied().ok_or(unknown)
    }
}

impl ResignAction {
    /// Its number in `HLAresignAction` of the MOM: one more in 2010 than in 2025.
    #[must_use]
    pub const fn mom_code(self, edition: Edition) -> i32 {
        match edition {
            Edition::Hla2010 => self.code() + 1,
            Edition::Hla2025 => self.code(),
        }
    }

    /// The action that [`Self::mom_code`] numbered.
    ///
    /// # Errors
    /// [`UnknownCode`] for a number without meaning in that edition.
    pub fn from_mom_code(code: i32, edition: Edition) -> Result<Self, UnknownCode> {
        let by_mom = |action: &&Self| action.mom_code(edition) == code;
        let unknown = UnknownCode {
            enumeration: "HLAresignAction",
            code,
        };
        Self::ALL.iter().find(by_mom).copied().ok_or(unknown)
    }

    /// Its text in the `automaticResignAction` switch of object model files.
    #[must_use]
    pub const fn switch_text(self) -> &'static str {
        match self {
            Self::UnconditionallyDivestAttributes => "UnconditionallyDivestAttributes",
            Self::DeleteObjects => "DeleteObjects",
            Self::CancelPendingOwnershipAcquisitions => "CancelPendingOwnershipAcquisitions",
            Self::DeleteObjectsThenDivest => "DeleteObjectsThenDivest",
            Self::CancelThenDeleteThenDivest => "CancelThenDeleteThenDivest",
            Self::NoAction => "NoAction",
        }
    }

    /// The action that an object model file names.
    ///
    /// # Errors
    /// [`UnknownEnumerator`] for any other text.
    pub fn from_switch_text(text: &str) -> Result<Self, UnknownEnumerator> {
        let unknown = || UnknownEnumerator {
            enumeration: "automaticResignAction",
            name: text.to_owned(),
        };
        Self::ALL
            .iter()
            .find(|a| a.switch_text() == text)
            .copied()
            .ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_types_have_the_names_of_object_model_files() {
        assert_eq!(OrderType::TimeStamp.to_string(), "TimeStamp");
        assert_eq!("Receive".parse(), Ok(OrderType::Receive));
        assert!("receive".parse::<OrderType>().is_err());
    }

    #[test]
    fn a_number_outside_the_type_is_refused_with_the_type_named() {
        let error = ServiceGroup::try_from(7).unwrap_err();

        assert_eq!(error.to_string(), "7 is no value of ServiceGroup");
    }

    #[test]
    fn codes_and_names_lead_back_to_their_value() {
        for &action in ResignAction::ALL {
            assert_eq!(ResignAction::try_from(action.code()), Ok(action));
            assert_eq!(action.name().parse(), Ok(action));
            assert_eq!(
                ResignAction::from_switch_text(action.switch_text()),
                Ok(action)
            );
            for edition in Edition::ALL {
                let code = action.mom_code(edition);
                assert_eq!(ResignAction::from_mom_code(code, edition), Ok(action));
            }
        }
    }

    #[test]
    fn the_mom_of_2010_counts_orders_from_zero_and_resign_actions_from_one() {
        assert_eq!(
            OrderType::from_mom_code(0, Edition::Hla2010),
            Ok(OrderType::Receive)
        );
        assert!(OrderType::from_mom_code(0, Edition::Hla2025).is_err());
        assert_eq!(ResignAction::NoAction.mom_code(Edition::Hla2010), 6);
        assert_eq!(ResignAction::NoAction.mom_code(Edition::Hla2025), 5);
    }
}
