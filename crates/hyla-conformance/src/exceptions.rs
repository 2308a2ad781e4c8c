//! Every exception that the standard lists for a service, in either edition, is raised by a scenario.

use hyla_types::{Direction, ExceptionKind, Service};

use crate::face::Face;
use crate::measured::{EDITIONS, Measurement, all};

/// The tests of this file, by their names.
pub(crate) fn tests() -> Vec<Measurement> {
    vec![(
        "every_exception_that_the_standard_lists_is_raised_by_a_scenario",
        every_exception_that_the_standard_lists_is_raised_by_a_scenario,
    )]
}

/// Exceptions that no scenario raises, with the reason.
fn cannot_be_raised(service: Service, kind: ExceptionKind) -> bool {
    use ExceptionKind as E;
    match (service, kind) {
        // Every service lists it for what only a failing RTI does.
        (_, E::RTIinternalError) => true,
        // Their arguments are Rust enumerations, which have no invalid values.
        (_, E::InvalidResignAction | E::InvalidOrderType | E::InvalidServiceGroup) => true,
        // Every federate has the time implementations that the RTI has: creation refuses the others.
        (Service::JoinFederationExecution, E::CouldNotCreateLogicalTimeFactory) => true,
        // The forms with a MIM are a service of their own here.
        (
            Service::CreateFederationExecution,
            E::InvalidMIM | E::ErrorReadingMIM | E::CouldNotOpenMIM | E::DesignatorIsHLAstandardMIM,
        ) => true,
        // Listed by mistake: 9.11 knows no such refusal. A federate whose services are reported cannot
        // have subscribed the reports, and regions that fit nothing are subscribed by nobody.
        (
            Service::UnsubscribeInteractionClassWithRegions,
            E::FederateServiceInvocationsAreBeingReportedViaMOM | E::InvalidRegionContext,
        ) => true,
        _ => false,
    }
}

fn every_exception_that_the_standard_lists_is_raised_by_a_scenario(face: &'static dyn Face) {
    let mut missing = Vec::new();
    let mut possible = Vec::new();
    for (edition, run) in EDITIONS.into_iter().zip(all(face)) {
        for &service in Service::ALL {
            let info = service.info();
            if info.direction == Direction::ToFederate {
                continue;
            }
            for &kind in info.exceptions(edition) {
                let raised = run.raised.contains(&(service, kind));
                let pair = format!("{} {service} {kind}", edition.code());
                match (raised, cannot_be_raised(service, kind)) {
                    (false, false) => missing.push(pair),
                    (true, true) if kind != ExceptionKind::RTIinternalError => {
                        possible.push(pair);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no scenario raises these {}:\n{}",
        missing.len(),
        missing.join("\n")
    );
    assert!(
        possible.is_empty(),
        "said to be impossible:\n{}",
        possible.join("\n")
    );
}
