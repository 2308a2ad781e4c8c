//! Lanes, and what is left of them and of streams.

use crate::lanes::{LaneGrant, LaneId, LinkFrame, Wait};
use hyla_core::message::relay_frame;
use hyla_core::metrics::ChannelMetrics;
use hyla_core::outbox::{Frames, Lanes, LinkEnd, MemberLinks};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use super::super::testing::Links;
use super::stage::*;

/// The lane of B for messages of this federate: offered, let in, called, reported as established.
fn with_lane() -> Stage {
    with_lane_of(VIDEO)
}

fn with_lane_of(transportation: TransportationTypeHandle) -> Stage {
    let mut stage = with_b();
    let at = stage.other("lane");
    stage.send_by(transportation, B, 1);
    let grant = LaneGrant {
        challenge: hyla_core::secrets::Challenge([7; 16]),
        addresses: vec![at],
        reading: String::new(),
    };
    stage.says_link(
        "b",
        &LinkFrame::Answer {
            lane: LaneId(1),
            outcome: Ok(grant),
        },
    );
    stage.send_by(transportation, B, 2);
    stage.says_link("b", &LinkFrame::Stands { lane: LaneId(1) });
    stage
}

/// The channel to B broke, and data goes through the RTI.
fn with_relay() -> Stage {
    let mut stage = with_b();
    stage.hangs_up("b");
    stage.wait(SECOND);
    stage
}

#[test]
fn best_effort_that_finds_no_room_is_dropped_and_holds_nobody_up() {
    for (way, mut stage) in [
        ("stream", with_b()),
        ("lane", with_lane_of(RADIO)),
        ("relay", with_relay()),
    ] {
        let message = vec![DATA; 60_000];
        let dropped = |links: &mut Links| -> u64 {
            let channels = links.gather().channels;
            channels.iter().map(ChannelMetrics::total_dropped).sum()
        };
        assert_eq!(dropped(&mut stage.links), 0, "{way}");

        // The receiver does not read meanwhile.
        for _ in 0..300 {
            stage.links.begin_call();
            let put = &mut |buffer: &mut Vec<u8>| buffer.extend_from_slice(&message);
            stage.links.frame_as(B, RADIO, put);
            assert!(!stage.links.is_congested_anywhere(), "{way}");
        }

        assert!(dropped(&mut stage.links) > 0, "{way}");
    }
}

/// Members that miss messages of one that takes no callbacks asked it without end, and their requests waited on its stream.
#[test]
fn requests_and_repairs_for_a_member_that_reads_nothing_are_bounded() {
    let mut stage = with_b();
    let repair = {
        use hyla_multicast::{Config, GroupId, Key, Member, MemberId};
        let key = Key::new(&[1; 16]);
        let mut member = Member::new(Config::default(), MemberId(1), key, 1).unwrap();
        let members = [1, 2].map(MemberId);
        member.install(stage.now, GroupId(1), &members).unwrap();
        member.send(stage.now, GroupId(1), &[7; 1_000]).unwrap();
        let mut datagram = Vec::new();
        let _to = member.poll_transmit(stage.now, &mut datagram).unwrap();
        datagram
    };
    let dropped = |links: &mut Links| -> u64 {
        let channels = links.gather().channels;
        channels.iter().map(ChannelMetrics::total_dropped).sum()
    };

    for _ in 0..20_000 {
        stage.links.begin_call();
        stage.links.send_packet(B, false, &repair);
    }

    assert!(dropped(&mut stage.links) > 0);
    assert!(!stage.links.is_congested_anywhere());

    // Nobody asks again for what the protocol's lanes carry: it is not dropped.
    let before = dropped(&mut stage.links);
    stage.links.send_packet(B, true, &repair);
    assert_eq!(dropped(&mut stage.links), before);
}

#[test]
fn a_lane_is_offered_called_and_used_once_it_stands() {
    let mut stage = with_lane();
    stage.send_as(B, 3);
    stage.send(B, 4);
    stage
        .links
        .announce(B, &mut |buffer| buffer.extend_from_slice(&[DATA, 5]));
    stage.send_as(B, 6);
    stage.links.settle_lanes(B);
    stage.send(B, 7);

    stage.saw(&[
        "b0 gets Offer { lane: LaneId(1), profile: \"Video\", reliable: true, sequenced: false }",
        "b0 gets data [1]",
        "lane is called",
        "lane0 gets Open",
        "b0 gets data [2]",
        "b0 gets Fence { number: 1, waits: [] }",
        "lane0 gets Met { number: 1 }",
        "lane0 gets data [3]",
        "b0 gets data [4]",
        "b0 gets data [5]",
        "b0 gets Fence { number: 2, waits: [] }",
        "lane0 gets Met { number: 2 }",
        "lane0 gets data [6]",
        "b0 gets Fence { number: 3, waits: [Met(LaneId(1))] }",
        "b0 gets data [7]",
        "lane0 gets Met { number: 3 }",
    ]);
}

