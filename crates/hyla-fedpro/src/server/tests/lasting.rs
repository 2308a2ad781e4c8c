//! Sessions that outlive their connections.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hyla_fedpro_client::NO_NUMBER;
use hyla_fedpro_messages::QueryGaltRequest;
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_settings::Settings;

use super::Stage;
use super::puppet::{Strings, say, tag};
use super::raw::Raw;
use crate::callback::Urgency;

const WAITS: Call = Call::QueryGaltRequest(QueryGaltRequest {});

#[test]
fn what_came_about_while_the_connection_was_cut_is_sent_over_the_next_one() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(say(b"before"));
    assert_eq!(tag(client.callback()), "before");
    let waiting = client.call(WAITS);
    stage.strings.until("the call to wait", |s| {
        s.waiting.load(Ordering::SeqCst) == 1
    });

    client.cut();
    stage.strings.open(1);
    stage.strings.call_back(b"meanwhile", Urgency::Needed);
    stage.strings.wake();
    let (status, last) = client.resume(&stage.way, 1);

    assert_eq!((status, last), (0, waiting));
    assert!(matches!(
        client.answer(waiting),
        Answer::QueryGaltResponse(_)
    ));
    assert_eq!(tag(client.callback()), "meanwhile");
    assert_eq!(stage.server.counters().resumes, 1);
}

#[test]
fn a_client_that_is_back_takes_over_from_a_connection_that_still_looks_alive() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(say(b"one"));
    let mut old = Raw::connect(&stage.way);
    std::mem::swap(&mut old, &mut client);
    (client.session, client.next, client.last_received) =
        (old.session, old.next, old.last_received);
    client.callbacks = std::mem::take(&mut old.callbacks);

    let (status, last) = client.resume(&stage.way, 1);

    assert_eq!((status, last), (0, 1));
    assert_eq!(tag(client.callback()), "one");
    assert!(matches!(
        client.ask(say(b"two")),
        Answer::SendInteractionResponse(_)
    ));
    while old.read() {}
}

#[test]
fn what_a_client_sends_again_is_not_done_again() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(say(b"once"));
    client.cut();

    // A client that has forgotten the received messages goes by its own history.
    client.last_received = NO_NUMBER;
    assert_eq!(client.resume(&stage.way, 1).0, 0);
    client.next = 1;
    let again = client.call(say(b"once"));
    assert!(
        matches!(client.answer(again), Answer::SendInteractionResponse(_)),
        "the first answer"
    );
    client.ask(say(b"next"));

    assert_eq!(stage.strings.served.load(Ordering::SeqCst), 2);
}

#[test]
fn a_client_that_has_lost_what_the_server_misses_is_refused_and_its_federate_is_lost() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(say(b"one"));
    client.cut();

    let (status, _) = client.resume(&stage.way, 7);

    assert_eq!(status, 2);
    stage.until("the session to end", |counters| counters.sessions == 0);
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 1);
    assert_eq!(stage.server.counters().sessions_lost, 1);
}

#[test]
fn a_session_that_never_was_is_refused() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.cut();

    client.session ^= 1;
    let (status, _) = client.resume(&stage.way, NO_NUMBER);

    assert_eq!(status, 1);
    assert!(client.frame().is_none());
    assert_eq!(stage.server.counters().resumes_refused, 1);
}

#[test]
fn a_client_that_does_not_come_back_in_time_is_lost() {
    let stage = Stage::with(|s| s.fedpro.resume = Duration::from_millis(50));
    let client = stage.client();

    client.cut();

    stage.until("the session to end", |counters| counters.sessions == 0);
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 1);
    assert_eq!(stage.server.counters().sessions_lost, 1);
}

#[test]
fn a_federate_hears_that_its_client_is_cut_and_that_it_is_back() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(say(b"one"));

    client.cut();
    let told = |count| move |s: &Strings| s.cuts.lock().unwrap().len() >= count;
    stage.strings.until("word of the cut", told(1));
    assert_eq!(client.resume(&stage.way, 1).0, 0);
    stage.strings.until("word of the return", told(2));

    let cuts = stage.strings.cuts.lock().unwrap();
    let kept = cuts[0].expect("a time");
    let resume = Settings::default().fedpro.resume;
    assert!(kept <= resume && kept > Duration::ZERO, "{kept:?}");
    assert_eq!(cuts[1..], [None]);
}

