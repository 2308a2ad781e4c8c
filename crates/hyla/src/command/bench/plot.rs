//! A curve on the terminal.

use textplots::{Chart, Plot, Shape};

/// Lines of a plot of these dots, about so many columns wide.
pub(super) fn lines(title: &str, dots: &[(f32, f32)], columns: u32) -> Vec<String> {
    let (Some(first), Some(last)) = (dots.first(), dots.last()) else {
        return Vec::new();
    };
    let highest = dots
        .iter()
        .map(|dot| dot.1)
        .fold(f32::MIN_POSITIVE, f32::max);
    // A character has two dots across and four down; the numbers at the side take some room.
    let width = (columns.saturating_sub(14) * 2).clamp(32, 160);
    let mut chart =
        Chart::new_with_y_range(width, 28, first.0, last.0.max(first.0 + 0.1), 0.0, highest);
    let curve = Shape::Lines(dots);
    let chart = chart.lineplot(&curve);
    chart.axis();
    chart.figures();
    let drawn = chart.to_string();
    let mut lines = vec![title.to_owned()];
    lines.extend(drawn.lines().map(|line| line.trim_end().to_owned()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_its_title_and_its_highest_figure() {
        let dots = [(0.0, 1.0), (1.0, 42.0), (2.0, 7.0)];

        let lines = lines("round trip p50, us", &dots, 60);

        assert_eq!(lines[0], "round trip p50, us");
        assert!(lines.iter().any(|line| line.contains("42.0")), "{lines:?}");
        assert!(lines.iter().all(|line| line.chars().count() <= 70));
    }
}
