//! Timeouts of a session. The limits: 180 s of silence, 60 s without taking, 15 s without coming after a close, and
//! 900 s after a silence.

use super::*;
use crate::session::Expiry;

#[test]
fn a_client_that_says_nothing_is_disconnected_and_may_resume() {
    let mut session = session(limits());
    session.heard(at(10));
    assert_eq!(session.deadline(at(20)), Some(at(190)));
    assert_eq!(session.expired(at(189)), None);
    assert_eq!(session.expired(at(190)), Some(Expiry::Silent));

    session.dropped(at(190), Cut::Silent);
    assert_eq!(session.expired(at(1000)), None);
    session.resume(&resume(NONE, NONE), at(1000)).unwrap();
    assert_eq!(session.expired(at(1001)), None);
}

#[test]
fn whatever_comes_breaks_the_silence() {
    let mut session = session(limits());
    session.receive(call(1), at(100)).unwrap();
    assert_eq!(session.deadline(at(100)), Some(at(280)));
    let heartbeat = message(MessageType::Heartbeat, 2, b"");
    session.receive(heartbeat, at(200)).unwrap();
    output(&mut session);
    session.heard(at(300));
    assert_eq!(session.expired(at(479)), None);
    assert_eq!(session.expired(at(480)), Some(Expiry::Silent));
}

#[test]
fn a_frame_dated_before_the_last_one_does_not_bring_the_silence_forward() {
    let mut session = session(limits());
    session.heard(at(100));

    // Read by a thread that took its time earlier.
    session.receive(call(1), at(90)).unwrap();

    assert_eq!(session.deadline(at(100)), Some(at(280)));
    assert_eq!(session.expired(at(279)), None);
    assert_eq!(session.expired(at(280)), Some(Expiry::Silent));
}

#[test]
fn who_is_not_read_is_not_silent() {
    let calls = Bound {
        messages: 1,
        bytes: 100,
    };
    let mut session = session(Limits { calls, ..limits() });
    session.receive(call(1), at(0)).unwrap();

    for seconds in [100, 300, 1000] {
        assert_eq!(session.expired(at(seconds)), None);
    }
    session.answer(n(1), &answer("")).unwrap();
    output(&mut session);
    assert_eq!(session.expired(at(1179)), None);
    assert_eq!(session.expired(at(1180)), Some(Expiry::Silent));
}

#[test]
fn a_client_that_takes_nothing_is_disconnected() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    session.heard(at(100));
    assert_eq!(session.deadline(at(100)), Some(at(160)));
    let batch = session.next_batch().unwrap();
    assert_eq!(session.expired(at(159)), None);

    // One byte is enough to go on.
    session.written(1, at(159));
    assert_eq!(session.expired(at(160)), None);
    assert_eq!(session.expired(at(219)), Some(Expiry::Stalled));
    session.written(batch.len() - 1, at(219));
    assert_eq!(session.expired(at(279)), None);
}

#[test]
fn what_stalled_on_one_connection_has_a_fresh_start_on_the_next() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    assert_eq!(session.expired(at(0)), None);
    assert_eq!(session.expired(at(60)), Some(Expiry::Stalled));
    session.dropped(at(60), Cut::Silent);

    session.resume(&resume(NONE, NONE), at(100)).unwrap();
    assert_eq!(session.deadline(at(100)), Some(at(160)));
}

#[test]
fn a_session_that_nobody_resumes_is_over_and_gives_its_memory_back() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    session.dropped(at(50), Cut::Silent);
    session.dropped(at(60), Cut::Silent);

    assert_eq!(session.deadline(at(60)), Some(at(950)));
    assert_eq!(session.expired(at(949)), None);
    assert_eq!(session.expired(at(950)), Some(Expiry::Abandoned));
    assert!(session.is_over());
    assert_eq!(session.waiting().messages, 0);
    assert!(session.resume(&resume(NONE, NONE), at(951)).is_err());
}

#[test]
fn a_session_whose_client_closed_the_connection_is_kept_for_less() {
    let mut session = session(limits());
    assert_eq!(session.kept(at(49)), None);
    session.dropped(at(50), Cut::Closed);
    // A later failure of the same connection changes nothing.
    session.dropped(at(60), Cut::Silent);

    assert_eq!(session.deadline(at(60)), Some(at(65)));
    assert_eq!(session.kept(at(60)), Some(at(5)));
    assert_eq!(session.expired(at(64)), None);
    assert_eq!(session.expired(at(65)), Some(Expiry::Abandoned));
    assert_eq!(session.kept(at(66)), None);
}

#[test]
fn each_connection_that_is_closed_gives_the_client_the_whole_time_to_come_back() {
    let mut session = session(limits());
    session.dropped(at(50), Cut::Silent);
    session.resume(&resume(NONE, NONE), at(60)).unwrap();
    session.dropped(at(70), Cut::Closed);

    assert_eq!(session.expired(at(84)), None);
    session.resume(&resume(NONE, NONE), at(84)).unwrap();
    session.dropped(at(90), Cut::Silent);
    assert_eq!(session.expired(at(989)), None);
    assert_eq!(session.expired(at(990)), Some(Expiry::Abandoned));
}

#[test]
fn a_client_that_is_away_holds_up_others_no_longer_than_one_that_stalls() {
    let few = Bound {
        messages: 2,
        bytes: usize::MAX,
    };
    let mut session = session(Limits {
        waiting_most: few,
        ..limits()
    });
    session.call_back(&call_back("a")).unwrap();
    session.dropped(at(50), Cut::Silent);
    assert_eq!(session.deadline(at(60)), Some(at(950)));

    session.call_back(&call_back("b")).unwrap();
    assert_eq!(session.deadline(at(70)), Some(at(130)));
    assert_eq!(session.expired(at(129)), None);
    assert_eq!(session.expired(at(130)), Some(Expiry::InTheWay));
    assert!(session.is_over());
}

#[test]
fn a_limit_of_the_longest_duration_is_none() {
    let mut session = session(Limits {
        silence: Duration::MAX,
        stall: Duration::MAX,
        resume_silent: Duration::MAX,
        ..limits()
    });
    session.heard(at(1));
    session.call_back(&call_back("a")).unwrap();

    assert_eq!(session.deadline(at(2)), None);
    assert_eq!(session.expired(at(1 << 40)), None);
    session.dropped(at(3), Cut::Silent);
    assert_eq!(session.kept(at(4)), Some(Duration::MAX));
    assert_eq!(session.deadline(at(4)), None);
    assert_eq!(session.expired(at(1 << 40)), None);
}
