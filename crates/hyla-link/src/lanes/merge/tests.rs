use super::super::{WAY_PATIENCE, link_frame, put_marked};
use super::*;

const ONE: LaneId = LaneId(1);
const TWO: LaneId = LaneId(2);
const START: Duration = Duration::ZERO;

/// A merge with a reliable lane and a lossy one whose messages are stamped.
fn merge() -> Merge {
    let mut merge = Merge::default();
    merge.stands(ONE, true, false);
    merge.stands(TWO, false, true);
    merge
}

fn says(merge: &mut Merge, path: Path, said: &LinkFrame) -> Result<(), String> {
    let mut frame = Vec::new();
    link_frame(said, &mut frame);
    match merge.arrives(path, &frame, START)? {
        Verdict::Taken => Ok(()),
        due @ Verdict::Due(..) => panic!("{due:?}"),
    }
}

/// A fence arrives on the stream.
fn fence(merge: &mut Merge, number: u32, waits: Vec<Wait>) {
    says(merge, Path::Stream, &LinkFrame::Fence { number, waits }).unwrap();
}

fn stamp(fence: u32, number: u64) -> Stamp {
    Stamp {
        fence,
        number,
        sent: 0,
    }
}

/// A message on the lossy lane.
fn lossy(fence: u32, number: u64, message: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    stamp(fence, number).put(&mut frame);
    frame.extend_from_slice(message);
    frame
}

/// The same, which may have come by a group. `run` messages before it went the same way.
fn marked(fence: u32, number: u64, run: u16, message: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    let stamp = stamp(fence, number);
    put_marked(
        0,
        &[Mark {
            mark: 7,
            stamp,
            run,
        }],
        &mut frame,
    );
    frame.extend_from_slice(message);
    frame
}

fn taken(merge: &mut Merge, path: Path, frame: &[u8], now: Duration) {
    assert_eq!(merge.arrives(path, frame, now), Ok(Verdict::Taken));
}

fn due(merge: &mut Merge) -> Vec<Vec<u8>> {
    std::iter::from_fn(|| merge.next_due())
        .map(|held| held.message)
        .collect()
}

#[test]
fn a_message_that_waits_for_nothing_is_due_where_it_lies() {
    let mut merge = merge();
    let frame = lossy(0, 0, b"*a");
    assert_eq!(
        merge.arrives(Path::Lane(TWO), &frame, START),
        Ok(Verdict::Due(b"*a", Some(stamp(0, 0))))
    );
    assert_eq!(
        merge.arrives(Path::Lane(ONE), b"*b", START),
        Ok(Verdict::Due(b"*b", None))
    );

    // A reliable lane says itself when it has met a fence: what it says before does not wait.
    fence(&mut merge, 1, vec![Wait::Met(ONE)]);
    assert_eq!(
        merge.arrives(Path::Lane(ONE), b"*c", START),
        Ok(Verdict::Due(b"*c", None))
    );
}

#[test]
fn a_lossy_lane_holds_4096_messages_behind_a_fence_and_loses_the_rest() {
    let mut merge = merge();
    for number in 0..4100 {
        let frame = lossy(1, number, b"*");
        taken(&mut merge, Path::Lane(TWO), &frame, START);
    }

    assert_eq!(merge.lost(), 4);
    fence(&mut merge, 1, Vec::new());
    assert_eq!(due(&mut merge).len(), 4096);
}

#[test]
fn a_lossy_lane_holds_4_mib_behind_each_fence() {
    let mut merge = merge();
    let message = vec![b'*'; 1 << 20];
    for number in 0..10 {
        let behind = 1 + number as u32 / 5;
        if number == 5 {
            fence(&mut merge, 1, Vec::new());
        }
        let frame = lossy(behind, number, &message);
        taken(&mut merge, Path::Lane(TWO), &frame, START);
    }
    fence(&mut merge, 2, Vec::new());

    // One of five behind each of both.
    assert_eq!(merge.lost(), 2);
    assert_eq!(due(&mut merge).len(), 8);
}

#[test]
fn a_reliable_lane_loses_nothing_however_much_waits() {
    let mut merge = merge();
    says(&mut merge, Path::Lane(ONE), &LinkFrame::Met { number: 1 }).unwrap();
    for _ in 0..5000 {
        taken(&mut merge, Path::Lane(ONE), b"*", START);
    }
    let large = vec![b'*'; 5 << 20];
    taken(&mut merge, Path::Lane(ONE), &large, START);

    fence(&mut merge, 1, vec![Wait::Met(ONE)]);

    assert_eq!(due(&mut merge).len(), 5001);
    assert_eq!(merge.lost(), 0);
}

