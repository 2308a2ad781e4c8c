//! State of hosts in answers.

#![allow(
    clippy::disallowed_methods,
    reason = "a test is a caller that passes the time"
)]

use std::time::{Duration, Instant};

use hyla_core::latency::{HostReading, LatencyQuestion};
use hyla_core::message::Echo;
use hyla_types::FederateHandle;

use super::super::testing::TestHost;
use super::{LatencyProbes, Subject};

const PEER: FederateHandle = FederateHandle::new(2);

fn reading(clock: u64, processor: f64, port: f64) -> HostReading {
    HostReading {
        clock,
        monotonic_ns: 1_000_000,
        load: Some(processor),
        port: Some((port, 1e9)),
        ..HostReading::default()
    }
}

#[test]
fn the_port_of_both_hosts_counts_between_hosts_and_not_on_one() {
    for (clock, port) in [(7, None), (8, Some(0.95))] {
        let start = Instant::now();
        let mut latency = LatencyProbes::new(start, &*TestHost::shared());
        let question = LatencyQuestion {
            qos: 1,
            hardness: None,
            ..LatencyQuestion::to(PEER)
        };
        let id = latency.connection(&question, start).unwrap();
        let own = reading(7, 0.2, 0.95);

        latency.arrived(PEER, 900_000, &own, &reading(clock, 0.5, 0.4), start);
        latency.report_own(&own, start);

        let answer = latency.estimator.ask(latency.since(start), id).unwrap();
        assert_eq!(answer.state.port.map(|port| port.load.share()), port);
    }
}

#[test]
fn a_question_that_depends_on_loads_has_probes_that_renew_them() {
    let start = Instant::now();
    let mut latency = LatencyProbes::new(start, &*TestHost::shared());
    let question = LatencyQuestion {
        qos: 2,
        ..LatencyQuestion::to(PEER)
    };

    latency.connection(&question, start).unwrap();

    assert!(
        latency
            .flows
            .iter()
            .any(|flow| flow.subject == Subject::state_of(PEER))
    );
    assert!(latency.depends_on_load());
    latency.expire(start + Duration::from_secs(71));
    assert!(latency.is_idle());
}

#[test]
fn a_long_way_is_measured_in_smaller_parts() {
    let start = Instant::now();
    let mut latency = LatencyProbes::new(start, &*TestHost::shared());
    let question = LatencyQuestion {
        qos: 3,
        hardness: None,
        ..LatencyQuestion::to(PEER)
    };
    let id = latency.connection(&question, start).unwrap();
    let mut now = start;
    let mut measured = 0;

    // Each round trip takes 150 ms: a hundred of them longer than the estimator waits.
    for _ in 0..1000 {
        latency.start_measurements(now);
        let stamp = now.duration_since(start).as_nanos() as u64 + 1;
        let at = latency
            .flows
            .iter()
            .position(super::flow::Flow::is_measuring);
        if let Some(at) = at {
            latency.flows[at].sent(stamp, now);
            now += Duration::from_millis(150);
            let own = HostReading {
                monotonic_ns: stamp + 150_000_000,
                ..HostReading::default()
            };
            let mut echo = Echo::long(latency.flows[at].number, stamp, 0);
            echo.reading = Some(HostReading::default());
            latency.returned(PEER, &echo, &own, now);
            measured += 1;
        } else {
            now += Duration::from_millis(150);
        }
    }

    let answer = latency.estimator.ask(latency.since(now), id).unwrap();
    assert!(measured >= 400, "{measured}");
    let estimate = answer.estimate.unwrap();
    assert!((estimate.value_us - 150_000.0).abs() < 1.0, "{estimate:?}");
}
