//! Calls, streams, breaks, and what goes through the RTI.

use crate::lanes::{LinkFrame, link_frame};
use hyla_core::message::{Echo, Greeting, greeting_frame};
use hyla_core::outbox::{Frames, LinkEnd, MemberLinks};
use hyla_core::secrets::{Challenge, ExecutionId, LinkKey, Purpose, Token};
use hyla_types::FederateHandle;

use super::stage::*;

#[test]
fn a_member_is_called_at_its_addresses_in_turn_and_reached_through_the_rti_at_last() {
    let mut stage = Stage::new();
    let gone = endpoint().in_process_address().to_string();
    stage.up(B, &[gone.clone(), gone], true);
    stage.send(B, 1);
    stage.send(C, 2);

    stage.saw(&[
        "Stream(FederateHandle(2)) closed",
        "Stream(FederateHandle(2)) closed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
    ]);
}

#[test]
fn what_waits_for_the_welcome_is_said_behind_the_greeting_and_nothing_before() {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    stage.send(B, 1);
    stage.send(B, 2);
    stage.saw(&["b is called", "b0 gets greeting"]);

    stage.welcomes("b", B);
    stage.send(B, 3);
    stage.says_data("b", 4);

    stage.saw(&[
        "b0 gets data [1]",
        "b0 gets data [2]",
        "b0 gets data [3]",
        "from B: data [4]",
    ]);
}

#[test]
fn who_turns_the_caller_away_is_reached_through_the_rti() {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    stage.send(B, 1);
    stage.hangs_up("b");
    stage.send(B, 2);

    stage.saw(&[
        "b is called",
        "b0 gets greeting",
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
        "rti0 gets for B: data [2]",
    ]);
}

#[test]
fn a_call_of_a_known_member_is_welcomed_and_a_second_one_turned_away() {
    let mut stage = Stage::new();
    stage.other("b");
    stage.other("c");
    stage.up(B, &[], false);
    stage.send(B, 1);
    stage.calls("b", Some(B));
    stage.says_data("b", 2);
    stage.calls("c", Some(B));
    stage.send(B, 3);

    stage.saw(&[
        "b0 gets Welcome",
        "b0 gets data [1]",
        "from B: data [2]",
        "c is hung up on: closed by the peer",
        "b0 gets data [3]",
    ]);
}

#[test]
fn what_an_early_caller_says_counts_once_the_log_has_told_of_it() {
    let mut stage = Stage::new();
    stage.other("b");
    stage.calls("b", Some(B));
    stage.says_data("b", 1);
    stage.up(B, &[], false);
    stage.says_data("b", 2);
    stage.send(B, 3);
    stage.saw(&[
        "from B, said early: data [1]",
        "b0 gets Welcome",
        "from B: data [2]",
        "b0 gets data [3]",
    ]);

    // One that hangs up before has said something all the same.
    stage.other("c");
    stage.calls("c", Some(C));
    stage.says_data("c", 4);
    stage.hangs_up("c");
    stage.up(C, &[], false);
    stage.send(C, 5);
    stage.down(C, LinkEnd::Drain);

    stage.saw(&[
        "Stream(FederateHandle(3)) closed",
        "c is hung up on: closed here: the other hangs up",
        "from C, said early: data [4]",
        "stream of C ended",
    ]);
}

#[test]
fn callers_that_do_not_greet_or_are_never_told_of_are_turned_away_in_time() {
    let mut stage = Stage::new();
    for name in ["b", "c", "d"] {
        stage.other(name);
    }
    stage.calls("b", None);
    stage.calls("c", Some(C));
    stage.calls("d", Some(FederateHandle::new(9)));
    stage.trace();

    stage.wait(GREET + SECOND);
    stage.saw(&["b is hung up on: closed by the peer"]);
    assert_eq!(stage.links.refused_callers(), 1);
    stage.wait(APPEAR - GREET);
    assert_eq!(stage.links.refused_callers(), 3);
    stage.saw(&[
        "c is hung up on: closed by the peer",
        "d is hung up on: closed by the peer",
    ]);
    assert_eq!(stage.links.next_deadline(), None);
}

