//! Drawings from the table of experiments and the points of runs.

mod drawn;
mod over;
mod spread;

use std::collections::BTreeSet;

pub(crate) use drawn::{Drawn, LegendEntry, capital};
use drawn::{bare_title, numbered, unit_of};
use over::ParameterChart;
use spread::spread;

use super::experiments::{Drawing, Shown, parameter};
use super::figure::{figure, number};
use super::gather::{self, Entry, Run};
use super::plot::{Axis, Heat, Level, SLOTS, Scale, axis_time, heat, levels};
use super::point::value_text;

/// Rows of one drawing of values one after the other.
const ROWS: usize = 24;

/// All drawings of `shown` for these runs.
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
                let over = ParameterChart {
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
        if map.cells.iter().flatten().all(Option::is_none) {
            return None;
        }
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
}
