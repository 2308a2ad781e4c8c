//! Well-formed messages that make no sense: requests to the RTI with wrong handles, log entries that
//! no executive writes.

mod harness;

use std::collections::BTreeMap;
use std::time::Duration;

use harness::{Channel, Outgoing, World, traffic};
use hyla_core::member::{DeliveredFrame, Step};
use hyla_core::message::{
    AcquirerId, DeclarationChange, DepartedInstances, Departure, FromRti, LeaveCause, LogEvent,
    MemberInfo, MemberRequest, ModuleSource, OwnershipNotice, OwnershipRequest, RequestId, ToRti,
};
use hyla_core::secrets::Token;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, Edition, FederateHandle,
    InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle, ObjectInstanceHandle,
    ParameterHandle, RangeBounds, Region, RegionHandle, ResignAction,
};
use proptest::prelude::*;

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Numbers of which some are handles and some are not.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![6 => 0_u32..12, 3 => 0_u32..120, 1 => Just(u32::MAX)]
}

fn federate() -> impl Strategy<Value = FederateHandle> {
    prop_oneof![6 => 0_u32..4, 1 => Just(u32::MAX)].prop_map(FederateHandle::new)
}

fn object() -> impl Strategy<Value = ObjectInstanceHandle> {
    let index = prop_oneof![6 => 0_u32..5, 1 => Just(u32::MAX)];
    (federate(), index).prop_map(|(registrant, index)| ObjectInstanceHandle::of(registrant, index))
}

fn class() -> impl Strategy<Value = ObjectClassHandle> {
    number().prop_map(ObjectClassHandle::new)
}

fn interaction() -> impl Strategy<Value = InteractionClassHandle> {
    number().prop_map(InteractionClassHandle::new)
}

fn attributes() -> impl Strategy<Value = AttributeHandleSet> {
    let raw = prop::collection::vec(number(), 0..4);
    raw.prop_map(|raw| raw.into_iter().map(AttributeHandle::new).collect())
}

fn interactions() -> impl Strategy<Value = InteractionClassHandleSet> {
    let raw = prop::collection::vec(number(), 0..4);
    raw.prop_map(|raw| raw.into_iter().map(InteractionClassHandle::new).collect())
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("HLAobject-1-1".to_owned()),
        Just("streets".to_owned()),
        Just("federate 0".to_owned()),
        "[ab]{1,2}",
    ]
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(name(), 0..4)
}

fn action() -> impl Strategy<Value = ResignAction> {
    prop_oneof![
        Just(ResignAction::NoAction),
        Just(ResignAction::DeleteObjects),
        Just(ResignAction::UnconditionallyDivestAttributes),
        Just(ResignAction::CancelThenDeleteThenDivest),
    ]
}

fn change() -> impl Strategy<Value = DeclarationChange> {
    use DeclarationChange as Change;
    let some = || prop::option::of(attributes());
    let directed = || prop::option::of(interactions());
    let rate = prop::option::of(prop_oneof![0_u16..4, Just(u16::MAX)]);
    prop_oneof![
        (class(), attributes())
            .prop_map(|(class, attributes)| Change::PublishObjectClass { class, attributes }),
        (class(), some())
            .prop_map(|(class, attributes)| Change::UnpublishObjectClass { class, attributes }),
        (class(), attributes(), any::<bool>(), rate).prop_map(
            |(class, attributes, active, rate)| Change::SubscribeObjectClass {
                class,
                attributes,
                active,
                rate
            }
        ),
        (class(), some())
            .prop_map(|(class, attributes)| Change::UnsubscribeObjectClass { class, attributes }),
        interaction().prop_map(|class| Change::PublishInteractionClass { class }),
        (interaction(), any::<bool>())
            .prop_map(|(class, active)| Change::SubscribeInteractionClass { class, active }),
        interaction().prop_map(|class| Change::UnsubscribeInteractionClass { class }),
        (class(), interactions()).prop_map(|(class, interactions)| Change::PublishDirected {
            class,
            interactions
        }),
        (class(), interactions(), any::<bool>()).prop_map(|(class, interactions, universally)| {
            Change::SubscribeDirected {
                class,
                interactions,
                universally,
            }
        }),
        (class(), directed()).prop_map(|(class, interactions)| Change::UnsubscribeDirected {
            class,
            interactions
        }),
        regional_change(),
    ]
}

