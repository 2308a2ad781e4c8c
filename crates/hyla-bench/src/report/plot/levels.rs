//! Separate values from top to bottom, each with its name: for metrics without an axis of their
//! own.

use plotters::prelude::*;

use super::axis::{Axis, Places};
use super::hints::{Hint, with_hints};
use super::ink::{GRID, INK, TEXT, named, refused, slot_colour};
use crate::result::Summary;

const WIDTH: u32 = 640;
const ROW: u32 = 26;
/// Room for the axis and its title.
const FOOT: u32 = 64;
const NAMES: u32 = 250;
/// Characters of a name that have room beside the plot.
const NAME_LENGTH: usize = 34;

/// One row.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Its name.
    pub(crate) name: String,
    /// Its colour.
    pub(crate) slot: usize,
    /// Summary over the repetitions.
    pub(crate) value: Summary,
}

/// Draws the median of each as a dot and the quartiles as a bar; `name` is the text alternative.
pub(crate) fn levels(name: &str, axis: &Axis, rows: &[Level]) -> Result<String, String> {
    let mut svg = String::new();
    let mut hints = Vec::new();
    draw(&mut svg, axis, rows, &mut hints).map_err(refused)?;
    Ok(named(&with_hints(&svg, WIDTH, &hints), name))
}

fn draw<'a>(
    svg: &'a mut String,
    axis: &Axis,
    rows: &[Level],
    hints: &mut Vec<Hint>,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    let height = ROW * rows.len() as u32 + FOOT;
    let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    let text = ("sans-serif", TEXT).into_font().color(&INK);
    let down = Places {
        range: 0.6 - rows.len() as f64..0.6,
        ticks: (0..rows.len()).map(|row| -(row as f64)).collect(),
    };
    let mut chart = ChartBuilder::on(&root)
        .margin_top(6)
        .margin_right(28)
        .margin_bottom(4)
        .x_label_area_size(52)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(axis.places(), down)?;
    let name_of = |place: &f64| {
        let row = rows.get((-place).round() as usize);
        row.map_or_else(String::new, |row| shortened(&row.name))
    };
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .label_style(text.clone())
        .axis_desc_style(text)
        .x_desc(&axis.title)
        .x_label_formatter(&|place| axis.label(*place))
        .y_label_formatter(&name_of)
        .draw()?;
    for (number, row) in rows.iter().enumerate() {
        let at = -(number as f64);
        let colour = slot_colour(row.slot);
        let ends = [row.value.low, row.value.high].map(|value| (axis.place(value), at));
        chart.draw_series([PathElement::new(ends.to_vec(), colour.stroke_width(3))])?;
        let median = (axis.place(row.value.median), at);
        chart.draw_series([Circle::new(median, 5, colour.filled())])?;
        let [low, middle, high] =
            [row.value.low, row.value.median, row.value.high].map(|value| axis.word(value));
        hints.push(Hint {
            at: chart.backend_coord(&median),
            // In full: beside the plot it may be shortened.
            text: format!("{}: {middle} ({low} - {high})", row.name),
        });
    }
    root.present()
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME_LENGTH {
        return name.to_owned();
    }
    let kept: String = name.chars().take(NAME_LENGTH - 1).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::{Scale, Unit};
    use super::*;

    #[test]
    fn every_row_has_its_name_and_its_dot() {
        let rows: Vec<Level> = ["evoked & slow", "immediate"]
            .iter()
            .map(|name| Level {
                name: (*name).to_owned(),
                slot: 1,
                value: crate::statistics::summarize(&[1.0, 2.0, 3.0]).expect("values"),
            })
            .collect();
        let axis = Axis::new("latency", Scale::Linear, Unit::Time, &[3.0]);

        let svg = levels("models", &axis, &rows).expect("drawn");

        assert!(svg.contains("evoked &amp; slow") && svg.contains("immediate"));
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("immediate: 2 us (1.5 us - 2.5 us)"), "{svg}");
    }

    #[test]
    fn a_name_too_long_for_its_room_ends_in_an_ellipsis() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"x".repeat(60)).chars().count(), NAME_LENGTH);
    }
}
