//! Parameters of the protocol: those of the profile, and what its wish decides.

use std::time::Duration;

use hyla_multicast::{Config, FecConfig, Tuning};
use hyla_net::{MAX_GROUP_FRAME_BYTES, Recovery, Wish};

use super::engine::LARGEST;

/// Parameters of the protocol at first. `gathers`: messages may wait for others.
pub(super) fn config(recovery: &Recovery, gathers: bool) -> Config {
    let usual = Config::default();
    let fec = FecConfig::default();
    Config {
        datagram_bytes: MAX_GROUP_FRAME_BYTES,
        message_bytes: LARGEST,
        round_trip: Duration::from_millis(1),
        window: recovery.window,
        lane_window: usual.lane_window.min(recovery.window),
        pool_packets: usual.pool_packets.max(4 * recovery.window as usize),
        rate_max: recovery.bytes_per_second,
        rate_start: usual.rate_start.min(recovery.bytes_per_second),
        straggler_after: patience(recovery),
        deaf_after: patience(recovery),
        tuning: tuning(recovery.wish, gathers),
        // A member sends only to groups that it is in.
        outsiders: false,
        fec: (recovery.parity > 0).then_some(FecConfig {
            parity: recovery.parity,
            ..fec
        }),
        ..usual
    }
}

/// How long a member may hold up others, or receive nothing.
pub(super) fn patience(recovery: &Recovery) -> Duration {
    let by_wish = match recovery.wish {
        Wish::Latency => 100,
        Wish::Balance | Wish::Throughput | Wish::Steadiness => 200,
    };
    recovery.straggler.unwrap_or(Duration::from_millis(by_wish))
}

