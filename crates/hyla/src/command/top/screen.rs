//! The live table: rows that stay in place, a window into them, and keys.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use ratatui::backend::TermionBackend;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Color, Modifier, Style};
use ratatui::termion::event::Key;
use ratatui::termion::input::TermRead;
use ratatui::termion::raw::IntoRawMode;
use ratatui::termion::screen::IntoAlternateScreen;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Cell, Paragraph, Row as Cells, Table};
use ratatui::{Frame, Terminal};
use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;

use super::{Column, HELD_LONG_MS, Shown};

/// Event that the screen waits for.
enum News {
    Key(Key),
    /// Another second has passed, or the RTI does not answer.
    Look(Result<Vec<Shown>, String>),
    /// The process is to end.
    End,
}

/// Content and layout.
pub(super) struct View {
    /// None before the first look.
    federations: Option<Vec<Shown>>,
    sort: Column,
    reversed: bool,
    /// The first row in the window.
    first: usize,
    /// Rows that fit, as of the last drawing.
    room: usize,
}

/// Request of a key.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Stay,
    Leave,
}

impl View {
    pub(super) fn new(sort: Column) -> Self {
        Self {
            federations: None,
            sort,
            reversed: false,
            first: 0,
            room: 1,
        }
    }

    fn take(&mut self, federations: Vec<Shown>) {
        self.federations = Some(federations);
    }

    fn key(&mut self, key: Key) -> Wish {
        let columns = Column::ALL;
        let sorted_by = columns.iter().position(|column| *column == self.sort);
        let sorted_by = sorted_by.unwrap_or_default();
        match key {
            Key::Char('q') | Key::Esc | Key::Ctrl('c') => return Wish::Leave,
            Key::Up | Key::Char('k') => self.first = self.first.saturating_sub(1),
            Key::Down | Key::Char('j') => self.first += 1,
            Key::PageUp => self.first = self.first.saturating_sub(self.room),
            Key::PageDown | Key::Char(' ') => self.first += self.room,
            Key::Home => self.first = 0,
            Key::End => self.first = usize::MAX / 2,
            Key::Left | Key::Char('<') => {
                self.sort = columns[(sorted_by + columns.len() - 1) % columns.len()];
            }
            Key::Right | Key::Char('>') => self.sort = columns[(sorted_by + 1) % columns.len()],
            Key::Char('r') => self.reversed = !self.reversed,
            _ => {}
        }
        self.keep_in_range();
        Wish::Stay
    }

    fn federations(&self) -> &[Shown] {
        self.federations.as_deref().unwrap_or_default()
    }

    fn rows(&self) -> usize {
        self.federations()
            .iter()
            .map(|shown| shown.rows.len())
            .sum()
    }

