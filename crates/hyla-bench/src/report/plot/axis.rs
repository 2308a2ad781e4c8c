//! Axes: range, ticks and labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use crate::report::figure::{bytes, number};

/// Scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors.
    Log,
    /// Percentiles by the remaining share: 0.9, 0.99 and 0.999 are equidistant.
    Tail,
}

/// Unit of ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A number.
    Plain,
    /// A size, in powers of two.
    Bytes,
    /// A duration given in microseconds.
    Time,
    /// A percentage given as a share.
    Share,
}

/// One axis.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// The quantity, with its unit.
    pub(crate) title: String,
    scale: Scale,
    unit: Unit,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

/// Tails are drawn up to one value in that many.
const TAIL_END: f64 = 1e-7;

impl Axis {
    /// An axis for all of `values`. A logarithmic one becomes linear if a value is not above 0.
    pub(crate) fn new(title: &str, scale: Scale, unit: Unit, values: &[f64]) -> Self {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most {
            (least, most)
        } else {
            (0.0, 1.0)
        };
        let scale = match scale {
            Scale::Log if least <= 0.0 => Scale::Linear,
            other => other,
        };
        let (low, high, ticks) = match scale {
            Scale::Linear => linear(least.min(0.0), most.max(0.0)),
            Scale::Log => logarithmic(least, most, unit),
            Scale::Tail => tail(most),
        };
        Self {
            title: title.to_owned(),
            scale,
            unit,
            low,
            high,
            ticks,
        }
    }

    /// The same with a tick at each of `values`, if there are few enough for labels.
    pub(crate) fn with_ticks_at(mut self, values: &[f64]) -> Self {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let places: Vec<f64> = values.iter().map(|value| self.place(*value)).collect();
        let room = (self.high - self.low) / 11.0;
        let apart = places.windows(2).all(|pair| pair[1] - pair[0] >= room);
        if apart && values.len() >= 2 {
            self.ticks = places;
        }
        self
    }

    /// Position of a value.
    pub(crate) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log => value.max(f64::MIN_POSITIVE).log10(),
            Scale::Tail => -(1.0 - value).max(TAIL_END).log10(),
        }
    }

    /// The same for a chart.
    pub(crate) fn places(&self) -> Places {
        Places {
            range: self.range(),
            ticks: self.ticks(),
        }
    }

    /// Range in positions.
    pub(crate) fn range(&self) -> Range<f64> {
        self.low..self.high
    }

    /// Positions of ticks.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        self.ticks.clone()
    }

    /// A value as text.
    pub(crate) fn word(&self, value: f64) -> String {
        match (self.unit, self.scale) {
            (_, Scale::Tail) => format!("{} %", number(tidy(value * 100.0))),
            _ => self.label(self.place(value)),
        }
    }

    /// Label at a position.
    pub(crate) fn label(&self, place: f64) -> String {
        let value = match self.scale {
            Scale::Linear => place,
            Scale::Log => 10f64.powf(place),
            Scale::Tail => 1.0 - 10f64.powf(-place),
        };
        match (self.unit, self.scale) {
            (_, Scale::Tail) => tail_label(place),
            (Unit::Bytes, _) => bytes(value.round()),
            (Unit::Share, _) => format!("{} %", number(tidy(value * 100.0))),
            (Unit::Time, _) => time(tidy(value)),
            (Unit::Plain, _) => number(tidy(value)),
        }
    }
}

/// Axis positions for plotters, with our own ticks, which its axes do not support.
pub(crate) struct Places {
    pub(crate) range: Range<f64>,
    pub(crate) ticks: Vec<f64>,
}

impl Ranged for Places {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        let share = (place - self.range.start) / (self.range.end - self.range.start);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// A duration in a suitable unit.
pub(crate) fn time(us: f64) -> String {
    match us {
        us if us >= 1e6 => format!("{} s", number(us / 1e6)),
        us if us >= 1e3 => format!("{} ms", number(us / 1e3)),
        us if us >= 1.0 || us == 0.0 => format!("{} us", number(us)),
        us => format!("{} ns", number(us * 1e3)),
    }
}

/// Removes rounding errors of logarithms.
fn tidy(value: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    let digits = 9 - value.abs().log10().ceil() as i32;
    let factor = 10f64.powi(digits);
    let tidy = (value * factor).round() / factor;
    if tidy.is_finite() { tidy } else { value }
}

fn linear(low: f64, high: f64) -> (f64, f64, Vec<f64>) {
    let span = if high > low { high - low } else { 1.0 };
    let rough = span / 5.0;
    let decade = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].iter().map(|s| s * decade);
    let step = step.fold(0.0, |found, step| {
        if found == 0.0 && step >= rough * 0.999 {
            step
        } else {
            found
        }
    });
    let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
    let last = last.max(first + 1);
    let ticks: Vec<f64> = (first..=last).map(|number| number as f64 * step).collect();
    (first as f64 * step, last as f64 * step, ticks)
}

