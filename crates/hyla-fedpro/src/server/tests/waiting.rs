//! Calls that wait for long, and those who are not to wait with them.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::{ConnectRequest, QueryGaltRequest, QueryLogicalTimeRequest};

use super::Stage;
use super::puppet::tag;
use super::raw::{Raw, TIMEOUT, Target};
use crate::callback::Urgency;

const WAITS: Call = Call::QueryGaltRequest(QueryGaltRequest {});
const CONNECT: Call = Call::ConnectRequest(ConnectRequest {});

/// Threads on which calls wait, and the share of one address.
const THREADS: usize = 16;
const SHARE: usize = THREADS / 4;

impl Stage {
    /// A client at another address of this host.
    fn client_at(&self, last: u8) -> Raw {
        Raw::start(&Target {
            from: Some([127, 0, 0, last].into()),
            ..self.way.clone()
        })
    }

    fn until_waiting(&self, calls: usize) {
        self.strings.until("calls to wait", |s| {
            s.waiting.load(Ordering::SeqCst) == calls
        });
    }
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "other systems have one address of loopback"
)]
fn sessions_of_one_address_whose_calls_wait_leave_threads_to_other_addresses() {
    let stage = Stage::with_threads(THREADS, |_| {});
    let mut crowd: Vec<_> = (0..THREADS)
        .map(|_| {
            let mut client = stage.client();
            let call = client.call(WAITS);
            // The call has been received.
            client.heartbeat();
            (client, call)
        })
        .collect();
    stage.until_waiting(SHARE);

    let mut other = stage.client_at(2);
    assert!(matches!(other.ask(CONNECT), Answer::ConnectResponse(_)));
    let waiting = other.call(WAITS);
    stage.until_waiting(SHARE + 1);
    // Nobody of the crowd was served instead.
    assert_eq!(stage.strings.served.load(Ordering::SeqCst), 1);

    stage.strings.open(THREADS + 1);
    for (client, call) in &mut crowd {
        assert!(matches!(client.answer(*call), Answer::QueryGaltResponse(_)));
    }
    assert!(matches!(
        other.answer(waiting),
        Answer::QueryGaltResponse(_)
    ));
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "other systems have one address of loopback"
)]
fn threads_are_left_for_those_who_connect_and_leave_when_many_addresses_have_calls_that_wait() {
    let stage = Stage::with_threads(THREADS, |s| s.fedpro.resume = Duration::from_millis(50));
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    let mut leaver = stage.client_at(2);
    leaver.ask(CONNECT);
    let mut crowd: Vec<_> = (10..10 + THREADS)
        .map(|last| {
            let mut client = stage.client_at(u8::try_from(last).unwrap());
            client.ask(CONNECT);
            let call = client.call(WAITS);
            client.heartbeat();
            (client, call)
        })
        .collect();
    // A quarter is for connects, and one thread for those who leave.
    let for_calls = THREADS - THREADS / 4 - 1;
    stage.until_waiting(for_calls);

    let mut other = stage.client_at(3);
    assert!(matches!(other.ask(CONNECT), Answer::ConnectResponse(_)));
    leaver.cut();
    stage
        .strings
        .until("it to leave", |s| s.left.load(Ordering::SeqCst) == 1);
    assert_eq!(stage.strings.waiting.load(Ordering::SeqCst), for_calls);

    stage.strings.open(THREADS);
    for (client, call) in &mut crowd {
        assert!(matches!(client.answer(*call), Answer::QueryGaltResponse(_)));
    }
}

/// Calls of others may wait for what such a federate says.
#[test]
fn a_federate_whose_call_waits_for_a_thread_has_its_turns() {
    let stage = Stage::with_threads(THREADS, |_| {});
    let mut crowd = Vec::new();
    for number in 1..=SHARE {
        let mut client = stage.client();
        client.call(WAITS);
        stage.until_waiting(number);
        crowd.push(client);
    }
    let mut last = stage.client();
    let call = last.call(WAITS);
    last.heartbeat();

    stage.strings.call_back(b"meanwhile", Urgency::Needed);
    stage.strings.wake();

    assert_eq!(tag(last.callback()), "meanwhile");
    assert_eq!(stage.strings.waiting.load(Ordering::SeqCst), SHARE);
    stage.strings.open(SHARE + 1);
    assert!(matches!(last.answer(call), Answer::QueryGaltResponse(_)));
}

