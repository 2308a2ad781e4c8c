//! Significance of differences between a new result and an old one.
//!
//! Points are matched by the parameters that either run varies; differences in other parameters are
//! noted and are the subject of the comparison. A difference counts if the order of the repetitions
//! is less likely than [`Rules::chance`] by chance ([`statistics::chance`]) and the ratio differs
//! from 1 by more than [`Rules::least`]. Repetitions of one run share the state of the machine: if
//! both points have the same baseline, the difference must also show in the ratios to it; otherwise
//! the machine has changed.

use std::collections::BTreeSet;

use crate::metric::Better;
use crate::result::{RunResult, Summary};
use crate::statistics::{self, Ratio};

use super::figure::figure;
use super::point::{Parameters, PointFigures, parameters_text};

/// Thresholds of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// A difference with at least this probability by chance does not count.
    pub chance: f64,
    /// A smaller relative difference does not count, however significant.
    pub least: f64,
}

impl Default for Rules {
    /// 5 of 100, and 5 %.
    fn default() -> Self {
        Self {
            chance: 0.05,
            least: 0.05,
        }
    }
}

/// Outcome of comparing a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Within noise, or too small.
    Same,
    /// Significant improvement.
    Better,
    /// Significant degradation.
    Worse,
    /// Significant, but the bare machine changed alike, or enough to explain it.
    Machine,
    /// Too few repetitions for a significant difference.
    TooFew,
    /// Measured before, and every repetition of its point failed now.
    Failed,
}

/// A figure before and now.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Parameters that the runs vary, as readable text; empty if there are none.
    pub point: String,
    /// Name of the metric.
    pub metric: String,
    /// Its unit.
    pub unit: &'static str,
    /// Before.
    pub base: Summary,
    /// Now; none for [`Outcome::Failed`].
    pub new: Option<Summary>,
    /// Ratio of now to before; `None` if a value is 0.
    pub ratio: Option<Ratio>,
    /// Probability of such a difference by chance.
    pub chance: f64,
    /// The outcome.
    pub outcome: Outcome,
}

/// Comparison of two results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Every common figure with a direction, in the order of the points.
    pub differences: Vec<Difference>,
    /// Points of the old result only.
    pub only_base: Vec<String>,
    /// Points of the new result only.
    pub only_new: Vec<String>,
    /// Other differences and cautions.
    pub remarks: Vec<String>,
}

impl Comparison {
    /// Number of figures with that outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        let differences = self.differences.iter();
        differences.filter(|d| d.outcome == outcome).count()
    }

    /// Whether a figure got worse or failed.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        self.count(Outcome::Worse) + self.count(Outcome::Failed) > 0
    }
}

/// Compares `new` with `base`.
///
/// # Errors
/// Different experiments, or no common point.
pub fn compare(base: &RunResult, new: &RunResult, rules: Rules) -> Result<Comparison, String> {
    if base.experiment != new.experiment {
        return Err(format!(
            "a result of {:?} cannot be compared with one of {:?}",
            new.experiment, base.experiment
        ));
    }
    let varied: BTreeSet<&String> = [base, new]
        .iter()
        .flat_map(|run| &run.points)
        .flat_map(|point| point.parameters.keys())
        .collect();
    let key = |point: &PointFigures| -> Parameters {
        let all = point.parameters.iter();
        all.filter(|(name, _)| varied.contains(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    };
    let old = PointFigures::of_run(base);
    let mut fresh: Vec<(Parameters, PointFigures)> = PointFigures::of_run(new)
        .into_iter()
        .map(|point| (key(&point), point))
        .collect();
    let mut comparison = Comparison {
        remarks: remarks(base, new, &varied),
        ..Comparison::default()
    };
    for before in &old {
        let key = key(before);
        match fresh.iter().position(|(other, _)| *other == key) {
            Some(at) => {
                let (_, now) = fresh.remove(at);
                let differences = compare_point(&parameters_text(&key), before, &now, rules);
                comparison.differences.extend(differences);
            }
            None => comparison.only_base.push(parameters_text(&key)),
        }
    }
    let rest = fresh.iter().map(|(key, _)| parameters_text(key));
    comparison.only_new = rest.collect();
    if !old.is_empty() && comparison.only_base.len() == old.len() {
        return Err(format!(
            "no point of one is a point of the other: {} against {}",
            comparison.only_base.join("; "),
            comparison.only_new.join("; ")
        ));
    }
    let few = comparison.count(Outcome::TooFew);
    if few > 0 {
        comparison.remarks.push(format!(
            "{few} figures have too few repetitions for any difference to count; with 4 on both sides it could"
        ));
    }
    Ok(comparison)
}

fn compare_point(
    name: &str,
    before: &PointFigures,
    now: &PointFigures,
    rules: Rules,
) -> Vec<Difference> {
    let metrics = before.metrics().map(|metric| (metric, figure(metric)));
    let judged = metrics.filter(|(_, figure)| figure.better != Better::Neither);
    let differences = judged.filter_map(|(metric, figure)| {
        let base = before.summary(metric)?;
        let new = now.summary(metric);
        if new.is_none() && now.failures.is_empty() {
            return None;
        }
        let (old, fresh) = (values(before, metric), values(now, metric));
        let outcome = match new {
            None => Outcome::Failed,
            Some(_) => judge(before, now, metric, figure.better, rules),
        };
        Some(Difference {
            point: name.to_owned(),
            metric: metric.to_owned(),
            unit: figure.unit,
            base,
            new,
            ratio: statistics::ratio(old, fresh),
            chance: statistics::chance(old, fresh),
            outcome,
        })
    });
    differences.collect()
}

fn values<'a>(point: &'a PointFigures, metric: &str) -> &'a [f64] {
    point.figures.get(metric).map_or(&[], Vec::as_slice)
}