#[test]
fn a_member_that_leaves_is_read_to_the_end_of_its_stream() {
    for end in [LinkEnd::Drain, LinkEnd::Cut] {
        let mut stage = with_b();
        stage.down(B, end);
        stage.says_data("b", 1);
        stage.send(B, 2);
        stage.hangs_up("b");
        // The core knows that the stream is over.
        stage.links.end_drained(|_| false);
        stage.send(B, 3);
        stage.saw(&[
            "from B: data [1]",
            "b0 gets data [2]",
            "Stream(FederateHandle(2)) closed",
            "b is hung up on: closed here: the other hangs up",
            "stream of B ended",
        ]);
        assert_eq!(stage.links.dropped, 1);
        assert_eq!(stage.links.next_deadline(), None);
    }
}

#[test]
fn a_member_that_leaves_and_says_nothing_more_is_not_waited_for_for_ever() {
    for (end, timeout) in [(LinkEnd::Drain, DRAIN), (LinkEnd::Cut, DRAIN / 4)] {
        let mut stage = with_b();
        stage.down(B, end);
        stage.wait(timeout - SECOND);
        stage.saw(&[]);
        stage.wait(2 * SECOND);
        stage.saw(&["b is hung up on: closed by the peer", "stream of B ended"]);
    }
}

#[test]
fn a_departed_member_that_is_expected_to_say_nothing_more_is_hung_up_on() {
    let mut stage = with_b();
    stage.down(B, LinkEnd::Drain);
    stage.links.end_drained(|_| true);
    stage.settle();
    stage.saw(&[]);
    stage.links.end_drained(|_| false);
    stage.settle();
    stage.saw(&["b is hung up on: closed by the peer"]);
}

#[test]
fn what_is_sent_after_a_break_waits_for_the_log_and_then_takes_the_way_through_the_rti() {
    let mut stage = with_b();
    stage.hangs_up("b");
    stage.send(B, 1);
    stage.saw(&[
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
    ]);
    stage.wait(LONG);
    stage.send(B, 2);
    stage.saw(&[
        "route to B changed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
        "rti0 gets for B: data [2]",
    ]);

    stage.down(B, LinkEnd::Drain);
    stage.send(B, 3);
    stage.saw(&["stream of B ended"]);
}

#[test]
fn a_break_of_a_member_that_has_left_is_over_when_the_log_says_so() {
    let mut stage = with_b();
    stage.hangs_up("b");
    stage.send(B, 1);
    stage.down(B, LinkEnd::Drain);
    stage.wait(LONG);

    stage.saw(&[
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "stream of B ended",
    ]);
    assert_eq!(stage.links.next_deadline(), None);
}

#[test]
fn a_break_that_is_noticed_by_sending_is_one_as_well() {
    let mut stage = with_b();
    let channel = stage.others.get_mut("b").map(|b| b.channels.remove(0));
    channel.expect("a channel").close("the other hangs up");
    // Nothing has been polled here: the first sign is that the channel takes nothing.
    stage
        .links
        .frame(B, &mut |buffer| buffer.extend_from_slice(&[DATA, 1]));
    stage.settle();
    stage.wait(LONG);

    stage.saw(&[
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "route to B changed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
    ]);
}

