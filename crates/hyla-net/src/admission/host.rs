//! Limits of this host and of the user of this process.

use crate::realtime::{list, place_thread, thread_cpus};
use crate::sys;

/// The limit that was exceeded.
pub(super) struct Limit {
    pub(super) found: String,
    pub(super) remedy: &'static str,
}

/// Current limits.
#[derive(Debug)]
pub(super) struct HostLimits {
    /// Highest real-time priority permitted here.
    pub(super) most_priority: u64,
    pub(super) may_set_priorities: bool,
    pub(super) lockable_bytes: u64,
    /// Locked by this process already.
    pub(super) locked_bytes: u64,
    pub(super) may_lock_anything: bool,
    pub(super) available_bytes: Option<u64>,
    pub(super) most_descriptors: u64,
    pub(super) descriptors: u64,
}

/// Pins the calling thread to those processors; the error names the limit.
pub(super) fn place(cpus: &[usize]) -> Result<(), Limit> {
    if cpus.is_empty() {
        return Ok(());
    }
    let online = sys::online();
    if let Some(online) = &online
        && !cpus.iter().all(|cpu| online.contains(cpu))
    {
        return Err(Limit {
            found: format!("this machine has the processors {}", list(online)),
            remedy: "name some of those",
        });
    }
    // Given permitted and forbidden processors, the kernel silently takes the permitted ones.
    match place_thread(cpus) {
        Ok(()) if thread_cpus().is_ok_and(|found| found == cpus) => Ok(()),
        Ok(()) => Err(Limit {
            found: format!(
                "the control group of this process allows only {} of them (cpuset)",
                list(&thread_cpus().unwrap_or_default())
            ),
            remedy: "name those, or let the container have the others (docker run --cpuset-cpus)",
        }),
        Err(error) => Err(Limit {
            found: format!(
                "the control group of this process allows none of them (cpuset; {error}), but the processors {}",
                list(&thread_cpus().unwrap_or_default())
            ),
            remedy: "name some of those, or let the container have the others (docker run --cpuset-cpus)",
        }),
    }
}

/// The row of a table of the kernel that begins with `name`, in bytes.
#[cfg(target_os = "linux")]
fn kilobytes(table: &str, name: &str) -> Option<u64> {
    let row = table.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = row.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(number << 10)
}

#[cfg(target_os = "linux")]
impl HostLimits {
    pub(super) fn look() -> Self {
        use rustix::process::{Resource, getrlimit};
        use rustix::thread::{CapabilitySet, capabilities};

        let limit = |resource| getrlimit(resource).current.unwrap_or(u64::MAX);
        let has =
            |capability| capabilities(None).is_ok_and(|sets| sets.effective.contains(capability));
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        Self {
            most_priority: limit(Resource::Rtprio),
            may_set_priorities: has(CapabilitySet::SYS_NICE),
            lockable_bytes: limit(Resource::Memlock),
            locked_bytes: kilobytes(&status, "VmLck:").unwrap_or(0),
            may_lock_anything: has(CapabilitySet::IPC_LOCK),
            available_bytes: kilobytes(&memory, "MemAvailable:"),
            most_descriptors: limit(Resource::Nofile),
            descriptors: std::fs::read_dir("/proc/self/fd")
                .map_or(0, |entries| entries.count() as u64),
        }
    }
}

/// Limits are unknown elsewhere: unavailable resources fail when they are created.
#[cfg(not(target_os = "linux"))]
impl HostLimits {
    pub(super) fn look() -> Self {
        Self {
            most_priority: 0,
            may_set_priorities: false,
            lockable_bytes: 0,
            locked_bytes: 0,
            may_lock_anything: false,
            available_bytes: None,
            most_descriptors: u64::MAX,
            descriptors: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_the_kernel_are_kilobytes() {
        let table = "VmPeak:\t  500 kB\nVmLck:\t     12 kB\n";
        assert_eq!(kilobytes(table, "VmLck:"), Some(12 << 10));
        assert_eq!(kilobytes(table, "VmHWM:"), None);
    }
}
