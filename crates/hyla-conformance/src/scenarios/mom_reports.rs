//! Reports of the management object model: of services, of exceptions, of lost federates (clause 11.4).

use std::collections::HashMap;

use hyla_core::declaration::Activity;
use hyla_omt::encoding::encode;
use hyla_types::{Edition, ExceptionKind};

use crate::federate::{Federate, Seen};
use crate::scenarios::mom::{FEDERATE, REFUSAL, pair, read};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// The parameters of an `HLAreportServiceInvocation`.
pub(crate) struct Invocation(HashMap<&'static str, Vec<u8>>, Edition);

impl Invocation {
    const PATH: &str = "HLAfederate.HLAreport.HLAreportServiceInvocation";
    const PARAMETERS: [&str; 9] = [
        "HLAfederate",
        "HLAservice",
        "HLAserviceType",
        "HLAsuccessIndicator",
        "HLAsuppliedArguments",
        "HLAreturnedArgument",
        "HLAreturnedArguments",
        "HLAexception",
        "HLAserialNumber",
    ];

    pub(crate) fn next(federate: &Federate, edition: Edition) -> Self {
        Self::of(federate, edition, federate.report(Self::PATH))
    }

    /// The report of these values, which come by handle.
    pub(crate) fn of(federate: &Federate, edition: Edition, values: Vec<Vec<u8>>) -> Self {
        let class = federate.interaction(&format!("HLAmanager.{}", Self::PATH));
        let parameters = Self::PARAMETERS.into_iter();
        let handle = |name| federate.rti.parameter_handle(class, name).ok();
        let mut handles: Vec<_> = parameters
            .filter_map(|name| Some((handle(name)?, name)))
            .collect();
        handles.sort();
        assert_eq!(handles.len(), values.len());
        let names = handles.into_iter().map(|(_, name)| name);
        Self(names.zip(values).collect(), edition)
    }

    pub(crate) fn service(&self) -> String {
        read(&self.0["HLAservice"])
    }

    pub(crate) fn succeeded(&self) -> bool {
        read(&self.0["HLAsuccessIndicator"])
    }

    pub(crate) fn exception(&self) -> String {
        read(&self.0["HLAexception"])
    }

    pub(crate) fn serial(&self) -> i32 {
        read(&self.0["HLAserialNumber"])
    }

    pub(crate) fn supplied(&self) -> Vec<String> {
        if self.1 == Edition::Hla2010 {
            return read(&self.0["HLAsuppliedArguments"]);
        }
        let records: Vec<(i32, String, String)> = read(&self.0["HLAsuppliedArguments"]);
        records
            .into_iter()
            .map(|(kind, name, value)| format!("{kind} {name}={value}"))
            .collect()
    }
}

pub(crate) fn report_services(world: &World, watcher: &Federate, watched: &Federate, on: bool) {
    watcher.report_services_of(world, watched.handle.unwrap(), on);
    world.settle(&[watcher, watched]);
}

/// Reports of the services of one federate, in their order and without gaps.
struct Reports<'a> {
    watcher: &'a Federate,
    edition: Edition,
    serial: Option<i32>,
}

impl<'a> Reports<'a> {
    /// Reports are on from now on.
    fn of(world: &World, watcher: &'a Federate, watched: &Federate) -> Self {
        watcher.subscribe_report(Invocation::PATH);
        report_services(world, watcher, watched, true);
        Self {
            watcher,
            edition: world.edition,
            serial: None,
        }
    }

    /// The next one of that service; settling has called services of its own.
    fn next(&mut self, service: &str) -> Invocation {
        loop {
            let report = Invocation::next(self.watcher, self.edition);
            let number = report.serial();
            let expected = self.serial.map_or(0, |last| last + 1);
            assert_eq!(number, expected, "numbers have no gaps");
            self.serial = Some(number);
            if report.service().eq_ignore_ascii_case(service) {
                // Names begin with a capital in 2025.
                let capital = report.service().starts_with(char::is_uppercase);
                assert_eq!(capital, self.edition == Edition::Hla2025);
                return report;
            }
        }
    }
}

