//! A curve on the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};

/// Lines of the terminal that a plot takes below its title.
const HEIGHT: u16 = 9;

/// Lines of a plot of these dots, about so many columns wide.
pub(super) fn lines(title: &str, dots: &[(f32, f32)], columns: u32) -> Vec<String> {
    let (Some(first), Some(last)) = (dots.first(), dots.last()) else {
        return Vec::new();
    };
    let dots: Vec<(f64, f64)> = dots
        .iter()
        .map(|(x, y)| (f64::from(*x), f64::from(*y)))
        .collect();
    let highest = dots.iter().map(|dot| dot.1).fold(0.0, f64::max);
    let (from, to) = (f64::from(first.0), f64::from(last.0.max(first.0 + 0.1)));
    let width = columns.saturating_sub(2).clamp(24, 90) as u16;
    let curve = Dataset::default()
        .marker(Marker::Braille)
        .graph_type(GraphType::Line)
        .data(&dots);
    let labels = |low: f64, high: f64| [format!("{low:.1}"), format!("{high:.1}")];
    let chart = Chart::new(vec![curve])
        .x_axis(
            Axis::default()
                .bounds([from, to])
                .labels(labels(from, to).map(Line::from)),
        )
        .y_axis(
            Axis::default()
                .bounds([0.0, highest.max(f64::MIN_POSITIVE)])
                .labels(labels(0.0, highest).map(Line::from)),
        );
    let area = Rect::new(0, 0, width, HEIGHT);
    let mut drawn = Buffer::empty(area);
    chart.render(area, &mut drawn);
    let mut lines = vec![title.to_owned()];
    lines.extend(area.rows().map(|row| {
        let cells = row.columns().map(|cell| drawn[(cell.x, cell.y)].symbol());
        cells.collect::<String>().trim_end().to_owned()
    }));
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
        assert!(lines.iter().all(|line| line.chars().count() <= 60));
        let is_dot = |c: char| ('\u{2801}'..='\u{28ff}').contains(&c);
        let drawn = lines
            .iter()
            .flat_map(|line| line.chars())
            .filter(|c| is_dot(*c));
        assert!(drawn.count() > 20, "{lines:?}");
    }
}