fn judge(
    before: &PointFigures,
    now: &PointFigures,
    metric: &str,
    better: Better,
    rules: Rules,
) -> Outcome {
    let (old, fresh) = (values(before, metric), values(now, metric));
    if statistics::least_chance(old.len(), fresh.len()) > rules.chance {
        return Outcome::TooFew;
    }
    let Some(direction) = direction(old, fresh, rules) else {
        return Outcome::Same;
    };
    if let Some((old, fresh)) = relative(before, now, metric)
        && self::direction(&old, &fresh, rules) != Some(direction)
    {
        return Outcome::Machine;
    }
    match (direction, better) {
        (Direction::Up, Better::Higher) | (Direction::Down, Better::Lower) => Outcome::Better,
        (_, Better::Neither) => Outcome::Same,
        _ => Outcome::Worse,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// Direction of the change, if it is significant.
fn direction(old: &[f64], fresh: &[f64], rules: Rules) -> Option<Direction> {
    let before = statistics::quantile(old, 0.5)?;
    let now = statistics::quantile(fresh, 0.5)?;
    // Without a ratio one of them touches 0, and any difference is large.
    let factor = statistics::ratio(old, fresh).map(|ratio| ratio.estimate);
    let far = factor.is_none_or(|factor| factor.max(1.0 / factor) > 1.0 + rules.least);
    if !far || statistics::chance(old, fresh) >= rules.chance {
        return None;
    }
    let up = factor.map_or(now > before, |factor| factor > 1.0);
    Some(if up { Direction::Up } else { Direction::Down })
}

/// Both sets as multiples of the median of their common baseline, if there is one.
fn relative(
    before: &PointFigures,
    now: &PointFigures,
    metric: &str,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let (name, old_bare) = before.baseline(metric)?;
    let (other, new_bare) = now.baseline(metric)?;
    if name != other || old_bare.median <= 0.0 || new_bare.median <= 0.0 {
        return None;
    }
    let divided = |values: &[f64], by: f64| values.iter().map(|value| value / by).collect();
    Some((
        divided(values(before, metric), old_bare.median),
        divided(values(now, metric), new_bare.median),
    ))
}

fn remarks(base: &RunResult, new: &RunResult, varied: &BTreeSet<&String>) -> Vec<String> {
    let mut remarks = Vec::new();
    let names: BTreeSet<&String> = base
        .parameters
        .keys()
        .chain(new.parameters.keys())
        .collect();
    for name in names.difference(varied) {
        let text = |run: &RunResult| {
            let value = run.parameters.get(*name);
            value.map_or_else(|| "not set".to_owned(), ToString::to_string)
        };
        let (before, now) = (text(base), text(new));
        if before != now {
            remarks.push(format!("{name} was {before} and is {now}"));
        }
    }
    let machines = |run: &RunResult| -> BTreeSet<String> {
        let machines = run.machines.iter();
        machines
            .map(|m| format!("{}, {} processors, {}", m.cpu, m.cpus, m.kernel))
            .collect()
    };
    let (before, now) = (machines(base), machines(new));
    if before != now {
        let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join("; ");
        remarks.push(format!(
            "the machines differ, so compare the ratios to the baseline: before {}, now {}",
            list(before),
            list(now)
        ));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn outcomes(comparison: &Comparison, metric: &str) -> Vec<Outcome> {
        let differences = comparison.differences.iter();
        differences
            .filter(|d| d.metric == metric)
            .map(|d| d.outcome)
            .collect()
    }

    #[test]
    fn a_run_compared_with_itself_is_the_same() {
        for experiment in sample::EXPERIMENTS {
            let run = sample::result(experiment);

            let comparison = compare(&run, &run, Rules::default()).expect("comparable");

            assert!(!comparison.differences.is_empty(), "{experiment}");
            assert_eq!(
                comparison.count(Outcome::Same),
                comparison.differences.len()
            );
            assert!(comparison.remarks.is_empty() && comparison.only_new.is_empty());
            assert!(!comparison.is_worse());
        }
    }

    #[test]
    fn an_rti_that_got_slower_is_worse_and_one_that_got_faster_is_better() {
        let (quick, slow) = (sample::result("send"), sample::slower("send", 1.5, 7));

        let down = compare(&quick, &slow, Rules::default()).expect("comparable");
        let up = compare(&slow, &quick, Rules::default()).expect("comparable");

        assert_eq!(outcomes(&down, "delivered_per_s"), [Outcome::Worse; 4]);
        assert!(down.is_worse());
        assert_eq!(outcomes(&up, "delivered_per_s"), [Outcome::Better; 4]);
        let ratio = down
            .differences
            .iter()
            .find(|d| d.metric == "delivered_per_s");
        let ratio = ratio.and_then(|d| d.ratio).expect("above 0");
        assert!(ratio.low < 0.667 && 0.667 < ratio.high, "{ratio:?}");
    }

    #[test]
    fn latency_is_better_where_it_is_lower() {
        let comparison = compare(
            &sample::result("latency"),
            &sample::slower("latency", 1.5, 7),
            Rules::default(),
        );

        let worse = outcomes(&comparison.expect("comparable"), "round_trip_p50_us");
        assert_eq!(worse, [Outcome::Worse; 6]);
    }

    #[test]
    fn a_machine_that_got_slower_is_not_held_against_the_rti() {
        let base = sample::result("send");
        let mut new = sample::slower("send", 1.0, 7);
        for point in &mut new.points {
            let bare = point.baselines.iter_mut().flat_map(|b| &mut b.samples);
            for sample in point.samples.iter_mut().chain(bare) {
                for value in sample.metrics.values_mut() {
                    *value /= 2.0;
                }
            }
        }

        let comparison = compare(&base, &new, Rules::default()).expect("comparable");

        assert_eq!(
            outcomes(&comparison, "delivered_per_s"),
            [Outcome::Machine; 4]
        );
        assert!(!comparison.is_worse());
    }

    #[test]
    fn a_small_difference_does_not_count_however_sure_it_is() {
        let base = sample::result("register");
        let mut new = base.clone();
        for sample in new.points.iter_mut().flat_map(|point| &mut point.samples) {
            for value in sample.metrics.values_mut() {
                *value *= 0.96;
            }
        }

        let strict = Rules {
            chance: 1.0,
            least: 0.01,
        };
        let usual = compare(&base, &new, Rules::default()).expect("comparable");
        let strict = compare(&base, &new, strict).expect("comparable");

        assert!(!usual.is_worse());
        assert!(strict.is_worse());
    }

    #[test]
    fn two_repetitions_cannot_tell() {
        let base = sample::result("send");
        let mut new = sample::slower("send", 3.0, 7);
        for point in &mut new.points {
            point.samples.truncate(2);
        }

        let comparison = compare(&base, &new, Rules::default()).expect("comparable");

        assert_eq!(
            outcomes(&comparison, "delivered_per_s"),
            [Outcome::TooFew; 4]
        );
        let said = comparison.remarks.iter().any(|r| r.contains("too few"));
        assert!(said, "{:?}", comparison.remarks);
    }

    #[test]
    fn a_point_whose_repetitions_all_fail_is_worse_than_any_figure() {
        let base = sample::result("latency");
        let mut new = base.clone();
        for sample in &mut new.points[1].samples {
            *sample = crate::result::Sample {
                failed: "federate 1 was killed".to_owned(),
                ..Default::default()
            };
        }

        let comparison = compare(&base, &new, Rules::default()).expect("comparable");

        assert!(comparison.is_worse());
        let failed = comparison.differences.iter();
        let mut failed = failed.filter(|d| d.outcome == Outcome::Failed);
        assert!(failed.all(|d| d.point == "bytes 256 B" && d.new.is_none()));
    }

    #[test]
    fn points_that_only_one_has_and_settings_that_differ_are_said() {
        let base = sample::result("latency");
        let mut new = base.clone();
        new.points.remove(0);
        new.parameters.insert("transport".to_owned(), "tcp".into());

        let comparison = compare(&base, &new, Rules::default()).expect("comparable");

        assert_eq!(comparison.only_base, ["bytes 64 B"]);
        assert_eq!(comparison.remarks, ["transport was \"shm\" and is \"tcp\""]);
    }

    #[test]
    fn a_parameter_that_only_one_run_varies_still_matches() {
        let mut base = sample::result("latency");
        let new = base.clone();
        base.points.truncate(1);
        let bytes = base.points[0].parameters.remove("bytes").expect("a size");
        base.parameters.insert("bytes".to_owned(), bytes);

        let comparison = compare(&base, &new, Rules::default()).expect("comparable");

        assert!(comparison.only_base.is_empty());
        assert_eq!(comparison.only_new.len(), 5);
    }

    #[test]
    fn what_has_nothing_in_common_is_refused() {
        let latency = sample::result("latency");
        let other = compare(&latency, &sample::result("send"), Rules::default());
        assert!(other.expect_err("two experiments").contains("\"send\""));

        let mut far = latency.clone();
        far.points.truncate(1);
        far.points[0]
            .parameters
            .insert("bytes".to_owned(), 7.into());
        let apart = compare(&latency, &far, Rules::default());
        assert!(apart.expect_err("no point").contains("bytes 7 B"));
    }
}
