//! The services and callbacks of both editions, and what the standard lists for each.
//!
//! ```
//! use hyla_types::{Edition, ExceptionKind, Service};
//!
//! let join = Service::JoinFederationExecution;
//! assert_eq!(join.info().clause(Edition::Hla2010), Some("4.9"));
//! assert_eq!(join.info().clause(Edition::Hla2025), Some("4.11"));
//! assert!(join.may_raise(Edition::Hla2025, ExceptionKind::Unauthorized));
//! assert!(!join.may_raise(Edition::Hla2010, ExceptionKind::Unauthorized));
//! ```

mod name;
mod signature;
mod table;

use std::fmt;

pub use name::Service;
pub use signature::{Argument, Kind, Presence, Signature, Value};

use crate::edition::Edition;
use crate::enums::ServiceGroup;
use crate::exception::{Exception, ExceptionKind};

/// Entry of the standard for a service, edition by edition.
///
/// `name`, `clause` and `exceptions` of an edition that lacks the service are `None` and empty. A
/// service that only the language interfaces have is without clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceInfo {
    /// The service.
    pub service: Service,
    /// Name in the 2010 C++ API.
    pub name_2010: Option<&'static str>,
    /// Name in the 2025 C++ API.
    pub name_2025: Option<&'static str>,
    /// Its group in the table.
    pub group: ServiceTableGroup,
    /// Caller and callee.
    pub direction: Direction,
    /// Arguments and result: the longest overload first, and a second one where the first does not cover all.
    pub signatures: &'static [Signature],
    /// Clause of 1516.1-2010.
    pub clause_2010: Option<&'static str>,
    /// Clause of 1516.1-2025.
    pub clause_2025: Option<&'static str>,
    /// Exceptions listed in 2010, by any overload.
    pub exceptions_2010: &'static [ExceptionKind],
    /// Exceptions listed in 2025, by any overload.
    pub exceptions_2025: &'static [ExceptionKind],
}

/// Group of a service in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ServiceTableGroup {
    /// Clause 4.
    Federation,
    /// Clause 5.
    Declaration,
    /// Clause 6.
    Object,
    /// Clause 7.
    Ownership,
    /// Clause 8.
    Time,
    /// Clause 9.
    Ddm,
    /// Clause 10, without the control of callbacks.
    Support,
    /// The four calls of clause 10 that let callbacks through.
    CallbackControl,
    /// Only in the language interfaces.
    ApiSpecific,
}

/// Caller and callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// The federate calls the RTI: a service.
    ToRti,
    /// The RTI calls the federate: a callback.
    ToFederate,
}

impl Service {
    /// How many there are.
    pub const COUNT: usize = table::COUNT;
    /// All of them, by [`Self::index`]: grouped as the standard groups them, in order of clause.
    pub const ALL: &[Self] = &table::ALL;

