//! Description of this machine: the only part of the crate that reads files.

use std::fs::read_to_string;
use std::path::Path;

use super::Machine;

/// Placeholder for unknown values.
const UNKNOWN: &str = "unknown";

/// This machine, described by the agent of that name. Unknown values are `unknown` or 0. Reads a
/// dozen small files under `/proc` and `/sys`.
#[must_use]
pub fn describe(agent: &str) -> Machine {
    let cpuinfo = content("/proc/cpuinfo");
    let kernel = match (
        content("/proc/sys/kernel/ostype"),
        content("/proc/sys/kernel/osrelease"),
    ) {
        (Some(system), Some(release)) => format!("{system} {release}"),
        _ => format!("{}, release {UNKNOWN}", std::env::consts::OS),
    };
    let governors = std::fs::read_dir("/sys/devices/system/cpu")
        .into_iter()
        .flatten()
        .filter_map(|cpu| content(cpu.ok()?.path().join("cpufreq/scaling_governor")));
    Machine {
        agent: agent.to_owned(),
        host: content("/proc/sys/kernel/hostname").unwrap_or_else(|| UNKNOWN.into()),
        cpu: cpuinfo
            .as_deref()
            .and_then(processor)
            .or_else(|| content("/proc/device-tree/model"))
            .unwrap_or_else(|| UNKNOWN.into()),
        // Considers the limits of a container, unlike the counts in /proc.
        cpus: std::thread::available_parallelism()
            .map_or(0, |cpus| u32::try_from(cpus.get()).unwrap_or(u32::MAX)),
        memory_bytes: content("/proc/meminfo")
            .and_then(|text| memory(&text))
            .unwrap_or(0),
        kernel,
        governor: together(governors.collect()),
        clock_source: content("/sys/devices/system/clocksource/clocksource0/current_clocksource")
            .unwrap_or_else(|| UNKNOWN.into()),
        virtualization: virtualization(&VirtualizationHints {
            hypervisor: content("/sys/hypervisor/type"),
            vendor: content("/sys/class/dmi/id/sys_vendor"),
            product: content("/sys/class/dmi/id/product_name"),
            flags: cpuinfo.as_deref().and_then(flags),
            container: container(),
        }),
        load: content("/proc/loadavg")
            .and_then(|text| load(&text))
            .unwrap_or(0.0),
        busy: 0.0,
        boot: content("/proc/sys/kernel/random/boot_id").unwrap_or_else(|| UNKNOWN.into()),
    }
}

/// Trimmed text of a file; `None` if it is empty or unreadable. Texts of a device tree end in a
/// zero.
fn content(path: impl AsRef<Path>) -> Option<String> {
    let text = read_to_string(path).ok()?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!text.is_empty()).then(|| text.to_owned())
}

/// The value of the first line of that name in `/proc/cpuinfo`.
fn field<'a>(cpuinfo: &'a str, name: &str) -> Option<&'a str> {
    let mut values = cpuinfo.lines().filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    });
    values.next().filter(|value| !value.is_empty())
}