#[test]
fn a_lane_that_ends_leaves_its_messages_to_the_stream_behind_a_fence() {
    let mut stage = with_lane();
    stage.send_as(B, 3);
    stage.trace();
    stage.hangs_up("lane");
    stage.send_as(B, 4);

    stage.saw(&[
        "OutgoingLane(FederateHandle(2), LaneId(1)) closed",
        "lane is hung up on: closed here: the other hangs up",
        "b0 gets Fence { number: 2, waits: [End(LaneId(1))] }",
        "b0 gets data [4]",
    ]);
}

#[test]
fn lanes_end_with_the_stream() {
    let mut stage = with_lane();
    stage.trace();
    stage.hangs_up("b");
    stage.send_as(B, 4);

    stage.saw(&[
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "lane is hung up on: closed by the peer",
    ]);
}

#[test]
fn lanes_end_with_the_member() {
    let mut stage = with_lane();
    stage.trace();
    stage.down(B, LinkEnd::Drain);
    stage.send_as(B, 4);
    stage.saw(&[
        "b0 gets Fence { number: 1, waits: [] }",
        "lane0 gets Met { number: 1 }",
        "lane0 gets data [4]",
    ]);

    stage.wait(DRAIN + SECOND);
    stage.send_as(B, 5);
    stage.saw(&[
        "b is hung up on: closed by the peer",
        "lane is hung up on: closed by the peer",
        "stream of B ended",
    ]);
}

#[test]
fn a_lane_that_is_refused_or_not_reached_leaves_its_messages_to_the_stream() {
    let mut stage = with_b();
    stage.send_as(B, 1);
    let outcome = Err("no room".to_owned());
    stage.says_link(
        "b",
        &LinkFrame::Answer {
            lane: LaneId(1),
            outcome,
        },
    );
    stage.send_as(B, 2);
    stage.saw(&[
        "b0 gets Offer { lane: LaneId(1), profile: \"Video\", reliable: true, sequenced: false }",
        "b0 gets data [1]",
        "b0 gets data [2]",
    ]);

    let mut stage = with_b();
    stage.send_as(B, 1);
    let grant = LaneGrant {
        challenge: hyla_core::secrets::Challenge([7; 16]),
        addresses: vec![endpoint().in_process_address().to_string()],
        reading: String::new(),
    };
    stage.says_link(
        "b",
        &LinkFrame::Answer {
            lane: LaneId(1),
            outcome: Ok(grant),
        },
    );
    stage.send_as(B, 2);
    stage.saw(&[
        "b0 gets Offer { lane: LaneId(1), profile: \"Video\", reliable: true, sequenced: false }",
        "b0 gets data [1]",
        "OutgoingLane(FederateHandle(2), LaneId(1)) closed",
        "b0 gets data [2]",
    ]);
}

/// A lane of B: offered, let in, and come.
fn with_their_lane() -> Stage {
    let mut stage = with_b();
    stage.other("lane");
    let offer = LinkFrame::Offer {
        lane: LaneId(1),
        profile: "Video".into(),
        reliable: true,
        sequenced: false,
    };
    stage.says_link("b", &offer);
    stage.calls("lane", None);
    let proof = stage.links.incoming(B).expect("lanes").only_proof();
    stage.says_link("lane", &LinkFrame::Open { proof });
    stage
}

#[test]
fn what_is_left_on_a_lane_is_read_after_the_end_of_the_stream_whatever_is_said_meanwhile() {
    let mut stage = with_their_lane();
    let waits = vec![Wait::Met(LaneId(1))];
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.says_data("b", 2);
    stage.hangs_up("b");
    // An answer to what B has said before, for example.
    stage.send(B, 3);
    stage.trace();

    stage.says_data("lane", 1);
    stage.says_link("lane", &LinkFrame::Met { number: 1 });
    stage.wait(LONG);

    let trace = stage.trace();
    let at = |what: &str| trace.iter().position(|line| line.contains(what));
    assert!(
        at("Lane(LaneId(1)): data [1]") < at("by Stream: data [2]"),
        "{trace:?}"
    );
    assert!(
        at("data [1]").is_some() && at("for B: data [3]").is_some(),
        "{trace:?}"
    );
}

#[test]
fn what_was_to_be_said_after_the_end_of_a_stream_is_counted_if_the_member_has_left() {
    let mut stage = with_their_lane();
    let waits = vec![Wait::Met(LaneId(1))];
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.hangs_up("b");
    stage.send(B, 3);
    assert_eq!(stage.links.dropped_frames(), 0);

    stage.down(B, LinkEnd::Drain);
    stage.wait(LONG);

    assert_eq!(stage.links.dropped_frames(), 1);
}

