//! Tables of results for spreadsheets and other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use serde_json::Value;

use super::figure::figure;
use super::point::{Parameters, PointFigures};
use crate::result::{RunResult, Sample};

/// First columns of every row.
const RUN_COLUMNS: [&str; 5] = ["experiment", "label", "rti", "began", "point"];

/// Writes one row for each point and metric: the parameters of the point in a column each, named
/// `parameter.NAME`, then the metric with its unit, the summary over the repetitions, and the
/// median of the baseline and the ratio to it if available. Points are numbered from 0 as in the
/// document.
///
/// # Errors
/// Errors of writing to `output`.
pub fn points_csv(results: &[RunResult], output: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(output);
    let names = parameter_names(results);
    let last = [
        "metric",
        "unit",
        "count",
        "min",
        "low",
        "median",
        "high",
        "max",
        "baseline",
        "baseline_median",
        "ratio",
    ];
    table.write_record(header(&names, last.map(str::to_owned)))?;
    for run in results {
        for (index, point) in PointFigures::of_run(run).iter().enumerate() {
            let metrics: BTreeSet<&str> = point.metrics().collect();
            for metric in metrics {
                let Some(s) = point.summary(metric) else {
                    continue;
                };
                let mut row = run_cells(run, index, &point.parameters, &names);
                let values = [s.min, s.low, s.median, s.high, s.max].map(|v| v.to_string());
                let bare = point.baseline(metric);
                row.extend([metric.to_owned(), figure(metric).unit.to_owned()]);
                row.push(s.count.to_string());
                row.extend(values);
                row.push(bare.map_or_else(String::new, |(name, _)| name.to_owned()));
                row.push(bare.map_or_else(String::new, |(_, s)| s.median.to_string()));
                let ratio = point.ratio(metric);
                row.push(ratio.map_or_else(String::new, |ratio| ratio.to_string()));
                table.write_record(row)?;
            }
        }
    }
    table.flush()?;
    Ok(())
}

/// Writes one row for each repetition, including baselines: parameters as in [`points_csv`], the
/// name of the baseline (empty for the RTI), the number of the repetition from 0, the reason of a
/// failure, and every metric in a column of its own.
///
/// # Errors
/// Errors of writing to `output`.
pub fn samples_csv(results: &[RunResult], output: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(output);
    let names = parameter_names(results);
    let rows: Vec<SampleRow<'_>> = results.iter().flat_map(sample_rows).collect();
    let metrics: BTreeSet<&String> = rows.iter().flat_map(|row| row.figures.keys()).collect();
    let fixed = ["baseline", "sample", "failed"].map(str::to_owned);
    let last = fixed
        .into_iter()
        .chain(metrics.iter().map(|m| (*m).clone()));
    table.write_record(header(&names, last))?;
    for row in &rows {
        let mut cells = run_cells(row.run, row.point, &row.parameters, &names);
        cells.push(row.baseline.to_owned());
        cells.push(row.index.to_string());
        cells.push(row.sample.failed.clone());
        let values = metrics.iter().map(|metric| row.figures.get(*metric));
        cells.extend(values.map(|value| value.map_or_else(String::new, ToString::to_string)));
        table.write_record(cells)?;
    }
    table.flush()?;
    Ok(())
}

struct SampleRow<'a> {
    run: &'a RunResult,
    point: usize,
    parameters: Parameters,
    baseline: &'a str,
    index: usize,
    sample: &'a Sample,
    figures: BTreeMap<String, f64>,
}

fn sample_rows(run: &RunResult) -> Vec<SampleRow<'_>> {
    let mut rows = Vec::new();
    for (number, point) in run.points.iter().enumerate() {
        let mut parameters = run.parameters.clone();
        parameters.extend(point.parameters.clone());
        let bare = point.baselines.iter();
        let bare = bare.map(|baseline| (baseline.name.as_str(), &baseline.samples));
        for (baseline, samples) in [("", &point.samples)].into_iter().chain(bare) {
            rows.extend(samples.iter().enumerate().map(|(index, sample)| SampleRow {
                run,
                point: number,
                parameters: parameters.clone(),
                baseline,
                index,
                sample,
                figures: sample.figures(),
            }));
        }
    }
    rows
}

fn parameter_names(results: &[RunResult]) -> Vec<String> {
    let of_points = results.iter().flat_map(|run| &run.points);
    let of_points = of_points.flat_map(|point| point.parameters.keys());
    let of_runs = results.iter().flat_map(|run| run.parameters.keys());
    let names: BTreeSet<&String> = of_points.chain(of_runs).collect();
    names.into_iter().cloned().collect()
}

fn header(names: &[String], last: impl IntoIterator<Item = String>) -> Vec<String> {
    let first = RUN_COLUMNS.map(str::to_owned).into_iter();
    let parameters = names.iter().map(|name| format!("parameter.{name}"));
    first.chain(parameters).chain(last).collect()
}

fn run_cells(
    run: &RunResult,
    point: usize,
    parameters: &Parameters,
    names: &[String],
) -> Vec<String> {
    let mut cells = vec![
        run.experiment.clone(),
        run.label.clone(),
        run.rti.clone(),
        run.began.clone(),
        point.to_string(),
    ];
    let values = names.iter().map(|name| match parameters.get(name) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    });
    cells.extend(values);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn read(written: &[u8]) -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_reader(written);
        let rows = reader.deserialize().collect::<Result<Vec<_>, _>>();
        rows.expect("a table with a header")
    }

    #[test]
    fn each_point_and_metric_has_a_row_with_its_ratio() {
        let results = [sample::result("latency"), sample::slower("send", 2.0, 3)];
        let mut written = Vec::new();

        points_csv(&results, &mut written).expect("written");

        let rows = read(&written);
        let p50: Vec<_> = rows
            .iter()
            .filter(|row| row["metric"] == "round_trip_p50_us")
            .collect();
        assert_eq!(p50.len(), 6);
        assert_eq!(p50[0]["parameter.bytes"], "64");
        assert_eq!(p50[0]["parameter.transport"], "shm");
        assert_eq!((&*p50[0]["unit"], &*p50[0]["count"]), ("us", "5"));
        let median: f64 = p50[0]["median"].parse().expect("a number");
        let bare: f64 = p50[0]["baseline_median"].parse().expect("a number");
        let ratio: f64 = p50[0]["ratio"].parse().expect("a number");
        assert!((median / bare - ratio).abs() < 1e-9);
        let label = rows.last().map(|row| row["label"].as_str());
        assert_eq!(label, Some("<other> & co"));
    }

    #[test]
    fn each_repetition_has_a_row_and_those_of_baselines_are_named() {
        let mut run = sample::result("send");
        run.points[0].samples[1] = Sample {
            failed: "killed, \"by hand\"\nof someone".to_owned(),
            ..Sample::default()
        };
        let mut written = Vec::new();

        samples_csv(&[run], &mut written).expect("written");

        let rows = read(&written);
        assert_eq!(rows.len(), 4 * (5 + 5));
        assert_eq!(rows[1]["failed"], "killed, \"by hand\"\nof someone");
        assert_eq!(rows[1]["delivered_per_s"], "");
        assert_eq!(
            (&*rows[5]["baseline"], &*rows[5]["sample"]),
            ("ring-yielding", "0")
        );
        assert!(rows[0]["one_way_p99_us"].parse::<f64>().is_ok());
    }
}
