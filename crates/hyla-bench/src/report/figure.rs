//! Title, unit and direction of a figure.

use crate::metric::{Better, METRICS};

/// A figure in reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// For titles of columns and axes.
    pub title: String,
    /// Its unit; `1` if it has none.
    pub unit: &'static str,
    /// Its direction.
    pub better: Better,
}

/// Figures of a histogram, with their titles.
const PARTS: [(&str, &str); 6] = [
    ("_p50_us", "median"),
    ("_p90_us", "p90"),
    ("_p99_us", "p99"),
    ("_p999_us", "p99.9"),
    ("_max_us", "maximum"),
    ("_mean_us", "mean"),
];

/// Definition of the metric `name`, one of [`METRICS`] or a figure of a histogram. Unknown ones are
/// shown under their name, without a direction.
#[must_use]
pub fn figure(name: &str) -> Figure {
    if let Some(metric) = METRICS.iter().find(|metric| metric.name == name) {
        return Figure {
            title: title(name).to_owned(),
            unit: metric.unit,
            better: metric.better,
        };
    }
    let part = PARTS.iter().find_map(|(ending, part)| {
        let histogram = name.strip_suffix(ending)?;
        Some(format!("{}, {part}", histogram.replace('_', " ")))
    });
    match part {
        Some(title) => Figure {
            title,
            unit: "us",
            better: Better::Lower,
        },
        None => Figure {
            title: name.replace('_', " "),
            unit: "1",
            better: Better::Neither,
        },
    }
}

fn title(name: &str) -> &str {
    match name {
        "sent_per_s" => "sent",
        "delivered_per_s" => "delivered to each",
        "delivered_bytes_per_s" => "bytes delivered",
        "lost" => "lost",
        "lost_share" => "share lost",
        "grants_per_s" => "grants",
        "registered_per_s" => "registered",
        "discovered_per_s" => "discovered",
        "cpu_share" => "processors used",
        "peak_memory_bytes" => "peak memory",
        "round_trips" => "round trips",
        other => other,
    }
}

/// A readable number: three significant digits, with a prefix of the unit.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    let (value, factor) = match size {
        s if !s.is_finite() => return "-".to_owned(),
        0.0 => return "0".to_owned(),
        s if s >= 999.5e9 => return format!("{value:.2e}"),
        s if s >= 999.5e6 => (value / 1e9, " G"),
        s if s >= 999.5e3 => (value / 1e6, " M"),
        s if s >= 9_999.5 => (value / 1e3, " k"),
        _ => (value, ""),
    };
    let digits = match value.abs() {
        s if s >= 99.95 => 0,
        s if s >= 9.995 => 1,
        s if s >= 0.995 => 2,
        s if s >= 0.0995 => 3,
        s if s >= 0.000_95 => 4,
        _ => return format!("{value:.1e}"),
    };
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    format!("{text}{factor}")
}

/// A readable number of bytes: `64 B`, `8 KiB`.
pub(crate) fn bytes(value: f64) -> String {
    let units = [(1u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = units.iter().find(|(size, _)| value >= *size as f64);
    match unit {
        Some((size, name)) => format!("{} {name}", number(value / *size as f64)),
        None => format!("{} B", number(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_histograms_are_figures_in_microseconds() {
        let p99 = figure("round_trip_p99_us");

        assert_eq!(p99.title, "round trip, p99");
        assert_eq!((p99.unit, p99.better), ("us", Better::Lower));
    }

    #[test]
    fn a_metric_is_what_the_list_says_and_an_unknown_one_is_not_judged() {
        assert_eq!(figure("delivered_per_s").better, Better::Higher);
        assert_eq!(figure("lost_share").unit, "1");
        assert_eq!(figure("happiness_index").better, Better::Neither);
        assert_eq!(figure("happiness_index").title, "happiness index");
    }

    #[test]
    fn numbers_keep_three_digits() {
        let texts: Vec<String> = [
            0.0, 0.000_012, 0.0312, 1.0, 2.345, 45.67, 999.7, 12_345.0, 3.2e6, 5.1e9,
        ]
        .map(number)
        .into();

        assert_eq!(
            texts,
            [
                "0", "1.2e-5", "0.0312", "1", "2.35", "45.7", "1000", "12.3 k", "3.2 M", "5.1 G"
            ]
        );
    }

    #[test]
    fn sizes_are_powers_of_two() {
        assert_eq!(
            [64.0, 1024.0, 8192.0, 1_048_576.0, 1500.0].map(bytes),
            ["64 B", "1 KiB", "8 KiB", "1 MiB", "1.46 KiB"]
        );
    }
}
