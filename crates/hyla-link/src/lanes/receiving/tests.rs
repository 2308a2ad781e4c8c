use super::super::{REORDER_TIMEOUT, link_frame, put_entries};
use super::*;

const ONE: LaneId = LaneId(1);
const TWO: LaneId = LaneId(2);
const START: Duration = Duration::ZERO;

/// A merge with a reliable lane and a lossy one whose messages are stamped.
fn ordering() -> ReceiveOrdering {
    let mut ordering = ReceiveOrdering::default();
    ordering.stands(ONE, true, false);
    ordering.stands(TWO, false, true);
    ordering
}

/// The stream passes a mark of a group.
fn pass_mark(ordering: &mut ReceiveOrdering, group: u32, mark: u64) {
    says(
        ordering,
        Path::Stream,
        &LinkFrame::GroupMark { group, mark },
    )
    .unwrap();
}

/// The stream comes to a fence that waits for messages of groups.
fn wait_for(ordering: &mut ReceiveOrdering, waits: Vec<(u32, u64)>) {
    says(ordering, Path::Stream, &LinkFrame::GroupFence { waits }).unwrap();
}

fn says(ordering: &mut ReceiveOrdering, path: Path, said: &LinkFrame) -> Result<(), String> {
    let mut frame = Vec::new();
    link_frame(said, &mut frame);
    match ordering.arrives(path, &frame, START)? {
        Verdict::Taken => Ok(()),
        due @ Verdict::Due(..) => panic!("{due:?}"),
    }
}

/// A fence arrives on the stream.
fn fence(ordering: &mut ReceiveOrdering, number: u32, waits: Vec<Wait>) {
    says(ordering, Path::Stream, &LinkFrame::Fence { number, waits }).unwrap();
}

fn sequence(fence: u32, number: u64) -> SequenceNumbers {
    SequenceNumbers {
        fence,
        number,
        sent: 0,
    }
}

/// A message on the lossy lane.
fn lossy(fence: u32, number: u64, message: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    sequence(fence, number).put(&mut frame);
    frame.extend_from_slice(message);
    frame
}

/// The same, which may have come by a group. `run` messages before it went the same way.
fn marked(fence: u32, number: u64, run: u16, message: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    let sequence = sequence(fence, number);
    put_entries(
        0,
        &[ReceiverEntry {
            receiver: 7,
            sequence,
            run,
        }],
        &mut frame,
    );
    frame.extend_from_slice(message);
    frame
}

fn taken(ordering: &mut ReceiveOrdering, path: Path, frame: &[u8], now: Duration) {
    assert_eq!(ordering.arrives(path, frame, now), Ok(Verdict::Taken));
}

fn due(ordering: &mut ReceiveOrdering) -> Vec<Vec<u8>> {
    std::iter::from_fn(|| ordering.next_due())
        .map(|held| held.message)
        .collect()
}

#[test]
fn a_message_that_waits_for_nothing_is_due_where_it_lies() {
    let mut ordering = ordering();
    let frame = lossy(0, 0, b"*a");
    assert_eq!(
        ordering.arrives(Path::Lane(TWO), &frame, START),
        Ok(Verdict::Due(b"*a", Some(sequence(0, 0))))
    );
    assert_eq!(
        ordering.arrives(Path::Lane(ONE), b"*b", START),
        Ok(Verdict::Due(b"*b", None))
    );

    // A reliable lane says itself when it has met a fence: what it says before does not wait.
    fence(&mut ordering, 1, vec![Wait::Met(ONE)]);
    assert_eq!(
        ordering.arrives(Path::Lane(ONE), b"*c", START),
        Ok(Verdict::Due(b"*c", None))
    );
}

#[test]
fn a_lossy_lane_holds_4096_messages_behind_a_fence_and_loses_the_rest() {
    let mut ordering = ordering();
    for number in 0..4100 {
        let frame = lossy(1, number, b"*");
        taken(&mut ordering, Path::Lane(TWO), &frame, START);
    }

    assert_eq!(ordering.lost(), 4);
    fence(&mut ordering, 1, Vec::new());
    assert_eq!(due(&mut ordering).len(), 4096);
}

