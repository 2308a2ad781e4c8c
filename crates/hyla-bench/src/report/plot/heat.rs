//! A table whose cells have the colour of their values.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::ink::{INK, named, refused};

/// Room at the left for the names of rows, and at the top for those of columns.
const LEFT: i32 = 210;
const TOP: i32 = 44;
const WIDTH: i32 = 860;
const ROW: i32 = 34;
/// Smaller than in other drawings, since this one has double width on the page.
const TEXT: f64 = 14.5;

/// Content of the map.
#[derive(Clone, Debug)]
pub(crate) struct Heat {
    /// Title of columns.
    pub(crate) column_title: String,
    /// Names of columns.
    pub(crate) columns: Vec<String>,
    /// Title of rows.
    pub(crate) row_title: String,
    /// Names of rows.
    pub(crate) rows: Vec<String>,
    /// Values by row, then column; `None` if not measured.
    pub(crate) cells: Vec<Vec<Option<f64>>>,
}

/// Draws it: darker is more, logarithmically. `text` formats a value; `name` is the text
/// alternative.
pub(crate) fn heat(
    name: &str,
    heat: &Heat,
    text: impl Fn(f64) -> String,
) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, heat, text).map_err(refused)?;
    Ok(named(&svg, name))
}

fn draw<'a>(
    svg: &'a mut String,
    heat: &Heat,
    text: impl Fn(f64) -> String,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    let height = TOP + ROW * heat.rows.len() as i32 + 6;
    let root = SVGBackend::with_string(svg, (WIDTH as u32, height as u32)).into_drawing_area();
    let style = |anchor| {
        let font = ("sans-serif", TEXT).into_font().color(&INK);
        font.pos(Pos::new(anchor, VPos::Center))
    };
    let wide = (WIDTH - LEFT - 6) / heat.columns.len().max(1) as i32;
    let middle = |column: usize| LEFT + wide * column as i32 + wide / 2;
    let centre = style(HPos::Center);
    let across = LEFT + wide * heat.columns.len() as i32 / 2;
    root.draw_text(&heat.column_title, &centre, (across, 12))?;
    root.draw_text(&heat.row_title, &style(HPos::Right), (LEFT - 10, 32))?;
    for (column, title) in heat.columns.iter().enumerate() {
        root.draw_text(title, &centre, (middle(column), 32))?;
    }
    let known = || heat.cells.iter().flatten().flatten().copied();
    let least = known().fold(f64::INFINITY, f64::min);
    let most = known().fold(f64::NEG_INFINITY, f64::max);
    for (row, (title, cells)) in heat.rows.iter().zip(&heat.cells).enumerate() {
        let top = TOP + ROW * row as i32;
        let centre_y = top + ROW / 2;
        root.draw_text(title, &style(HPos::Right), (LEFT - 10, centre_y))?;
        for (column, value) in cells.iter().enumerate() {
            let left = LEFT + wide * column as i32;
            let Some(value) = *value else {
                root.draw_text("-", &centre, (middle(column), centre_y))?;
                continue;
            };
            let (colour, ink) = shade(share(value, least, most));
            let corners = [(left, top), (left + wide - 2, top + ROW - 2)];
            root.draw(&Rectangle::new(corners, colour.filled()))?;
            let font = ("sans-serif", TEXT).into_font().color(&ink);
            let font = font.pos(Pos::new(HPos::Center, VPos::Center));
            root.draw_text(&text(value), &font, (middle(column), centre_y))?;
        }
    }
    root.present()
}

/// Position of `value` between least and most, logarithmic if all are above 0.
fn share(value: f64, least: f64, most: f64) -> f64 {
    if most <= least {
        return 0.0;
    }
    if least > 0.0 {
        return (value / least).ln() / (most / least).ln();
    }
    (value - least) / (most - least)
}

/// Colours of a cell and its text: a scale of one hue with increasing darkness, readable in grey
/// print and with every colour vision.
fn shade(share: f64) -> (RGBColor, RGBColor) {
    const STEPS: [(f64, f64, f64); 5] = [
        (254.0, 247.0, 220.0),
        (253.0, 208.0, 124.0),
        (240.0, 138.0, 70.0),
        (186.0, 60.0, 66.0),
        (92.0, 18.0, 66.0),
    ];
    let place = share.clamp(0.0, 1.0) * (STEPS.len() - 1) as f64;
    let below = (place.floor() as usize).min(STEPS.len() - 2);
    let part = place - below as f64;
    let (a, b) = (STEPS[below], STEPS[below + 1]);
    let mix = |a: f64, b: f64| (a + (b - a) * part).round();
    let (r, g, b) = (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2));
    let light = 0.299 * r + 0.587 * g + 0.114 * b > 140.0;
    let ink = if light {
        RGBColor(20, 20, 20)
    } else {
        RGBColor(255, 255, 255)
    };
    (RGBColor(r as u8, g as u8, b as u8), ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_their_values_and_what_was_not_measured_a_dash() {
        let map = Heat {
            column_title: "size".to_owned(),
            columns: vec!["64 B".to_owned(), "128 B".to_owned()],
            row_title: "load".to_owned(),
            rows: vec!["<none>".to_owned()],
            cells: vec![vec![Some(3.0), None]],
        };

        let svg = heat("matrix", &map, |value| format!("{value} us")).expect("drawn");

        assert!(svg.contains("3 us") && svg.contains("&lt;none&gt;") && svg.contains("128 B"));
        assert_eq!(svg.matches("<rect").count(), 1);
    }

    #[test]
    fn darkness_rises_by_factors() {
        assert_eq!(share(10.0, 1.0, 100.0), 0.5);
        assert_eq!(share(5.0, 0.0, 10.0), 0.5);
        assert_eq!(share(7.0, 7.0, 7.0), 0.0);
        let light = |share: f64| {
            let (colour, _) = shade(share);
            u32::from(colour.0) + u32::from(colour.1) + u32::from(colour.2)
        };
        assert!((0..20).all(|i| light(f64::from(i) / 20.0) > light(f64::from(i + 1) / 20.0)));
    }
}
