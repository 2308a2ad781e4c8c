//! When a reader pauses, for how long, and what ends a pause.

use std::sync::Arc;

use super::super::reader_and_writers::ReaderAndWriters;
use super::*;
use crate::{EndpointConfig, SharedTable, Wait, Watch, WatchedPlaces, settle_postings};

const MILLISECOND: Duration = Duration::from_millis(1);

fn rest_after(frames: u64, elapsed: Duration) -> Option<Duration> {
    rest_after_bytes(frames, 0, elapsed)
}

fn rest_after_bytes(frames: u64, bytes: u64, elapsed: Duration) -> Option<Duration> {
    let now = Instant::now();
    let mut read_coalescing = ReadCoalescing::new(Duration::from_micros(50), now);
    read_coalescing.count(frames, bytes, elapsed, false, now + elapsed);
    read_coalescing.rest
}

#[test]
fn a_rest_is_too_short_for_a_ring_to_be_full_after_it() {
    let small = rest_after_bytes(1_000, 128_000, MILLISECOND);
    assert_eq!(small, Some(Duration::from_micros(50)));
    // 128 KiB arrive in 20 us, or in 8.
    let larger = rest_after_bytes(1_000, 50 * MOST_BYTES, MILLISECOND);
    assert_eq!(larger, Some(Duration::from_micros(20)));
    let too_large = rest_after_bytes(1_000, 125 * MOST_BYTES, MILLISECOND);
    assert_eq!(too_large, None);
}

#[test]
fn only_dense_streams_are_rested_for_and_the_denser_the_shorter() {
    assert_eq!(rest_after(399, MILLISECOND), None);
    assert_eq!(
        rest_after(400, MILLISECOND),
        Some(Duration::from_micros(50))
    );
    assert_eq!(rest_after(400, 2 * MILLISECOND), None);
    assert_eq!(
        rest_after(8_000, 2 * MILLISECOND),
        Some(Duration::from_micros(32))
    );
    assert_eq!(rest_after(u64::MAX, MILLISECOND), Some(SHORTEST));
    assert_eq!(rest_after(u64::MAX, Duration::ZERO), Some(SHORTEST));
}

#[test]
fn frames_are_counted_over_a_millisecond_at_least() {
    let now = Instant::now();
    let read_coalescing = ReadCoalescing::new(Duration::from_micros(50), now);

    assert_eq!(read_coalescing.has_counted(now + MILLISECOND / 2), None);
    assert_eq!(
        read_coalescing.has_counted(now + MILLISECOND),
        Some(MILLISECOND)
    );
}

#[test]
fn who_rests_for_one_stream_is_woken_by_another() {
    let mut reader_and_writers = ReaderAndWriters::of(2);
    reader_and_writers.pass(1, 1);
    let elapsed = MILLISECOND;
    reader_and_writers
        .reader
        .count_frames(elapsed, Instant::now());
    reader_and_writers.pass(0, 1000);
    reader_and_writers
        .reader
        .count_frames(elapsed, Instant::now());
    assert!(reader_and_writers.reader.read_coalescing.rest.is_some());
    assert!(reader_and_writers.reader.others_are_quiet());

    assert!(!reader_and_writers.wakes(0), "it is rested for");
    assert!(reader_and_writers.wakes(1));
}

#[test]
fn a_dense_stream_that_goes_first_wakes_who_rests() {
    let mut reader_and_writers = ReaderAndWriters::of(2);
    reader_and_writers.pass(0, 1000);
    reader_and_writers
        .reader
        .count_frames(MILLISECOND, Instant::now());
    let dense = reader_and_writers
        .reader
        .rings
        .awake()
        .iter()
        .find(|rings| rings.dense);
    let id = dense.unwrap().id;
    reader_and_writers.reader.first.set(id, 1);
    assert!(reader_and_writers.reader.others_are_quiet());

    assert!(reader_and_writers.wakes(0));
}

