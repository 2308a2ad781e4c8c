//! A histogram: frequency of values, and percentiles.

use super::super::gather::{self, Run};
use super::super::plot::{Axis, Curve, Mark, SLOTS, Scale, Shape, Unit, curves};
use super::drawn::{Drawn, SHOWN_OF_A_KIND, capital, legend, numbered};
use crate::job::Histogram;
use crate::statistics;

/// Bins of a histogram per power of ten: 6 % wide.
const BINS: u32 = 40;

/// Parameters of an axis, before its values are known.
type AxisOf = (&'static str, Scale, Unit);

pub(super) fn spread(name: &str, runs: &[Run<'_>]) -> Vec<Drawn> {
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
        let mut draw = |title: String, x: AxisOf, y: AxisOf, series: Vec<Curve>| {
            let marks = || series.iter().flat_map(|curve| &curve.marks);
            let xs: Vec<f64> = marks().map(|mark| mark.x).collect();
            let ys: Vec<f64> = marks().map(|mark| mark.y).collect();
            let axis = |of: AxisOf, values: &[f64]| Axis::new(of.0, of.1, of.2, values);
            drawn.push(Drawn {
                svg: curves(&title, &axis(x, &xs), &axis(y, &ys), &series),
                legend: legend(&series),
                title,
                wide: false,
                folded,
            });
        };
        let latency: AxisOf = ("latency", Scale::Log, Unit::Time);
        let shares: AxisOf = ("share of all, in bins of 6 %", Scale::Linear, Unit::Share);
        draw(how_often, latency, shares, series(outline, Shape::Steps));
        let tails: AxisOf = ("percentile", Scale::Tail, Unit::Plain);
        draw(percentiles, tails, latency, series(tail, Shape::Plain));
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
        // Between bins that are not adjacent the outline is zero.
        if end.is_some_and(|end: f64| bin.from_us > end * 1.001) || end.is_none() {
            marks.push(mark(end.unwrap_or(bin.from_us), 0.0));
        }
        marks.push(mark(bin.from_us, bin.count as f64 / total));
        end = Some(bin.to_us);
    }
    marks.extend(end.map(|end| mark(end, 0.0)));
    marks
}

/// Percentiles, denser towards the end, as far as the values suffice.
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

#[cfg(test)]
mod tests {
    use super::*;

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
