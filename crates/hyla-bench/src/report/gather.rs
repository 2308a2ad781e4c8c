//! Points of several runs as series: varying parameters and names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::point::{Parameters, PointFigures, value_text};
use crate::result::RunResult;

/// A run with a unique name in the report.
pub(crate) struct Run<'a> {
    pub(crate) name: String,
    pub(crate) result: &'a RunResult,
    pub(crate) points: Vec<PointFigures>,
}

/// A point and the index of its run.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) run: usize,
    pub(crate) point: &'a PointFigures,
}

/// Names runs: by label, then by differing parameters, then by date.
pub(crate) fn runs<'a>(results: &[&'a RunResult]) -> Vec<Run<'a>> {
    let mut names: Vec<String> = results.iter().map(|run| run.label.clone()).collect();
    if has_twins(&names) {
        let differing = differing(results);
        for (name, run) in names.iter_mut().zip(results) {
            for parameter in &differing {
                if let Some(value) = run.parameters.get(*parameter) {
                    *name += &format!(", {parameter} {}", value_text(parameter, value));
                }
            }
        }
    }
    if has_twins(&names) {
        for (name, run) in names.iter_mut().zip(results) {
            *name += &format!(", {}", run.began);
        }
    }
    let runs = names.into_iter().zip(results);
    runs.map(|(name, result)| Run {
        name,
        result,
        points: PointFigures::of_run(result),
    })
    .collect()
}

fn has_twins(names: &[String]) -> bool {
    names.iter().collect::<BTreeSet<_>>().len() < names.len()
}

/// Parameters of runs, not of points, that differ between them.
fn differing<'a>(results: &[&'a RunResult]) -> BTreeSet<&'a String> {
    let names: BTreeSet<&String> = results
        .iter()
        .flat_map(|run| run.parameters.keys())
        .collect();
    let differ = |name: &&String| {
        let values = results.iter().map(|run| run.parameters.get(*name));
        let mut values = values.map(|value| value.map(ToString::to_string));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    names.into_iter().filter(differ).collect()
}

/// All points of all runs.
pub(crate) fn entries<'a>(runs: &'a [Run<'_>]) -> Vec<Entry<'a>> {
    let runs = runs.iter().enumerate();
    runs.flat_map(|(run, of)| of.points.iter().map(move |point| Entry { run, point }))
        .collect()
}

/// Parameters that distinguish points besides `axis`: those with several values that do not follow
/// from axis and run.
pub(crate) fn varying(entries: &[Entry<'_>], axis: Option<&str>) -> Vec<String> {
    let names: BTreeSet<&String> = entries
        .iter()
        .flat_map(|entry| entry.point.parameters.keys())
        .collect();
    let names = names.into_iter().filter(|name| axis != Some(name.as_str()));
    let varies = |name: &&String| {
        let mut seen: BTreeMap<(usize, String), String> = BTreeMap::new();
        entries.iter().any(|entry| {
            let text = |name: &str| entry.point.parameters.get(name).map(ToString::to_string);
            let value = text(name).unwrap_or_default();
            let place = axis.and_then(text).unwrap_or_default();
            let first = seen
                .entry((entry.run, place))
                .or_insert_with(|| value.clone());
            *first != value
        })
    };
    names.filter(varies).cloned().collect()
}

/// Entries grouped by the values of `names` and by run, each with a readable name: combinations in
/// order of measurement, and the runs of each side by side.
pub(crate) fn groups<'a>(
    entries: &[Entry<'a>],
    names: &[String],
    runs: &[Run<'_>],
) -> Vec<(String, Vec<Entry<'a>>)> {
    let texts = |entry: &Entry<'_>| -> Vec<Option<String>> {
        let values = names.iter().map(|name| entry.point.parameters.get(name));
        values.map(|value| value.map(ToString::to_string)).collect()
    };
    let mut combinations: Vec<Vec<Option<String>>> = Vec::new();
    for entry in entries {
        let values = texts(entry);
        if !combinations.contains(&values) {
            combinations.push(values);
        }
    }
    let mut groups: BTreeMap<(usize, usize), Vec<Entry<'a>>> = BTreeMap::new();
    for entry in entries {
        let values = texts(entry);
        let combination = combinations.iter().position(|known| *known == values);
        let key = (combination.unwrap_or_default(), entry.run);
        groups.entry(key).or_default().push(*entry);
    }
    groups
        .into_values()
        .map(|group| (name_of(&group[0], names, runs), group))
        .collect()
}

/// Name of an entry among others that differ in `names` or in their run.
pub(crate) fn name_of(entry: &Entry<'_>, names: &[String], runs: &[Run<'_>]) -> String {
    let several = runs.len() > 1;
    let run = several.then(|| runs[entry.run].name.clone());
    let parameters = described(&entry.point.parameters, names);
    let parts = run.into_iter().chain(parameters);
    parts.collect::<Vec<_>>().join(", ")
}

fn described(parameters: &Parameters, names: &[String]) -> Vec<String> {
    let known = names.iter().filter_map(|name| {
        let value = parameters.get(name)?;
        let text = value_text(name, value);
        let speaks_for_itself =
            value.is_string() && !matches!(text.as_str(), "yes" | "no" | "auto");
        Some(if speaks_for_itself || name == "bytes" {
            text
        } else {
            format!("{name} {text}")
        })
    });
    known.collect()
}

/// Position of a parameter's value on an axis.
pub(crate) fn place(entry: &Entry<'_>, parameter: &str) -> Option<f64> {
    entry
        .point
        .parameters
        .get(parameter)
        .and_then(Value::as_f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn runs_of_one_label_are_told_apart_by_what_they_differ_in_and_then_by_date() {
        let first = sample::result("send");
        let mut second = first.clone();
        second
            .parameters
            .insert("transport".to_owned(), "tcp".into());
        let mut third = first.clone();
        third.began = "2026-02-02T00:00:00Z".to_owned();

        let named = |results: &[&RunResult]| -> Vec<String> {
            runs(results).into_iter().map(|run| run.name).collect()
        };
        assert_eq!(
            named(&[&first, &second]),
            ["Hyla, transport shm", "Hyla, transport tcp"]
        );
        let dated = named(&[&first, &third]);
        assert_eq!(dated[1], "Hyla, 2026-02-02T00:00:00Z");
    }

    #[test]
    fn what_follows_from_the_axis_makes_no_series() {
        let mut result = sample::result("latency");
        for (number, point) in result.points.iter_mut().enumerate() {
            point.parameters.insert("samples".to_owned(), number.into());
        }
        let runs = runs(&[&result]);
        let entries = entries(&runs);

        assert!(varying(&entries, Some("bytes")).is_empty());
        assert_eq!(varying(&entries, None), ["bytes", "samples"]);
        assert_eq!(groups(&entries, &[], &runs).len(), 1);
    }

    #[test]
    fn what_differs_at_the_same_place_makes_series_named_by_it() {
        let result = sample::result("roundtrip-sizes");
        let runs = runs(&[&result]);
        let entries = entries(&runs);

        let varying = varying(&entries, Some("bytes"));
        let groups = groups(&entries, &varying, &runs);

        assert_eq!(varying, ["qos"]);
        let names: Vec<&str> = groups.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["reliable", "best-effort"]);
        assert!(groups.iter().all(|(_, group)| group.len() == 4));
    }
}