scenarios! {
    /// 11.4
    fn a_call_is_reported_with_its_arguments(world) {
        let (watcher, watched) = pair(world);
        watched.publish("Vehicle.Car", &["Speed"]);
        let (car, speed) = (watched.class("Vehicle.Car"), watched.attribute("Speed"));
        let object = watched.rti.register_object_instance(car, None).unwrap();
        let mut reports = Reports::of(world, &watcher, &watched);

        watched.rti.update_attribute_values(object, &[(speed, &[0xab, 1])], b"tag", None).unwrap();

        let update = reports.next("updateAttributeValues");
        assert!(update.succeeded());
        let values = format!("{{\"{speed}\":\"ab01\"}}");
        let expected: Vec<String> = if world.edition == Edition::Hla2025 {
            vec![
                format!("37 objectInstance={object}"),
                format!("2 attributeValues={values}"),
                "60 userSuppliedTag=\"746167\"".into(),
                "34 time=null".into(),
            ]
        } else {
            vec![object.to_string(), values, "\"746167\"".into(), "null".into()]
        };
        assert_eq!(update.supplied(), expected);
        report_services(world, &watcher, &watched, false);
    }

    /// 11.4
    fn a_call_that_is_refused_is_reported_with_its_exception(world) {
        let (watcher, watched) = pair(world);
        let mut reports = Reports::of(world, &watcher, &watched);

        let outcome = watched.rti.object_class_handle("Nothing");
        raises(world, ExceptionKind::NameNotFound, outcome);

        let refused = std::iter::repeat_with(|| reports.next("getObjectClassHandle"));
        let refused = refused.into_iter().find(|report| !report.succeeded()).unwrap();
        assert!(refused.exception().starts_with("NameNotFound"), "{}", refused.exception());
        report_services(world, &watcher, &watched, false);
    }

    /// 11.4
    fn a_callback_is_reported_with_its_arguments(world) {
        let (watcher, watched) = pair(world);
        let mut reports = Reports::of(world, &watcher, &watched);

        watched.rti.reserve_object_instance_name("Alpha").unwrap();
        watched.sees(&Seen::Reserved(vec!["Alpha".into()]));

        let callback = reports.next("objectInstanceNameReservationSucceeded");
        assert!(callback.supplied()[0].ends_with("\"Alpha\""));
        report_services(world, &watcher, &watched, false);
    }

    /// 11.4
    fn the_services_of_who_subscribes_the_reports_are_not_reported(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_report(REFUSAL);
        watched.subscribe_report(Invocation::PATH);
        world.settle(&[&watcher, &watched]);

        report_services(world, &watcher, &watched, true);

        assert_eq!(watcher.report(REFUSAL)[3], encode(&false));
    }

    /// 10.47, 11.4 in 2025
    fn who_subscribes_the_reports_cannot_have_its_services_reported(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let watched = world.joined("watched");
        watched.subscribe_report(Invocation::PATH);

        let outcome = watched.rti.set_service_reporting_switch(true);

        raises(world, ExceptionKind::ReportServiceInvocationsAreSubscribed, outcome);
    }

    /// 5.8, 9.10, 11.4 in 2010; 5.10, 9.10, 11.4 in 2025
    fn who_has_its_services_reported_cannot_subscribe_the_reports(world) {
        let (watcher, watched) = pair(world);
        let class = watched.interaction(&format!("HLAmanager.{}", Invocation::PATH));
        let about = watched.rti.dimension_handle("HLAfederate").unwrap();
        let regions = [watched.rti.create_region(&[about].into()).unwrap()].into();
        let (rti, active) = (&watched.rti, Activity::Active);

        report_services(world, &watcher, &watched, true);

        let kind = ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM;
        raises(world, kind, rti.subscribe_interaction_class(class, active));
        let outcome = rti.subscribe_interaction_class_with_regions(class, &regions, active);
        raises(world, kind, outcome);
    }

    /// 11.4: its callback would be reported in turn.
    fn no_report_of_its_own_services_comes_to_a_federate_by_a_class_above(world) {
        let (watcher, watched) = pair(world);
        watched.subscribe_report("HLAfederate.HLAreport");
        let mut reports = Reports::of(world, &watcher, &watched);

        watched.rti.object_class_handle("Vehicle").unwrap();

        reports.next("getObjectClassHandle");
        world.settle(&[&watcher, &watched]);
        let above = watched.interaction("HLAmanager.HLAfederate.HLAreport");
        let came = watched.diary().into_iter();
        let came = came.filter(|seen| matches!(seen, Seen::Received(c, ..) if *c == above));
        assert_eq!(came.count(), 0);
        report_services(world, &watcher, &watched, false);
    }

    /// 5.9, 11.4 in 2010; 5.11, 11.4 in 2025
    fn after_unsubscribing_the_reports_services_can_be_reported(world) {
        let (watcher, watched) = pair(world);
        let class = watched.interaction(&format!("HLAmanager.{}", Invocation::PATH));
        watched.subscribe_report(Invocation::PATH);
        world.settle(&[&watcher, &watched]);
        watched.rti.unsubscribe_interaction_class(class).unwrap();

        let mut reports = Reports::of(world, &watcher, &watched);
        watched.rti.object_class_handle("Vehicle").unwrap();

        reports.next("getObjectClassHandle");
        report_services(world, &watcher, &watched, false);
    }

    /// 11.4
    fn exceptions_are_reported(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_report("HLAfederate.HLAreport.HLAreportException");
        let (path, name) = match world.edition {
            Edition::Hla2010 => ("HLAsetExceptionReporting", "HLAreportingState"),
            Edition::Hla2025 => ("HLAsetSwitches", "HLAexceptionReporting"),
        };
        let path = format!("HLAfederate.HLAadjust.{path}");
        watcher.steer(&path, Some(&watched), &[(name, encode(&true))]);
        world.settle(&[&watcher, &watched]);

        raises(
            world,
            ExceptionKind::NameNotFound,
            watched.rti.object_class_handle("Nothing"),
        );

        // Other requests of the world may have been refused as well.
        let reports =
            std::iter::repeat_with(|| watcher.report("HLAfederate.HLAreport.HLAreportException"));
        let named = |report: &Vec<Vec<u8>>| {
            read::<String>(&report[1]).eq_ignore_ascii_case("getObjectClassHandle")
        };
        let report = reports.into_iter().find(named).unwrap();
        assert_eq!(report[0], encode(&watched.handle.unwrap()));
        assert!(read::<String>(&report[2]).starts_with("NameNotFound"));
    }

    /// 11.4
    fn a_lost_federate_is_reported(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_report("HLAfederate.HLAreport.HLAreportFederateLost");
        world.settle(&[&watcher, &watched]);
        let gone = watched.handle.unwrap();

        world.forget(&watched.rti);
        drop(watched);

        let report = watcher.report("HLAfederate.HLAreport.HLAreportFederateLost");
        assert_eq!(report[0], encode(&gone));
        assert_eq!(report[1], encode("watched"));
    }

    /// 11.4 (2025)
    fn service_reports_go_to_a_file(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let (watcher, watched) = pair(world);
        watcher.subscribe_mom(FEDERATE, &["HLAreportServiceFile"]);
        world.settle(&[&watcher, &watched]);

        watched.rti.set_send_service_reports_to_file_switch(true).unwrap();
        watched.rti.set_service_reporting_switch(true).unwrap();
        watched.rti.object_class_handle("Vehicle").unwrap();

        let path: String = read(&watcher.value_of(watched.handle.unwrap(), "HLAreportServiceFile"));
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("\"type\":51"), "{text}");
        assert!(lines[0].contains("\"federateName\":\"watched\""), "{text}");
        let called = lines.iter().find(|l| l.contains("\"GetObjectClassHandle\"")).unwrap();
        assert!(called.contains("\"type\":52"), "{called}");
        assert!(called.contains("objectClassName"), "{called}");
        assert!(path.contains(&world.federation), "{path}");
    }
}