#[test]
fn frames_that_are_answered_one_by_one_are_no_stream() {
    let mut reader_and_writers = ReaderAndWriters::of(1);
    for _ in 0..1000 {
        reader_and_writers.pass(0, 1);
        reader_and_writers.answer(0);
    }

    let reader = &mut reader_and_writers.reader;
    reader.read_coalescing.reads = 1000;
    reader.count_frames(MILLISECOND, Instant::now());

    assert_eq!(reader.read_coalescing.rest, None);
    assert!(reader.rings.awake().iter().all(|rings| !rings.dense));
}

#[test]
fn a_stream_is_not_an_exchange_but_answers_to_single_frames_are() {
    let traffic = |received, sent| Traffic {
        received,
        received_bytes: 0,
        sent,
    };

    assert!(traffic(1000, 1000).is_exchange(1000));
    assert!(traffic(1000, 500).is_exchange(1000));
    assert!(!traffic(1000, 499).is_exchange(1000), "few answers");
    assert!(traffic(15_999, 16_000).is_exchange(1000));
    assert!(!traffic(16_000, 16_000).is_exchange(1000), "batches");
}

#[test]
fn a_rest_ends_by_itself_and_nothing_is_left_behind() {
    let mut reader_and_writers = ReaderAndWriters::of(2);
    reader_and_writers.pass(0, 1000);
    reader_and_writers
        .reader
        .count_frames(MILLISECOND, Instant::now());
    reader_and_writers.reader.read_coalescing.heard = true;
    assert!(reader_and_writers.reader.rests(None, Instant::now()));
    assert!(!reader_and_writers.wakes(0));

    reader_and_writers.reader.read_coalescing.heard = true;
    let mut came = 0;
    while came == 0 {
        reader_and_writers
            .reader
            .poll(None, &mut |_| came += 1)
            .unwrap();
    }

    assert_eq!(came, 1);
}

#[test]
fn nobody_rests_who_must_not() {
    let mut reader_and_writers = ReaderAndWriters::of(2);
    let now = Instant::now();
    reader_and_writers.pass(0, 1000);
    reader_and_writers.reader.count_frames(MILLISECOND, now);
    assert!(reader_and_writers.reader.read_coalescing.rest.is_some());

    reader_and_writers.reader.read_coalescing.heard = false;
    assert!(
        !reader_and_writers.reader.rests(None, now),
        "nothing has come"
    );
    reader_and_writers.reader.read_coalescing.heard = true;
    assert!(
        !reader_and_writers.reader.rests(Some(now + SHORTEST), now),
        "it is too late"
    );
    reader_and_writers.reader.read_coalescing.heard = true;
    reader_and_writers.reader.read_coalescing.longest = Duration::ZERO;
    assert!(
        !reader_and_writers.reader.rests(None, now),
        "it is switched off"
    );
}

#[test]
fn who_rests_is_roused_by_a_posting_that_it_awaits() {
    let mut reader_and_writers = ReaderAndWriters::of(1);
    let poster = reader_and_writers.channels[0].boards().unwrap();
    let table = SharedTable::new(2).unwrap();
    let (own, rows) = (Some((table.clone(), 0)), vec![1]);
    let places = WatchedPlaces::Rows(table.clone(), rows);
    let reader = &mut reader_and_writers.reader;
    reader.remote().watch(7, Watch { own, places });
    reader.read_coalescing.rest = Some(WATCHDOG);

    reader.poll(Some(Duration::ZERO), &mut |_| ()).unwrap();
    reader.remote().await_boards(3);
    let rows = table.clone();
    let posting = std::thread::spawn(move || {
        while !rows.is_asleep(0) {
            std::thread::yield_now();
        }
        rows.post(1, &[7, 3, 0, 0, 0]);
        settle_postings();
        poster.rouse();
    });

    let mailbox = Arc::clone(&reader.mailbox);
    let has_posted = || table.posted(1).is_some_and(|posted| posted[1] == 3);
    let began = Instant::now();
    while !has_posted() && began.elapsed() < WATCHDOG {
        reader.next_tick = reader.read_clock() + WATCHDOG;
        mailbox.look();
        reader.rest(&mailbox, None, &mut |_| ()).unwrap();
    }
    assert!(has_posted(), "nobody sees that it sleeps");
    assert!(began.elapsed() < WATCHDOG, "nothing ends its pause");
    posting.join().unwrap();
    assert!(reader.rest(&mailbox, None, &mut |_| ()).unwrap());
}

