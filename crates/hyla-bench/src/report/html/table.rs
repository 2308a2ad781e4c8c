//! The table of figures.

use maud::{Markup, html as markup};

use crate::report::experiments::Shown;
use crate::report::figure::{bytes, figure, number};
use crate::report::gather::{self, Entry, Run};
use crate::report::point::value_text;

/// One row for each point of each run, one column for each varying parameter and each measured
/// metric.
pub(super) fn table(shown: Option<&Shown>, runs: &[Run<'_>]) -> Markup {
    let entries = gather::entries(runs);
    let varying = gather::varying(&entries, None);
    let groups = gather::groups(&entries, &varying, runs);
    let rows = groups.iter().flat_map(|(_, group)| group);
    let metrics = metrics(shown, &entries);
    markup! {
        div.scroll {
            table {
                thead {
                    tr {
                        @for name in &varying { th { (name) } }
                        @if runs.len() > 1 { th { "run" } }
                        @for metric in &metrics { (head(metric)) }
                    }
                }
                tbody {
                    @for entry in rows {
                        tr {
                            @for name in &varying { td.parameter { (parameter(entry, name)) } }
                            @if runs.len() > 1 { td.parameter { (runs[entry.run].name) } }
                            @for (at, metric) in metrics.iter().enumerate() { (cell(entry, metric, at == 0)) }
                        }
                    }
                }
            }
        }
    }
}

fn metrics(shown: Option<&Shown>, entries: &[Entry<'_>]) -> Vec<String> {
    let known = |metric: &str| entries.iter().any(|e| e.point.summary(metric).is_some());
    if let Some(shown) = shown {
        let columns = shown.columns.iter().filter(|metric| known(metric));
        return columns.map(|metric| (*metric).to_owned()).collect();
    }
    let mut all: Vec<String> = Vec::new();
    for metric in entries.iter().flat_map(|entry| entry.point.metrics()) {
        if !all.iter().any(|known| known == metric) {
            all.push(metric.to_owned());
        }
    }
    all
}

fn head(metric: &str) -> Markup {
    let figure = figure(metric);
    let is_counted = matches!(figure.unit, "1" | "B");
    markup! {
        th.number {
            (figure.title)
            @if !is_counted { " " span.unit { "[" (figure.unit) "]" } }
        }
    }
}

fn parameter(entry: &Entry<'_>, name: &str) -> String {
    let value = entry.point.parameters.get(name);
    value.map_or_else(|| "-".to_owned(), |value| value_text(name, value))
}

/// A figure with its ratio to the baseline; for the first metric `with_others`, the ratios to the
/// other baselines.
fn cell(entry: &Entry<'_>, metric: &str, with_others: bool) -> Markup {
    let Some(summary) = entry.point.summary(metric) else {
        let failed = !entry.point.failures.is_empty();
        return markup! { td.number { @if failed { span.failed { "failed" } } @else { "-" } } };
    };
    let is_bytes = figure(metric).unit == "B";
    let write = |value| {
        if is_bytes {
            bytes(value)
        } else {
            number(value)
        }
    };
    let ratio = entry.point.ratio(metric);
    let bare = entry
        .point
        .baseline(metric)
        .map_or("bare", |(name, _)| name);
    let others = if with_others {
        entry.point.others(metric)
    } else {
        Vec::new()
    };
    markup! {
        td.number {
            b { (write(summary.median)) }
            @if summary.count > 1 && summary.low < summary.high {
                " " span.spread { (write(summary.low)) " - " (write(summary.high)) }
            }
            @if let Some(ratio) = ratio {
                " " span.ratio { (number(ratio)) " x " (bare) }
            }
            @for (name, ratio) in others {
                " " span.spread { (number(ratio)) " x " (name) }
            }
        }
    }
}
