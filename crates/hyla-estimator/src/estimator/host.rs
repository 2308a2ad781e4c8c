//! State of a host, from its reports.

use std::sync::Arc;
use std::time::Duration;

use super::Reason;
use crate::state::{Band, Hysteresis, InvalidLoad, Load, PortLoad, Queue};

/// State of a host as its source reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Busy share of all processors together, from 0 to 1.
    pub processor: f64,
    /// Busy share of the port and its speed in bits per second; `None` if messages use no port.
    pub port: Option<(f64, f64)>,
    /// How long the report is valid: three times the interval of the source, for example.
    pub valid_for: Duration,
}

impl Report {
    /// Why it cannot be true, if it cannot.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let share = |what: &str, share: f64| {
            let problem = Load::new(share).err();
            problem.map(|error| format!("{what} is {}, and not from 0 to 1", error.0))
        };
        let port = self.port.and_then(|(load, bits_per_s)| {
            let has_speed = bits_per_s.is_finite() && bits_per_s > 0.0;
            let no_speed =
                (!has_speed).then(|| format!("port_bits_per_s is {bits_per_s}, which is no speed"));
            share("port", load).or(no_speed)
        });
        share("processor", self.processor).or(port)
    }
}

#[derive(Debug)]
pub(super) struct Host {
    name: Arc<str>,
    known: Option<LastReport>,
    /// Why the state is not reliable.
    trouble: Option<Reason>,
}

#[derive(Clone, Copy, Debug)]
struct LastReport {
    at: Duration,
    valid_for: Duration,
    band: Band,
    port: Option<Port>,
}

#[derive(Clone, Copy, Debug)]
struct Port {
    now: PortLoad,
    /// State of the last re-estimation and re-measurement.
    level: LoadLevel,
}

/// Load of a port in steps. Steps differ if the queueing term differs by half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LoadLevel {
    /// Below the threshold.
    Free,
    /// The factor 1/(1 - load).
    Queueing(f64),
    /// Unbounded queue.
    Saturated,
}

/// State of a host at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HostState {
    pub(super) band: Option<Band>,
    pub(super) port: Option<(PortLoad, LoadLevel)>,
    /// The source has reported a port, but is silent or implausible now.
    pub(super) port_is_lost: bool,
    pub(super) age: Option<Duration>,
}

impl Host {
    pub(super) fn new(name: Arc<str>) -> Self {
        Self {
            name,
            known: None,
            trouble: None,
        }
    }

    /// Handles a report; `true` if it changes the state that estimates depend on.
    pub(super) fn report(&mut self, now: Duration, report: Report, hysteresis: Hysteresis) -> bool {
        let before = self.state(now);
        match self.read(now, report, hysteresis) {
            Ok(known) => {
                self.known = Some(known);
                self.trouble = None;
            }
            Err(error) => {
                self.trouble = Some(Reason::Doubtful {
                    host: Arc::clone(&self.name),
                    load: error.0,
                });
            }
        }
        let after = self.state(now);
        before.band != after.band
            || before.port.map(|(_, level)| level) != after.port.map(|(_, level)| level)
    }

    fn read(
        &self,
        now: Duration,
        report: Report,
        hysteresis: Hysteresis,
    ) -> Result<LastReport, InvalidLoad> {
        let processor = Load::new(report.processor)?;
        let held = self.known;
        let port = match report.port {
            None => None,
            Some((share, bits_per_s)) => {
                let load = Load::new(share)?;
                if !(bits_per_s.is_finite() && bits_per_s > 0.0) {
                    return Err(InvalidLoad(f64::INFINITY));
                }
                let now = PortLoad { load, bits_per_s };
                let level = LoadLevel::next(
                    held.and_then(|known| known.port).map(|port| port.level),
                    now,
                );
                Some(Port { now, level })
            }
        };
        Ok(LastReport {
            at: now,
            valid_for: report.valid_for,
            band: hysteresis.next(held.map(|known| known.band), processor),
            port,
        })
    }

    /// The source failed, or the clock went back.
    pub(super) fn lose(&mut self, reason: Reason) {
        if self.known.is_some() || self.trouble.is_none() {
            self.trouble = Some(reason);
        }
    }

    pub(super) fn was_reported(&self) -> bool {
        self.known.is_some()
    }

