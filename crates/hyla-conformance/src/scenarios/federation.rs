//! Federation management (clause 4) and callback control.

use std::time::Duration;

use hyla_core::callback::NullFederateAmbassador;
use hyla_types::{
    AdditionalSettingsResultCode, CallbackModel, Credentials, Edition, ExceptionKind, ResignAction,
    RtiConfiguration,
};

use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// The traffic module with something changed: the path of a file.
fn changed(world: &World, how: &str, change: impl Fn(&str) -> String) -> String {
    let dir = std::env::temp_dir().join(format!("hyla-conformance-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join(format!("{}-{how}.xml", world.federation));
    let text = std::fs::read_to_string(world.fom("traffic")).unwrap();
    std::fs::write(&path, change(&text)).unwrap();
    path.display().to_string()
}

scenarios! {
    /// 4.2, 4.3
    fn an_ambassador_connects_once_at_a_time(world) {
        let federate = world.connected();
        let again = federate.rti.connect(
            Box::new(NullFederateAmbassador),
            world.callbacks(),
            world.settings(),
        );
        raises(world, ExceptionKind::AlreadyConnected, again);

        federate.rti.disconnect().unwrap();
        federate.rti.disconnect().unwrap();
        raises(world, ExceptionKind::NotConnected, federate.rti.list_federation_executions());
        federate
            .rti
            .connect(Box::new(NullFederateAmbassador), world.callbacks(), world.settings())
            .unwrap();
    }

    /// 4.2
    fn connecting_fails_with_a_reason(world) {
        if !world.face.has_hyla_settings() {
            return;
        }
        let rti = world.ambassador();
        let nobody = "rti.address = 127.0.0.1:1; timeout.connect_ms = 2000";
        let outcome = rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Evoked, nobody);
        raises(world, ExceptionKind::ConnectionFailed, outcome);

        let wrong = "process.model = single-threaded";
        let outcome =
            rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Immediate, wrong);
        raises(world, ExceptionKind::UnsupportedCallbackModel, outcome);
        if !world.face.refuses_wrong_settings(world.edition) {
            return;
        }
        let outcome = rti.connect(
            Box::new(NullFederateAmbassador),
            CallbackModel::Evoked,
            "process.modle = single-threaded",
        );
        let exception = outcome.unwrap_err();
        let expected = if world.edition == Edition::Hla2010 {
            ExceptionKind::InvalidLocalSettingsDesignator
        } else {
            ExceptionKind::RTIinternalError
        };
        assert_eq!(exception.kind, expected);
        assert!(exception.message.contains("process.model"), "{exception}");
    }

    /// 4.2 in 2025
    fn a_configuration_says_what_was_used_of_it(world) {
        if world.edition == Edition::Hla2010 || !world.face.has_hyla_settings() {
            return;
        }
        let rti = world.ambassador();
        let mut configuration = RtiConfiguration {
            rti_address: world.parsed_settings().rti.address.to_string(),
            additional_settings: "no.such = setting".into(),
            ..RtiConfiguration::default()
        };
        let evoked = CallbackModel::Evoked;
        let federate = || Box::new(NullFederateAmbassador);

        let result =
            rti.connect_with_configuration(federate(), evoked, &configuration, None).unwrap();
        assert!(result.address_used);
        assert_eq!(
            result.additional_settings_result,
            AdditionalSettingsResultCode::SettingsFailedToParse
        );
        rti.disconnect().unwrap();

        configuration.additional_settings = "timeout.call_ms = 9000".into();
        let password = Some(Credentials::plain_text_password("secret"));
        let outcome = rti.connect_with_configuration(federate(), evoked, &configuration, password);
        raises(world, ExceptionKind::Unauthorized, outcome);
        let nobody = Some(Credentials::none());
        let result =
            rti.connect_with_configuration(federate(), evoked, &configuration, nobody).unwrap();
        assert_eq!(
            result.additional_settings_result,
            AdditionalSettingsResultCode::SettingsApplied
        );
        rti.disconnect().unwrap();

        if configuration.rti_address != "embedded" {
            configuration.rti_address = format!("crcAddress={}", configuration.rti_address);
            let result =
                rti.connect_with_configuration(federate(), evoked, &configuration, None).unwrap();
            assert!(result.address_used);
        }
    }

    /// 4.5, 4.6
    fn an_execution_is_created_once_and_destroyed_when_empty(world) {
        let a = world.connected();
        let name = world.federation.as_str();
        let fom = world.fom("traffic");

        a.rti.create_federation_execution(name, &[&fom], "HLAinteger64Time").unwrap();
        let again = a.rti.create_federation_execution(name, &[&fom], "");
        raises(world, ExceptionKind::FederationExecutionAlreadyExists, again);
        a.rti.join_federation_execution(None, "tester", name, &[]).unwrap();
        raises(
            world,
            ExceptionKind::FederatesCurrentlyJoined,
            a.rti.destroy_federation_execution(name),
        );
        assert_eq!(a.rti.time_factory().unwrap().name(), "HLAinteger64Time");
        a.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        a.rti.destroy_federation_execution(name).unwrap();
        raises(
            world,
            ExceptionKind::FederationExecutionDoesNotExist,
            a.rti.destroy_federation_execution(name),
        );
    }

    /// 4.5
    fn bad_modules_create_nothing(world) {
        let a = world.connected();
        let name = world.federation.as_str();
        let dir = std::env::temp_dir().join(format!("hyla-conformance-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let broken = dir.join(format!("{name}-broken.xml"));
        std::fs::write(&broken, "<objectModel><objects></objectModel>").unwrap();
        let broken = broken.display().to_string();
        let create = |modules: &[&str], time| a.rti.create_federation_execution(name, modules, time);

        raises(world, ExceptionKind::CouldNotOpenFOM, create(&["/no/such/file.xml"], ""));
        raises(world, ExceptionKind::ErrorReadingFOM, create(&[&broken], ""));
        raises(
            world,
            ExceptionKind::CouldNotCreateLogicalTimeFactory,
            create(&[&world.fom("traffic")], "HLAmoonTime"),
        );
        raises(world, ExceptionKind::FederationExecutionDoesNotExist,
            a.rti.destroy_federation_execution(name));
        create(&[&world.fom("traffic")], "").unwrap();
    }

    /// 4.5
    fn a_mim_is_named_by_its_file(world) {
        let a = world.connected();
        let name = world.federation.as_str();
        let fom = world.fom("traffic");
        let create = |mim: &str| a.rti.create_federation_execution_with_mim(name, &[&fom], mim, "");

        raises(world, ExceptionKind::DesignatorIsHLAstandardMIM, create("HLAstandardMIM"));
        raises(world, ExceptionKind::CouldNotOpenMIM, create("/no/such/mim.xml"));
        let file = match world.edition {
            Edition::Hla2010 => "HLAstandardMIM.xml",
            Edition::Hla2025 => "HLAstandardMIM-2025.xml",
        };
        create(&format!("{}/../hyla-omt/mim/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    }

    /// 4.7, 4.8; 4.9, 4.10 in 2025
    fn executions_and_members_are_listed(world) {
        let a = world.joined("alone");

        a.rti.list_federation_executions().unwrap();
        a.expect("the list", |seen| match seen {
            Seen::Executions(names) => names.contains(&world.federation).then_some(()),
            _ => None,
        });
        if world.edition == Edition::Hla2010 {
            return;
        }
        a.rti.list_federation_execution_members(&world.federation).unwrap();
        let members = vec![("alone".to_owned(), "tester".to_owned())];
        a.sees(&Seen::Members(world.federation.clone(), members));
        a.rti.list_federation_execution_members("Atlantis").unwrap();
        a.sees(&Seen::NoSuchExecution("Atlantis".into()));
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn joining_gives_each_federate_a_name_and_a_handle_of_its_own(world) {
        let a = world.joined("a");
        let b = world.connected();
        let join = |name| b.rti.join_federation_execution(name, "tester", &world.federation, &[]);

        raises(world, ExceptionKind::FederateNameAlreadyInUse, join(Some("a")));
        let handle = join(None).unwrap();
        raises(world, ExceptionKind::FederateAlreadyExecutionMember, join(None));
        let name = b.rti.federate_name(handle).unwrap();

        assert_ne!(Some(handle), a.handle);
        assert_eq!(b.rti.federate_handle(&name).unwrap(), handle);
        assert_eq!(b.rti.federate_handle("a").unwrap(), a.handle.unwrap());
        world.settle(&[&a]);
        assert_eq!(a.rti.federate_name(handle).unwrap(), name);
        let c = world.connected();
        let outcome = c.rti.join_federation_execution(None, "tester", "Atlantis", &[]);
        raises(world, ExceptionKind::FederationExecutionDoesNotExist, outcome);
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn a_join_may_bring_further_modules(world) {
        let a = world.joined("a");
        let car = a.class("Vehicle.Car");
        raises(world, ExceptionKind::NameNotFound, a.rti.object_class_handle("Vehicle.Bicycle"));

        let b = world.connected();
        let more = world.fom("bicycles");
        b.rti.join_federation_execution(None, "tester", &world.federation, &[&more]).unwrap();
        world.settle(&[&a]);

        assert_eq!(a.class("Vehicle.Bicycle"), b.class("Vehicle.Bicycle"));
        assert_eq!(b.class("Vehicle.Car"), car);
    }

    /// 4.10 in 2010, 4.12 in 2025
    fn resigning_is_refused_while_the_action_leaves_attributes_behind(world) {
        let a = world.joined("a");
        a.publish("Vehicle.Car", &["Name"]);
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        let resign = |action| a.rti.resign_federation_execution(action);

        raises(world, ExceptionKind::FederateOwnsAttributes, resign(ResignAction::NoAction));
        raises(
            world,
            ExceptionKind::FederateOwnsAttributes,
            resign(ResignAction::CancelPendingOwnershipAcquisitions),
        );
        assert!(a.rti.object_instance_name(object).is_ok());
        resign(ResignAction::DeleteObjects).unwrap();
        let outcome = a.rti.object_instance_name(object);
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
    }

    /// 4.10 in 2010, 4.12 in 2025
    fn a_resigning_federate_deletes_or_divests(world) {
        let (a, b, viewer) = (world.joined("a"), world.joined("b"), world.joined("viewer"));
        let mut objects = Vec::new();
        viewer.subscribe("Vehicle", &["Name"]);
        for federate in [&a, &b] {
            federate.publish("Vehicle.Car", &["Name"]);
        }
        world.settle(&[&a, &b, &viewer]);
        for federate in [&a, &b] {
            let car = federate.class("Vehicle.Car");
            let object = federate.rti.register_object_instance(car, None).unwrap();
            viewer.expect("discovery", |s| matches!(s, Seen::Discovered(..)).then_some(()));
            objects.push(object);
        }

        a.rti.resign_federation_execution(ResignAction::DeleteObjectsThenDivest).unwrap();
        viewer.sees(&Seen::Removed(objects[0], vec![]));
        b.rti.resign_federation_execution(ResignAction::UnconditionallyDivestAttributes).unwrap();
        world.settle(&[&viewer]);

        assert!(!viewer.diary().iter().any(|s| matches!(s, Seen::Removed(..))));
        assert!(viewer.rti.object_instance_name(objects[1]).is_ok());
    }

    /// 4.10: what was sent before a resignation arrives.
    fn nothing_sent_before_a_resignation_is_lost(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        b.rti.subscribe_interaction_class(message, hyla_core::declaration::Activity::Active).unwrap();
        world.settle(&[&a, &b]);

        for number in 0_u16..500 {
            a.rti.send_interaction(message, &[], &number.to_be_bytes(), None).unwrap();
        }
        a.rti.resign_federation_execution(ResignAction::NoAction).unwrap();

        for number in 0_u16..500 {
            b.sees(&Seen::Received(message, vec![], number.to_be_bytes().to_vec()));
        }
    }

    /// 4.4 and the automatic resign directive
    fn a_lost_federate_is_resigned_by_its_directive(world) {
        let (a, viewer) = (world.joined("a"), world.joined("viewer"));
        viewer.subscribe("Vehicle", &["Name"]);
        a.publish("Vehicle.Car", &["Name"]);
        a.rti.set_automatic_resign_directive(ResignAction::DeleteObjects).unwrap();
        assert_eq!(a.rti.automatic_resign_directive().unwrap(), ResignAction::DeleteObjects);
        viewer.rti.set_automatic_resign_directive(ResignAction::NoAction).unwrap();
        assert_eq!(viewer.rti.automatic_resign_directive().unwrap(), ResignAction::NoAction);
        world.settle(&[&a, &viewer]);
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        viewer.expect("discovery", |s| matches!(s, Seen::Discovered(..)).then_some(()));

        world.forget(&a.rti);
        drop(a);

        viewer.sees(&Seen::Removed(object, vec![]));
        raises(world, ExceptionKind::NameNotFound, viewer.rti.federate_handle("a"));
    }

    /// 4.4
    fn federates_hear_that_the_rti_is_gone(world) {
        let (joined, connected) = (world.joined("a"), world.connected());
        if !world.stop_server() {
            return;
        }

        for federate in [&joined, &connected] {
            federate.sees(&Seen::ConnectionLost);
            raises(world, ExceptionKind::NotConnected, federate.rti.list_federation_executions());
        }
        let outcome = joined.rti.resign_federation_execution(ResignAction::NoAction);
        raises(world, ExceptionKind::NotConnected, outcome);
    }

    /// 4.13 in 2025: a federate can be removed by the RTI.
    fn a_removed_federate_is_told(world) {
        if !world.face.has_tools(world.wiring) {
            return;
        }
        let (a, b) = (world.joined("a"), world.joined("b"));
        b.subscribe("Vehicle", &["Name"]);
        a.publish("Vehicle.Car", &["Name"]);
        world.settle(&[&a, &b]);
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        b.expect("discovery", |s| matches!(s, Seen::Discovered(..)).then_some(()));

        world.tool().remove_federate(&world.federation, "a", "maintenance").unwrap();

        b.sees(&Seen::Removed(object, vec![]));
        if world.edition == Edition::Hla2025 {
            a.sees(&Seen::Resigned);
        }
        world.settle_requests(&[&a]);
        let outcome = a.rti.object_class_handle("Vehicle");
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
        assert!(world.tool().remove_federate(&world.federation, "nobody", "").is_err());
    }

    /// 10.41 to 10.44 in 2010, 10.57 to 10.60 in 2025
    fn callbacks_wait_while_disabled(world) {
        let a = world.joined("a");
        a.rti.disable_callbacks().unwrap();

        a.rti.list_federation_executions().unwrap();
        world.settle_requests(&[&a]);
        assert_eq!(a.diary(), []);
        a.rti.enable_callbacks().unwrap();
        a.expect("the list", |s| matches!(s, Seen::Executions(_)).then_some(()));

        let more = a.rti.evoke_callback(Duration::ZERO).unwrap();
        assert!(!more);
        if world.wiring.is_immediate {
            assert!(!a.rti.evoke_multiple_callbacks(Duration::ZERO, Duration::ZERO).unwrap());
        }
    }

    /// 2: services that need membership raise what is missing.
    fn services_say_what_is_missing(world) {
        let rti = world.ambassador();
        let outcome = rti.object_class_handle("HLAobjectRoot");
        raises(world, ExceptionKind::NotConnected, outcome);
        let outcome = rti.join_federation_execution(None, "x", "y", &[]);
        raises(world, ExceptionKind::NotConnected, outcome);
        let outcome = rti.create_federation_execution("y", &[], "");
        raises(world, ExceptionKind::NotConnected, outcome);

        let connected = world.connected();
        let outcome = connected.rti.object_class_handle("HLAobjectRoot");
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
        let outcome = connected.rti.resign_federation_execution(ResignAction::NoAction);
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);

        let joined = world.joined("a");
        raises(world, ExceptionKind::FederateIsExecutionMember, joined.rti.disconnect());
    }

    /// 4.5; 4.9 in 2010, 4.11 in 2025: every way in which modules can be wrong, by service.
    fn modules_are_refused_with_what_is_wrong_about_them(world) {
        let a = world.joined("a");
        let b = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));
        let new = format!("{name}-new");
        let broken = changed(world, "broken", |_| "<objectModel><objects></objectModel>".into());
        let invalid = changed(world, "invalid", |text| {
            text.replace(&format!("IEEE1516-{}", world.edition.code()), "IEEE1516-2000")
        });
        let inconsistent = changed(world, "inconsistent", |text| {
            text.replace("<upperBound>100</upperBound>", "<upperBound>200</upperBound>")
        });
        let mim = match world.edition {
            Edition::Hla2010 => "HLAstandardMIM.xml",
            Edition::Hla2025 => "HLAstandardMIM-2025.xml",
        };
        let mim = format!("{}/../hyla-omt/mim/{mim}", env!("CARGO_MANIFEST_DIR"));
        let with_mim = |modules: &[&str], mim: &str, time| {
            b.rti.create_federation_execution_with_mim(&new, modules, mim, time)
        };

        for (module, kind) in [
            ("/no/such/file.xml", ExceptionKind::CouldNotOpenFOM),
            (broken.as_str(), ExceptionKind::ErrorReadingFOM),
            (&invalid, ExceptionKind::InvalidFOM),
            (&inconsistent, ExceptionKind::InconsistentFOM),
        ] {
            let modules = [fom.as_str(), module];
            raises(world, kind, b.rti.create_federation_execution(&new, &modules, ""));
            raises(world, kind, with_mim(&modules, &mim, ""));
            let outcome = b.rti.join_federation_execution(None, "tester", name, &[module]);
            raises(world, kind, outcome);
        }
        raises(world, ExceptionKind::ErrorReadingMIM, with_mim(&[&fom], &broken, ""));
        raises(world, ExceptionKind::InvalidMIM, with_mim(&[&fom], &fom, ""));
        let moon = with_mim(&[&fom], &mim, "HLAmoonTime");
        // The exception is not in the list of 2025.
        let kind = match world.edition {
            Edition::Hla2010 => ExceptionKind::CouldNotCreateLogicalTimeFactory,
            Edition::Hla2025 => ExceptionKind::RTIinternalError,
        };
        raises(world, kind, moon);
        let taken = b.rti.create_federation_execution_with_mim(name, &[&fom], &mim, "");
        raises(world, ExceptionKind::FederationExecutionAlreadyExists, taken);

        raises(world, ExceptionKind::FederationExecutionDoesNotExist,
            b.rti.destroy_federation_execution(&new));
        b.rti.join_federation_execution(None, "tester", name, &[]).unwrap();
        assert_eq!(a.class("Vehicle.Car"), b.class("Vehicle.Car"));
    }
}
