//! Names of object instances (clauses 6.2 to 6.8).

use std::collections::BTreeSet;

use hyla_types::{Edition, ExceptionKind};

use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::raises;

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

scenarios! {
    /// 6.2, 6.3
    fn a_name_is_reserved_by_one_federate(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));

        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));
        b.rti.reserve_object_instance_name("Alpha").unwrap();
        b.sees(&Seen::Refused(vec!["Alpha".into()]));
    }

    /// 6.2, 6.3, 6.4
    fn a_released_name_is_free(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));

        a.rti.release_object_instance_name("Alpha").unwrap();
        world.settle(&[&a]);

        b.rti.reserve_object_instance_name("Alpha").unwrap();
        b.sees(&Seen::Reserved(vec!["Alpha".into()]));
    }

    /// 6.4
    fn only_who_has_reserved_a_name_releases_it(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));

        let outcome = b.rti.release_object_instance_name("Alpha");
        raises(world, ExceptionKind::ObjectInstanceNameNotReserved, outcome);
        a.rti.release_object_instance_name("Alpha").unwrap();
        let again = a.rti.release_object_instance_name("Alpha");
        raises(world, ExceptionKind::ObjectInstanceNameNotReserved, again);
    }

    /// 6.2, 6.5
    fn names_of_the_rti_and_empty_names_are_illegal(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::IllegalName, a.rti.reserve_object_instance_name(""));
        raises(world, ExceptionKind::IllegalName, a.rti.reserve_object_instance_name("HLAx"));
        let outcome = a.rti.reserve_multiple_object_instance_names(&names(&["X", "HLAx"]));
        raises(world, ExceptionKind::IllegalName, outcome);
    }

    /// 6.5
    fn reserving_no_names_is_refused(world) {
        let a = world.joined("a");

        let outcome = a.rti.reserve_multiple_object_instance_names(&BTreeSet::new());

        raises(world, ExceptionKind::NameSetWasEmpty, outcome);
    }

    /// 6.5, 6.6
    fn several_names_are_reserved_at_once(world) {
        let b = world.joined("b");

        b.rti.reserve_multiple_object_instance_names(&names(&["X", "Y"])).unwrap();

        b.sees(&Seen::Reserved(vec!["X".into(), "Y".into()]));
    }

    /// 6.5, 6.6: in 2010 none is reserved, in 2025 those that are free.
    fn several_names_of_which_one_is_taken_are_reserved_as_the_edition_says(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.rti.reserve_object_instance_name("Taken").unwrap();
        a.sees(&Seen::Reserved(vec!["Taken".into()]));

        b.rti.reserve_multiple_object_instance_names(&names(&["Free", "Taken"])).unwrap();

        if world.edition == Edition::Hla2010 {
            b.sees(&Seen::Refused(vec!["Free".into(), "Taken".into()]));
        } else {
            b.sees(&Seen::Reserved(vec!["Free".into()]));
            b.sees(&Seen::Refused(vec!["Taken".into()]));
        }
    }

    /// 6.7
    fn several_names_are_released_if_all_are_reserved(world) {
        let b = world.joined("b");
        b.rti.reserve_multiple_object_instance_names(&names(&["X", "Y"])).unwrap();
        b.sees(&Seen::Reserved(vec!["X".into(), "Y".into()]));

        let outcome = b.rti.release_multiple_object_instance_names(&names(&["X", "Strange"]));
        raises(world, ExceptionKind::ObjectInstanceNameNotReserved, outcome);
        b.rti.release_multiple_object_instance_names(&names(&["X", "Y"])).unwrap();
    }

    /// 6.8
    fn registering_with_a_name_needs_its_reservation(world) {
        let a = world.joined("a");
        a.publish("Vehicle.Car", &["Name"]);

        let outcome = a.rti.register_object_instance(a.class("Vehicle.Car"), Some("Alpha"));

        raises(world, ExceptionKind::ObjectInstanceNameNotReserved, outcome);
    }

    /// 6.8; 10.8 to 10.10 in 2010, 10.6 to 10.8 in 2025
    fn an_instance_has_the_name_that_it_was_registered_with(world) {
        let a = world.joined("a");
        let car = a.class("Vehicle.Car");
        a.publish("Vehicle.Car", &["Name"]);
        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));

        let object = a.rti.register_object_instance(car, Some("Alpha")).unwrap();

        assert_eq!(a.rti.object_instance_handle("Alpha").unwrap(), object);
        assert_eq!(a.rti.object_instance_name(object).unwrap(), "Alpha");
        assert_eq!(a.rti.known_object_class_handle(object).unwrap(), car);
    }

    /// 6.8
    fn a_name_is_given_to_one_instance(world) {
        let a = world.joined("a");
        a.publish("Vehicle.Car", &["Name"]);
        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));
        let alpha = || a.rti.register_object_instance(a.class("Vehicle.Car"), Some("Alpha"));

        alpha().unwrap();

        raises(world, ExceptionKind::ObjectInstanceNameInUse, alpha());
    }
}