#[test]
fn a_lossy_lane_holds_4_mib_behind_each_fence() {
    let mut ordering = ordering();
    let message = vec![b'*'; 1 << 20];
    for number in 0..10 {
        let behind = 1 + number as u32 / 5;
        if number == 5 {
            fence(&mut ordering, 1, Vec::new());
        }
        let frame = lossy(behind, number, &message);
        taken(&mut ordering, Path::Lane(TWO), &frame, START);
    }
    fence(&mut ordering, 2, Vec::new());

    // One of five behind each of both.
    assert_eq!(ordering.lost(), 2);
    assert_eq!(due(&mut ordering).len(), 8);
}

#[test]
fn a_reliable_lane_loses_nothing_however_much_waits() {
    let mut ordering = ordering();
    says(
        &mut ordering,
        Path::Lane(ONE),
        &LinkFrame::Met { number: 1 },
    )
    .unwrap();
    for _ in 0..5000 {
        taken(&mut ordering, Path::Lane(ONE), b"*", START);
    }
    let large = vec![b'*'; 5 << 20];
    taken(&mut ordering, Path::Lane(ONE), &large, START);

    fence(&mut ordering, 1, vec![Wait::Met(ONE)]);

    assert_eq!(due(&mut ordering).len(), 5001);
    assert_eq!(ordering.lost(), 0);
}

#[test]
fn only_a_reliable_lane_meets_fences_and_each_once() {
    let mut ordering = ordering();
    says(
        &mut ordering,
        Path::Lane(ONE),
        &LinkFrame::Met { number: 2 },
    )
    .unwrap();

    for (lane, number) in [(ONE, 2), (ONE, 1), (TWO, 3)] {
        let met = LinkFrame::Met { number };
        let outcome = says(&mut ordering, Path::Lane(lane), &met);
        let problem = outcome.expect_err("not to be met");
        assert!(
            problem.contains(&format!("meets fence {number}")),
            "{problem}"
        );
    }
}

#[test]
fn fences_arrive_in_the_order_of_their_numbers() {
    let mut ordering = ordering();
    fence(&mut ordering, 1, Vec::new());
    for number in [1, 3] {
        let waits = Vec::new();
        let said = LinkFrame::Fence { number, waits };
        let outcome = says(&mut ordering, Path::Stream, &said);
        assert_eq!(outcome, Err(format!("fence {number} after fence 1")));
    }
    fence(&mut ordering, 2, Vec::new());
}

#[test]
fn only_a_lossy_lane_with_stamps_has_messages_by_several_ways() {
    let mut ordering = ordering();
    let three = LaneId(3);
    ordering.stands(three, false, false);
    for lane in [ONE, three] {
        let frame = marked(0, 0, 0, b"*");
        let outcome = ordering.arrives(Path::Lane(lane), &frame, START);
        assert!(outcome.is_err(), "{lane:?}: {outcome:?}");
    }
    let frame = marked(0, 0, 0, b"*");
    let outcome = ordering.arrives(Path::Lane(TWO), &frame, START);
    assert!(matches!(outcome, Ok(Verdict::Due(..))), "{outcome:?}");
}

#[test]
fn something_is_held_until_what_waited_has_been_asked_for() {
    let mut ordering = ordering();
    assert!(!ordering.is_holding());

    fence(&mut ordering, 1, vec![Wait::Met(ONE)]);
    assert!(ordering.is_holding());
    taken(&mut ordering, Path::Stream, b"*a", START);

    says(
        &mut ordering,
        Path::Lane(ONE),
        &LinkFrame::Met { number: 1 },
    )
    .unwrap();
    assert!(ordering.is_holding());
    assert_eq!(due(&mut ordering), [b"*a"]);
    assert!(!ordering.is_holding());
}

#[test]
fn what_came_by_a_faster_way_waits_10_ms_for_the_slower() {
    let mut ordering = ordering();
    let lane = Path::Lane(TWO);
    // Number 0 may come by another way.
    taken(&mut ordering, lane, &marked(0, 1, 0, b"*b"), START);
    assert_eq!(ordering.deadline(), Some(REORDER_TIMEOUT));
    ordering.turn(REORDER_TIMEOUT - Duration::from_nanos(1));
    assert_eq!(ordering.next_due(), None);

    ordering.turn(REORDER_TIMEOUT);

    assert_eq!(due(&mut ordering), [b"*b"]);
    assert_eq!((ordering.lost(), ordering.late()), (1, 0));
    assert_eq!(ordering.deadline(), None);
    // Then it comes after all.
    taken(
        &mut ordering,
        lane,
        &marked(0, 0, 0, b"*a"),
        REORDER_TIMEOUT,
    );
    assert_eq!((due(&mut ordering).len(), ordering.late()), (0, 1));
}

