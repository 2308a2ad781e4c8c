//! Reliable multicast between three hosts at a switch.

use std::time::Duration;

use crate::child::{Location, Process};
use crate::network::{Host, Network};

const GROUPS: &str = "qos.HLAreliable.transport = reliable-multicast; qos.HLAreliable.groups = 239.77.1.0/24:17001; \
                      qos.HLAreliable.reliability = reliable";

/// An RTI on the first host and a federate on each, which all know each other.
struct Members {
    _rti: Process,
    all: [Process; 3],
}

impl Members {
    fn new(network: &Network) -> Self {
        // No host counts as lost, and calls wait for streams that try again ever more rarely.
        let patience = "timeout.host_ms = 600000; timeout.call_ms = 180000";
        let [a, b, c] = [Host::A, Host::B, Host::C].map(|host| Location::On(network, host));
        let (rti, address) = Process::rti(a, "eth0:0", patience);
        let settings = format!("rti.address = {address}; {patience}; {GROUPS}");
        let mut all = [(a, "a"), (b, "b"), (c, "c")]
            .map(|(location, name)| Process::federate(location, "reliable", name, &settings));
        for process in &mut all {
            assert_eq!(process.ask("meet 2"), "met");
        }
        Self { _rti: rti, all }
    }

    fn all_leave(self) {
        for mut process in self.all {
            process.order("leave");
            assert_eq!(process.answer_within(Duration::from_secs(200)), "left");
        }
    }
}

/// Datagrams of 1400 bytes do not fit into such packets.
#[test]
fn groups_carry_everything_where_packets_have_576_bytes() {
    let Some(network) = Network::at_switch() else {
        return;
    };
    network.set_mtu(576);
    let mut members = Members::new(&network);
    let [a, others @ ..] = &mut members.all;
    a.ask("until-reliable-groups 2");

    let before = number(&a.ask("groups reliable"), "reached");
    for (count, length) in [(500, 100), (500, 1200), (20, 9000)] {
        a.ask(&format!("send reliable {count} {length}"));
    }

    let said = a.ask("groups reliable");
    assert_eq!(number(&said, "reached") - before, 2 * 1020, "{said}");
    let next = number(&said, "sent");
    for process in others {
        let came = process.ask(&format!("until-reliable {next} 60"));
        assert_eq!(came, "in order");
        // Most came by multicast, not as a repair by a stream: of more than 600 packets a busy host may lose some.
        let said = process.ask("groups reliable");
        assert!(number(&said, "requests") < 400, "{said}");
    }
    members.all_leave();
}

/// `NAME=NUMBER` of the answer to `groups`.
fn number(said: &str, name: &str) -> u64 {
    let mut all = said.split(' ').filter_map(|pair| pair.split_once('='));
    let (_, value) = all.find(|(known, _)| *known == name).unwrap();
    value.parse().unwrap()
}

/// Cuts one host off for that time while another one sends: all arrives, in order.
fn parted_for(seconds: u64) {
    let Some(network) = Network::at_switch() else {
        return;
    };
    let mut members = Members::new(&network);
    members.all[0].ask("until-reliable-groups 2");
    members.all[0].ask("stream 200 100");

    network.set_cable(Host::C, false);
    members.all[0].order("stream 500 100");
    std::thread::sleep(Duration::from_secs(seconds));
    network.set_cable(Host::C, true);

    members.all[0].answer();
    let next: u64 = members.all[0].ask("stream 200 100").parse().unwrap();
    for process in &mut members.all[1..] {
        // Streams try again ever more rarely.
        let patience = Duration::from_secs(60 + 3 * seconds);
        process.order(&format!("until-reliable {next} {}", patience.as_secs()));
        assert_eq!(process.answer_within(patience), "in order");
    }
    members.all_leave();
}

#[test]
fn a_host_that_is_cut_off_for_a_second_gets_everything() {
    parted_for(1);
}

/// Switches do so when they start anew, or when a cable is pulled, and ask their hosts only after minutes.
#[test]
fn a_host_that_the_switch_has_forgotten_joins_again() {
    let Some(network) = Network::at_switch() else {
        return;
    };
    network.snoop();
    let mut members = Members::new(&network);
    members.all[0].ask("until-reliable-groups 2");
    let mut next = 0;
    let mut until_known = || {
        let start = std::time::Instant::now();
        while network.groups_of(Host::C).is_empty() {
            assert!(start.elapsed() < Duration::from_secs(60), "unknown");
            next = members.all[0].ask("stream 100 100").parse().unwrap();
        }
    };
    until_known();

    // A host says a second time, within a second, that it has joined.
    std::thread::sleep(Duration::from_secs(2));
    network.forget_groups_of(Host::C);

    until_known();
    for process in &mut members.all[1..] {
        let came = process.ask(&format!("until-reliable {next} 60"));
        assert_eq!(came, "in order");
    }
    members.all_leave();
}

/// With the variable `LONG_PARTITIONS`, which no setting has a name like: it takes some minutes.
#[test]
fn a_host_that_is_cut_off_for_ten_seconds_or_a_minute_gets_everything() {
    if std::env::var_os("LONG_PARTITIONS").is_none() {
        return;
    }
    for seconds in [10, 60] {
        parted_for(seconds);
    }
}
