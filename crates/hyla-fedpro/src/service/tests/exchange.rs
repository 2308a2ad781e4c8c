//! Two clients of one federation.

use bytes::Bytes;
use fp::callback_request::CallbackRequest as Callback;
use hyla_fedpro_messages as fp;

use crate::callback::Urgency;
use crate::testing::{Client, Rti, answer, refused};

const OF_2010: &str = "API.version=IEEE 1516-2010";

/// A class and its attributes, in the client's bytes.
fn class(client: &mut Client, name: &str) -> Option<fp::ObjectClassHandle> {
    answer!(client, GetObjectClassHandleRequest { object_class_name: name.into() }
        => GetObjectClassHandleResponse)
    .result
}

fn attribute(client: &mut Client, name: &str) -> fp::AttributeHandle {
    let object_class = class(client, "Vehicle");
    answer!(client, GetAttributeHandleRequest { object_class, attribute_name: name.into() }
        => GetAttributeHandleResponse)
    .result
    .unwrap()
}

fn attributes(client: &mut Client, names: &[&str]) -> Option<fp::AttributeHandleSet> {
    let attribute_handle = names.iter().map(|name| attribute(client, name)).collect();
    Some(fp::AttributeHandleSet { attribute_handle })
}

fn interaction(client: &mut Client, name: &str) -> Option<fp::InteractionClassHandle> {
    answer!(client, GetInteractionClassHandleRequest { interaction_class_name: name.into() }
        => GetInteractionClassHandleResponse)
    .result
}

