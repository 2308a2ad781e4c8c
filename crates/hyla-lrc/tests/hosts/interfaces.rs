//! Interface of a federate on a host that has two.

use crate::child::{Location, Process};
use crate::network::{Host, Network, connections};

#[test]
fn a_federate_is_reached_by_the_interface_chosen_by_route_name_or_prefix() {
    let Some(network) = Network::new(2) else {
        return;
    };
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, &format!("{}:0", Host::A.address(0)), "");
    let join = |location, federation: &str, name, settings: &str| {
        let settings = format!("rti.address = {address}; {settings}");
        Process::federate(location, federation, name, &settings)
    };
    let [first, second] = [0, 1].map(|cable| Host::B.address(cable));
    for (setting, expected) in [
        ("peer.interface = auto", &first),
        ("peer.interface = eth0", &first),
        ("peer.interface = eth1", &second),
        ("peer.interface = 10.78.0.0/16", &second),
        ("peer.interface = eth1; peer.bind = 0.0.0.0:0", &second),
        ("peer.bind = 10.78.0.0/16:0", &second),
    ] {
        // The one who is called is the one who was there first.
        let mut called = join(on_b, setting, "called", setting);
        let mut caller = join(on_a, setting, "caller", "");

        let members = caller.ask("members");
        assert!(
            members.contains(&format!(" tcp:{expected}:")),
            "{setting}: {members}"
        );
        for process in [&mut called, &mut caller] {
            assert_eq!(process.ask("meet 1"), "met");
        }
        // A federate whose instance was discovered knows the other's subscription.
        for process in [&mut called, &mut caller] {
            assert_eq!(process.ask("send reliable 50 100"), "sent");
        }
        for process in [&mut called, &mut caller] {
            assert_eq!(process.ask("all 1 50"), "in order");
        }
        let of_data = connections(called.id())
            .into_iter()
            .filter(|pair| !pair.ends_with(&address))
            .collect::<Vec<_>>();
        assert_eq!(of_data.len(), 1, "{setting}: {of_data:?}");
        assert!(of_data[0].starts_with(expected), "{setting}: {of_data:?}");
        for process in [&mut called, &mut caller] {
            assert_eq!(process.ask("leave"), "left");
        }
    }
}

#[test]
fn an_interface_that_the_host_does_not_have_is_refused_with_a_list_of_those_it_has() {
    let Some(network) = Network::new(2) else {
        return;
    };
    let on_a = Location::On(&network, Host::A);
    let (_rti, address) = Process::rti(on_a, "127.0.0.1:0", "");
    for (asked, problem) in [
        ("eth7", "no interface with an address is called eth7"),
        ("10.1.0.0/16", "no interface has an address in 10.1.0.0/16"),
    ] {
        let settings = format!("rti.address = {address}; peer.interface = {asked}");
        let refused = Process::joining(on_a, "refused", "f", &settings).answer();
        let expected =
            format!("{problem}; this host has lo (127.0.0.1), eth0 (10.77.0.1), eth1 (10.78.0.1)");
        // The order is the system's, and IPv6 may be there.
        for part in expected.split([';', ',']) {
            let part = part.trim_end_matches(')');
            assert!(refused.contains(part), "{part}: {refused}");
        }
    }
}
