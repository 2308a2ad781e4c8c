//! Killed processes leave nothing behind.

use std::fs::{read_dir, read_to_string};
use std::time::{Duration, Instant};

use crate::child::{Location, Process};
use crate::federate::WATCHDOG;

/// Shared-memory listeners beside TCP listeners, by their names.
fn memory_listeners() -> Vec<String> {
    let sockets = read_to_string("/proc/net/unix").unwrap();
    let names = sockets.lines().filter_map(|line| line.split_once("@hyla/"));
    names.map(|(_, name)| name.to_owned()).collect()
}

/// Whether some process maps or holds one of these files.
fn is_somewhere(files: &[u64]) -> bool {
    let processes = read_dir("/proc").unwrap().flatten();
    let mut processes = processes.filter(|entry| entry.path().join("maps").exists());
    processes.any(|entry| {
        let maps = read_to_string(entry.path().join("maps")).unwrap_or_default();
        maps.lines()
            .filter(|line| line.contains("hyla-channel"))
            .filter_map(|line| line.split_whitespace().nth(4)?.parse().ok())
            .any(|file| files.contains(&file))
    })
}

fn named_memory() -> Vec<String> {
    let Ok(entries) = read_dir("/dev/shm") else {
        return Vec::new();
    };
    entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().to_lowercase())
        .filter(|name| name.contains("hyla"))
        .collect()
}

#[test]
fn killed_processes_leave_no_memory_no_socket_and_no_file() {
    // Of other programs, perhaps.
    let named_before = named_memory();
    let (mut rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}");
    let mut federates =
        ["one", "two"].map(|name| Process::federate(Location::Here, "killed", name, &settings));
    let members = federates[0].ask("members");
    for federate in &mut federates {
        assert_eq!(federate.ask("meet 1"), "met");
        // More than a ring holds, so that it is killed in the middle.
        federate.order("send reliable 100000 100000");
    }
    let mut files: Vec<u64> = federates.iter().flat_map(Process::memory_files).collect();
    files.sort_unstable();
    files.dedup();
    let of_these = |name: &String| *name == address || members.contains(&format!("tcp:{name}"));
    let open = memory_listeners()
        .into_iter()
        .filter(|name| of_these(name))
        .count();
    // One between the federates and one of each to the RTI; a listener of each of the three, and of each channel
    // that came through it an end without a name of its own.
    assert_eq!(files.len(), 3, "{files:?}");
    assert!(open >= 3 && is_somewhere(&files), "{open}");

    for process in &mut federates {
        process.kill();
    }
    rti.kill();

    // The kernel may take a moment to clear away.
    let deadline = Instant::now() + WATCHDOG;
    while memory_listeners().iter().any(of_these) || is_somewhere(&files) {
        assert!(Instant::now() < deadline, "{:?}", memory_listeners());
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut named = named_memory();
    named.retain(|name| !named_before.contains(name));
    assert_eq!(named, [""; 0]);
    // The address and its shared-memory listener are free again.
    let (_rti, again) = Process::rti(Location::Here, &address, "");
    assert_eq!(again, address);
    let again = Process::federate(Location::Here, "killed", "one", &settings);
    assert_eq!(again.channels_in_memory(), 1);
}
