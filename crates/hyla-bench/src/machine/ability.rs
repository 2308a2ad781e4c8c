//! Capabilities of a machine.

use std::collections::BTreeSet;
use std::fs::read_to_string;

use rustix::process::{Resource, getrlimit};
use rustix::thread::{CpuSet, sched_getaffinity};

/// Requirements of a plan on one machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Members of the measured federation on all machines: each may have a channel to each other.
    pub federates: u32,
    /// Processes that are started on this machine: federates, loads, baselines.
    pub processes: u32,
    /// Processors used for binding.
    pub pins: Vec<u32>,
    /// Least memory in bytes; 0 if unknown.
    pub memory_bytes: u64,
}

/// Capabilities of a machine. Unknown ones are `None` and refuse nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// Processors that processes may be bound to.
    pub cpus: Option<BTreeSet<u32>>,
    /// Descriptors that one process may have.
    pub open_files: Option<u64>,
    /// Processes and threads that may still be started.
    pub tasks: Option<u64>,
    /// Bytes of memory that can be had without swapping.
    pub memory_bytes: Option<u64>,
}

/// Requirements that this machine cannot meet, one sentence each with the limit and a remedy; empty
/// if it meets all.
#[must_use]
pub fn refuse(demand: &Demand) -> Vec<String> {
    Ability::of_this_machine().refuse(demand)
}

/// Descriptors of a process: each peer may need a socket and, in shared memory, two wake-up
/// descriptors; plus files, logs and the like.
fn files_for(federates: u32) -> u64 {
    3 * u64::from(federates) + 64
}

/// Threads of one measuring process: its own, that of its standard input, and those of an RTI.
const TASKS_OF_A_PROCESS: u64 = 6;

impl Ability {
    /// Queries the system.
    #[must_use]
    pub fn of_this_machine() -> Self {
        let cpus = sched_getaffinity(None).ok().map(|set| {
            (0..CpuSet::MAX_CPU)
                .filter(|cpu| set.is_set(*cpu))
                .filter_map(|cpu| u32::try_from(cpu).ok())
                .collect()
        });
        // `None` of the kernel means unlimited.
        let open_files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let meminfo = read_to_string("/proc/meminfo").ok();
        Self {
            cpus,
            open_files: Some(open_files),
            tasks: tasks(),
            memory_bytes: meminfo.as_deref().and_then(available),
        }
    }

    /// Requirements that cannot be met, as in [`refuse`].
    #[must_use]
    pub fn refuse(&self, demand: &Demand) -> Vec<String> {
        let mut reasons = Vec::new();
        if let Some(cpus) = &self.cpus {
            let wanted: BTreeSet<u32> = demand.pins.iter().copied().collect();
            let absent: Vec<u32> = wanted.difference(cpus).copied().collect();
            if !absent.is_empty() {
                reasons.push(format!(
                    "processes are to be bound to processor {}, but this machine offers {}: bind to those, or take a \
                     machine with more (nproc; taskset -p $$)",
                    ranges(&absent),
                    ranges(&cpus.iter().copied().collect::<Vec<_>>()),
                ));
            }
        }
        let files = files_for(demand.federates);
        if let Some(limit) = self.open_files.filter(|limit| *limit < files) {
            reasons.push(format!(
                "{} federates need {files} descriptors in each process, but the limit is {limit}: raise it before \
                 starting (ulimit -n {files}), or plan at most {} federates",
                demand.federates,
                limit.saturating_sub(files_for(0)) / 3,
            ));
        }
        let tasks = TASKS_OF_A_PROCESS * u64::from(demand.processes);
        if let Some(left) = self.tasks.filter(|left| *left < tasks) {
            reasons.push(format!(
                "{} processes need about {tasks} processes and threads together, but only {left} more may be started \
                 here: raise the limit (ulimit -u; pids.max of the container), or plan at most {} processes",
                demand.processes,
                left / TASKS_OF_A_PROCESS,
            ));
        }
        let memory = demand.memory_bytes;
        if let Some(left) = self.memory_bytes.filter(|left| *left < memory) {
            reasons.push(format!(
                "{} MiB of memory are needed, but only {} MiB are available: end other programs, or plan less",
                memory.div_ceil(1 << 20),
                left >> 20,
            ));
        }
        reasons
    }
}

