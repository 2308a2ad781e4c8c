//! Many federates in as many processes of one small machine: what each of them takes.

use std::time::Instant;

use crate::child::{Place, Process};

/// What a process takes of the system.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    /// Threads that Hyla made.
    threads: usize,
    descriptors: usize,
    /// Bytes that the process has for itself.
    own: u64,
    /// Bytes of shared memory, its share of what it shares.
    shared: u64,
}

impl Taken {
    fn by(process: u32) -> Self {
        let directory = |name: &str| std::fs::read_dir(format!("/proc/{process}/{name}")).unwrap();
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm"));
        let threads = directory("task").flatten().map(name);
        let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap();
        let bytes = |row: &str| -> u64 {
            let line = rollup.lines().find_map(|line| line.strip_prefix(row));
            let number = line.and_then(|line| line.split_whitespace().next());
            number.map_or(0, |kib| kib.parse::<u64>().unwrap() << 10)
        };
        Self {
            threads: threads
                .flatten()
                .filter(|name| name.starts_with("hyla"))
                .count(),
            descriptors: directory("fd").count(),
            own: bytes("Pss_Anon:"),
            shared: bytes("Pss_Shmem:"),
        }
    }

    fn most(self, other: Self) -> Self {
        Self {
            threads: self.threads.max(other.threads),
            descriptors: self.descriptors.max(other.descriptors),
            own: self.own.max(other.own),
            shared: self.shared.max(other.shared),
        }
    }
}

/// So many federates join, send to all others, and leave. Gives the most that one of them took.
fn everybody_meets(count: usize) -> Taken {
    let others = count - 1;
    let (_rti, address) = Process::rti(Place::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}");
    let federation = format!("many-{count}");
    let start = Instant::now();
    let name = |number| format!("federate {number}");
    let mut all: Vec<_> = (0..count)
        .map(|number| Process::joining(Place::Here, &federation, &name(number), &settings))
        .collect();
    let everybody = |all: &mut [Process], order: &str, expected: &str| {
        for process in &mut *all {
            process.order(order);
        }
        for process in all {
            assert_eq!(process.answer(), expected);
        }
    };
    for process in &all {
        assert_eq!(process.answer(), "joined");
    }
    everybody(&mut all, &format!("meet {others}"), "met");
    let met = start.elapsed();

    everybody(&mut all, "send reliable 20 100", "sent");
    everybody(&mut all, "send reliable 5 65536", "sent");
    everybody(&mut all, "send best-effort 5 100", "sent");
    everybody(&mut all, &format!("all {others} 25"), "in order");
    everybody(&mut all, &format!("some {others}"), "in order");

    for process in &all {
        assert_eq!(process.channels_in_memory(), count);
    }
    let taken = all.iter().map(|process| Taken::by(process.id()));
    let most = taken.fold(Taken::default(), Taken::most);
    everybody(&mut all, "leave", "left");
    println!(
        "{count:2} federates: {} thread, {} descriptors, {} KiB of its own, {} KiB shared; met after {met:.1?}, \
         all after {:.1?}",
        most.threads,
        most.descriptors,
        most.own >> 10,
        most.shared >> 10,
        start.elapsed()
    );
    most
}

/// The figures are those of `docs/limits.md`.
#[test]
fn sixty_four_processes_meet_within_the_limits_that_are_documented() {
    for count in [2, 8, 32, 64] {
        let taken = everybody_meets(count);
    }
}
