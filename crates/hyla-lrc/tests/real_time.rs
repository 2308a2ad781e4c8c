//! Threads of federates run as the settings say, and a federate that may not have the priority it asks for gets the reason
//! at connect. Each test that gives up permissions, or locks memory, does so in a process of its own.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::env;
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hyla_lrc::{FederateAmbassador, NullFederateAmbassador, RtiAmbassador};
use hyla_net::{Scheduling, ThreadPlan};
use hyla_types::{CallbackModel, ExceptionKind, FederationExecutionInformation};
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

/// Tells how the thread runs that calls back.
struct Listener(Sender<ThreadPlan>);

impl FederateAmbassador for Listener {
    fn report_federation_executions(&mut self, _: &[FederationExecutionInformation]) {
        self.0.send(ThreadPlan::of_this_thread().unwrap()).unwrap();
    }
}

/// Connects to an RTI of this process, and asks it something, so that a callback is due.
fn connected(callbacks: CallbackModel, settings: &str) -> (RtiAmbassador, Receiver<ThreadPlan>) {
    let (told, listened) = channel();
    let rti = RtiAmbassador::new();
    let settings = format!("rti.address = embedded; {settings}");
    rti.connect(Box::new(Listener(told)), callbacks, &settings)
        .unwrap();
    rti.list_federation_executions().unwrap();
    (rti, listened)
}

/// Policy of the thread of this process with that name, from the table of the kernel, and its processors.
fn thread_named(name: &str) -> Option<(u32, String)> {
    for task in std::fs::read_dir("/proc/self/task").unwrap() {
        let task = task.unwrap().path();
        let read = |file: &str| std::fs::read_to_string(task.join(file)).unwrap_or_default();
        if read("comm").trim() != name {
            continue;
        }
        let stat = read("stat");
        let (_, fields) = stat.rsplit_once(')')?;
        // Field 41 of all, the third is the first here.
        let policy = fields.split_whitespace().nth(41 - 3)?.parse().ok()?;
        let status = read("status");
        let cpus = status
            .lines()
            .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
        return Some((policy, cpus.trim().to_owned()));
    }
    None
}

/// Threads of Hyla's in this process.
fn threads_of_hyla() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    let names = tasks.filter_map(name).map(|name| name.trim().to_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("hyla")).collect();
    names.sort();
    names
}

#[test]
fn a_single_threaded_federate_makes_no_thread_and_the_others_make_one() {
    in_child(
        "a_single_threaded_federate_makes_no_thread_and_the_others_make_one",
        || {
            let connect = |callbacks, model: &str| {
                let (rti, listened) = connected(callbacks, &format!("process.model = {model}"));
                while listened.try_recv().is_err() {
                    if callbacks == CallbackModel::Evoked {
                        rti.evoke_callback(Duration::from_secs(1)).unwrap();
                    }
                }
                rti
            };

            // The RTI of this process has one.
            let _federate = connect(CallbackModel::Evoked, "single-threaded");
            assert_eq!(threads_of_hyla(), ["hyla-rti"]);
            for (callbacks, model) in [
                (CallbackModel::Evoked, "asynchronous-io"),
                (CallbackModel::Immediate, "immediate"),
            ] {
                let _federate = connect(callbacks, model);
                // A thread gives itself its name, which may be after the federate has read its first callback.
                let given_up = Instant::now() + Duration::from_secs(60);
                while threads_of_hyla() != ["hyla-io", "hyla-rti"] {
                    let found = threads_of_hyla();
                    assert!(Instant::now() < given_up, "{model}: {found:?}");
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        },
    );
}

fn may_set_priorities() -> bool {
    let may = capabilities(None).is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_NICE));
    if !may {
        hyla_test_skips::skipped("this user has no CAP_SYS_NICE");
    }
    may
}

/// Runs `body` in a child of this test, whose name is `test`.
fn in_child(test: &str, body: impl FnOnce()) {
    const MARK: &str = "REAL_TIME_CHILD";
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
}

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

