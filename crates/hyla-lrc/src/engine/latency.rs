//! Latency of messages to other federates: readings of this host, the profile, and what is logged.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_core::latency::{HostReading, LatencyAnswer, LatencyQuestion};
use hyla_estimator::profile::{Document, Machine, Severity, Table, differences};
use hyla_estimator::state::{RecentLoad, Ticks};
use hyla_link::AdmissionVerdict;
use hyla_types::{Exception, ExceptionKind};

use super::{Core, Engine, locked};
use crate::settings::{LatencySettings, OtherMachine};

/// Interval of readings of the processors while an own question depends on their load. The link asks as often.
const OFTEN: Duration = Duration::from_millis(15);
/// Interval of readings while others ask.
const SELDOM: Duration = Duration::from_millis(100);
/// Age at which a load is unknown: nobody has asked for so long.
const LOAD_VALID: Duration = Duration::from_secs(5);

/// Load of this host's processors, for all federates of the process.
pub(super) static PROCESSOR_LOAD: ProcessorLoad = ProcessorLoad::new();

/// Load of this host's processors. It is asked for while a core is locked, and read from the kernel while none is.
#[derive(Debug)]
pub(super) struct ProcessorLoad {
    is_wanted: AtomicBool,
    last: Mutex<Option<LastLoad>>,
}

#[derive(Debug)]
struct LastLoad {
    first: Instant,
    at: Instant,
    recent: RecentLoad,
    load: Option<f64>,
}

impl ProcessorLoad {
    const fn new() -> Self {
        Self {
            is_wanted: AtomicBool::new(false),
            last: Mutex::new(None),
        }
    }

    /// The last load, for questions of this process; does no I/O. [`Self::refresh`] renews it if it is older than 15 ms.
    pub(super) fn recent(&self) -> Option<f64> {
        self.get(Instant::now(), OFTEN)
    }

    fn get(&self, now: Instant, every: Duration) -> Option<f64> {
        let last = locked(&self.last);
        let age = last
            .as_ref()
            .map(|last| now.saturating_duration_since(last.at));
        if age.is_none_or(|age| age >= every) {
            self.is_wanted.store(true, Ordering::Relaxed);
        }
        last.as_ref()
            .filter(|_| age.is_some_and(|age| age < LOAD_VALID))?
            .load
    }

    /// Reads the load if that was asked for. Cost: one number is read if not.
    pub(super) fn refresh(&self) {
        if self.is_wanted.load(Ordering::Relaxed) && self.is_wanted.swap(false, Ordering::Relaxed) {
            // Linux; elsewhere the load stays unknown.
            let text = std::fs::read_to_string("/proc/stat");
            let ticks = text.ok().and_then(|text| Ticks::of(&text));
            self.renew(Instant::now(), ticks);
        }
    }

    fn renew(&self, now: Instant, ticks: Option<Ticks>) {
        let Some(ticks) = ticks else { return };
        let mut last = locked(&self.last);
        // A load over an interval without questions says nothing about now.
        let kept = last
            .take()
            .filter(|last| now.saturating_duration_since(last.at) < LOAD_VALID);
        let mut kept = kept.unwrap_or_else(|| LastLoad {
            first: now,
            at: now,
            recent: RecentLoad::default(),
            load: None,
        });
        kept.at = now;
        // Not 0, so that the first reading is later than none.
        let at = Duration::from_secs(1) + now.saturating_duration_since(kept.first);
        let (busy, idle) = (ticks.busy as f64, ticks.idle as f64);
        kept.load = kept.recent.read(at, busy, busy + idle, 1.0).or(kept.load);
        *last = Some(kept);
    }
}

/// Clocks and load of this host.
pub(super) fn host_reading(load: &ProcessorLoad) -> HostReading {
    let clocks = hyla_net::read_clocks();
    HostReading {
        clock: clocks.clock,
        monotonic_ns: clocks.monotonic_ns,
        over_monotonic_ns: clocks.over_monotonic_ns,
        error_ns: clocks.error_ns,
        load: load.get(Instant::now(), SELDOM),
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

    /// Ticks of a processor that was busy for `busy` of `all`.
    fn ticks(busy: u64, all: u64) -> Option<Ticks> {
        Ticks::of(&format!("cpu  {busy} 0 0 {} 0 0 0 0 0 0\n", all - busy))
    }

    #[test]
    fn the_load_is_renewed_on_request_and_forgotten_when_nobody_asks() {
        let load = ProcessorLoad::new();
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let is_wanted = || load.is_wanted.swap(false, Ordering::Relaxed);

        // The first reading has no predecessor.
        assert_eq!(load.get(at(0), OFTEN), None);
        assert!(is_wanted());
        load.renew(at(0), ticks(100, 1000));
        assert_eq!(load.get(at(14), OFTEN), None);
        assert!(!is_wanted());
        assert_eq!(load.get(at(15), OFTEN), None);
        assert!(is_wanted());
        load.renew(at(500), ticks(125, 1100));
        assert_eq!(load.get(at(501), OFTEN), Some(0.25));
        // Asking after a pause gives nothing, and what went on meanwhile is not averaged.
        assert_eq!(load.get(at(5_500), OFTEN), None);
        assert!(is_wanted());
        load.renew(at(5_500), ticks(1000, 2000));
        assert_eq!(load.get(at(5_501), OFTEN), None);
        load.renew(at(6_100), ticks(1050, 2100));
        assert_eq!(load.get(at(6_101), OFTEN), Some(0.5));
    }

    #[test]
    fn a_reading_asks_for_the_load_and_does_not_read_it() {
        let load = ProcessorLoad::new();

        let reading = host_reading(&load);

        assert!(reading.monotonic_ns > 0 && reading.load.is_none());
        assert!(load.is_wanted.load(Ordering::Relaxed));
        assert!(locked(&load.last).is_none());
        load.refresh();
        assert_eq!(locked(&load.last).is_some(), cfg!(target_os = "linux"));
    }
}