    /// Position in [`Self::ALL`], for tables indexed by service.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Entry of the standard for it.
    #[must_use]
    pub fn info(self) -> &'static ServiceInfo {
        &table::INFO[self.index()]
    }

    /// Its longest signature, in the order of the service description (2025; 2010 for what 2025 lacks).
    #[must_use]
    pub fn signature(self) -> &'static Signature {
        &self.info().signatures[0]
    }

    /// The arguments of its longest signature: what reports of service invocations state.
    #[must_use]
    pub fn arguments(self) -> &'static [Argument] {
        self.signature().arguments
    }

    /// The group of its clause: what reports and the dimension `HLAserviceGroup` go by.
    #[must_use]
    pub fn service_group(self) -> ServiceGroup {
        match self.info().group {
            ServiceTableGroup::Federation => ServiceGroup::FederationManagement,
            ServiceTableGroup::Declaration => ServiceGroup::DeclarationManagement,
            ServiceTableGroup::Object => ServiceGroup::ObjectManagement,
            ServiceTableGroup::Ownership => ServiceGroup::OwnershipManagement,
            ServiceTableGroup::Time => ServiceGroup::TimeManagement,
            ServiceTableGroup::Ddm => ServiceGroup::DataDistributionManagement,
            ServiceTableGroup::Support
            | ServiceTableGroup::CallbackControl
            | ServiceTableGroup::ApiSpecific => ServiceGroup::SupportServices,
        }
    }

    /// Its name in that edition, if the edition has it.
    #[must_use]
    pub fn name(self, edition: Edition) -> Option<&'static str> {
        self.info().name(edition)
    }

    /// Whether a federate of that edition may get this exception from it.
    ///
    /// Exceptions that the standard lists; `RTIinternalError` from every service that the edition has, also
    /// where the list leaves it out; and `InvalidUpdateRateDesignator` from the subscription of
    /// attributes in both editions, since the C++ headers of 2025 forgot it and the Java ones did not.
    #[must_use]
    pub fn may_raise(self, edition: Edition, kind: ExceptionKind) -> bool {
        let info = self.info();
        let always = kind == ExceptionKind::RTIinternalError
            && info.direction == Direction::ToRti
            && info.name(edition).is_some();
        let forgotten = self == Self::SubscribeObjectClassAttributes
            && kind == ExceptionKind::InvalidUpdateRateDesignator;
        always || forgotten || info.exceptions(edition).contains(&kind)
    }
}

impl ServiceInfo {
    /// A row before the editions have filled in their part.
    const fn unlisted(
        service: Service,
        group: ServiceTableGroup,
        direction: Direction,
        signatures: &'static [Signature],
    ) -> Self {
        Self {
            service,
            signatures,
            name_2010: None,
            name_2025: None,
            group,
            direction,
            clause_2010: None,
            clause_2025: None,
            exceptions_2010: &[],
            exceptions_2025: &[],
        }
    }

    /// Name in that edition.
    #[must_use]
    pub const fn name(&self, edition: Edition) -> Option<&'static str> {
        match edition {
            Edition::Hla2010 => self.name_2010,
            Edition::Hla2025 => self.name_2025,
        }
    }

    /// Clause in that edition.
    #[must_use]
    pub const fn clause(&self, edition: Edition) -> Option<&'static str> {
        match edition {
            Edition::Hla2010 => self.clause_2010,
            Edition::Hla2025 => self.clause_2025,
        }
    }

    /// Exceptions listed in that edition.
    #[must_use]
    pub const fn exceptions(&self, edition: Edition) -> &'static [ExceptionKind] {
        match edition {
            Edition::Hla2010 => self.exceptions_2010,
            Edition::Hla2025 => self.exceptions_2025,
        }
    }
}

impl Exception {
    /// The exception as a federate of that edition gets it from this service.
    ///
    /// Under the edition's name ([`ExceptionKind::for_edition`]), and as `RTIinternalError` if the
    /// standard does not list it there; the message then keeps the name. A service that the edition
    /// lacks has no list: a binding called it on behalf of another, such as that for a switch of 2025
    /// which stands for two services of 2010. A federate of 2010, which has no credentials, that may not
    /// connect gets `ConnectionFailed`.
    #[must_use]
    pub fn for_service(self, service: Service, edition: Edition) -> Self {
        let unauthorized = matches!(
            self.kind,
            ExceptionKind::Unauthorized | ExceptionKind::InvalidCredentials
        );
        if service == Service::Connect && edition == Edition::Hla2010 && unauthorized {
            return Self::new(ExceptionKind::ConnectionFailed, self.to_string());
        }
        let told = self.kind.for_edition(edition);
        if service.name(edition).is_none() || service.may_raise(edition, told) {
            self.told_as(told)
        } else {
            self.told_as(ExceptionKind::RTIinternalError)
        }
    }
}

impl fmt::Display for Service {
    /// The name of 2025, or of 2010 where there is no other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.info();
        f.pad(info.name_2025.or(info.name_2010).unwrap_or_default())
    }
}

