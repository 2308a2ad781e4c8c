//! Lanes with protocol modules, whatever carries them.

use super::*;

/// How a federate is reached, and what carries its lanes then.
const WAYS: [(&str, &str); 5] = [
    (TCP, "tcp"),
    (TCP, "auto"),
    (MEMORY, "shm"),
    (MEMORY, "tcp"),
    (IN_PROCESS, "shm"),
];

#[test]
fn a_bound_channel_tells_its_modules() {
    for (process, carrier) in WAYS {
        let profile = format!(
            "qos.Command.transport = {carrier}; qos.Command.modules = bundle, compress, checksum"
        );
        let world = World::new(process, &profile);

        let granted = world.bind("Command").unwrap();

        assert_eq!(granted.modules, ["bundle", "compress", "checksum"]);
        assert!(!granted.transport.starts_with("udp"), "{granted:?}");
    }
}

#[test]
fn a_transportation_type_changes_under_load_between_lanes_with_modules() {
    for (process, carrier) in WAYS {
        // Command gathers by time, Bulk goes through a network that is far away and loses three in ten.
        let profiles = format!(
            "qos.Command.transport = {carrier}; qos.Command.modules = bundle, compress, checksum; \
             qos.Command.bundle.gap_us = 2000; qos.Command.bundle.adaptive = false; \
             qos.Bulk.transport = {carrier}; qos.Bulk.reliability = reliable; \
             qos.Bulk.modules = bundle, retransmit, checksum, impair; \
             qos.Bulk.impair.loss = 0.3; qos.Bulk.impair.delay_us = 1000; \
             qos.Bulk.impair.duplicate = 0.1; qos.Bulk.impair.reorder = 0.1; \
             timeout.host_ms = 60000; timeout.connect_ms = 60000"
        );
        let world = World::new(process, &profiles);
        // The counts then do not depend on when the lanes are established.
        for profile in ["Command", "Bulk"] {
            world.bind(profile).unwrap();
        }
        change_in(&world, &profiles);

        let told = world.speaker.rti.own_metrics().channels;
        let lane = |name: &str| told.iter().find(|c| c.profile == name).unwrap();
        assert!(lane("Command").messages_sent > 1000, "{told:?}");
        assert!(lane("Command").bundles > 0, "{told:?}");
        assert!(lane("Bulk").messages_sent > 1000, "{told:?}");
        assert!(lane("Bulk").retransmissions > 0, "{told:?}");
    }
}

#[test]
fn what_a_reliable_lane_holds_back_arrives_before_the_federate_is_gone() {
    const ORDERS: u32 = 200;
    for (process, carrier) in WAYS {
        let profile = format!(
            "qos.Command.transport = {carrier}; qos.Command.modules = impair, rate-limit; \
             qos.Command.impair.delay_us = 30000; qos.Command.rate-limit.bytes_per_second = 100000"
        );
        let world = World::new(process, &profile);
        world.bind("Command").unwrap();
        let order = world.speaker.order();
        world.listen(order.0);

        for number in 0..ORDERS {
            world.speaker.send(order, &number.to_le_bytes());
        }
        let gone = ResignAction::CancelThenDeleteThenDivest;
        world.speaker.rti.resign_federation_execution(gone).unwrap();

        for number in 0..ORDERS {
            assert_eq!(world.listener.next(), Told::Order(number), "{carrier}");
        }
    }
}

#[test]
fn best_effort_through_a_bad_network_loses_some_and_keeps_the_order() {
    const ORDERS: u32 = 1000;
    for (process, carrier) in WAYS {
        if carrier == "auto" {
            // By UDP then, which others try.
            continue;
        }
        let profile = format!(
            "qos.Sensor.transport = {carrier}; qos.Sensor.reliability = best-effort; \
             qos.Sensor.modules = impair; qos.Sensor.impair.loss = 0.3"
        );
        let world = World::new(process, &profile);
        world.bind("Sensor").unwrap();
        let order = world.speaker.order();
        let sensor = world.speaker.rti.transportation_type_handle("Sensor");
        world
            .speaker
            .rti
            .request_interaction_transportation_type_change(order.0, sensor.unwrap())
            .unwrap();
        world.listen(order.0);

        for number in 0..ORDERS {
            world.speaker.send(order, &number.to_le_bytes());
        }
        let mut heard = Vec::new();
        while let Ok(told) = world.listener.told.recv_timeout(Duration::from_millis(500)) {
            heard.push(told);
        }
        let numbers = heard.iter().map(|told| match told {
            Told::Order(number) => *number,
            other => panic!("{other:?}"),
        });
        assert!(numbers.is_sorted_by(|one, next| one < next), "{heard:?}");
        let came = heard.len();
        assert!((400..950).contains(&came), "{process} {carrier}: {came}");
        let told = world.listener.rti.own_metrics().channels;
        let lane = told.iter().find(|c| c.profile == "Sensor").unwrap();
        let missed = lane.dropped.iter().find(|(reason, _)| reason == "missed");
        assert!(missed.is_some_and(|(_, count)| *count > 50), "{lane:?}");
    }
}

#[test]
fn a_rate_limit_holds_a_reliable_sender_and_the_metrics_say_so() {
    const LOADS: usize = 60;
    for (process, carrier) in WAYS {
        let profile = format!(
            "qos.Bulk.transport = {carrier}; qos.Bulk.reliability = reliable; qos.Bulk.modules = rate-limit; \
             qos.Bulk.rate-limit.bytes_per_second = 1000000; qos.Bulk.rate-limit.queue_bytes = 20000"
        );
        let world = World::new(process, &profile);
        world.bind("Bulk").unwrap();
        let load = world.speaker.load();
        world.listen(load.0);

        for _ in 0..LOADS {
            world.speaker.send(load, &[7; 5000]);
        }
        for _ in 0..LOADS {
            assert_eq!(world.listener.next(), Told::Load, "{process} {carrier}");
        }
        let told = world.speaker.rti.own_metrics().channels;
        let lane = told.iter().find(|c| c.profile == "Bulk").unwrap();
        assert!(lane.pressed_back > 0, "{lane:?}");
        assert_eq!(lane.total_dropped(), 0, "{lane:?}");
    }
}
