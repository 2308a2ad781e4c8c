//! Metrics over a parameter.

use std::collections::BTreeSet;

use super::super::experiments::Parameter;
use super::super::figure::figure;
use super::super::gather::{self, Entry, Run};
use super::super::plot::{Axis, Curve, Mark, SLOTS, Scale, Shape, curves};
use super::super::point::value_text;
use super::drawn::{Drawn, SHOWN_OF_A_KIND, bare_title, capital, legend, numbered, unit_of};

/// Metrics over a parameter.
pub(super) struct ParameterChart<'a> {
    pub(super) name: &'static str,
    pub(super) parameter: Parameter,
    pub(super) scale: Scale,
    pub(super) runs: &'a [Run<'a>],
    pub(super) entries: &'a [Entry<'a>],
}

impl ParameterChart<'_> {
    /// One drawing of all metrics if each has a single series, otherwise one for each.
    pub(super) fn draw(&self, metrics: &[&str]) -> Vec<Drawn> {
        let places: BTreeSet<u64> = self.entries.iter().filter_map(|e| self.key(e)).collect();
        if places.len() < 2 {
            return Vec::new();
        }
        let varying = gather::varying(self.entries, Some(self.name));
        let groups = gather::groups(self.entries, &varying, self.runs);
        let known = |metric: &&str| {
            let mut entries = self.entries.iter();
            entries.any(|entry| self.x(entry).is_some() && self.y(entry, metric).is_some())
        };
        let metrics: Vec<&str> = metrics.iter().copied().filter(known).collect();
        if let ([(_, group)], [first, ..]) = (groups.as_slice(), metrics.as_slice()) {
            let mut series: Vec<Curve> = metrics
                .iter()
                .enumerate()
                .flat_map(|(n, metric)| self.curves(part_of(metric), n + 1, group, metric))
                .collect();
            series.extend(self.bare(group, first));
            let title = common_title(&metrics);
            return self
                .plot(&title, &title, first, series)
                .into_iter()
                .collect();
        }
        // Runs of one combination stay together, as long as there are colours.
        let runs = self.runs.len().clamp(1, SLOTS);
        let size = SLOTS / runs * runs;
        let chunks: Vec<_> = groups.chunks(size).collect();
        let plots = metrics.iter().flat_map(|metric| {
            let of = chunks.iter().enumerate().filter_map(|(number, chunk)| {
                let series: Vec<Curve> = chunk
                    .iter()
                    .enumerate()
                    .flat_map(|(n, (name, group))| self.curves(name.clone(), n + 1, group, metric))
                    .collect();
                let what = figure(metric).title;
                let title = numbered(&what, number, chunks.len());
                let mut plot = self.plot(&title, &what, metric, series)?;
                plot.folded = chunks.len() > SHOWN_OF_A_KIND;
                Some(plot)
            });
            of.collect::<Vec<_>>()
        });
        plots.collect()
    }

    fn plot(&self, title: &str, what: &str, metric: &str, series: Vec<Curve>) -> Option<Drawn> {
        let across = |curve: &&Curve| curve.shape != Shape::Across;
        let xs: Vec<f64> = series
            .iter()
            .filter(across)
            .flat_map(|curve| curve.marks.iter().map(|mark| mark.x))
            .collect();
        if xs.is_empty() {
            return None;
        }
        let ys: Vec<f64> = series
            .iter()
            .flat_map(|curve| &curve.marks)
            .flat_map(ends)
            .collect();
        let figure = figure(metric);
        let (unit, suffix) = unit_of(&figure);
        let x = Axis::new(
            self.parameter.title,
            self.parameter.scale,
            self.parameter.unit,
            &xs,
        );
        let y = Axis::new(&format!("{what}{suffix}"), self.scale, unit, &ys);
        let title = format!("{} by {}", capital(title), bare_title(self.parameter.title));
        Some(Drawn {
            svg: curves(&title, &x.with_ticks_at(&xs), &y, &series),
            legend: legend(&series),
            title,
            wide: false,
            folded: false,
        })
    }

    /// A curve of entries with a position on the axis, and a horizontal line for each of the
    /// others.
    fn curves(&self, name: String, slot: usize, group: &[Entry<'_>], metric: &str) -> Vec<Curve> {
        let mut marks = Vec::new();
        let mut across = Vec::new();
        for entry in group {
            let Some(y) = self.y(entry, metric) else {
                continue;
            };
            let spread = Some((y.low, y.high));
            let mark = |x| Mark {
                x,
                y: y.median,
                spread,
            };
            match self.x(entry) {
                Some(x) => marks.push(mark(x)),
                None => across.push(Curve {
                    name: format!("{name} ({})", self.word(entry))
                        .trim_start()
                        .to_owned(),
                    slot,
                    shape: Shape::Across,
                    marks: vec![mark(0.0)],
                }),
            }
        }
        marks.sort_by(|a, b| a.x.total_cmp(&b.x));
        if !marks.is_empty() {
            across.insert(
                0,
                Curve {
                    name,
                    slot,
                    shape: Shape::Marked,
                    marks,
                },
            );
        }
        across
    }

    /// The baseline, if it is the same everywhere.
    fn bare(&self, group: &[Entry<'_>], metric: &str) -> Option<Curve> {
        let mut names = BTreeSet::new();
        let mut marks: Vec<Mark> = group
            .iter()
            .filter_map(|entry| {
                let (name, bare) = entry.point.baseline(metric)?;
                names.insert(name);
                Some(Mark {
                    x: self.x(entry)?,
                    y: bare.median,
                    spread: Some((bare.low, bare.high)),
                })
            })
            .collect();
        marks.sort_by(|a, b| a.x.total_cmp(&b.x));
        let name = names.pop_first().filter(|_| names.is_empty())?;
        (!marks.is_empty()).then(|| Curve {
            name: format!("bare {name}, {}", part_of(metric)),
            slot: 0,
            shape: Shape::Marked,
            marks,
        })
    }

    fn x(&self, entry: &Entry<'_>) -> Option<f64> {
        let x = gather::place(entry, self.name)?;
        // A rate of 0 means unlimited, and has no position among rates.
        (self.name != "rate" || x > 0.0).then_some(x)
    }

    fn key(&self, entry: &Entry<'_>) -> Option<u64> {
        self.x(entry).map(f64::to_bits)
    }

    fn word(&self, entry: &Entry<'_>) -> String {
        match entry.point.parameters.get(self.name) {
            Some(_) if self.name == "rate" => "as many as it can".to_owned(),
            Some(value) => format!("{} {}", self.name, value_text(self.name, value)),
            None => format!("without {}", self.name),
        }
    }

    fn y(&self, entry: &Entry<'_>, metric: &str) -> Option<crate::result::Summary> {
        let summary = entry.point.summary(metric)?;
        (self.scale != Scale::Log || summary.low > 0.0).then_some(summary)
    }
}

fn ends(mark: &Mark) -> Vec<f64> {
    let (low, high) = mark.spread.unwrap_or((mark.y, mark.y));
    vec![low, mark.y, high]
}

/// `p99` of `round trip, p99`; otherwise the whole title.
fn part_of(metric: &str) -> String {
    let title = figure(metric).title;
    match title.rsplit_once(", ") {
        Some((_, part)) => part.to_owned(),
        None => title,
    }
}

/// Common part of several metrics' titles.
fn common_title(metrics: &[&str]) -> String {
    let titles: Vec<String> = metrics.iter().map(|metric| figure(metric).title).collect();
    let first = titles.first().cloned().unwrap_or_default();
    if titles.len() < 2 {
        return first;
    }
    match first.split_once(", ") {
        Some((histogram, _)) => histogram.to_owned(),
        None => titles.join(", "),
    }
}
