//! Latency of messages to other federates: readings of this host, the profile, and what is logged.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_core::latency::{HostReading, LatencyAnswer, LatencyQuestion};
use hyla_estimator::host::{HostLoad, Reading};
use hyla_estimator::profile::{Document, Machine, Severity, Table, differences};
use hyla_link::AdmissionVerdict;
use hyla_types::{Exception, ExceptionKind};

use super::{Core, Engine, locked};
use crate::settings::{LatencySettings, OtherMachine};

/// Interval of readings of this host while an own question depends on its load. The link asks as often.
const OFTEN: Duration = Duration::from_millis(15);
/// Interval of readings while others ask.
const SELDOM: Duration = Duration::from_millis(100);

/// States of this host, for all federates of the process.
pub(super) static HOST_LOADS: HostLoads = HostLoads {
    is_wanted: AtomicBool::new(false),
    by_port: Mutex::new(Vec::new()),
};

/// Port of a state: its name and its speed in Mbit/s, as the settings have them.
type Port = (String, u64);

/// State of this host, for each port in settings. It is asked for while a core is locked, and read from the kernel while none
/// is.
#[derive(Debug)]
pub(super) struct HostLoads {
    is_wanted: AtomicBool,
    by_port: Mutex<Vec<(Port, Arc<HostLoad>)>>,
}

impl HostLoads {
    /// The state with the port of these settings.
    pub(super) fn of(&self, settings: &LatencySettings) -> Arc<HostLoad> {
        let port = (settings.port.clone(), settings.port_mbit_per_s);
        let mut by_port = locked(&self.by_port);
        if let Some((_, known)) = by_port.iter().find(|(known, _)| *known == port) {
            return Arc::clone(known);
        }
        let (name, mbit_per_s) = port.clone();
        let name = Some(name).filter(|name| !name.is_empty());
        let bits_per_s = (mbit_per_s > 0).then_some(mbit_per_s as f64 * 1e6);
        let load = Arc::new(HostLoad::new(name, bits_per_s));
        by_port.push((port, Arc::clone(&load)));
        load
    }

    fn get(&self, of: &HostLoad, every: Duration) -> Option<Reading> {
        let reading = of.get(Instant::now(), every);
        if of.is_wanted() {
            self.is_wanted.store(true, Ordering::Relaxed);
        }
        reading
    }

    /// The last state, for questions of this process; does no I/O.
    pub(super) fn recent(&self, of: &HostLoad) -> Option<Reading> {
        self.get(of, OFTEN)
    }

    /// Reads the states that were asked for. Cost: one number is read if none was.
    pub(super) fn refresh(&self) {
        if self.is_wanted.load(Ordering::Relaxed) && self.is_wanted.swap(false, Ordering::Relaxed) {
            let all: Vec<_> = locked(&self.by_port)
                .iter()
                .map(|(_, of)| Arc::clone(of))
                .collect();
            for of in all {
                of.refresh();
            }
        }
    }
}

/// Clocks and load of this host.
pub(super) fn host_reading(load: &HostLoad) -> HostReading {
    let clocks = hyla_net::read_clocks();
    let reading = HOST_LOADS.get(load, SELDOM);
    HostReading {
        clock: clocks.clock,
        monotonic_ns: clocks.monotonic_ns,
        over_monotonic_ns: clocks.over_monotonic_ns,
        error_ns: clocks.error_ns,
        load: reading.map(|reading| reading.processor),
        port: reading.and_then(|reading| reading.port),
    }
}

/// The latency profile of the settings.
#[derive(Debug, Default)]
pub(super) struct LatencyProfile {
    file: Option<PathBuf>,
    other_machine: OtherMachine,
}

impl LatencyProfile {
    pub(super) fn new(settings: &LatencySettings) -> Self {
        Self {
            file: settings.profile.clone(),
            other_machine: settings.other_machine,
        }
    }

    /// Reads the profile, with the differences between its machine and this one.
    pub(super) fn read(&self) -> std::result::Result<Option<(Table, Vec<String>)>, String> {
        let Some(file) = &self.file else {
            return Ok(None);
        };
        let problem = |text: String| format!("latency.profile: {}: {text}", file.display());
        let json = std::fs::read_to_string(file).map_err(|error| problem(error.to_string()))?;
        let document = Document::read(&json).map_err(|error| problem(error.to_string()))?;
        let here = Machine::here("");
        let found: Vec<_> = document
            .machines
            .iter()
            .flat_map(|of| differences(of, &here))
            .collect();
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        if self.other_machine == OtherMachine::Refuse
            && found.iter().any(|d| d.weight == Severity::Refusal)
        {
            return Err(problem(format!(
                "a profile of another machine: {}; latency.other_machine = warn uses it nevertheless",
                texts.join("; ")
            )));
        }
        let table = Table::new(&document).map_err(|error| problem(error.to_string()))?;
        Ok(Some((table, texts)))
    }
}

