//! From the table of experiments and the points of runs to drawings.

use std::collections::BTreeSet;

use super::experiments::{Drawing, Parameter, Shown, parameter};
use super::figure::{Figure, figure, number};
use super::gather::{self, Entry, Run};
use super::plot::{
    Axis, Curve, Heat, Level, Mark, SLOTS, Scale, Shape, Unit, axis_time, curves, heat, levels,
};
use super::point::value_text;
use crate::job::Histogram;
use crate::statistics;

/// A drawing with what stands around it.
pub(crate) struct Drawn {
    pub(crate) title: String,
    /// The SVG, or why there is none.
    pub(crate) svg: Result<String, String>,
    /// What the series are, where there are several.
    pub(crate) legend: Vec<Sign>,
    /// Whether it needs the width of two.
    pub(crate) wide: bool,
    /// Whether it is one of so many of its kind that they are folded away.
    pub(crate) folded: bool,
}

/// A line of a legend.
pub(crate) struct Sign {
    pub(crate) slot: usize,
    pub(crate) marked: bool,
    pub(crate) name: String,
}

/// Rows of one drawing of values one after the other.
const ROWS: usize = 24;
/// More drawings than that of one kind are folded away.
const SHOWN_OF_A_KIND: usize = 4;
/// Bins of a histogram from each power of ten to the next: 6 % wide, far finer than a millisecond where it matters.
const BINS: u32 = 40;

/// Everything that `shown` has to show of these runs.
pub(crate) fn drawings(shown: &Shown, runs: &[Run<'_>]) -> Vec<Drawn> {
    let entries = gather::entries(runs);
    let mut done = BTreeSet::new();
    let mut all = Vec::new();
    for drawing in shown.plots {
        match drawing {
            Drawing::Over {
                parameter: name,
                metrics,
                scale,
            } => {
                let over = Over {
                    name,
                    parameter: parameter(name),
                    scale: *scale,
                    runs,
                    entries: &entries,
                };
                let drawn = over.draw(metrics);
                if !drawn.is_empty() {
                    done.extend(metrics.iter().copied());
                }
                all.extend(drawn);
            }
            Drawing::Each(metric) if !done.contains(metric) => all.extend(each(metric, runs)),
            Drawing::Each(_) => {}
            Drawing::Spread(histogram) => all.extend(spread(histogram, runs)),
            Drawing::Matrix {
                rows,
                columns,
                metric,
            } => all.extend(matrix(rows, columns, metric, runs)),
        }
    }
    all
}

/// Metrics over a parameter.
struct Over<'a> {
    name: &'static str,
    parameter: Parameter,
    scale: Scale,
    runs: &'a [Run<'a>],
    entries: &'a [Entry<'a>],
}