/// Processes and threads that may still be started: the limit of the container, and that of the user.
fn tasks() -> Option<u64> {
    let number = |path: String| read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = read_to_string("/proc/self/cgroup")
        .ok()
        .and_then(|text| group_of_pids(&text));
    let of_group = group.and_then(|folder| {
        let limit = number(format!("{folder}/pids.max"))?;
        let used = number(format!("{folder}/pids.current"))?;
        Some(limit.saturating_sub(used))
    });
    let of_machine = number("/proc/sys/kernel/threads-max".into()).and_then(|limit| {
        let used = running(&read_to_string("/proc/loadavg").ok()?)?;
        Some(limit.saturating_sub(used))
    });
    // The limit of a user does not apply to root.
    let of_user = getrlimit(Resource::Nproc)
        .current
        .filter(|_| !rustix::process::geteuid().is_root())
        .and_then(|limit| {
            let used = running(&read_to_string("/proc/loadavg").ok()?)?;
            Some(limit.saturating_sub(used))
        });
    [of_group, of_machine, of_user].into_iter().flatten().min()
}

/// Control group that counts the tasks of this process.
fn group_of_pids(cgroup: &str) -> Option<String> {
    let mut unified = None;
    for line in cgroup.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_end_matches('/'));
        if controllers.split(',').any(|name| name == "pids") {
            return Some(format!("/sys/fs/cgroup/pids{path}"));
        }
        if controllers.is_empty() {
            unified = Some(format!("/sys/fs/cgroup{path}"));
        }
    }
    unified
}

/// Existing tasks, from `/proc/loadavg`.
fn running(loadavg: &str) -> Option<u64> {
    let (_, all) = loadavg.split_whitespace().nth(3)?.split_once('/')?;
    all.parse().ok()
}

/// Memory available without swapping, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let row = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let number: u64 = row.split_whitespace().next()?.parse().ok()?;
    Some(number.saturating_mul(1024))
}

/// Formats ascending numbers as `0-3,7`.
fn ranges(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers.iter().copied() {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let runs = runs.into_iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Ability {
        Ability {
            cpus: Some(BTreeSet::from([0, 1, 2, 3])),
            open_files: Some(1024),
            tasks: Some(60),
            memory_bytes: Some(1 << 30),
        }
    }

    #[test]
    fn what_the_machine_can_do_is_not_refused() {
        let demand = Demand {
            federates: 320,
            processes: 10,
            pins: vec![0, 3, 3],
            memory_bytes: 1 << 30,
        };

        assert_eq!(small().refuse(&demand), Vec::<String>::new());
    }

    #[test]
    fn a_pin_to_a_processor_that_does_not_exist_is_refused_with_those_that_do() {
        let demand = Demand {
            pins: vec![3, 4, 5, 9],
            ..Demand::default()
        };

        let reasons = small().refuse(&demand);

        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert!(reasons[0].contains("4-5,9"), "{reasons:?}");
        assert!(reasons[0].contains("0-3"), "{reasons:?}");
    }

    #[test]
    fn each_limit_that_is_too_low_is_named_with_what_would_fit() {
        let demand = Demand {
            federates: 321,
            processes: 11,
            pins: vec![],
            memory_bytes: (1 << 30) + 1,
        };

        let reasons = small().refuse(&demand);

        assert_eq!(reasons.len(), 3, "{reasons:?}");
        assert!(reasons[0].contains("ulimit -n 1027") && reasons[0].contains("320 federates"));
        assert!(reasons[1].contains("66") && reasons[1].contains("at most 10 processes"));
        assert!(reasons[2].contains("1025 MiB") && reasons[2].contains("1024 MiB"));
    }

    #[test]
    fn what_is_not_known_refuses_nothing() {
        let demand = Demand {
            federates: 100_000,
            processes: 100_000,
            pins: vec![1000],
            memory_bytes: u64::MAX,
        };

        assert!(Ability::default().refuse(&demand).is_empty());
    }

    #[test]
    fn this_machine_refuses_a_processor_that_no_machine_has() {
        let demand = Demand {
            pins: vec![u32::MAX],
            ..Demand::default()
        };

        assert_eq!(refuse(&demand).len(), 1);
    }

    #[test]
    fn the_group_that_counts_tasks_is_found_in_both_hierarchies() {
        let old = "9:name=systemd:/\n8:pids:/docker/1\n0::/\n";
        assert_eq!(
            group_of_pids(old).as_deref(),
            Some("/sys/fs/cgroup/pids/docker/1")
        );
        assert_eq!(
            group_of_pids("0::/user.slice\n").as_deref(),
            Some("/sys/fs/cgroup/user.slice")
        );
        assert_eq!(group_of_pids(""), None);
    }

    #[test]
    fn tables_of_the_kernel_are_read() {
        assert_eq!(running("0.52 1.10 1.98 3/455 90210\n"), Some(455));
        assert_eq!(
            available("MemTotal: 5 kB\nMemAvailable: 2 kB\n"),
            Some(2048)
        );
        assert_eq!(ranges(&[]), "");
    }
}
