//! Random and damaged bytes, wherever bytes come in: refused or taken, never a panic.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::{Channel, Outgoing, World, bicycles};
use hyla_core::member::{DeliveredFrame, Member, Step};
use hyla_core::message::data::{self, DataFrame, Ending, Envelope, SentRegions};
use hyla_core::message::{
    FrameKind, FromRti, Greeting, ToRti, control_frame, decode_control, greeting_frame, kind_of,
};
use hyla_core::time::TimeReport;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, Edition, FederateHandle,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, RangeBounds, Region,
    RegionHandle, RegionHandleSet, TimeImplementation, TransportationTypeHandle,
};
use proptest::prelude::*;
use proptest::sample::Index;

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// A data frame of each kind about these things.
fn valid_frames(
    object: ObjectInstanceHandle,
    class: ObjectClassHandle,
    set: &AttributeHandleSet,
) -> Vec<Vec<u8>> {
    let transportation = TransportationTypeHandle::new(1);
    let interaction = InteractionClassHandle::new(2);
    let attribute = set.iter().next().unwrap_or(AttributeHandle::new(1));
    let envelope = Envelope {
        transportation,
        tag: b"tag",
        time: Some([1; 8]),
        serial: None,
        regions: None,
    };
    let next = ObjectInstanceHandle::of(object.registrant(), object.index() + 1);
    let mut frames = vec![Vec::new(); 12];
    let values = || set.iter().map(|a| (a, &b"value"[..]));
    let parameters = || [(1, &b"text"[..]), (900, &[][..])].into_iter();
    data::put_update(
        &mut frames[0],
        object,
        &envelope,
        set.len(),
        values(),
        Ending::Whole,
    );
    data::put_interaction(
        &mut frames[1],
        interaction,
        None,
        &envelope,
        2,
        parameters(),
        Ending::Whole,
    );
    data::put_interaction(
        &mut frames[2],
        interaction,
        Some(object),
        &envelope,
        2,
        parameters(),
        Ending::Whole,
    );
    data::put_remove(&mut frames[3], object, &envelope);
    data::put_discover(&mut frames[4], next, class, "a name", set);
    data::put_provide(&mut frames[5], object, set, b"tag");
    data::put_provide_class(&mut frames[6], class, set, b"tag");
    data::put_query_attribute(&mut frames[7], object, attribute);
    data::put_report_attribute(&mut frames[8], object, attribute, transportation);
    data::put_query_interaction(&mut frames[9], interaction);
    data::put_report_interaction(&mut frames[10], interaction, transportation);
    data::put_leaving(&mut frames[11]);
    frames.extend(frames_with_regions(object, class, set, &envelope));
    frames
}

fn frames_with_regions(
    object: ObjectInstanceHandle,
    class: ObjectClassHandle,
    set: &AttributeHandleSet,
    envelope: &Envelope<'_>,
) -> Vec<Vec<u8>> {
    let bounds = RangeBounds::new(3, 200).expect("not empty");
    let bounds = Region::new([(DimensionHandle::new(1), bounds)]);
    let regions = [1, 2].map(|n| (RegionHandle::of(object.registrant(), n), bounds.clone()));
    let handles: RegionHandleSet = regions.iter().map(|(handle, _)| *handle).collect();
    let mut encoded = Vec::new();
    data::encode_regions(&mut encoded, regions.iter().map(|(h, r)| (*h, r)));
    let envelope = Envelope {
        regions: Some(SentRegions::of(&encoded)),
        ..*envelope
    };
    let mut frames = vec![Vec::new(); 5];
    let values = set.iter().map(|a| (a, &b"value"[..]));
    data::put_update(
        &mut frames[0],
        object,
        &envelope,
        set.len(),
        values,
        Ending::Whole,
    );
    let interaction = InteractionClassHandle::new(2);
    let none = std::iter::empty();
    data::put_interaction(
        &mut frames[1],
        interaction,
        None,
        &envelope,
        0,
        none,
        Ending::Whole,
    );
    data::put_bounds(&mut frames[2], &regions);
    let pairs = [(set.clone(), &handles)].into_iter();
    data::put_associate(&mut frames[3], object, class, pairs);
    let pairs = [(set.clone(), regions.to_vec())];
    data::put_provide_with_regions(&mut frames[4], class, &pairs, b"tag");
    frames
}