fn values(pairs: Vec<(fp::AttributeHandle, &'static [u8])>) -> Option<fp::AttributeHandleValueMap> {
    let pair = |(handle, value)| fp::AttributeHandleValue {
        attribute_handle: Some(handle),
        value: Bytes::from_static(value),
    };
    Some(fp::AttributeHandleValueMap {
        attribute_handle_value: pairs.into_iter().map(pair).collect(),
    })
}

fn time(ticks: i64) -> Option<fp::LogicalTime> {
    let data = Bytes::copy_from_slice(&ticks.to_be_bytes());
    Some(fp::LogicalTime { data })
}

/// A sender that owns a vehicle which the other has discovered.
fn pair(
    rti: &Rti,
    federation: &str,
    of_receiver: &str,
) -> (Client, Client, fp::ObjectInstanceHandle) {
    let mut sender = Client::joined(rti, federation, "sender", "");
    let mut receiver = Client::joined(rti, federation, "receiver", of_receiver);
    let object_class = class(&mut sender, "Vehicle");
    let all = attributes(&mut sender, &["Name", "Position", "Speed"]);
    answer!(receiver, SubscribeObjectClassAttributesRequest {
        object_class: object_class.clone(), attributes: all.clone(),
    } => SubscribeObjectClassAttributesResponse);
    answer!(sender, PublishObjectClassAttributesRequest {
        object_class: object_class.clone(), attributes: all,
    } => PublishObjectClassAttributesResponse);
    let object =
        answer!(sender, RegisterObjectInstanceRequest { object_class: object_class.clone() }
        => RegisterObjectInstanceResponse)
        .result
        .unwrap();
    let discovered = receiver.hear(&[&sender], |callback, _| match callback {
        Callback::DiscoverObjectInstance(told) => Some(told.clone()),
        _ => None,
    });
    assert_eq!(discovered.object_instance, Some(object.clone()));
    assert_eq!(discovered.object_class, object_class);
    // Federates of 2010 get it only if the object model says so.
    assert_eq!(
        discovered.producing_federate.is_some(),
        of_receiver.is_empty()
    );
    (sender, receiver, object)
}

#[test]
fn an_update_arrives_as_it_was_sent() {
    let rti = Rti::start();
    let (mut sender, receiver, object) = pair(&rti, "update", "");
    let (name, speed) = (
        attribute(&mut sender, "Name"),
        attribute(&mut sender, "Speed"),
    );
    answer!(sender, UpdateAttributeValuesRequest {
        object_instance: Some(object.clone()),
        attribute_values: values(vec![(name.clone(), b"red"), (speed.clone(), b"")]),
        user_supplied_tag: Bytes::from_static(b"tag"),
    } => UpdateAttributeValuesResponse);

    let (reflected, urgency) = receiver.hear(&[&sender], |callback, urgency| match callback {
        Callback::ReflectAttributeValues(told) => Some((told.clone(), urgency)),
        _ => None,
    });

    assert_eq!(urgency, Urgency::Needed);
    assert_eq!(reflected.object_instance, Some(object));
    assert_eq!(
        reflected.attribute_values,
        values(vec![(name, b"red"), (speed, b"")])
    );
    assert_eq!(reflected.user_supplied_tag, b"tag"[..]);
    assert_eq!(reflected.transportation_type.unwrap().data.last(), Some(&1));
    assert!(reflected.producing_federate.is_some());
    assert_eq!(reflected.optional_sent_regions, None);
}

#[test]
fn what_is_sent_with_best_effort_may_be_dropped() {
    let rti = Rti::start();
    let (mut sender, receiver, object) = pair(&rti, "best effort", "");
    let position = attribute(&mut sender, "Position");
    answer!(sender, UpdateAttributeValuesRequest {
        object_instance: Some(object),
        attribute_values: values(vec![(position, b"here")]), user_supplied_tag: Bytes::new(),
    } => UpdateAttributeValuesResponse);

    let (reflected, urgency) = receiver.hear(&[&sender], |callback, urgency| match callback {
        Callback::ReflectAttributeValues(told) => Some((told.clone(), urgency)),
        _ => None,
    });

    assert_eq!(urgency, Urgency::Droppable);
    assert_eq!(reflected.transportation_type.unwrap().data.last(), Some(&2));
}

/// Sends with a transportation type that the standard does not have; returns the type in the receiver's
/// callback.
fn told_of_telemetry(federation: &str, of_receiver: &str) -> Bytes {
    let rti = Rti::start();
    let (mut sender, receiver, object) = pair(&rti, federation, of_receiver);
    // Of the object model, behind the two of the standard.
    let telemetry = fp::TransportationTypeHandle {
        data: Bytes::from_static(&[0, 0, 0, 3]),
    };
    let speed = attribute(&mut sender, "Speed");
    answer!(sender, RequestAttributeTransportationTypeChangeRequest {
        object_instance: Some(object.clone()), attributes: attributes(&mut sender, &["Speed"]),
        transportation_type: Some(telemetry),
    } => RequestAttributeTransportationTypeChangeResponse);
    sender.hear(&[], |callback, _| match callback {
        Callback::ConfirmAttributeTransportationTypeChange(_) => Some(()),
        _ => None,
    });
    answer!(sender, UpdateAttributeValuesRequest {
        object_instance: Some(object),
        attribute_values: values(vec![(speed, b"fast")]), user_supplied_tag: Bytes::new(),
    } => UpdateAttributeValuesResponse);
    receiver.hear(&[&sender], |callback, urgency| match callback {
        Callback::ReflectAttributeValues(told) => {
            assert_eq!(urgency, Urgency::Droppable);
            told.transportation_type
                .as_ref()
                .map(|handle| handle.data.clone())
        }
        _ => None,
    })
}

#[test]
fn a_transportation_type_of_the_object_model_has_the_handle_of_the_standard_type_it_builds_on() {
    let rti = Rti::start();
    let mut client = Client::joined(&rti, "types", "client", "");
    for (name, handle) in [
        ("HLAreliable", [0, 0, 0, 1]),
        ("HLAbestEffort", [0, 0, 0, 2]),
        ("Telemetry", [0, 0, 0, 2]),
    ] {
        let told = answer!(client, GetTransportationTypeHandleRequest {
            transportation_type_name: name.into(),
        } => GetTransportationTypeHandleResponse);

        assert_eq!(told.result.unwrap().data, handle[..], "{name}");
    }
}

#[test]
fn clients_are_told_transportation_types_of_the_standard_alone() {
    for of_receiver in ["", OF_2010] {
        let told = told_of_telemetry(&format!("telemetry {of_receiver}"), of_receiver);

        assert_eq!(told, [0, 0, 0, 2][..]);
    }
}

#[test]
fn a_message_with_a_time_has_a_retraction_only_in_time_stamp_order() {
    let rti = Rti::start();
    let (mut sender, mut receiver, object) = pair(&rti, "time", "");
    let send = |sender: &mut Client, at| {
        let speed = attribute(sender, "Speed");
        answer!(sender, UpdateAttributeValuesWithTimeRequest {
            object_instance: Some(object.clone()),
            attribute_values: values(vec![(speed, b"fast")]),
            user_supplied_tag: Bytes::new(), time: time(at),
        } => UpdateAttributeValuesWithTimeResponse)
        .result
        .unwrap()
    };
    let unregulated = send(&mut sender, 5);
    assert!(!unregulated.retraction_handle_is_valid);
    assert_eq!(unregulated.message_retraction_handle, None);
    let received = receiver.hear(&[&sender], |callback, _| match callback {
        Callback::ReflectAttributeValuesWithTime(told) => Some(told.clone()),
        _ => None,
    });
    assert_eq!((received.time, received.sent_order_type), (time(5), 0));
    assert_eq!(
        (received.received_order_type, received.optional_retraction),
        (0, None)
    );

    // Now in time-stamp order.
    answer!(sender, ChangeAttributeOrderTypeRequest {
        object_instance: Some(object.clone()), attributes: attributes(&mut sender, &["Speed"]),
        order_type: fp::OrderType::Timestamp as i32,
    } => ChangeAttributeOrderTypeResponse);
    let lookahead = Some(fp::LogicalTimeInterval {
        data: time(1).unwrap().data,
    });
    answer!(sender, EnableTimeRegulationRequest { lookahead } => EnableTimeRegulationResponse);
    let from = sender.hear(&[], |callback, _| match callback {
        Callback::TimeRegulationEnabled(told) => told.time.clone(),
        _ => None,
    });
    assert_eq!(Some(from), time(0));
    answer!(receiver, EnableTimeConstrainedRequest {} => EnableTimeConstrainedResponse);
    receiver.hear(&[&sender], |callback, _| match callback {
        Callback::TimeConstrainedEnabled(told) => told.time.clone(),
        _ => None,
    });
    let sent = send(&mut sender, 9);
    assert!(sent.retraction_handle_is_valid);
    let galt = answer!(receiver, QueryGaltRequest {} => QueryGaltResponse)
        .result
        .unwrap();
    assert_eq!(
        (galt.logical_time_is_valid, galt.logical_time),
        (true, time(1))
    );
    let galt = answer!(sender, QueryGaltRequest {} => QueryGaltResponse)
        .result
        .unwrap();
    assert!(!galt.logical_time_is_valid);
    assert_eq!(galt.logical_time, time(i64::MAX));

    answer!(receiver, TimeAdvanceRequestRequest { time: time(9) } => TimeAdvanceRequestResponse);
    answer!(sender, TimeAdvanceRequestRequest { time: time(9) } => TimeAdvanceRequestResponse);
    let received = receiver.hear(&[&sender], |callback, urgency| match callback {
        Callback::ReflectAttributeValuesWithTime(told) => Some((told.clone(), urgency)),
        _ => None,
    });
    let (received, urgency) = received;
    assert_eq!((received.time, urgency), (time(9), Urgency::Needed));
    assert_eq!(
        (received.sent_order_type, received.received_order_type),
        (1, 1)
    );
    assert_eq!(received.optional_retraction, sent.message_retraction_handle);
}

#[test]
fn a_time_that_is_none_is_refused_as_the_service_refuses_times() {
    let rti = Rti::start();
    let mut client = Client::joined(&rti, "no time", "one", "");
    let short = Some(fp::LogicalTime {
        data: Bytes::from_static(&[1; 4]),
    });
    let negative = time(-1);
    for given in [None, short, negative] {
        let refused = refused!(client, TimeAdvanceRequestRequest { time: given });
        assert_eq!(refused.exception_name, "InvalidLogicalTime");
    }
    let refused = refused!(client, EnableTimeRegulationRequest { lookahead: None });
    assert_eq!(refused.exception_name, "InvalidLookahead");
}

#[test]
fn handles_that_are_none_are_refused_by_their_kind() {
    let rti = Rti::start();
    let mut client = Client::joined(&rti, "no handles", "one", "");
    let told = refused!(client, GetObjectClassNameRequest { object_class: None });
    assert_eq!(told.exception_name, "InvalidObjectClassHandle");
    let told = refused!(client, GetFederateNameRequest { federate: None });
    assert_eq!(told.exception_name, "InvalidFederateHandle");
    let told = refused!(client, DeleteRegionRequest { region: None });
    assert_eq!(told.exception_name, "InvalidRegion");
    let told = refused!(client, RetractRequest { retraction: None });
    assert_eq!(told.exception_name, "TimeRegulationIsNotEnabled");
    let told = refused!(
        client,
        LocalDeleteObjectInstanceRequest {
            object_instance: None
        }
    );
    assert_eq!(told.exception_name, "ObjectInstanceNotKnown");
    let told = refused!(
        client,
        ResignFederationExecutionRequest { resign_action: 6 }
    );
    assert_eq!(told.exception_name, "InvalidResignAction");
}

#[test]
fn conveyed_regions_come_as_ranges() {
    let rti = Rti::start();
    let mut sender = Client::joined(&rti, "regions", "sender", "");
    let mut receiver = Client::joined(&rti, "regions", "receiver", "");
    let message = interaction(&mut sender, "Message");
    let lane = answer!(sender, GetDimensionHandleRequest { dimension_name: "Lane".into() }
        => GetDimensionHandleResponse)
    .result
    .unwrap();
    let region = answer!(sender, CreateRegionRequest {
        dimensions: Some(fp::DimensionHandleSet { dimension_handle: vec![lane.clone()] }),
    } => CreateRegionResponse)
    .result;
    let range = Some(fp::RangeBounds { lower: 3, upper: 7 });
    answer!(sender, SetRangeBoundsRequest {
        region: region.clone(), dimension: Some(lane.clone()), range_bounds: range,
    } => SetRangeBoundsResponse);
    let regions = Some(fp::RegionHandleSet {
        region_handle: region.into_iter().collect(),
    });
    answer!(sender, CommitRegionModificationsRequest { regions: regions.clone() }
        => CommitRegionModificationsResponse);
    answer!(sender, PublishInteractionClassRequest { interaction_class: message.clone() }
        => PublishInteractionClassResponse);
    answer!(receiver, SetConveyRegionDesignatorSetsSwitchRequest { value: true }
        => SetConveyRegionDesignatorSetsSwitchResponse);
    answer!(receiver, SubscribeInteractionClassRequest { interaction_class: message.clone() }
        => SubscribeInteractionClassResponse);
    sender.hear(&[&receiver], |callback, _| match callback {
        Callback::TurnInteractionsOn(_) => Some(()),
        _ => None,
    });
    answer!(sender, SendInteractionWithRegionsRequest {
        interaction_class: message, parameter_values: None, regions,
        user_supplied_tag: Bytes::new(),
    } => SendInteractionWithRegionsResponse);

    let received = receiver.hear(&[&sender], |callback, _| match callback {
        Callback::ReceiveInteraction(told) => Some(told.clone()),
        _ => None,
    });

    let conveyed = received.optional_sent_regions.unwrap().conveyed_regions;
    let only = &conveyed[0].dimension_and_range[0];
    assert_eq!(only.dimension_handle, Some(lane));
    assert_eq!(only.range_bounds, range);
}

#[test]
fn a_client_of_2010_is_told_ownership_attribute_by_attribute() {
    let rti = Rti::start();
    for (edition, expected) in [("", vec![2]), (OF_2010, vec![1, 1])] {
        let (sender, mut receiver, object) = pair(&rti, &format!("owned {edition}"), edition);
        answer!(receiver, QueryAttributeOwnershipRequest {
            object_instance: Some(object), attributes: attributes(&mut receiver, &["Name", "Speed"]),
        } => QueryAttributeOwnershipResponse);

        let told = expected.iter().map(|_| {
            receiver.hear(&[&sender], |callback, _| match callback {
                Callback::InformAttributeOwnership(told) => told
                    .attributes
                    .as_ref()
                    .map(|set| set.attribute_handle.len()),
                _ => None,
            })
        });

        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_flush_of_2010_is_granted_as_an_advance() {
    let rti = Rti::start();
    for edition in ["", OF_2010] {
        let mut client = Client::joined(&rti, &format!("flush {edition}"), "one", edition);
        answer!(client, FlushQueueRequestRequest { time: time(4) } => FlushQueueRequestResponse);

        let newer = client.hear(&[], |callback, _| match callback {
            Callback::FlushQueueGrant(told) => {
                assert_eq!(told.optimistic_time.as_ref().unwrap().data.len(), 8);
                told.time.clone().map(|time| (time, true))
            }
            Callback::TimeAdvanceGrant(told) => told.time.clone().map(|time| (time, false)),
            _ => None,
        });

        assert_eq!(newer, (time(4).unwrap(), edition.is_empty()));
    }
}

#[test]
fn a_client_of_2010_turns_advisories_by_their_switches() {
    let rti = Rti::start();
    let mut client = Client::connected(&rti, OF_2010);
    let refused = refused!(client, GetAttributeScopeAdvisorySwitchRequest {});
    assert_eq!(refused.exception_name, "FederateNotExecutionMember");

    let mut client = Client::joined(&rti, "switches", "one", OF_2010);
    for value in [true, false, false] {
        answer!(client, SetAttributeScopeAdvisorySwitchRequest { value }
            => SetAttributeScopeAdvisorySwitchResponse);
        let told = answer!(client, GetAttributeScopeAdvisorySwitchRequest {}
            => GetAttributeScopeAdvisorySwitchResponse);
        assert_eq!(told.result, value);
    }
}

#[test]
fn the_mom_names_federates_by_the_bytes_of_their_handles() {
    let rti = Rti::start();
    let mut client = Client::connected(&rti, "");
    answer!(client, CreateFederationExecutionWithModulesRequest {
        federation_name: "mom".into(), fom_modules: None,
    } => CreateFederationExecutionWithModulesResponse);
    let own = client.join("mom", "one").federate_handle.unwrap().data;
    let object_class = class(&mut client, "HLAmanager.HLAfederate");
    let handle = answer!(client, GetAttributeHandleRequest {
        object_class: object_class.clone(), attribute_name: "HLAfederateHandle".into(),
    } => GetAttributeHandleResponse);
    let attributes = Some(fp::AttributeHandleSet {
        attribute_handle: handle.result.into_iter().collect(),
    });
    answer!(client, SubscribeObjectClassAttributesRequest {
        object_class: object_class.clone(), attributes: attributes.clone(),
    } => SubscribeObjectClassAttributesResponse);
    answer!(client, RequestClassAttributeValueUpdateRequest {
        object_class, attributes, user_supplied_tag: Bytes::new(),
    } => RequestClassAttributeValueUpdateResponse);

    let value = client.hear(&[], |callback, _| match callback {
        Callback::ReflectAttributeValues(told) => {
            let values = &told.attribute_values.as_ref()?.attribute_handle_value;
            values.first().map(|pair| pair.value.clone())
        }
        _ => None,
    });

    assert_eq!(value[..4], [0, 0, 0, 4], "the MOM counts the bytes");
    assert_eq!(value[4..], own);
}
