//! Reports of service invocations (11.4): what ends a membership, and what a callback may not call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyla_core::callback::{FederateAmbassador, NullFederateAmbassador};
use hyla_types::{
    CallbackModel, Edition, ExceptionKind, FederationExecutionInformation, ResignAction,
};

use crate::federate::{Federate, Seen};
use crate::rti::Rti;
use crate::scenarios::mom::pair;
use crate::scenarios::mom_reports::{Invocation, report_services};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

const REPORT: &str = "HLAfederate.HLAreport.HLAreportServiceInvocation";

/// The next report of that service; those of others go by.
fn report_of(world: &World, watcher: &Federate, service: &str) -> Invocation {
    loop {
        let report = Invocation::next(watcher, world.edition);
        if report.service().eq_ignore_ascii_case(service) {
            return report;
        }
    }
}

/// Calls in its callback what may not be called there.
struct Caller {
    rti: Rti,
    done: Arc<Mutex<bool>>,
}

impl FederateAmbassador for Caller {
    fn report_federation_executions(&mut self, _: &[FederationExecutionInformation]) {
        let rti = &self.rti;
        let settings = "";
        let ambassador = Box::new(NullFederateAmbassador);
        rti.connect(ambassador, CallbackModel::Evoked, settings)
            .unwrap_err();
        rti.join_federation_execution(None, "tester", "other", &[])
            .unwrap_err();
        rti.evoke_callback(Duration::ZERO).unwrap_err();
        rti.resign_federation_execution(ResignAction::NoAction)
            .unwrap_err();
        rti.disconnect().unwrap_err();
        *self.done.lock().unwrap() = true;
    }
}

/// One that watches, and one that owns a car and has its services reported.
fn leaving(world: &World) -> (Federate, Federate) {
    let (watcher, watched) = pair(world);
    watcher.subscribe_report(REPORT);
    watched.publish("Vehicle.Car", &["Speed"]);
    let car = watched.class("Vehicle.Car");
    watched.rti.register_object_instance(car, None).unwrap();
    report_services(world, &watcher, &watched, true);
    (watcher, watched)
}

scenarios! {
    /// 4.10 in 2010, 4.12 in 2025
    fn refused_attempts_to_leave_are_reported(world) {
        let (watcher, watched) = leaving(world);

        let refused = watched.rti.resign_federation_execution(ResignAction::NoAction);
        raises(world, ExceptionKind::FederateOwnsAttributes, refused);
        raises(world, ExceptionKind::FederateIsExecutionMember, watched.rti.disconnect());

        let refused = report_of(world, &watcher, "resignFederationExecution");
        assert!(!refused.succeeded());
        assert!(refused.exception().starts_with("FederateOwnsAttributes"));
        let disconnect = report_of(world, &watcher, "disconnect");
        assert!(disconnect.exception().starts_with("FederateIsExecutionMember"));
    }

    /// 4.10 in 2010, 4.12 in 2025: the last call of a federate is reported like the others.
    fn a_resignation_is_reported_with_its_action(world) {
        let (watcher, watched) = leaving(world);

        let action = ResignAction::DeleteObjects;
        watched.rti.resign_federation_execution(action).unwrap();

        let resigned = report_of(world, &watcher, "resignFederationExecution");
        assert!(resigned.succeeded(), "{}", resigned.exception());
        let stated = match world.edition {
            Edition::Hla2010 => format!("\"{action}\""),
            Edition::Hla2025 => format!("44 resignAction=\"{action}\""),
        };
        assert_eq!(resigned.supplied(), [stated]);
    }

    /// 4.10, 11.4 in 2010; 4.12, 11.4 in 2025
    fn the_report_of_a_resignation_follows_the_one_before(world) {
        let (watcher, watched) = leaving(world);

        raises(world, ExceptionKind::FederateIsExecutionMember, watched.rti.disconnect());
        watched.rti.resign_federation_execution(ResignAction::DeleteObjects).unwrap();

        let disconnect = report_of(world, &watcher, "disconnect");
        // The settling ended in a callback, whose report may come between these, from its own thread.
        let mut between = 0;
        let resigned = loop {
            let report = Invocation::next(&watcher, world.edition);
            let is_of = |service: &str| report.service().eq_ignore_ascii_case(service);
            if is_of("resignFederationExecution") {
                break report;
            }
            assert!(is_of("reportInteractionTransportationType"), "{}", report.service());
            between += 1;
        };
        assert_eq!(resigned.serial(), disconnect.serial() + 1 + between);
    }

    /// 4.10, 11.4 in 2010; 4.12, 11.4 in 2025
    fn nothing_is_reported_after_a_resignation(world) {
        let (watcher, watched) = leaving(world);

        watched.rti.resign_federation_execution(ResignAction::DeleteObjects).unwrap();

        let resigned = report_of(world, &watcher, "resignFederationExecution");
        world.settle_requests(&[&watcher]);
        let class = watcher.interaction(&format!("HLAmanager.{REPORT}"));
        let more = watcher.diary().into_iter().filter(|seen| match seen {
            Seen::Received(c, values, _) if *c == class => {
                let report = Invocation::of(&watcher, world.edition, values.clone());
                report.serial() > resigned.serial()
            }
            _ => false,
        });
        assert_eq!(more.count(), 0);
    }

    /// 4.2, 4.3, 4.9, 4.10 in 2010; 4.2, 4.3, 4.11, 4.12 in 2025
    fn calls_that_a_callback_may_not_make_are_reported_as_refused(world) {
        if !world.face.tells_the_rti_what_a_callback_may_not_call() {
            return;
        }
        let watcher = world.joined("watcher");
        watcher.subscribe_report(REPORT);
        let rti = world.ambassador();
        let done = Arc::new(Mutex::new(false));
        let caller = Caller {
            rti: rti.clone(),
            done: done.clone(),
        };
        rti.connect(Box::new(caller), world.callbacks(), world.settings()).unwrap();
        let handle = rti.join_federation_execution(None, "tester", &world.federation, &[]).unwrap();
        watcher.report_services_of(world, handle, true);
        rti.status().unwrap();

        rti.list_federation_executions().unwrap();
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        while !*done.lock().unwrap() {
            assert!(std::time::Instant::now() < deadline, "no callback");
            rti.evoke_callback(Duration::from_millis(10)).unwrap();
            std::thread::yield_now();
        }
        // Evoking while one waits for reports would be reported, too.
        watcher.report_services_of(world, handle, false);
        rti.status().unwrap();

        let called = [
            "connect",
            "joinFederationExecution",
            "evokeCallback",
            "resignFederationExecution",
            "disconnect",
        ];
        for service in called {
            let report = loop {
                let report = report_of(world, &watcher, service);
                // Evoke calls of the scenario itself succeed.
                if service != "evokeCallback" || !report.succeeded() {
                    break report;
                }
            };
            let exception = report.exception();
            assert!(!report.succeeded(), "{service}");
            assert!(exception.starts_with("CallNotAllowedFromWithinCallback"), "{service}: {exception}");
        }
    }
}
