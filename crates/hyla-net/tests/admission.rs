//! Admission: refusals before anything is created, with the name of the limit. Tests that drop
//! permissions run in a process of their own.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::env;
use std::process::Command;

use hyla_net::modules::ModuleSpec;
use hyla_net::{
    Demand, Endpoint, EndpointConfig, Profile, Refused, Reliability, Resources, Scheduling,
    ThreadPlan, Transport, Wait, admit,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};

/// Runs `body` in a child of this test, whose name is `test`.
fn in_child(test: &str, body: impl FnOnce()) {
    const MARK: &str = "ADMISSION_CHILD";
    if env::var_os(MARK).is_some() {
        body();
        return;
    }
    let child = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(MARK, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&child.stdout).into_owned()
        + &String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success(), "{text}");
    if let Some(skipped) = text.lines().find(|line| line.contains("SKIPPED")) {
        eprintln!("{skipped}");
    }
}

/// Drops all privileges of this thread and its children.
fn give_up_capabilities() {
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).unwrap();
}

fn limit(resource: Resource, to: u64) {
    let limit = Rlimit {
        current: Some(to),
        maximum: Some(to),
    };
    setrlimit(resource, limit).unwrap();
}

fn dedicated() -> Profile {
    Profile {
        resources: Resources::Dedicated,
        ..Profile::standard("Command", Reliability::Reliable)
    }
}

fn refused(profile: &Profile) -> Vec<String> {
    texts(admit(&Demand::of_profile(profile)))
}

fn texts(outcome: Result<hyla_net::Granted, Refused>) -> Vec<String> {
    let refused = outcome.unwrap_err();
    refused.refusals().iter().map(ToString::to_string).collect()
}

#[test]
fn a_profile_that_asks_for_nothing_is_always_granted() {
    in_child("a_profile_that_asks_for_nothing_is_always_granted", || {
        give_up_capabilities();
        limit(Resource::Memlock, 0);
        let profile = Profile::standard("Plain", Reliability::BestEffort);
        let granted = admit(&Demand::of_profile(&profile)).unwrap();
        assert_eq!(
            granted.to_string(),
            "qos.Plain: normal priority, any processor, yields for 50µs"
        );
    });
}

#[test]
fn a_real_time_priority_without_permission_names_the_limit_and_what_to_do() {
    in_child(
        "a_real_time_priority_without_permission_names_the_limit_and_what_to_do",
        || {
            let ten = Rlimit {
                current: Some(10),
                maximum: Some(10),
            };
            if setrlimit(Resource::Rtprio, ten).is_err() {
                hyla_test_skips::skipped("this user may not even raise a limit");
                return;
            }
            give_up_capabilities();
            let mut profile = dedicated();
            profile.scheduling = Scheduling::Fifo(50);
            let found = refused(&profile);
            assert_eq!(
                found,
                [
                    "qos.Command.scheduling = fifo:50 cannot be: real-time priorities of this process end at 10 \
                     (RLIMIT_RTPRIO), and it has no CAP_SYS_NICE (Operation not permitted (os error 1)); `ulimit -r 50` \
                     before starting where the hard limit allows it, else as root `@group - rtprio 50` in \
                     /etc/security/limits.conf (systemd: LimitRTPRIO=50) or `setcap cap_sys_nice=ep PROGRAM`"
                ]
            );
            profile.scheduling = Scheduling::RoundRobin(10);
            match admit(&Demand::of_profile(&profile)) {
                Ok(granted) => assert_eq!(
                    granted.to_string(),
                    "qos.Command: a thread of its own, real-time priority rr:10, any processor, yields for 50µs"
                ),
                Err(refused) => {
                    hyla_test_skips::skipped(format!("no real-time share here: {refused}"));
                }
            }
            let here = ThreadPlan::of_this_thread().unwrap();
            assert_eq!(here.scheduling, Scheduling::Normal, "only tried elsewhere");
        },
    );
}

#[test]
fn a_processor_that_does_not_exist_is_answered_with_those_that_do() {
    let mut profile = dedicated();
    profile.cpus = vec![0, 1_000];
    let found = refused(&profile);
    assert!(
        found[0]
            .starts_with("qos.Command.cpus = 0, 1000 cannot be: this machine has the processors 0"),
        "{found:?}"
    );
}

