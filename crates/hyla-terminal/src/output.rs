//! Standard output: text, colour on terminals.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Writes `text` to standard output.
///
/// # Errors
/// The error of the system, except where the reader has gone (`hyla fom show FILE | head`): then nobody misses the
/// rest.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Colours of the sixteen that every terminal has, so that they follow the user's theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// A failure.
    Red,
    /// Success, or the name of something found.
    Green,
    /// A warning.
    Yellow,
    /// A heading or a label.
    Cyan,
}

/// Colours text, or leaves it alone where colour is not wanted.
#[derive(Clone, Copy, Debug)]
pub struct Painter {
    colour: bool,
}

impl Painter {
    /// For standard output: colour if that is a terminal and `NO_COLOR` is unset or empty.
    pub fn stdout() -> Self {
        Self::on(&io::stdout())
    }

    /// Without colour, on any terminal.
    pub fn plain() -> Self {
        Self { colour: false }
    }

    /// For standard error, by the same rule.
    pub fn stderr() -> Self {
        Self::on(&io::stderr())
    }

    fn on(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            colour: stream.is_terminal() && !refused && !dumb,
        }
    }

    /// Whether colour is wanted.
    pub fn has_colour(self) -> bool {
        self.colour
    }

    /// `text` in `colour`.
    pub fn paint(self, colour: Colour, text: impl Display) -> String {
        if !self.colour {
            return text.to_string();
        }
        let code = match colour {
            Colour::Red => 31,
            Colour::Green => 32,
            Colour::Yellow => 33,
            Colour::Cyan => 36,
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Rows of a table, indented, each column as wide as its widest cell; the first row is the header.
/// Columns whose number is in `right` are right-aligned, as numbers are.
pub fn columns<const N: usize>(rows: &[[String; N]], right: &[usize], painter: Painter) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let lines = rows.iter().enumerate().map(|(index, row)| {
        let cells = row.iter().zip(widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| {
            if right.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        let line = line.trim_end();
        if index == 0 {
            painter.paint(Colour::Cyan, line) + "\n"
        } else {
            format!("{line}\n")
        }
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_text_stays_what_it_is() {
        assert_eq!(Painter { colour: false }.paint(Colour::Red, "x"), "x");
        assert_eq!(
            Painter { colour: true }.paint(Colour::Red, "x"),
            "\x1b[31mx\x1b[0m"
        );
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_numbers_stand_right() {
        let rows = [["name", "number"], ["n", "7"]].map(|row| row.map(str::to_owned));

        let text = columns(&rows, &[1], Painter::plain());

        assert_eq!(text, "  name  number\n  n          7\n");
    }
}
