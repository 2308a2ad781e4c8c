//! Channels in shared memory: small, full and idle rings.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::time::Duration;

use hyla_net::{Channel, EndpointConfig, Pressure, SharedTable, Wait, settle_postings};
use world::{Driven, Transport, World, pair, until};

fn small_ring() -> EndpointConfig {
    EndpointConfig {
        ring_bytes: 4096,
        ..EndpointConfig::default()
    }
}

#[test]
fn frames_of_any_size_pass_a_small_ring_in_both_directions_at_once() {
    let mut dice = fastrand::Rng::with_seed(11);
    let frame = |number: usize, length: usize| -> Vec<u8> {
        (0..length).map(|at| (at * 7 + number) as u8).collect()
    };
    for _ in 0..20 {
        let mut p = pair(Transport::SharedMemory, &small_ring());
        let lengths: Vec<usize> = (0..200)
            .map(|_| match dice.u32(..4) {
                0 => dice.usize(1..10),
                1 => dice.usize(4080..4110),
                2 => dice.usize(1..20_000),
                _ => dice.usize(1..300),
            })
            .collect();
        for (number, &length) in lengths.iter().enumerate() {
            p.a_to_b.send_parts(&[&frame(number, length)]).unwrap();
            p.b_to_a.send_parts(&[&frame(number, length)]).unwrap();
            if dice.u32(..10) == 0 {
                p.a.poll(Duration::ZERO);
                p.b.poll(Duration::ZERO);
            }
        }
        until(&mut p.a, &mut p.b, |a, b| {
            a.frames.len() == 200 && b.frames.len() == 200
        });

        for world in [&p.a, &p.b] {
            let expected = lengths.iter().enumerate();
            let expected = expected.map(|(number, &length)| frame(number, length));
            assert!(world.told.bodies().into_iter().eq(expected));
        }
    }
}

/// In shared memory and within a process each end sees what the other has posted, without a poll; over TCP there is nothing to see.
#[test]
fn each_end_sees_the_others_posting_without_a_poll() {
    for (transport, has_boards) in [
        (Transport::SharedMemory, true),
        (Transport::InProcess, true),
        (Transport::Tcp, false),
    ] {
        let p = pair(transport, &small_ring());
        let ends = [p.a_to_b.boards(), p.b_to_a.boards()];
        let [Some(near), Some(far)] = ends else {
            assert!(!has_boards, "{transport:?}");
            continue;
        };
        assert!(has_boards, "{transport:?}");
        assert_eq!(near.posted(), None);
        for round in 1..=3_u64 {
            for (end, other, sign) in [(&near, &far, 1), (&far, &near, 2)] {
                let posting = [sign, round, 20, 30, 40 + sign];
                end.post(&posting);
                settle_postings();
                assert_eq!(other.posted(), Some(posting));
            }
        }
    }
}

/// Who makes a table passes it in either direction of a channel, also several times; all see what each has written in its row.
#[test]
fn a_table_is_seen_by_all_to_whom_it_is_passed() {
    let mut p = pair(Transport::SharedMemory, &small_ring());
    let table = SharedTable::new(3).unwrap();
    assert!(p.a_to_b.pass_table(&table, 7));
    let back = SharedTable::new(2).unwrap();
    assert!(p.b_to_a.pass_table(&back, 8));
    assert!(p.a_to_b.pass_table(&table, 9));
    until(&mut p.a, &mut p.b, |a, b| {
        a.tables.len() == 1 && b.tables.len() == 2
    });

    let numbers = |told: &world::Told| -> Vec<_> { told.tables.iter().map(|it| it.1).collect() };
    assert_eq!(numbers(&p.b.told), [7, 9]);
    assert_eq!(numbers(&p.a.told), [8]);
    assert_eq!(p.b.told.tables[0].0, p.b_to_a.id());
    assert_eq!(p.a.told.tables[0].2.rows(), 2);
    let far = &p.b.told.tables[1].2;
    assert_eq!(far.rows(), 3);
    for row in 0..3 {
        assert_eq!(far.posted(row), None);
        let posting = [1, row as u64, 0, 0, 9];
        table.set_count(row, 2, 5 + row as u64);
        table.post(row, &posting);
        assert_eq!(far.posted(row), Some(posting));
        assert_eq!(far.count(row, 2), 5 + row as u64);
        assert_eq!(far.count(row, 1), 0);
    }
    far.post(2, &[2, 1, 0, 0, 0]);
    assert_eq!(table.posted(2), Some([2, 1, 0, 0, 0]));
    assert!(
        !p.b_to_a.pass_table(far, 10),
        "only who has made it passes it"
    );

    // The channel works as before.
    p.a_to_b.send(|frame| frame.push(3)).unwrap();
    until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 1);
    p.a_to_b.close("enough");
    until(&mut p.a, &mut p.b, |_, b| b.closed.len() == 1);
}