    fn keep_in_range(&mut self) {
        self.first = self.first.min(self.rows().saturating_sub(self.room));
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let warnings = self.warnings(frame.area().height);
        let [head, warned, body, foot] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(u16::try_from(warnings.len()).unwrap_or(u16::MAX)),
            Constraint::Min(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        frame.render_widget(Paragraph::new(self.heading()), head);
        frame.render_widget(Paragraph::new(warnings), warned);

        let federations = self.federations.as_deref().unwrap_or_default();
        let several = federations.len() > 1;
        let mut rows: Vec<(&str, &super::Row)> = federations
            .iter()
            .flat_map(|shown| {
                shown
                    .rows
                    .iter()
                    .map(|row| (shown.federation.as_str(), row))
            })
            .collect();
        rows.sort_by(|(_, a), (_, b)| {
            let order = self.sort.compare(a, b);
            if self.reversed {
                order.reverse()
            } else {
                order
            }
        });
        // The federation is a column only if rows have different ones.
        let cells: Vec<Vec<String>> = rows
            .iter()
            .map(|(federation, row)| {
                let federation = several.then(|| (*federation).to_owned());
                federation.into_iter().chain(super::cells(row)).collect()
            })
            .collect();
        let mut titles: Vec<(&str, Option<Column>)> = Column::ALL
            .iter()
            .map(|column| (column.title(), Some(*column)))
            .collect();
        if several {
            titles.insert(0, ("federation", None));
        }
        let shown = fitting(&titles, &cells, self.sort, body.width);
        let is_held: Vec<bool> = rows
            .iter()
            .map(|(_, row)| row.channel.held_ms >= HELD_LONG_MS)
            .collect();

        self.room = usize::from(body.height.saturating_sub(1)).max(1);
        self.keep_in_range();
        let style = |column: usize| match titles[column].1 {
            Some(column) if column == self.sort => Style::new()
                .fg(Color::Cyan)
                .add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            _ => Style::new().fg(Color::Cyan),
        };
        let is_right = |column: usize| titles[column].1.is_some_and(Column::is_number);
        let cell = |column: usize, text: &str| {
            let line = Line::from(text.to_owned());
            Cell::from(if is_right(column) {
                line.right_aligned()
            } else {
                line
            })
        };
        let header = Cells::new(
            shown
                .iter()
                .map(|(column, _)| cell(*column, titles[*column].0).style(style(*column))),
        );
        let visible = cells.iter().zip(&is_held);
        let visible = visible.skip(self.first).take(self.room);
        let table = Table::new(
            visible.map(|(row, is_held)| {
                let row = Cells::new(shown.iter().map(|(column, _)| cell(*column, &row[*column])));
                if *is_held {
                    row.style(Style::new().fg(Color::Yellow))
                } else {
                    row
                }
            }),
            shown.iter().map(|(_, width)| Constraint::Length(*width)),
        )
        .column_spacing(2)
        .header(header);
        frame.render_widget(table, body);
        frame.render_widget(Paragraph::new(self.footer(foot.width)), foot);
    }

    fn heading(&self) -> Line<'static> {
        match &self.federations {
            None => return Line::from("asking the RTI"),
            Some(federations) if federations.is_empty() => {
                return Line::from("no federation execution");
            }
            Some(_) => {}
        }
        let mut spans = Vec::new();
        for shown in self.federations() {
            let name = Span::styled(shown.federation.clone(), Style::new().fg(Color::Green));
            spans.extend([name, Span::raw(format!("  {} federates", shown.members))]);
            if shown.silent > 0 {
                let silent = format!(", {} of them did not answer", shown.silent);
                spans.push(Span::styled(silent, Style::new().fg(Color::Yellow)));
            }
            spans.push(Span::raw("   "));
        }
        Line::from(spans)
    }

    /// Members with back-pressure, as far as a third of the window has room for them.
    fn warnings(&self, height: u16) -> Vec<Line<'static>> {
        let held: Vec<String> = self.federations().iter().flat_map(Shown::notices).collect();
        let room = usize::from(height / 3).max(1);
        let mut lines = held;
        if lines.len() > room {
            let more = lines.len() - (room - 1);
            lines.truncate(room - 1);
            lines.push(format!("{more} more wait: --once lists them"));
        }
        let style = Style::new().fg(Color::Yellow);
        lines
            .into_iter()
            .map(|line| Line::styled(line, style))
            .collect()
    }

    /// Position of the window and meaning of keys, as far as they fit.
    fn footer(&self, width: u16) -> Line<'static> {
        let rows = self.rows();
        let last = (self.first + self.room).min(rows);
        let order = if self.reversed { ", reversed" } else { "" };
        let mut text = format!(
            "{} to {last} of {rows} by {}{order} ",
            (self.first + 1).min(rows),
            self.sort.title(),
        );
        for hint in ["q quit", "up/down scroll", "left/right sort", "r reverse"] {
            if text.chars().count() + 2 + hint.len() > usize::from(width) {
                break;
            }
            text = text + "  " + hint;
        }
        Line::styled(text, Style::new().add_modifier(Modifier::DIM))
    }
}

/// Columns that may be left out where the window is narrow, the first one first.
const DISPENSABLE: [Column; 10] = [
    Column::Bundle,
    Column::P50,
    Column::Held,
    Column::InBytes,
    Column::OutBytes,
    Column::P99,
    Column::Lost,
    Column::Queue,
    Column::Profile,
    Column::Transport,
];

/// The columns that fit, with their widths; the one that rows are sorted by stays.
fn fitting(
    titles: &[(&str, Option<Column>)],
    cells: &[Vec<String>],
    sort: Column,
    width: u16,
) -> Vec<(usize, u16)> {
    let mut columns: Vec<(usize, u16)> = titles
        .iter()
        .enumerate()
        .map(|(column, (title, _))| {
            let widths = cells.iter().map(|row| row[column].chars().count());
            let widest = widths.max().unwrap_or(0).max(title.chars().count());
            (column, u16::try_from(widest).unwrap_or(u16::MAX))
        })
        .collect();
    let needed = |columns: &[(usize, u16)]| -> u32 {
        columns.iter().map(|(_, width)| u32::from(*width) + 2).sum()
    };
    for dispensable in DISPENSABLE.into_iter().filter(|column| *column != sort) {
        if needed(&columns) <= u32::from(width) + 2 {
            break;
        }
        columns.retain(|(column, _)| titles[*column].1 != Some(dispensable));
    }
    columns
}

