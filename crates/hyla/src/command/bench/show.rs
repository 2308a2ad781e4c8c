//! Progress of an experiment: a bar, live figures and a curve on a terminal, lines elsewhere.

use std::io::IsTerminal;

use hyla_bench::console::{Observer, RunUpdate, figures_of};
use hyla_bench::plan::Plan;
use hyla_bench::result::{NoteLevel, Point};
use hyla_terminal::{Colour, Painter, print};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use rustix::termios::tcgetwinsize;

use super::live::Live;
use super::{plot, table};

/// Shows the news of a console.
pub(super) struct Show {
    painter: Painter,
    screen: Option<Screen>,
    /// Standard output is for the result.
    on_stderr: bool,
    live: Live,
    repetitions: u32,
    point: String,
}

struct Screen {
    all: MultiProgress,
    bar: ProgressBar,
    /// Figures and the curve, in several lines.
    below: ProgressBar,
}

impl Screen {
    fn new() -> Self {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let style = |template| {
            ProgressStyle::with_template(template).expect("the templates are written here")
        };
        let bar = all.add(ProgressBar::new(0));
        let template = "  {bar:32.green/white} {pos}/{len}  {elapsed_precise}  {wide_msg}";
        bar.set_style(style(template).progress_chars("━╸─"));
        let below = all.add(ProgressBar::new_spinner());
        below.set_style(style("{msg}"));
        Self { all, bar, below }
    }
}

impl Show {
    /// Says what is about to run.
    pub(super) fn new(plan: &Plan, on_stderr: bool) -> Self {
        let points = match plan.points.len() {
            1 => "1 point".to_owned(),
            count => format!("{count} points"),
        };
        let repetitions = match plan.repetitions {
            1 => "measured once".to_owned(),
            count => format!("measured {count} times each"),
        };
        let show = Self {
            painter: if on_stderr {
                Painter::stderr()
            } else {
                Painter::stdout()
            },
            screen: (!on_stderr && std::io::stdout().is_terminal()).then(Screen::new),
            on_stderr,
            live: Live::default(),
            repetitions: plan.repetitions,
            point: String::new(),
        };
        show.say(&format!("{}: {points}, {repetitions}", plan.experiment));
        show
    }

    /// Takes bar and curve away.
    pub(super) fn clear(&mut self) {
        if let Some(screen) = &self.screen {
            // Failures are ignored: the terminal is gone.
            let _ = screen.all.clear();
            screen.below.finish_and_clear();
            screen.bar.finish_and_clear();
        }
    }

    fn say(&self, line: &str) {
        // Failures are ignored: nobody reads the output.
        match &self.screen {
            Some(screen) => drop(screen.all.println(line)),
            None if self.on_stderr => eprintln!("{line}"),
            None => drop(print(&format!("{line}\n"))),
        }
    }

    fn draw(&self) {
        let Some(screen) = &self.screen else {
            return;
        };
        let seconds = self.live.seconds();
        let stage = if seconds < 0.0 {
            "warm-up".to_owned()
        } else {
            format!("{seconds:.1} s")
        };
        let figures = table::in_short(|name| self.live.figure(name));
        let columns = tcgetwinsize(std::io::stdout()).map_or(80, |size| size.ws_col.max(20));
        let mut lines = vec![format!("{stage}  {figures}")];
        if let Some((title, dots)) = self.live.series() {
            lines.extend(plot::lines(title, dots, columns.into()));
        }
        // A line that breaks would be counted as one when it is drawn over.
        let cut = |line: String| -> String {
            let line = format!("  {line}");
            line.chars().take(usize::from(columns) - 1).collect()
        };
        let lines: Vec<String> = lines.into_iter().map(cut).collect();
        screen.below.set_message(lines.join("\n"));
    }

    fn point_over(&self, point: &Point) {
        let figures = table::in_short(|name| point.summary.get(name).map(|s| s.median));
        let name = table::name_of(point.parameters.iter());
        let figures = if figures.is_empty() {
            "nothing was measured".to_owned()
        } else {
            figures
        };
        let name = self.painter.paint(Colour::Cyan, name);
        self.say(&format!("  {name}  {figures}"));
    }
}

impl Observer for Show {
    fn see(&mut self, news: &RunUpdate<'_>) {
        match news {
            RunUpdate::Rti { address, own } => {
                let whose = if *own {
                    " (started by this console)"
                } else {
                    ""
                };
                self.say(&format!("  RTI at {address}{whose}"));
            }
            RunUpdate::Waiting { there, wanted } => {
                self.say(&format!(
                    "  waiting for agents: {there} of {wanted} are there"
                ));
            }
            RunUpdate::Agent {
                name,
                host,
                processors,
            } => self.say(&format!("  {name} on host {host}, {processors} processors")),
            RunUpdate::Begin { samples } => {
                if let Some(screen) = &self.screen {
                    screen.bar.set_length(u64::from(*samples));
                }
            }
            RunUpdate::Sample {
                number,
                parameters,
                repetition,
            } => {
                self.live = Live::default();
                self.point = format!(
                    "{} ({} of {})",
                    table::name_of(parameters.iter()),
                    repetition + 1,
                    self.repetitions
                );
                if let Some(screen) = &self.screen {
                    screen.bar.set_position(u64::from(*number));
                    screen.bar.set_message(self.point.clone());
                }
                self.draw();
            }
            RunUpdate::Live {
                federate,
                seconds,
                metrics,
            } => {
                self.live.take(*federate, *seconds, metrics);
                self.draw();
            }
            RunUpdate::SampleOver { sample }
                if self.screen.is_none() && sample.failed.is_empty() =>
            {
                let figures = figures_of(sample);
                let figures = table::in_short(|name| figures.get(name).copied());
                self.say(&format!("  {}: {figures}", self.point));
            }
            RunUpdate::SampleOver { .. } => {}
            RunUpdate::Baseline { name } => {
                if let Some(screen) = &self.screen {
                    screen
                        .bar
                        .set_message(format!("{}, bare {name}", self.point));
                }
            }
            RunUpdate::PointOver { point } => {
                if self.screen.is_some() {
                    self.point_over(point);
                }
            }
            RunUpdate::Note(note) => {
                let (colour, word) = match note.level {
                    NoteLevel::Info => (Colour::Cyan, "note"),
                    NoteLevel::Warning => (Colour::Yellow, "warning"),
                    NoteLevel::Error => (Colour::Red, "error"),
                };
                let word = self.painter.paint(colour, word);
                self.say(&format!("  {word}: {}", note.text));
            }
        }
    }
}