#[test]
fn a_pause_ends_when_somebody_begins_to_wait_for_frames() {
    let mut reader_and_writers = ReaderAndWriters::of(1);
    let reader = &mut reader_and_writers.reader;
    reader.read_coalescing.rest = Some(WATCHDOG);
    let remote = reader.remote();
    let mailbox = Arc::clone(&reader.mailbox);
    let paused = Arc::clone(&mailbox);
    let hurrying = std::thread::spawn(move || {
        while !paused.is_paused() {
            std::thread::yield_now();
        }
        remote.hurry(true);
    });

    let began = Instant::now();
    while !hurrying.is_finished() && began.elapsed() < WATCHDOG {
        reader.next_tick = reader.read_clock() + WATCHDOG;
        mailbox.look();
        reader.rest(&mailbox, None, &mut |_| ()).unwrap();
    }
    assert!(began.elapsed() < WATCHDOG, "nothing ends its pause");
    hurrying.join().unwrap();
    // It ends no pause of those who know it.
    assert!(mailbox.say_paused(false));
}

const WATCHDOG: Duration = Duration::from_secs(20);

const LONGEST: Duration = Duration::from_micros(50);
/// Frames in a millisecond by which a reader in a crowd pauses, and no other.
const FEW: u64 = 20;

/// Counts periods of a millisecond with so many frames each; gives the pause after the last one.
fn count_in(
    coalescing: &mut ReadCoalescing,
    (naps, shared): (u64, bool),
    frames: &[u64],
) -> Option<Duration> {
    for frames in frames {
        let now = coalescing.since + MILLISECOND;
        coalescing.naps = naps;
        coalescing.count(*frames, 0, MILLISECOND, shared, now);
    }
    coalescing.rest
}

#[test]
fn in_a_crowd_fewer_frames_are_a_dense_stream_and_pauses_are_longer() {
    let coalescing = || ReadCoalescing::new(LONGEST, Instant::now());
    let uneven = [4, 4, 4, 4, 140].repeat(4);
    let longer = Some(LONGEST * LONGER_IN_CROWD);

    assert_eq!(count_in(&mut coalescing(), (1, true), &uneven), longer);
    assert_eq!(count_in(&mut coalescing(), (1, true), &[FEW; 8]), longer);
    assert_eq!(count_in(&mut coalescing(), (1, true), &[FEW]), None);
    assert_eq!(count_in(&mut coalescing(), (0, true), &[FEW; 8]), None);
    assert_eq!(count_in(&mut coalescing(), (1, false), &[FEW; 8]), None);
    let least = [DENSE / CROWD; 64];
    assert_eq!(count_in(&mut coalescing(), (1, true), &least), longer);
    let less = [DENSE / CROWD - 1; 64];
    assert_eq!(count_in(&mut coalescing(), (1, true), &less), None);
    let dense = count_in(&mut coalescing(), (1, true), &[DENSE; 8]);
    assert_eq!(dense, Some(LONGEST), "as elsewhere");
}

#[test]
fn in_a_crowd_a_pause_lasts_as_long_as_frames_take_on_average() {
    let mut coalescing = ReadCoalescing::new(MILLISECOND, Instant::now());
    let uneven = [140, 4, 4, 4, 4].repeat(4);

    let rest = count_in(&mut coalescing, (1, true), &uneven).unwrap();

    assert_eq!(rest, time_for(FRAMES, coalescing.average()));
    assert!(rest < MILLISECOND * LONGER_IN_CROWD, "{rest:?}");
}