#[test]
fn only_a_reliable_lane_meets_fences_and_each_once() {
    let mut merge = merge();
    says(&mut merge, Path::Lane(ONE), &LinkFrame::Met { number: 2 }).unwrap();

    for (lane, number) in [(ONE, 2), (ONE, 1), (TWO, 3)] {
        let met = LinkFrame::Met { number };
        let outcome = says(&mut merge, Path::Lane(lane), &met);
        let problem = outcome.expect_err("not to be met");
        assert!(
            problem.contains(&format!("meets fence {number}")),
            "{problem}"
        );
    }
}

#[test]
fn fences_arrive_in_the_order_of_their_numbers() {
    let mut merge = merge();
    fence(&mut merge, 1, Vec::new());
    for number in [1, 3] {
        let waits = Vec::new();
        let said = LinkFrame::Fence { number, waits };
        let outcome = says(&mut merge, Path::Stream, &said);
        assert_eq!(outcome, Err(format!("fence {number} after fence 1")));
    }
    fence(&mut merge, 2, Vec::new());
}

#[test]
fn only_a_lossy_lane_with_stamps_has_messages_by_several_ways() {
    let mut merge = merge();
    let three = LaneId(3);
    merge.stands(three, false, false);
    for lane in [ONE, three] {
        let frame = marked(0, 0, 0, b"*");
        let outcome = merge.arrives(Path::Lane(lane), &frame, START);
        assert!(outcome.is_err(), "{lane:?}: {outcome:?}");
    }
    let frame = marked(0, 0, 0, b"*");
    let outcome = merge.arrives(Path::Lane(TWO), &frame, START);
    assert!(matches!(outcome, Ok(Verdict::Due(..))), "{outcome:?}");
}

#[test]
fn something_is_held_until_what_waited_has_been_asked_for() {
    let mut merge = merge();
    assert!(!merge.is_holding());

    fence(&mut merge, 1, vec![Wait::Met(ONE)]);
    assert!(merge.is_holding());
    taken(&mut merge, Path::Stream, b"*a", START);

    says(&mut merge, Path::Lane(ONE), &LinkFrame::Met { number: 1 }).unwrap();
    assert!(merge.is_holding());
    assert_eq!(due(&mut merge), [b"*a"]);
    assert!(!merge.is_holding());
}

#[test]
fn what_came_by_a_faster_way_waits_10_ms_for_the_slower() {
    let mut merge = merge();
    let lane = Path::Lane(TWO);
    // Number 0 may come by another way.
    taken(&mut merge, lane, &marked(0, 1, 0, b"*b"), START);
    assert_eq!(merge.deadline(), Some(WAY_PATIENCE));
    merge.turn(WAY_PATIENCE - Duration::from_nanos(1));
    assert_eq!(merge.next_due(), None);

    merge.turn(WAY_PATIENCE);

    assert_eq!(due(&mut merge), [b"*b"]);
    assert_eq!((merge.lost(), merge.late()), (1, 0));
    assert_eq!(merge.deadline(), None);
    // Then it comes after all.
    taken(&mut merge, lane, &marked(0, 0, 0, b"*a"), WAY_PATIENCE);
    assert_eq!((due(&mut merge).len(), merge.late()), (0, 1));
}

#[test]
fn what_came_twice_by_different_ways_is_delivered_once() {
    let mut merge = merge();
    let lane = Path::Lane(TWO);
    for _ in 0..2 {
        taken(&mut merge, lane, &marked(0, 1, 0, b"*b"), START);
    }
    assert_eq!(merge.late(), 1);

    taken(&mut merge, lane, &marked(0, 0, 0, b"*a"), START);

    assert_eq!(due(&mut merge), [b"*a", b"*b"]);
    assert_eq!((merge.lost(), merge.late()), (0, 1));
}

#[test]
fn no_more_than_4096_messages_wait_for_a_slower_way() {
    let mut merge = merge();
    for number in 1..=4096 {
        let frame = marked(0, number, 0, b"*");
        taken(&mut merge, Path::Lane(TWO), &frame, START);
    }
    assert_eq!(merge.next_due(), None);

    let frame = marked(0, 4097, 0, b"*");
    taken(&mut merge, Path::Lane(TWO), &frame, START);

    // Number 0 is given up, and with it all that waited for it alone.
    assert_eq!(due(&mut merge).len(), 4097);
    assert_eq!(merge.lost(), 1);
}

#[test]
fn no_more_than_4_mib_wait_for_a_slower_way_however_often() {
    let mut merge = merge();
    let message = vec![b'*'; 1 << 20];
    let lane = Path::Lane(TWO);
    // What has been waiting and was delivered does not count.
    for round in 0..3 {
        let first = round * 5;
        for number in first + 1..first + 5 {
            taken(&mut merge, lane, &marked(0, number, 0, &message), START);
        }
        assert_eq!(merge.next_due(), None, "round {round}");
        taken(&mut merge, lane, &marked(0, first, 0, b"*"), START);
        assert_eq!(due(&mut merge).len(), 5);
    }
    for number in 16..20 {
        taken(&mut merge, lane, &marked(0, number, 0, &message), START);
    }
    assert_eq!(merge.next_due(), None);

    taken(&mut merge, lane, &marked(0, 20, 0, b"*"), START);

    assert_eq!(due(&mut merge).len(), 5);
    assert_eq!(merge.lost(), 1);
}