fn regions() -> impl Strategy<Value = BTreeMap<RegionHandle, Region>> {
    let handle = (federate(), 1_u32..3).prop_map(|(f, index)| RegionHandle::of(f, index));
    let range = (number(), 0_u32..100, 1_u32..100).prop_map(|(dimension, lower, length)| {
        let bounds = RangeBounds::new(lower, lower + length).expect("not empty");
        (DimensionHandle::new(dimension), bounds)
    });
    let bounds = prop::collection::vec(range, 0..3).prop_map(Region::from);
    prop::collection::btree_map(handle, bounds, 0..3)
}

fn regional_change() -> impl Strategy<Value = DeclarationChange> {
    use DeclarationChange as Change;
    let handles = |regions: &BTreeMap<RegionHandle, Region>| regions.keys().copied().collect();
    prop_oneof![
        (class(), attributes(), regions(), any::<bool>()).prop_map(
            move |(class, attributes, regions, active)| Change::SubscribeObjectClassWithRegions {
                class,
                pairs: vec![(attributes, handles(&regions))],
                regions,
                active,
                rate: None,
            }
        ),
        (class(), attributes(), regions()).prop_map(move |(class, attributes, regions)| {
            Change::UnsubscribeObjectClassWithRegions {
                class,
                pairs: vec![(attributes, handles(&regions))],
            }
        }),
        (interaction(), regions(), any::<bool>()).prop_map(|(class, regions, active)| {
            Change::SubscribeInteractionClassWithRegions {
                class,
                regions,
                active,
            }
        }),
        (interaction(), regions()).prop_map(move |(class, regions)| {
            Change::UnsubscribeInteractionClassWithRegions {
                class,
                regions: handles(&regions),
            }
        }),
        regions().prop_map(|regions| Change::CommitRegions { regions }),
    ]
}

fn mom_object() -> impl Strategy<Value = ObjectInstanceHandle> {
    (0_u32..6).prop_map(|index| ObjectInstanceHandle::of(FederateHandle::RTI, index))
}

/// Bytes that are often an encoded handle.
fn value() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        (0_u64..5).prop_map(|n| n.to_be_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..16),
    ]
}

fn parameters() -> impl Strategy<Value = Vec<(ParameterHandle, Vec<u8>)>> {
    let pair = (0_u32..90, value()).prop_map(|(p, v)| (ParameterHandle::new(p), v));
    prop::collection::vec(pair, 0..4)
}

fn acquirer() -> impl Strategy<Value = AcquirerId> {
    (federate(), 0_u32..3).prop_map(|(federate, number)| AcquirerId { federate, number })
}

fn ownership() -> impl Strategy<Value = OwnershipRequest> {
    use OwnershipRequest as Request;
    let tag = Vec::new;
    prop_oneof![
        (object(), attributes()).prop_map(move |(object, attributes)| Request::Divested {
            object,
            attributes,
            tag: tag()
        }),
        (object(), attributes(), 0_u32..3).prop_map(move |(object, attributes, number)| {
            Request::Negotiate {
                object,
                attributes,
                number,
                tag: tag(),
            }
        }),
        (object(), attributes())
            .prop_map(|(object, attributes)| Request::CancelNegotiation { object, attributes }),
        (object(), attributes(), acquirer()).prop_map(move |(object, attributes, by)| {
            Request::Deny {
                object,
                denied: attributes.iter().map(|a| (a, by)).collect(),
                tag: tag(),
            }
        }),
        (object(), attributes(), 0_u32..3, any::<bool>()).prop_map(
            move |(object, attributes, number, plain)| Request::Acquire {
                object,
                attributes,
                number,
                plain,
                tag: tag(),
            }
        ),
        (object(), attributes())
            .prop_map(|(object, attributes)| Request::CancelAcquisition { object, attributes }),
        (object(), attributes(), acquirer()).prop_map(|(object, attributes, by)| {
            Request::CancellationAccepted {
                object,
                attributes,
                by,
            }
        }),
    ]
}

