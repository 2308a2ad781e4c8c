//! Transports to the members, as the RTI reports them.

use crate::child::{Location, Process};

#[test]
fn the_rti_says_how_it_reaches_each_member() {
    let (_rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}");
    let by_tcp = format!("{settings}; peer.shared_memory = false");
    let mut memory = Process::federate(Location::Here, "transports", "memory", &settings);
    let _network = Process::federate(Location::Here, "transports", "network", &by_tcp);

    let members = memory.ask("members");

    assert!(members.contains("memory shm "), "{members}");
    assert!(members.contains("network tcp "), "{members}");
}

#[test]
fn the_rti_of_a_process_reaches_its_members_there() {
    let mut only = Process::federate(Location::Here, "embedded", "only", "rti.address = embedded");

    assert!(only.ask("members").starts_with("only in-process "));
}
