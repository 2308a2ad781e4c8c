//! The table at the end of a run.

use hyla_bench::result::{Point, RunResult, Summary};
use hyla_terminal::{Colour, Painter};
use serde_json::Value;

/// Figures worth a column, in this order, where a point has them; with the heading.
const COLUMNS: &[(&str, &str)] = &[
    ("round_trip_p50_us", "round trip p50"),
    ("round_trip_p99_us", "p99"),
    ("first_delivery_p50_us", "first p50"),
    ("first_delivery_p99_us", "p99"),
    ("one_way_p50_us", "one way p50"),
    ("one_way_p99_us", "p99"),
    ("delivered_per_s", "delivered/s"),
    ("delivered_bytes_per_s", "MB/s"),
    ("lost_share", "lost"),
    ("grants_per_s", "grants/s"),
    ("grant_p99_us", "p99"),
    ("registered_per_s", "registered/s"),
    ("discovered_per_s", "discovered/s"),
    ("cpu_share", "cpu"),
];

/// Each point with its most telling figures: median over the repetitions, spread, and the ratio to the bare machine.
pub(super) fn of(result: &RunResult, painter: Painter) -> String {
    let mut parameters: Vec<&String> = Vec::new();
    for name in result
        .points
        .iter()
        .flat_map(|point| point.parameters.keys())
    {
        if !parameters.contains(&name) {
            parameters.push(name);
        }
    }
    let has = |name: &str| {
        result
            .points
            .iter()
            .any(|point| point.summary.contains_key(name))
    };
    let figures: Vec<_> = COLUMNS.iter().filter(|(name, _)| has(name)).collect();
    let compared = |name: &str| result.points.iter().any(|p| p.ratios.contains_key(name));

    let repeated = result.points.iter().any(|point| point.samples.len() > 1);
    // Points of different transports are compared with different baselines: then each cell names its own.
    let heading_of = |name: &str| match bare(result, name).as_slice() {
        [one] => format!("x {one}"),
        _ => "x bare".to_owned(),
    };

    // Of the figure that says most, the other baselines are shown beside the one that waits as Hyla does.
    let first = figures.iter().map(|(name, _)| *name).find(|n| compared(n));
    let first = first.filter(|name| result.points.iter().any(|p| !others(p, name).is_empty()));
    let mut heading: Vec<String> = parameters.iter().map(|name| (*name).clone()).collect();
    for (name, title) in &figures {
        heading.push((*title).to_owned());
        if repeated {
            heading.push("+-".to_owned());
        }
        if compared(name) {
            heading.push(heading_of(name));
        }
        if first == Some(*name) {
            heading.push("beside".to_owned());
        }
    }
    let mut rows = vec![heading];
    for point in &result.points {
        let mut row: Vec<String> = parameters
            .iter()
            .map(|name| point.parameters.get(*name).map(word).unwrap_or_default())
            .collect();
        for (name, _) in &figures {
            let summary = point.summary.get(*name);
            row.push(summary.map_or_else(|| "-".to_owned(), |s| figure(name, s.median)));
            if repeated {
                row.push(summary.map_or_else(String::new, spread));
            }
            if compared(name) {
                let several = bare(result, name).len() > 1;
                row.push(ratio(point, name, several));
            }
            if first == Some(*name) {
                row.push(others(point, name).join(", "));
            }
        }
        rows.push(row);
    }
    let right: Vec<usize> = (parameters.len()..rows[0].len()).collect();
    let mut text = columns(&rows, &right, painter);
    text += &legend(result);
    text
}

fn legend(result: &RunResult) -> String {
    let repetitions = result.points.iter().map(|point| point.samples.len()).max();
    let mut text = match repetitions {
        Some(count) if count > 1 => format!(
            "  medians of {count} repetitions; +- is half of the distance between their quartiles"
        ),
        _ => "  one repetition: nothing is known of the spread".to_owned(),
    };
    let mut names: Vec<&str> = COLUMNS
        .iter()
        .flat_map(|(name, _)| bare(result, name))
        .collect();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [] => {}
        [one] => text += &format!("; x {one} is the ratio to the same over {one} without an RTI"),
        several => {
            let several = several.join(", ");
            text += &format!(
                "; x is the ratio to the same without an RTI over the baseline named there: {several}"
            );
        }
    }
    let beside = |point: &Point| {
        COLUMNS
            .iter()
            .any(|(name, _)| !others(point, name).is_empty())
    };
    if !names.is_empty() && result.points.iter().any(beside) {
        text += "; beside are the ratios to baselines that wait or carry otherwise, on which no claim rests";
    }
    text.push('\n');
    let carriers = result.carriers();
    if !carriers.is_empty() {
        text += &format!("  carried by: {}\n", carriers.join(", "));
    }
    text
}

