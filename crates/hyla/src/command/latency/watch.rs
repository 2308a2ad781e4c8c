//! `hyla latency watch`: all connections of a server, each second, with the curve of their last estimates.

use std::collections::{HashMap, VecDeque};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use hyla_latency::interface::schema::{Row, Table};
use hyla_terminal::Painter;

use super::{SERVER, client, table, wait_for};

/// Time between two looks.
const EVERY: Duration = Duration::from_secs(1);
/// Estimates in a curve.
const CURVE: usize = 20;

/// Options of `hyla latency watch`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Ask this server
    #[arg(long, value_name = "HOST:PORT", default_value = SERVER)]
    server: String,

    /// Send the first line of this file as token, for servers that ask for one
    #[arg(long, value_name = "FILE")]
    token_file: Option<std::path::PathBuf>,

    /// Look once and end
    #[arg(long)]
    once: bool,

    /// Print a JSON object for other programs; without --once a line each second
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let client = client(&args.server, args.token_file.as_deref())?;
    let mut curves = Curves::default();
    let is_terminal = std::io::stdout().is_terminal();
    loop {
        let found = wait_for(client.list())?.map_err(|error| error.to_string())?;
        let text = match (args.json, args.once) {
            (true, true) => format!("{:#}\n", json(&found)),
            (true, false) => format!("{}\n", json(&found)),
            (false, once) => {
                let table = table::all(&found.rows, &curves.with(&found.rows), Painter::stdout());
                if is_terminal && !once {
                    // From the top of the screen, which is cleared.
                    let count = found.rows.len();
                    let head = format!(
                        "{count} connections of {}, each second; Ctrl-C ends",
                        args.server
                    );
                    format!("\x1b[H\x1b[J{}", fitted(&format!("{head}\n\n{table}")))
                } else {
                    table
                }
            }
        };
        hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
        if args.once {
            return Ok(ExitCode::SUCCESS);
        }
        std::thread::sleep(EVERY);
    }
}

/// Lines cut to the width and height of the terminal; longer or further ones would scroll it.
fn fitted(text: &str) -> String {
    let size = rustix::termios::tcgetwinsize(std::io::stdout());
    let (rows, columns) = match size {
        Ok(size) if size.ws_row > 0 && size.ws_col > 0 => (size.ws_row.into(), size.ws_col.into()),
        _ => return text.to_owned(),
    };
    cut(text, rows, columns)
}

/// The first lines, and the first characters of each. Sequences that set colours take no place.
fn cut(text: &str, rows: usize, columns: usize) -> String {
    let mut shown = String::new();
    for line in text.lines().take(rows.saturating_sub(1)) {
        let (mut width, mut is_sequence) = (0, false);
        for character in line.chars() {
            let begins = character == '\x1b';
            if begins || is_sequence {
                is_sequence = begins || !character.is_ascii_alphabetic();
            } else if width == columns {
                continue;
            } else {
                width += 1;
            }
            shown.push(character);
        }
        shown.push('\n');
    }
    shown
}

fn json(table: &Table) -> serde_json::Value {
    serde_json::json!(table)
}

/// The last estimates of each connection.
#[derive(Default)]
struct Curves(HashMap<u32, VecDeque<f64>>);

impl Curves {
    /// Takes the estimates of the rows, and gives a curve for each.
    fn with(&mut self, rows: &[Row]) -> Vec<String> {
        self.0.retain(|id, _| rows.iter().any(|row| row.id == *id));
        let curve = |row: &Row| {
            let estimates = self.0.entry(row.id).or_default();
            let estimate = row.answer.as_ref().and_then(|answer| answer.estimate_us);
            estimates.push_back(estimate.unwrap_or(f64::NAN));
            if estimates.len() > CURVE {
                estimates.pop_front();
            }
            curve(estimates)
        };
        rows.iter().map(curve).collect()
    }
}

/// Bars from the lowest to the highest of the estimates; a gap where there was none.
fn curve(estimates: &VecDeque<f64>) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let known = estimates.iter().copied().filter(|us| us.is_finite());
    let (low, high) = known.fold((f64::INFINITY, 0.0f64), |(low, high), us| {
        (low.min(us), high.max(us))
    });
    let bar = |us: &f64| {
        if !us.is_finite() {
            return ' ';
        }
        // Nearly constant values are drawn as a line, not as mountains.
        let range = (high - low).max(0.1 * high);
        let level = if range > 0.0 {
            (us - low) / range * 7.0
        } else {
            0.0
        };
        BARS[(level.round() as usize).min(7)]
    };
    estimates.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_the_height_of_its_estimates() {
        let text = |of: &[f64]| curve(&of.iter().copied().collect());

        assert_eq!(text(&[1.0, 4.5, 8.0]), "▁▅█");
        assert_eq!(text(&[5.0, f64::NAN, 5.0]), "▁ ▁");
        assert_eq!(text(&[100.0, 100.5]), "▁▁");
    }

    #[test]
    fn a_screen_has_what_fits_and_all_colours() {
        let text = "ab\x1b[32mcdef\x1b[0mgh\nsecond\nthird\n";

        assert_eq!(cut(text, 3, 4), "ab\x1b[32mcd\x1b[0m\nseco\n");
    }

    #[test]
    fn a_connection_that_is_gone_leaves_no_curve() {
        let row = |id| Row {
            id,
            ..Row::default()
        };
        let mut curves = Curves::default();
        curves.with(&[row(1), row(2)]);

        let left = curves.with(&[row(2)]);

        assert_eq!((left.len(), curves.0.len()), (1, 1));
        assert_eq!(left[0], "  ");
    }
}
