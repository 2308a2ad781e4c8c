//! Errors of callers, one by one.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::mem::MaybeUninit;

use hyla_capi::*;

use crate::world::{
    Federate, connect, federation, given, last_message, new_rti, numbered, ok, table, taken, text,
};

use hyla_exception::*;

/// A function with its ambassador as argument, and its name.
type Kind = (&'static str, fn(hyla_rti) -> hyla_exception);

#[test]
fn an_ambassador_that_is_null_stale_or_invented_is_refused_by_every_kind_of_function() {
    let stale = new_rti();
    ok(hyla_rti_free(stale));
    let alive = new_rti();
    // Its place with a number far from now: the place beside it may be another test's, alive.
    let invented = hyla_rti {
        id: alive.id ^ (1 << 62),
    };
    let wild = hyla_rti { id: u64::MAX };
    let kinds: &[Kind] = &[
        ("free", |rti| hyla_rti_free(rti)),
        ("edition", |rti| {
            taken(|out| hyla_rti_edition(rti, out)).unwrap_err()
        }),
        ("connect", |rti| connect(rti, &table().0)),
        ("configuration", |rti| {
            let evoked = given(hyla_callback_model::HYLA_CALLBACK_MODEL_EVOKED);
            // SAFETY: null.
            taken(|out| unsafe {
                hyla_connect_with_configuration(rti, std::ptr::null(), evoked, None, None, out)
            })
            .unwrap_err()
        }),
        ("disconnect", |rti| hyla_disconnect(rti)),
        ("service", |rti| hyla_publish_interaction_class(rti, 1)),
        ("handle", |rti| {
            taken(|out| hyla_get_object_class_handle(rti, text("x"), out)).unwrap_err()
        }),
        ("text", |rti| {
            taken(|out| hyla_get_federate_name(rti, 1, out)).unwrap_err()
        }),
        ("optional", |rti| hyla_query_galt(rti, None, None)),
        ("update", |rti| {
            let (values, tag) = (hyla_values::default(), hyla_bytes::default());
            hyla_update_attribute_values(rti, 1, values, tag, None, None, None)
        }),
        ("evoke", |rti| {
            taken(|out| hyla_evoke_callback(rti, 0.0, out)).unwrap_err()
        }),
        ("tool", |rti| taken(|out| hyla_usage(rti, out)).unwrap_err()),
    ];
    for (kind, function) in kinds {
        for rti in [hyla_rti { id: 0 }, stale, invented, wild] {
            assert_eq!(function(rti), HYLA_RTI_INTERNAL_ERROR, "{kind} {rti:?}");
            assert!(
                last_message().starts_with("rti: "),
                "{kind}: {}",
                last_message()
            );
        }
    }
    ok(hyla_rti_free(alive));
}

#[test]
fn a_handle_of_any_kind_that_nobody_gave_out_is_refused_as_the_service_says() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let rti = federate.rti;
    let class = federate.object_class("Vehicle");
    let name = federate.attribute(class, "Name");
    let message = federate.interaction_class("Message");
    // A number that a careless conversion to 32 bits would make a good one of comes with each.
    let beyond = |good: u64| [0, u64::from(u32::MAX), u64::MAX, good + (1 << 32)];
    fn no<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> hyla_exception) -> hyla_exception {
        taken(call).err().unwrap_or(HYLA_OK)
    }

    for number in beyond(1) {
        let found = no(|out| hyla_get_federate_name(rti, number, out));
        let expected = [HYLA_INVALID_FEDERATE_HANDLE, HYLA_FEDERATE_HANDLE_NOT_KNOWN];
        assert!(expected.contains(&found), "{number}: {found:?}");
    }
    for number in beyond(class) {
        let found = no(|out| hyla_get_object_class_name(rti, number, out));
        assert_eq!(found, HYLA_INVALID_OBJECT_CLASS_HANDLE, "{number}");
        let none = hyla_handles::default();
        let found = hyla_publish_object_class_attributes(rti, number, none);
        assert_eq!(found, HYLA_OBJECT_CLASS_NOT_DEFINED, "{number}");
    }
    for number in beyond(message) {
        let found = no(|out| hyla_get_interaction_class_name(rti, number, out));
        assert_eq!(found, HYLA_INVALID_INTERACTION_CLASS_HANDLE, "{number}");
    }
    for number in beyond(name) {
        let found = no(|out| hyla_get_attribute_name(rti, class, number, out));
        let expected = [HYLA_INVALID_ATTRIBUTE_HANDLE, HYLA_ATTRIBUTE_NOT_DEFINED];
        assert!(expected.contains(&found), "{number}: {found:?}");
        let set = [name, number];
        let found = hyla_publish_object_class_attributes(rti, class, hyla_handles::new(&set));
        assert_eq!(found, HYLA_ATTRIBUTE_NOT_DEFINED, "{number}");
    }
    for number in beyond(1) {
        let found = no(|out| hyla_get_parameter_name(rti, message, number, out));
        let expected = [
            HYLA_INVALID_PARAMETER_HANDLE,
            HYLA_INTERACTION_PARAMETER_NOT_DEFINED,
        ];
        assert!(expected.contains(&found), "{number}: {found:?}");
    }
    let lane = taken(|out| hyla_get_dimension_handle(rti, text("Lane"), out)).unwrap();
    for number in beyond(lane) {
        let found = no(|out| hyla_get_dimension_name(rti, number, out));
        assert_eq!(found, HYLA_INVALID_DIMENSION_HANDLE, "{number}");
    }
    let reliable = text("HLAreliable");
    let reliable = taken(|out| hyla_get_transportation_type_handle(rti, reliable, out)).unwrap();
    for number in beyond(reliable) {
        let found = no(|out| hyla_get_transportation_type_name(rti, number, out));
        assert_eq!(found, HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE, "{number}");
    }
    for number in beyond(1) {
        let found = no(|out| hyla_get_object_instance_name(rti, number, out));
        assert_eq!(found, HYLA_OBJECT_INSTANCE_NOT_KNOWN, "{number}");
        let found = hyla_delete_region(rti, number);
        assert_eq!(found, HYLA_INVALID_REGION, "{number}");
        // Without time regulation there is no message to retract.
        assert_eq!(
            hyla_retract(rti, number),
            HYLA_TIME_REGULATION_IS_NOT_ENABLED
        );
    }
}

