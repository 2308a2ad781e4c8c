//! Limits, and counters.

use super::*;

/// An acknowledgement of everything before `expected`.
fn acknowledgement(expected: u32, newest: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_trailer(&mut bytes, expected, newest, ACKNOWLEDGEMENT);
    bytes
}

#[test]
fn packets_of_no_kind_and_acknowledgements_of_nothing_sent_are_counted_as_malformed() {
    let now = Instant::now();
    let mut near = end(0);
    assert_eq!(send(&mut near, 1, now).len(), 1);
    let mut unknown = Vec::new();
    append_trailer(&mut unknown, 0, 0, 2);
    let half = u32::MAX / 2;
    let cases = [
        (unknown, 1),
        (b"short".to_vec(), 2),
        // Of more than was sent, by a little and by the maximum.
        (acknowledgement(2, 0), 3),
        (acknowledgement(half, 0), 4),
        // One step further is behind the acknowledged ones.
        (acknowledgement(half + 1, 0), 4),
        // Of a transmission that never existed.
        (acknowledgement(1, 1), 5),
        // The very first.
        (acknowledgement(1, 0), 5),
    ];
    for (packet, malformed) in cases {
        hear(&mut near, &packet, now);
        assert_eq!(counter(&near, "malformed"), malformed, "{packet:?}");
    }
    assert_eq!(near.module.unfinished(), 0);
}

#[test]
fn what_waits_and_what_is_under_way_is_held_and_more_than_the_queue_takes_is_too_much() {
    let now = Instant::now();
    let (mut near, mut far) = (
        with(&RetransmitSpec {
            window_packets: 3,
            queue_bytes: 8,
            ..RetransmitSpec::default()
        }),
        end(0),
    );
    let mut packets = Vec::new();
    for (held, holding, full) in [
        (4, false, false),
        (8, false, false),
        (12, false, false),
        (16, true, false),
        (20, true, false),
        (24, true, true),
    ] {
        packets.extend(send(&mut near, 1, now));
        let module = &near.module;
        assert_eq!(module.held_bytes(), held);
        assert_eq!((module.is_holding(), module.is_full()), (holding, full));
    }
    assert_eq!(packets.len(), 3);

    // Two in flight arrive; the first is missing, so that the window is still full.
    let said = arrive(&mut far, &packets[1..], now);
    hear(&mut near, &said, now);
    assert_eq!(near.given.down.len(), 0);
    assert_eq!(counter(&near, "in_flight"), 1);
    assert_eq!(near.module.held_bytes(), 4 + 12);

    let said = arrive(&mut far, &packets[..1], now);
    hear(&mut near, &said, now);
    assert_eq!(near.given.down.len(), 3);
    assert_eq!(near.module.held_bytes(), 12);
    assert!(!near.module.is_holding() && !near.module.is_full());
}

#[test]
fn every_packet_that_arrives_opens_the_window_in_order_or_not() {
    let now = Instant::now();
    // Arriving packets of 64, and the resulting window.
    for (arrives, window) in [(0..64, 64 + 32 + 6), (20..64, 44 + 22 + 4), (1..3, 16)] {
        let (mut near, mut far) = (end(0), end(0));
        let packets = send(&mut near, 64, now);
        let said = arrive(&mut far, &packets[arrives.clone()], now);
        hear(&mut near, &said, now);
        assert_eq!(counter(&near, "window"), window, "{arrives:?}");
    }
}

#[test]
fn the_window_closes_only_if_more_was_to_be_sent() {
    let now = Instant::now();
    for (more, closes) in [(0, false), (1, true)] {
        let (mut near, mut far) = (end(0), end(0));
        let packets = send(&mut near, 64, now);
        let said = arrive(&mut far, &packets, now);
        hear(&mut near, &said, now);
        let open = counter(&near, "window");
        assert_eq!(open, 102);

        // Round trips with exactly as many packets as the window, or one more; every other is lost.
        for _ in 0..8 {
            let mut packets = std::mem::take(&mut near.given.down);
            while counter(&near, "in_flight") < counter(&near, "window") {
                packets.extend(send(&mut near, 1, now));
            }
            packets.extend(send(&mut near, more, now));
            assert_eq!(near.module.is_holding(), more > 0);
            let mut at = 0;
            packets.retain(|_| {
                at += 1;
                at % 2 == 0
            });
            let said = arrive(&mut far, &packets, now);
            hear(&mut near, &said, now);
        }
        assert_eq!(counter(&near, "window") < open, closes, "{more} more");
    }
}

#[test]
fn a_timeout_doubles_the_next_until_something_new_is_acknowledged() {
    let start = Instant::now();
    let mut near = end(0);
    assert_eq!(send(&mut near, 1, start).len(), 1);
    let first = near.module.due().expect("it is under way") - start;
    let later = start + first;
    near.call(|module, out| module.turn(later, out));
    assert_eq!(counter(&near, "resent_by_timeout"), 1);
    assert_eq!(near.given.down.len(), 1);
    assert_eq!(near.module.due(), Some(later + 2 * first));

    // A transmission arrived, but nothing new.
    hear(&mut near, &acknowledgement(0, 0), later);
    assert_eq!(near.module.due(), Some(later + 2 * first));

    hear(&mut near, &acknowledgement(1, 0), later);
    assert_eq!(near.module.unfinished(), 0);
    send(&mut near, 1, later);
    let due = near.module.due().expect("one is under way");
    assert!(due <= later + first, "{:?}", due - later);
}

#[test]
fn an_acknowledgement_names_the_newest_transmission_and_hurries_if_something_is_missing_or_doubled()
{
    let now = Instant::now();
    let (mut near, mut far) = (end(0), end(0));
    let packets = send(&mut near, 2, now);
    let swapped = [packets[1].clone(), packets[0].clone()];
    let said = arrive(&mut far, &swapped, now);
    assert_eq!(said, acknowledgement(2, 1));

    // First and second packet: the acknowledgement is due at once.
    for (first, second) in [(Some(0), 0), (None, 1)] {
        let mut far = end(0);
        if let Some(first) = first {
            arrive(&mut far, &packets[first..=first], now);
            assert_eq!(far.module.due(), None);
        }
        far.call(|module, out| {
            let packet = out.copy(&packets[second]);
            module.up(packet, now, out);
        });
        assert_eq!(far.module.due(), Some(now), "{first:?}, {second}");
    }
}
