//! How busy this machine is.

/// Busy processors during `look`, including time that a hypervisor gives to others. 0 if unknown.
/// Sleeps for that long.
#[must_use]
pub fn busy(look: std::time::Duration) -> f64 {
    let times = || {
        std::fs::read_to_string("/proc/stat")
            .ok()
            .and_then(|text| processor_times(&text))
    };
    let before = times();
    std::thread::sleep(look);
    match (before, times()) {
        (Some(before), Some(after)) => busy_between(before, after),
        _ => 0.0,
    }
}

/// Ticks of all processors together since boot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessorTimes {
    idle: u64,
    all: u64,
    processors: u32,
}

fn processor_times(stat: &str) -> Option<ProcessorTimes> {
    let mut lines = stat.lines();
    let ticks = lines.next()?.strip_prefix("cpu ")?.split_whitespace();
    // user, nice, system, idle, iowait, irq, softirq, steal; guest time is included in user.
    let ticks: Vec<u64> = ticks.take(8).map_while(|n| n.parse().ok()).collect();
    let processors = lines.filter(|line| line.starts_with("cpu")).count();
    Some(ProcessorTimes {
        idle: *ticks.get(3)? + ticks.get(4)?,
        all: ticks.iter().sum(),
        processors: u32::try_from(processors).ok()?,
    })
}

fn busy_between(before: ProcessorTimes, after: ProcessorTimes) -> f64 {
    let all = after.all.saturating_sub(before.all);
    let idle = after.idle.saturating_sub(before.idle).min(all);
    if all == 0 {
        return 0.0;
    }
    #[allow(clippy::cast_precision_loss)] // ticks of less than a second
    let share = (all - idle) as f64 / all as f64;
    share * f64::from(after.processors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_busy_with_all_that_is_not_idle() {
        let stat = |user: u64, idle: u64, steal: u64| {
            let all = format!("cpu  {user} 0 10 {idle} 5 0 0 {steal} 7 0\n");
            processor_times(&(all + "cpu0 1 2\ncpu1 3 4\nintr 5\n")).unwrap()
        };
        let before = stat(100, 1000, 0);

        assert_eq!(busy_between(before, stat(100, 1100, 0)), 0.0);
        assert_eq!(busy_between(before, stat(150, 1050, 0)), 1.0);
        assert_eq!(busy_between(before, stat(150, 1000, 50)), 2.0);
        assert_eq!(busy_between(before, before), 0.0);
        assert_eq!(processor_times("intr 5"), None);
    }
}
