//! `hyla bench check`: what changed between two results by more than noise.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hyla_bench::report::{Comparison, Difference, Outcome, Rules, compare};
use hyla_bench::result::{self, RunResult};
use hyla_terminal::number::share;
use hyla_terminal::{Colour, Painter};
use serde_json::{Value, json};

/// Options of `hyla bench check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The result to compare with
    #[arg(value_name = "BASE")]
    base: PathBuf,

    /// The result to judge
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Show figures that did not change, too
    #[arg(long)]
    all: bool,

    /// A difference that chance alone makes at least that often does not count
    #[arg(long, value_name = "SHARE", default_value_t = Rules::default().chance, value_parser = share)]
    chance: f64,

    /// A smaller difference, as a share, does not count, however sure it is
    #[arg(long, value_name = "SHARE", default_value_t = Rules::default().least, value_parser = share)]
    least: f64,

    /// Print a JSON object for other programs
    #[arg(long)]
    json: bool,
}

/// Exit code of a comparison that cannot be made.
const CANNOT_COMPARE: u8 = 2;

/// Compares and prints; the exit code is 1 if something got worse, and 2 if the results cannot be compared.
pub(crate) fn run(args: &Args) -> ExitCode {
    let rules = Rules {
        chance: args.chance,
        least: args.least,
    };
    let worse = result::read(&args.new)
        .map_err(|error| error.to_string())
        .and_then(|new| match args.json {
            true => as_json(&args.base, &new, rules, args.all),
            false => against(&args.base, &new, rules, args.all),
        });
    match worse {
        Ok(false) => ExitCode::SUCCESS,
        Ok(true) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hyla bench check: {error}");
            ExitCode::from(CANNOT_COMPARE)
        }
    }
}

/// As [`against`], for other programs.
fn as_json(base: &Path, new: &RunResult, rules: Rules, all: bool) -> Result<bool, String> {
    let base = result::read(base).map_err(|error| error.to_string())?;
    let comparison = compare(&base, new, rules)?;
    let text = format!("{:#}\n", json_of(&comparison, all));
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
    Ok(comparison.is_worse())
}

fn json_of(comparison: &Comparison, all: bool) -> Value {
    let shown = comparison.differences.iter().filter(|d| is_shown(d, all));
    let differences = shown.map(|difference| {
        let ratio = difference.ratio.as_ref();
        json!({
            "point": difference.point,
            "metric": difference.metric,
            "unit": difference.unit,
            "outcome": word(difference.outcome).to_lowercase(),
            "before": difference.base.median,
            "now": difference.new.map(|summary| summary.median),
            "ratio": ratio.map(|r| json!({ "estimate": r.estimate, "low": r.low, "high": r.high })),
            "chance": difference.chance,
        })
    });
    json!({
        "worse": comparison.is_worse(),
        "figures": comparison.differences.len(),
        "differences": differences.collect::<Value>(),
        "only_before": comparison.only_base,
        "only_now": comparison.only_new,
        "remarks": comparison.remarks,
    })
}

fn is_shown(difference: &Difference, all: bool) -> bool {
    all || !matches!(difference.outcome, Outcome::Same | Outcome::TooFew)
}

/// Compares `new` with the result stored in `base` and prints what came out; whether something got worse.
///
/// # Errors
/// In words, why the two cannot be compared.
pub(crate) fn against(
    base: &Path,
    new: &RunResult,
    rules: Rules,
    all: bool,
) -> Result<bool, String> {
    let base = result::read(base).map_err(|error| error.to_string())?;
    let comparison = compare(&base, new, rules)?;
    let text = table(&comparison, rules, all, Painter::stdout());
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
    Ok(comparison.is_worse())
}

fn table(comparison: &Comparison, rules: Rules, all: bool, painter: Painter) -> String {
    let mut text = String::new();
    let shown = comparison.differences.iter();
    let shown: Vec<&Difference> = shown
        .filter(|difference| is_shown(difference, all))
        .collect();
    if !shown.is_empty() {
        let header = ["", "point", "metric", "before", "now", "times", "chance"];
        let mut rows = vec![header.map(str::to_owned)];
        rows.extend(shown.iter().map(|difference| cells(difference)));
        text += &coloured(
            &hyla_terminal::columns(&rows, &[3, 4], painter),
            &shown,
            painter,
        );
    }
    for (points, only) in [
        (&comparison.only_base, "only measured before"),
        (&comparison.only_new, "only measured now"),
    ] {
        for point in points {
            text += &format!("  {only}: {point}\n");
        }
    }
    for remark in &comparison.remarks {
        text += &painter.paint(Colour::Yellow, format!("  {remark}"));
        text.push('\n');
    }
    text += &summary(comparison, rules);
    text
}

/// Lines of the table in the colour of what they say.
fn coloured(table: &str, shown: &[&Difference], painter: Painter) -> String {
    let lines = table.lines().enumerate().map(|(number, line)| {
        let difference = number.checked_sub(1).and_then(|row| shown.get(row));
        let colour = difference.and_then(|difference| match difference.outcome {
            Outcome::Worse | Outcome::Failed => Some(Colour::Red),
            Outcome::Better => Some(Colour::Green),
            Outcome::Machine => Some(Colour::Yellow),
            _ => None,
        });
        let line = colour.map_or_else(|| line.to_owned(), |colour| painter.paint(colour, line));
        line + "\n"
    });
    lines.collect()
}