/// Names of the baselines with which ratios of that figure are made, each once.
fn bare<'a>(result: &'a RunResult, figure: &str) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for point in &result.points {
        if let Some(name) = baseline_of(point, figure)
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// Name of the baseline with which the ratio of a figure of that point is made.
fn baseline_of<'a>(point: &'a Point, figure: &str) -> Option<&'a str> {
    point.ratios.get(figure)?;
    let mut baselines = point.baselines.iter();
    let found = baselines.find(|baseline| baseline.summary.contains_key(figure))?;
    Some(&found.name)
}

/// Ratios of a figure to the baselines that wait or carry otherwise, each with its name.
fn others(point: &Point, figure: &str) -> Vec<String> {
    let own = point.summary.get(figure);
    let named = baseline_of(point, figure);
    let others = point.baselines.iter().filter(|b| Some(&*b.name) != named);
    others
        .filter_map(|baseline| {
            let bare = baseline.summary.get(figure).map(|summary| summary.median);
            let ratio = own?.median / bare.filter(|bare| *bare != 0.0)?;
            Some(format!("{} {}", digits(ratio), baseline.name))
        })
        .collect()
}

/// A ratio as a cell, with the name of its baseline where the column has several.
fn ratio(point: &Point, figure: &str, several: bool) -> String {
    let Some(ratio) = point.ratios.get(figure) else {
        return String::new();
    };
    match baseline_of(point, figure) {
        Some(name) if several => format!("{} {name}", digits(*ratio)),
        _ => digits(*ratio),
    }
}

/// A value of a parameter.
pub(super) fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Name of a point in a line.
pub(super) fn name_of<'a>(parameters: impl Iterator<Item = (&'a String, &'a Value)>) -> String {
    let words = parameters.map(|(name, value)| format!("{name} {}", word(value)));
    words.collect::<Vec<_>>().join(", ")
}

/// The two or three figures of a point or sample that say most, in words.
pub(super) fn in_short(figure_of: impl Fn(&str) -> Option<f64>) -> String {
    let told = COLUMNS.iter().filter_map(|(name, title)| {
        let value = figure_of(name)?;
        // Nothing lost is not worth a word.
        if *name == "cpu_share" || (*name == "lost_share" && value == 0.0) {
            return None;
        }
        Some(format!("{title} {}", figure(name, value)))
    });
    told.take(4).collect::<Vec<_>>().join("  ")
}

/// A figure as a person reads it: microseconds, shares, rates.
pub(super) fn figure(name: &str, value: f64) -> String {
    if name.ends_with("_us") {
        return match value {
            ..1000.0 => format!("{} us", digits(value)),
            ..1_000_000.0 => format!("{} ms", digits(value / 1e3)),
            _ => format!("{} s", digits(value / 1e6)),
        };
    }
    if name == "delivered_bytes_per_s" {
        return digits(value / 1e6);
    }
    if name.ends_with("_share") {
        if value == 0.0 {
            return "0".to_owned();
        }
        return format!("{} %", digits(value * 100.0));
    }
    let scaled = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    match scaled.iter().find(|(unit, _)| value >= 0.9995 * unit) {
        Some((unit, letter)) => digits(value / unit) + letter,
        None => digits(value),
    }
}

/// How far the repetitions lie apart: half of the distance between the quartiles.
fn spread(summary: &Summary) -> String {
    if summary.count < 2 || summary.median == 0.0 {
        return String::new();
    }
    let half = (summary.high - summary.low) / 2.0 / summary.median.abs();
    format!("{} %", digits(half * 100.0))
}