fn notice() -> impl Strategy<Value = OwnershipNotice> {
    use OwnershipNotice as Notice;
    let tag = Vec::new;
    let what = || (object(), attributes());
    prop_oneof![
        (what(), acquirer()).prop_map(move |((object, attributes), by)| Notice::ReleaseWanted {
            object,
            attributes,
            by,
            tag: tag()
        }),
        (what(), 0_u32..3, acquirer(), any::<bool>()).prop_map(
            move |((object, attributes), negotiation, by, plain)| Notice::ConfirmationWanted {
                object,
                attributes,
                negotiation,
                by,
                plain,
                tag: tag()
            }
        ),
        (what(), acquirer()).prop_map(|((object, attributes), by)| Notice::CancellationWanted {
            object,
            attributes,
            by
        }),
        (what(), 0_u32..3).prop_map(move |((object, attributes), number)| Notice::Unavailable {
            object,
            attributes,
            number,
            tag: tag()
        }),
        (what(), 0_u32..3).prop_map(|((object, attributes), number)| {
            Notice::CancellationConfirmed {
                object,
                attributes,
                number,
            }
        }),
    ]
}

fn member_request() -> impl Strategy<Value = MemberRequest> {
    let request = RequestId(1000);
    prop_oneof![
        1 => action().prop_map(move |action| MemberRequest::Resign { request, action }),
        1 => action().prop_map(MemberRequest::ResignDirective),
        4 => change().prop_map(MemberRequest::Declare),
        1 => Just(MemberRequest::Settle { request }),
        1 => any::<u64>().prop_map(|next| MemberRequest::Confirmed { next }),
        2 => (any::<u32>(), names(), any::<bool>()).prop_map(|(number, names, multiple)| {
            let names = names.into_iter().map(Into::into).collect();
            MemberRequest::ReserveNames { number, names, multiple }
        }),
        1 => names().prop_map(|names| MemberRequest::ReleaseNames {
            names: names.into_iter().map(Into::into).collect(),
        }),
        6 => (object(), class(), name(), attributes()).prop_map(|(object, class, name, owned)| {
            MemberRequest::Registered { object, class, name, owned }
        }),
        3 => object().prop_map(|object| MemberRequest::Deleted { object }),
        8 => ownership().prop_map(MemberRequest::Ownership).boxed(),
        1 => federate().prop_map(|with| MemberRequest::RelayOpened { with }),
        1 => prop::collection::vec((0_u32..90, value()), 0..4).prop_map(|values| {
            let values = values.into_iter().map(|(a, v)| (AttributeHandle::new(a), v)).collect();
            MemberRequest::MomUpdate { values }
        }),
        1 => (mom_object(), attributes())
            .prop_map(|(object, attributes)| MemberRequest::MomRequest { object, attributes }),
        1 => (class(), attributes())
            .prop_map(|(class, attributes)| MemberRequest::MomClassRequest { class, attributes }),
        3 => (interaction(), parameters())
            .prop_map(|(class, parameters)| MemberRequest::MomInteraction { class, parameters }),
        2 => (interaction(), parameters(), prop::option::of(any::<u32>())).prop_map(
            |(class, parameters, group)| MemberRequest::MomReport { class, parameters, group }
        ),
    ]
}

fn module() -> impl Strategy<Value = ModuleSource> {
    prop_oneof![
        Just(traffic()),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(|content| ModuleSource {
            designator: "noise".into(),
            content
        }),
    ]
}