#[test]
fn no_table_is_passed_without_shared_memory() {
    let table = SharedTable::new(2).unwrap();
    for transport in [Transport::InProcess, Transport::Tcp] {
        let p = pair(transport, &small_ring());
        assert!(!p.a_to_b.pass_table(&table, 1), "{transport:?}");
    }
    for rows in [0, 1, hyla_net::MOST_ROWS + 1] {
        assert!(SharedTable::new(rows).is_err(), "{rows}");
    }
}

#[test]
fn two_sides_that_are_both_full_and_wait_for_room_get_through() {
    let config = EndpointConfig {
        send_queue_bytes: 100_000,
        ..small_ring()
    };
    let p = pair(Transport::SharedMemory, &config);
    let (a, b) = (Driven::new(p.a), Driven::new(p.b));
    std::thread::scope(|scope| {
        for channel in [&p.a_to_b, &p.b_to_a] {
            scope.spawn(move || {
                for number in 0..500_u32 {
                    let sent = channel.send_parts(&[&number.to_le_bytes(), &[1; 30_000]]);
                    if sent.unwrap() == Pressure::High {
                        channel.wait_for_room(Some(world::WATCHDOG)).unwrap();
                    }
                }
            });
        }
    });
    let (mut a, mut b) = (a.stop(), b.stop());
    until(&mut a, &mut b, |a, b| {
        a.frames.len() == 500 && b.frames.len() == 500
    });

    for world in [a, b] {
        let numbers = world
            .told
            .frames
            .iter()
            .map(|(_, bytes)| bytes[..4].to_vec());
        assert!(numbers.eq((0..500_u32).map(|n| n.to_le_bytes().to_vec())));
    }
}

#[test]
fn many_threads_that_send_and_wait_for_room_all_get_through() {
    let config = EndpointConfig {
        send_queue_bytes: 8_000,
        ..small_ring()
    };
    let p = pair(Transport::SharedMemory, &config);
    let a = Driven::new(p.a);
    let mut b = p.b;
    std::thread::scope(|scope| {
        for sender in 0..4_u8 {
            let channel = p.a_to_b.clone();
            scope.spawn(move || {
                for number in 0..5_000_u32 {
                    let parts = [&[sender][..], &number.to_le_bytes(), &[1; 500]];
                    if channel.send_parts(&parts).unwrap() == Pressure::High {
                        channel.wait_for_room(Some(world::WATCHDOG)).unwrap();
                    }
                }
            });
        }
        b.until(|b| b.frames.len() == 20_000);
    });

    for sender in 0..4_u8 {
        let own = b.told.frames.iter().filter(|(_, bytes)| bytes[0] == sender);
        let numbers = own.map(|(_, bytes)| bytes[1..5].to_vec());
        assert!(numbers.eq((0..5_000_u32).map(|n| n.to_le_bytes().to_vec())));
    }
    a.stop();
}

/// Poller of the sender's endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Polled {
    /// Another thread, all the time.
    Meanwhile,
    /// The sending thread, after it has sent.
    Afterwards,
    /// No wake-up: the sender waits for room.
    Never,
}