fn digits(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        ..0.00995 => format!("{value:.4}"),
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// Rows under one another, the first as heading; columns whose number is in `right` are right-aligned.
pub(super) fn columns(rows: &[Vec<String>], right: &[usize], painter: Painter) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| {
            if right.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        let line = line.trim_end();
        text += &match number {
            0 => painter.paint(Colour::Cyan, line),
            _ => line.to_owned(),
        };
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use hyla_bench::result::{Baseline, Sample};

    use super::*;

    fn summary(low: f64, median: f64, high: f64) -> Summary {
        Summary {
            count: 3,
            min: low,
            low,
            median,
            high,
            max: high,
        }
    }

    fn point(transport: &str, baselines: &[&str], ratio: f64) -> Point {
        let figures = || {
            BTreeMap::from([
                ("round_trip_p50_us".to_owned(), summary(9.0, 10.0, 11.0)),
                ("lost_share".to_owned(), summary(0.0, 0.0, 0.0)),
            ])
        };
        let baseline = |name: &&str| Baseline {
            name: (*name).to_owned(),
            samples: Vec::new(),
            summary: figures(),
        };
        let sample = Sample {
            carriers: [(format!("{transport} stream"), 7)].into(),
            ..Sample::default()
        };
        Point {
            parameters: [("transport".to_owned(), Value::from(transport))].into(),
            samples: vec![sample; 3],
            baselines: baselines.iter().map(baseline).collect(),
            summary: figures(),
            ratios: [("round_trip_p50_us".to_owned(), ratio)].into(),
        }
    }

    fn lines(points: Vec<Point>) -> Vec<String> {
        let result = RunResult {
            schema: 1,
            hyla: String::new(),
            began: String::new(),
            seconds: 0.0,
            command: Vec::new(),
            experiment: "latency".into(),
            label: String::new(),
            rti: String::new(),
            parameters: BTreeMap::new(),
            machines: Vec::new(),
            points,
            notes: Vec::new(),
        };
        let text = of(&result, Painter::plain());
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_point_is_a_row_with_its_spread_and_ratio() {
        let lines = lines(vec![point("tcp", &["tcp"], 1.5)]);

        assert_eq!(
            lines[0],
            "  transport  round trip p50      +-  x tcp  lost  +-"
        );
        assert_eq!(lines[1], "  tcp               10.0 us  10.0 %   1.50     0");
        assert_eq!(lines.last().unwrap(), "  carried by: tcp stream");
    }

    #[test]
    fn where_points_have_different_baselines_each_ratio_names_its_own() {
        let lines = lines(vec![
            point("shm", &["ring-yielding", "tcp-yielding"], 1.5),
            point("tcp", &["tcp-yielding"], 2.5),
        ]);

        assert!(
            lines[0].contains("x bare") && !lines[0].contains("ring"),
            "{lines:?}"
        );
        assert!(lines[1].contains("1.50 ring-yielding"), "{lines:?}");
        assert!(lines[2].contains("2.50 tcp-yielding"), "{lines:?}");
        assert!(
            lines[3].contains("over the baseline named there: ring-yielding, tcp-yielding;"),
            "{lines:?}"
        );
    }

    #[test]
    fn the_ratio_is_to_the_first_baseline_and_the_others_stand_beside_it_with_their_names() {
        let mut point = point("shm", &["ring-yielding", "ring-blocking"], 1.04);
        let blocking = summary(99.0, 100.0, 101.0);
        point.baselines[1]
            .summary
            .insert("round_trip_p50_us".to_owned(), blocking);

        let lines = lines(vec![point]);

        assert!(lines[0].contains("x ring-yielding"), "{lines:?}");
        assert!(lines[0].contains("beside"), "{lines:?}");
        assert!(lines[1].contains("1.04  0.10 ring-blocking"), "{lines:?}");
        assert!(lines[2].contains("no claim rests"), "{lines:?}");
    }

    #[test]
    fn figures_have_units_and_three_digits() {
        assert_eq!(figure("round_trip_p50_us", 1234.0), "1.23 ms");
        assert_eq!(figure("delivered_per_s", 999_700.0), "1.00 M");
        assert_eq!(figure("lost_share", 0.015), "1.50 %");
        assert_eq!(figure("delivered_bytes_per_s", 2.5e6), "2.50");
    }
}
