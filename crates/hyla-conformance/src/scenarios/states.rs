//! Exceptions that many services share: what state the federate is in, and where it calls from. Every
//! service that lists one is called in that state.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hyla_core::callback::FederateAmbassador;
use hyla_types::{
    Edition, Exception, ExceptionKind, FederationExecutionInformation, Integer64Time, LogicalTime,
    Service,
};

use crate::federate::{Federate, Seen};
use crate::rti::Rti;
use crate::scenarios::calls::{self, Known};
use crate::scenarios::saving::{begin_restore, begin_save, save};
use crate::scenarios::scenarios;
use crate::scenarios::time::{at, regulating, span};
use crate::world::{World, raises};

/// The services that list the exception in that edition.
fn listing(edition: Edition, kind: ExceptionKind) -> impl Iterator<Item = Service> {
    let services = Service::ALL.iter().copied();
    services.filter(move |service| service.info().exceptions(edition).contains(&kind))
}

/// Calls the service in all its forms.
fn call(service: Service, rti: &Rti, known: &Known) -> Vec<Result<(), Exception>> {
    let outcomes: Vec<_> = calls::of(service).map(|call| call(rti, known)).collect();
    assert!(!outcomes.is_empty(), "no call of {service}");
    outcomes
}

/// Every service that lists the exception raises it. `caller` says who calls which service.
fn all_raise<'a>(
    world: &World,
    kind: ExceptionKind,
    known: &Known,
    caller: impl Fn(Service) -> &'a Rti,
) {
    let mut wrong = Vec::new();
    let asked = listing(world.edition, kind).filter(|service| world.face.asks_the_rti(*service));
    for service in asked {
        for outcome in call(service, caller(service), known) {
            match outcome {
                Err(exception) if exception.kind == kind => {}
                other => wrong.push(format!("{service}: {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "not {kind}:\n{}", wrong.join("\n"));
}

type Outcomes = Arc<Mutex<Vec<(Service, Result<(), Exception>)>>>;

/// Calls services from within a callback.
struct Caller {
    rti: Rti,
    known: Known,
    services: Vec<Service>,
    outcomes: Outcomes,
}

impl FederateAmbassador for Caller {
    fn report_federation_executions(&mut self, _: &[FederationExecutionInformation]) {
        let mut outcomes = Vec::new();
        for service in &self.services {
            let called = call(*service, &self.rti, &self.known);
            outcomes.extend(called.into_iter().map(|outcome| (*service, outcome)));
        }
        *self.outcomes.lock().unwrap() = outcomes;
    }
}

/// Each service that asks for an advance to that time raises this exception.
#[track_caller]
fn all_advances_raise(world: &World, federate: &Federate, kind: ExceptionKind, to: LogicalTime) {
    let rti = &federate.rti;
    raises(world, kind, rti.time_advance_request(to));
    raises(world, kind, rti.time_advance_request_available(to));
    raises(world, kind, rti.next_message_request(to));
    raises(world, kind, rti.next_message_request_available(to));
    raises(world, kind, rti.flush_queue_request(to));
}

scenarios! {
    /// 4.2: everything else needs a connection.
    fn services_need_a_connection(world) {
        let a = world.joined("a");
        let known = Known::to(world, &a);
        let rti = world.ambassador();

        all_raise(world, ExceptionKind::NotConnected, &known, |_| &rti);
    }

    /// 4.9 in 2010, 4.11 in 2025: most services are for joined federates.
    fn services_need_membership(world) {
        let a = world.joined("a");
        let known = Known::to(world, &a);
        let b = world.connected();

        all_raise(world, ExceptionKind::FederateNotExecutionMember, &known, |_| &b.rti);
    }

    /// 4.16 to 4.23 in 2010, 4.19 to 4.26 in 2025
    fn services_wait_until_a_save_is_over(world) {
        let (a, outsider) = (world.joined("a"), world.connected());
        let known = Known::to(world, &a);
        begin_save(&[&a], "S");

        all_raise(world, ExceptionKind::SaveInProgress, &known, |service| match service {
            Service::JoinFederationExecution => &outsider.rti,
            _ => &a.rti,
        });
    }

    /// 4.24 to 4.32 in 2010, 4.27 to 4.35 in 2025
    fn services_wait_until_a_restore_is_over(world) {
        let (a, outsider) = (world.joined("a"), world.connected());
        let known = Known::to(world, &a);
        save(&[&a], "S");
        begin_restore(&[&a], "S");

        all_raise(world, ExceptionKind::RestoreInProgress, &known, |service| match service {
            Service::JoinFederationExecution => &outsider.rti,
            _ => &a.rti,
        });
    }

    /// 4.24, 8.16, 8.18 in 2010; 4.27, 8.17, 8.19 in 2025: a restore that has begun, but was not yet
    /// announced, delays no query of times.
    fn who_was_not_told_of_a_restore_can_ask_for_times(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        save(&[&a, &b], "S");
        b.rti.disable_callbacks().unwrap();
        a.rti.request_federation_restore("S").unwrap();
        a.sees(&Seen::RestoreBegun);
        world.settle_requests(&[&b]);

        let asked = [b.rti.query_galt(), b.rti.query_lits()];
        for outcome in asked {
            assert!(
                outcome.as_ref().map_or_else(
                    |exception| exception.kind == ExceptionKind::RestoreInProgress,
                    Option::is_none,
                ),
                "{outcome:?}"
            );
        }
    }

    /// 4.2, 4.3, 4.9, 4.10, 10.41, 10.42 in 2010; 4.2, 4.3, 4.11, 4.12, 10.57, 10.58 in 2025
    fn some_services_cannot_be_called_from_within_a_callback(world) {
        let kind = ExceptionKind::CallNotAllowedFromWithinCallback;
        let a = world.joined("a");
        let rti = world.ambassador();
        let outcomes = Outcomes::default();
        let services: Vec<_> = listing(world.edition, kind).collect();
        let caller = Caller {
            rti: rti.clone(),
            known: Known::to(world, &a),
            services: services.clone(),
            outcomes: outcomes.clone(),
        };
        rti.connect(Box::new(caller), world.callbacks(), world.settings()).unwrap();
        rti.join_federation_execution(None, "tester", &world.federation, &[]).unwrap();

        rti.list_federation_executions().unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        while outcomes.lock().unwrap().is_empty() {
            assert!(Instant::now() < deadline, "no callback");
            rti.evoke_callback(Duration::from_millis(10)).unwrap();
            std::thread::yield_now();
        }
        let outcomes = outcomes.lock().unwrap();
        assert_eq!(outcomes.len(), services.len());
        for (service, outcome) in &*outcomes {
            let raised = outcome.as_ref().map_err(|exception| exception.kind);
            assert_eq!(raised, Err(kind), "{service}");
        }
    }

    /// 8.8 to 8.12
    fn no_way_to_advance_takes_a_time_of_another_type(world) {
        if !world.face.times_have_types() {
            return;
        }
        let a = world.joined("a");

        let integer = LogicalTime::Integer64(Integer64Time::new(1).unwrap());
        all_advances_raise(world, &a, ExceptionKind::InvalidLogicalTime, integer);
    }

    /// 8.2, 8.8 to 8.12
    fn no_way_to_advance_is_open_while_regulation_is_pending(world) {
        let a = world.joined("a");

        a.rti.disable_callbacks().unwrap();
        a.rti.enable_time_regulation(span(1.0)).unwrap();
        let kind = ExceptionKind::RequestForTimeRegulationPending;
        all_advances_raise(world, &a, kind, at(1.0));
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
    }

    /// 8.5, 8.8 to 8.12: messages of the past can still come from b.
    fn no_way_to_advance_is_open_while_constraint_is_pending(world) {
        let (a, b) = (world.joined("a"), regulating(world, "b", 1.0));
        a.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));

        a.rti.enable_time_constrained().unwrap();
        world.settle(&[&a, &b]);
        all_advances_raise(world, &a, ExceptionKind::RequestForTimeConstrainedPending, at(6.0));
        b.rti.time_advance_request(at(9.0)).unwrap();
        a.sees(&Seen::Constrained(at(5.0)));
    }

    /// 8.8 to 8.12
    fn no_way_to_advance_is_open_during_an_advance(world) {
        let (a, _b) = (world.joined("a"), regulating(world, "b", 1.0));
        a.rti.enable_time_constrained().unwrap();
        a.sees(&Seen::Constrained(at(0.0)));

        a.rti.time_advance_request(at(20.0)).unwrap();
        all_advances_raise(world, &a, ExceptionKind::InTimeAdvancingState, at(21.0));
        a.rti.disable_time_constrained().unwrap();
        a.sees(&Seen::Granted(at(20.0)));
    }

    /// 8.8 to 8.12
    fn no_way_to_advance_leads_to_the_past(world) {
        let a = world.joined("a");
        a.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));

        all_advances_raise(world, &a, ExceptionKind::LogicalTimeAlreadyPassed, at(4.0));

        a.rti.next_message_request(at(21.0)).unwrap();
        a.sees(&Seen::Granted(at(21.0)));
    }
}