#[test]
fn callbacks_of_the_immediate_model_run_with_the_priority_and_on_the_processors_asked_for() {
    if !may_set_priorities() {
        return;
    }
    let cpu = ThreadPlan::of_this_thread().unwrap().cpus[0];
    let settings = format!("process.scheduling = rr:2; process.cpus = {cpu}");
    let (rti, listened) = connected(CallbackModel::Immediate, &settings);
    let wanted = ThreadPlan {
        scheduling: Scheduling::RoundRobin(2),
        cpus: vec![cpu],
    };
    assert_eq!(listened.recv().unwrap(), wanted);
    let here = ThreadPlan::of_this_thread().unwrap();
    assert_eq!(
        here.scheduling,
        Scheduling::Normal,
        "the federate's own is left alone"
    );
    rti.disconnect().unwrap();
}

#[test]
fn the_asynchronous_model_gives_the_priority_to_the_thread_that_reads() {
    if !may_set_priorities() {
        return;
    }
    in_child(
        "the_asynchronous_model_gives_the_priority_to_the_thread_that_reads",
        || {
            let settings = "process.scheduling = fifo:3; process.cpus = 0";
            let (rti, listened) = connected(CallbackModel::Evoked, settings);
            assert_eq!(thread_named("hyla-io"), Some((1, "0".to_owned())));
            while listened.try_recv().is_err() {
                rti.evoke_callback(Duration::from_millis(100)).unwrap();
            }
            rti.disconnect().unwrap();
            assert_eq!(thread_named("hyla-io"), None);
        },
    );
}

#[test]
fn without_permission_connect_fails_with_the_limit_and_leaves_no_trace() {
    in_child(
        "without_permission_connect_fails_with_the_limit_and_leaves_no_trace",
        || {
            give_up_capabilities();
            limit(Resource::Rtprio, 0);
            limit(Resource::Memlock, 64 << 10);
            let rti = RtiAmbassador::new();
            let connect = |settings: &str| {
                let settings = format!("rti.address = embedded; {settings}");
                rti.connect(
                    Box::new(NullFederateAmbassador),
                    CallbackModel::Immediate,
                    &settings,
                )
            };
            let refused = connect(
                "process.scheduling = fifo:9; process.lock_memory = true; qos.A.resources = dedicated; qos.A.cpus = 900",
            )
            .unwrap_err();
            assert_eq!(refused.kind, ExceptionKind::ConnectionFailed);
            let text = refused.to_string();
            for wanted in [
                "process.scheduling = fifo:9 cannot be: real-time priorities of this process end at 0 (RLIMIT_RTPRIO)",
                "process.lock_memory = true cannot be: this process may lock 65536 bytes (RLIMIT_MEMLOCK)",
                "qos.A.cpus = 900 cannot be: this machine has the processors 0",
            ] {
                assert!(text.contains(wanted), "{text}");
            }
            connect("").unwrap();
            rti.disconnect().unwrap();
        },
    );
}

#[test]
fn all_memory_of_a_federate_is_locked_when_it_asks_for_that() {
    in_child(
        "all_memory_of_a_federate_is_locked_when_it_asks_for_that",
        || {
            let may = capabilities(None)
                .is_ok_and(|sets| sets.effective.contains(CapabilitySet::IPC_LOCK));
            if !may {
                hyla_test_skips::skipped("this user has no CAP_IPC_LOCK");
                return;
            }
            let (rti, _listened) =
                connected(CallbackModel::Immediate, "process.lock_memory = true");
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let row = status
                .lines()
                .find_map(|line| line.strip_prefix("VmLck:"))
                .unwrap();
            let kilobytes: u64 = row
                .trim()
                .strip_suffix("kB")
                .unwrap()
                .trim()
                .parse()
                .unwrap();
            assert!(kilobytes > 1_000, "{kilobytes} kB are locked");
            rti.disconnect().unwrap();
        },
    );
}

#[test]
fn every_way_to_wait_works_with_every_process_model() {
    for wait in ["block", "yield:10us", "spin"] {
        for (model, callbacks) in [
            ("single-threaded", CallbackModel::Evoked),
            ("asynchronous-io", CallbackModel::Evoked),
            ("immediate", CallbackModel::Immediate),
        ] {
            let settings = format!("process.wait = {wait}; process.model = {model}");
            let (rti, listened) = connected(callbacks, &settings);
            let start = std::time::Instant::now();
            while listened.try_recv().is_err() {
                if callbacks == CallbackModel::Evoked {
                    rti.evoke_callback(Duration::from_millis(10)).unwrap();
                } else {
                    std::thread::sleep(Duration::from_millis(1));
                }
                assert!(start.elapsed() < Duration::from_secs(60), "{model}, {wait}");
            }
            rti.disconnect().unwrap();
        }
    }
}