impl fmt::Display for ServiceTableGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Federation => "federation management",
            Self::Declaration => "declaration management",
            Self::Object => "object management",
            Self::Ownership => "ownership management",
            Self::Time => "time management",
            Self::Ddm => "data distribution management",
            Self::Support => "support services",
            Self::CallbackControl => "callback control",
            Self::ApiSpecific => "language interfaces",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_service_has_a_name_in_some_edition() {
        for &service in Service::ALL {
            let info = service.info();

            assert_eq!(info.service, service);
            assert!(
                info.name_2010.is_some() || info.name_2025.is_some(),
                "{service:?}"
            );
            assert_eq!(
                info.name_2010.is_none(),
                info.exceptions_2010.is_empty(),
                "{service}"
            );
            assert_eq!(
                info.name_2025.is_none(),
                info.exceptions_2025.is_empty(),
                "{service}"
            );
        }
    }

    #[test]
    fn every_listed_exception_belongs_to_the_edition() {
        for edition in Edition::ALL {
            for &service in Service::ALL {
                for &kind in service.info().exceptions(edition) {
                    assert!(
                        kind.in_edition(edition),
                        "{service} lists {kind} in {edition}"
                    );
                }
            }
        }
    }

    #[test]
    fn callbacks_list_only_the_fault_of_the_federate() {
        for &service in Service::ALL {
            if service.info().direction == Direction::ToFederate {
                assert!(service.may_raise(Edition::Hla2025, ExceptionKind::FederateInternalError));
                assert!(!service.may_raise(Edition::Hla2025, ExceptionKind::RTIinternalError));
            }
        }
    }

    #[test]
    fn what_a_service_does_not_list_reaches_the_federate_as_an_internal_error() {
        let raised = Exception::new(ExceptionKind::InvalidRegion, "region 4");

        let told = raised.for_service(Service::QueryGalt, Edition::Hla2025);

        assert_eq!(
            told.to_string(),
            "RTIinternalError: InvalidRegion: region 4"
        );
    }

    #[test]
    fn a_service_that_the_edition_lacks_keeps_the_exception() {
        let raised = Exception::new(ExceptionKind::NotConnected, "");
        let service = Service::GetAttributeScopeAdvisorySwitch;

        let told = raised.clone().for_service(service, Edition::Hla2010);

        assert_eq!(told, raised);
    }

    #[test]
    fn a_federate_of_2010_that_may_not_connect_has_a_failed_connection() {
        let raised = Exception::new(ExceptionKind::Unauthorized, "not on the list");

        let told = raised.for_service(Service::Connect, Edition::Hla2010);

        assert_eq!(
            told.to_string(),
            "ConnectionFailed: Unauthorized: not on the list"
        );
    }

    #[test]
    fn a_federate_of_2010_gets_the_name_of_2010() {
        let raised = Exception::new(ExceptionKind::InvalidFOM, "no objects");

        let told = raised.for_service(Service::JoinFederationExecution, Edition::Hla2010);

        assert_eq!(
            told,
            Exception::new(ExceptionKind::ErrorReadingFDD, "no objects")
        );
    }

    #[test]
    fn a_service_is_named_as_in_2025_where_it_can_be() {
        let renamed = Service::ReserveMultipleObjectInstanceNames;
        assert_eq!(renamed.to_string(), "reserveMultipleObjectInstanceNames");
        assert_eq!(
            renamed.name(Edition::Hla2010),
            Some("reserveMultipleObjectInstanceName")
        );
        let old = Service::EnableAttributeScopeAdvisorySwitch;
        assert_eq!(old.to_string(), "enableAttributeScopeAdvisorySwitch");
        assert_eq!(old.name(Edition::Hla2025), None);
        assert!(!old.may_raise(Edition::Hla2025, ExceptionKind::RTIinternalError));
    }
}
