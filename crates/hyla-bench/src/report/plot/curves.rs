//! Lines over two axes.

use plotters::prelude::*;

use super::axis::Axis;
use super::hints::{Hint, with_hints};
use super::ink::{GRID, INK, TEXT, named, refused, slot_colour};

const SIZE: (u32, u32) = (640, 380);

/// How the points of a curve are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// By lines, with a marker at each.
    Marked,
    /// By lines alone.
    Plain,
    /// By right angles, as the outline of a histogram.
    Steps,
    /// One value, as a horizontal line.
    Across,
}

/// A value with its quartiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    /// Position on the first axis.
    pub(crate) x: f64,
    /// Position on the second.
    pub(crate) y: f64,
    /// Lower and upper quartile, if there are any.
    pub(crate) spread: Option<(f64, f64)>,
}

/// One series.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Its name in the legend.
    pub(crate) name: String,
    /// Its colour and marker.
    pub(crate) slot: usize,
    /// How it is drawn.
    pub(crate) shape: Shape,
    /// Its values, in drawing order.
    pub(crate) marks: Vec<Mark>,
}

/// Draws them; `name` is the text alternative.
pub(crate) fn curves(name: &str, x: &Axis, y: &Axis, series: &[Curve]) -> Result<String, String> {
    let mut svg = String::new();
    let mut hints = Vec::new();
    draw(&mut svg, x, y, series, &mut hints).map_err(refused)?;
    Ok(named(&with_hints(&svg, SIZE.0, &hints), name))
}

impl Curve {
    /// Whether the value of a point has a tooltip: in histograms, significant bins and common
    /// percentiles.
    fn tells(&self, mark: &Mark) -> bool {
        const SPOKEN_OF: [f64; 5] = [0.5, 0.9, 0.99, 0.999, 0.9999];
        match self.shape {
            Shape::Marked | Shape::Across => true,
            Shape::Steps => mark.y >= 0.005,
            Shape::Plain => {
                let last = self.marks.last().is_some_and(|last| last.x == mark.x);
                // Percentiles are computed, so that 90 % is not exactly 0.9.
                let spoken_of = |share: &f64| (mark.x - share).abs() < 1e-9;
                last || mark.x == 0.0 || SPOKEN_OF.iter().any(spoken_of)
            }
        }
    }

    fn in_words(&self, mark: &Mark, x: &Axis, y: &Axis) -> String {
        let mut text = String::new();
        if !self.name.is_empty() {
            text += &format!("{}: ", self.name);
        }
        if self.shape != Shape::Across {
            text += &format!("{}, ", x.word(mark.x));
        }
        text += &y.word(mark.y);
        if let Some((low, high)) = mark.spread.filter(|(low, high)| low < high) {
            text += &format!(" ({} - {})", y.word(low), y.word(high));
        }
        text
    }
}

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw<'a>(
    svg: &'a mut String,
    x: &Axis,
    y: &Axis,
    series: &[Curve],
    hints: &mut Vec<Hint>,
) -> Drawn<'a> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let text = ("sans-serif", TEXT).into_font().color(&INK);
    let mut chart = ChartBuilder::on(&root)
        .margin_top(12)
        .margin_right(30)
        .margin_bottom(4)
        .margin_left(4)
        .x_label_area_size(52)
        .y_label_area_size(84)
        .build_cartesian_2d(x.places(), y.places())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .label_style(text.clone())
        .axis_desc_style(text)
        .x_desc(&x.title)
        .y_desc(&y.title)
        .x_label_formatter(&|place| x.label(*place))
        .y_label_formatter(&|place| y.label(*place))
        .draw()?;
    for curve in series {
        let colour = slot_colour(curve.slot);
        let line = colour.stroke_width(if curve.slot == 0 { 1 } else { 2 });
        let told = curve.marks.iter().filter(|mark| curve.tells(mark));
        hints.extend(told.map(|mark| {
            let across = curve.shape == Shape::Across;
            let place = if across {
                x.range().start
            } else {
                x.place(mark.x)
            };
            Hint {
                at: chart.backend_coord(&(place, y.place(mark.y))),
                text: curve.in_words(mark, x, y),
            }
        }));
        chart.draw_series(LineSeries::new(places(curve, x, y), line))?;
        if !matches!(curve.shape, Shape::Marked | Shape::Across) {
            continue;
        }
        for mark in &curve.marks {
            if let Some((low, high)) = mark.spread
                && curve.shape == Shape::Marked
            {
                let at = x.place(mark.x);
                let ends = vec![(at, y.place(low)), (at, y.place(high))];
                chart.draw_series([PathElement::new(ends, colour.stroke_width(1))])?;
            }
        }
        if curve.shape == Shape::Marked {
            let places = curve.marks.iter().map(|m| (x.place(m.x), y.place(m.y)));
            let filled = colour.filled();
            match corners(curve.slot) {
                [] => chart.draw_series(places.map(|at| Circle::new(at, 4, filled)))?,
                corners => chart.draw_series(
                    places.map(|at| EmptyElement::at(at) + Polygon::new(corners.to_vec(), filled)),
                )?,
            };
        }
    }
    root.present()
}