/// Shows what `look` sees each second until a key or a signal ends it.
///
/// # Errors
/// In words, what is wrong with the RTI or the terminal.
pub(super) fn show(
    sort: Column,
    look: impl FnMut() -> Result<Vec<Shown>, String> + Send + 'static,
) -> Result<(), String> {
    let terminal_error = |error: std::io::Error| format!("the terminal: {error}");
    let output = std::io::stdout().into_raw_mode().map_err(terminal_error)?;
    let output = output.into_alternate_screen().map_err(terminal_error)?;
    let mut terminal = Terminal::new(TermionBackend::new(output)).map_err(terminal_error)?;
    terminal.hide_cursor().map_err(terminal_error)?;
    let (news, heard) = channel();
    let signals = Signals::new([SIGTERM, SIGHUP]).map_err(terminal_error)?;
    start(&news, look, signals);
    drop(news);

    let mut view = View::new(sort);
    let outcome = loop {
        // Drawing takes the size of the window anew: a change shows after a moment at most.
        if let Err(error) = terminal.draw(|frame| view.draw(frame)) {
            break Err(terminal_error(error));
        }
        match heard.recv_timeout(Duration::from_millis(250)) {
            Ok(News::Key(key)) if view.key(key) == Wish::Leave => break Ok(()),
            Ok(News::Key(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(News::Look(Ok(federations))) => view.take(federations),
            Ok(News::Look(Err(error))) => break Err(error),
            Ok(News::End) | Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
    };
    // Failures are ignored: the terminal is gone.
    let _ = terminal.show_cursor();
    drop(terminal);
    // Leaving the screen is written and not flushed: an error would appear on the screen that is left.
    let _ = std::io::stdout().flush();
    outcome
}

/// The threads that ask the RTI, read keys, and wait for signals. They end with the process.
fn start(
    news: &Sender<News>,
    mut look: impl FnMut() -> Result<Vec<Shown>, String> + Send + 'static,
    mut signals: Signals,
) {
    let looks = news.clone();
    std::thread::spawn(move || {
        loop {
            let seen = look();
            let failed = seen.is_err();
            if looks.send(News::Look(seen)).is_err() || failed {
                return;
            }
        }
    });
    let keys = news.clone();
    std::thread::spawn(move || {
        for key in std::io::stdin().keys().map_while(Result::ok) {
            if keys.send(News::Key(key)).is_err() {
                return;
            }
        }
        // Without keys nobody could end it.
        let _ = keys.send(News::End);
    });
    let ends = news.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            let _ = ends.send(News::End);
        }
    });
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;

    use super::super::Held;
    use super::super::tests::shown;
    use super::*;

    fn drawn(view: &mut View, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        terminal.draw(|frame| view.draw(frame)).expect("drawn");
        let buffer = terminal.backend().buffer();
        buffer
            .area
            .rows()
            .map(|row| {
                let cells = row.columns().map(|cell| buffer[(cell.x, cell.y)].symbol());
                cells.collect::<String>().trim_end().to_owned()
            })
            .collect()
    }

    fn peers(lines: &[String]) -> Vec<&str> {
        lines[2..lines.len() - 1]
            .iter()
            .filter_map(|line| line.split_whitespace().nth(1))
            .collect()
    }

    #[test]
    fn rows_stay_in_place_while_rates_change() {
        let mut view = View::new(Column::Federate);
        view.take(shown(&[("b", 1), ("a", 900), ("c", 5)]));
        let before = drawn(&mut view, 120, 8);
        view.take(shown(&[("c", 800), ("a", 2), ("b", 70)]));
        let after = drawn(&mut view, 120, 8);

        assert_eq!(peers(&before), ["a", "b", "c"], "{before:#?}");
        assert_eq!(peers(&after), ["a", "b", "c"], "{after:#?}");
    }

    #[test]
    fn keys_choose_the_column_and_the_direction_of_the_order() {
        let mut view = View::new(Column::Federate);
        view.take(shown(&[("a", 1), ("b", 900), ("c", 50)]));

        for _ in 0..Column::ALL
            .iter()
            .position(|c| *c == Column::Out)
            .expect("a column")
        {
            view.key(Key::Right);
        }
        assert_eq!(peers(&drawn(&mut view, 120, 8)), ["b", "c", "a"]);
        view.key(Key::Char('r'));
        let lines = drawn(&mut view, 120, 8);
        assert_eq!(peers(&lines), ["a", "c", "b"]);
        assert!(lines[7].contains("by out/s, reversed"), "{lines:#?}");
        view.key(Key::Left);
        assert_ne!(view.sort, Column::Out);
    }

    #[test]
    fn the_window_scrolls_over_more_rows_than_fit_and_no_further() {
        let names: Vec<String> = (0..50).map(|number| format!("p{number:02}")).collect();
        let rows: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 1)).collect();
        let mut view = View::new(Column::Federate);
        view.take(shown(&rows));

        let top = drawn(&mut view, 120, 13);
        assert_eq!(peers(&top), names[..10]);
        assert!(top[12].starts_with("1 to 10 of 50 by federate"), "{top:#?}");
        view.key(Key::Down);
        assert_eq!(peers(&drawn(&mut view, 120, 13)), names[1..11]);
        view.key(Key::PageDown);
        assert_eq!(peers(&drawn(&mut view, 120, 13)), names[11..21]);
        view.key(Key::End);
        view.key(Key::Down);
        assert_eq!(peers(&drawn(&mut view, 120, 13)), names[40..]);
        view.take(shown(&rows[..3]));
        assert_eq!(peers(&drawn(&mut view, 120, 13)), names[..3]);
        view.key(Key::Home);
        assert_eq!(view.first, 0);
    }

    #[test]
    fn a_narrow_window_leaves_out_columns_instead_of_cutting_rows() {
        let mut view = View::new(Column::Federate);
        view.take(shown(&[("a", 1)]));

        let wide = drawn(&mut view, 120, 5);
        let narrow = drawn(&mut view, 60, 5);

        assert!(
            wide[1].contains("bundle") && wide[1].contains("p99"),
            "{wide:#?}"
        );
        assert!(!narrow[1].contains("bundle"), "{narrow:#?}");
        for title in ["federate", "peer", "out/s", "in/s"] {
            assert!(narrow[1].contains(title), "{narrow:#?}");
        }
        assert!(narrow.iter().all(|line| line.chars().count() <= 60));
    }

    #[test]
    fn the_column_of_the_order_stays_and_hints_are_left_out_whole() {
        let mut view = View::new(Column::Bundle);
        view.take(shown(&[("a", 1)]));

        let narrow = drawn(&mut view, 60, 5);

        assert!(narrow[1].contains("bundle"), "{narrow:#?}");
        assert_eq!(
            narrow[4], "1 to 1 of 1 by bundle   q quit  up/down scroll",
            "{narrow:#?}"
        );
    }

    #[test]
    fn who_holds_a_federate_back_is_named_above_the_table() {
        let mut view = View::new(Column::Federate);
        assert_eq!(drawn(&mut view, 120, 9)[0], "asking the RTI");
        let mut federations = shown(&[("a", 1)]);
        for number in 1..=4 {
            federations[0].held.push(Held {
                federate: "one".into(),
                by: format!("peer {number}"),
                ms: 2_500,
            });
        }

        view.take(federations);
        let lines = drawn(&mut view, 120, 9);

        assert!(lines[1].starts_with("one waits for peer 1"), "{lines:#?}");
        assert!(lines[1].ends_with("2.50 s"), "{lines:#?}");
        assert!(lines[2].contains("peer 2"), "{lines:#?}");
        assert!(lines[3].starts_with("2 more wait"), "{lines:#?}");
        assert!(lines[4].starts_with("federate"), "{lines:#?}");
    }

    #[test]
    fn q_leaves_and_other_keys_do_not() {
        let mut view = View::new(Column::Federate);

        assert_eq!(view.key(Key::Char('q')), Wish::Leave);
        assert_eq!(view.key(Key::Ctrl('c')), Wish::Leave);
        assert_eq!(view.key(Key::Char('x')), Wish::Stay);
    }
}
