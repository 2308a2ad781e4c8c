//! Clients that do not read.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_settings::Settings;

use super::Stage;
use super::puppet::{say, tag};
use crate::callback::Urgency;

/// Much more than the system buffers for a connection.
const FLOOD: usize = 3_000;
const SIZE: usize = 16 << 10;

fn small(settings: &mut Settings) {
    settings.fedpro.drop_bytes = 1 << 20;
    settings.fedpro.hold_bytes = 2 << 20;
}

#[test]
fn best_effort_callbacks_for_a_client_that_does_not_read_are_dropped_and_counted() {
    let stage = Stage::with(small);
    let mut slow = stage.client();

    for n in 0..FLOOD {
        let mut tag = vec![0; SIZE];
        tag[..8].copy_from_slice(&n.to_be_bytes());
        stage.strings.call_back(&tag, Urgency::Droppable);
        if n % 100 == 0 {
            stage.strings.wake();
        }
    }
    stage.strings.call_back(b"end", Urgency::Needed);
    stage.strings.wake();
    stage.until("callbacks to be dropped", |counters| {
        counters.callbacks_dropped > 0
            && counters.callbacks + counters.callbacks_dropped > FLOOD as u64
    });

    // Messages are in order, and the required ones arrive.
    let mut last = None;
    loop {
        let tag = tag(slow.callback());
        if tag == "end" {
            break;
        }
        let n = usize::from_be_bytes(tag[..8].try_into().unwrap());
        assert!(last.is_none_or(|last| last < n));
        last = Some(n);
    }
}

#[test]
fn reliable_callbacks_for_a_client_that_does_not_read_wait_in_its_federate() {
    let stage = Stage::with(small);
    let mut slow = stage.client();
    let mut other = stage.client();

    for n in 0..FLOOD {
        let mut tag = vec![0; SIZE];
        tag[..8].copy_from_slice(&n.to_be_bytes());
        stage.strings.call_back(&tag, Urgency::Needed);
    }
    // The first to take its turn is the one that calls.
    slow.call(say(b"end"));
    stage
        .strings
        .until("the call", |s| s.served.load(Ordering::SeqCst) == 1);
    let taken = stage.server.counters().callbacks;
    assert!(taken < FLOOD as u64, "{taken} callbacks are under way");

    // Others are not held up.
    for _ in 0..10 {
        other.heartbeat();
    }
    for n in 0..FLOOD {
        let tag = tag(slow.callback_after_answers());
        assert_eq!(tag[..8], n.to_be_bytes());
    }
    assert_eq!(tag(slow.callback_after_answers()), "end");
    assert_eq!(stage.server.counters().callbacks_dropped, 0);
}

#[test]
fn a_client_that_takes_nothing_is_cut_off_and_lost_if_it_does_so_again() {
    let stage = Stage::with(|s| {
        small(s);
        s.fedpro.stall = Duration::from_secs(4);
    });
    let mut slow = stage.client();
    for _ in 0..FLOOD {
        stage.strings.call_back(&[0; SIZE], Urgency::Needed);
    }
    slow.call(say(b"end"));
    stage.until("bytes", |counters| counters.bytes_sent > 0);

    // The client reads the bytes that the system has buffered, and the end of the connection. As long as it is away it
    // delays others, so it has as long again to come back.
    std::thread::sleep(Duration::from_secs(5));
    while slow.read() {}
    assert_eq!(slow.resume(&stage.way, 1).0, 0, "it may come back");

    stage.until("its end", |counters| counters.sessions == 0);
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 1);
    assert_eq!(stage.server.counters().sessions_lost, 1);
}

#[test]
fn a_client_that_calls_and_does_not_read_is_served_no_faster_than_it_reads() {
    let stage = Stage::with(small);
    let mut slow = stage.client();
    slow.set_write_timeout(Duration::from_secs(2));

    // Each call comes back as large as it went.
    let mut calls = Vec::new();
    let mut blocked = false;
    for _ in 0..FLOOD {
        let number = slow.next;
        match slow.try_call(say(&[0; SIZE])) {
            Ok(()) => calls.push(number),
            Err(_) => {
                blocked = true;
                break;
            }
        }
    }

    assert!(blocked || stage.strings.served.load(Ordering::SeqCst) < FLOOD);
    let mut other = stage.client();
    other.heartbeat();
    let served = stage.strings.served.load(Ordering::SeqCst);
    assert!(served < calls.len(), "{served} of {}", calls.len());
    let first = slow.answer(calls[0]);
    assert!(matches!(first, Answer::SendInteractionResponse(_)));
}
