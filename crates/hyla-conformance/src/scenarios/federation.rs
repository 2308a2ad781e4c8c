//! Federation management (clause 4) and callback control.

use hyla_types::{Edition, ExceptionKind, ObjectInstanceHandle, ResignAction};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, directory, raises};

/// The traffic module with something changed: the path of a file.
fn changed(world: &World, how: &str, change: impl Fn(&str) -> String) -> String {
    let dir = directory();
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join(format!("{}-{how}.xml", world.federation));
    let text = std::fs::read_to_string(world.fom("traffic")).unwrap();
    std::fs::write(&path, change(&text)).unwrap();
    path.display().to_string()
}

/// A MIM of the edition: the path of a file.
fn standard_mim(edition: Edition) -> String {
    let file = match edition {
        Edition::Hla2010 => "HLAstandardMIM.xml",
        Edition::Hla2025 => "HLAstandardMIM-2025.xml",
    };
    format!("{}/../hyla-omt/mim/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// A module that is no XML: the path of a file.
fn broken(world: &World) -> String {
    changed(world, "broken", |_| {
        "<objectModel><objects></objectModel>".into()
    })
}

/// One that publishes cars and one that subscribes to them, and a car that both know.
fn known_car(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    b.subscribe("Vehicle", &["Name"]);
    a.publish("Vehicle.Car", &["Name"]);
    world.settle(&[&a, &b]);
    let car = a.class("Vehicle.Car");
    let object = a.rti.register_object_instance(car, None).unwrap();
    b.expect("discovery", |s| {
        matches!(s, Seen::Discovered(..)).then_some(())
    });
    (a, b, object)
}

scenarios! {
    /// 4.5
    fn an_execution_is_created_once(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));

        a.rti.create_federation_execution(name, &[&fom], "").unwrap();
        let again = a.rti.create_federation_execution(name, &[&fom], "");

        raises(world, ExceptionKind::FederationExecutionAlreadyExists, again);
    }

    /// 4.5
    fn an_execution_has_the_time_that_it_was_created_with(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));

        a.rti.create_federation_execution(name, &[&fom], "HLAinteger64Time").unwrap();
        a.rti.join_federation_execution(None, "tester", name, &[]).unwrap();

        assert_eq!(a.rti.time_factory().unwrap().name(), "HLAinteger64Time");
    }

    /// 4.6
    fn an_execution_is_destroyed_when_it_is_empty(world) {
        let a = world.joined("a");
        let destroy = || a.rti.destroy_federation_execution(&world.federation);

        raises(world, ExceptionKind::FederatesCurrentlyJoined, destroy());
        a.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        destroy().unwrap();
    }

    /// 4.6
    fn an_execution_is_destroyed_once(world) {
        let a = world.connected();
        let name = world.federation.as_str();
        a.rti.create_federation_execution(name, &[&world.fom("traffic")], "").unwrap();

        a.rti.destroy_federation_execution(name).unwrap();
        let again = a.rti.destroy_federation_execution(name);

        raises(world, ExceptionKind::FederationExecutionDoesNotExist, again);
    }

    /// 4.5
    fn bad_modules_create_nothing(world) {
        let a = world.connected();
        let name = world.federation.as_str();
        let create = |module: &str| a.rti.create_federation_execution(name, &[module], "");

        raises(world, ExceptionKind::CouldNotOpenFOM, create("/no/such/file.xml"));
        raises(world, ExceptionKind::ErrorReadingFOM, create(&broken(world)));

        let outcome = a.rti.destroy_federation_execution(name);
        raises(world, ExceptionKind::FederationExecutionDoesNotExist, outcome);
        create(&world.fom("traffic")).unwrap();
    }

    /// 4.5
    fn a_time_that_does_not_exist_creates_nothing(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));
        let create = |time| a.rti.create_federation_execution(name, &[&fom], time);

        raises(world, ExceptionKind::CouldNotCreateLogicalTimeFactory, create("HLAmoonTime"));

        let outcome = a.rti.destroy_federation_execution(name);
        raises(world, ExceptionKind::FederationExecutionDoesNotExist, outcome);
        create("").unwrap();
    }

    /// 4.5
    fn a_mim_is_named_by_its_file(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));
        let create = |mim: &str| a.rti.create_federation_execution_with_mim(name, &[&fom], mim, "");

        raises(world, ExceptionKind::CouldNotOpenMIM, create("/no/such/mim.xml"));
        create(&standard_mim(world.edition)).unwrap();
    }

    /// 4.5
    fn the_designator_of_the_standard_mim_is_refused(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));

        let mim = "HLAstandardMIM";
        let outcome = a.rti.create_federation_execution_with_mim(name, &[&fom], mim, "");

        raises(world, ExceptionKind::DesignatorIsHLAstandardMIM, outcome);
    }

    /// 4.7, 4.8
    fn executions_are_listed(world) {
        let a = world.joined("alone");

        a.rti.list_federation_executions().unwrap();

        a.expect("the list", |seen| match seen {
            Seen::Executions(names) => names.contains(&world.federation).then_some(()),
            _ => None,
        });
    }

    /// 4.9, 4.10 in 2025
    fn members_of_an_execution_are_listed(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("alone");

        a.rti.list_federation_execution_members(&world.federation).unwrap();

        let members = vec![("alone".to_owned(), "tester".to_owned())];
        a.sees(&Seen::Members(world.federation.clone(), members));
    }

    /// 4.9, 4.10 in 2025
    fn who_asks_for_members_is_told_that_the_execution_does_not_exist(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.connected();

        a.rti.list_federation_execution_members("Atlantis").unwrap();

        a.sees(&Seen::NoSuchExecution("Atlantis".into()));
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn joining_gives_each_federate_a_name_and_a_handle_of_its_own(world) {
        let a = world.joined("a");
        let b = world.connected();

        let joined = b.rti.join_federation_execution(None, "tester", &world.federation, &[]);

        let handle = joined.unwrap();
        let name = b.rti.federate_name(handle).unwrap();
        assert_ne!(Some(handle), a.handle);
        assert_eq!(b.rti.federate_handle(&name).unwrap(), handle);
        assert_eq!(b.rti.federate_handle("a").unwrap(), a.handle.unwrap());
        world.settle(&[&a]);
        assert_eq!(a.rti.federate_name(handle).unwrap(), name);
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn the_name_of_a_member_is_not_given_to_another(world) {
        let (_a, b) = (world.joined("a"), world.connected());

        let outcome = b.rti.join_federation_execution(Some("a"), "tester", &world.federation, &[]);

        raises(world, ExceptionKind::FederateNameAlreadyInUse, outcome);
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn a_member_cannot_join_again(world) {
        let a = world.joined("a");

        let outcome = a.rti.join_federation_execution(None, "tester", &world.federation, &[]);

        raises(world, ExceptionKind::FederateAlreadyExecutionMember, outcome);
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn joining_an_execution_that_does_not_exist_is_refused(world) {
        let a = world.connected();

        let outcome = a.rti.join_federation_execution(None, "tester", "Atlantis", &[]);

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
    fn a_resigning_federate_deletes_its_instances(world) {
        let (a, viewer, object) = known_car(world);

        a.rti.resign_federation_execution(ResignAction::DeleteObjectsThenDivest).unwrap();

        viewer.sees(&Seen::Removed(object, vec![]));
    }

    /// 4.10 in 2010, 4.12 in 2025
    fn an_instance_stays_when_a_resigning_federate_divests(world) {
        let (a, viewer, object) = known_car(world);

        a.rti.resign_federation_execution(ResignAction::UnconditionallyDivestAttributes).unwrap();
        world.settle(&[&viewer]);

        assert!(!viewer.diary().iter().any(|s| matches!(s, Seen::Removed(..))));
        assert!(viewer.rti.object_instance_name(object).is_ok());
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

    /// 10.2, 10.3 in 2010; 10.44, 10.45 in 2025
    fn the_automatic_resign_directive_is_what_was_set(world) {
        let a = world.joined("a");

        for directive in [ResignAction::DeleteObjects, ResignAction::NoAction] {
            a.rti.set_automatic_resign_directive(directive).unwrap();
            assert_eq!(a.rti.automatic_resign_directive().unwrap(), directive);
        }
    }

    /// 4.4 and the automatic resign directive
    fn a_lost_federate_is_resigned_by_its_directive(world) {
        let (a, viewer, object) = known_car(world);
        a.rti.set_automatic_resign_directive(ResignAction::DeleteObjects).unwrap();
        viewer.rti.set_automatic_resign_directive(ResignAction::NoAction).unwrap();
        world.settle(&[&a, &viewer]);

        world.forget(&a.rti);
        drop(a);

        viewer.sees(&Seen::Removed(object, vec![]));
        raises(world, ExceptionKind::NameNotFound, viewer.rti.federate_handle("a"));
    }

    /// 4.13 in 2025: a federate can be removed by the RTI.
    fn a_removed_federate_is_told(world) {
        if !world.face.has_tools(world.wiring) {
            return;
        }
        let a = world.joined("a");

        world.tool().remove_federate(&world.federation, "a", "maintenance").unwrap();

        if world.edition == Edition::Hla2025 {
            a.sees(&Seen::Resigned);
        }
        world.settle_requests(&[&a]);
        let outcome = a.rti.object_class_handle("Vehicle");
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
    }

    /// 4.13 in 2025
    fn instances_of_a_removed_federate_are_removed(world) {
        if !world.face.has_tools(world.wiring) {
            return;
        }
        let (_a, b, object) = known_car(world);

        world.tool().remove_federate(&world.federation, "a", "maintenance").unwrap();

        b.sees(&Seen::Removed(object, vec![]));
    }

    /// 4.13 in 2025
    fn only_members_can_be_removed(world) {
        if !world.face.has_tools(world.wiring) {
            return;
        }
        let _a = world.joined("a");

        assert!(world.tool().remove_federate(&world.federation, "nobody", "").is_err());
    }

    /// 4.5; 4.9 in 2010, 4.11 in 2025: every way in which modules can be wrong, by service.
    fn modules_are_refused_with_what_is_wrong_about_them(world) {
        let (_a, b) = (world.joined("a"), world.connected());
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));
        let (new, mim) = (format!("{name}-new"), standard_mim(world.edition));
        let invalid = changed(world, "invalid", |text| {
            text.replace(&format!("IEEE1516-{}", world.edition.code()), "IEEE1516-2000")
        });
        let inconsistent = changed(world, "inconsistent", |text| {
            text.replace("<upperBound>100</upperBound>", "<upperBound>200</upperBound>")
        });

        for (module, kind) in [
            ("/no/such/file.xml", ExceptionKind::CouldNotOpenFOM),
            (&broken(world), ExceptionKind::ErrorReadingFOM),
            (&invalid, ExceptionKind::InvalidFOM),
            (&inconsistent, ExceptionKind::InconsistentFOM),
        ] {
            let modules = [fom.as_str(), module];
            raises(world, kind, b.rti.create_federation_execution(&new, &modules, ""));
            let outcome = b.rti.create_federation_execution_with_mim(&new, &modules, &mim, "");
            raises(world, kind, outcome);
            let outcome = b.rti.join_federation_execution(None, "tester", name, &[module]);
            raises(world, kind, outcome);
        }

        raises(world, ExceptionKind::FederationExecutionDoesNotExist,
            b.rti.destroy_federation_execution(&new));
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn a_join_with_wrong_modules_leaves_everything_as_it_was(world) {
        let (a, b) = (world.joined("a"), world.connected());
        let name = world.federation.as_str();
        let wrong = broken(world);
        let outcome = b.rti.join_federation_execution(None, "tester", name, &[&wrong]);
        raises(world, ExceptionKind::ErrorReadingFOM, outcome);

        b.rti.join_federation_execution(None, "tester", name, &[]).unwrap();

        assert_eq!(a.class("Vehicle.Car"), b.class("Vehicle.Car"));
    }

    /// 4.5
    fn a_mim_is_refused_with_what_is_wrong_about_it(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));
        let create = |mim: &str| a.rti.create_federation_execution_with_mim(name, &[&fom], mim, "");

        raises(world, ExceptionKind::ErrorReadingMIM, create(&broken(world)));
        raises(world, ExceptionKind::InvalidMIM, create(&fom));
        raises(world, ExceptionKind::FederationExecutionDoesNotExist,
            a.rti.destroy_federation_execution(name));
    }

    /// 4.5
    fn with_a_mim_a_time_that_does_not_exist_creates_nothing(world) {
        let a = world.connected();
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));
        let (mim, moon) = (standard_mim(world.edition), "HLAmoonTime");

        let outcome = a.rti.create_federation_execution_with_mim(name, &[&fom], &mim, moon);

        // The exception is not in the list of 2025.
        let kind = match world.edition {
            Edition::Hla2010 => ExceptionKind::CouldNotCreateLogicalTimeFactory,
            Edition::Hla2025 => ExceptionKind::RTIinternalError,
        };
        raises(world, kind, outcome);
        raises(world, ExceptionKind::FederationExecutionDoesNotExist,
            a.rti.destroy_federation_execution(name));
    }

    /// 4.5
    fn with_a_mim_an_execution_is_created_once(world) {
        let a = world.joined("a");
        let (name, fom) = (world.federation.as_str(), world.fom("traffic"));

        let mim = standard_mim(world.edition);
        let taken = a.rti.create_federation_execution_with_mim(name, &[&fom], &mim, "");

        raises(world, ExceptionKind::FederationExecutionAlreadyExists, taken);
    }
}
