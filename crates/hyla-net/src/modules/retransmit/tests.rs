mod bounds;

use super::*;
use crate::modules::packet::Alone;

fn with(spec: &RetransmitSpec) -> Alone<Retransmit> {
    let place = ChainPosition {
        room_bytes: 1000,
        whole_bytes: 1000,
        lossless_below: false,
        may_lose: true,
    };
    Alone::new(Retransmit::new(spec, &place))
}

fn end(begin_at: u32) -> Alone<Retransmit> {
    let mut alone = with(&RetransmitSpec::default());
    alone.module.sending.begin_at(begin_at);
    alone.module.receiving.begin_at(begin_at);
    alone
}

fn carry(from: &mut Alone<Retransmit>, to: &mut Alone<Retransmit>, now: Instant) {
    for bytes in std::mem::take(&mut from.given.down) {
        to.call(|module, out| {
            let packet = out.copy(&bytes);
            module.up(packet, now, out);
            module.turn(now, out);
        });
    }
}

#[test]
fn numbers_begin_again_after_the_last_one_there_is() {
    let mut now = Instant::now();
    let (mut near, mut far) = (end(u32::MAX - 100), end(u32::MAX - 100));

    for number in 0..300_u32 {
        near.call(|module, out| {
            let packet = out.copy(&number.to_le_bytes());
            module.down(packet, now, out);
        });
        // Every seventh packet is lost the first time.
        if number % 7 == 3 {
            near.given.down.pop();
        }
        carry(&mut near, &mut far, now);
        carry(&mut far, &mut near, now);
        now += Duration::from_micros(10);
    }
    while let Some(due) = [near.module.due(), far.module.due()]
        .into_iter()
        .flatten()
        .min()
    {
        now = now.max(due);
        near.call(|module, out| module.turn(now, out));
        far.call(|module, out| module.turn(now, out));
        carry(&mut near, &mut far, now);
        carry(&mut far, &mut near, now);
    }

    let sent: Vec<_> = (0..300_u32)
        .map(|number| number.to_le_bytes().to_vec())
        .collect();
    assert_eq!(far.given.up, sent);
    assert_eq!(near.module.unfinished(), 0);
}

fn send(near: &mut Alone<Retransmit>, count: u32, now: Instant) -> Vec<Vec<u8>> {
    for number in 0..count {
        near.call(|module, out| {
            let packet = out.copy(&number.to_le_bytes());
            module.down(packet, now, out);
        });
    }
    std::mem::take(&mut near.given.down)
}

/// These packets arrive, and the acknowledgement delay passes: gives the last acknowledgement.
fn arrive(far: &mut Alone<Retransmit>, packets: &[Vec<u8>], now: Instant) -> Vec<u8> {
    far.call(|module, out| {
        for bytes in packets {
            let packet = out.copy(bytes);
            module.up(packet, now, out);
        }
        module.turn(now + Duration::from_millis(1), out);
    });
    // For many packets there are several; the last one covers all.
    let mut said = std::mem::take(&mut far.given.down);
    assert_eq!(said.len(), packets.len().div_ceil(32));
    said.pop().expect("there is one")
}

fn hear(near: &mut Alone<Retransmit>, said: &[u8], now: Instant) {
    near.call(|module, out| {
        let packet = out.copy(said);
        module.up(packet, now, out);
    });
}

fn counter(end: &Alone<Retransmit>, name: &str) -> u64 {
    let mut found = None;
    end.module.counters(&mut |counter, value| {
        if counter == name {
            found = Some(value);
        }
    });
    found.expect("there is such a counter")
}

#[test]
fn a_packet_overtaken_by_two_is_not_sent_again_and_one_overtaken_by_three_is() {
    let now = Instant::now();
    for (overtaken_by, again) in [(1, 0), (2, 0), (3, 1)] {
        let (mut near, mut far) = (end(0), end(0));
        let packets = send(&mut near, 4, now);

        let said = arrive(&mut far, &packets[1..=overtaken_by], now);
        hear(&mut near, &said, now);

        assert_eq!(near.given.down.len(), again, "by {overtaken_by}");
        assert_eq!(counter(&near, "resent_by_gap"), again as u64);
        let rest: Vec<_> = packets[overtaken_by + 1..].to_vec();
        let late = [vec![packets[0].clone()], rest].concat();
        let said = arrive(&mut far, &late, now);
        hear(&mut near, &said, now);
        assert_eq!(near.module.unfinished(), 0);
    }
}

