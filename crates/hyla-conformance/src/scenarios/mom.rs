//! The management object model (clause 11). What each attribute, request and service does, value by
//! value, is tested against the standard MIMs in the core (`hyla-core/tests/mom`); here it goes
//! through processes, threads and sockets.

use std::time::Duration;

use hyla_core::declaration::Activity;
use hyla_omt::encoding::{Decode, decode, encode};
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, FederateHandle, Float64Interval, Float64Time,
    LogicalTime, LogicalTimeInterval, ObjectInstanceHandle, ParameterHandle, ResignAction,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

pub(crate) const FEDERATE: &str = "HLAmanager.HLAfederate";
const FEDERATION: &str = "HLAmanager.HLAfederation";
const PUBLISH: &str = "HLAfederate.HLAservice.HLApublishInteractionClass";
pub(crate) const REFUSAL: &str = "HLAfederate.HLAreport.HLAreportMOMexception";

/// A federate that watches and steers, and one that is watched.
pub(crate) fn pair(world: &World) -> (Federate, Federate) {
    (world.joined("watcher"), world.joined("watched"))
}

/// A federate that watches with the module of extensions. The federation exists.
pub(crate) fn joined_with_extensions(world: &World) -> Federate {
    let mut watcher = world.connected();
    let file = format!(
        "../../foms/extensions/HylaExtensions-{}.xml",
        world.edition.code()
    );
    let module = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let modules = [module.to_str().unwrap()];
    let joined = watcher.rti.join_federation_execution(
        Some("watcher"),
        "tester",
        &world.federation,
        &modules,
    );
    watcher.handle = Some(joined.unwrap());
    watcher
}

impl Federate {
    fn attributes_at(&self, class: &str, names: &[&str]) -> AttributeHandleSet {
        let class = self.class(class);
        let handle = |name: &&str| self.rti.attribute_handle(class, name).unwrap();
        names.iter().map(handle).collect()
    }

    pub(crate) fn subscribe_mom(&self, class: &str, names: &[&str]) {
        let (handle, set) = (self.class(class), self.attributes_at(class, names));
        self.rti
            .subscribe_object_class_attributes(handle, &set, Activity::Active, "")
            .unwrap();
    }

    pub(crate) fn subscribe_report(&self, path: &str) {
        let class = self.interaction(&format!("HLAmanager.{path}"));
        self.rti
            .subscribe_interaction_class(class, Activity::Active)
            .unwrap();
    }

    /// Sends an interaction of the MOM about that federate.
    pub(crate) fn steer(&self, path: &str, about: Option<&Self>, parameters: &[(&str, Vec<u8>)]) {
        self.steer_handle(path, about.map(|f| f.handle.unwrap()), parameters);
    }

    fn steer_handle(
        &self,
        path: &str,
        about: Option<FederateHandle>,
        parameters: &[(&str, Vec<u8>)],
    ) {
        let class = self.interaction(&format!("HLAmanager.{path}"));
        self.rti.publish_interaction_class(class).unwrap();
        let parameter = |name: &str| self.rti.parameter_handle(class, name).unwrap();
        let about = about.map(|f| (parameter("HLAfederate"), encode(&f)));
        let values: Vec<(ParameterHandle, Vec<u8>)> = about
            .into_iter()
            .chain(
                parameters
                    .iter()
                    .map(|(name, v)| (parameter(name), v.clone())),
            )
            .collect();
        let values: Vec<_> = values.iter().map(|(p, v)| (*p, v.as_slice())).collect();
        self.rti
            .send_interaction(class, &values, &[], None)
            .unwrap();
    }

    /// Has the calls of a federate reported, or not any more.
    pub(crate) fn report_services_of(&self, world: &World, about: FederateHandle, on: bool) {
        let (path, name) = match world.edition {
            Edition::Hla2010 => ("HLAsetServiceReporting", "HLAreportingState"),
            Edition::Hla2025 => ("HLAsetSwitches", "HLAserviceReporting"),
        };
        let path = format!("HLAfederate.HLAadjust.{path}");
        self.steer_handle(&path, Some(about), &[(name, encode(&on))]);
        world.settle_requests(&[self]);
    }

    /// The parameters of the next report of that class, by handle.
    pub(crate) fn report(&self, path: &str) -> Vec<Vec<u8>> {
        let class = self.interaction(&format!("HLAmanager.{path}"));
        self.pick(path, |seen| match seen {
            Seen::Received(c, values, _) if *c == class => Some(values.clone()),
            _ => None,
        })
    }

