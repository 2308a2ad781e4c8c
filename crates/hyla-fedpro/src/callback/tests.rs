#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use crate::testing::read;
use bytes::Bytes;
use fp::callback_request::CallbackRequest as Message;
use hyla_fedpro_messages as fp;
use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::connection::FederationExecutionMemberInformation;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, FederateHandleSet,
    FederateRestoreStatus, FederateSaveStatus, FederationExecutionInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, OrderType, ParameterHandle, RestoreFailureReason, RestoreStatus,
    SaveFailureReason, SaveStatus, SynchronizationPointFailureReason, TimeImplementation,
    TransportationTypeHandle,
};

use super::{Callbacks, Urgency};

const OBJECT: ObjectInstanceHandle = ObjectInstanceHandle::of(FederateHandle::new(9), 5);
const CLASS: ObjectClassHandle = ObjectClassHandle::new(3);
const INTERACTION: InteractionClassHandle = InteractionClassHandle::new(5000);
const ME: FederateHandle = FederateHandle::new(1);
const RELIABLE: TransportationTypeHandle = TransportationTypeHandle::new(1);
const BEST_EFFORT: TransportationTypeHandle = TransportationTypeHandle::new(2);

fn time() -> LogicalTime {
    TimeImplementation::Float64.final_()
}

fn delivery(time: Option<LogicalTime>) -> Delivery<'static> {
    Delivery {
        tag: b"tag",
        transportation: RELIABLE,
        producer: Some(ME),
        time,
        sent_order: OrderType::TimeStamp,
        received_order: OrderType::TimeStamp,
        sent_regions: None,
        retraction: time.map(|_| MessageRetractionHandle::of(ME, 8)),
    }
}

type Heard = Arc<Mutex<Vec<(Message, Urgency)>>>;

/// Callbacks of that edition, and what becomes of them.
fn callbacks(edition: Edition) -> (Box<dyn FederateAmbassador>, Heard) {
    let heard = Heard::default();
    let ears = heard.clone();
    let sink = move |request: &dyn fp::Written, urgency| {
        let message = read(request).callback_request.unwrap();
        ears.lock().unwrap().push((message, urgency));
    };
    (Box::new(Callbacks::new(edition, sink)), heard)
}

