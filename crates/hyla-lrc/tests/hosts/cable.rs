//! A cable that is pulled: both sides notice, though nobody says goodbye.

use crate::child::{Location, Process};
use crate::network::{Host, Network};

#[test]
fn a_pulled_cable_is_noticed_on_both_hosts() {
    // Either end of it: on one of them the interface goes, on the other only what comes over it.
    for end in [Host::A, Host::B] {
        let Some(network) = Network::new(1) else {
            return;
        };
        let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
        let (_rti, address) = Process::rti(on_a, "eth0:0", "timeout.host_ms = 1000");
        let settings = format!("rti.address = {address}; timeout.host_ms = 1000");
        let mut near = Process::federate(on_a, "cable", "near", &settings);
        let mut far = Process::federate(on_b, "cable", "far", &settings);
        for process in [&mut near, &mut far] {
            assert_eq!(process.ask("meet 1"), "met");
        }
        // A federate whose instance was discovered knows the other's subscription.
        for process in [&mut near, &mut far] {
            assert_eq!(process.ask("send reliable 10 100"), "sent");
        }
        for process in [&mut near, &mut far] {
            assert_eq!(process.ask("all 1 10"), "in order");
        }

        network.ip(end, "link set eth0 down").unwrap();

        let start = std::time::Instant::now();
        assert_eq!(far.ask("lost"), "lost");
        assert_eq!(near.ask("gone 1"), "gone");
        println!(
            "noticed within {:?} (timeout.host_ms is 1000)",
            start.elapsed()
        );
        assert!(near.ask("members").starts_with("near "));
        assert_eq!(near.ask("leave"), "left");
    }
}
