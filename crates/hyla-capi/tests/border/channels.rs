//! Channels bound explicitly, and what they say of late messages.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::c_void;
use std::time::{Duration, Instant};

use hyla_capi::*;

use crate::world::{Federate, IMMEDIATE, Seen, federation, given, last_message, ok, taken, text};

/// A channel of its own, which nothing crosses in time.
const SETTINGS: &str = "peer.in_process = false; peer.shared_memory = false; \
                        qos.HLAreliable.transport = tcp; qos.HLAreliable.deadline_us = 1";

unsafe extern "C" fn late(
    context: *mut c_void,
    _: hyla_federate_handle,
    profile: hyla_text<'_>,
    late_by: f64,
) {
    let profile = profile.read("profile").unwrap();
    Seen::of(context).note(format!("late on {profile}: {}", late_by > 0.0));
}

unsafe extern "C" fn receive(
    context: *mut c_void,
    _: hyla_interaction_class_handle,
    _: hyla_values<'_>,
    _: &hyla_delivery<'_>,
) {
    Seen::of(context).note("received");
}

#[test]
fn a_bound_channel_says_what_was_granted_and_its_receiver_hears_of_late_messages() {
    let federation = federation();
    let listener = Federate::joined_with(IMMEDIATE, "l", &federation, "", SETTINGS, |table| {
        table.late_message = Some(late);
        table.receive_interaction = Some(receive);
    });
    let speaker = Federate::joined_with(IMMEDIATE, "s", &federation, "", SETTINGS, |_| {});
    let message = listener.interaction_class("Message");
    ok(hyla_subscribe_interaction_class(
        listener.rti,
        message,
        given(hyla_activity::HYLA_ACTIVITY_ACTIVE),
    ));
    ok(hyla_publish_interaction_class(speaker.rti, message));
    let name = text("l");
    let peer = taken(|out| hyla_get_federate_handle(speaker.rti, name, out)).unwrap();

    let granted =
        taken(|out| hyla_bind_channel(speaker.rti, peer, text("HLAreliable"), out)).unwrap();

    assert!(
        granted.as_str().starts_with("HLAreliable: by tcp:"),
        "{}",
        granted.as_str()
    );
    // SAFETY: just given away.
    unsafe { hyla_owned_text_free(granted) };
    let end = Instant::now() + Duration::from_secs(30);
    while !listener.seen.has("late") {
        let (values, tag) = (hyla_values::default(), hyla_bytes::default());
        ok(hyla_send_interaction(
            speaker.rti,
            message,
            values,
            tag,
            None,
            None,
            None,
        ));
        assert!(Instant::now() < end, "{:?}", listener.seen.all());
        std::thread::sleep(Duration::from_millis(2));
    }
    listener.seen.in_time("received");
    assert!(listener.seen.has("late on HLAreliable: true"));
}

#[test]
fn a_channel_that_cannot_be_bound_is_refused_with_the_reason() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let bind = |peer, profile| {
        taken(|out| hyla_bind_channel(federate.rti, peer, text(profile), out)).err()
    };

    assert_eq!(
        bind(77, "HLAreliable"),
        Some(hyla_exception::HYLA_FEDERATE_HANDLE_NOT_KNOWN)
    );
    let itself = taken(|out| hyla_get_federate_handle(federate.rti, text("f"), out)).unwrap();
    let unknown = bind(itself, "Pigeon");
    assert_eq!(
        unknown,
        Some(hyla_exception::HYLA_INVALID_TRANSPORTATION_NAME)
    );
    assert!(last_message().contains("Pigeon"), "{}", last_message());
}

/// A question about a live bound for half of the messages to the RTI.
fn question(profile: &str, qos: u32) -> hyla_latency_question<'_> {
    hyla_latency_question {
        peer: 0,
        profile: text(profile),
        bytes: 64,
        qos,
        hardness: 50.0,
        quantity: given(hyla_latency_quantity::HYLA_LATENCY_QUANTITY_ANY),
    }
}

#[test]
fn a_federate_asks_for_the_latency_of_its_messages() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let end = Instant::now() + Duration::from_secs(60);

    let answer = loop {
        taken(|out| hyla_evoke_multiple_callbacks(federate.rti, 0.0, 0.01, out)).unwrap();
        let answer = taken(|out| hyla_latency(federate.rti, question("stream", 5), out)).unwrap();
        if !answer.estimate_us.is_nan() {
            break answer;
        }
        assert!(!answer.reason.as_str().is_empty());
        assert!(Instant::now() < end, "{answer:?}");
        // SAFETY: just given away.
        unsafe { hyla_owned_latency_free(answer) };
    };

    assert!(answer.estimate_us > 0.0 && answer.low_us <= answer.estimate_us);
    assert_eq!(
        answer.quantity,
        hyla_latency_quantity::HYLA_LATENCY_QUANTITY_ONE_WAY
    );
    assert_eq!(answer.clock_error_us, 0.0);
    // Other programs change the load of this machine at any time, and then it is not fresh.
    assert_eq!(
        answer.reason.as_str().is_empty(),
        answer.validity == hyla_latency_validity::HYLA_LATENCY_VALIDITY_FRESH
    );
    // SAFETY: just given away.
    unsafe { hyla_owned_latency_free(answer) };
}

#[test]
fn a_wrong_question_about_latency_is_refused_with_the_reason() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    for (asked, problem) in [
        (question("Pigeon", 5), "Pigeon"),
        (question("stream", 300), "not from 1 to 5"),
        (question("stream", 9), "not from 1 to 5"),
    ] {
        let refused = taken(|out| hyla_latency(federate.rti, asked, out)).err();

        assert_eq!(refused, Some(hyla_exception::HYLA_RTI_INTERNAL_ERROR));
        assert!(last_message().contains(problem), "{}", last_message());
    }
}
