//! Support services (clause 10).

use hyla_types::{
    AttributeHandle, DimensionHandle, Edition, ExceptionKind, FederateHandle,
    InteractionClassHandle, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, ParameterHandle, ServiceGroup, TransportationTypeHandle,
};

use crate::scenarios::scenarios;
use crate::world::raises;

scenarios! {
    /// 10.4, 10.5 in 2010; 10.2, 10.3 in 2025
    fn federates_have_names_and_handles(world) {
        let a = world.joined("a");

        assert_eq!(a.rti.federate_name(a.handle.unwrap()).unwrap(), "a");
        raises(world, ExceptionKind::NameNotFound, a.rti.federate_handle("b"));
        let zero = a.rti.federate_name(FederateHandle::new(0));
        raises(world, ExceptionKind::InvalidFederateHandle, zero);
        let unknown = a.rti.federate_name(FederateHandle::new(9999));
        raises(world, ExceptionKind::FederateHandleNotKnown, unknown);
    }

    /// 10.6 to 10.12 in 2010; 10.4 to 10.10 in 2025
    fn classes_and_attributes_have_names_and_handles(world) {
        let a = world.joined("a");
        let car = a.class("HLAobjectRoot.Vehicle.Car");

        assert_eq!(a.class("Vehicle.Car"), car);
        assert_eq!(a.rti.object_class_name(car).unwrap(), "HLAobjectRoot.Vehicle.Car");
        let name = a.rti.attribute_handle(a.class("Vehicle"), "Name").unwrap();
        assert_eq!(a.attribute("Name"), name);
        assert_eq!(a.rti.attribute_name(car, name).unwrap(), "Name");
        let doors = a.attribute("Doors");
        let outcome = a.rti.attribute_name(a.class("Vehicle"), doors);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        let outcome = a.rti.attribute_name(car, AttributeHandle::new(9999));
        raises(world, ExceptionKind::InvalidAttributeHandle, outcome);
        let nowhere = ObjectClassHandle::new(9999);
        let outcome = a.rti.attribute_handle(nowhere, "Name");
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        let outcome = a.rti.attribute_name(nowhere, name);
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        let outcome = a.rti.attribute_handle(car, "Wings");
        raises(world, ExceptionKind::NameNotFound, outcome);
        let outcome = a.rti.object_class_name(nowhere);
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        raises(world, ExceptionKind::NameNotFound, a.rti.object_class_handle("Boat"));
        let outcome = a.rti.known_object_class_handle(ObjectInstanceHandle::new(9));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = a.rti.object_instance_handle("nobody");
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
    }

    /// 10.13, 10.14 in 2010; 10.11, 10.12 in 2025
    fn update_rates_are_in_hertz(world) {
        let a = world.joined("a");
        let b = world.joined("b");
        a.publish("Vehicle.Car", &["Position"]);
        let car = b.class("Vehicle.Car");
        let position = b.attribute("Position");
        let active = hyla_core::declaration::Activity::Active;
        b.rti.subscribe_object_class_attributes(car, &[position].into(), active, "Slow").unwrap();
        world.settle(&[&a, &b]);
        let object = a.rti.register_object_instance(car, None).unwrap();
        b.expect("discovery", |s| {
            matches!(s, crate::federate::Seen::Discovered(..)).then_some(())
        });

        assert_eq!(b.rti.update_rate_value("Slow").unwrap(), 2.0);
        assert_eq!(b.rti.update_rate_value_for_attribute(object, position).unwrap(), 2.0);
        assert_eq!(a.rti.update_rate_value_for_attribute(object, position).unwrap(), 0.0);
        let nobody = ObjectInstanceHandle::new(9);
        let outcome = b.rti.update_rate_value_for_attribute(nobody, position);
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = b.rti.update_rate_value_for_attribute(object, AttributeHandle::new(9999));
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        let outcome = a.rti.update_rate_value("Never");
        raises(world, ExceptionKind::InvalidUpdateRateDesignator, outcome);
    }

    /// 10.15 to 10.18 in 2010; 10.13 to 10.16 in 2025
    fn interactions_and_parameters_have_names_and_handles(world) {
        let a = world.joined("a");
        let urgent = a.interaction("Message.Urgent");

        let full = "HLAinteractionRoot.Message.Urgent";
        assert_eq!(a.rti.interaction_class_name(urgent).unwrap(), full);
        let text = a.rti.parameter_handle(urgent, "Text").unwrap();
        let level = a.rti.parameter_handle(urgent, "Level").unwrap();
        assert_eq!(a.rti.parameter_name(urgent, text).unwrap(), "Text");
        let message = a.interaction("Message");
        assert_eq!(a.rti.parameter_handle(message, "Text").unwrap(), text);
        let outcome = a.rti.parameter_name(message, level);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        let outcome = a.rti.parameter_name(message, ParameterHandle::new(9999));
        raises(world, ExceptionKind::InvalidParameterHandle, outcome);
        let silence = InteractionClassHandle::new(9999);
        let outcome = a.rti.interaction_class_name(silence);
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
        let outcome = a.rti.parameter_handle(silence, "Text");
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
        let outcome = a.rti.parameter_name(silence, text);
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
        raises(world, ExceptionKind::NameNotFound, a.rti.interaction_class_handle("Silence"));
        raises(world, ExceptionKind::NameNotFound, a.rti.parameter_handle(urgent, "Nothing"));
    }

    /// 10.19 to 10.22 in 2010; 10.17 to 10.20 in 2025
    fn orders_and_transportation_types_have_names(world) {
        let a = world.joined("a");

        assert_eq!(a.rti.order_type("TimeStamp").unwrap(), OrderType::TimeStamp);
        assert_eq!(a.rti.order_name(OrderType::Receive).unwrap(), "Receive");
        raises(world, ExceptionKind::InvalidOrderName, a.rti.order_type("Whenever"));
        let other = world.face.other_transportation_type(world.edition);
        for name in ["HLAreliable", "HLAbestEffort", other] {
            let handle = a.rti.transportation_type_handle(name).unwrap();
            assert_eq!(a.rti.transportation_type_name(handle).unwrap(), name);
        }
        let outcome = a.rti.transportation_type_handle("Pigeon");
        raises(world, ExceptionKind::InvalidTransportationName, outcome);
        let outcome = a.rti.transportation_type_name(TransportationTypeHandle::new(99));
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
    }

    /// 10.23 to 10.27 in 2010; 10.21 to 10.25 in 2025
    fn dimensions_have_names_and_bounds(world) {
        let a = world.joined("a");
        let lane = a.rti.dimension_handle("Lane").unwrap();

        assert_eq!(a.rti.dimension_name(lane).unwrap(), "Lane");
        assert_eq!(a.rti.dimension_upper_bound(lane).unwrap(), 100);
        let message = a.interaction("Message");
        let of_message = a.rti.available_dimensions_for_interaction_class(message).unwrap();
        assert_eq!(of_message, [lane].into());
        let car = a.class("Vehicle.Car");
        if world.edition == Edition::Hla2010 {
            let name = a.attribute("Name");
            let dimensions = |class, attribute| {
                a.rti.available_dimensions_for_class_attribute(class, attribute)
            };
            let of_name = dimensions(car, name).unwrap();
            let outcome = dimensions(ObjectClassHandle::new(9999), name);
            raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
            assert!(of_name.is_empty());
            if world.face.has_dimensions_of_attributes() {
                let outcome = dimensions(car, AttributeHandle::new(9999));
                raises(world, ExceptionKind::InvalidAttributeHandle, outcome);
                let outcome = dimensions(a.class("Vehicle"), a.attribute("Doors"));
                raises(world, ExceptionKind::AttributeNotDefined, outcome);
            }
        } else {
            let of_car = a.rti.available_dimensions_for_object_class(car).unwrap();
            assert_eq!(of_car, [lane].into());
            let nowhere = ObjectClassHandle::new(9999);
            let outcome = a.rti.available_dimensions_for_object_class(nowhere);
            raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        }
        let silence = InteractionClassHandle::new(9999);
        let outcome = a.rti.available_dimensions_for_interaction_class(silence);
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
        raises(world, ExceptionKind::NameNotFound, a.rti.dimension_handle("Depth"));
        let outcome = a.rti.dimension_name(DimensionHandle::new(9999));
        raises(world, ExceptionKind::InvalidDimensionHandle, outcome);
        let outcome = a.rti.dimension_upper_bound(DimensionHandle::new(9999));
        raises(world, ExceptionKind::InvalidDimensionHandle, outcome);
    }

    /// 10.31, 10.32 in 2010; 10.29 to 10.33 in 2025
    fn handles_are_normalized_within_their_dimension(world) {
        let a = world.joined("a");
        let bound = |name| {
            a.rti.dimension_upper_bound(a.rti.dimension_handle(name).unwrap()).unwrap()
        };

        let federate = a.rti.normalize_federate_handle(a.handle.unwrap()).unwrap();
        assert!(federate < bound("HLAfederate"));
        let group = a.rti.normalize_service_group(ServiceGroup::SupportServices).unwrap();
        assert_eq!(group, 6);
        let zero = a.rti.normalize_federate_handle(FederateHandle::new(0));
        raises(world, ExceptionKind::InvalidFederateHandle, zero);
        if world.edition == Edition::Hla2010 {
            return;
        }
        let class = a.rti.normalize_object_class_handle(a.class("Vehicle")).unwrap();
        assert!(class < bound("HLAobjectClass"));
        let message = a.rti.normalize_interaction_class_handle(a.interaction("Message")).unwrap();
        assert!(message < bound("HLAinteractionClass"));
        let object = ObjectInstanceHandle::of(a.handle.unwrap(), 1);
        let object = a.rti.normalize_object_instance_handle(object).unwrap();
        assert!(object < bound("HLAobjectInstance"));
        let outcome = a.rti.normalize_object_class_handle(ObjectClassHandle::new(9999));
        raises(world, ExceptionKind::InvalidObjectClassHandle, outcome);
        let outcome = a.rti.normalize_interaction_class_handle(InteractionClassHandle::new(9999));
        raises(world, ExceptionKind::InvalidInteractionClassHandle, outcome);
        let outcome = a.rti.normalize_object_instance_handle(ObjectInstanceHandle::new(0));
        raises(world, ExceptionKind::InvalidObjectInstanceHandle, outcome);
    }

    /// 10.33 to 10.40 in 2010
    fn advisory_switches_of_2010_are_turned_once(world) {
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
        rti.disable_attribute_relevance_advisory_switch().unwrap();
        let outcome = rti.disable_attribute_relevance_advisory_switch();
        raises(world, ExceptionKind::AttributeRelevanceAdvisorySwitchIsOff, outcome);
        rti.enable_attribute_relevance_advisory_switch().unwrap();
        let outcome = rti.enable_attribute_relevance_advisory_switch();
        raises(world, ExceptionKind::AttributeRelevanceAdvisorySwitchIsOn, outcome);
        rti.enable_attribute_scope_advisory_switch().unwrap();
        let outcome = rti.enable_attribute_scope_advisory_switch();
        raises(world, ExceptionKind::AttributeScopeAdvisorySwitchIsOn, outcome);
        rti.disable_attribute_scope_advisory_switch().unwrap();
        let outcome = rti.disable_attribute_scope_advisory_switch();
        raises(world, ExceptionKind::AttributeScopeAdvisorySwitchIsOff, outcome);
        rti.disable_interaction_relevance_advisory_switch().unwrap();
        let outcome = rti.disable_interaction_relevance_advisory_switch();
        raises(world, ExceptionKind::InteractionRelevanceAdvisorySwitchIsOff, outcome);
        rti.enable_interaction_relevance_advisory_switch().unwrap();
        let outcome = rti.enable_interaction_relevance_advisory_switch();
        raises(world, ExceptionKind::InteractionRelevanceAdvisorySwitchIsOn, outcome);
    }

    /// 10.34 to 10.56 in 2025
    fn switches_of_2025_are_set_and_read(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let rti = &world.joined("a").rti;

        assert!(rti.object_class_relevance_advisory_switch().unwrap());
        assert!(rti.attribute_relevance_advisory_switch().unwrap());
        assert!(rti.interaction_relevance_advisory_switch().unwrap());
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

        assert_eq!(a.rti.decode_object_class_handle(&car.encode()).unwrap(), car);
        assert_eq!(a.rti.decode_interaction_class_handle(&urgent.encode()).unwrap(), urgent);
        assert_eq!(a.rti.decode_attribute_handle(&name.encode()).unwrap(), name);
        assert_eq!(a.rti.decode_parameter_handle(&text.encode()).unwrap(), text);
        assert_eq!(a.rti.decode_dimension_handle(&lane.encode()).unwrap(), lane);
        assert_eq!(a.rti.decode_federate_handle(&me.encode()).unwrap(), me);
        assert_eq!(a.rti.decode_object_instance_handle(&object.encode()).unwrap(), object);
        let region = a.rti.create_region(&[lane].into()).unwrap();
        let message = MessageRetractionHandle::of(me, 7);
        assert_eq!(a.rti.decode_region_handle(&region.encode()).unwrap(), region);
        assert_eq!(a.rti.decode_message_retraction_handle(&message.encode()).unwrap(), message);
        let (rti, bytes) = (&a.rti, b"nonsense!");
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