/// Model of the processor.
fn processor(cpuinfo: &str) -> Option<String> {
    // x86 and others; PowerPC; some of ARM and MIPS.
    let named = ["model name", "cpu", "Processor", "cpu model"];
    if let Some(name) = named.iter().find_map(|name| field(cpuinfo, name)) {
        return Some(name.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    // 64-bit ARM has numbers only.
    let (maker, part) = (
        field(cpuinfo, "CPU implementer")?,
        field(cpuinfo, "CPU part")?,
    );
    Some(format!("ARM, implementer {maker}, part {part}"))
}

/// Features of an x86 processor.
fn flags(cpuinfo: &str) -> Option<Vec<String>> {
    let flags = field(cpuinfo, "flags")?;
    Some(flags.split_whitespace().map(str::to_owned).collect())
}

/// All memory, in bytes.
fn memory(meminfo: &str) -> Option<u64> {
    let row = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let mut words = row.split_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    // The kernel writes kB for 1024 bytes.
    (words.next()? == "kB").then(|| number.saturating_mul(1024))
}

/// Load average of the last minute.
fn load(loadavg: &str) -> Option<f64> {
    loadavg.split_whitespace().next()?.parse().ok()
}

/// One word if all processors have the same governor.
fn together(mut governors: Vec<String>) -> String {
    governors.sort();
    governors.dedup();
    if governors.is_empty() {
        UNKNOWN.into()
    } else {
        governors.join(", ")
    }
}

/// Hints of a virtual machine or a container.
#[derive(Debug, Default)]
struct VirtualizationHints {
    hypervisor: Option<String>,
    vendor: Option<String>,
    product: Option<String>,
    flags: Option<Vec<String>>,
    container: Option<&'static str>,
}

/// Firmware names of virtual machines.
const MAKERS: [&str; 12] = [
    "QEMU",
    "KVM",
    "VMware",
    "VirtualBox",
    "innotek",
    "Virtual Machine",
    "Xen",
    "Bochs",
    "Parallels",
    "Amazon EC2",
    "Google Compute",
    "Firecracker",
];

fn virtualization(signs: &VirtualizationHints) -> String {
    let firmware = [&signs.vendor, &signs.product];
    let firmware: Vec<&str> = firmware.into_iter().flatten().map(String::as_str).collect();
    let firmware = firmware.join(" ");
    let flagged = signs.flags.as_ref().map(|flags| {
        // Set by hypervisors only.
        flags.iter().any(|flag| flag == "hypervisor")
    });
    let machine = if let Some(kind) = &signs.hypervisor {
        Some(format!("virtual machine ({kind})"))
    } else if MAKERS.iter().any(|maker| firmware.contains(maker)) {
        Some(format!("virtual machine ({firmware})"))
    } else {
        match flagged {
            Some(true) => Some("virtual machine (its maker does not say)".into()),
            Some(false) => Some("none".into()),
            None => None,
        }
    };
    let container = signs.container.map(|kind| format!("container ({kind})"));
    match (machine, container) {
        (Some(machine), Some(container)) if machine == "none" => container,
        (Some(machine), Some(container)) => format!("{container} in a {machine}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => String::new(),
    }
}

fn container() -> Option<&'static str> {
    if Path::new("/.dockerenv").exists() {
        Some("docker")
    } else if Path::new("/run/.containerenv").exists() {
        Some("podman")
    } else if std::env::var_os("KUBERNETES_SERVICE_HOST").is_some() {
        Some("kubernetes")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X86: &str = "\
processor\t: 0
vendor_id\t: GenuineIntel
model\t\t: 85
model name\t: Intel(R) Xeon(R)   Gold 6230 CPU @ 2.10GHz
flags\t\t: fpu vme hypervisor lahf_lm

processor\t: 1
model name\t: another
";
    const ARM: &str = "\
processor\t: 0
BogoMIPS\t: 50.00
CPU implementer\t: 0x41
CPU part\t: 0xd0c
";

    #[test]
    fn a_processor_is_named_as_its_architecture_names_it() {
        assert_eq!(
            processor(X86).as_deref(),
            Some("Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz")
        );
        assert_eq!(
            processor(ARM).as_deref(),
            Some("ARM, implementer 0x41, part 0xd0c")
        );
        assert_eq!(processor("processor: 0\n"), None);
    }

    #[test]
    fn memory_is_in_bytes_and_load_is_that_of_the_last_minute() {
        let text = "MemTotal:       16384 kB\nMemFree:  1 kB\n";

        assert_eq!(memory(text), Some(16 << 20));
        assert_eq!(memory("MemTotal: many"), None);
        assert_eq!(load("0.52 1.10 1.98 3/455 90210\n"), Some(0.52));
        assert_eq!(load(""), None);
    }

    #[test]
    fn governors_that_differ_are_all_named() {
        let performance = || "performance".to_owned();

        assert_eq!(together(vec![]), "unknown");
        assert_eq!(together(vec![performance(), performance()]), "performance");
        let mixed = vec!["powersave".to_owned(), performance()];
        assert_eq!(together(mixed), "performance, powersave");
    }

    #[test]
    fn a_virtual_machine_is_known_by_its_firmware_or_by_its_processor() {
        let firmware = VirtualizationHints {
            vendor: Some("QEMU".into()),
            product: Some("Standard PC".into()),
            ..VirtualizationHints::default()
        };
        assert_eq!(
            virtualization(&firmware),
            "virtual machine (QEMU Standard PC)"
        );

        let processor = VirtualizationHints {
            flags: flags(X86),
            ..VirtualizationHints::default()
        };
        assert_eq!(
            virtualization(&processor),
            "virtual machine (its maker does not say)"
        );
    }

    #[test]
    fn where_nothing_shows_the_answer_is_empty_and_real_hardware_is_called_so() {
        assert_eq!(virtualization(&VirtualizationHints::default()), "");

        let hardware = VirtualizationHints {
            vendor: Some("Dell Inc.".into()),
            flags: Some(vec!["fpu".into()]),
            ..VirtualizationHints::default()
        };
        assert_eq!(virtualization(&hardware), "none");
        let inside = VirtualizationHints {
            container: Some("docker"),
            ..hardware
        };
        assert_eq!(virtualization(&inside), "container (docker)");
    }

    #[test]
    fn this_machine_has_processors_and_a_name() {
        let machine = describe("here");

        assert_eq!(machine.agent, "here");
        assert!(machine.cpus > 0, "{machine:?}");
        assert!(!machine.host.is_empty() && !machine.boot.is_empty());
    }
}