#[test]
fn an_acknowledgement_that_a_later_one_overtook_does_no_harm() {
    let now = Instant::now();
    let (mut near, mut far) = (end(0), end(0));
    let packets = send(&mut near, 4, now);
    let earlier = arrive(&mut far, &packets[..2], now);
    let later = arrive(&mut far, &packets[2..], now);

    hear(&mut near, &later, now);
    hear(&mut near, &earlier, now);

    assert_eq!(counter(&near, "malformed"), 0);
    assert_eq!(near.module.unfinished(), 0);
    assert_eq!(near.given.down.len(), 0);
    // An acknowledgement of packets that were never sent.
    let mut nonsense = Vec::new();
    append_trailer(&mut nonsense, 100, 3, ACKNOWLEDGEMENT);
    hear(&mut near, &nonsense, now);
    assert_eq!(counter(&near, "malformed"), 1);
}

#[test]
fn a_packet_alone_is_acknowledged_after_a_delay_and_the_second_at_once() {
    let now = Instant::now();
    let (mut near, mut far) = (end(0), end(0));
    for (packet, due) in send(&mut near, 2, now)
        .iter()
        .zip([now + Duration::from_millis(1), now])
    {
        far.call(|module, out| {
            let packet = out.copy(packet);
            module.up(packet, now, out);
        });
        assert_eq!(far.module.due(), Some(due));
    }
}

#[test]
fn packets_that_no_window_holds_are_dropped_and_counted() {
    let now = Instant::now();
    let mut far = end(0);
    for (sequence, dropped) in [(1023, 0), (1024, 1), (5000, 2)] {
        far.call(|module, out| {
            let mut packet = out.copy(b"far ahead");
            append_trailer(&mut packet.bytes, sequence, sequence, DATA);
            module.up(packet, now, out);
        });
        assert_eq!(counter(&far, "beyond_window"), dropped);
    }
    assert_eq!(far.given.up.len(), 0);
}

#[test]
fn what_arrives_is_counted_by_what_becomes_of_it() {
    let now = Instant::now();
    let (mut near, mut far) = (end(0), end(0));
    let packets = send(&mut near, 4, now);

    // The last comes early, twice; then all, and the first once more.
    let order = [3, 3, 0, 1, 2, 0].map(|at: usize| packets[at].clone());
    let said = arrive(&mut far, &order, now);

    for (name, count) in [
        ("delivered", 4),
        ("doubled", 2),
        ("came_early", 1),
        ("beyond_window", 0),
        ("acknowledgements", 1),
    ] {
        assert_eq!(counter(&far, name), count, "{name}");
    }
    assert_eq!(far.given.up.len(), 4);
    assert_eq!(near.module.unfinished(), 4);
    hear(&mut near, &said, now);
    assert_eq!(near.module.unfinished(), 0);
    assert_eq!(counter(&near, "acknowledgements_heard"), 1);
}

#[test]
fn parameters_out_of_their_bounds_are_refused_by_name() {
    let good = RetransmitSpec::default();
    assert!(good.check().is_ok());
    let ms = Duration::from_millis;
    let wrong = [
        (
            "window_packets",
            RetransmitSpec {
                window_packets: 0,
                ..good.clone()
            },
        ),
        (
            "queue_bytes",
            RetransmitSpec {
                queue_bytes: u32::MAX,
                ..good.clone()
            },
        ),
        (
            "ack_delay",
            RetransmitSpec {
                ack_delay: ms(60_001),
                ..good.clone()
            },
        ),
        (
            "min_timeout",
            RetransmitSpec {
                min_timeout: Duration::ZERO,
                ..good.clone()
            },
        ),
        // The longest may not be shorter than the shortest.
        (
            "max_timeout",
            RetransmitSpec {
                max_timeout: ms(4),
                ..good.clone()
            },
        ),
    ];
    for (name, spec) in wrong {
        let problem = spec.check().expect_err(name).to_string();
        assert!(problem.contains(name), "{problem}");
    }
    let widest = RetransmitSpec {
        window_packets: 1 << 16,
        queue_bytes: 1 << 30,
        ack_delay: Duration::ZERO,
        min_timeout: Duration::from_micros(100),
        max_timeout: Duration::from_secs(60),
    };
    assert!(widest.check().is_ok());
}