#[test]
fn a_fence_waits_for_what_is_not_read_until_it_is_read() {
    let mut stage = with_their_lane();
    // B has given the lane up, and says the rest on the stream.
    let waits = vec![Wait::End(LaneId(1))];
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.says_data("b", 2);
    stage.trace();

    stage.links.pause(|_| true);
    stage.says_data("lane", 1);
    stage.wait(LONG);
    // A group of B ends: these are not paused.
    let now = stage.links.lanes.since(stage.links.now);
    let incoming = stage.links.incoming_mut(B).unwrap();
    incoming.ordering.group_removed(5, now);
    stage.due(B);
    stage.saw(&[]);

    stage.links.pause(|_| false);
    stage.settle();
    stage.saw(&["from B by Lane(LaneId(1)): data [1]"]);
    stage.hangs_up("lane");
    assert!(
        stage
            .trace()
            .contains(&"from B by Stream: data [2]".to_owned())
    );
}

#[test]
fn a_lane_of_another_member_is_let_in_and_put_in_order_with_its_stream() {
    let mut stage = with_their_lane();
    stage.says_data("lane", 1);
    // Messages behind the fence on the lane wait for the stream to get there.
    stage.says_link("lane", &LinkFrame::Met { number: 1 });
    stage.says_data("lane", 2);
    stage.saw(&[
        "b0 gets Answer LaneId(1) Ok(\"granted\")",
        "b0 gets Stands { lane: LaneId(1) }",
        "from B by Lane(LaneId(1)): data [1]",
    ]);
    stage.says_data("b", 3);
    let waits = Vec::new();
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.saw(&[
        "from B by Stream: data [3]",
        "from B by Lane(LaneId(1)): data [2]",
    ]);

    // The end of the stream ends the lane, and what waits is handed out.
    stage.says_link("lane", &LinkFrame::Met { number: 2 });
    stage.says_data("lane", 4);
    stage.hangs_up("b");
    stage.wait(LONG);
    stage.saw(&[
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "lane is hung up on: closed by the peer",
        "from B, left over: data [4]",
        "route to B changed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
    ]);
}

/// B says something through the RTI.
fn relays(stage: &mut Stage, value: u8) {
    stage.says("rti", |buffer| {
        relay_frame(B, buffer);
        buffer.extend_from_slice(&[DATA, value]);
    });
}

#[test]
fn what_is_left_on_a_stream_comes_before_what_is_said_through_the_rti_since() {
    let mut stage = with_b();
    stage.says_data("b", 1);
    // Callbacks wait here: nothing is read, what B says stays in the stream.
    stage.links.pause(|_| true);
    stage.says_data("b", 2);
    stage.saw(&["from B: data [1]"]);

    // B has noticed that the stream broke, and has turned to the RTI.
    stage.links.relay(B, false);
    relays(&mut stage, 3);
    stage.hangs_up("b");
    relays(&mut stage, 4);

    stage.saw(&[
        "kept",
        "from B: data [2]",
        "Stream(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "from B, left over: data [3]",
        "from B through the RTI: data [4]",
    ]);
}

#[test]
fn the_rest_of_a_stream_that_the_other_has_given_up_is_not_waited_for_for_ever() {
    let mut stage = with_b();
    stage.links.relay(B, false);
    relays(&mut stage, 1);
    stage.wait(SECOND / 2);
    stage.saw(&["kept"]);

    stage.wait(SECOND / 2);
    stage.saw(&[
        "route to B changed",
        "b is hung up on: closed by the peer",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "from B, left over: data [1]",
    ]);
    relays(&mut stage, 2);
    stage.send(B, 3);
    stage.saw(&[
        "from B through the RTI: data [2]",
        "rti0 gets for B: data [3]",
    ]);
}

#[test]
fn a_restore_gives_other_handles_and_forgets_who_has_none() {
    let mut stage = with_lane();
    let at = stage.other("c");
    stage.up(C, &[at], true);
    stage.trace();
    // B becomes C; C, whose call is not answered, has no place.
    stage.links.links_renamed(&[(ME, ME), (B, C)]);
    stage.settle();
    stage.send_as(C, 1);
    stage.send(B, 2);
    stage.says_data("b", 3);
    stage.saw(&[
        "c is hung up on: closed by the peer",
        "b0 gets Fence { number: 1, waits: [] }",
        "lane0 gets Met { number: 1 }",
        "lane0 gets data [1]",
        "from C: data [3]",
    ]);
    assert_eq!(stage.links.dropped, 1);
}

#[test]
fn leaving_the_execution_closes_what_leads_to_members() {
    let mut stage = with_lane();
    let at = stage.other("c");
    stage.up(C, &[at], true);
    stage.other("d");
    stage.calls("d", Some(FederateHandle::new(9)));
    stage.send(C, 1);
    stage.trace();

    stage.links.leave_execution();
    stage.settle();

    stage.saw(&[
        "Stream(FederateHandle(9)) closed",
        "b is hung up on: closed by the peer",
        "c0 gets data [1]",
        "c is hung up on: closed by the peer",
        "d is hung up on: closed by the peer",
        "lane is hung up on: closed by the peer",
    ]);
    assert_eq!(stage.links.next_deadline(), None);
}
