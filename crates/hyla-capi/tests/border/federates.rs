//! Federates that do what they should.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::c_void;
use std::mem::MaybeUninit;

use hyla_capi::*;

use crate::world::{Federate, Seen, federation, given, ok, taken, text};

unsafe extern "C" fn turn_updates_on(
    context: *mut c_void,
    _: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    rate: Option<&hyla_text<'_>>,
) {
    let wanted = attributes.read("attributes").unwrap().len();
    Seen::of(context).note(format!("wanted {wanted}, rate {}", rate.is_some()));
}

unsafe extern "C" fn discover(
    context: *mut c_void,
    _: hyla_object_instance_handle,
    _: hyla_object_class_handle,
    name: hyla_text<'_>,
    producer: hyla_federate_handle,
) {
    let seen = Seen::of(context);
    let rti = seen.rti.lock().unwrap().unwrap();
    // A service inside a callback.
    let from = taken(|out| hyla_get_federate_name(rti, producer, out)).unwrap();
    seen.note(format!(
        "discovered {} of {}",
        name.read("name").unwrap(),
        from.as_str()
    ));
    // SAFETY: just given away.
    unsafe { hyla_owned_text_free(from) };
}

unsafe extern "C" fn reflect(
    context: *mut c_void,
    _: hyla_object_instance_handle,
    values: hyla_values<'_>,
    delivery: &hyla_delivery<'_>,
) {
    let values = values.read("values").unwrap();
    let values: Vec<_> = values.iter().map(|v| v.bytes.read("v").unwrap()).collect();
    let tag = delivery.tag.read("tag").unwrap();
    let time = delivery.time.map(|time| time.bits);
    let conveyed = delivery.sent_regions.is_some();
    Seen::of(context).note(format!(
        "reflected {values:?} tag {tag:?} time {time:?} {:?} regions {conveyed} retraction {}",
        delivery.received_order,
        delivery.retraction.is_some(),
    ));
}

unsafe extern "C" fn enabled(context: *mut c_void, time: hyla_time) {
    Seen::of(context).note(format!("time {}", time.bits));
}

unsafe extern "C" fn granted(context: *mut c_void, time: hyla_time) {
    Seen::of(context).note(format!("granted {}", time.bits));
}

fn listens(table: &mut hyla_federate_ambassador) {
    table.discover_object_instance = Some(discover);
    table.reflect_attribute_values = Some(reflect);
    table.turn_updates_on_for_object_instance = Some(turn_updates_on);
    table.time_regulation_enabled = Some(enabled);
    table.time_constrained_enabled = Some(enabled);
    table.time_advance_grant = Some(granted);
}

/// An instance of `anna` that `berta` has discovered, and its attributes.
struct Meeting {
    anna: Federate,
    berta: Federate,
    class: hyla_object_class_handle,
    object: hyla_object_instance_handle,
    attributes: [hyla_attribute_handle; 2],
}

fn meeting(time: &str) -> Meeting {
    let federation = federation();
    let anna = Federate::joined("anna", &federation, time, listens);
    let berta = Federate::joined("berta", &federation, time, listens);
    let class = anna.object_class("Vehicle");
    let attributes = [
        anna.attribute(class, "Name"),
        anna.attribute(class, "Speed"),
    ];
    let set = hyla_handles::new(&attributes);
    ok(hyla_publish_object_class_attributes(anna.rti, class, set));
    let active = given(hyla_activity::HYLA_ACTIVITY_ACTIVE);
    let all = hyla_text::default();
    ok(hyla_subscribe_object_class_attributes(
        berta.rti, class, set, active, all,
    ));
    let object = taken(|out| hyla_register_object_instance(anna.rti, class, None, out)).unwrap();
    berta.sees("discovered");
    anna.sees("wanted 2, rate false");
    Meeting {
        anna,
        berta,
        class,
        object,
        attributes,
    }
}

impl Meeting {
    fn update(
        &self,
        values: &[hyla_value<'_>],
        time: Option<&hyla_time>,
    ) -> Option<hyla_message_retraction_handle> {
        let (mut retraction, mut present) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        ok(hyla_update_attribute_values(
            self.anna.rti,
            self.object,
            hyla_values::new(values),
            hyla_bytes::new(b"t"),
            time,
            Some(&mut retraction),
            Some(&mut present),
        ));
        // SAFETY: written, since the call succeeded.
        let (retraction, present) = unsafe { (retraction.assume_init(), present.assume_init()) };
        present.then_some(retraction)
    }

    fn value<'a>(&self, attribute: usize, bytes: &'a [u8]) -> hyla_value<'a> {
        hyla_value {
            handle: self.attributes[attribute],
            bytes: hyla_bytes::new(bytes),
        }
    }
}

#[test]
fn what_one_federate_updates_another_reflects() {
    let meeting = meeting("");

    let retraction = meeting.update(
        &[meeting.value(0, b"\x01\x02"), meeting.value(1, b"")],
        None,
    );

    assert_eq!(retraction, None);
    meeting.berta.sees(
        "reflected [[1, 2], []] tag [116] time None HYLA_ORDER_TYPE_RECEIVE regions false \
         retraction false",
    );
}

