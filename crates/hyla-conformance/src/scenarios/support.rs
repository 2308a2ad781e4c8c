//! Support services (clause 10).

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandle, DimensionHandle, Edition, ExceptionKind, FederateHandle,
    InteractionClassHandle, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, ParameterHandle, ServiceGroup, TransportationTypeHandle,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// An owner of a car, and one that subscribes to its position at a slow rate and knows the car.
fn slow_car(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    a.publish("Vehicle.Car", &["Position"]);
    let (car, position) = (b.class("Vehicle.Car"), b.attributes(&["Position"]));
    b.rti
        .subscribe_object_class_attributes(car, &position, Activity::Active, "Slow")
        .unwrap();
    world.settle(&[&a, &b]);
    let object = a.rti.register_object_instance(car, None).unwrap();
    b.expect("discovery", |s| {
        matches!(s, Seen::Discovered(..)).then_some(())
    });
    (a, b, object)
}

fn upper_bound(federate: &Federate, dimension: &str) -> u32 {
    let dimension = federate.rti.dimension_handle(dimension).unwrap();
    federate.rti.dimension_upper_bound(dimension).unwrap()
}

scenarios! {
    /// 10.4, 10.5 in 2010; 10.2, 10.3 in 2025
    fn federates_have_names_and_handles(world) {
        let a = world.joined("a");

        assert_eq!(a.rti.federate_name(a.handle.unwrap()).unwrap(), "a");
        assert_eq!(a.rti.federate_handle("a").unwrap(), a.handle.unwrap());
    }

    /// 10.4, 10.5 in 2010; 10.2, 10.3 in 2025
    fn federates_that_have_not_joined_are_unknown(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::NameNotFound, a.rti.federate_handle("b"));
        let zero = a.rti.federate_name(FederateHandle::new(0));
        raises(world, ExceptionKind::InvalidFederateHandle, zero);
        let unknown = a.rti.federate_name(FederateHandle::new(9999));
        raises(world, ExceptionKind::FederateHandleNotKnown, unknown);
    }

    /// 10.6, 10.7 in 2010; 10.4, 10.5 in 2025
    fn classes_have_names_and_handles(world) {
        let a = world.joined("a");
        let car = a.class("HLAobjectRoot.Vehicle.Car");

        assert_eq!(a.class("Vehicle.Car"), car);
        assert_eq!(a.rti.object_class_name(car).unwrap(), "HLAobjectRoot.Vehicle.Car");
    }

    /// 10.11, 10.12 in 2010; 10.9, 10.10 in 2025
    fn attributes_have_names_and_handles(world) {
        let a = world.joined("a");

        let name = a.rti.attribute_handle(a.class("Vehicle"), "Name").unwrap();
        assert_eq!(a.attribute("Name"), name);
        assert_eq!(a.rti.attribute_name(a.class("Vehicle.Car"), name).unwrap(), "Name");
    }

    /// 10.6, 10.7, 10.11, 10.12 in 2010; 10.4, 10.5, 10.9, 10.10 in 2025
    fn classes_that_do_not_exist_are_unknown(world) {
        let a = world.joined("a");
        let (nowhere, name) = (ObjectClassHandle::new(9999), a.attribute("Name"));

        raises(world, ExceptionKind::NameNotFound, a.rti.object_class_handle("Boat"));
        let invalid = ExceptionKind::InvalidObjectClassHandle;
        raises(world, invalid, a.rti.object_class_name(nowhere));
        raises(world, invalid, a.rti.attribute_handle(nowhere, "Name"));
        raises(world, invalid, a.rti.attribute_name(nowhere, name));
    }

    /// 10.11, 10.12 in 2010; 10.9, 10.10 in 2025
    fn attributes_that_a_class_lacks_are_unknown(world) {
        let a = world.joined("a");
        let (car, doors) = (a.class("Vehicle.Car"), a.attribute("Doors"));

        let outcome = a.rti.attribute_name(a.class("Vehicle"), doors);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        let outcome = a.rti.attribute_name(car, AttributeHandle::new(9999));
        raises(world, ExceptionKind::InvalidAttributeHandle, outcome);
        raises(world, ExceptionKind::NameNotFound, a.rti.attribute_handle(car, "Wings"));
    }

    /// 10.8, 10.9 in 2010; 10.6, 10.7 in 2025
    fn instances_that_do_not_exist_are_unknown(world) {
        let a = world.joined("a");

        let outcome = a.rti.known_object_class_handle(ObjectInstanceHandle::new(9));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = a.rti.object_instance_handle("nobody");
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
    }

    /// 10.13 in 2010; 10.11 in 2025
    fn update_rates_are_in_hertz(world) {
        let a = world.joined("a");

        assert_eq!(a.rti.update_rate_value("Slow").unwrap(), 2.0);
        assert_eq!(a.rti.update_rate_value("Fast").unwrap(), 20.0);
        let outcome = a.rti.update_rate_value("Never");
        raises(world, ExceptionKind::InvalidUpdateRateDesignator, outcome);
    }

    /// 10.14 in 2010; 10.12 in 2025
    fn an_attribute_has_the_update_rate_of_its_subscription(world) {
        let (a, b, object) = slow_car(world);
        let position = b.attribute("Position");

        assert_eq!(b.rti.update_rate_value_for_attribute(object, position).unwrap(), 2.0);
        assert_eq!(a.rti.update_rate_value_for_attribute(object, position).unwrap(), 0.0);
    }

    /// 10.14 in 2010; 10.12 in 2025
    fn what_does_not_exist_has_no_update_rate(world) {
        let (_a, b, object) = slow_car(world);
        let (nobody, nothing) = (ObjectInstanceHandle::new(9), AttributeHandle::new(9999));

        let outcome = b.rti.update_rate_value_for_attribute(nobody, b.attribute("Position"));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = b.rti.update_rate_value_for_attribute(object, nothing);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
    }

    /// 10.15, 10.16 in 2010; 10.13, 10.14 in 2025
    fn interactions_have_names_and_handles(world) {
        let a = world.joined("a");
        let urgent = a.interaction("Message.Urgent");

        let full = "HLAinteractionRoot.Message.Urgent";
        assert_eq!(a.rti.interaction_class_name(urgent).unwrap(), full);
        assert_eq!(a.interaction(full), urgent);
    }

    /// 10.17, 10.18 in 2010; 10.15, 10.16 in 2025
    fn parameters_have_names_and_handles(world) {
        let a = world.joined("a");
        let urgent = a.interaction("Message.Urgent");

        let text = a.rti.parameter_handle(urgent, "Text").unwrap();
        assert_eq!(a.rti.parameter_name(urgent, text).unwrap(), "Text");
        let message = a.interaction("Message");
        assert_eq!(a.rti.parameter_handle(message, "Text").unwrap(), text);
    }

    /// 10.15 to 10.18 in 2010; 10.13 to 10.16 in 2025
    fn interactions_that_do_not_exist_are_unknown(world) {
        let a = world.joined("a");
        let silence = InteractionClassHandle::new(9999);
        let text = a.rti.parameter_handle(a.interaction("Message"), "Text").unwrap();

        raises(world, ExceptionKind::NameNotFound, a.rti.interaction_class_handle("Silence"));
        let invalid = ExceptionKind::InvalidInteractionClassHandle;
        raises(world, invalid, a.rti.interaction_class_name(silence));
        raises(world, invalid, a.rti.parameter_handle(silence, "Text"));
        raises(world, invalid, a.rti.parameter_name(silence, text));
    }

    /// 10.17, 10.18 in 2010; 10.15, 10.16 in 2025
    fn parameters_that_a_class_lacks_are_unknown(world) {
        let a = world.joined("a");
        let (message, urgent) = (a.interaction("Message"), a.interaction("Message.Urgent"));
        let level = a.rti.parameter_handle(urgent, "Level").unwrap();

        let outcome = a.rti.parameter_name(message, level);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        let outcome = a.rti.parameter_name(message, ParameterHandle::new(9999));
        raises(world, ExceptionKind::InvalidParameterHandle, outcome);
        raises(world, ExceptionKind::NameNotFound, a.rti.parameter_handle(urgent, "Nothing"));
    }

    /// 10.19, 10.20 in 2010; 10.17, 10.18 in 2025
    fn orders_have_names(world) {
        let a = world.joined("a");

        assert_eq!(a.rti.order_type("TimeStamp").unwrap(), OrderType::TimeStamp);
        assert_eq!(a.rti.order_name(OrderType::Receive).unwrap(), "Receive");
        raises(world, ExceptionKind::InvalidOrderName, a.rti.order_type("Whenever"));
    }

    /// 10.21, 10.22 in 2010; 10.19, 10.20 in 2025
    fn transportation_types_have_names_and_handles(world) {
        let a = world.joined("a");

        let other = world.face.other_transportation_type(world.edition);
        for name in ["HLAreliable", "HLAbestEffort", other] {
            let handle = a.rti.transportation_type_handle(name).unwrap();
            assert_eq!(a.rti.transportation_type_name(handle).unwrap(), name);
        }
    }

    /// 10.21, 10.22 in 2010; 10.19, 10.20 in 2025
    fn transportation_types_that_do_not_exist_are_unknown(world) {
        let a = world.joined("a");

        let outcome = a.rti.transportation_type_handle("Pigeon");
        raises(world, ExceptionKind::InvalidTransportationName, outcome);
        let outcome = a.rti.transportation_type_name(TransportationTypeHandle::new(99));
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
    }

    /// 10.25 to 10.27 in 2010; 10.23 to 10.25 in 2025
    fn dimensions_have_names_and_bounds(world) {
        let a = world.joined("a");
        let lane = a.rti.dimension_handle("Lane").unwrap();

        assert_eq!(a.rti.dimension_name(lane).unwrap(), "Lane");
        assert_eq!(a.rti.dimension_upper_bound(lane).unwrap(), 100);
    }

    /// 10.25 to 10.27 in 2010; 10.23 to 10.25 in 2025
    fn dimensions_that_do_not_exist_are_unknown(world) {
        let a = world.joined("a");
        let nowhere = DimensionHandle::new(9999);

        raises(world, ExceptionKind::NameNotFound, a.rti.dimension_handle("Depth"));
        raises(world, ExceptionKind::InvalidDimensionHandle, a.rti.dimension_name(nowhere));
        raises(world, ExceptionKind::InvalidDimensionHandle, a.rti.dimension_upper_bound(nowhere));
    }

    /// 10.24 in 2010; 10.22 in 2025
    fn interaction_classes_have_dimensions(world) {
        let a = world.joined("a");
        let lane = a.rti.dimension_handle("Lane").unwrap();
        let dimensions = |class| a.rti.available_dimensions_for_interaction_class(class);

        assert_eq!(dimensions(a.interaction("Message")).unwrap(), [lane].into());
        let outcome = dimensions(InteractionClassHandle::new(9999));
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
    }

    /// 10.23 in 2010
    fn attributes_have_dimensions_in_2010(world) {
        if world.edition == Edition::Hla2025 {
            return;
        }
        let a = world.joined("a");
        let (car, name) = (a.class("Vehicle.Car"), a.attribute("Name"));
        let dimensions =
            |class, attribute| a.rti.available_dimensions_for_class_attribute(class, attribute);

        assert!(dimensions(car, name).unwrap().is_empty());
        let outcome = dimensions(ObjectClassHandle::new(9999), name);
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        if world.face.has_dimensions_of_attributes() {
            let outcome = dimensions(car, AttributeHandle::new(9999));
            raises(world, ExceptionKind::InvalidAttributeHandle, outcome);
            let outcome = dimensions(a.class("Vehicle"), a.attribute("Doors"));
            raises(world, ExceptionKind::AttributeNotDefined, outcome);
        }
    }

    /// 10.21 in 2025
    fn object_classes_have_dimensions_in_2025(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("a");
        let lane = a.rti.dimension_handle("Lane").unwrap();
        let dimensions = |class| a.rti.available_dimensions_for_object_class(class);

        assert_eq!(dimensions(a.class("Vehicle.Car")).unwrap(), [lane].into());
        let outcome = dimensions(ObjectClassHandle::new(9999));
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
    }

    /// 10.31 in 2010; 10.30 in 2025
    fn handles_of_federates_are_normalized_within_their_dimension(world) {
        let a = world.joined("a");

        let federate = a.rti.normalize_federate_handle(a.handle.unwrap()).unwrap();
        assert!(federate < upper_bound(&a, "HLAfederate"));
        let zero = a.rti.normalize_federate_handle(FederateHandle::new(0));
        raises(world, ExceptionKind::InvalidFederateHandle, zero);
    }

    /// 10.32 in 2010; 10.29 in 2025
    fn service_groups_are_normalized_to_their_number(world) {
        let a = world.joined("a");

        let group = a.rti.normalize_service_group(ServiceGroup::SupportServices);

        assert_eq!(group.unwrap(), 6);
    }

    /// 10.31 to 10.33 in 2025
    fn handles_of_2025_are_normalized_within_their_dimension(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("a");

        let class = a.rti.normalize_object_class_handle(a.class("Vehicle")).unwrap();
        assert!(class < upper_bound(&a, "HLAobjectClass"));
        let message = a.rti.normalize_interaction_class_handle(a.interaction("Message")).unwrap();
        assert!(message < upper_bound(&a, "HLAinteractionClass"));
        let object = ObjectInstanceHandle::of(a.handle.unwrap(), 1);
        let object = a.rti.normalize_object_instance_handle(object).unwrap();
        assert!(object < upper_bound(&a, "HLAobjectInstance"));
    }

    /// 10.31 to 10.33 in 2025
    fn handles_of_what_does_not_exist_are_not_normalized(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("a");

        let outcome = a.rti.normalize_object_class_handle(ObjectClassHandle::new(9999));
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        let outcome = a.rti.normalize_interaction_class_handle(InteractionClassHandle::new(9999));
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
        let outcome = a.rti.normalize_object_instance_handle(ObjectInstanceHandle::new(0));
        raises(world, ExceptionKind::InvalidObjectInstanceHandle, outcome);
    }

    /// 10.33, 10.34 in 2010
    fn the_object_class_relevance_advisory_switch_is_turned_once(world) {
        if world.edition == Edition::Hla2025 {
            return;
        }
        let rti = &world.joined("a").rti;

        rti.disable_object_class_relevance_advisory_switch().unwrap();
        let outcome = rti.disable_object_class_relevance_advisory_switch();
        raises(world, ExceptionKind::ObjectClassRelevanceAdvisorySwitchIsOff, outcome);
        rti.enable_object_class_relevance_advisory_switch().unwrap();
        let outcome = rti.enable_object_class_relevance_advisory_switch();
        raises(world, ExceptionKind::ObjectClassRelevanceAdvisorySwitchIsOn, outcome);
    }

    /// 10.35, 10.36 in 2010
    fn the_attribute_relevance_advisory_switch_is_turned_once(world) {
        if world.edition == Edition::Hla2025 {
            return;
        }
        let rti = &world.joined("a").rti;

        rti.disable_attribute_relevance_advisory_switch().unwrap();
        let outcome = rti.disable_attribute_relevance_advisory_switch();
        raises(world, ExceptionKind::AttributeRelevanceAdvisorySwitchIsOff, outcome);
        rti.enable_attribute_relevance_advisory_switch().unwrap();
        let outcome = rti.enable_attribute_relevance_advisory_switch();
        raises(world, ExceptionKind::AttributeRelevanceAdvisorySwitchIsOn, outcome);
    }

    /// 10.37, 10.38 in 2010
    fn the_attribute_scope_advisory_switch_is_turned_once(world) {
        if world.edition == Edition::Hla2025 {
            return;
        }
        let rti = &world.joined("a").rti;

        rti.enable_attribute_scope_advisory_switch().unwrap();
        let outcome = rti.enable_attribute_scope_advisory_switch();
        raises(world, ExceptionKind::AttributeScopeAdvisorySwitchIsOn, outcome);
        rti.disable_attribute_scope_advisory_switch().unwrap();
        let outcome = rti.disable_attribute_scope_advisory_switch();
        raises(world, ExceptionKind::AttributeScopeAdvisorySwitchIsOff, outcome);
    }

    /// 10.39, 10.40 in 2010
    fn the_interaction_relevance_advisory_switch_is_turned_once(world) {
        if world.edition == Edition::Hla2025 {
            return;
        }
        let rti = &world.joined("a").rti;

        rti.disable_interaction_relevance_advisory_switch().unwrap();
        let outcome = rti.disable_interaction_relevance_advisory_switch();
        raises(world, ExceptionKind::InteractionRelevanceAdvisorySwitchIsOff, outcome);
        rti.enable_interaction_relevance_advisory_switch().unwrap();
        let outcome = rti.enable_interaction_relevance_advisory_switch();
        raises(world, ExceptionKind::InteractionRelevanceAdvisorySwitchIsOn, outcome);
    }

    /// 10.34 to 10.56 in 2025
    fn relevance_advisories_are_on_at_first(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let rti = &world.joined("a").rti;

        assert!(rti.object_class_relevance_advisory_switch().unwrap());
        assert!(rti.attribute_relevance_advisory_switch().unwrap());
        assert!(rti.interaction_relevance_advisory_switch().unwrap());
    }

    /// 10.34 to 10.56 in 2025
    fn switches_of_2025_are_what_was_set(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let rti = &world.joined("a").rti;

        for on in [true, false, false] {
            rti.set_object_class_relevance_advisory_switch(on).unwrap();
            assert_eq!(rti.object_class_relevance_advisory_switch().unwrap(), on);
            rti.set_attribute_relevance_advisory_switch(on).unwrap();
            assert_eq!(rti.attribute_relevance_advisory_switch().unwrap(), on);
            rti.set_attribute_scope_advisory_switch(on).unwrap();
            assert_eq!(rti.attribute_scope_advisory_switch().unwrap(), on);
            rti.set_interaction_relevance_advisory_switch(on).unwrap();
            assert_eq!(rti.interaction_relevance_advisory_switch().unwrap(), on);
            rti.set_convey_region_designator_sets_switch(on).unwrap();
            assert_eq!(rti.convey_region_designator_sets_switch().unwrap(), on);
            rti.set_service_reporting_switch(on).unwrap();
            assert_eq!(rti.service_reporting_switch().unwrap(), on);
            rti.set_exception_reporting_switch(on).unwrap();
            assert_eq!(rti.exception_reporting_switch().unwrap(), on);
            rti.set_send_service_reports_to_file_switch(on).unwrap();
            assert_eq!(rti.send_service_reports_to_file_switch().unwrap(), on);
        }
    }

    /// 10.34 to 10.56 in 2025
    fn switches_of_the_federation_are_those_of_the_object_model(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let rti = &world.joined("a").rti;

        for federation_wide in [
            rti.auto_provide_switch(),
            rti.delay_subscription_evaluation_switch(),
            rti.advisories_use_known_class_switch(),
            rti.allow_relaxed_ddm_switch(),
            rti.non_regulated_grant_switch(),
        ] {
            assert!(!federation_wide.unwrap());
        }
    }

    /// 10: handles survive encoding.
    fn encoded_handles_are_decoded(world) {
        let a = world.joined("a");
        let car = a.class("Vehicle.Car");
        let (urgent, lane) = (a.interaction("Message.Urgent"), a.rti.dimension_handle("Lane").unwrap());
        let (name, text) =
            (a.attribute("Name"), a.rti.parameter_handle(urgent, "Text").unwrap());
        let (me, object) = (a.handle.unwrap(), ObjectInstanceHandle::new(77));
        let region = a.rti.create_region(&[lane].into()).unwrap();
        let message = MessageRetractionHandle::of(me, 7);

        assert_eq!(a.rti.decode_object_class_handle(&car.encode()).unwrap(), car);
        assert_eq!(a.rti.decode_interaction_class_handle(&urgent.encode()).unwrap(), urgent);
        assert_eq!(a.rti.decode_attribute_handle(&name.encode()).unwrap(), name);
        assert_eq!(a.rti.decode_parameter_handle(&text.encode()).unwrap(), text);
        assert_eq!(a.rti.decode_dimension_handle(&lane.encode()).unwrap(), lane);
        assert_eq!(a.rti.decode_federate_handle(&me.encode()).unwrap(), me);
        assert_eq!(a.rti.decode_object_instance_handle(&object.encode()).unwrap(), object);
        assert_eq!(a.rti.decode_region_handle(&region.encode()).unwrap(), region);
        assert_eq!(a.rti.decode_message_retraction_handle(&message.encode()).unwrap(), message);
    }

    /// 10
    fn what_is_no_encoded_handle_is_not_decoded(world) {
        let rti = &world.joined("a").rti;
        let bytes = b"nonsense!";

        for outcome in [
            rti.decode_federate_handle(bytes).map(drop),
            rti.decode_object_class_handle(bytes).map(drop),
            rti.decode_interaction_class_handle(bytes).map(drop),
            rti.decode_object_instance_handle(bytes).map(drop),
            rti.decode_attribute_handle(bytes).map(drop),
            rti.decode_parameter_handle(bytes).map(drop),
            rti.decode_dimension_handle(bytes).map(drop),
            rti.decode_message_retraction_handle(bytes).map(drop),
            rti.decode_region_handle(bytes).map(drop),
        ] {
            raises(world, ExceptionKind::CouldNotDecode, outcome);
        }
    }
}