#[test]
fn a_federate_whose_call_waits_hears_of_the_cut_after_the_call() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.call(WAITS);
    stage.strings.until("the call to wait", |s| {
        s.waiting.load(Ordering::SeqCst) == 1
    });

    client.cut();
    stage.strings.open(1);
    stage
        .strings
        .until("word of the cut", |s| !s.cuts.lock().unwrap().is_empty());

    assert!(stage.strings.cuts.lock().unwrap()[0].is_some());
}

#[test]
fn a_client_that_takes_over_from_a_living_connection_was_never_cut() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(say(b"one"));
    let mut old = Raw::connect(&stage.way);
    std::mem::swap(&mut old, &mut client);
    (client.session, client.next, client.last_received) =
        (old.session, old.next, old.last_received);

    assert_eq!(client.resume(&stage.way, 1).0, 0);
    client.ask(say(b"two"));

    assert_eq!(*stage.strings.cuts.lock().unwrap(), []);
}

#[test]
fn a_session_of_a_closed_connection_lasts_seconds_by_default_and_of_a_silent_one_as_long_as_clients_try()
 {
    let fedpro = Settings::default().fedpro;
    // Clients of default settings try at once and every 5 s; they notice a silent cut within 360 s and try for 600 s.
    assert!(fedpro.resume >= Duration::from_secs(10));
    assert!(fedpro.resume < Duration::from_secs(60));
    assert!(fedpro.resume_silent >= Duration::from_secs(960));
}

#[test]
fn a_silent_client_is_cut_off_and_may_come_back() {
    let stage = Stage::with(|s| s.fedpro.silence = Duration::from_millis(300));
    let mut client = stage.client();

    assert!(client.frame().is_none(), "the connection ends");

    assert_eq!(client.resume(&stage.way, NO_NUMBER).0, 0);
    assert!(matches!(
        client.ask(say(b"on")),
        Answer::SendInteractionResponse(_)
    ));
}

#[test]
fn a_client_that_gives_signs_of_life_is_not_cut_off() {
    let stage = Stage::with(|s| s.fedpro.silence = Duration::from_secs(2));
    let mut client = stage.client();

    for _ in 0..8 {
        std::thread::sleep(Duration::from_millis(500));
        client.heartbeat();
    }
}

#[test]
fn a_connection_cut_in_the_middle_of_a_frame_loses_nothing() {
    let stage = Stage::new();
    let mut client = stage.client();
    let whole = client.call(say(b"whole"));
    client.write(&[0, 0, 0, 40, 0, 0]);
    client.cut();

    let (status, last) = client.resume(&stage.way, whole);
    assert_eq!(status, 0);
    // The session may have been cut before it was read.
    if last == NO_NUMBER {
        client.next = whole;
        client.call(say(b"whole"));
    }

    assert!(matches!(
        client.answer(whole),
        Answer::SendInteractionResponse(_)
    ));
    assert_eq!(tag(client.callback()), "whole");
    assert_eq!(stage.strings.served.load(Ordering::SeqCst), 1);
}

#[test]
fn sessions_cut_again_and_again_at_any_moment_lose_and_double_nothing() {
    let stage = Stage::new();
    let mut client = stage.client();
    let mut random = fastrand::Rng::with_seed(7);
    // Number of each call and its tag, as a client keeps them for a resume.
    let mut sent: Vec<(i32, u32)> = Vec::new();
    let (mut made, mut answered, mut heard) = (0, 0, Vec::new());

    while answered < 300 {
        for _ in 0..random.u32(1..8) {
            sent.push((client.next, made));
            client.call(say(&made.to_be_bytes()));
            made += 1;
        }
        for _ in 0..random.usize(..8) {
            if answered < sent.len() {
                client.answer(sent[answered].0);
                answered += 1;
            }
        }
        client.cut();
        let oldest = sent.first().map_or(NO_NUMBER, |(number, _)| *number);
        let (status, last) = client.resume(&stage.way, oldest);
        assert_eq!(status, 0);
        let next = client.next;
        for (number, tag) in &sent {
            if *number > last {
                client.next = *number;
                client.call(say(&tag.to_be_bytes()));
            }
        }
        client.next = next;
    }
    while answered < sent.len() {
        client.answer(sent[answered].0);
        answered += 1;
    }
    while heard.len() < sent.len() {
        heard.push(tag(client.callback()));
    }

    let expected: Vec<Vec<u8>> = sent
        .iter()
        .map(|(_, tag)| tag.to_be_bytes().to_vec())
        .collect();
    assert_eq!(heard, expected);
    assert_eq!(stage.strings.served.load(Ordering::SeqCst), sent.len());
}
