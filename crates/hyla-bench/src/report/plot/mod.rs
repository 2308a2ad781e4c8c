//! Plots as SVG. Colours are placeholders: the page's style sheet replaces each, so that the same
//! drawing suits light and dark screens and paper.

mod axis;
mod curves;
mod heat;
mod hints;
mod levels;

use plotters::style::RGBColor;

use axis::Places;
pub(crate) use axis::{Axis, Scale, Unit, time as axis_time};
pub(crate) use curves::{Curve, Mark, Shape, corners, curves};
pub(crate) use heat::{Heat, heat};
pub(crate) use levels::{Level, levels};

/// Text and axes.
const INK: RGBColor = RGBColor(1, 1, 1);
/// Lines of the grid.
const GRID: RGBColor = RGBColor(2, 2, 2);
/// Number of colours for series.
pub(crate) const SLOTS: usize = 6;

/// A colour of series: 0 for baselines, 1 to [`SLOTS`] for measurements.
fn slot_colour(slot: usize) -> RGBColor {
    RGBColor(16, 0, slot as u8)
}

/// The placeholder of that colour in the style sheet.
pub(crate) fn slot_value(slot: usize) -> String {
    format!("#1000{slot:02X}")
}

/// Size of text in drawings; plotters makes it a quarter smaller.
const TEXT: f64 = 17.5;

/// Adds a text alternative to a drawing of plotters.
fn named(svg: &str, name: &str) -> String {
    let name = maud::html! { (name) }.into_string().replace('"', "&quot;");
    let label = format!("<svg role=\"img\" aria-label=\"{name}\" ");
    svg.replacen("<svg ", &label, 1)
}

/// Error of a drawing area, as readable text.
fn refused(error: impl std::fmt::Display) -> String {
    format!("this plot could not be drawn: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_drawing_cannot_end_its_attribute() {
        let svg = named("<svg width=\"1\"></svg>", "a \" onload=\"x <b>");

        assert_eq!(
            svg,
            "<svg role=\"img\" aria-label=\"a &quot; onload=&quot;x &lt;b&gt;\" width=\"1\"></svg>"
        );
    }
}