/// When the packets of a member with that wish leave. Rounds of the token do not depend on it: they serve all senders of a group,
/// and all its members reckon with their length.
pub(super) fn tuning(wish: Wish, gathers: bool) -> Tuning {
    let us = Duration::from_micros;
    let usual = Tuning::default();
    let tuning = match wish {
        Wish::Balance => usual,
        Wish::Throughput => Tuning {
            gap: us(1_000),
            gather_least: us(1_000),
            gather_most: us(10_000),
            rest: us(2_000),
            burst: us(4_000),
            ..usual
        },
        // A message waits only where calls of the system cannot keep up: then it would wait behind those before it, and longer.
        Wish::Latency => Tuning {
            gap: Duration::ZERO,
            gap_costs: 8,
            gather_costs: 0,
            heartbeat: 0.5,
            parity_delay: us(1_000),
            ..usual
        },
        // The time of gathering does not follow the load. An eighth is about the least probe that makes up for a tenth of losses.
        Wish::Steadiness => Tuning {
            gap: us(200),
            gather_least: us(200),
            gather_costs: 0,
            train: 10,
            rest: us(200),
            burst: us(300),
            probe: 0.125,
            ..usual
        },
    };
    if gathers {
        return tuning;
    }
    Tuning {
        gap: Duration::ZERO,
        gap_costs: 0,
        ..tuning
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test may read the clock")]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use hyla_core::secrets::Challenge;
    use hyla_multicast::{GroupId, MemberId};
    use hyla_net::network::Sockets;
    use hyla_net::{GroupOptions, Profile, Reliability};
    use hyla_types::FederateHandle;

    use super::super::engine::ProfileEngine;
    use super::*;

    const WISHES: [Wish; 4] = [
        Wish::Balance,
        Wish::Throughput,
        Wish::Latency,
        Wish::Steadiness,
    ];
    const GROUP: GroupId = GroupId(1);

    fn us(us: u64) -> Duration {
        Duration::from_micros(us)
    }

    /// The engine of a federate with a group.
    struct Sender {
        engine: ProfileEngine<Sockets>,
        now: Instant,
    }

    impl Sender {
        fn new(wish: Wish, gathers: bool) -> Self {
            let now = Instant::now();
            let own = FederateHandle::new(1);
            let secret = Challenge([1; 16]);
            let options = GroupOptions::default();
            let profile = profile(wish, None);
            let engine = ProfileEngine::new(&profile, options, own, secret, gathers);
            let mut engine = engine.unwrap();
            let members = [MemberId(1), MemberId(2)];
            engine.member.install(now, GROUP, &members).unwrap();
            Self { engine, now }
        }

        /// Sends a message after that time. Returns the packets that leave then.
        fn send_after(&mut self, time: Duration) -> usize {
            self.now += time;
            self.engine.send(self.now, GROUP, &[7; 100]);
            self.leaving()
        }

        fn leaving(&mut self) -> usize {
            let (member, mut datagram) = (&mut self.engine.member, Vec::new());
            let before = member.counters().packets_sent;
            member.handle_timeout(self.now);
            while member.poll_transmit(self.now, &mut datagram).is_some() {}
            (member.counters().packets_sent - before) as usize
        }

        /// How long a message waits that comes 10 us after another one, after a pause.
        fn waits(&mut self) -> Duration {
            self.now += us(20_000);
            self.leaving();
            assert_eq!(self.send_after(us(0)), 1);
            let mut packets = self.send_after(us(10));
            let began = self.now;
            while packets == 0 {
                self.now += us(10);
                packets = self.leaving();
            }
            self.now - began
        }
    }

    fn profile(wish: Wish, straggler: Option<Duration>) -> Arc<Profile> {
        let mut profile = Profile::standard("Bulk", Reliability::Reliable);
        profile.multicast.recovery.wish = wish;
        profile.multicast.recovery.straggler = straggler;
        Arc::new(profile)
    }

    #[test]
    fn every_value_of_the_settings_is_within_the_bounds_of_the_protocol() {
        for wish in WISHES {
            for bytes_per_second in [1_000_000, 12_500_000_000] {
                for window in [64, 65_536] {
                    for parity in [0, 16] {
                        for straggler in [None, Some(10), Some(60_000)] {
                            let recovery = Recovery {
                                bytes_per_second,
                                window,
                                parity,
                                straggler: straggler.map(Duration::from_millis),
                                wish,
                            };
                            for gathers in [false, true] {
                                assert_eq!(config(&recovery, gathers).check(), Ok(()));
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_all_members_need_alike_depends_on_no_wish() {
        let with = |wish| {
            let recovery = profile(wish, None).multicast.recovery;
            Config {
                tuning: Tuning::default(),
                straggler_after: Duration::ZERO,
                deaf_after: Duration::ZERO,
                ..config(&recovery, true)
            }
        };
        for wish in WISHES {
            assert_eq!(with(wish), with(Wish::Balance));
        }
    }

    #[test]
    fn a_wish_holds_from_the_next_message_on() {
        let mut sender = Sender::new(Wish::Balance, true);
        assert_eq!(sender.waits(), us(100));

        for (wish, waits) in [
            (Wish::Latency, us(0)),
            (Wish::Throughput, us(1_000)),
            (Wish::Steadiness, us(200)),
            (Wish::Balance, us(100)),
        ] {
            sender.engine.adjust(profile(wish, None));
            assert_eq!(sender.waits(), waits, "{wish:?}");
            let early = Sender::new(wish, true).waits();
            assert_eq!(early, waits, "from the start: {wish:?}");
        }
    }

    #[test]
    fn bursts_are_short_for_steadiness_and_long_for_throughput() {
        let burst = |wish| {
            let mut sender = Sender::new(Wish::Balance, true);
            sender.send_after(us(0));
            sender.engine.adjust(profile(wish, None));
            sender.now += us(20_000);
            for _ in 0..60 {
                sender.engine.send(sender.now, GROUP, &[7; 1300]);
            }
            sender.leaving()
        };

        let usual = burst(Wish::Balance);
        assert!(burst(Wish::Steadiness) < usual, "{usual}");
        assert!(burst(Wish::Throughput) > usual, "{usual}");
    }

    #[test]
    fn with_latency_messages_wait_only_where_calls_cannot_keep_up() {
        let mut sender = Sender::new(Wish::Latency, true);
        for (cost, waits) in [(us(1), us(0)), (us(50), us(100)), (us(1), us(0))] {
            sender.engine.member.set_send_cost(cost);
            assert_eq!(sender.waits(), waits, "{cost:?}");
        }
        // The time does not follow the cost.
        sender.engine.member.set_send_cost(us(200));
        assert_eq!(sender.waits(), us(100));
    }

    #[test]
    fn where_nobody_calls_in_between_no_wish_lets_messages_wait() {
        for wish in WISHES {
            let mut sender = Sender::new(wish, false);
            sender.engine.member.set_send_cost(us(100));
            assert_eq!(sender.waits(), us(0), "{wish:?}");
            sender.engine.adjust(profile(wish, None));
            assert_eq!(sender.waits(), us(0), "{wish:?}");
        }
    }

    #[test]
    fn a_patience_of_the_profile_wins_over_that_of_the_wish() {
        let ms = Duration::from_millis;
        for (wish, given, found) in [
            (Wish::Balance, None, ms(200)),
            (Wish::Latency, None, ms(100)),
            (Wish::Latency, Some(ms(500)), ms(500)),
            (Wish::Steadiness, Some(ms(20)), ms(20)),
        ] {
            let recovery = profile(wish, given).multicast.recovery;
            assert_eq!(patience(&recovery), found);
            assert_eq!(config(&recovery, true).straggler_after, found);
        }
    }
}
