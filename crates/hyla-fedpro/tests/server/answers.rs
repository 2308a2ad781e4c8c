//! When callbacks take effect: a client answers each after its federate's method has returned, and its calls may overtake
//! its answers.

use bytes::Bytes;
use hyla_fedpro::TransportKind;
use hyla_fedpro_client::Kind;
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_fedpro_messages::{
    CallbackRequest, EnableTimeRegulationRequest, LogicalTime, LogicalTimeInterval,
    QueryFederationSaveStatusRequest, QueryLogicalTimeRequest, TimeAdvanceRequestRequest,
};
use prost::Message as _;

use crate::world::{Talker, World, got};

const FEDERATION: &str = "answers";

/// A world where a call counts as one from inside a callback, or not.
fn world(calls_in_callbacks: bool) -> World {
    World::with(|settings, _| settings.fedpro.calls_in_callbacks = calls_in_callbacks)
}

fn join(world: &World, name: &str) -> Talker {
    Talker::join(&world.way(TransportKind::Tcp), FEDERATION, name)
}

fn advance(time: f64) -> Call {
    Call::TimeAdvanceRequestRequest(TimeAdvanceRequestRequest {
        time: Some(LogicalTime {
            data: Bytes::copy_from_slice(&time.to_be_bytes()),
        }),
    })
}

fn time_now(talker: &mut Talker) -> f64 {
    let query = Call::QueryLogicalTimeRequest(QueryLogicalTimeRequest {});
    let told = got!(talker.client.ask(query), QueryLogicalTimeResponse);
    f64::from_be_bytes(told.result.unwrap().data[..].try_into().unwrap())
}

fn refused(answer: Answer) -> String {
    got!(answer, ExceptionData).exception_name
}

/// The next callback that is not about relevance, and its number.
fn next(talker: &mut Talker) -> (i32, Callback) {
    loop {
        let client = &mut talker.client;
        let (number, request) = if client.callbacks.is_empty() {
            let frame = client.frame().unwrap();
            assert_eq!(frame.kind, Kind::CallbackRequest);
            let request = CallbackRequest::decode(&frame.payload[..]).unwrap();
            (frame.number, request)
        } else {
            client.callbacks.remove(0)
        };
        let callback = request.callback_request.unwrap();
        let relevance = matches!(
            callback,
            Callback::TurnInteractionsOn(_) | Callback::TurnInteractionsOff(_)
        );
        if !relevance {
            return (number, callback);
        }
        answer(talker, number);
    }
}

/// The federate's method has returned.
fn answer(talker: &mut Talker, callback: i32) {
    talker
        .client
        .send(Kind::CallbackResponse, &callback.to_be_bytes());
}

/// Asks for time 5 and gets it; the number of the grant, which has no answer yet.
fn granted(talker: &mut Talker) -> i32 {
    got!(talker.client.ask(advance(5.0)), TimeAdvanceRequestResponse);
    let (number, grant) = next(talker);
    assert!(matches!(grant, Callback::TimeAdvanceGrant(_)), "{grant:?}");
    number
}

/// A client that has received a message of `sender` and a grant to time 5, and has answered neither; the numbers of both.
fn busy(world: &World, sender: &mut Talker) -> (Talker, i32, i32) {
    let mut receiver = join(world, "receiver");
    receiver.subscribe();
    sender.publish();
    sender.sync();
    sender.say(b"first");
    let (message, heard) = next(&mut receiver);
    assert!(
        matches!(heard, Callback::ReceiveInteraction(_)),
        "{heard:?}"
    );
    let grant = granted(&mut receiver);
    (receiver, message, grant)
}

#[test]
fn a_federate_asks_for_more_time_inside_its_grant() {
    let world = world(true);
    let mut federate = join(&world, "federate");
    let grant = granted(&mut federate);

    // No answer comes before the method has returned, which waits for these.
    assert_eq!(time_now(&mut federate), 5.0);
    got!(
        federate.client.ask(advance(6.0)),
        TimeAdvanceRequestResponse
    );

    answer(&mut federate, grant);
    let (_, next_grant) = next(&mut federate);
    assert!(matches!(next_grant, Callback::TimeAdvanceGrant(_)));
}

#[test]
fn a_grant_is_not_in_force_before_the_callbacks_ahead_of_it_are_over() {
    let world = world(true);
    let mut sender = join(&world, "sender");
    let (mut federate, message, _) = busy(&world, &mut sender);

    assert_eq!(time_now(&mut federate), 0.0);
    let outcome = refused(federate.client.ask(advance(6.0)));
    assert_eq!(outcome, "InTimeAdvancingState");

    answer(&mut federate, message);
    assert_eq!(time_now(&mut federate), 5.0);
    got!(
        federate.client.ask(advance(6.0)),
        TimeAdvanceRequestResponse
    );
}