#[test]
fn what_came_twice_by_different_ways_is_delivered_once() {
    let mut ordering = ordering();
    let lane = Path::Lane(TWO);
    for _ in 0..2 {
        taken(&mut ordering, lane, &marked(0, 1, 0, b"*b"), START);
    }
    assert_eq!(ordering.late(), 1);

    taken(&mut ordering, lane, &marked(0, 0, 0, b"*a"), START);

    assert_eq!(due(&mut ordering), [b"*a", b"*b"]);
    assert_eq!((ordering.lost(), ordering.late()), (0, 1));
}

#[test]
fn no_more_than_4096_messages_wait_for_a_slower_way() {
    let mut ordering = ordering();
    for number in 1..=4096 {
        let frame = marked(0, number, 0, b"*");
        taken(&mut ordering, Path::Lane(TWO), &frame, START);
    }
    assert_eq!(ordering.next_due(), None);

    let frame = marked(0, 4097, 0, b"*");
    taken(&mut ordering, Path::Lane(TWO), &frame, START);

    // Number 0 is given up, and with it all that waited for it alone.
    assert_eq!(due(&mut ordering).len(), 4097);
    assert_eq!(ordering.lost(), 1);
}

#[test]
fn no_more_than_4_mib_wait_for_a_slower_way_however_often() {
    let mut ordering = ordering();
    let message = vec![b'*'; 1 << 20];
    let lane = Path::Lane(TWO);
    // Messages that waited and were delivered do not count.
    for round in 0..3 {
        let first = round * 5;
        for number in first + 1..first + 5 {
            taken(&mut ordering, lane, &marked(0, number, 0, &message), START);
        }
        assert_eq!(ordering.next_due(), None, "round {round}");
        taken(&mut ordering, lane, &marked(0, first, 0, b"*"), START);
        assert_eq!(due(&mut ordering).len(), 5);
    }
    for number in 16..20 {
        taken(&mut ordering, lane, &marked(0, number, 0, &message), START);
    }
    assert_eq!(ordering.next_due(), None);

    taken(&mut ordering, lane, &marked(0, 20, 0, b"*"), START);

    assert_eq!(due(&mut ordering).len(), 5);
    assert_eq!(ordering.lost(), 1);
}

#[test]
fn what_was_lost_before_a_message_of_the_same_way_holds_nothing_up() {
    let mut ordering = ordering();
    // Three before it went the same way: they would have come before it.
    let frame = marked(0, 3, 3, b"*d");
    let outcome = ordering.arrives(Path::Lane(TWO), &frame, START);
    assert_eq!(outcome, Ok(Verdict::Due(b"*d", Some(sequence(0, 3)))));
    assert_eq!((ordering.lost(), ordering.late()), (3, 0));

    // Nor does it when others wait.
    for frame in [marked(0, 5, 0, b"*f"), marked(0, 7, 1, b"*h")] {
        taken(&mut ordering, Path::Lane(TWO), &frame, START);
    }
    assert_eq!(ordering.next_due(), None);
    taken(
        &mut ordering,
        Path::Lane(TWO),
        &marked(0, 4, 0, b"*e"),
        START,
    );
    assert_eq!(due(&mut ordering), [b"*e", b"*f", b"*h"]);
    assert_eq!((ordering.lost(), ordering.late()), (4, 0));
}

#[test]
fn a_message_that_a_later_one_overtook_for_good_is_late() {
    let mut ordering = ordering();
    let lane = Path::Lane(TWO);
    taken(&mut ordering, lane, &marked(0, 5, 0, b"*"), START);
    let later = lossy(0, 7, b"*");
    let outcome = ordering.arrives(lane, &later, START);
    assert!(matches!(outcome, Ok(Verdict::Due(..))), "{outcome:?}");

    ordering.turn(REORDER_TIMEOUT);

    assert_eq!((due(&mut ordering).len(), ordering.late()), (0, 1));
}