#[test]
fn what_was_lost_before_a_message_of_the_same_way_holds_nothing_up() {
    let mut merge = merge();
    // Three before it went the same way: they would have come before it.
    let frame = marked(0, 3, 3, b"*d");
    let outcome = merge.arrives(Path::Lane(TWO), &frame, START);
    assert_eq!(outcome, Ok(Verdict::Due(b"*d", Some(stamp(0, 3)))));
    assert_eq!((merge.lost(), merge.late()), (3, 0));

    // Nor does it when others wait.
    for frame in [marked(0, 5, 0, b"*f"), marked(0, 7, 1, b"*h")] {
        taken(&mut merge, Path::Lane(TWO), &frame, START);
    }
    assert_eq!(merge.next_due(), None);
    taken(&mut merge, Path::Lane(TWO), &marked(0, 4, 0, b"*e"), START);
    assert_eq!(due(&mut merge), [b"*e", b"*f", b"*h"]);
    assert_eq!((merge.lost(), merge.late()), (4, 0));
}

#[test]
fn a_message_that_a_later_one_overtook_for_good_is_late() {
    let mut merge = merge();
    let lane = Path::Lane(TWO);
    taken(&mut merge, lane, &marked(0, 5, 0, b"*"), START);
    let later = lossy(0, 7, b"*");
    let outcome = merge.arrives(lane, &later, START);
    assert!(matches!(outcome, Ok(Verdict::Due(..))), "{outcome:?}");

    merge.turn(WAY_PATIENCE);

    assert_eq!((due(&mut merge).len(), merge.late()), (0, 1));
}

#[test]
fn what_came_ahead_and_finds_no_room_behind_a_fence_is_lost() {
    let mut merge = merge();
    let lane = Path::Lane(TWO);
    for number in 0..4096 {
        taken(&mut merge, lane, &marked(1, number, 0, b"*"), START);
    }
    taken(&mut merge, lane, &marked(1, 4097, 0, b"*"), START);
    assert_eq!(merge.lost(), 0);

    merge.turn(WAY_PATIENCE);

    // The one that never came, and the one for which there is no room.
    assert_eq!(merge.lost(), 2);
    fence(&mut merge, 1, Vec::new());
    assert_eq!(due(&mut merge).len(), 4096);
}

#[test]
fn what_a_fence_lets_through_makes_room_for_as_much() {
    let mut merge = merge();
    let message = vec![b'*'; 1 << 20];
    for (number, behind) in [1, 1, 2, 2].into_iter().enumerate() {
        let frame = lossy(behind, number as u64, &message);
        taken(&mut merge, Path::Lane(TWO), &frame, START);
    }
    fence(&mut merge, 1, Vec::new());
    assert_eq!(due(&mut merge).len(), 2);

    for number in 4..7 {
        let frame = lossy(2, number, &message);
        taken(&mut merge, Path::Lane(TWO), &frame, START);
    }

    assert_eq!(merge.lost(), 1);
    fence(&mut merge, 2, Vec::new());
    assert_eq!(due(&mut merge).len(), 4);
}

#[test]
fn what_came_in_turn_makes_room_for_as_much_to_wait() {
    let mut merge = merge();
    let message = vec![b'*'; 1 << 20];
    let lane = Path::Lane(TWO);
    for number in [1, 2, 4, 5] {
        taken(&mut merge, lane, &marked(0, number, 0, &message), START);
    }
    taken(&mut merge, lane, &marked(0, 0, 0, b"*"), START);
    assert_eq!(due(&mut merge).len(), 3);

    for number in [6, 7] {
        taken(&mut merge, lane, &marked(0, number, 0, &message), START);
    }
    assert_eq!(merge.next_due(), None);
    taken(&mut merge, lane, &marked(0, 8, 0, b"*"), START);

    // 4 MiB and a byte waited for number 3, which is given up.
    assert_eq!(due(&mut merge).len(), 5);
    assert_eq!(merge.lost(), 1);
}

#[test]
fn when_all_ways_have_ended_everything_that_waited_is_due() {
    let mut merge = merge();
    fence(&mut merge, 1, vec![Wait::Met(ONE)]);
    taken(&mut merge, Path::Stream, b"*a", START);
    taken(&mut merge, Path::Lane(TWO), &lossy(2, 0, b"*b"), START);
    taken(&mut merge, Path::Lane(TWO), &marked(2, 2, 0, b"*c"), START);
    assert_eq!(merge.next_due(), None);

    merge.give_up(START);

    assert_eq!(due(&mut merge), [b"*a", b"*b", b"*c"]);
    assert!(!merge.is_holding());
}
