//! Tools ask members for the latency of their messages, and get an answer in time.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::{Channel, FEDERATION, World};
use hyla_core::latency::LatencyQuestion;
use hyla_core::message::RequestId;
use hyla_types::{Edition, ExceptionKind, FederateHandle};

fn ask(world: &mut World, tool: usize, sender: &str, receiver: Option<&str>) -> RequestId {
    let question = LatencyQuestion::to(FederateHandle::new(999));
    let request = world.call(tool, |m, out| {
        m.latency_of(FEDERATION, (sender, receiver), &question, out)
    });
    world.settle();
    request
}

/// Names of the federates.
fn names(world: &mut World) -> [String; 2] {
    let names = world.status().members.into_iter().map(|member| member.name);
    let names: Vec<String> = names.collect();
    [names[0].clone(), names[1].clone()]
}

fn refusal(world: &mut World, tool: usize, request: RequestId) -> (ExceptionKind, String) {
    let refusal = world.answer(tool, request).unwrap_err();
    (refusal.kind, refusal.message)
}

#[test]
fn a_member_answers_for_its_messages_to_another_one_and_to_the_rti() {
    let mut world = World::traffic(2);
    let [one, other] = names(&mut world);
    let tool = world.connect(Edition::Hla2025);

    for receiver in [Some(&*other), None] {
        let request = ask(&mut world, tool, &one, receiver);

        // Members of this test have no channels that can be measured.
        let (_, text) = refusal(&mut world, tool, request);
        assert!(text.contains("there is no channel here"), "{text}");
        let named = receiver.is_some() || text.contains(&FederateHandle::RTI.to_string());
        assert!(named && !text.contains("999"), "{text}");
    }
    assert_eq!(world.rti.next_deadline(), None);
}

#[test]
fn sender_and_receiver_must_be_two_members() {
    let mut world = World::traffic(2);
    let [one, _] = names(&mut world);
    let tool = world.connect(Edition::Hla2025);

    for (sender, receiver) in [("nobody", Some(&*one)), (&*one, Some("nobody"))] {
        let request = ask(&mut world, tool, sender, receiver);
        let (kind, text) = refusal(&mut world, tool, request);
        assert_eq!(kind, ExceptionKind::FederateNotExecutionMember);
        assert!(text.contains("no federate \"nobody\""), "{text}");
    }
    let request = ask(&mut world, tool, &one, Some(&one));
    let (_, text) = refusal(&mut world, tool, request);
    assert!(text.contains("sends no messages to itself"), "{text}");
}

#[test]
fn an_execution_that_does_not_exist_is_an_exception() {
    let mut world = World::traffic(1);
    let tool = world.connect(Edition::Hla2025);
    let question = LatencyQuestion::to(FederateHandle::RTI);

    let request = world.call(tool, |m, out| {
        m.latency_of("nowhere", ("a", None), &question, out)
    });
    world.settle();

    let (kind, _) = refusal(&mut world, tool, request);
    assert_eq!(kind, ExceptionKind::FederationExecutionDoesNotExist);
}

#[test]
fn who_does_not_answer_in_half_a_second_is_named() {
    let mut world = World::traffic(2);
    let [one, other] = names(&mut world);
    let tool = world.connect(Edition::Hla2025);
    world.hold(Channel::ToRti(0));
    let request = ask(&mut world, tool, &one, Some(&other));
    assert_eq!(world.rti.next_deadline(), Some(Duration::from_millis(500)));

    world.rti.handle_time(Duration::from_millis(500));
    world.fetch_transmits();
    world.settle();

    let (_, text) = refusal(&mut world, tool, request);
    assert!(text.contains("has not answered within 500 ms"), "{text}");
    // The answer that comes too late changes nothing.
    world.let_go(Channel::ToRti(0));
    world.settle();
    assert_eq!(world.rti.next_deadline(), None);
}

#[test]
fn nobody_waits_for_a_member_that_has_left() {
    let mut world = World::traffic(2);
    let [one, other] = names(&mut world);
    let tool = world.connect(Edition::Hla2025);
    world.hold(Channel::ToRti(0));
    let request = ask(&mut world, tool, &one, Some(&other));

    world.lose(0);
    world.settle();

    let (_, text) = refusal(&mut world, tool, request);
    assert!(text.contains("has left"), "{text}");
}