#[test]
fn links_without_a_channel_hold_up_who_sends_too_much_and_relays_while_they_are_told_to() {
    let mut stage = Stage::new();
    stage.up(B, &[], false);
    let wide = |buffer: &mut Vec<u8>| buffer.extend_from_slice(&[DATA; 60]);
    stage.links.frame(B, &mut |buffer| wide(buffer));
    assert!(!stage.links.is_held_up());
    stage.links.frame(B, &mut |buffer| wide(buffer));
    assert!(stage.links.is_held_up());
    stage.trace();

    stage.links.relay(B, true);
    stage.settle();
    assert!(!stage.links.is_held_up());
    assert_eq!(stage.trace().len(), 2);
    stage.links.relay_holds_up(B, true);
    assert!(stage.links.is_held_up());
    stage.links.relay_holds_up(B, false);
    assert!(!stage.links.is_held_up());
    let mut hold = Vec::new();
    link_frame(&LinkFrame::Hold { on: true }, &mut hold);
    assert!(!stage.links.relayed_is_due(B, &hold));
    assert!(stage.links.is_held_up());

    // Through the RTI this member says the same of itself, once.
    for pauses in [true, true, false] {
        stage.links.pause(|_| pauses);
        stage.settle();
    }
    stage.saw(&[
        "rti0 gets for B: Hold { on: true }",
        "rti0 gets for B: Hold { on: false }",
    ]);
}

/// The secret of two members of another federation.
fn other_key() -> LinkKey {
    LinkKey::between(ExecutionId::new(2), &Token::default(), &Token::default())
}

#[test]
fn who_claims_to_be_a_member_and_cannot_prove_it_is_turned_away_and_the_member_is_not() {
    let mut stage = Stage::new();
    for name in ["b", "thief"] {
        stage.other(name);
    }
    stage.up(B, &[], false);
    stage.calls("thief", None);
    stage.greets("thief", B, &other_key());
    stage.saw(&["thief is hung up on: closed by the peer"]);
    assert_eq!(stage.links.refused_callers(), 1);

    stage.calls("b", Some(B));
    stage.says_data("b", 1);
    stage.saw(&["b0 gets Welcome", "from B: data [1]"]);
}

#[test]
fn who_claims_the_handle_of_a_member_to_come_does_not_keep_that_member_out() {
    let mut stage = Stage::new();
    for name in ["b", "thief"] {
        stage.other(name);
    }
    stage.calls("thief", None);
    stage.greets("thief", B, &other_key());
    stage.says_data("thief", 1);
    stage.calls("b", Some(B));
    stage.says_data("b", 2);
    stage.trace();

    stage.up(B, &[], false);
    stage.says_data("b", 3);

    stage.saw(&[
        "from B, said early: data [2]",
        "b0 gets Welcome",
        "thief is hung up on: closed by the peer",
        "from B: data [3]",
    ]);
    assert_eq!(stage.links.refused_callers(), 1);
}

#[test]
fn a_greeting_that_was_recorded_opens_no_second_connection() {
    let mut stage = Stage::new();
    for name in ["b", "thief"] {
        stage.other(name);
    }
    stage.calls("b", Some(B));
    let recorded = stage.others["b"].challenge;
    stage.calls("thief", None);
    stage.says_link("thief", &LinkFrame::Call);
    let greeting = Greeting::ToMember {
        from: B,
        to: ME,
        proof: key().prove(Purpose::Call, (B, ME), &recorded),
        challenge: Challenge::default(),
    };
    stage.says("thief", |buffer| greeting_frame(&greeting, buffer));
    stage.trace();

    stage.up(B, &[], false);

    stage.saw(&["b0 gets Welcome", "thief is hung up on: closed by the peer"]);
}

#[test]
fn too_many_callers_that_claim_the_same_handle_are_turned_away_at_once() {
    let mut stage = Stage::new();
    stage.other("thief");
    for _ in 0..20 {
        stage.calls("thief", None);
        stage.greets("thief", C, &other_key());
    }

    assert_eq!(stage.links.refused_callers(), 12);
    stage.up(C, &[], false);
    assert_eq!(stage.links.refused_callers(), 20);
}