#[test]
fn more_locked_memory_than_allowed_names_the_limit() {
    in_child("more_locked_memory_than_allowed_names_the_limit", || {
        give_up_capabilities();
        limit(Resource::Memlock, 1 << 20);
        let mut profile = dedicated();
        profile.locked_bytes = 4 << 20;
        let found = refused(&profile);
        assert!(
            found[0].starts_with(
                "qos.Command.locked_bytes = 4194304 cannot be: this process may lock 1048576 bytes (RLIMIT_MEMLOCK), of \
                 which 0 are taken, and it has no CAP_IPC_LOCK; `ulimit -l 4096`"
            ),
            "{found:?}"
        );
        let process = Demand::of_process(ThreadPlan::default(), Wait::Block, true);
        let found = texts(admit(&process));
        assert!(
            found[0].starts_with(
                "process.lock_memory = true cannot be: this process may lock 1048576 bytes"
            ),
            "{found:?}"
        );
        // Refused demands would have failed indeed, and permitted ones do not.
        let config = |locked_bytes| EndpointConfig {
            locked_bytes,
            ..EndpointConfig::default()
        };
        Endpoint::new(config(512 << 10)).unwrap();
        profile.locked_bytes = 512 << 10;
        let granted = admit(&Demand::of_profile(&profile)).unwrap();
        assert!(
            granted.to_string().ends_with(", 524288 bytes locked"),
            "{granted}"
        );
        limit(Resource::Memlock, 4 << 10);
        assert!(Endpoint::new(config(512 << 10)).is_err());
    });
}

#[test]
fn more_locked_memory_than_the_machine_has_is_refused_to_everybody() {
    let mut profile = dedicated();
    profile.locked_bytes = 1 << 50;
    let found = refused(&profile);
    assert!(
        found
            .last()
            .unwrap()
            .contains("of memory left (MemAvailable); ask for less"),
        "{found:?}"
    );
}

#[test]
fn more_lanes_than_descriptors_are_refused() {
    in_child("more_lanes_than_descriptors_are_refused", || {
        limit(Resource::Nofile, 100);
        let demand = Demand::of_profile(&dedicated());
        assert!(admit(&demand).is_ok());
        let found = texts(admit(&demand.with_lanes(40)));
        assert!(
            found[0].starts_with(
                "qos.Command.lanes = 40 cannot be: they take 124 descriptors; this process may have 100 (RLIMIT_NOFILE), of \
                 which "
            ),
            "{found:?}"
        );
    });
}

#[test]
fn multicast_without_groups_is_refused_unless_copies_are_sent_instead() {
    let mut profile = Profile {
        transport: Transport::Multicast,
        ..Profile::standard("Group", Reliability::BestEffort)
    };
    let found = refused(&profile);
    assert_eq!(
        found,
        [
            "qos.Group.groups = nothing cannot be: multicast needs groups; give some, as in 239.192.0.0/24:17000"
        ]
    );
    profile.modules = vec![ModuleSpec::from_name("multicast-emulation").unwrap()];
    assert!(admit(&Demand::of_profile(&profile)).is_ok());
    profile.modules.clear();
    profile.multicast.groups = Some("239.1.1.1:9".parse().unwrap());
    let granted = admit(&Demand::of_profile(&profile)).unwrap().to_string();
    assert!(granted.ends_with(", multicast to 239.1.1.1:9"), "{granted}");
    profile.multicast.interface = Some("127.0.0.1".parse().unwrap());
    assert!(admit(&Demand::of_profile(&profile)).is_ok());
    // Reserved for documentation: no host has it.
    profile.multicast.interface = Some("192.0.2.1".parse().unwrap());
    let found = refused(&profile);
    assert!(
        found[0].starts_with(
            "qos.Group.interface = 192.0.2.1 cannot be: groups cannot be joined there: "
        ),
        "{found:?}"
    );
}

#[test]
fn shared_memory_is_tried_where_it_is_insisted_on() {
    in_child("shared_memory_is_tried_where_it_is_insisted_on", || {
        let profile = Profile {
            transport: Transport::SharedMemory,
            ..dedicated()
        };
        assert!(admit(&Demand::of_profile(&profile)).is_ok());
        limit(Resource::Nofile, 8);
        let found = refused(&profile);
        assert!(
            found.iter().any(|text| text.starts_with(
                "qos.Command.transport = shared-memory cannot be: shared memory between processes"
            )),
            "{found:?}"
        );
    });
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    in_child("all_that_is_wrong_is_told_at_once", || {
        give_up_capabilities();
        limit(Resource::Rtprio, 0);
        limit(Resource::Memlock, 0);
        let profile = Profile {
            scheduling: Scheduling::Fifo(1),
            cpus: vec![999],
            locked_bytes: 4_096,
            ..dedicated()
        };
        assert_eq!(refused(&profile).len(), 3);
    });
}