impl Over<'_> {
    fn draw(&self, metrics: &[&str]) -> Vec<Drawn> {
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
        // Runs of one combination are not torn apart, as long as there are colours for them.
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

    /// A curve of those entries that have a place on the axis, and a line across for each of the others.
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

    /// The baseline, where it is the same one everywhere.
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
        // A rate of 0 means as many as there can be, and has no place among rates.
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

fn each(metric: &str, runs: &[Run<'_>]) -> Vec<Drawn> {
    let entries = gather::entries(runs);
    let varying = gather::varying(&entries, None);
    let groups = gather::groups(&entries, &varying, runs);
    let rows: Vec<Level> = groups
        .iter()
        .filter_map(|(name, group)| {
            let entry = group.first()?;
            Some(Level {
                name: name.clone(),
                slot: if runs.len() > 1 {
                    entry.run % SLOTS + 1
                } else {
                    1
                },
                value: entry.point.summary(metric)?,
            })
        })
        .collect();
    if rows.len() < 2 {
        return Vec::new();
    }
    let figure = figure(metric);
    let (unit, suffix) = unit_of(&figure);
    let chunks: Vec<&[Level]> = rows.chunks(ROWS).collect();
    let drawn = chunks.iter().enumerate().map(|(number, chunk)| {
        let values: Vec<f64> = chunk
            .iter()
            .flat_map(|row| [row.value.low, row.value.high])
            .collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        let far_apart = least > 0.0 && most / least > 20.0;
        let scale = if far_apart { Scale::Log } else { Scale::Linear };
        let axis = Axis::new(&format!("{}{suffix}", figure.title), scale, unit, &values);
        let title = numbered(&capital(&figure.title), number, chunks.len());
        Drawn {
            svg: levels(&title, &axis, chunk),
            legend: Vec::new(),
            title,
            wide: false,
            folded: false,
        }
    });
    drawn.collect()
}

fn spread(name: &str, runs: &[Run<'_>]) -> Vec<Drawn> {
    let entries = gather::entries(runs);
    let varying = gather::varying(&entries, None);
    let groups = gather::groups(&entries, &varying, runs);
    let known: Vec<(&str, &Histogram)> = groups
        .iter()
        .filter_map(|(text, group)| {
            let entry = group.first()?;
            Some((text.as_str(), entry.point.histograms.get(name)?))
        })
        .collect();
    let title = capital(&name.replace('_', " "));
    let chunks: Vec<_> = known.chunks(SLOTS).collect();
    let mut drawn = Vec::new();
    for (number, chunk) in chunks.iter().enumerate() {
        let folded = 2 * chunks.len() > SHOWN_OF_A_KIND;
        let how_often = numbered(&format!("{title}, how often"), number, chunks.len());
        let percentiles = numbered(&format!("{title}, percentiles"), number, chunks.len());
        let series = |marks: fn(&Histogram) -> Vec<Mark>, shape| -> Vec<Curve> {
            let curves = chunk
                .iter()
                .enumerate()
                .map(|(n, (text, histogram))| Curve {
                    name: (*text).to_owned(),
                    slot: n + 1,
                    shape,
                    marks: marks(histogram),
                });
            curves.collect()
        };
        let steps = series(outline, Shape::Steps);
        let xs: Vec<f64> = steps
            .iter()
            .flat_map(|c| c.marks.iter().map(|m| m.x))
            .collect();
        let ys: Vec<f64> = steps
            .iter()
            .flat_map(|c| c.marks.iter().map(|m| m.y))
            .collect();
        let x = Axis::new("latency", Scale::Log, Unit::Time, &xs);
        let y = Axis::new(
            "share of all, in bins of 6 %",
            Scale::Linear,
            Unit::Share,
            &ys,
        );
        drawn.push(Drawn {
            svg: curves(&how_often, &x, &y, &steps),
            legend: legend(&steps),
            title: how_often,
            wide: false,
            folded,
        });
        let tails = series(tail, Shape::Plain);
        let xs: Vec<f64> = tails
            .iter()
            .flat_map(|c| c.marks.iter().map(|m| m.x))
            .collect();
        let ys: Vec<f64> = tails
            .iter()
            .flat_map(|c| c.marks.iter().map(|m| m.y))
            .collect();
        let x = Axis::new("percentile", Scale::Tail, Unit::Plain, &xs);
        let y = Axis::new("latency", Scale::Log, Unit::Time, &ys);
        drawn.push(Drawn {
            svg: curves(&percentiles, &x, &y, &tails),
            legend: legend(&tails),
            title: percentiles,
            wide: false,
            folded,
        });
    }
    drawn
}

/// The outline of a histogram over a logarithmic axis, in shares of all values.
fn outline(histogram: &Histogram) -> Vec<Mark> {
    let total = statistics::total(histogram).max(1) as f64;
    let mark = |x, y| Mark { x, y, spread: None };
    let mut marks: Vec<Mark> = Vec::new();
    let mut end = None;
    for bin in statistics::decade_bins(histogram, BINS) {
        // Between bins that are not neighbours there is nothing, and the outline goes down to it.
        if end.is_some_and(|end: f64| bin.from_us > end * 1.001) || end.is_none() {
            marks.push(mark(end.unwrap_or(bin.from_us), 0.0));
        }
        marks.push(mark(bin.from_us, bin.count as f64 / total));
        end = Some(bin.to_us);
    }
    marks.extend(end.map(|end| mark(end, 0.0)));
    marks
}

/// Percentiles, the denser the nearer to the end, and no farther than there are values to tell.
fn tail(histogram: &Histogram) -> Vec<Mark> {
    let total = statistics::total(histogram).max(1) as f64;
    let last = total.log10().min(7.0);
    let steps = (last * 40.0).ceil() as u32;
    let shares = (0..=steps).map(|step| 1.0 - 10f64.powf(-f64::from(step) / 40.0));
    let shares = shares.filter(|share| (1.0 - share) * total >= 0.999);
    let marks = shares.map(|share| Mark {
        x: share,
        y: statistics::percentile_us(histogram, share),
        spread: None,
    });
    marks.collect()
}

fn matrix(rows: &[&str; 2], columns: &str, metric: &str, runs: &[Run<'_>]) -> Vec<Drawn> {
    let drawn = runs.iter().enumerate().filter_map(|(run, of)| {
        let entries: Vec<Entry<'_>> = of.points.iter().map(|point| Entry { run, point }).collect();
        let text = |entry: &Entry<'_>, name: &str| {
            let value = entry.point.parameters.get(name)?;
            Some(value_text(name, value))
        };
        let row = |entry: &Entry<'_>| {
            let texts = rows.iter().map(|name| text(entry, name));
            Some(texts.collect::<Option<Vec<_>>>()?.join("  /  "))
        };
        let mut map = Heat {
            column_title: bare_title(column_title(columns)).to_owned(),
            columns: distinct(entries.iter().filter_map(|entry| text(entry, columns))),
            row_title: rows.map(|name| name.replace('-', " ")).join("  /  "),
            rows: distinct(entries.iter().filter_map(row)),
            cells: Vec::new(),
        };
        if map.columns.len() * map.rows.len() < 2 {
            return None;
        }
        let cell = |at_row: &String, at_column: &String| {
            let mut there = entries.iter().filter(|entry| {
                row(entry).as_ref() == Some(at_row)
                    && text(entry, columns).as_ref() == Some(at_column)
            });
            there.find_map(|entry| Some(entry.point.summary(metric)?.median))
        };
        map.cells = map
            .rows
            .iter()
            .map(|at_row| {
                map.columns
                    .iter()
                    .map(|column| cell(at_row, column))
                    .collect()
            })
            .collect();
        let figure = figure(metric);
        let mut title = format!("{} by load", capital(&figure.title));
        if runs.len() > 1 {
            title = format!("{title}: {}", of.name);
        }
        let is_time = figure.unit == "us";
        let write = |value| {
            if is_time {
                axis_time(value)
            } else {
                number(value)
            }
        };
        Some(Drawn {
            svg: heat(&title, &map, write),
            legend: Vec::new(),
            title,
            wide: true,
            folded: false,
        })
    });
    drawn.collect()
}

fn column_title(name: &str) -> &str {
    match name {
        "bytes" => "size of the value",
        other => other,
    }
}

fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

fn legend(series: &[Curve]) -> Vec<Sign> {
    if series.len() < 2 && series.iter().all(|curve| curve.name.is_empty()) {
        return Vec::new();
    }
    let signs = series.iter().map(|curve| Sign {
        slot: curve.slot,
        marked: curve.shape == Shape::Marked,
        name: curve.name.clone(),
    });
    signs.collect()
}

/// What is written at ticks, and what stands behind the title of the axis.
fn unit_of(figure: &Figure) -> (Unit, String) {
    match (figure.unit, figure.title.as_str()) {
        ("us", _) => (Unit::Time, String::new()),
        ("B", _) => (Unit::Bytes, String::new()),
        ("1", "share lost") => (Unit::Share, String::new()),
        ("1", _) => (Unit::Plain, String::new()),
        (unit, _) => (Unit::Plain, format!(" [{unit}]")),
    }
}

/// `p99` of `round trip, p99`; the whole title of what is not a part of a histogram.
fn part_of(metric: &str) -> String {
    let title = figure(metric).title;
    match title.rsplit_once(", ") {
        Some((_, part)) => part.to_owned(),
        None => title,
    }
}

/// What several metrics have in common.
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

fn numbered(title: &str, number: usize, of: usize) -> String {
    if of < 2 {
        return title.to_owned();
    }
    format!("{title} ({} of {of})", number + 1)
}

fn bare_title(title: &str) -> &str {
    title.split(" [").next().unwrap_or(title)
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::experiments::shown;
    use crate::report::sample;
    use crate::result::RunResult;

    fn titles(results: &[&RunResult]) -> Vec<String> {
        let runs = gather::runs(results);
        let shown = shown(&results[0].experiment).expect("known");
        let drawn = drawings(shown, &runs);
        for plot in &drawn {
            assert!(plot.svg.is_ok(), "{}", plot.title);
        }
        drawn.into_iter().map(|plot| plot.title).collect()
    }

    #[test]
    fn latency_is_drawn_over_sizes_and_as_histogram_and_percentiles() {
        let expected = [
            "Round trip by size of the value",
            "Round trip, how often",
            "Round trip, percentiles",
        ];
        assert_eq!(titles(&[&sample::result("latency")]), expected);
    }

    #[test]
    fn every_experiment_has_a_plot_alone_and_overlaid() {
        for experiment in sample::EXPERIMENTS {
            let (one, other) = (
                sample::result(experiment),
                sample::slower(experiment, 2.0, 5),
            );

            assert!(!titles(&[&one]).is_empty(), "{experiment}");
            assert!(!titles(&[&one, &other]).is_empty(), "{experiment}");
        }
    }

    #[test]
    fn one_size_alone_is_shown_as_a_value_beside_that_of_another_run() {
        let mut one = sample::result("latency");
        one.points.truncate(1);
        let mut other = sample::slower("latency", 2.0, 5);
        other.points.truncate(1);

        let titles = titles(&[&one, &other]);

        assert!(
            titles.contains(&"Round trip, median".to_owned()),
            "{titles:?}"
        );
        assert!(!titles.iter().any(|title| title.contains(" by ")));
    }

    #[test]
    fn a_rate_without_limit_is_a_line_across_and_no_place_on_the_axis() {
        let mut result = sample::result("mixed");
        let last = result.points.last_mut().expect("a point");
        last.parameters.insert("rate".to_owned(), 0.into());
        let runs = gather::runs(&[&result]);

        let drawn = drawings(shown("mixed").expect("known"), &runs);

        let first = drawn.first().expect("a plot");
        assert_eq!(first.title, "One way by messages sent each second");
        let names: Vec<&str> = first.legend.iter().map(|sign| sign.name.as_str()).collect();
        assert!(names.contains(&"median (as many as it can)"), "{names:?}");
    }

    #[test]
    fn an_outline_holds_all_and_goes_down_between_bins_that_are_apart() {
        let marks = outline(&Histogram {
            buckets: vec![(1_000, 3), (1_000_000, 1)],
        });

        let heights: Vec<f64> = marks.iter().map(|mark| mark.y).collect();
        assert_eq!(heights, [0.0, 0.75, 0.0, 0.25, 0.0]);
    }

    #[test]
    fn percentiles_go_no_farther_than_there_are_values() {
        let marks = tail(&Histogram {
            buckets: vec![(1_000, 99), (9_000, 1)],
        });

        let last = marks.last().expect("a mark");
        assert!((last.x - 0.99).abs() < 1e-9);
        assert_eq!(marks.first().map(|mark| mark.x), Some(0.0));
    }
}