/// Calls every callback in every form.
fn call_all(f: &mut dyn FederateAmbassador) {
    let attributes: AttributeHandleSet = [2, 1].map(AttributeHandle::new).into();
    let federates: FederateHandleSet = [ME].into();
    let execution = FederationExecutionInformation {
        federation_execution_name: "x".into(),
        logical_time_implementation_name: "HLAfloat64Time".into(),
    };
    let member = FederationExecutionMemberInformation {
        federate_name: "m".into(),
        federate_type: "t".into(),
    };
    f.connection_lost("gone");
    f.report_federation_executions(&[execution]);
    f.report_federation_execution_members("x", &[member]);
    f.report_federation_execution_does_not_exist("x");
    f.federate_resigned("why");
    f.synchronization_point_registration_succeeded("l");
    f.synchronization_point_registration_failed("l", SynchronizationPointFailureReason::ALL[1]);
    f.announce_synchronization_point("l", b"tag");
    f.federation_synchronized("l", &federates);
    f.initiate_federate_save("l", None);
    f.initiate_federate_save("l", Some(time()));
    f.federation_saved();
    f.federation_not_saved(SaveFailureReason::SaveAborted);
    f.federation_save_status_response(&[FederateSaveStatus {
        federate: ME,
        status: SaveStatus::FederateSaving,
    }]);
    f.request_federation_restore_succeeded("l");
    f.request_federation_restore_failed("l");
    f.federation_restore_begun();
    f.initiate_federate_restore("l", "me", ME);
    f.federation_restored();
    f.federation_not_restored(RestoreFailureReason::RestoreAborted);
    f.federation_restore_status_response(&[FederateRestoreStatus {
        pre_restore_handle: ME,
        post_restore_handle: ME,
        status: RestoreStatus::FederateRestoring,
    }]);
    f.start_registration_for_object_class(CLASS);
    f.stop_registration_for_object_class(CLASS);
    f.turn_interactions_on(INTERACTION);
    f.turn_interactions_off(INTERACTION);
    f.object_instance_name_reservation_succeeded("n");
    f.object_instance_name_reservation_failed("n");
    f.multiple_object_instance_name_reservation_succeeded(&["n".into()]);
    f.multiple_object_instance_name_reservation_failed(&["n".into()]);
    f.discover_object_instance(OBJECT, CLASS, &"n".into(), Some(ME));
    call_data(f);
    f.attributes_in_scope(OBJECT, &attributes);
    f.attributes_out_of_scope(OBJECT, &attributes);
    f.provide_attribute_value_update(OBJECT, &attributes, b"tag");
    f.turn_updates_on_for_object_instance(OBJECT, &attributes, None);
    f.turn_updates_on_for_object_instance(OBJECT, &attributes, Some("Slow"));
    f.turn_updates_off_for_object_instance(OBJECT, &attributes);
    f.confirm_attribute_transportation_type_change(OBJECT, &attributes, RELIABLE);
    f.report_attribute_transportation_type(OBJECT, AttributeHandle::new(1), RELIABLE);
    f.confirm_interaction_transportation_type_change(INTERACTION, RELIABLE);
    f.report_interaction_transportation_type(ME, INTERACTION, RELIABLE);
    f.request_attribute_ownership_assumption(OBJECT, &attributes, b"tag");
    f.request_divestiture_confirmation(OBJECT, &attributes, b"tag");
    f.attribute_ownership_acquisition_notification(OBJECT, &attributes, b"tag");
    f.attribute_ownership_unavailable(OBJECT, &attributes, b"tag");
    f.request_attribute_ownership_release(OBJECT, &attributes, b"tag");
    f.confirm_attribute_ownership_acquisition_cancellation(OBJECT, &attributes);
    f.inform_attribute_ownership(OBJECT, &attributes, ME);
    f.attribute_is_not_owned(OBJECT, &attributes);
    f.attribute_is_owned_by_rti(OBJECT, &attributes);
    f.time_regulation_enabled(time());
    f.time_constrained_enabled(time());
    f.flush_queue_grant(time(), time());
    f.time_advance_grant(time());
    f.request_retraction(MessageRetractionHandle::of(ME, 8));
}

fn call_data(f: &mut dyn FederateAmbassador) {
    let values: AttributeValues<'_> = [(AttributeHandle::new(1), &b"value"[..])]
        .into_iter()
        .collect();
    let parameters: ParameterValues<'_> = [(ParameterHandle::new(1), &b"value"[..])]
        .into_iter()
        .collect();
    for delivery in [delivery(None), delivery(Some(time()))] {
        f.reflect_attribute_values(OBJECT, &values, &delivery);
        f.receive_interaction(INTERACTION, &parameters, &delivery);
        f.receive_directed_interaction(INTERACTION, OBJECT, &parameters, &delivery);
        f.remove_object_instance(OBJECT, &delivery);
    }
}

/// The number of a message among the callbacks.
fn number(message: &Message) -> u64 {
    let mut bytes = Vec::new();
    message.encode(&mut bytes);
    prost::encoding::decode_varint(&mut &bytes[..]).unwrap() >> 3
}

/// All fields that a real client reads without a check for presence.
fn times(message: &Message) -> Vec<Option<Bytes>> {
    let data = |time: &Option<fp::LogicalTime>| time.as_ref().map(|time| time.data.clone());
    match message {
        Message::InitiateFederateSaveWithTime(m) => vec![data(&m.time)],
        Message::ReflectAttributeValuesWithTime(m) => vec![data(&m.time)],
        Message::ReceiveInteractionWithTime(m) => vec![data(&m.time)],
        Message::ReceiveDirectedInteractionWithTime(m) => vec![data(&m.time)],
        Message::RemoveObjectInstanceWithTime(m) => vec![data(&m.time)],
        Message::TimeRegulationEnabled(m) => vec![data(&m.time)],
        Message::TimeConstrainedEnabled(m) => vec![data(&m.time)],
        Message::FlushQueueGrant(m) => vec![data(&m.time), data(&m.optimistic_time)],
        Message::TimeAdvanceGrant(m) => vec![data(&m.time)],
        Message::RequestRetraction(m) => vec![m.retraction.as_ref().map(|h| h.data.clone())],
        _ => Vec::new(),
    }
}

