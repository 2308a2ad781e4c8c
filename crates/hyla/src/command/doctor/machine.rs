//! Kernel, processors, clock, memory.

use std::fs::read_to_string;
use std::time::{Duration, Instant};

use hyla_settings::Settings;

use super::report::Finding;

/// Kernel release; what the channels rely on is in every kernel since 4.18.
pub(super) fn kernel() -> Finding {
    const TOPIC: &str = "kernel";
    let Ok(release) = read_to_string("/proc/sys/kernel/osrelease") else {
        return Finding::warn(
            TOPIC,
            format!("{} without /proc", std::env::consts::OS),
            "Hyla is developed and measured on Linux; most checks below cannot be made here",
        );
    };
    let release = release.trim();
    if is_before(release, (4, 18)) {
        let advice = "use a kernel of 4.18 or later; older ones are not tested";
        Finding::warn(TOPIC, format!("Linux {release}"), advice)
    } else {
        Finding::ok(TOPIC, format!("Linux {release}"))
    }
}

fn is_before(release: &str, oldest: (u32, u32)) -> bool {
    let mut numbers = release
        .split(|c: char| !c.is_ascii_digit())
        .map(|n| n.parse().unwrap_or(0));
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    found < oldest
}

/// Processors that this process may use, limits of its container included.
pub(super) fn cores() -> Finding {
    const TOPIC: &str = "cores";
    match std::thread::available_parallelism() {
        Ok(cores) if cores.get() == 1 => Finding::warn(
            TOPIC,
            "1 core for this process",
            "processes take turns: set channel.yield_us = 0, or give it a second core",
        ),
        Ok(cores) => Finding::ok(TOPIC, format!("{cores} cores for this process")),
        Err(error) => Finding::warn(
            TOPIC,
            format!("unknown: {error}"),
            "with a single core set channel.yield_us = 0",
        ),
    }
}

/// Clock source of the kernel and what one reading costs.
pub(super) fn clock() -> Finding {
    const TOPIC: &str = "clock";
    let cost = median_clock_read();
    let source = read_to_string("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        .map_or_else(|_| "unknown".to_owned(), |source| source.trim().to_owned());
    let found = format!("source {source}, {} ns per reading", cost.as_nanos());
    // Read without a system call it takes some tens of nanoseconds.
    if cost > Duration::from_nanos(400) {
        Finding::warn(
            TOPIC,
            found,
            "each reading is a system call or a slow device: if tsc is in \
             /sys/devices/system/clocksource/clocksource0/available_clocksource, write it to current_clocksource",
        )
    } else {
        Finding::ok(TOPIC, found)
    }
}

fn median_clock_read() -> Duration {
    const READS: u32 = 100;
    let mut samples: Vec<Duration> = (0..21)
        .map(|_| {
            let from = Instant::now();
            for _ in 0..READS {
                std::hint::black_box(Instant::now());
            }
            from.elapsed() / READS
        })
        .collect();
    samples.sort();
    samples[samples.len() / 2]
}

/// By how much the kernel may delay timers of this process.
pub(super) fn timer_slack() -> Finding {
    const TOPIC: &str = "timer slack";
    let slack = read_to_string("/proc/self/timerslack_ns")
        .ok()
        .and_then(|ns| ns.trim().parse().ok());
    match slack.map(Duration::from_nanos) {
        None => Finding::warn(
            TOPIC,
            "unknown: /proc/self/timerslack_ns cannot be read",
            "timers may be late by more than 50 us, the usual value",
        ),
        Some(slack) if slack > Duration::from_micros(50) => Finding::warn(
            TOPIC,
            format!("{} us", slack.as_micros()),
            "timers may be that late; the usual value is 50 us: see what started this process (prctl PR_SET_TIMERSLACK)",
        ),
        Some(slack) => Finding::ok(TOPIC, format!("{} us", slack.as_micros())),
    }
}

/// Whether processes of this host reach each other by shared memory.
pub(super) fn shared_memory(settings: &Settings) -> Finding {
    const TOPIC: &str = "shared memory";
    if !settings.peer.shared_memory {
        return Finding::ok(TOPIC, "switched off by peer.shared_memory: TCP is used");
    }
    match hyla_lrc::probe_shared_memory() {
        Ok(()) => Finding::ok(
            TOPIC,
            "works between processes of one user, and with those of root",
        ),
        Err(error) => Finding::warn(
            TOPIC,
            format!("does not work here: {error}; TCP is used instead"),
            "let processes make memory files and eventfds (memfd_create, eventfd2; seccomp profiles of containers)",
        ),
    }
}

/// Leftovers of killed federates and RTIs. Shared memory and its listeners have no names in any file system:
/// the kernel frees them with the last process that uses them.
pub(super) fn leftovers() -> Finding {
    const TOPIC: &str = "leftovers";
    let listening = read_to_string("/proc/net/unix").map(|sockets| memory_listeners(&sockets));
    let open = match listening {
        Ok(0) => "no Hyla program is running here".to_owned(),
        Ok(1) => "1 listener for shared memory is open, of a running program".to_owned(),
        Ok(count) => format!("{count} listeners for shared memory are open, of running programs"),
        Err(error) => format!("/proc/net/unix cannot be read: {error}"),
    };
    Finding::ok(
        TOPIC,
        format!("none: memory and sockets go with their processes ({open})"),
    )
}

/// Sockets that listen beside a TCP listener, in the kernel's list of Unix sockets.
fn memory_listeners(sockets: &str) -> usize {
    // Flag of a socket that accepts connections; the ends of channels have the name, too.
    const ACCEPTS: &str = "00010000";
    let of_hyla = sockets.lines().filter(|line| {
        let mut words = line.split_whitespace();
        words.nth(3) == Some(ACCEPTS) && words.last().is_some_and(|name| name.starts_with("@hyla/"))
    });
    of_hyla.count()
}

/// How the processor's frequency is chosen; nothing to say where the kernel leaves it to the host.
pub(super) fn frequency_governor() -> Option<Finding> {
    const TOPIC: &str = "frequency";
    let governor = read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").ok()?;
    let found = format!("governor {}", governor.trim());
    Some(if governor.trim() == "powersave" {
        let advice = "processors slow down between messages: cpupower frequency-set -g performance";
        Finding::warn(TOPIC, found, advice)
    } else {
        Finding::ok(TOPIC, found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_are_counted_and_channels_are_not() {
        let sockets = "\
Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 4711 @hyla/127.0.0.1:15160
0000000000000000: 00000003 00000000 00000000 0001 03 4712 @hyla/127.0.0.1:15160
0000000000000000: 00000002 00000000 00010000 0001 01 4713 /run/other
0000000000000000: 00000002 00000000 00010000 0001 01 4714
";

        assert_eq!(memory_listeners(sockets), 1);
    }

    #[test]
    fn kernel_releases_are_compared_as_numbers() {
        assert!(is_before("4.9.0-13-amd64", (4, 18)));
        assert!(!is_before("4.18.0", (4, 18)));
        assert!(!is_before("6.1.0-rc1", (4, 18)));
        assert!(!is_before("10.0", (4, 18)));
    }
}