#[test]
fn time_goes_both_ways_as_bits() {
    let meeting = meeting("HLAinteger64Time");
    let time = |bits| hyla_time {
        representation: given(hyla_time_representation::HYLA_INTEGER64),
        bits,
    };
    let lookahead = hyla_interval {
        representation: given(hyla_time_representation::HYLA_INTEGER64),
        bits: 2,
    };
    let (anna, berta) = (&meeting.anna, &meeting.berta);
    ok(hyla_enable_time_regulation(anna.rti, lookahead));
    anna.sees("time 0");
    ok(hyla_enable_time_constrained(berta.rti));
    berta.sees("time 0");
    ok(hyla_change_attribute_order_type(
        anna.rti,
        meeting.object,
        hyla_handles::new(&meeting.attributes),
        given(hyla_order_type::HYLA_ORDER_TYPE_TIME_STAMP),
    ));

    let retraction = meeting.update(&[meeting.value(0, b"n")], Some(&time(5)));
    assert!(retraction.is_some());
    ok(hyla_time_advance_request(berta.rti, time(6)));
    ok(hyla_time_advance_request(anna.rti, time(9)));

    anna.sees("granted 9");
    berta.sees("granted 6");
    assert!(
        berta.seen.has(
            "reflected [[110]] tag [116] time Some(5) HYLA_ORDER_TYPE_TIME_STAMP regions false \
             retraction true"
        ),
        "{:?}",
        berta.seen.all()
    );
    let (mut galt, mut present) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    ok(hyla_query_galt(
        berta.rti,
        Some(&mut galt),
        Some(&mut present),
    ));
    // SAFETY: written, since the call succeeded.
    let (galt, present) = unsafe { (galt.assume_init(), present.assume_init()) };
    assert_eq!((galt.bits, present), (11, true));
    ok(hyla_query_galt(anna.rti, None, None));
    let found = taken(|out| hyla_query_lookahead(anna.rti, out)).unwrap();
    assert_eq!(found.bits, 2);
}

#[test]
fn a_region_gives_back_the_ranges_that_it_was_set_to() {
    let meeting = meeting("");
    let rti = meeting.anna.rti;
    let lane = taken(|out| hyla_get_dimension_handle(rti, text("Lane"), out)).unwrap();
    let dimensions = [lane];
    let region = taken(|out| hyla_create_region(rti, hyla_handles::new(&dimensions), out)).unwrap();
    let bounds = hyla_range_bounds { lower: 3, upper: 9 };
    ok(hyla_set_range_bounds(rti, region, lane, bounds));
    let regions = [region];
    ok(hyla_commit_region_modifications(
        rti,
        hyla_handles::new(&regions),
    ));

    let found = taken(|out| hyla_get_range_bounds(rti, region, lane, out)).unwrap();
    let ranges = taken(|out| hyla_region_ranges(rti, region, out)).unwrap();
    let has = taken(|out| hyla_get_dimension_handle_set(rti, region, out)).unwrap();

    assert_eq!(found, bounds);
    let expected = hyla_range {
        dimension: lane,
        lower: 3,
        upper: 9,
    };
    assert_eq!(ranges.as_slice(), [expected]);
    assert_eq!(has.as_slice(), [lane]);
    let set = hyla_handles::new(&meeting.attributes[..1]);
    let pairs = [hyla_attributes_and_regions {
        attributes: set,
        regions: hyla_handles::new(&regions),
    }];
    ok(hyla_associate_regions_for_updates(
        rti,
        meeting.object,
        hyla_attribute_region_pairs::new(&pairs),
    ));
    // SAFETY: just given away.
    unsafe {
        hyla_owned_ranges_free(ranges);
        hyla_owned_handles_free(has);
    }
}

#[test]
fn an_update_of_more_values_than_need_no_allocation_arrives_whole() {
    let meeting = meeting("");
    let bytes: Vec<u8> = (0..20).collect();
    let values: Vec<_> = bytes.chunks(1).map(|byte| meeting.value(0, byte)).collect();

    meeting.update(&values, None);

    meeting
        .berta
        .sees("reflected [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11]");
}

#[test]
fn reports_are_json() {
    let meeting = meeting("HLAinteger64Time");
    let rti = meeting.anna.rti;
    let name = taken(|out| hyla_get_object_class_name(rti, meeting.class, out)).unwrap();
    assert_eq!(name.as_str(), "HLAobjectRoot.Vehicle");
    let status = taken(|out| hyla_status(rti, out)).unwrap();
    let usage = taken(|out| hyla_usage(rti, out)).unwrap();

    let status_of: serde_json::Value = serde_json::from_str(status.as_str()).unwrap();
    let usage_of: serde_json::Value = serde_json::from_str(usage.as_str()).unwrap();

    assert!(status.as_str().contains("\"berta\""), "{status_of}");
    assert_eq!(usage_of["successes"]["registerObjectInstance"], 1);
    let dropped = taken(|out| hyla_dropped_messages(rti, out)).unwrap();
    assert_eq!(dropped, 0);
    // SAFETY: just given away.
    unsafe {
        hyla_owned_text_free(name);
        hyla_owned_text_free(status);
        hyla_owned_text_free(usage);
    }
}