#[test]
fn callers_that_speak_nonsense_are_counted_as_refused_and_their_names_forgotten() {
    let mut stage = Stage::new();
    stage.other("thief");
    for count in 1..=3 {
        stage.calls("thief", None);
        stage.says_data("thief", 1);
        assert_eq!(stage.links.refused_callers(), count);
    }
    let (_, reason) = stage.links.last_refused_caller().expect("one");
    assert_eq!(reason, "no greeting");
    assert_eq!(stage.links.next_deadline(), None);
}

#[test]
fn a_caller_that_has_proven_nothing_gets_no_answer_to_a_probe_and_answers_none() {
    for is_answer in [false, true] {
        let mut stage = Stage::new();
        stage.other("thief");
        stage.calls("thief", None);
        stage.greets("thief", C, &other_key());
        stage.trace();
        let echo = Echo {
            is_answer,
            ..Echo::short(1, 1)
        };

        stage.says("thief", |buffer| echo.put(buffer));

        stage.saw(&[
            "nonsense of a caller: it sent a probe before it was welcome",
            "thief is hung up on: closed by the peer",
        ]);
        assert_eq!(stage.links.refused_callers(), 1);
        // Nobody waits any more.
        assert!(!stage.links.holds_back());
    }
}

#[test]
fn who_asks_and_never_reads_gets_no_more_answers_than_its_stream_holds() {
    let mut stage = with_b();
    stage.others.get_mut("b").expect("b").channels[0].set_paused(true);
    for _ in 0..20_000 {
        stage.says("b", |buffer| Echo::short(1, 1).put(buffer));
    }
    let waiting = stage
        .links
        .streams()
        .map(|(_, stream)| stream.channel.counters());
    let waiting: u64 = waiting.map(|counters| counters.queue_bytes).sum();
    assert!((1..20_000).contains(&waiting), "{waiting}");
}

#[test]
fn a_called_process_that_cannot_prove_to_be_the_member_gets_nothing() {
    let mut stage = Stage::new();
    let at = stage.other("thief");
    stage.up(B, &[at], true);
    stage.send(B, 1);
    let proof = other_key().prove(Purpose::Welcome, (B, ME), &Challenge::default());
    stage.says_link("thief", &LinkFrame::Welcome { proof });

    let trace = stage.trace();

    let got: Vec<_> = trace.iter().filter(|line| line.contains("data")).collect();
    assert_eq!(got, ["rti0 gets for B: data [1]"], "{trace:?}");
    assert_eq!(stage.links.refused_callers(), 1);
}

/// Boards are of the stream: without it nobody posts as if the member saw it. A way through the RTI has none.
#[test]
fn boards_are_lost_with_the_stream() {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    assert!(!stage.links.has_boards(B), "the stream is not up");
    stage.welcomes("b", B);
    assert!(stage.links.has_boards(B));
    assert!(!stage.links.has_boards(C));

    let posting = [7, 1, 0, 0, 0];
    stage.links.open_boards(7, 0, &mut [(B, true)].into_iter());
    assert!(stage.links.post_times(&posting, Some(&[5])));
    let seen = stage.others["b"].channels[0].boards().expect("boards");
    assert_eq!(
        seen.posted(),
        Some([7, 1, 0, 0, 5]),
        "with its own last word"
    );
    assert!(
        !stage.links.post_times(&posting, Some(&[5, 6])),
        "of two members"
    );
    seen.post(&[7, 2, 0, 0, 0]);
    let mut posted = [[1; 5]];
    stage.links.posted_times(&mut posted);
    assert_eq!(posted, [[7, 2, 0, 0, 0]]);

    stage.hangs_up("b");
    assert!(!stage.links.post_times(&posting, Some(&[5])));
    stage.links.posted_times(&mut posted);
    assert_eq!(posted, [[0; 5]]);
    assert!(!stage.links.has_boards(B));

    stage.links.open_boards(8, 0, &mut [(C, true)].into_iter());
    assert!(
        !stage.links.post_times(&posting, Some(&[5])),
        "never was one"
    );
}