/// One change of a frame.
#[derive(Clone, Debug)]
enum Damage {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    Cut(Index),
    Append(Vec<u8>),
}

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let at = any::<Index>;
    let one = prop_oneof![
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        1 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        1 => at().prop_map(Damage::Remove),
        1 => at().prop_map(Damage::Cut),
        1 => prop::collection::vec(any::<u8>(), 1..6).prop_map(Damage::Append),
    ];
    prop::collection::vec(one, 0..4)
}

fn damaged(mut frame: Vec<u8>, damage: &[Damage]) -> Vec<u8> {
    for one in damage {
        match one {
            Damage::Append(bytes) => frame.extend(bytes),
            _ if frame.is_empty() => {}
            Damage::Replace(at, byte) => *at.get_mut(&mut frame) = *byte,
            Damage::Insert(at, byte) => frame.insert(at.index(frame.len()), *byte),
            Damage::Remove(at) => {
                frame.remove(at.index(frame.len()));
            }
            Damage::Cut(at) => frame.truncate(at.index(frame.len())),
        }
    }
    frame
}

/// Reads everything that a decoded frame offers.
fn read_out(frame: DataFrame<'_>) -> usize {
    match frame {
        DataFrame::Update { values, .. }
        | DataFrame::Interaction { values, .. }
        | DataFrame::Directed { values, .. } => values.map(|(_, value)| value.len()).sum(),
        DataFrame::Bounds { regions } => regions.iter().count(),
        DataFrame::Associate { pairs, .. } | DataFrame::ProvideWithRegions { pairs, .. } => pairs
            .iter()
            .map(|(set, regions)| set.attributes().len() + regions.handles().len())
            .sum(),
        DataFrame::Discover { owned: set, .. }
        | DataFrame::Provide {
            attributes: set, ..
        }
        | DataFrame::ProvideClass {
            attributes: set, ..
        } => set.attributes().len(),
        _ => 0,
    }
}

/// A federation in which node 1 knows a car of node 0 and owns one itself.
fn with_cars() -> (World, Vec<Vec<u8>>) {
    let mut world = World::traffic(2);
    for node in [0, 1] {
        world.publish(node, CAR, &["Speed", "Position"]);
        world.subscribe_at(node, CAR, &["Speed", "Position"], "Slow");
    }
    let (theirs, own) = (world.register(0, CAR), world.register(1, CAR));
    world.quiet();
    let (class, set) = (
        world.class(CAR),
        world.attributes(CAR, &["Speed", "Position"]),
    );
    let mut frames = valid_frames(theirs, class, &set);
    frames.extend(valid_frames(own, class, &set));
    (world, frames)
}

/// Delivers everything that waits; each callback is followed by its return.
fn deliver_all(member: &mut Member) -> usize {
    let (mut scratch, mut out) = (DeliveredFrame::new(), Outgoing::default());
    for steps in 0..10_000 {
        if let Step::Idle = member.next_callback(Duration::from_secs(1), &mut scratch, &mut out) {
            return steps;
        }
        member.callback_returned();
    }
    panic!("delivery comes to no end");
}

/// Frames that a member sends, as damaged as they come.
fn bad_frames() -> impl Strategy<Value = Vec<(Index, Vec<Damage>)>> {
    prop::collection::vec((any::<Index>(), damage()), 1..24)
}

fn check_control(bytes: &[u8]) {
    let _ = kind_of(bytes);
    let _ = decode_control::<ToRti>(bytes);
    let _ = decode_control::<FromRti>(bytes);
    let _ = decode_control::<Greeting>(bytes);
}

#[test]
fn undamaged_frames_are_read() {
    let set = AttributeHandleSet::from([AttributeHandle::new(3), AttributeHandle::new(300)]);
    let object = ObjectInstanceHandle::of(FederateHandle::new(1), 1);

    for frame in valid_frames(object, ObjectClassHandle::new(2), &set) {
        assert_eq!(kind_of(&frame), Ok(FrameKind::Data));
        data::decode(&frame).unwrap();
        for length in 0..frame.len() {
            assert!(
                data::decode(&frame[..length]).is_err(),
                "{frame:?} cut at {length}"
            );
        }
        let mut longer = frame.clone();
        longer.push(0);
        assert!(data::decode(&longer).is_err(), "{frame:?} with a byte more");
    }
}