/// Sends frames whole or with a tail, each batch after the previous one has arrived, and expects
/// that all of it arrives although nothing follows.
fn nothing_stays_behind(ring_bytes: usize, wait: Wait, polled: Polled, send: fn(&Channel, &[u8])) {
    let config = EndpointConfig {
        ring_bytes,
        wait,
        // A heartbeat would push frames that were left behind.
        heartbeat: Duration::ZERO,
        // All of it must leave before there is room.
        send_queue_bytes: 1,
        ..EndpointConfig::default()
    };
    let p = pair(Transport::SharedMemory, &config);
    let (mut a, mut b) = (Some(p.a), p.b);
    let driven = (polled == Polled::Meanwhile).then(|| Driven::new(a.take().unwrap()));
    let batches = [
        vec![ring_bytes + 100],
        vec![ring_bytes / 3 * 2, ring_bytes / 3 * 2],
        vec![ring_bytes],
        vec![ring_bytes * 3 + 1, 1],
        vec![100, ring_bytes - 100],
    ];
    for lengths in batches {
        let frame = |length: usize| -> Vec<u8> { (0..length).map(|at| (at % 251) as u8).collect() };
        let expected: Vec<_> = lengths.into_iter().map(frame).collect();
        for bytes in &expected {
            send(&p.a_to_b, bytes);
        }
        match (polled, &mut a) {
            (Polled::Afterwards, Some(a)) => {
                until(a, &mut b, |_, b| b.frames.len() == expected.len());
            }
            (Polled::Never, _) => std::thread::scope(|scope| {
                scope.spawn(|| p.a_to_b.wait_for_room(Some(world::WATCHDOG)).unwrap());
                b.until(|b| b.frames.len() == expected.len());
            }),
            _ => b.until(|b| b.frames.len() == expected.len()),
        }
        assert!(b.told.bodies() == expected, "{wait}, {polled:?}");
        b.told.frames.clear();
    }
    if let Some(driven) = driven {
        driven.stop();
    }
}

fn nothing_stays_behind_in_any_ring(polled: Polled) {
    let whole = |channel: &Channel, bytes: &[u8]| {
        channel
            .append(|frame| frame.extend_from_slice(bytes))
            .unwrap();
        channel.depart();
    };
    let with_tail = |channel: &Channel, bytes: &[u8]| {
        let (head, tail) = bytes.split_at(bytes.len() / 10);
        channel
            .append_with(|frame| frame.extend_from_slice(head), tail)
            .unwrap();
        channel.depart();
    };
    for wait in [EndpointConfig::default().wait, Wait::Block] {
        for ring_bytes in [4096, EndpointConfig::default().ring_bytes] {
            for send in [whole, with_tail as fn(&Channel, &[u8])] {
                nothing_stays_behind(ring_bytes, wait, polled, send);
            }
        }
    }
}

#[test]
fn what_did_not_fit_follows_while_another_thread_polls_the_senders_endpoint() {
    nothing_stays_behind_in_any_ring(Polled::Meanwhile);
}

#[test]
fn what_did_not_fit_follows_when_the_senders_endpoint_is_polled_next() {
    nothing_stays_behind_in_any_ring(Polled::Afterwards);
}

#[test]
fn what_did_not_fit_follows_while_the_sender_waits_for_room_and_nobody_polls() {
    nothing_stays_behind_in_any_ring(Polled::Never);
}

#[test]
fn the_peer_is_told_by_address_that_it_is_shared_memory() {
    let p = pair(Transport::SharedMemory, &EndpointConfig::default());
    let name = p.a_to_b.peer_address();

    assert!(name.to_string().starts_with("shm:"), "{name}");
    assert_eq!(name, p.b_to_a.peer_address());
    assert_eq!(name.tcp(), None);
}

/// Processor time of this thread in nanoseconds.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn an_idle_endpoint_with_many_channels_costs_next_to_nothing() {
    let (mut b, _) = World::listening(EndpointConfig::default());
    let to = b.endpoint.shared_memory_addresses().next().unwrap();
    let mut a = World::new(EndpointConfig::default());
    for _ in 0..32 {
        a.endpoint.connect(&to);
    }
    until(&mut a, &mut b, |a, b| {
        a.opened.len() == 32 && b.accepted.len() == 32
    });
    let driven = Driven::new(a);

    let before = processor_time();
    let start = std::time::Instant::now();
    while start.elapsed() < Duration::from_secs(2) {
        b.poll(Duration::from_secs(2));
    }
    let share = (processor_time() - before) as f64 / start.elapsed().as_nanos() as f64;
    // Measured: a tenth of a percent, of which heartbeats are most.
    assert!(share < 0.01, "{:.2} % of a processor", share * 100.0);
    assert!(b.told.closed.is_empty());
    driven.stop();
}