fn message() -> impl Strategy<Value = ToRti> {
    let request = RequestId(1000);
    let modules = || prop::collection::vec(module(), 0..2);
    prop_oneof![
        12 => member_request().prop_map(ToRti::Member),
        1 => (name(), modules(), prop::option::of(module()), name()).prop_map(
            move |(federation, modules, mim, time)| ToRti::Create {
                request, federation, modules, mim, time
            }
        ),
        1 => name().prop_map(move |federation| ToRti::Destroy { request, federation }),
        1 => Just(ToRti::ListExecutions),
        1 => name().prop_map(|federation| ToRti::ListMembers { federation }),
        1 => (prop::option::of(name()), name(), name(), modules()).prop_map(
            move |(name, federate_type, federation, modules)| ToRti::Join {
                request, name, federate_type, federation, modules, addresses: vec![], host: String::new()
            }
        ),
        1 => Just(ToRti::Status { request }),
        1 => prop::option::of(any::<u32>()).prop_map(|seconds| ToRti::ClientCut {
            kept: seconds.map(|seconds| Duration::from_secs(seconds.into()))
        }),
        1 => (name(), name(), name()).prop_map(move |(federation, federate, reason)| {
            ToRti::RemoveFederate { request, federation, federate, reason }
        }),
    ]
}

fn event() -> impl Strategy<Value = LogEvent> {
    let cause = prop_oneof![
        Just(LeaveCause::Resigned),
        Just(LeaveCause::Lost("test".into())),
        Just(LeaveCause::Removed("test".into())),
    ];
    let instances = prop_oneof![
        Just(DepartedInstances::Orderly(Departure::Delete)),
        Just(DepartedInstances::Orderly(Departure::Divest)),
        prop::collection::vec(number(), 0..4)
            .prop_map(|survivors| DepartedInstances::CutOff { survivors }),
    ];
    let tag = prop::collection::vec(any::<u8>(), 0..4);
    prop_oneof![
        (federate(), name()).prop_map(|(handle, name)| LogEvent::MemberJoined(MemberInfo {
            handle,
            name,
            federate_type: "test".into(),
            edition: Edition::Hla2010,
            addresses: vec![],
            token: Token::default(),
        })),
        (federate(), cause, instances).prop_map(|(federate, cause, instances)| {
            LogEvent::MemberLeft {
                federate,
                cause,
                instances,
            }
        }),
        (federate(), change())
            .prop_map(|(federate, change)| LogEvent::Declared { federate, change }),
        (
            object(),
            attributes(),
            prop::option::of(federate()),
            prop::option::of(federate())
        )
            .prop_map(|(object, attributes, from, to)| {
                LogEvent::OwnershipChanged {
                    object,
                    attributes,
                    from,
                    to,
                    tag: Vec::new(),
                }
            }),
        (object(), attributes()).prop_map(|(object, attributes)| LogEvent::OwnershipOffered {
            object,
            attributes,
            tag: Vec::new()
        }),
        any::<bool>().prop_map(|on| LogEvent::AutoProvide { on }),
        (object(), attributes())
            .prop_map(|(object, attributes)| LogEvent::OfferWithdrawn { object, attributes }),
        (object(), prop::option::of(federate()), tag)
            .prop_map(|(object, by, tag)| LogEvent::ObjectDeleted { object, by, tag }),
    ]
}

