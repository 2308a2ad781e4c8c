//! Frames arrive through a chain as they were sent.

use std::time::Duration;

use hyla_net::modules::{BundleSpec, FragmentSpec, ImpairSpec, ModuleSpec};
use hyla_net::{EndpointConfig, Pressure};

use super::world::numbered::{chain, numbered, numbers};
use super::world::{ALL, Driven, Pair, pair_with, until};
use super::{best_effort, counted, reliable};

#[test]
fn frames_go_both_ways_through_any_chain_in_order() {
    let chains: &[&[&str]] = &[
        &["compress"],
        &["checksum"],
        &["bundle"],
        &["rate-limit"],
        &["impair"],
        &["sequence"],
        &["bundle", "compress", "rate-limit", "checksum"],
        &["bundle", "fragment", "retransmit", "checksum", "impair"],
    ];
    for (&transport, names) in ALL.iter().flat_map(|t| chains.iter().map(move |c| (t, c))) {
        let profiles = [reliable(&chain(names)), best_effort(&chain(names))];
        for profile in profiles {
            let Pair {
                mut a,
                mut b,
                a_to_b,
                b_to_a,
            } = pair_with(transport, &profile, &EndpointConfig::default());
            assert_eq!(a_to_b.profile_name(), Some("Lane"));
            assert_eq!(b_to_a.profile_name(), Some("Lane"));

            for number in 0..300_u32 {
                let length = (number as usize * 37) % 4000;
                a_to_b.send_parts(&[&numbered(number, length)]).unwrap();
                b_to_a.send_parts(&[&numbered(number, 30)]).unwrap();
                if number % 50 == 0 {
                    a.poll(Duration::ZERO);
                    b.poll(Duration::ZERO);
                }
            }
            until(&mut a, &mut b, |a, b| {
                a.frames.len() == 300 && b.frames.len() == 300
            });
            for told in [&a.told, &b.told] {
                let expected: Vec<_> = (0..300).collect();
                assert_eq!(numbers(&told.bodies()), expected, "{transport:?} {names:?}");
            }
            let counters = a_to_b.counters();
            assert_eq!(counters.frames_sent, 300);
            assert_eq!(counters.frames_received, 300);
            // A packet repeated unnecessarily arrives twice.
            let dropped = counters.dropped.total() - counters.dropped.late;
            assert_eq!(dropped, 0, "{names:?}");
            assert!(counters.bytes_sent > 0);
        }
    }
}

#[test]
fn what_is_said_often_takes_fewer_bytes_when_compressed() {
    for &transport in ALL {
        let profile = reliable(&chain(&["compress"]));
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());

        for _ in 0..100 {
            p.a_to_b.send_parts(&[&[7; 10_000]]).unwrap();
        }
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 100);

        assert!(p.b.told.bodies().iter().all(|body| *body == [7; 10_000]));
        assert!(p.a_to_b.counters().bytes_sent < 100 * 1000);
        assert_eq!(counted(&p.a_to_b, "compress", "compressed"), 100);
        assert_eq!(counted(&p.b_to_a, "compress", "decompressed"), 100);
    }
}

#[test]
fn a_bundle_by_time_gathers_and_leaves_when_its_time_has_come() {
    for &transport in ALL {
        let by_time = ModuleSpec::Bundle(BundleSpec {
            gap: Duration::from_millis(20),
            adaptive: false,
            ..BundleSpec::default()
        });
        let mut p = pair_with(transport, &reliable(&[by_time]), &EndpointConfig::default());

        for number in 0..10 {
            p.a_to_b.send_parts(&[&numbered(number, 20)]).unwrap();
            p.a.poll(Duration::ZERO);
            p.b.poll(Duration::ZERO);
        }
        // Nothing is sent any more: time alone releases them.
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 10);
        assert_eq!(
            numbers(&p.b.told.bodies()),
            (0..10).collect::<Vec<_>>(),
            "{transport:?}"
        );
        assert_eq!(counted(&p.a_to_b, "bundle", "messages"), 10);
        assert!(p.a_to_b.counters().bundles < 10);
        assert_eq!(
            p.a_to_b.counters().bundles,
            counted(&p.a_to_b, "bundle", "bundles")
        );
    }
}

#[test]
fn a_value_of_64_mib_goes_in_parts() {
    for &transport in ALL {
        let parts = ModuleSpec::Fragment(FragmentSpec {
            packet_bytes: Some(60_000),
            ..FragmentSpec::default()
        });
        let profile = reliable(&[parts]);
        let mut p = pair_with(transport, &profile, &EndpointConfig::default());
        let value = numbered(1, 64 << 20);

        p.a_to_b.send_parts(&[&value]).unwrap();
        p.a_to_b.send_parts(&[&numbered(2, 100)]).unwrap();
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 2);

        assert!(p.b.told.frames[0].1 == value, "{transport:?}");
        assert_eq!(numbers(&p.b.told.bodies()[1..]), [2]);
        assert!(counted(&p.a_to_b, "fragment", "fragments") > 1000);
        assert_eq!(counted(&p.b_to_a, "fragment", "reassembled"), 1);
    }
}

#[test]
fn several_threads_send_through_one_chain_and_each_keeps_its_order() {
    const EACH: u32 = 3_000;
    for &transport in ALL {
        let mut modules = chain(&["bundle", "retransmit", "checksum"]);
        modules.push(ModuleSpec::Impair(ImpairSpec {
            loss: 0.05,
            delay: Duration::from_micros(300),
            ..ImpairSpec::default()
        }));
        let config = EndpointConfig {
            send_queue_bytes: 50_000,
            ..EndpointConfig::default()
        };
        let p = pair_with(transport, &reliable(&modules), &config);
        let (a, mut b) = (Driven::new(p.a), p.b);
        let senders = [0_u32, 1, 2].map(|thread| {
            let channel = p.a_to_b.clone();
            std::thread::spawn(move || {
                for count in 0..EACH {
                    let number = thread * EACH + count;
                    let sent = channel.send_parts(&[&numbered(number, 50)]).unwrap();
                    if sent == Pressure::High {
                        channel.wait_for_room(None).unwrap();
                    }
                    if count % 500 == 0 {
                        let _while_others_send = channel.counters();
                    }
                }
            })
        });
        b.until(|b| b.frames.len() == 3 * EACH as usize);
        for sender in senders {
            sender.join().unwrap();
        }
        let heard = numbers(&b.told.bodies());
        for thread in 0..3 {
            let own = heard.iter().copied().filter(|n| n / EACH == thread);
            assert!(own.eq(thread * EACH..(thread + 1) * EACH), "{transport:?}");
        }
        a.stop();
    }
}