fn cells(difference: &Difference) -> [String; 7] {
    let unit = match difference.unit {
        "1" => String::new(),
        unit => format!(" [{unit}]"),
    };
    let times = difference.ratio.map_or_else(
        || "-".to_owned(),
        |r| format!("{:.2} ({:.2} to {:.2})", r.estimate, r.low, r.high),
    );
    let now = difference.new.map(|summary| figure(summary.median));
    [
        word(difference.outcome).to_owned(),
        difference.point.clone(),
        format!("{}{unit}", difference.metric),
        figure(difference.base.median),
        now.unwrap_or_else(|| "failed".to_owned()),
        times,
        format!("{:.3}", difference.chance),
    ]
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Same => "same",
        Outcome::Better => "better",
        Outcome::Worse => "WORSE",
        Outcome::Machine => "machine",
        Outcome::TooFew => "too few",
        Outcome::Failed => "FAILED",
    }
}

/// A figure with the digits that count.
fn figure(value: f64) -> String {
    match value.abs() {
        size if size >= 1000.0 || value == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.01 => format!("{value:.3}"),
        _ => format!("{value:.2e}"),
    }
}

fn summary(comparison: &Comparison, rules: Rules) -> String {
    let outcomes = [
        (Outcome::Failed, "failed"),
        (Outcome::Worse, "worse"),
        (Outcome::Better, "better"),
        (Outcome::Machine, "changed with the machine"),
        (Outcome::Same, "the same"),
        (Outcome::TooFew, "with too few repetitions"),
    ];
    let counts = outcomes
        .iter()
        .map(|(outcome, text)| (comparison.count(*outcome), text));
    let counts = counts.filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, text)| format!("{count} {text}"))
        .collect();
    let all = comparison.differences.len();
    let mut text = format!("{all} figures: {}\n", counts.join(", "));
    let judged = all - comparison.count(Outcome::TooFew) - comparison.count(Outcome::Failed);
    let found = comparison.count(Outcome::Worse) + comparison.count(Outcome::Better);
    let by_chance = judged as f64 * rules.chance;
    if found > 0 && by_chance >= 1.0 {
        text += &format!(
            "of so many, chance alone may make up to {by_chance:.0} look changed: a single one is worth another run\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use hyla_bench::statistics::{ratio, summarize};

    use super::*;

    fn difference(metric: &str, old: [f64; 5], new: [f64; 5], outcome: Outcome) -> Difference {
        Difference {
            point: "bytes 64 B".to_owned(),
            metric: metric.to_owned(),
            unit: "us",
            base: summarize(&old).expect("values"),
            new: summarize(&new),
            ratio: ratio(&old, &new),
            chance: 0.008,
            outcome,
        }
    }

    fn comparison() -> Comparison {
        let old = [10.0, 10.1, 10.2, 10.3, 10.4];
        Comparison {
            differences: vec![
                difference(
                    "round_trip_p50_us",
                    old,
                    old.map(|v| v * 2.0),
                    Outcome::Worse,
                ),
                difference("round_trip_p99_us", old, old, Outcome::Same),
            ],
            only_base: vec!["bytes 1 KiB".to_owned()],
            only_new: Vec::new(),
            remarks: vec!["transport was \"shm\" and is \"tcp\"".to_owned()],
        }
    }

    #[test]
    fn what_got_worse_is_shown_and_what_stayed_is_counted() {
        let text = table(&comparison(), Rules::default(), false, Painter::plain());

        let expected = "         \
point       metric                  before   now  times                chance
  WORSE  bytes 64 B  round_trip_p50_us [us]    10.2  20.4  2.00 (1.94 to 2.06)  0.008
  only measured before: bytes 1 KiB
  transport was \"shm\" and is \"tcp\"
2 figures: 1 worse, 1 the same
";
        assert_eq!(text, expected);
    }

    #[test]
    fn all_figures_are_shown_where_that_is_wished() {
        let text = table(&comparison(), Rules::default(), true, Painter::plain());

        assert!(
            text.contains("same   bytes 64 B  round_trip_p99_us"),
            "{text}"
        );
    }

    #[test]
    fn json_names_what_got_worse_and_by_how_much() {
        let value = json_of(&comparison(), false);

        assert_eq!(value["differences"].as_array().map(Vec::len), Some(1));
        assert_eq!(value["differences"][0]["outcome"], "worse");
        assert_eq!(value["differences"][0]["now"], 20.4);
        assert_eq!(value["figures"], 2);
        assert_eq!(value["only_before"][0], "bytes 1 KiB");
    }

    #[test]
    fn many_comparisons_come_with_a_warning_of_chance() {
        let mut many = comparison();
        many.differences = vec![many.differences[0].clone(); 40];

        let text = table(&many, Rules::default(), false, Painter::plain());

        assert!(
            text.contains("chance alone may make up to 2 look changed"),
            "{text}"
        );
    }
}