fn logarithmic(least: f64, most: f64, unit: Unit) -> (f64, f64, Vec<f64>) {
    let (a, b) = (least.log10(), most.log10());
    let room = ((b - a) * 0.06).max(0.05);
    let (low, high) = (a - room, b + room);
    let ticks: Vec<f64> = if unit == Unit::Bytes {
        let (first, last) = (low / 2f64.log10(), high / 2f64.log10());
        let (first, last) = (first.ceil() as i64, last.floor() as i64);
        let step = ((last - first) / 8 + 1) as usize;
        let powers = (first..=last).step_by(step);
        powers.map(|power| power as f64 * 2f64.log10()).collect()
    } else {
        let (first, last) = (low.floor() as i64, high.ceil() as i64);
        let parts: &[f64] = match high - low {
            span if span < 1.2 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
            span if span < 2.5 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let step = ((last - first) / 9 + 1) as usize;
        let decades = (first..=last).step_by(step);
        decades
            .flat_map(|decade| parts.iter().map(move |part| decade as f64 + part.log10()))
            .filter(|place| (low..=high).contains(place))
            .collect()
    };
    (low, high, ticks)
}

fn tail(most: f64) -> (f64, f64, Vec<f64>) {
    let high = (-(1.0 - most).max(TAIL_END).log10()).max(2.0);
    let mut ticks = vec![0.0, 2f64.log10()];
    ticks.extend((1..=high.floor() as i64).map(|nines| nines as f64));
    (0.0, high * 1.03, ticks)
}

/// `99.9 %` and so on, exact for any number of nines.
fn tail_label(place: f64) -> String {
    let nines = place.round();
    if (place - nines).abs() > 1e-6 {
        let percent = (1.0 - 10f64.powf(-place)) * 100.0;
        return format!("{} %", number(tidy(percent)));
    }
    match nines as usize {
        0 => "0 %".to_owned(),
        1 => "90 %".to_owned(),
        2 => "99 %".to_owned(),
        nines => format!("99.{} %", "9".repeat(nines - 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks()
            .into_iter()
            .map(|tick| axis.label(tick))
            .collect()
    }

    #[test]
    fn a_logarithmic_axis_of_many_decades_has_powers_of_ten() {
        let axis = Axis::new("latency", Scale::Log, Unit::Time, &[8.0, 70_000.0]);

        assert_eq!(
            labels(&axis),
            ["10 us", "100 us", "1 ms", "10 ms", "100 ms"]
        );
        assert!(axis.range().contains(&axis.place(8.0)) && axis.range().contains(&axis.place(7e4)));
    }

    #[test]
    fn one_of_few_decades_has_steps_between() {
        let axis = Axis::new("latency", Scale::Log, Unit::Time, &[8.0, 300.0]);

        assert_eq!(
            labels(&axis),
            ["10 us", "20 us", "50 us", "100 us", "200 us"]
        );
    }

    #[test]
    fn sizes_have_powers_of_two_and_measured_values_where_there_is_room() {
        let sizes = [64.0, 1024.0, 65_536.0];
        let axis = Axis::new("size", Scale::Log, Unit::Bytes, &sizes);
        assert_eq!(labels(&axis)[..2], ["64 B", "256 B"]);

        assert_eq!(
            labels(&axis.with_ticks_at(&sizes)),
            ["64 B", "1 KiB", "64 KiB"]
        );
    }

    #[test]
    fn a_linear_axis_begins_at_nothing() {
        let axis = Axis::new("loss", Scale::Linear, Unit::Share, &[0.03, 0.11]);

        assert_eq!(
            labels(&axis),
            ["0 %", "2.5 %", "5 %", "7.5 %", "10 %", "12.5 %"]
        );
    }

    #[test]
    fn nothing_measured_above_nothing_still_has_an_axis() {
        for values in [&[][..], &[0.0], &[f64::NAN]] {
            for scale in [Scale::Linear, Scale::Log, Scale::Tail] {
                let axis = Axis::new("lost", scale, Unit::Plain, values);
                assert!(
                    axis.range().start < axis.range().end,
                    "{values:?} {scale:?}"
                );
                assert!(axis.ticks().len() >= 2);
            }
        }
    }

    #[test]
    fn tails_are_written_with_all_their_nines() {
        let axis = Axis::new("percentile", Scale::Tail, Unit::Plain, &[0.99999]);

        let expected = [
            "0 %", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %",
        ];
        assert_eq!(labels(&axis), expected);
    }

    #[test]
    fn durations_are_written_in_the_unit_that_suits_them() {
        assert_eq!(
            [0.5, 12.0, 1500.0, 2e6].map(time),
            ["500 ns", "12 us", "1.5 ms", "2 s"]
        );
    }
}
