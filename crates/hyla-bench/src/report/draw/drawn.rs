//! A drawing with its title and its legend, and the words in them.

use super::super::figure::Figure;
use super::super::plot::{Curve, Shape, Unit};

/// A drawing with its title and its legend.
pub(crate) struct Drawn {
    pub(crate) title: String,
    /// The SVG, or why there is none.
    pub(crate) svg: Result<String, String>,
    /// Names of the series, if there are several.
    pub(crate) legend: Vec<LegendEntry>,
    /// Whether it needs the width of two.
    pub(crate) wide: bool,
    /// Whether it is one of so many of its kind that they are folded away.
    pub(crate) folded: bool,
}

/// A line of a legend.
pub(crate) struct LegendEntry {
    pub(crate) slot: usize,
    pub(crate) marked: bool,
    pub(crate) name: String,
}

/// More drawings than that of one kind are folded away.
pub(super) const SHOWN_OF_A_KIND: usize = 4;

pub(super) fn legend(series: &[Curve]) -> Vec<LegendEntry> {
    if series.len() < 2 && series.iter().all(|curve| curve.name.is_empty()) {
        return Vec::new();
    }
    let signs = series.iter().map(|curve| LegendEntry {
        slot: curve.slot,
        marked: curve.shape == Shape::Marked,
        name: curve.name.clone(),
    });
    signs.collect()
}

/// Unit of the ticks, and the text behind the title of the axis.
pub(super) fn unit_of(figure: &Figure) -> (Unit, String) {
    match (figure.unit, figure.title.as_str()) {
        ("us", _) => (Unit::Time, String::new()),
        ("B", _) => (Unit::Bytes, String::new()),
        ("1", "share lost") => (Unit::Share, String::new()),
        ("1", _) => (Unit::Plain, String::new()),
        (unit, _) => (Unit::Plain, format!(" [{unit}]")),
    }
}

pub(super) fn numbered(title: &str, number: usize, of: usize) -> String {
    if of < 2 {
        return title.to_owned();
    }
    format!("{title} ({} of {of})", number + 1)
}

pub(super) fn bare_title(title: &str) -> &str {
    title.split(" [").next().unwrap_or(title)
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
