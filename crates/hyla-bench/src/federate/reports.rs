//! Reports of the federate: one line of JSON each.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use super::clock;
use super::histogram::Durations;
use super::machine::{Stopwatch, peak_memory};
use crate::job::{self, Report};

/// Destination of reports. Clones write to the same place.
#[derive(Clone)]
pub struct Reports(Arc<Mutex<dyn Write + Send>>);

impl Reports {
    /// Reports as lines of `output`, each flushed.
    pub fn to(output: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(output)))
    }

    /// Writes a report. Errors do not matter: without a reader standard input ends, too, and so
    /// does the federate.
    pub fn say(&self, report: &Report) {
        let Ok(mut line) = serde_json::to_vec(report) else {
            return;
        };
        line.push(b'\n');
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output.write_all(&line).and_then(|()| output.flush());
    }
}

/// Figures and histograms of a job, as they are collected.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    metrics: BTreeMap<String, f64>,
    histograms: BTreeMap<String, job::Histogram>,
    carriers: BTreeMap<String, u64>,
    warnings: Vec<String>,
}

impl Outcome {
    /// Adds a figure, unless it is not a number.
    pub(super) fn metric(&mut self, name: &str, value: f64) {
        if value.is_finite() {
            self.metrics.insert(name.to_owned(), value);
        }
    }

    pub(super) fn count(&mut self, name: &str, count: u64) {
        self.metric(name, count as f64);
    }

    /// Adds the losses among `expected` messages.
    pub(super) fn lost(&mut self, lost: u64, expected: u64) {
        self.count("lost", lost);
        self.metric("lost_share", lost as f64 / expected.max(1) as f64);
    }

    pub(super) fn histogram(&mut self, name: &str, durations: &Durations) {
        if durations.len() > 0 {
            self.histograms
                .insert(name.to_owned(), durations.reported());
        }
    }

    /// Adds the process's resources since then.
    pub(super) fn process(&mut self, since: &Stopwatch) {
        self.metric("cpu_share", since.processor_share());
        if let Some(bytes) = peak_memory() {
            self.count("peak_memory_bytes", bytes);
        }
    }

    /// Adds the carriers of the messages.
    pub(super) fn carriers(&mut self, carriers: BTreeMap<String, u64>) {
        self.carriers = carriers;
    }

    /// Adds a warning about the figures.
    pub(super) fn warning(&mut self, text: String) {
        self.warnings.push(text);
    }

    pub(super) fn report(self) -> Report {
        Report::Done {
            metrics: self.metrics,
            histograms: self.histograms,
            carriers: self.carriers,
            warnings: self.warnings,
        }
    }
}

/// Periodic progress reports.
pub(super) struct LiveReport {
    reports: Reports,
    every: u64,
    last: u64,
    next: u64,
    /// Start of measuring.
    measured_from: u64,
}

/// Figures since the last report.
#[derive(Debug, Default)]
pub(super) struct Figures {
    metrics: BTreeMap<String, f64>,
    seconds: f64,
}

impl LiveReport {
    pub(super) fn new(reports: Reports, every_ms: u64) -> Self {
        let every = every_ms * clock::MILLISECOND;
        let now = clock::now();
        Self {
            reports,
            every,
            last: now,
            next: now.saturating_add(every),
            measured_from: now,
        }
    }

    /// Sets the start of measuring.
    pub(super) fn measured_from(&mut self, moment: u64) {
        self.measured_from = moment;
    }

    /// Reports the figures of `figures`, if it is time to.
    pub(super) fn look(&mut self, now: u64, figures: impl FnOnce(&mut Figures)) {
        if self.every == 0 || now < self.next {
            return;
        }
        let mut found = Figures {
            metrics: BTreeMap::new(),
            seconds: clock::seconds(self.last, now),
        };
        figures(&mut found);
        self.last = now;
        self.next = now.saturating_add(self.every);
        let seconds = if now >= self.measured_from {
            clock::seconds(self.measured_from, now)
        } else {
            -clock::seconds(now, self.measured_from)
        };
        self.reports.say(&Report::Live {
            seconds,
            metrics: found.metrics,
        });
    }
}

impl Figures {
    /// Adds `count` since the last report, per second.
    pub(super) fn rate(&mut self, name: &str, count: u64) {
        let rate = count as f64 / self.seconds;
        if rate.is_finite() {
            self.metrics.insert(name.to_owned(), rate);
        }
    }

    pub(super) fn count(&mut self, name: &str, count: u64) {
        self.metrics.insert(name.to_owned(), count as f64);
    }

    /// Adds percentiles of a histogram since the last report.
    pub(super) fn durations(&mut self, name: &str, durations: &mut Durations) {
        if let Some((p50, p99)) = durations.lately() {
            self.metrics.insert(format!("{name}_p50_us"), p50);
            self.metrics.insert(format!("{name}_p99_us"), p99);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_figure_that_is_no_number_is_left_out_of_the_report() {
        let written = Written::default();
        let mut outcome = Outcome::default();
        outcome.metric("delivered_per_s", f64::NAN);
        outcome.lost(0, 0);

        Reports::to(written.clone()).say(&outcome.report());

        let text = String::from_utf8(written.0.lock().expect("no panic").clone());
        let text = text.expect("JSON is text");
        assert!(text.ends_with("}\n"), "{text}");
        let Ok(Report::Done { metrics, .. }) = serde_json::from_str(&text) else {
            panic!("not what was reported: {text}");
        };
        assert_eq!(metrics.keys().collect::<Vec<_>>(), ["lost", "lost_share"]);
    }
}