#[test]
fn a_client_of_2025_gets_each_of_the_62_callbacks() {
    let (mut f, heard) = callbacks(Edition::Hla2025);
    call_all(&mut *f);

    let heard = heard.lock().unwrap();
    let numbers: BTreeSet<u64> = heard.iter().map(|(message, _)| number(message)).collect();
    assert!(numbers.into_iter().eq(1..=62));
    assert_eq!(heard.len(), 62);
    assert!(heard.iter().all(|(_, urgency)| *urgency == Urgency::Needed));
}

#[test]
fn times_and_retractions_always_have_eight_bytes() {
    for edition in Edition::ALL {
        let (mut f, heard) = callbacks(edition);
        call_all(&mut *f);

        let mut found = 0;
        for (message, _) in heard.lock().unwrap().iter() {
            for read in times(message) {
                assert_eq!(read.map(|bytes| bytes.len()), Some(8), "{message:?}");
                found += 1;
            }
        }
        assert!(found >= 9, "{found}");
    }
}

#[test]
fn a_client_of_2010_gets_no_callback_that_it_does_not_know() {
    let (mut f, heard) = callbacks(Edition::Hla2010);
    call_all(&mut *f);

    let heard = heard.lock().unwrap();
    let of = |wanted: fn(&Message) -> bool| heard.iter().filter(|(m, _)| wanted(m)).count();
    assert_eq!(
        of(|m| matches!(
            m,
            Message::FlushQueueGrant(_)
                | Message::FederateResigned(_)
                | Message::ReportFederationExecutionMembers(_)
                | Message::ReportFederationExecutionDoesNotExist(_)
                | Message::ReceiveDirectedInteraction(_)
                | Message::ReceiveDirectedInteractionWithTime(_)
        )),
        0
    );
    assert_eq!(of(|m| matches!(m, Message::TimeAdvanceGrant(_))), 2);
    assert_eq!(of(|m| matches!(m, Message::InformAttributeOwnership(_))), 2);
    assert_eq!(of(|m| matches!(m, Message::AttributeIsNotOwned(_))), 2);
    assert_eq!(of(|m| matches!(m, Message::AttributeIsOwnedByRti(_))), 2);
    for (message, _) in heard.iter() {
        match message {
            Message::RequestDivestitureConfirmation(m) => assert!(m.user_supplied_tag.is_empty()),
            Message::AttributeOwnershipUnavailable(m) => assert!(m.user_supplied_tag.is_empty()),
            Message::RequestAttributeOwnershipRelease(m) => assert_eq!(m.user_supplied_tag, "tag"),
            _ => {}
        }
    }
}

#[test]
fn only_best_effort_in_order_of_arrival_may_be_dropped() {
    let values = AttributeValues::new();
    let (mut f, heard) = callbacks(Edition::Hla2025);
    for transportation in [RELIABLE, BEST_EFFORT] {
        for received_order in [OrderType::Receive, OrderType::TimeStamp] {
            let delivery = Delivery {
                transportation,
                received_order,
                ..delivery(Some(time()))
            };
            f.reflect_attribute_values(OBJECT, &values, &delivery);
            f.remove_object_instance(OBJECT, &delivery);
        }
    }

    let heard = heard.lock().unwrap();
    let droppable = |(_, urgency): &(Message, Urgency)| *urgency == Urgency::Droppable;
    let dropped: Vec<bool> = heard.iter().map(droppable).collect();
    assert_eq!(
        dropped,
        [false, false, false, false, true, false, false, false]
    );
}

#[test]
fn what_the_rti_sends_has_no_producer() {
    let (mut f, heard) = callbacks(Edition::Hla2025);
    f.discover_object_instance(OBJECT, CLASS, &"n".into(), None);

    match &heard.lock().unwrap()[0].0 {
        Message::DiscoverObjectInstance(told) => assert_eq!(told.producing_federate, None),
        other => panic!("{other:?}"),
    }
}
