//! Limits that the system sets to this process.

use std::fs::read_to_string;

use super::report::Finding;

/// Number of the right to real-time priorities among the capabilities of Linux.
const CAP_SYS_NICE: u32 = 23;

/// A limit: what holds now, and up to where the process may raise it itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limit {
    soft: u64,
    hard: u64,
}

/// All limits that matter, for a machine with that many federates.
pub(super) fn all(federates: u32) -> Vec<Finding> {
    let Ok(limits) = read_to_string("/proc/self/limits") else {
        return vec![Finding::warn(
            "limits",
            "unknown: /proc/self/limits cannot be read",
            "see `ulimit -a`: open files, locked memory, real-time priority",
        )];
    };
    let capabilities = read_to_string("/proc/self/status")
        .ok()
        .and_then(|text| capabilities(&text));
    vec![
        open_files(limit(&limits, "Max open files"), federates),
        locked_memory(limit(&limits, "Max locked memory")),
        real_time(
            limit(&limits, "Max realtime priority"),
            capabilities.unwrap_or(0),
        ),
    ]
}

/// The row of `/proc/self/limits` that begins with `name`; "unlimited" is the largest number.
fn limit(limits: &str, name: &str) -> Option<Limit> {
    let row = limits.lines().find_map(|line| line.strip_prefix(name))?;
    let mut values = row.split_whitespace().map(|value| match value {
        "unlimited" => Some(u64::MAX),
        number => number.parse().ok(),
    });
    Some(Limit {
        soft: values.next()??,
        hard: values.next()??,
    })
}

fn capabilities(status: &str) -> Option<u64> {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("CapEff:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Each peer may need a socket and, in shared memory, two bells; files, logs and the like come on top.
fn files_for(federates: u32) -> u64 {
    3 * u64::from(federates) + 64
}

fn open_files(limit: Option<Limit>, federates: u32) -> Finding {
    const TOPIC: &str = "open files";
    let wanted = files_for(federates);
    let Some(limit) = limit else {
        return Finding::warn(
            TOPIC,
            "unknown",
            format!("`ulimit -n` should be {wanted} or more"),
        );
    };
    let found = format!(
        "{} allowed, {wanted} wanted for {federates} federates",
        number(limit.soft)
    );
    if limit.soft >= wanted {
        Finding::ok(TOPIC, found)
    } else if limit.hard >= wanted {
        Finding::fail(TOPIC, found, format!("before starting: ulimit -n {wanted}"))
    } else {
        Finding::fail(
            TOPIC,
            found,
            format!(
                "as root, in /etc/security/limits.conf: * - nofile {wanted} (systemd: LimitNOFILE={wanted})"
            ),
        )
    }
}

fn locked_memory(limit: Option<Limit>) -> Finding {
    const TOPIC: &str = "locked memory";
    const WANTED: u64 = 64 << 20;
    const ADVICE: &str = "only for real-time federates, which keep their memory from being paged out: in \
                          /etc/security/limits.conf: * - memlock unlimited (systemd: LimitMEMLOCK=infinity)";
    match limit {
        Some(limit) if limit.soft >= WANTED => Finding::ok(TOPIC, bytes(limit.soft)),
        Some(limit) => Finding::warn(TOPIC, format!("at most {}", bytes(limit.soft)), ADVICE),
        None => Finding::warn(TOPIC, "unknown", ADVICE),
    }
}

fn real_time(limit: Option<Limit>, capabilities: u64) -> Finding {
    const TOPIC: &str = "real time";
    let allowed = limit.map_or(0, |limit| limit.soft);
    if capabilities & (1 << CAP_SYS_NICE) != 0 {
        Finding::ok(TOPIC, "any real-time priority (CAP_SYS_NICE)")
    } else if allowed > 0 {
        Finding::ok(TOPIC, format!("priorities up to {allowed}"))
    } else {
        Finding::warn(
            TOPIC,
            "no real-time priority allowed",
            "only for real-time federates: in /etc/security/limits.conf: * - rtprio 80 (systemd: LimitRTPRIO=80), \
             or setcap cap_sys_nice+ep on the program",
        )
    }
}

fn number(value: u64) -> String {
    if value == u64::MAX {
        "any number".to_owned()
    } else {
        value.to_string()
    }
}

fn bytes(value: u64) -> String {
    match value {
        u64::MAX => "unlimited".to_owned(),
        value if value >= 1 << 20 => format!("{} MiB", value >> 20),
        value => format!("{} KiB", value >> 10),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Level;
    use super::*;

    const LIMITS: &str = "\
Limit                     Soft Limit           Hard Limit           Units
Max open files            1024                 524288               files
Max locked memory         8388608              unlimited            bytes
Max realtime priority     0                    0
";

    #[test]
    fn limits_are_read_from_the_table_of_the_kernel() {
        let files = limit(LIMITS, "Max open files");
        assert_eq!(
            files,
            Some(Limit {
                soft: 1024,
                hard: 524_288
            })
        );
        let locked = limit(LIMITS, "Max locked memory");
        assert_eq!(
            locked,
            Some(Limit {
                soft: 8 << 20,
                hard: u64::MAX
            })
        );
        assert_eq!(limit(LIMITS, "Max cats"), None);
    }

    #[test]
    fn too_few_open_files_for_the_federates_are_a_failure_with_the_command_that_helps() {
        let limit = limit(LIMITS, "Max open files");

        assert_eq!(open_files(limit, 320).level(), Level::Ok);
        let finding = open_files(limit, 321);
        assert_eq!(finding.level(), Level::Fail);
        assert!(format!("{finding:?}").contains("ulimit -n 1027"));
        assert!(format!("{:?}", open_files(limit, 1_000_000)).contains("limits.conf"));
    }

    #[test]
    fn real_time_is_allowed_by_limit_or_by_capability() {
        let none = Some(Limit { soft: 0, hard: 0 });
        let root = capabilities("Name: x\nCapEff:\t000001ffffffffff\n");

        assert_eq!(real_time(none, 0).level(), Level::Warn);
        assert_eq!(real_time(none, root.unwrap()).level(), Level::Ok);
        assert_eq!(
            real_time(Some(Limit { soft: 80, hard: 80 }), 0).level(),
            Level::Ok
        );
    }
}
