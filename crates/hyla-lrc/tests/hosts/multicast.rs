//! Best effort by multicast groups between two hosts, and where the network does not carry it.

use crate::child::{Location, Process};
use crate::network::{Host, Network};

const GROUPS: &str =
    "qos.HLAbestEffort.transport = multicast; qos.HLAbestEffort.groups = 239.77.0.0/24:17000";

/// `COUNTER=NUMBER` of what a federate has done with groups.
fn counter(said: &str, name: &str) -> u64 {
    let mut all = said.split(' ').filter_map(|pair| pair.split_once('='));
    let (_, value) = all.find(|(key, _)| *key == name).unwrap();
    value.parse().unwrap()
}

#[test]
fn one_datagram_reaches_federates_of_both_hosts() {
    let Some(network) = Network::new(1) else {
        return;
    };
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "eth0:0", "");
    let settings = format!("rti.address = {address}; {GROUPS}");
    let mut all = [(on_a, "a1"), (on_b, "b1"), (on_a, "a2"), (on_b, "b2")]
        .map(|(location, name)| Process::federate(location, "multicast", name, &settings));
    for process in &mut all {
        assert_eq!(process.ask("meet 3"), "met");
    }
    for process in &mut all {
        assert_eq!(process.ask("until-groups 3"), "reached");
    }

    let before = all.each_mut().map(|process| process.ask("groups"));
    for process in &mut all {
        assert_eq!(process.ask("send best-effort 200 100"), "sent");
        assert_eq!(process.ask("some 3"), "in order");
    }

    for (process, before) in all.iter_mut().zip(before) {
        let after = process.ask("groups");
        let more = |name| counter(&after, name) - counter(&before, name);
        assert_eq!(more("datagrams"), 200, "{after}");
        assert_eq!(more("reached"), 600, "{after}");
        assert_eq!(more("fallbacks"), 0, "{after}");
        assert_eq!(counter(&after, "joined"), 3, "{after}");
        assert_eq!(process.ask("warnings"), "");
    }
    for mut process in all {
        assert_eq!(process.ask("leave"), "left");
    }
}

#[test]
fn groups_have_addresses_of_ipv6_where_the_federates_have() {
    let Some(network) = Network::new(1) else {
        return;
    };
    for (host, address) in [(Host::A, "fd77::1"), (Host::B, "fd77::2")] {
        let added = network.ip(host, &format!("addr add {address}/64 dev eth0 nodad"));
        if let Err(reason) = added {
            hyla_test_skips::skipped(format!("no IPv6 here: {reason}"));
            return;
        }
    }
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "[fd77::1]:0", "");
    let settings = format!(
        "rti.address = {address}; qos.HLAbestEffort.transport = multicast; \
         qos.HLAbestEffort.groups = [ff15::7700]/120:17000"
    );
    let mut all = [(on_a, "a1"), (on_b, "b1"), (on_b, "b2")]
        .map(|(location, name)| Process::federate(location, "six", name, &settings));
    for process in &mut all {
        assert_eq!(process.ask("meet 2"), "met");
    }

    for process in &mut all {
        assert_eq!(process.ask("until-groups 2"), "reached");
    }

    for process in &mut all {
        assert_eq!(process.ask("send best-effort 100 100"), "sent");
        assert_eq!(process.ask("some 2"), "in order");
        assert_eq!(process.ask("warnings"), "");
    }
    for mut process in all {
        assert_eq!(process.ask("leave"), "left");
    }
}

#[test]
fn a_federate_to_which_no_group_leads_gets_datagrams_of_its_own_and_is_named() {
    let Some(network) = Network::new(2) else {
        return;
    };
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "eth0:0", "");
    let settings = format!("rti.address = {address}; {GROUPS}");
    // The federate joins groups on a cable without senders.
    let elsewhere = format!(
        "{settings}; qos.HLAbestEffort.interface = {}",
        Host::B.address(1)
    );
    let mut speaker = Process::federate(on_a, "filtered", "speaker", &settings);
    let mut others = [(on_a, "a2", &settings), (on_b, "b1", &settings)]
        .map(|(location, name, settings)| Process::federate(location, "filtered", name, settings));
    let mut deaf = Process::federate(on_b, "filtered", "deaf", &elsewhere);
    assert_eq!(speaker.ask("meet 3"), "met");
    for process in &mut others {
        assert_eq!(process.ask("meet 3"), "met");
    }

    assert_eq!(speaker.ask("until-groups 2"), "reached");
    assert_eq!(speaker.ask("until-unheard 1"), "unheard");

    let before = speaker.ask("groups");
    assert_eq!(speaker.ask("send best-effort 200 100"), "sent");
    let after = speaker.ask("groups");
    assert_eq!(
        counter(&after, "reached") - counter(&before, "reached"),
        400
    );
    assert_eq!(
        counter(&after, "fallbacks") - counter(&before, "fallbacks"),
        200
    );
    let next = counter(&after, "sent");
    for process in others.iter_mut().chain([&mut deaf]) {
        assert_eq!(process.ask(&format!("until-sent {next}")), "in order");
    }
    let warnings = speaker.ask("warnings");
    assert_eq!(
        warnings
            .matches("multicast does not reach the member")
            .count(),
        1,
        "{warnings}"
    );
    assert!(warnings.contains("peer=deaf"), "{warnings}");
    for mut process in others.into_iter().chain([deaf, speaker]) {
        assert_eq!(process.ask("leave"), "left");
    }
}

#[test]
fn where_no_group_leaves_the_host_federates_of_other_hosts_get_datagrams_of_their_own() {
    let Some(network) = Network::new(1) else {
        return;
    };
    let [on_a, on_b] = [Host::A, Host::B].map(|host| Location::On(&network, host));
    let (_rti, address) = Process::rti(on_a, "eth0:0", "");
    let settings = format!("rti.address = {address}; {GROUPS}; qos.HLAbestEffort.ttl = 0");
    let places = [
        (on_a, "a1"),
        (on_a, "a2"),
        (on_a, "a3"),
        (on_b, "b1"),
        (on_b, "b2"),
    ];
    let mut all =
        places.map(|(location, name)| Process::federate(location, "here", name, &settings));
    for process in &mut all {
        assert_eq!(process.ask("meet 4"), "met");
    }

    // The federate on the host receives, the other two do not.
    assert_eq!(all[0].ask("until-groups 2"), "reached");
    assert_eq!(all[0].ask("until-unheard 2"), "unheard");
    let warnings = all[0].ask("warnings");
    assert!(
        warnings.contains("peer=b1") && warnings.contains("peer=b2"),
        "{warnings}"
    );
    // Of two others the one that receives nothing makes a group useless.
    assert_eq!(all[0].ask("send best-effort 100 100"), "sent");
    let next = counter(&all[0].ask("groups"), "sent");
    for process in &mut all[1..] {
        assert_eq!(process.ask(&format!("until-sent {next}")), "in order");
    }
    for mut process in all {
        assert_eq!(process.ask("leave"), "left");
    }
}