fn places(curve: &Curve, x: &Axis, y: &Axis) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::new();
    for mark in &curve.marks {
        let (to, at) = (x.place(mark.x), y.place(mark.y));
        match (curve.shape, places.last()) {
            (Shape::Across, _) => places.extend([(x.range().start, at), (x.range().end, at)]),
            (Shape::Steps, Some((_, before))) => {
                let before = *before;
                places.extend([(to, before), (to, at)]);
            }
            _ => places.push((to, at)),
        }
    }
    places
}

/// The marker of a slot, around its middle; empty for a circle. Each has its own shape, so that
/// colour is not needed to distinguish them.
pub(crate) fn corners(slot: usize) -> &'static [(i32, i32)] {
    match slot {
        2 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        3 => &[(0, -6), (5, 4), (-5, 4)],
        4 => &[(0, -6), (6, 0), (0, 6), (-6, 0)],
        5 => &[(0, 6), (5, -4), (-5, -4)],
        6 => &[(-6, -2), (6, -2), (6, 2), (-6, 2)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Scale, Unit};
    use super::*;

    fn curve(shape: Shape, marks: &[(f64, f64)]) -> Curve {
        let marks = marks.iter().map(|(x, y)| Mark {
            x: *x,
            y: *y,
            spread: Some((y * 0.9, y * 1.1)),
        });
        Curve {
            name: "p50".to_owned(),
            slot: 1,
            shape,
            marks: marks.collect(),
        }
    }

    fn axes() -> (Axis, Axis) {
        let x = Axis::new("size <of> it", Scale::Log, Unit::Bytes, &[64.0, 8192.0]);
        let y = Axis::new("latency", Scale::Log, Unit::Time, &[1.0, 100.0]);
        (x, y)
    }

    #[test]
    fn a_drawing_has_its_axes_its_marks_and_no_text_unescaped() {
        let (x, y) = axes();

        let series = [curve(Shape::Marked, &[(64.0, 2.0), (1024.0, 9.0)])];
        let svg = curves("latency & size", &x, &y, &series).expect("drawn");

        assert!(svg.contains("size &lt;of&gt; it"), "{svg}");
        assert!(svg.contains("aria-label=\"latency &amp; size\""));
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("1 KiB") && svg.contains("10 us"));
    }

    #[test]
    fn each_mark_has_a_hint_with_its_value_and_quartiles() {
        let (x, y) = axes();

        let series = [
            curve(Shape::Marked, &[(64.0, 2.0), (1024.0, 10.0)]),
            curve(Shape::Across, &[(0.0, 5.0)]),
        ];
        let svg = curves("latency", &x, &y, &series).expect("drawn");

        assert_eq!(svg.matches("class=\"hint\"").count(), 3);
        assert!(svg.contains("p50: 1 KiB, 10 us (9 us - 11 us)"), "{svg}");
        assert!(svg.contains("p50: 5 us"), "{svg}");
    }

    #[test]
    fn of_a_histogram_only_percentiles_that_people_speak_of_have_hints() {
        let shares = (0..=80).map(|step| 1.0 - 10f64.powf(-f64::from(step) / 40.0));
        let marks: Vec<(f64, f64)> = shares.map(|share| (share, 3.0)).collect();
        let percentiles = curve(Shape::Plain, &marks);

        let told = percentiles.marks.iter().filter(|m| percentiles.tells(m));

        let told: Vec<f64> = told
            .map(|mark| (mark.x * 1000.0).round() / 1000.0)
            .collect();
        assert_eq!(told, [0.0, 0.9, 0.99]);
    }

    #[test]
    fn steps_turn_at_right_angles_and_a_level_goes_across() {
        let (x, y) = axes();

        let steps = places(&curve(Shape::Steps, &[(64.0, 1.0), (128.0, 10.0)]), &x, &y);
        assert_eq!(steps.len(), 3);
        assert_eq!((steps[1].0, steps[1].1), (steps[2].0, steps[0].1));

        let across = places(&curve(Shape::Across, &[(0.0, 10.0)]), &x, &y);
        assert_eq!((across[0].0, across[1].0), (x.range().start, x.range().end));
        assert_eq!((across[0].1, across[1].1), (1.0, 1.0));
    }

    #[test]
    fn every_slot_can_be_drawn() {
        let (x, y) = axes();

        let series: Vec<Curve> = (0..=super::super::SLOTS)
            .map(|slot| Curve {
                slot,
                ..curve(Shape::Marked, &[(64.0, 2.0)])
            })
            .collect();
        let svg = curves("all", &x, &y, &series).expect("drawn");

        for slot in 0..=super::super::SLOTS {
            assert!(svg.contains(&super::super::slot_value(slot)), "{slot}");
        }
    }
}