#[test]
fn a_call_that_waits_for_a_thread_ends_with_its_session() {
    let stage = Stage::with_threads(THREADS, |s| s.fedpro.resume = Duration::from_millis(50));
    let mut crowd = Vec::new();
    for number in 1..=SHARE {
        let mut client = stage.client();
        let call = client.call(WAITS);
        stage.until_waiting(number);
        crowd.push((client, call));
    }
    let mut last = stage.client();
    last.call(WAITS);
    last.heartbeat();

    last.cut();

    stage.until("it to be lost", |counters| {
        counters.sessions == SHARE as u64
    });
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 1);
    stage.strings.open(SHARE);
    for (client, call) in &mut crowd {
        assert!(matches!(client.answer(*call), Answer::QueryGaltResponse(_)));
    }
    assert_eq!(stage.strings.waiting.load(Ordering::SeqCst), SHARE);
}

/// A client whose connect lasts until after `fedpro.connect_ms`; `None` if it called only then, as happens on a slow host.
/// With another client that holds all threads for connects of the address, `behind` it.
fn connect_for_longer_than(connect: Duration, behind: bool) -> Option<()> {
    let stage = Stage::with_threads(THREADS, |s| s.fedpro.connect = connect);
    let strings = &stage.strings;
    strings.anonymous.store(true, Ordering::SeqCst);
    strings.connects_wait.store(true, Ordering::SeqCst);
    let begin = |weighed: usize| {
        let end = Instant::now() + connect;
        let mut client = Raw::connect(&stage.way);
        client.try_begin()?;
        let call = client.next;
        client.try_call(CONNECT).ok()?;
        while strings.weighed.load(Ordering::SeqCst) < weighed {
            std::thread::yield_now();
            if Instant::now() >= end {
                return None;
            }
        }
        Some((client, call))
    };
    let number = 1 + usize::from(behind);
    let mut clients = Vec::new();
    for weighed in 1..=number {
        clients.push(begin(weighed)?);
    }
    stage.until_waiting(1);
    // Past the time limit, and time to notice it: with less, the test shows less.
    std::thread::sleep(connect + Duration::from_millis(50));
    strings.open(number);

    for (client, call) in &mut clients {
        assert!(matches!(client.answer(*call), Answer::ConnectResponse(_)));
        client.heartbeat();
    }
    assert_eq!(strings.left.load(Ordering::SeqCst), 0);
    Some(())
}

/// Repeats until the client called in time.
fn connect_for_longer(behind: bool) {
    let mut connect = Duration::from_millis(50);
    while connect_for_longer_than(connect, behind).is_none() {
        connect *= 2;
        assert!(connect < TIMEOUT, "no client calls within {connect:?}");
    }
}

#[test]
fn a_connect_may_last_longer_than_the_time_to_call_it() {
    connect_for_longer(false);
}

#[test]
fn a_connect_may_wait_for_a_thread_longer_than_the_time_to_call_it() {
    connect_for_longer(true);
}

/// The call waits longer than for the answer, and nothing but the end of a pause lets it be carried out.
#[test]
fn a_call_that_waits_for_an_answer_does_not_keep_its_task_busy_while_receivers_cannot_keep_up() {
    /// More than the time for which a call waits for an answer: a pause takes 2 ms at least.
    const PAUSES: usize = 600;
    let stage = Stage::new();
    let strings = &stage.strings;
    let mut client = stage.client();
    for tag in [b"message", b"a grant"] {
        strings.call_back(tag, Urgency::Needed);
    }
    strings.unanswered.store(true, Ordering::SeqCst);
    strings.wake();
    assert_eq!(tag(client.callback()), "message");
    assert_eq!(tag(client.callback()), "a grant");
    let call = client.call(Call::QueryLogicalTimeRequest(QueryLogicalTimeRequest {}));
    // It has begun to wait.
    client.heartbeat();
    let pauses = || strings.congestion_asked.load(Ordering::SeqCst);
    let after = |count: usize| {
        let end = pauses() + count;
        strings.until("pauses", |_| pauses() >= end);
    };

    strings.congested.store(true, Ordering::SeqCst);
    strings.wake();
    after(PAUSES);

    let rounds = || strings.unanswered_asked.load(Ordering::SeqCst);
    let (rounds_before, pauses_before) = (rounds(), pauses());
    after(50);
    let (rounds, pauses) = (rounds() - rounds_before, pauses() - pauses_before);
    assert!(rounds < 20 * pauses, "{rounds} in {pauses} pauses");
    strings.congested.store(false, Ordering::SeqCst);
    let answer = client.answer(call);
    assert!(matches!(answer, Answer::QueryLogicalTimeResponse(_)));
}
