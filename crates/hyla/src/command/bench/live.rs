//! Live figures of a sample, of all its federates together.

use std::collections::BTreeMap;

/// How many live figures are kept for the plot.
const KEPT: usize = 120;

/// Data of the sample in progress.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Last report of each federate.
    last: BTreeMap<u32, BTreeMap<String, f64>>,
    seconds: f64,
    /// Plotted curve: seconds and figure.
    series: Vec<(f32, f32)>,
    plotted: &'static str,
}

/// Figures that are plotted, the first that there is.
const PLOTTED: &[(&str, &str)] = &[
    ("round_trip_p50_us", "round trip p50, us"),
    ("delivered_per_s", "delivered, 1/s"),
    ("grants_per_s", "grants, 1/s"),
    ("discovered_per_s", "discovered, 1/s"),
    ("registered_per_s", "registered, 1/s"),
    ("sent_per_s", "sent, 1/s"),
];

impl Live {
    /// A report of a federate.
    pub(super) fn take(&mut self, federate: u32, seconds: f64, metrics: &BTreeMap<String, f64>) {
        self.last.insert(federate, metrics.clone());
        self.seconds = self.seconds.max(seconds);
        let Some((name, title)) = PLOTTED.iter().find(|(name, _)| self.figure(name).is_some())
        else {
            return;
        };
        if self.plotted != *title {
            self.series.clear();
            self.plotted = title;
        }
        // One step of the curve for each time, however many federates report it.
        let Some(figure) = self.figure(name) else {
            return;
        };
        #[allow(clippy::cast_possible_truncation)] // drawn with some dozens of dots
        let dot = (seconds as f32, figure as f32);
        match self.series.last_mut() {
            Some(last) if dot.0 - last.0 < 0.2 => last.1 = dot.1,
            _ => self.series.push(dot),
        }
        if self.series.len() > KEPT {
            self.series.remove(0);
        }
    }

    /// The figure of the federation: rates of receivers and senders by their mean, the rest by the greatest.
    pub(super) fn figure(&self, name: &str) -> Option<f64> {
        let values = self.last.values().filter_map(|figures| figures.get(name));
        let values: Vec<f64> = values.copied().filter(|value| value.is_finite()).collect();
        if values.is_empty() {
            return None;
        }
        if name.ends_with("_per_s") {
            #[allow(clippy::cast_precision_loss)] // how many federates there are
            return Some(values.iter().sum::<f64>() / values.len() as f64);
        }
        values.into_iter().reduce(f64::max)
    }

    /// Seconds since measuring began, negative before.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Plotted curve and its title; `None` without data.
    pub(super) fn series(&self) -> Option<(&'static str, &[(f32, f32)])> {
        (self.series.len() > 1).then_some((self.plotted, &self.series))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(name: &str, value: f64) -> BTreeMap<String, f64> {
        [(name.to_owned(), value)].into()
    }

    #[test]
    fn reports_of_the_same_time_are_one_dot() {
        let mut live = Live::default();

        live.take(1, 0.5, &figures("delivered_per_s", 100.0));
        live.take(2, 0.51, &figures("delivered_per_s", 300.0));
        live.take(0, 0.52, &figures("sent_per_s", 1.0));
        live.take(1, 1.0, &figures("delivered_per_s", 200.0));

        let (title, series) = live.series().unwrap();
        assert_eq!(title, "delivered, 1/s");
        assert_eq!(series, [(0.5, 200.0), (1.0, 250.0)]);
    }
}
