//! The lines of a file that a finding is about, with a mark below the place.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use hyla_omt::{Finding, Location, Severity};
use hyla_terminal::{Colour, Painter};

/// Largest file that excerpts are taken from; a larger one is no module.
const LARGEST: u64 = 64 << 20;

/// Most findings with an excerpt: who has more begins with the first ones.
const MOST: usize = 100;

/// Most characters of a line before and behind the place.
const BEFORE: usize = 60;
const BEHIND: usize = 100;

/// Files that findings are about, each read once.
#[derive(Default)]
pub(super) struct Files {
    texts: HashMap<String, Option<Text>>,
    /// Findings that were shown with an excerpt.
    shown: usize,
}

struct Text {
    text: String,
    /// Starts of lines.
    lines: Vec<usize>,
}

impl Text {
    fn read(path: &str) -> Option<Self> {
        let path = Path::new(path);
        let about = path.metadata().ok()?;
        if !about.is_file() || about.len() > LARGEST {
            return None;
        }
        let text = hyla_omt::module_text(&std::fs::read(path).ok()?).ok()?;
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Some(Self { text, lines })
    }

    fn line(&self, number: u32) -> Option<&str> {
        let start = *self.lines.get(number.checked_sub(1)? as usize)?;
        self.text[start..].lines().next()
    }
}

impl Files {
    /// A finding as text: its line, and below it the places in the files, where they can be read.
    pub(super) fn finding(&mut self, finding: &Finding, painter: Painter) -> String {
        let (colour, mark) = match finding.severity {
            Severity::Error => (Colour::Red, Color::Red),
            Severity::Warning => (Colour::Yellow, Color::Yellow),
        };
        // The first line is that of the finding itself, which editors and scripts know how to take apart.
        let line = painter.paint(colour, finding) + "\n";
        if self.shown >= MOST {
            return line;
        }
        let places = [Some(&finding.place), finding.other.as_ref()];
        let mut excerpts: Vec<Excerpt> = places
            .into_iter()
            .flatten()
            .filter_map(|place| self.excerpt(place))
            .collect();
        let Some(first) = excerpts.first() else {
            return line;
        };
        self.shown += 1;
        let config = Config::new()
            .with_color(painter.has_colour())
            .with_char_set(CharSet::Ascii)
            .with_index_type(IndexType::Char);
        let mut report = Report::build(ReportKind::Error, first.span(0)).with_config(config);
        for (index, excerpt) in excerpts.iter().enumerate() {
            let words = match index {
                0 if excerpts.len() > 1 => "here",
                0 => "",
                _ => "first defined here",
            };
            let label = Label::new(excerpt.span(index)).with_color(mark);
            report.add_label(if words.is_empty() {
                label
            } else {
                label.with_message(words)
            });
        }
        let report = report.finish();
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = report.write(Shown(&mut excerpts), &mut text);
        let text = String::from_utf8_lossy(&text);
        // The library's own first line says less than ours.
        let below = text.split_once('\n').map_or("", |(_, below)| below);
        line + below
    }

    /// The line of a place, without what a terminal would obey, and as much of it as fits.
    fn excerpt(&mut self, place: &Location) -> Option<Excerpt> {
        if place.column == 0 {
            return None;
        }
        let text = self
            .texts
            .entry(place.module.clone())
            .or_insert_with(|| Text::read(&place.module))
            .as_ref()?;
        let line = text.line(place.line)?;
        let at = place.column as usize - 1;
        let left_out = at.saturating_sub(BEFORE);
        let shown: String = line
            .chars()
            .skip(left_out)
            .take(BEFORE + BEHIND)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let start = at - left_out;
        let marked = shown.chars().skip(start);
        let ends = |c: &char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>');
        let length = match shown.chars().nth(start)? {
            '<' => {
                let tag = marked.take_while(|c| *c != '>').count() + 1;
                tag.min(shown.chars().count() - start)
            }
            _ => 1 + marked.skip(1).take_while(|c| !ends(c)).count(),
        };
        // Lines have the numbers of the source.
        let above = place.line as usize - 1;
        let name = match left_out {
            0 => place.module.clone(),
            _ => format!("{} (from column {})", place.module, left_out + 1),
        };
        Some(Excerpt {
            name,
            source: Source::from("\n".repeat(above) + &shown),
            start: above + start,
            length,
        })
    }
}

/// A line of a file and the place in it.
struct Excerpt {
    name: String,
    source: Source,
    start: usize,
    length: usize,
}

impl Excerpt {
    fn span(&self, index: usize) -> (Id, std::ops::Range<usize>) {
        let name = self.name.clone();
        (Id { index, name }, self.start..self.start + self.length)
    }
}

/// Names an excerpt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Id {
    index: usize,
    name: String,
}

/// The excerpts of one finding.
struct Shown<'e>(&'e mut Vec<Excerpt>);

impl Cache<Id> for Shown<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &Id) -> Result<&Source, impl fmt::Debug> {
        let excerpt = self.0.get(id.index);
        excerpt.map(|excerpt| &excerpt.source).ok_or("no excerpt")
    }

    fn display<'a>(&self, id: &'a Id) -> Option<impl fmt::Display + 'a> {
        Some(&id.name)
    }
}