#[test]
fn what_came_ahead_and_finds_no_room_behind_a_fence_is_lost() {
    let mut ordering = ordering();
    let lane = Path::Lane(TWO);
    for number in 0..4096 {
        taken(&mut ordering, lane, &marked(1, number, 0, b"*"), START);
    }
    taken(&mut ordering, lane, &marked(1, 4097, 0, b"*"), START);
    assert_eq!(ordering.lost(), 0);

    ordering.turn(REORDER_TIMEOUT);

    // The one that never came, and the one for which there is no room.
    assert_eq!(ordering.lost(), 2);
    fence(&mut ordering, 1, Vec::new());
    assert_eq!(due(&mut ordering).len(), 4096);
}

#[test]
fn what_a_fence_lets_through_makes_room_for_as_much() {
    let mut ordering = ordering();
    let message = vec![b'*'; 1 << 20];
    for (number, behind) in [1, 1, 2, 2].into_iter().enumerate() {
        let frame = lossy(behind, number as u64, &message);
        taken(&mut ordering, Path::Lane(TWO), &frame, START);
    }
    fence(&mut ordering, 1, Vec::new());
    assert_eq!(due(&mut ordering).len(), 2);

    for number in 4..7 {
        let frame = lossy(2, number, &message);
        taken(&mut ordering, Path::Lane(TWO), &frame, START);
    }

    assert_eq!(ordering.lost(), 1);
    fence(&mut ordering, 2, Vec::new());
    assert_eq!(due(&mut ordering).len(), 4);
}

#[test]
fn what_came_in_turn_makes_room_for_as_much_to_wait() {
    let mut ordering = ordering();
    let message = vec![b'*'; 1 << 20];
    let lane = Path::Lane(TWO);
    for number in [1, 2, 4, 5] {
        taken(&mut ordering, lane, &marked(0, number, 0, &message), START);
    }
    taken(&mut ordering, lane, &marked(0, 0, 0, b"*"), START);
    assert_eq!(due(&mut ordering).len(), 3);

    for number in [6, 7] {
        taken(&mut ordering, lane, &marked(0, number, 0, &message), START);
    }
    assert_eq!(ordering.next_due(), None);
    taken(&mut ordering, lane, &marked(0, 8, 0, b"*"), START);

    // 4 MiB and a byte waited for number 3, which is given up.
    assert_eq!(due(&mut ordering).len(), 5);
    assert_eq!(ordering.lost(), 1);
}

#[test]
fn when_all_ways_have_ended_everything_that_waited_is_due() {
    let mut ordering = ordering();
    fence(&mut ordering, 1, vec![Wait::Met(ONE)]);
    taken(&mut ordering, Path::Stream, b"*a", START);
    taken(&mut ordering, Path::Lane(TWO), &lossy(2, 0, b"*b"), START);
    taken(
        &mut ordering,
        Path::Lane(TWO),
        &marked(2, 2, 0, b"*c"),
        START,
    );
    assert_eq!(ordering.next_due(), None);

    ordering.give_up(START);

    assert_eq!(due(&mut ordering), [b"*a", b"*b", b"*c"]);
    assert!(!ordering.is_holding());
}

#[test]
fn a_group_holds_what_waits_for_the_stream_and_fences_pass_once_it_is_over() {
    const GROUP: u32 = 5;
    let mut ordering = ordering();
    ordering.group_installed(GROUP);
    ordering.group_message(GROUP, Some(1), Some(b"*a"), START);
    assert!(ordering.holds_group(GROUP));
    let (group, mark) = (GROUP, 1);
    pass_mark(&mut ordering, group, mark);
    assert!(!ordering.holds_group(GROUP));
    assert_eq!(due(&mut ordering), [b"*a"]);
    wait_for(&mut ordering, vec![(GROUP, 2)]);
    taken(&mut ordering, Path::Stream, b"*b", START);
    assert_eq!(ordering.next_due(), None);

    ordering.group_removed(GROUP, START);

    assert_eq!(due(&mut ordering), [b"*b"]);
}