#[test]
fn seeds_of_the_fuzz_target_have_each_kind_of_data_frame() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/seeds/member_frames"
    );
    let files = std::fs::read_dir(folder).unwrap();
    let frames = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    let data: Vec<_> = frames
        .filter(|frame| kind_of(frame) == Ok(FrameKind::Data))
        .collect();

    data.iter().for_each(|frame| {
        read_out(data::decode(frame).unwrap());
    });
    let kinds: std::collections::BTreeSet<u8> = data.iter().map(|frame| frame[0]).collect();
    assert_eq!(kinds.len(), 24, "{kinds:?}");
}

#[test]
fn lengths_that_exceed_the_frame_are_refused() {
    let huge = [0xff, 0xff, 0xff, 0xff, 0x0f];
    let set = AttributeHandleSet::from([AttributeHandle::new(3)]);
    let object = ObjectInstanceHandle::of(FederateHandle::new(1), 1);

    for frame in valid_frames(object, ObjectClassHandle::new(2), &set) {
        for at in 1..frame.len() {
            let mut larger = frame.clone();
            larger.splice(at..=at, huge);
            if let Ok(decoded) = data::decode(&larger) {
                assert!(read_out(decoded) <= larger.len());
            }
        }
    }
    for at in 0..12 {
        let mut message = vec![0; at];
        message.extend(huge);
        message.extend(huge);
        check_control(&message);
    }
}

/// Whether a member of a federation that counts in floats accepts the frame.
fn is_valid(frame: &[u8]) -> bool {
    let Ok(decoded) = data::decode(frame) else {
        return false;
    };
    let time = TimeImplementation::Float64;
    if let DataFrame::TimeReport { report, .. } = decoded {
        let report = postcard::from_bytes::<TimeReport>(report);
        return report.is_ok_and(|r| r.now.implementation() == time);
    }
    decoded
        .stamp()
        .is_none_or(|(stamp, _)| time.decode_time(&stamp).is_ok())
}

/// Whether this member accepts it: of a sender that has said goodbye only the form is checked.
fn is_accepted(member: &Member, from: FederateHandle, frame: &[u8]) -> bool {
    if member.expects_data_from(from) {
        is_valid(frame)
    } else {
        data::decode(frame).is_ok()
    }
}