    /// Why the state is not reliable at this moment.
    pub(super) fn trouble(&self, now: Duration) -> Option<Reason> {
        if let Some(reason) = &self.trouble {
            return Some(reason.clone());
        }
        let host = || Arc::clone(&self.name);
        let Some(known) = self.known else {
            return Some(Reason::NeverReported { host: host() });
        };
        let age = now.saturating_sub(known.at);
        (age > known.valid_for).then(|| Reason::ReportOld { host: host(), age })
    }

    pub(super) fn state(&self, now: Duration) -> HostState {
        let is_reliable = self.trouble(now).is_none();
        let known = self.known.filter(|_| is_reliable);
        HostState {
            band: known.map(|known| known.band),
            port: known
                .and_then(|known| known.port)
                .map(|port| (port.now, port.level)),
            port_is_lost: !is_reliable && self.known.is_some_and(|known| known.port.is_some()),
            age: self.known.map(|known| now.saturating_sub(known.at)),
        }
    }
}

impl LoadLevel {
    /// Smallest factor of the queueing term that counts as a change.
    const STEP: f64 = 1.5;

    fn next(held: Option<Self>, port: PortLoad) -> Self {
        let was_queueing = matches!(held, Some(Self::Queueing(_) | Self::Saturated));
        match port.queue(0, was_queueing) {
            Queue::None => Self::Free,
            Queue::Endless => Self::Saturated,
            Queue::Mean(_) => {
                let factor = 1.0 / (1.0 - port.load.share());
                match held {
                    Some(Self::Queueing(before))
                        if factor / before < Self::STEP && before / factor < Self::STEP =>
                    {
                        Self::Queueing(before)
                    }
                    _ => Self::Queueing(factor),
                }
            }
        }
    }

    pub(super) fn is_queueing(self) -> bool {
        self != Self::Free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: Duration = Duration::from_secs(3);

    fn report(processor: f64, port: Option<f64>) -> Report {
        Report {
            processor,
            port: port.map(|load| (load, 1e9)),
            valid_for: VALID,
        }
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn host() -> Host {
        Host::new("alpha".into())
    }

    #[test]
    fn a_report_is_relied_on_as_long_as_it_says() {
        let mut host = host();
        assert!(matches!(
            host.trouble(at(0)),
            Some(Reason::NeverReported { .. })
        ));

        host.report(at(10), report(0.5, None), Hysteresis::default());

        assert_eq!(host.state(at(13)).band, Some(Band::Middle));
        assert_eq!(host.state(at(14)).band, None);
        assert!(
            matches!(host.trouble(at(14)), Some(Reason::ReportOld { age, .. }) if age == at(4))
        );
    }

    #[test]
    fn a_report_that_cannot_be_true_is_not_taken_until_a_true_one_comes() {
        let mut host = host();
        host.report(at(1), report(0.5, None), Hysteresis::default());

        for lie in [
            report(7.4, None),
            report(f64::NAN, None),
            report(0.5, Some(3.0)),
        ] {
            host.report(at(2), lie, Hysteresis::default());
            assert!(
                matches!(host.trouble(at(2)), Some(Reason::Doubtful { .. })),
                "{lie:?}"
            );
            assert_eq!(host.state(at(2)).band, None);
            let is_change = host.report(at(2), report(0.5, None), Hysteresis::default());
            assert!(is_change);
            assert_eq!(host.trouble(at(2)), None);
        }
    }

    #[test]
    fn only_changes_that_matter_are_changes() {
        let mut host = host();
        let mut change = |processor, port| {
            host.report(at(1), report(processor, Some(port)), Hysteresis::default())
        };

        assert!(change(0.1, 0.2));
        assert!(
            !change(0.3, 0.85),
            "the same band, and the port below the rule"
        );
        assert!(!change(0.35, 0.89), "inside the margin");
        assert!(change(0.4, 0.89));
        assert!(change(0.4, 0.9), "the rule");
        assert!(!change(0.4, 0.92), "the term grows by a quarter");
        assert!(change(0.4, 0.95), "the term doubles");
        assert!(change(0.4, 0.995), "saturated");
        assert!(change(0.4, 0.89), "still above 88 %");
        assert!(change(0.4, 0.5));
    }
}