#[test]
fn a_message_in_one_group_does_not_overtake_one_that_is_held_in_another() {
    let mut ordering = ordering();
    ordering.group_installed(5);
    ordering.group_installed(6);
    ordering.group_message(5, Some(1), Some(b"*a"), START);
    // Nothing on the stream comes before it but what comes before the other one.
    ordering.group_message(6, Some(0), Some(b"*b"), START);
    assert_eq!(ordering.next_due(), None);

    let (group, mark) = (5, 1);
    pass_mark(&mut ordering, group, mark);

    assert_eq!(due(&mut ordering), [b"*a", b"*b"]);
}

#[test]
fn fences_do_not_time_out_while_reading_is_paused() {
    const GROUP: u32 = 5;
    let later = START + 10 * ENDED_LANE_TIMEOUT;
    let mut ordering = ordering();
    ordering.group_installed(GROUP);
    fence(&mut ordering, 1, vec![Wait::End(TWO)]);
    taken(&mut ordering, Path::Stream, b"*b", START);
    ordering.pause();

    // Groups are not paused.
    ordering.group_removed(GROUP, later);

    assert_eq!(due(&mut ordering), [b""; 0]);
    ordering.resume(later);
    let frame = lossy(0, 0, b"*a");
    taken(&mut ordering, Path::Lane(TWO), &frame, later);
    assert_eq!(due(&mut ordering), [b"*a"]);
    ordering.turn(later + ENDED_LANE_TIMEOUT);
    assert_eq!(due(&mut ordering), [b"*b"]);
}

#[test]
fn what_comes_on_a_lossy_lane_after_the_wait_for_its_end_is_dropped() {
    let mut ordering = ordering();
    // The one before it may come by another path.
    let frame = marked(0, 1, 0, b"*a");
    taken(&mut ordering, Path::Lane(TWO), &frame, START);
    fence(&mut ordering, 1, vec![Wait::End(TWO)]);
    taken(&mut ordering, Path::Stream, b"*b", START);
    let later = START + ENDED_LANE_TIMEOUT;
    ordering.turn(later);
    assert_eq!(due(&mut ordering), [b"*a", b"*b"]);

    for frame in [lossy(0, 2, b"*c"), marked(0, 3, 0, b"*d")] {
        taken(&mut ordering, Path::Lane(TWO), &frame, later);
    }

    assert_eq!(due(&mut ordering), [b""; 0]);
    assert_eq!((ordering.late(), ordering.lost()), (2, 1));
}

#[test]
fn at_the_end_what_waits_on_the_stream_comes_before_what_is_behind_its_marks() {
    let (group, mark) = (6, 1);
    let mut ordering = ordering();
    ordering.group_installed(5);
    ordering.group_installed(group);
    wait_for(&mut ordering, vec![(5, 1)]);
    taken(&mut ordering, Path::Stream, b"*a", START);
    pass_mark(&mut ordering, group, mark);
    ordering.group_message(group, Some(mark), Some(b"*b"), START);
    ordering.group_message(group, Some(mark + 1), Some(b"*c"), START);

    ordering.give_up(START);

    assert_eq!(due(&mut ordering), [b"*a", b"*b", b"*c"]);
    assert!(!ordering.holds_group(group));
    assert_eq!(ordering.held_group_bytes(), 0);
}

#[test]
fn messages_of_a_lost_sender_end_without_a_gap() {
    let (group, mark) = (6, 1);
    for comes in [false, true] {
        let mut ordering = ordering();
        ordering.group_installed(5);
        ordering.group_installed(group);
        wait_for(&mut ordering, vec![(5, 1)]);
        taken(&mut ordering, Path::Stream, b"*c", START);
        fence(&mut ordering, 1, Vec::new());
        taken(&mut ordering, Path::Lane(TWO), &lossy(1, 0, b"*d"), START);
        ordering.group_message(group, Some(mark), Some(b"*e"), START);
        pass_mark(&mut ordering, group, mark);

        ordering.sender_departs();
        if comes {
            // Another member has it.
            ordering.group_message(5, Some(0), Some(b"*b"), START);
        }
        // It is over for those that are left.
        ordering.group_removed(5, START);
        ordering.give_up(START);

        let (all, cut) = match comes {
            true => (&[&b"*b"[..], b"*c", b"*d", b"*e"][..], 0),
            false => (&[][..], 3),
        };
        assert_eq!(due(&mut ordering), all);
        assert_eq!(ordering.cut(), cut);
        assert!(!ordering.is_holding() && ordering.held_group_bytes() == 0);
    }
}