#[test]
fn a_call_that_has_overtaken_answers_waits_for_them() {
    for calls_in_callbacks in [true, false] {
        let world = world(calls_in_callbacks);
        let mut sender = join(&world, "sender");
        let (mut federate, message, grant) = busy(&world, &mut sender);

        let call = federate.client.call(advance(6.0));
        answer(&mut federate, message);
        answer(&mut federate, grant);

        got!(federate.client.answer(call), TimeAdvanceRequestResponse);
    }
}

#[test]
fn a_grant_is_in_force_once_it_is_answered_where_calls_come_from_outside_callbacks() {
    let world = world(false);
    let mut federate = join(&world, "federate");
    let grant = granted(&mut federate);

    assert_eq!(time_now(&mut federate), 0.0);
    let outcome = refused(federate.client.ask(advance(6.0)));
    assert_eq!(outcome, "InTimeAdvancingState");

    answer(&mut federate, grant);
    assert_eq!(time_now(&mut federate), 5.0);
    got!(
        federate.client.ask(advance(6.0)),
        TimeAdvanceRequestResponse
    );
}

/// A client gives no answer to a callback whose method threw.
#[test]
fn what_follows_a_grant_that_is_never_answered_comes_nevertheless() {
    let world = world(false);
    let (mut sender, mut receiver) = (join(&world, "sender"), join(&world, "receiver"));
    receiver.subscribe();
    sender.publish();
    sender.sync();
    granted(&mut receiver);

    sender.say(b"behind");

    assert_eq!(receiver.hear(), "behind");
    assert_eq!(time_now(&mut receiver), 5.0);
}

/// Before `timeRegulationEnabled`, its messages have no place in time, so that any stamp is right.
#[test]
fn a_federate_that_has_not_evoked_its_regulation_may_send_messages_with_any_stamp() {
    let world = world(true);
    let mut federate = join(&world, "federate");
    federate.publish();
    let enable = Call::EnableTimeRegulationRequest(EnableTimeRegulationRequest {
        lookahead: Some(LogicalTimeInterval {
            data: Bytes::copy_from_slice(&1.0_f64.to_be_bytes()),
        }),
    });
    got!(federate.client.ask(enable), EnableTimeRegulationResponse);
    let (enabled, callback) = next(&mut federate);
    assert!(matches!(callback, Callback::TimeRegulationEnabled(_)));
    let (early, late) = (federate.stamping(0.5), federate.stamping(2.0));

    got!(
        federate.client.ask(early.clone()),
        SendInteractionWithTimeResponse
    );

    // This one may come from inside the callback, which has begun then.
    got!(federate.client.ask(late), SendInteractionWithTimeResponse);
    let outcome = refused(federate.client.ask(early.clone()));
    assert_eq!(outcome, "InvalidLogicalTime");
    answer(&mut federate, enabled);
    let outcome = refused(federate.client.ask(early));
    assert_eq!(outcome, "InvalidLogicalTime");
}

/// Asks for the state of a save that there is not, and gets it.
fn save_status(talker: &mut Talker) {
    let query = Call::QueryFederationSaveStatusRequest(QueryFederationSaveStatusRequest {});
    got!(talker.client.ask(query), QueryFederationSaveStatusResponse);
    let (_, status) = next(talker);
    assert!(
        matches!(status, Callback::FederationSaveStatusResponse(_)),
        "{status:?}"
    );
}

#[test]
fn the_state_of_a_save_does_not_put_a_grant_in_force() {
    let world = world(false);
    let mut federate = join(&world, "federate");
    let grant = granted(&mut federate);

    save_status(&mut federate);

    assert_eq!(time_now(&mut federate), 0.0);
    let outcome = refused(federate.client.ask(advance(6.0)));
    assert_eq!(outcome, "InTimeAdvancingState");
    answer(&mut federate, grant);
    assert_eq!(time_now(&mut federate), 5.0);
}

#[test]
fn a_federate_asks_for_more_time_inside_its_grant_though_the_state_of_a_save_came_behind_it() {
    let world = world(true);
    let mut federate = join(&world, "federate");
    granted(&mut federate);

    save_status(&mut federate);

    assert_eq!(time_now(&mut federate), 5.0);
    got!(
        federate.client.ask(advance(6.0)),
        TimeAdvanceRequestResponse
    );
}