    /// Subscribes to federates and waits until it knows the instance that represents that one.
    fn discovers(&self, about: &Self) -> ObjectInstanceHandle {
        let object = ObjectInstanceHandle::of(FederateHandle::RTI, about.handle.unwrap().raw() + 1);
        self.subscribe_mom(FEDERATE, &["HLAfederateName"]);
        self.pick("discovery", |seen| {
            matches!(seen, Seen::Discovered(o, ..) if *o == object).then_some(())
        });
        object
    }

    /// Asks that federate to set up a channel.
    fn bind(&self, about: &Self, peer: FederateHandle, profile: &str) {
        let parameters = [
            ("HylaPeer", encode(&peer)),
            ("HylaProfile", encode(profile)),
        ];
        self.steer(
            "HLAfederate.HLAadjust.HylaBindChannel",
            Some(about),
            &parameters,
        );
    }

    /// The next value of that attribute of the instance that represents a federate.
    pub(crate) fn value_of(&self, about: FederateHandle, name: &str) -> Vec<u8> {
        let object = ObjectInstanceHandle::of(FederateHandle::RTI, about.raw() + 1);
        let attribute = self
            .rti
            .attribute_handle(self.class(FEDERATE), name)
            .unwrap();
        self.pick(name, |seen| match seen {
            Seen::Reflected(o, values, _) if *o == object => values
                .iter()
                .find(|(a, _)| *a == attribute)
                .map(|(_, value)| value.clone()),
            _ => None,
        })
    }
}

#[track_caller]
pub(crate) fn read<'a, T: Decode<'a>>(bytes: &'a [u8]) -> T {
    decode(bytes).unwrap()
}