#[test]
fn of_a_lost_sender_nothing_is_due_behind_a_mark_that_its_stream_did_not_bring() {
    let mut ordering = ordering();
    ordering.group_installed(5);
    ordering.group_message(5, None, Some(b"*a"), START);
    ordering.group_message(5, Some(1), Some(b"*c"), START);
    ordering.group_message(5, None, Some(b"*d"), START);

    ordering.sender_departs();
    ordering.give_up(START);

    assert_eq!(due(&mut ordering), [b"*a"]);
    assert_eq!(ordering.cut(), 2);
    // Other members have more of it.
    assert!(!ordering.into_groups().is_due_after_the_end(5, None));
}

#[test]
fn what_others_have_of_a_lost_sender_is_due_up_to_a_mark_that_its_stream_did_not_bring() {
    let mut ordering = ordering();
    ordering.group_installed(5);
    ordering.group_message(5, None, Some(b"*a"), START);
    pass_mark(&mut ordering, 5, 2);
    ordering.sender_departs();
    ordering.give_up(START);

    let mut rest = ordering.into_groups();
    let marks = [None, Some(2), None, Some(3), None];

    let are_due = marks.map(|mark| rest.is_due_after_the_end(5, mark));
    assert_eq!(are_due, [true, true, true, false, false]);
    assert!(rest.has_any(|group| group == 5) && !rest.has_any(|group| group == 6));
}

#[test]
fn a_fence_gets_the_message_it_waits_for_past_later_ones_of_other_groups() {
    let (group, mark) = (6, 1);
    for fence_is_first in [true, false] {
        let mut ordering = ordering();
        ordering.group_installed(5);
        ordering.group_installed(group);
        let messages = |ordering: &mut ReceiveOrdering| {
            ordering.group_message(group, Some(mark), Some(b"*c"), START);
            // It was lost, and is sent again.
            ordering.group_message(5, Some(0), Some(b"*a"), START);
        };
        if !fence_is_first {
            messages(&mut ordering);
        }
        wait_for(&mut ordering, vec![(5, 1)]);
        if fence_is_first {
            taken(&mut ordering, Path::Stream, b"*b", START);
            messages(&mut ordering);
            assert_eq!(due(&mut ordering), [b"*a", b"*b"]);
        } else {
            assert_eq!(due(&mut ordering), [b"*a"]);
        }
        pass_mark(&mut ordering, group, mark);
        assert_eq!(due(&mut ordering), [b"*c"]);
    }
}

#[test]
fn messages_for_others_count_for_fences_and_marks_in_their_turn() {
    let mut ordering = ordering();
    ordering.group_installed(5);
    ordering.group_message(5, Some(1), Some(b"*a"), START);
    ordering.group_message(5, None, None, START);
    pass_mark(&mut ordering, 5, 1);
    assert_eq!(due(&mut ordering), [b"*a"]);
    assert!(!ordering.holds_group(5));

    wait_for(&mut ordering, vec![(5, 3)]);
    taken(&mut ordering, Path::Stream, b"*b", START);
    assert_eq!(ordering.next_due(), None);
    ordering.group_message(5, None, None, START);
    assert_eq!(due(&mut ordering), [b"*b"]);

    // A message behind one with a mark waits, too.
    ordering.group_message(5, Some(2), None, START);
    ordering.group_message(5, None, Some(b"*c"), START);
    assert_eq!(ordering.next_due(), None);
    pass_mark(&mut ordering, 5, 2);
    assert_eq!(due(&mut ordering), [b"*c"]);
}

#[test]
fn a_message_for_others_behind_a_held_one_does_not_let_a_fence_pass() {
    let mut ordering = ordering();
    ordering.group_installed(5);
    ordering.group_message(5, Some(1), Some(b"*a"), START);
    ordering.group_message(5, None, None, START);
    assert_eq!(ordering.held_group_bytes(), 2);
    wait_for(&mut ordering, vec![(5, 1)]);
    taken(&mut ordering, Path::Stream, b"*b", START);

    assert_eq!(ordering.next_due(), None);
}