#[test]
fn a_number_that_is_no_value_of_its_enumeration_is_refused() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let rti = federate.rti;
    let class = federate.object_class("Vehicle");
    let message = federate.interaction_class("Message");
    let none = hyla_handles::default();
    let (table, _) = table();
    for wrong in [-1, 777, i32::MAX, i32::MIN] {
        let found = taken(|out| hyla_rti_new(numbered(wrong), out)).unwrap_err();
        assert_eq!(found, HYLA_RTI_INTERNAL_ERROR, "edition {wrong}");
        let other = new_rti();
        // SAFETY: a table.
        let found = unsafe { hyla_connect(other, &table, numbered(wrong), text("")) };
        assert_eq!(found, HYLA_UNSUPPORTED_CALLBACK_MODEL, "model {wrong}");
        ok(hyla_rti_free(other));
        let found = hyla_resign_federation_execution(rti, numbered(wrong));
        assert_eq!(found, HYLA_INVALID_RESIGN_ACTION, "action {wrong}");
        let found = taken(|out| hyla_get_order_name(rti, numbered(wrong), out)).unwrap_err();
        assert_eq!(found, HYLA_INVALID_ORDER_TYPE, "order {wrong}");
        let found = hyla_change_interaction_order_type(rti, message, numbered(wrong));
        assert_eq!(found, HYLA_RTI_INTERNAL_ERROR, "order {wrong}");
        let found = taken(|out| hyla_normalize_service_group(rti, numbered(wrong), out));
        assert_eq!(found, Err(HYLA_INVALID_SERVICE_GROUP), "group {wrong}");
        let found = hyla_subscribe_interaction_class(rti, message, numbered(wrong));
        assert_eq!(found, HYLA_RTI_INTERNAL_ERROR, "activity {wrong}");
        let found =
            hyla_subscribe_object_class_directed_interactions(rti, class, none, numbered(wrong));
        assert_eq!(found, HYLA_RTI_INTERNAL_ERROR, "scope {wrong}");
        let time = hyla_time {
            representation: numbered(wrong),
            bits: 0,
        };
        assert_eq!(
            hyla_time_advance_request(rti, time),
            HYLA_INVALID_LOGICAL_TIME
        );
        let lookahead = hyla_interval {
            representation: numbered(wrong),
            bits: 0,
        };
        assert_eq!(
            hyla_enable_time_regulation(rti, lookahead),
            HYLA_INVALID_LOOKAHEAD
        );
        let name = hyla_exception_name(numbered(wrong));
        // SAFETY: valid for ever.
        let name = unsafe { std::ffi::CStr::from_ptr(name) };
        assert_eq!(name, c"unknown exception");
    }
}

