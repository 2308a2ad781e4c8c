//! Members report the metrics of their channels, and the inquirer gets them in time.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::{Channel, FEDERATION, World};
use hyla_core::message::{Reply, RequestId};
use hyla_core::metrics::FederationMetrics;
use hyla_types::{Edition, ExceptionKind, ResignAction};

/// A tool asks.
fn ask(world: &mut World, tool: usize) -> RequestId {
    let request = world.call(tool, |m, out| m.metrics(FEDERATION, out));
    world.settle();
    request
}

fn told(world: &mut World, tool: usize, request: RequestId) -> FederationMetrics {
    match world.answer(tool, request) {
        Ok(Reply::Metrics(metrics)) => *metrics,
        other => panic!("{other:?}"),
    }
}

fn pass(world: &mut World, milliseconds: u64) {
    world.rti.handle_time(Duration::from_millis(milliseconds));
    world.fetch_transmits();
    world.settle();
}

fn answered(world: &World, tool: usize, request: RequestId) -> bool {
    world.nodes[tool].answers.contains_key(&request)
}

#[test]
fn a_tool_is_told_as_soon_as_all_have_answered() {
    let mut world = World::traffic(3);
    let tool = world.connect(Edition::Hla2025);

    let request = ask(&mut world, tool);

    let metrics = told(&mut world, tool, request);
    assert_eq!(metrics.federation, FEDERATION);
    assert_eq!((metrics.members.len(), metrics.reports.len()), (3, 3));
    assert_eq!(metrics.silent(), 0);
    assert_eq!(world.rti.next_deadline(), None);
}

#[test]
fn who_does_not_answer_in_half_a_second_is_left_out_and_counted() {
    let mut world = World::traffic(3);
    let tool = world.connect(Edition::Hla2025);
    world.hold(Channel::ToRti(1));
    let request = ask(&mut world, tool);

    pass(&mut world, 499);
    assert!(!answered(&world, tool, request));
    assert_eq!(world.rti.next_deadline(), Some(Duration::from_millis(500)));
    pass(&mut world, 500);

    let metrics = told(&mut world, tool, request);
    assert_eq!((metrics.reports.len(), metrics.silent()), (2, 1));
    // The answer that comes too late changes nothing.
    world.let_go(Channel::ToRti(1));
    world.settle();
    assert_eq!(world.rti.next_deadline(), None);
    let request = ask(&mut world, tool);
    assert_eq!(told(&mut world, tool, request).silent(), 0);
}

#[test]
fn who_asks_meanwhile_shares_the_answer_and_members_are_asked_once() {
    let mut world = World::traffic(2);
    let tools = [(); 2].map(|()| world.connect(Edition::Hla2025));
    world.hold(Channel::ToRti(1));
    world.hold(Channel::FromRti(1));
    let requests = tools.map(|tool| ask(&mut world, tool));
    world.rti.ask_metrics();
    world.fetch_transmits();

    assert_eq!(world.waiting_from_rti(1).len(), 1);
    assert_eq!(world.rti.take_metrics(), None);
    world.let_go(Channel::FromRti(1));
    world.let_go(Channel::ToRti(1));
    world.settle();

    for (tool, request) in tools.into_iter().zip(requests) {
        assert_eq!(told(&mut world, tool, request).reports.len(), 2);
    }
    let host = world.rti.take_metrics().unwrap();
    assert_eq!((host.len(), host[0].reports.len()), (1, 2));
    assert_eq!(world.rti.take_metrics(), Some(Vec::new()));
}

#[test]
fn nobody_waits_for_a_member_that_has_left() {
    let mut world = World::traffic(2);
    let tool = world.connect(Edition::Hla2025);
    world.hold(Channel::ToRti(1));
    let request = ask(&mut world, tool);
    assert!(!answered(&world, tool, request));

    world.lose(1);
    world.settle();

    let metrics = told(&mut world, tool, request);
    assert_eq!((metrics.members.len(), metrics.silent()), (1, 0));
}

#[test]
fn an_execution_without_members_answers_at_once() {
    let mut world = World::traffic(1);
    let tool = world.connect(Edition::Hla2025);
    world.resign(0, ResignAction::NoAction);
    world.settle();

    let request = ask(&mut world, tool);

    assert_eq!(told(&mut world, tool, request).members, []);
}

#[test]
fn an_execution_that_does_not_exist_is_an_exception() {
    let mut world = World::traffic(1);
    let tool = world.connect(Edition::Hla2025);

    let request = world.call(tool, |m, out| m.metrics("nowhere", out));
    world.settle();

    let refusal = world.answer(tool, request).unwrap_err();
    assert_eq!(refusal.kind, ExceptionKind::FederationExecutionDoesNotExist);
}
