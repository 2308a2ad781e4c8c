//! A federate behind a firewall that drops calls from outside.

use crate::child::{Location, Process};
use crate::network::{Host, Network, connections};

const PORT: u16 = 20_000;

fn exchange(one: &mut Process, other: &mut Process) {
    for process in [&mut *one, &mut *other] {
        assert_eq!(process.ask("meet 1"), "met");
    }
    // A federate whose instance was discovered knows the other's subscription.
    for process in [&mut *one, &mut *other] {
        process.order("send reliable 500 1000");
        process.order("send reliable 2 3000000");
    }
    for process in [&mut *one, &mut *other] {
        for _ in 0..2 {
            assert_eq!(process.answer(), "sent");
        }
        process.order("all 1 502");
    }
    for process in [&mut *one, &mut *other] {
        assert_eq!(process.answer(), "in order");
    }
    // Behind so much that waits, best effort is dropped until the RTI has said that there is room again.
    best_effort_arrives(one, other);
    best_effort_arrives(other, one);
    for process in [one, other] {
        assert_eq!(process.ask("some 1"), "in order");
    }
}

fn best_effort_arrives(from: &mut Process, to: &mut Process) {
    for _ in 0..2_000 {
        assert_eq!(from.ask("send best-effort 10 100"), "sent");
        if to.ask("any 1") == "some" {
            return;
        }
    }
    panic!("none of 20 000 best-effort messages arrived, long after the last reliable one");
}

/// Connections of the process's host that do not lead to the RTI.
fn direct(process: &Process, rti: &str) -> Vec<String> {
    let mut all = connections(process.id());
    all.retain(|pair| !pair.ends_with(rti));
    all
}

#[test]
fn data_for_a_federate_behind_a_firewall_takes_the_relay_and_nothing_is_lost() {
    let Some(network) = Network::new(1) else {
        return;
    };
    if !network.drop_calls(Host::B, PORT) {
        return;
    }
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "eth0:0", "");
    let settings = format!("rti.address = {address}; timeout.connect_ms = 1500");
    let hidden = format!("{settings}; peer.bind = eth0:{PORT}");
    let mut hidden = Process::federate(on_b, "firewall", "hidden", &hidden);
    // Joins later, so that it is the one who calls.
    let mut caller = Process::federate(on_a, "firewall", "caller", &settings);

    exchange(&mut hidden, &mut caller);

    assert_eq!(direct(&hidden, &address), [""; 0]);
    for process in [&mut hidden, &mut caller] {
        assert_eq!(process.ask("leave"), "left");
    }
}

#[test]
fn a_federate_behind_a_firewall_that_calls_others_itself_needs_no_relay() {
    let Some(network) = Network::new(1) else {
        return;
    };
    if !network.drop_calls(Host::B, PORT) {
        return;
    }
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "eth0:0", "");
    let settings = format!("rti.address = {address}; timeout.connect_ms = 1500");
    let mut open = Process::federate(on_a, "firewall", "open", &settings);
    let hidden = format!("{settings}; peer.bind = eth0:{PORT}");
    let mut hidden = Process::federate(on_b, "firewall", "hidden", &hidden);

    exchange(&mut hidden, &mut open);

    assert_eq!(direct(&hidden, &address).len(), 1);
    for process in [&mut hidden, &mut open] {
        assert_eq!(process.ask("leave"), "left");
    }
}