#[test]
fn text_and_lengths_that_are_wrong_are_refused_under_the_name_of_their_argument() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let rti = federate.rti;
    let latin = b"Stra\xdfe";
    // SAFETY: lent for the test.
    let latin = unsafe { hyla_text::of(latin.as_ptr().cast(), latin.len()) };
    let found = taken(|out| hyla_get_object_class_handle(rti, latin, out));
    assert_eq!(found, Err(HYLA_RTI_INTERNAL_ERROR));
    assert!(
        last_message().starts_with("object_class_name: not UTF-8"),
        "{}",
        last_message()
    );

    // SAFETY: null.
    let null = unsafe { hyla_text::of(std::ptr::null(), 5) };
    assert_eq!(
        hyla_request_federation_save(rti, null, None),
        HYLA_RTI_INTERNAL_ERROR
    );
    assert_eq!(last_message(), "label: null, with length 5");

    // SAFETY: null.
    let tag = unsafe { hyla_bytes::of(std::ptr::null(), 1) };
    let values = hyla_values::default();
    let found = hyla_update_attribute_values(rti, 1, values, tag, None, None, None);
    assert_eq!(found, HYLA_RTI_INTERNAL_ERROR);
    assert_eq!(last_message(), "user_supplied_tag: null, with length 1");

    let value = hyla_value {
        handle: 1,
        bytes: tag,
    };
    let values = [value];
    let values = hyla_values::new(&values);
    let none = hyla_bytes::default();
    let found = hyla_update_attribute_values(rti, 1, values, none, None, None, None);
    assert_eq!(found, HYLA_RTI_INTERNAL_ERROR);
    assert_eq!(last_message(), "attribute_values: null, with length 1");

    let some = [0_u64; 1];
    // SAFETY: refused for its length.
    let long = unsafe { hyla_handles::of(some.as_ptr(), usize::MAX) };
    assert_eq!(
        hyla_publish_object_class_attributes(rti, 1, long),
        HYLA_RTI_INTERNAL_ERROR
    );
    assert!(
        last_message().contains("is no length"),
        "{}",
        last_message()
    );
}

#[test]
fn null_with_length_zero_is_an_empty_text_set_or_list() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let rti = federate.rti;
    let class = federate.object_class("Vehicle");
    ok(hyla_publish_object_class_attributes(
        rti,
        class,
        hyla_handles::default(),
    ));
    let found = hyla_reserve_multiple_object_instance_names(rti, hyla_texts::default());
    assert_eq!(found, HYLA_NAME_SET_WAS_EMPTY);
    let found = taken(|out| hyla_get_object_class_handle(rti, hyla_text::default(), out));
    assert_eq!(found, Err(HYLA_NAME_NOT_FOUND));
    let (tag, label) = (hyla_bytes::default(), text("ready"));
    ok(hyla_register_federation_synchronization_point(
        rti, label, tag, None,
    ));
    let everyone = hyla_handles::default();
    let again = text("again");
    ok(hyla_register_federation_synchronization_point(
        rti,
        again,
        tag,
        Some(&everyone),
    ));
}

#[test]
fn a_result_without_a_place_is_refused_before_anything_happens() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let rti = federate.rti;
    let class = federate.object_class("Vehicle");
    ok(hyla_publish_object_class_attributes(
        rti,
        class,
        hyla_handles::default(),
    ));

    assert_eq!(
        hyla_register_object_instance(rti, class, None, None),
        HYLA_RTI_INTERNAL_ERROR
    );
    assert_eq!(
        hyla_rti_new(given(hyla_edition::HYLA_EDITION_2010), None),
        HYLA_RTI_INTERNAL_ERROR
    );

    let usage = taken(|out| hyla_usage(rti, out)).unwrap();
    assert!(
        !usage.as_str().contains("registerObjectInstance"),
        "{}",
        usage.as_str()
    );
    // SAFETY: just given away.
    unsafe { hyla_owned_text_free(usage) };
}

#[test]
fn a_federate_of_2010_hears_the_names_of_2010() {
    let rti = taken(|out| hyla_rti_new(given(hyla_edition::HYLA_EDITION_2010), out)).unwrap();
    let edition = taken(|out| hyla_rti_edition(rti, out)).unwrap();
    assert_eq!(edition, hyla_edition::HYLA_EDITION_2010);
    ok(connect(rti, &table().0));

    let missing = [text("/nowhere/at-all.xml")];
    let missing = hyla_texts::new(&missing);
    let found = hyla_create_federation_execution(rti, text("E"), missing, text(""));

    assert_eq!(found, HYLA_COULD_NOT_OPEN_FDD, "{}", last_message());
    ok(hyla_rti_free(rti));
}

#[test]
fn a_configuration_says_what_became_of_it() {
    let rti = new_rti();
    let evoked = given(hyla_callback_model::HYLA_CALLBACK_MODEL_EVOKED);
    let configuration = hyla_configuration {
        rti_address: text("embedded"),
        additional_settings: text("no.such = setting"),
        ..hyla_configuration::default()
    };
    let credentials = hyla_credentials {
        type_name: text("HLAnoCredentials"),
        data: hyla_bytes::default(),
    };
    let (table, _) = table();

    let result = taken(|out| {
        let (configuration, credentials) = (Some(&configuration), Some(&credentials));
        // SAFETY: a table.
        unsafe {
            hyla_connect_with_configuration(rti, &table, evoked, configuration, credentials, out)
        }
    })
    .unwrap();

    assert!(result.address_used && !result.configuration_used);
    assert_eq!(
        result.additional_settings_result,
        hyla_additional_settings_result_code::HYLA_ADDITIONAL_SETTINGS_RESULT_CODE_SETTINGS_FAILED_TO_PARSE
    );
    assert!(result.message.as_str().contains("no.such"));
    // SAFETY: just given away.
    unsafe { hyla_owned_configuration_result_free(result) };
    ok(hyla_rti_free(rti));
}
