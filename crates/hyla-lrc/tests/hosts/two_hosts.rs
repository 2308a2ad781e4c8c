//! A federation on two hosts that have unicast only.

use crate::child::{Location, Process};
use crate::network::{Host, Network, connections};

#[test]
fn federates_of_two_hosts_meet_exchange_updates_and_leave() {
    let Some(network) = Network::new(1) else {
        return;
    };
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "eth0:0", "");
    assert!(address.starts_with(&Host::A.address(0)), "{address}");
    let settings = format!("rti.address = {address}");
    let mut all = [(on_a, "a1"), (on_b, "b1"), (on_a, "a2"), (on_b, "b2")]
        .map(|(location, name)| Process::federate(location, "two-hosts", name, &settings));
    for process in &mut all {
        assert_eq!(process.ask("meet 3"), "met");
    }

    for process in &mut all {
        process.order("send reliable 300 100");
        process.order("send best-effort 300 100");
        process.order("send reliable 3 2000000");
    }

    for process in &mut all {
        for _ in 0..3 {
            assert_eq!(process.answer(), "sent");
        }
        process.order("all 3 303");
        process.order("some 3");
    }
    for process in &all {
        assert_eq!(process.answer(), "in order");
        assert_eq!(process.answer(), "in order");
    }
    // Processes on one host share memory: with the other federate, on the first host also with the RTI.
    let in_memory = all.each_ref().map(Process::channels_in_memory);
    assert_eq!(in_memory, [2, 1, 2, 1]);
    // Each of the two has two connections to the other host, and one to the RTI.
    let between = connections(all[1].id());
    assert_eq!(between.len(), 2 * 2 + 2, "{between:?}");

    let members = all[3].ask("members");
    for member in ["a1 shm ", "a2 shm ", "b1 tcp ", "b2 tcp "] {
        assert!(members.contains(member), "{member}: {members}");
    }

    let [mut a1, mut b1, mut a2, mut b2] = all;
    assert_eq!(b1.ask("leave"), "left");
    assert_eq!(a1.ask("gone 1"), "gone");
    assert_eq!(b2.ask("gone 1"), "gone");
    assert_eq!(a1.ask("leave"), "left");
    assert_eq!(a2.ask("gone 2"), "gone");
    assert_eq!(b2.ask("gone 2"), "gone");
    assert_eq!(b2.ask("leave"), "left");
    assert_eq!(a2.ask("leave"), "left");
}
