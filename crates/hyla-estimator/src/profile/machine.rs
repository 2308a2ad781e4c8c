//! The machine of a profile, and differences between machines.

use serde::{Deserialize, Serialize};

/// A machine as described in results of the benchmark suite. Missing fields are empty or 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// Name of the agent that described it.
    pub agent: String,
    /// Host name.
    pub host: String,
    /// Model of the processor.
    pub cpu: String,
    /// Available processors.
    pub cpus: u32,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Kernel and its release.
    pub kernel: String,
    /// Frequency governor.
    pub governor: String,
    /// Source of the kernel's clock.
    pub clock_source: String,
    /// Virtualization, if any.
    pub virtualization: String,
    /// Load average of the last minute.
    pub load: f64,
    /// Processors that were busy shortly before.
    pub busy: f64,
    /// Changes with each boot.
    pub boot: String,
}

impl Machine {
    /// This machine, described by the agent of that name; see [`super::describe`].
    #[must_use]
    pub fn here(agent: &str) -> Self {
        super::describe(agent)
    }
}

/// Consequence of a difference for the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Latency may differ: the profile is used with a warning.
    Warning,
    /// Another machine: the profile is rejected unless the user insists.
    Refusal,
}

/// A difference between two machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The property.
    pub what: &'static str,
    /// Its value in the profile.
    pub profile: String,
    /// Its value here.
    pub here: String,
    /// Its consequence.
    pub weight: Severity,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: the profile has {}, this machine {}",
            self.what, self.profile, self.here
        )
    }
}

/// Differences of `here` from the machine of a profile. Host name, load and boot are ignored.
#[must_use]
pub fn differences(profile: &Machine, here: &Machine) -> Vec<Difference> {
    let text = |of: &str| {
        if of.is_empty() {
            "nothing".to_owned()
        } else {
            of.to_owned()
        }
    };
    let mut found = Vec::new();
    let mut add = |what, profile: String, here: String, weight| {
        if profile != here {
            found.push(Difference {
                what,
                profile,
                here,
                weight,
            });
        }
    };
    add(
        "processor",
        text(&profile.cpu),
        text(&here.cpu),
        Severity::Refusal,
    );
    add(
        "processors",
        profile.cpus.to_string(),
        here.cpus.to_string(),
        Severity::Refusal,
    );
    let virtualizations = [profile, here].map(|machine| text(&machine.virtualization));
    let [of_profile, of_here] = virtualizations;
    add("virtualization", of_profile, of_here, Severity::Refusal);
    add(
        "kernel",
        text(&profile.kernel),
        text(&here.kernel),
        Severity::Warning,
    );
    add(
        "governor",
        text(&profile.governor),
        text(&here.governor),
        Severity::Warning,
    );
    add(
        "clock source",
        text(&profile.clock_source),
        text(&here.clock_source),
        Severity::Warning,
    );
    // Kernels of one machine reserve a little more or less.
    let (a, b) = (profile.memory_bytes as f64, here.memory_bytes as f64);
    if (a - b).abs() > 0.05 * a.max(b) {
        let gib = |bytes: f64| format!("{:.1} GiB", bytes / f64::from(1 << 30));
        add("memory", gib(a), gib(b), Severity::Warning);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Machine {
        Machine {
            host: "alpha".to_owned(),
            cpu: "Xeon".to_owned(),
            cpus: 2,
            memory_bytes: 24 << 30,
            kernel: "Linux 6.18".to_owned(),
            ..Machine::default()
        }
    }

    #[test]
    fn the_same_machine_on_another_day_does_not_differ() {
        let later = Machine {
            load: 3.5,
            boot: "x".to_owned(),
            memory_bytes: (24 << 30) + 4096,
            ..machine()
        };

        assert_eq!(differences(&machine(), &later), []);
    }

    #[test]
    fn a_difference_says_what_both_have_and_what_it_means() {
        let other = Machine {
            cpus: 64,
            kernel: "Linux 6.20".to_owned(),
            memory_bytes: 8 << 30,
            ..machine()
        };

        let found = differences(&machine(), &other);

        let told: Vec<_> = found.iter().map(|d| (d.to_string(), d.weight)).collect();
        assert_eq!(
            told,
            [
                (
                    "processors: the profile has 2, this machine 64".to_owned(),
                    Severity::Refusal
                ),
                (
                    "kernel: the profile has Linux 6.18, this machine Linux 6.20".to_owned(),
                    Severity::Warning
                ),
                (
                    "memory: the profile has 24.0 GiB, this machine 8.0 GiB".to_owned(),
                    Severity::Warning
                ),
            ]
        );
    }
}
