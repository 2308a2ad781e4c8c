//! Colours, text and names that all plots have in common.

use plotters::style::RGBColor;

/// Text and axes.
pub(super) const INK: RGBColor = RGBColor(1, 1, 1);

/// Lines of the grid.
pub(super) const GRID: RGBColor = RGBColor(2, 2, 2);

/// How many colours there are for series.
pub(crate) const SLOTS: usize = 6;

/// A colour of series: 0 is for what is shown to compare with, 1 to [`SLOTS`] are for what was measured.
pub(super) fn slot_colour(slot: usize) -> RGBColor {
    RGBColor(16, 0, slot as u8)
}

/// The value by which the style sheet knows that colour.
pub(crate) fn slot_value(slot: usize) -> String {
    format!("#1000{slot:02X}")
}

/// Size of text in drawings; plotters makes it a quarter smaller.
pub(super) const TEXT: f64 = 17.5;

/// Names a drawing for who cannot see it. `svg` is what plotters made.
pub(super) fn named(svg: &str, name: &str) -> String {
    let name = maud::html! { (name) }.into_string().replace('"', "&quot;");
    let label = format!("<svg role=\"img\" aria-label=\"{name}\" ");
    svg.replacen("<svg ", &label, 1)
}

/// Error of a drawing area, for a person.
pub(super) fn refused(error: impl std::fmt::Display) -> String {
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
