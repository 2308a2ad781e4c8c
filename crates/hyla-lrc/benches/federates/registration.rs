//! Registering objects here and discovering them in another process.

use std::time::Instant;

use crate::federate::{Federate, wait};
use crate::processes::{Wire, serve, spawn};

/// Processor time of a process.
pub(crate) fn cpu_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let fields: Vec<f64> = after_name
        .split(' ')
        .map(|f| f.parse().unwrap_or(0.0))
        .collect();
    // utime and stime, in ticks of 10 ms.
    fields
        .get(11)
        .zip(fields.get(12))
        .map_or(0.0, |(user, system)| (user + system) / 100.0)
}

fn resident_bytes(pid: u32) -> f64 {
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages: f64 = statm
        .split(' ')
        .nth(1)
        .and_then(|f| f.parse().ok())
        .unwrap_or(0.0);
    pages * 4096.0
}

pub(crate) fn run() {
    for count in [10_000_u64, 100_000] {
        let (settings, stop) = serve(Wire::Tcp, "");
        let mut peer = spawn("sink", &settings);
        let federate = Federate::join("source", "Bench", &settings, |_| None);
        // The subscription of the other process shows that it is there.
        wait("a subscriber", || {
            federate.rti.status().is_ok_and(|s| s[0].members.len() == 2)
        });
        std::thread::sleep(std::time::Duration::from_millis(200));
        federate.publish();
        let (me, other) = (std::process::id(), peer.id());
        let cpu = [cpu_seconds(me), cpu_seconds(other)];
        let memory = [resident_bytes(me), resident_bytes(other)];
        let start = Instant::now();
        let objects: Vec<_> = (0..count).map(|_| federate.register()).collect();
        // An update of the last object is reflected once all are discovered; its echo is the RTI's
        // knowledge of the registrations, which comes by the same stream.
        wait("registrations at the RTI", || {
            federate.rti.status().is_ok_and(|s| s[0].objects == count)
        });
        let elapsed = start.elapsed();
        std::thread::sleep(std::time::Duration::from_millis(300));
        let used = [cpu_seconds(me) - cpu[0], cpu_seconds(other) - cpu[1]];
        let grown = [
            (resident_bytes(me) - memory[0]) / count as f64,
            (resident_bytes(other) - memory[1]) / count as f64,
        ];
        println!(
            "registration           {count} objects: {:.2} s CPU here (RTI included), {:.2} s at the \
             discoverer, {:.2} s elapsed; {:.0} and {:.0} bytes of memory each",
            used[0],
            used[1],
            elapsed.as_secs_f64(),
            grown[0],
            grown[1]
        );
        federate
            .rti
            .delete_object_instance(objects[0], b"", None)
            .expect("owns it");
        let _ = peer.wait();
        stop.stop();
    }
}