/// Anything, something of a valid kind, or a goodbye.
fn random_frame() -> impl Strategy<Value = Vec<u8>> {
    let anything = prop::collection::vec(any::<u8>(), 0..60);
    let small = prop::collection::vec(prop_oneof![3 => 0_u8..8, 1 => any::<u8>()], 0..60);
    let of_a_kind = (0_u8..0x10, small).prop_map(|(kind, rest)| [&[kind][..], &rest].concat());
    let mut goodbye = Vec::new();
    data::put_leaving(&mut goodbye);
    prop_oneof![8 => anything, 8 => of_a_kind, 1 => Just(goodbye)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(frame) = data::decode(&bytes) {
            prop_assert!(read_out(frame) <= bytes.len());
        }
        check_control(&bytes);
    }

    #[test]
    fn random_bytes_behind_a_valid_kind_are_decoded_or_refused(
        kind in 0_u8..0x10,
        bytes in prop::collection::vec(prop_oneof![3 => 0_u8..8, 1 => any::<u8>()], 0..60),
    ) {
        let frame = [&[kind][..], &bytes].concat();
        if let Ok(decoded) = data::decode(&frame) {
            prop_assert!(read_out(decoded) <= frame.len());
        }
        check_control(&frame);
    }

    #[test]
    fn damaged_control_messages_are_decoded_or_refused(damage in damage()) {
        let mut world = World::traffic(1);
        world.hold(Channel::FromRti(0));
        world.publish(0, CAR, &["Speed"]);
        let entry = world.waiting_from_rti(0)[0].clone();
        let mut listing = Vec::new();
        control_frame(&ToRti::ListMembers { federation: "streets".into() }, &mut listing);
        let mut greeting = Vec::new();
        let credentials = None;
        greeting_frame(&Greeting::ToRti { edition: Edition::Hla2025, credentials }, &mut greeting);

        for frame in [entry, listing, greeting] {
            check_control(&damaged(frame, &damage));
        }
    }

    #[test]
    fn damaged_data_is_queued_and_delivered_or_refused(frames in bad_frames()) {
        let (mut world, valid) = with_cars();
        let from = world.handle(0);
        let member = &mut world.nodes[1].member;
        let mut out = Outgoing::default();
        for (which, damage) in &frames {
            let frame = damaged(which.get(&valid).clone(), damage);
            let waiting = member.pending_callbacks();
            let accepted = is_accepted(member, from, &frame);

            let outcome = member.handle_data(from, &frame, &mut out);

            prop_assert_eq!(outcome.is_ok(), accepted);
            if outcome.is_err() {
                prop_assert_eq!(member.pending_callbacks(), waiting);
            }
        }
        deliver_all(member);
        prop_assert_eq!(member.pending_callbacks(), 0);
    }

    #[test]
    fn damaged_data_is_delivered_at_once_or_refused(frames in bad_frames()) {
        let (mut world, valid) = with_cars();
        let from = world.handle(0);
        let member = &mut world.nodes[1].member;
        let mut out = Outgoing::default();
        for (which, damage) in &frames {
            let frame = damaged(which.get(&valid).clone(), damage);
            let accepted = is_accepted(member, from, &frame);
            let outcome = member.deliver_data(from, &frame, &|| Duration::ZERO, &mut out);
            prop_assert_eq!(outcome.is_ok(), accepted);
            deliver_all(member);
        }
    }

    #[test]
    fn random_data_harms_no_member(frames in prop::collection::vec(random_frame(), 1..24)) {
        let (mut world, valid) = with_cars();
        let from = world.handle(0);
        let member = &mut world.nodes[1].member;
        let mut out = Outgoing::default();
        for frame in &frames {
            let accepted = is_accepted(member, from, frame);
            let direct = member.deliver_data(from, frame, &|| Duration::ZERO, &mut out).is_ok();
            prop_assert_eq!(direct, accepted);
            // The frame may have been a goodbye.
            let accepted = is_accepted(member, from, frame);
            let queued = member.handle_data(from, frame, &mut out).is_ok();
            prop_assert_eq!(queued, accepted);
        }
        deliver_all(member);

        member.handle_data(from, &valid[0], &mut out).unwrap();
        deliver_all(member);
    }

    #[test]
    fn a_damaged_object_model_is_refused_or_usable(
        places in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let (mut world, _) = with_cars();
        let (class, set) = (world.class(CAR), world.attributes(CAR, &["Speed"]));
        world.hold(Channel::FromRti(1));
        let newcomer = world.connect(Edition::Hla2025);
        world.join(newcomer, vec![bicycles()]);
        let damage: Vec<_> = places.into_iter().map(|(at, byte)| Damage::Replace(at, byte)).collect();
        let frame = damaged(world.waiting_from_rti(1)[0].clone(), &damage);
        let Ok(message) = decode_control::<FromRti>(&frame) else { return Ok(()) };

        let accepted = world.attempt(1, |m, out| Ok(m.handle_rti(message, out).is_ok())).unwrap();

        if accepted {
            let subscription = hyla_core::declaration::Activity::Active;
            let _ = world.attempt(1, |m, out| {
                let _ = m.publish_object_class_attributes(class, &set, out);
                let _ = m.subscribe_object_class_attributes(class, &set, subscription, "", out);
                let object = m.register_object_instance(class, None, out)?;
                for attribute in &set {
                    let values = [(attribute, &b"value"[..])];
                    let _ = m.update_attribute_values(object, &values, &[], None, out);
                    let _ = m.attribute_name(class, attribute);
                }
                m.delete_object_instance(object, &[], None, out)
            });
            deliver_all(&mut world.nodes[1].member);
        }
    }
}