#[test]
fn in_a_crowd_a_frame_in_a_millisecond_does_not_end_a_pause() {
    let mut reader_and_writers = ReaderAndWriters::of(1);
    let mut is_dense = |crowded: bool| {
        reader_and_writers.pass(0, 3);
        let now = Instant::now();
        let reader = &mut reader_and_writers.reader;
        reader.read_coalescing.crowded_until = crowded.then(|| now + MILLISECOND);
        reader.count_frames(MILLISECOND, now);
        reader.rings.awake()[0].dense
    };

    assert!(!is_dense(false));
    assert!(is_dense(true));
}

#[test]
fn a_pause_is_made_once_and_ends_at_the_deadline() {
    let mut reader_and_writers = ReaderAndWriters::of(1);
    let reader = &mut reader_and_writers.reader;
    let now = Instant::now();
    let prepare = |reader: &mut Endpoint| {
        reader.read_coalescing.rest = Some(WATCHDOG);
        reader.read_coalescing.since = now + WATCHDOG;
        reader.read_coalescing.crowded_until = Some(now + WATCHDOG);
        reader.read_coalescing.heard = true;
        reader.next_tick = now + WATCHDOG;
    };
    prepare(reader);
    assert!(reader.rests(Some(now + SHORTEST * 2), now));
    assert!(!reader.rests(None, now), "nothing has come since");

    prepare(reader);
    reader
        .poll(Some(MILLISECOND * 50), &mut |_| ())
        .expect("polls");
    assert!(now.elapsed() < WATCHDOG);
}

#[test]
fn who_waits_for_frames_pauses_no_longer_in_a_crowd() {
    let mut coalescing = ReadCoalescing::new(LONGEST, Instant::now());
    count_in(&mut coalescing, (1, true), &[FEW; 8]);

    assert_eq!(coalescing.rest_for(true), Some(LONGEST));
    let longer = Some(LONGEST * LONGER_IN_CROWD);
    assert_eq!(coalescing.rest_for(false), longer);
}

#[test]
fn a_crowd_lasts_for_some_time_after_the_last_nap_and_then_has_to_show_again() {
    let mut coalescing = ReadCoalescing::new(LONGEST, Instant::now());
    assert!(count_in(&mut coalescing, (1, true), &[FEW; 8]).is_some());
    let lasts = CROWD_LASTS.as_millis() as usize;

    let still = count_in(&mut coalescing, (0, true), &vec![FEW; lasts - 1]);
    assert!(still.is_some());
    assert_eq!(count_in(&mut coalescing, (0, true), &[FEW]), None);
    assert!(count_in(&mut coalescing, (1, true), &[FEW]).is_some());
}

#[test]
fn in_a_crowd_a_poll_without_waiting_does_not_take_the_place_of_a_pause() {
    let now = Instant::now();
    let mut coalescing = ReadCoalescing::new(LONGEST, now);
    coalescing.rest = Some(LONGEST);
    assert!(coalescing.is_due(true, now));
    assert!(!coalescing.is_due(false, now));

    coalescing.crowded_until = Some(now + MILLISECOND);
    assert!(coalescing.is_due(true, now));
    assert!(coalescing.is_due(false, now));
    assert!(!coalescing.is_due(false, now + MILLISECOND), "it is over");
    assert!(coalescing.is_due(true, now));
    coalescing.due = false;
    assert!(!coalescing.is_due(false, now));
}

#[test]
fn what_ends_a_sleep_counts_as_heard() {
    let blocking = EndpointConfig {
        wait: Wait::Block,
        ..EndpointConfig::default()
    };
    let mut reader_and_writers = ReaderAndWriters::with(blocking, 1);
    // On a busy machine a frame may come before the reader sleeps.
    while reader_and_writers.reader.read_coalescing.naps == 0 {
        let channel = reader_and_writers.channels[0].clone();
        let writer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            channel.send(|frame| frame.push(7)).unwrap();
        });

        let reader = &mut reader_and_writers.reader;
        let mut came = 0;
        while came == 0 {
            reader.read_coalescing.heard = false;
            let mut count = |event: Event<'_>| {
                came += usize::from(matches!(event, Event::Frame { .. }));
            };
            reader.poll(None, &mut count).unwrap();
        }

        assert!(reader.read_coalescing.heard);
        writer.join().unwrap();
    }
}