/// Three members with an instance each.
fn with_cars() -> World {
    let mut world = World::traffic(3);
    for node in 0..3 {
        world.publish(node, CAR, &["Speed", "Position"]);
        world.subscribe(node, CAR, &["Speed"]);
        world.register(node, CAR);
    }
    world.quiet();
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_request_is_carried_out_or_leaves_no_trace(
        messages in prop::collection::vec((0_usize..3, message()), 1..24),
    ) {
        let mut world = with_cars();
        for (node, message) in messages {
            let session = world.nodes[node].session;
            let before = world.status_if_any();

            let outcome = world.rti.handle_message(session, message);
            world.fetch_transmits();

            if outcome.is_err() {
                prop_assert_eq!(world.status_if_any(), before);
            }
            // Every member applies the accepted entries without error.
            world.quiet();
        }
    }

    #[test]
    fn a_refused_request_is_not_logged(node in 0_usize..3, request in member_request()) {
        let mut world = with_cars();
        for at in 0..3 {
            world.hold(Channel::FromRti(at));
        }
        let session = world.nodes[node].session;

        let outcome = world.rti.handle_message(session, ToRti::Member(request));
        world.fetch_transmits();

        if outcome.is_err() {
            for at in 0..3 {
                prop_assert!(world.waiting_from_rti(at).is_empty());
            }
        }
    }

    #[test]
    fn log_entries_that_make_no_sense_harm_no_member(
        events in prop::collection::vec(event(), 1..24),
        notices in prop::collection::vec(notice(), 0..8),
    ) {
        let mut world = with_cars();
        let car = world.class(CAR);
        let first = world.nodes[0].member.next_log().unwrap();
        let member = &mut world.nodes[0].member;
        let (mut out, mut scratch) = (Outgoing::default(), DeliveredFrame::new());
        let mut notices = notices.into_iter();
        for (number, event) in (first..).zip(events) {
            if let Some(notice) = notices.next() {
                member.handle_rti(FromRti::Ownership(notice), &mut out).unwrap();
            }
            let entry = FromRti::Log { number, event };
            if member.handle_rti(entry, &mut out).is_err() {
                break;
            }
            for ended in std::mem::take(&mut out.down) {
                member.handle_stream_end(ended.0, &mut out);
            }
            while !matches!(
                member.next_callback(world.now, &mut scratch, &mut out),
                Step::Idle
            ) {}
        }
        let own = member.register_object_instance(car, None, &mut out).unwrap();
        member.delete_object_instance(own, &[], None, &mut out).unwrap();
    }
}

#[test]
fn a_message_before_the_greeting_is_refused() {
    let mut world = World::traffic(1);
    let stranger = hyla_core::executive::SessionId(500);
    let before = world.status();

    let destroy = ToRti::Destroy {
        request: RequestId(1),
        federation: harness::FEDERATION.into(),
    };
    let outcome = world.rti.handle_message(stranger, destroy);

    assert!(outcome.is_err());
    assert_eq!(world.status(), before);
}

#[test]
fn an_instance_cannot_be_registered_twice_or_for_another() {
    let mut world = with_cars();
    let before = world.status();
    let class = world.class(CAR);
    let (own, other) = (world.handle(0), world.handle(1));
    let session = world.nodes[0].session;
    for object in [
        ObjectInstanceHandle::of(own, 1),
        ObjectInstanceHandle::of(other, 9),
    ] {
        let request = MemberRequest::Registered {
            object,
            class,
            name: "a".into(),
            owned: AttributeHandleSet::new(),
        };

        let outcome = world.rti.handle_message(session, ToRti::Member(request));

        assert!(outcome.is_err(), "{object:?}");
        assert_eq!(world.status(), before);
    }
}

#[test]
fn an_instance_of_another_cannot_be_deleted() {
    let mut world = with_cars();
    let before = world.status();
    let object = ObjectInstanceHandle::of(world.handle(1), 1);
    let session = world.nodes[0].session;

    let request = ToRti::Member(MemberRequest::Deleted { object });
    let outcome = world.rti.handle_message(session, request);

    assert!(outcome.is_err());
    assert_eq!(world.status(), before);
}

#[test]
fn nobody_gives_away_or_gets_what_its_declarations_do_not_allow() {
    let mut world = with_cars();
    let before = world.status();
    let object = ObjectInstanceHandle::of(world.handle(1), 1);
    let attributes = world.attributes(CAR, &["Speed"]);
    let foreign = AttributeHandleSet::from([AttributeHandle::new(9999)]);
    let session = world.nodes[0].session;
    for request in [
        OwnershipRequest::Divested {
            object,
            attributes,
            tag: Vec::new(),
        },
        OwnershipRequest::Acquire {
            object,
            attributes: foreign,
            number: 1,
            plain: true,
            tag: Vec::new(),
        },
    ] {
        let message = ToRti::Member(MemberRequest::Ownership(request.clone()));

        let outcome = world.rti.handle_message(session, message);

        assert!(outcome.is_err(), "{request:?}");
        assert_eq!(world.status(), before);
    }
}