scenarios! {
    /// 11.2
    fn federates_and_the_federation_are_objects_of_the_rti(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_mom(FEDERATE, &["HLAfederateName"]);
        watcher.subscribe_mom(FEDERATION, &["HLAfederationName", "HLAfederatesInFederation"]);

        // Three instances, none of them registered by a federate.
        for _ in 0..3 {
            let (name, producer) = watcher.pick("discovery", |s| match s {
                Seen::Discovered(_, _, name, producer) => Some((name.clone(), *producer)),
                _ => None,
            });
            assert!(name.starts_with("HLA"), "{name}");
            assert_eq!(producer, None);
        }
        assert_eq!(watcher.value_of(watched.handle.unwrap(), "HLAfederateName"), encode("watched"));
    }

    /// 11.2
    fn the_rti_provides_values_of_a_federate_on_request(world) {
        let (watcher, watched) = pair(world);
        let object = watcher.discovers(&watched);
        let about = watched.handle.unwrap();
        watcher.subscribe_mom(FEDERATE, &["HLAfederateHost", "HLAupdatesSent"]);

        let names = watcher.attributes_at(FEDERATE, &["HLAfederateHost", "HLAupdatesSent"]);
        watcher.rti.request_attribute_value_update(object, &names, &[]).unwrap();

        assert!(!read::<String>(&watcher.value_of(about, "HLAfederateHost")).is_empty());
        assert_eq!(watcher.value_of(about, "HLAupdatesSent"), encode(&0_i32));
    }

    /// 7.18, 11.2
    fn the_rti_owns_what_stands_for_a_federate(world) {
        let (watcher, watched) = pair(world);
        let object = watcher.discovers(&watched);

        let names = watcher.attributes_at(FEDERATE, &["HLAfederateHost", "HLAupdatesSent"]);
        watcher.rti.query_attribute_ownership(object, &names).unwrap();

        watcher.pick("owner", |s| matches!(s, Seen::OwnedByRti(o, _) if *o == object).then_some(()));
        let outcome = watcher.rti.delete_object_instance(object, &[], None);
        raises(world, ExceptionKind::DeletePrivilegeNotHeld, outcome);
    }

    /// 11.2
    fn what_stands_for_a_federate_is_removed_when_it_resigns(world) {
        let (watcher, watched) = pair(world);
        let object = watcher.discovers(&watched);

        watched.rti.resign_federation_execution(ResignAction::NoAction).unwrap();

        watcher.pick("removal", |s| matches!(s, Seen::Removed(o, _) if *o == object).then_some(()));
    }

    /// 11.3
    fn every_request_that_needs_no_parameter_is_answered(world) {
        let (watcher, watched) = pair(world);
        let pairs = [
            ("HLArequestPublications", "HLAreportInteractionPublication"),
            ("HLArequestPublications", "HLAreportObjectClassPublication"),
            ("HLArequestSubscriptions", "HLAreportInteractionSubscription"),
            ("HLArequestSubscriptions", "HLAreportObjectClassSubscription"),
            (
                "HLArequestObjectInstancesThatCanBeDeleted",
                "HLAreportObjectInstancesThatCanBeDeleted",
            ),
            ("HLArequestObjectInstancesUpdated", "HLAreportObjectInstancesUpdated"),
            ("HLArequestObjectInstancesReflected", "HLAreportObjectInstancesReflected"),
            ("HLArequestUpdatesSent", "HLAreportUpdatesSent"),
            ("HLArequestReflectionsReceived", "HLAreportReflectionsReceived"),
            ("HLArequestInteractionsSent", "HLAreportInteractionsSent"),
            ("HLArequestInteractionsReceived", "HLAreportInteractionsReceived"),
        ];
        for (_, report) in pairs {
            watcher.subscribe_report(&format!("HLAfederate.HLAreport.{report}"));
        }
        world.settle(&[&watcher, &watched]);
        for (request, report) in pairs {
            watcher.steer(&format!("HLAfederate.HLArequest.{request}"), Some(&watched), &[]);
            let values = watcher.report(&format!("HLAfederate.HLAreport.{report}"));
            assert_eq!(values[0], encode(&watched.handle.unwrap()), "{report}");
        }
    }

    /// 11.3
    fn modules_can_be_read(world) {
        let watcher = world.joined("watcher");
        watcher.subscribe_report("HLAfederation.HLAreport.HLAreportFOMmoduleData");
        world.settle(&[&watcher]);

        let first = [("HLAFOMmoduleIndicator", encode(&0_i32))];
        watcher.steer("HLAfederation.HLArequest.HLArequestFOMmoduleData", None, &first);

        let module = watcher.report("HLAfederation.HLAreport.HLAreportFOMmoduleData");
        assert!(read::<String>(&module[1]).contains("Vehicle"));
    }

    /// 11.3
    fn the_mim_can_be_read(world) {
        let watcher = world.joined("watcher");
        watcher.subscribe_report("HLAfederation.HLAreport.HLAreportMIMdata");
        world.settle(&[&watcher]);

        watcher.steer("HLAfederation.HLArequest.HLArequestMIMdata", None, &[]);

        let mim = watcher.report("HLAfederation.HLAreport.HLAreportMIMdata");
        assert!(read::<String>(&mim[0]).contains("HLAmanager"));
    }

    /// 11.3
    fn values_come_every_report_period(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_mom(FEDERATE, &["HLAtimeGrantedTime"]);
        world.settle(&[&watcher, &watched]);

        let period = [("HLAreportPeriod", encode(&1_i32))];
        watcher.steer("HLAfederate.HLAadjust.HLAsetTiming", Some(&watched), &period);

        // A federate without threads of Hyla has to let it work.
        let about = watched.handle.unwrap();
        let granted: i32 = watched.while_evoking(|| {
            watcher.value_of(about, "HLAtimeGrantedTime");
            read(&watcher.value_of(about, "HLAtimeGrantedTime"))
        });
        assert!(granted > 0, "{granted} ms");
    }

    /// 11.3
    fn a_switch_is_set_and_told(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_mom(FEDERATE, &["HLAconveyRegionDesignatorSets"]);
        world.settle(&[&watcher, &watched]);

        let name = "HLAconveyRegionDesignatorSets";
        for on in [true, false] {
            let value = encode(&on);
            let path = "HLAfederate.HLAadjust.HLAsetSwitches";
            watcher.steer(path, Some(&watched), &[(name, value.clone())]);
            world.settle(&[&watched]);
            assert_eq!(watcher.value_of(watched.handle.unwrap(), name), value);
        }
    }

    /// 11.3
    fn a_service_is_called_for_a_federate(world) {
        let (watcher, watched) = pair(world);
        let message = watched.interaction("Message");

        watcher.steer(PUBLISH, Some(&watched), &[("HLAinteractionClass", encode(&message))]);
        world.settle(&[&watcher, &watched]);

        watched.rti.send_interaction(message, &[], &[], None).unwrap();
    }

    /// 11.3
    fn a_service_that_is_refused_is_reported_with_the_exception(world) {
        let (watcher, watched) = pair(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watcher, &watched]);

        let unknown = hyla_types::InteractionClassHandle::new(9999);
        watcher.steer(PUBLISH, Some(&watched), &[("HLAinteractionClass", encode(&unknown))]);
        world.settle(&[&watcher, &watched]);

        let refused = watcher.report(REFUSAL);
        assert_eq!(refused[0], encode(&watched.handle.unwrap()));
        assert!(read::<String>(&refused[1]).ends_with(".HLApublishInteractionClass"));
        assert!(read::<String>(&refused[2]).starts_with("InteractionClassNotDefined"));
        assert_eq!(refused[3], encode(&false));
    }

    /// 11.3
    fn a_service_for_no_federate_is_reported_for_its_parameters(world) {
        let watcher = world.joined("watcher");
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watcher]);

        let message = watcher.interaction("Message");
        watcher.steer(PUBLISH, None, &[("HLAinteractionClass", encode(&message))]);

        assert_eq!(watcher.report(REFUSAL)[3], encode(&true));
    }

    /// 11.3
    fn a_federate_is_resigned_by_another(world) {
        let (watcher, watched) = pair(world);
        let action = ResignAction::NoAction.mom_code(world.edition);
        watcher.steer(
            "HLAfederate.HLAservice.HLAresignFederationExecution",
            Some(&watched),
            &[("HLAresignAction", encode(&action))],
        );
        world.settle_requests(&[&watcher, &watched]);

        if world.edition == Edition::Hla2025 {
            watched.expect("resignation", |s| matches!(s, Seen::Resigned).then_some(()));
        }
        raises(
            world,
            ExceptionKind::FederateNotExecutionMember,
            watched.rti.object_class_handle("Vehicle"),
        );
        // The federate is still connected.
        watched.rti.list_federation_executions().unwrap();
    }

    /// No federate waits.
    fn that_nobody_waits_is_told_by_the_extension(world) {
        let _slow = world.joined("slow");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report("HLAfederation.HLAreport.HylaReportWaitingFederate");

        watcher.steer("HLAfederation.HLArequest.HylaRequestWaitingFederates", None, &[]);

        let nobody = watcher.report("HLAfederation.HLAreport.HylaReportWaitingFederate");
        assert_eq!(nobody, [encode(&0_i32)]);
    }

    /// A stall explains itself to a federate that joined with the module of extensions.
    fn who_waits_for_whom_is_told_by_the_extension(world) {
        let slow = world.joined("slow");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report("HLAfederation.HLAreport.HylaReportWaitingFederate");
        let one = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
        slow.rti.enable_time_regulation(one).unwrap();
        let start = LogicalTime::Float64(Float64Time::new(0.0).unwrap());
        slow.sees(&Seen::Regulating(start));
        let quick = world.joined("quick");
        quick.rti.enable_time_constrained().unwrap();
        quick.sees(&Seen::Constrained(start));
        let goal = LogicalTime::Float64(Float64Time::new(7.0).unwrap());
        quick.rti.time_advance_request(goal).unwrap();
        world.settle_requests(&[&quick]);

        watcher.steer("HLAfederation.HLArequest.HylaRequestWaitingFederates", None, &[]);

        let report = watcher.report("HLAfederation.HLAreport.HylaReportWaitingFederate");
        assert_eq!(read::<i32>(&report[0]), 1);
        assert_eq!(read::<FederateHandle>(&report[1]), quick.handle.unwrap());
        assert_eq!(read::<String>(&report[2]), "timeAdvanceRequest");
        assert_eq!(read::<String>(&report[5]), "slow");
    }

    /// A federate is asked to set up a channel, and reports why it does not.
    fn a_channel_to_an_unknown_federate_is_not_bound_by_the_extension(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watcher, &watched]);

        watcher.bind(&watched, FederateHandle::new(4711), "HLAreliable");

        let refused = watcher.report(REFUSAL);
        assert!(read::<String>(&refused[2]).contains("HylaPeer"), "{refused:?}");
    }

    /// A federate is asked to set up a channel, and reports why it does not.
    fn a_channel_of_an_unknown_profile_is_not_bound_by_the_extension(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watcher, &watched]);

        watcher.bind(&watched, watcher.handle.unwrap(), "Nonsense");

        let refused = watcher.report(REFUSAL);
        assert!(read::<String>(&refused[2]).contains("Nonsense"), "{refused:?}");
    }
}

impl Federate {
    /// Evokes callbacks of this federate on another thread while something is waited for.
    fn while_evoking<T>(&self, wait: impl FnOnce() -> T) -> T {
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::SeqCst) {
                    let _ = self.rti.evoke_callback(Duration::from_millis(20));
                }
            });
            let found = wait();
            stop.store(true, std::sync::atomic::Ordering::SeqCst);
            found
        })
    }
}