impl Engine {
    /// Answers a question about latency, without a wait.
    pub(crate) fn latency(&self, question: &LatencyQuestion) -> Result<LatencyAnswer> {
        self.connection()?;
        let mut core = self.core();
        if !core.member.is_joined() {
            return Err(Exception::new(
                ExceptionKind::FederateNotExecutionMember,
                "latency is that of messages to other federates: join first",
            ));
        }
        core.links.at(Instant::now());
        let answer = core.links.ask_latency(question);
        drop(core);
        self.depart();
        answer.map_err(|problem| Exception::new(ExceptionKind::RTIinternalError, problem))
    }
}

impl Core {
    /// Logs what trials of deadlines have found; whether there was one, for which a call may wait.
    pub(super) fn log_admissions(&mut self) -> bool {
        let mut is_news = false;
        for found in self.links.take_admissions() {
            is_news = true;
            let (federation, federate) = self.who();
            let peer = self.member.federate_name(found.peer).unwrap_or("?");
            let (profile, text) = (&found.profile, &found.text);
            match found.verdict {
                AdmissionVerdict::Admitted => {
                    tracing::info!(federation, federate, peer, profile, "admitted: {text}");
                }
                AdmissionVerdict::Doubtful => {
                    tracing::warn!(
                        federation,
                        federate,
                        peer,
                        profile,
                        "messages will be late: {text}"
                    );
                }
                AdmissionVerdict::Refused => tracing::warn!(
                    federation,
                    federate,
                    peer,
                    profile,
                    "refused, messages take the stream: {text}"
                ),
            }
        }
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(
        text: &str,
        other_machine: OtherMachine,
    ) -> std::result::Result<Option<(Table, Vec<String>)>, String> {
        let file = std::env::temp_dir().join(format!(
            "hyla-latency-profile-{}-{:?}.json",
            std::process::id(),
            std::thread::current().id()
        ));
        std::fs::write(&file, text).unwrap();
        let profile = LatencyProfile {
            file: Some(file.clone()),
            other_machine,
        };
        let found = profile.read();
        let _ = std::fs::remove_file(file);
        found
    }

    const PROFILE: &str = r#"{"schema": 1, "measured": "2026-11-23T00:00:00Z", "rti": "Hyla 0",
        "machines": [{"cpu": "none such", "cpus": 9999}], "bin_us": 100, "entries": [{"sender_load": [0, 33],
        "receiver_load": [0, 33], "bytes": 64, "quantity": "one_way", "samples": 2, "mean_us": 50.0, "p99_us": 60.0,
        "max_us": 60.0, "bins": [[0, 2]]}]}"#;

    #[test]
    fn a_profile_of_another_machine_is_refused_or_used_with_a_warning() {
        let refused = read(PROFILE, OtherMachine::Refuse).unwrap_err();
        let (_, warnings) = read(PROFILE, OtherMachine::Warn).unwrap().unwrap();

        assert!(
            refused.contains("another machine") && refused.contains("9999"),
            "{refused}"
        );
        assert!(
            warnings.iter().any(|text| text.contains("none such")),
            "{warnings:?}"
        );
    }

    #[test]
    fn a_file_that_is_no_profile_is_named() {
        let wrong = read("{}", OtherMachine::Warn).unwrap_err();

        assert!(wrong.starts_with("latency.profile: "), "{wrong}");
    }

    #[test]
    fn a_reading_asks_for_the_load_and_does_not_read_it() {
        let load = HostLoad::new(None, None);

        let reading = host_reading(&load);

        assert!(reading.monotonic_ns > 0 && reading.load.is_none());
        assert!(load.is_wanted());
    }

    #[test]
    fn federates_with_one_port_share_its_readings() {
        let loads = HostLoads {
            is_wanted: AtomicBool::new(false),
            by_port: Mutex::new(Vec::new()),
        };
        let of = |port: &str| {
            loads.of(&LatencySettings {
                port: port.to_owned(),
                ..LatencySettings::default()
            })
        };

        assert!(Arc::ptr_eq(&of("eth0"), &of("eth0")));
        assert!(!Arc::ptr_eq(&of("eth0"), &of("")));
        assert_eq!(loads.recent(&of("")), None);
        loads.refresh();
        assert!(!of("").is_wanted());
    }
}
