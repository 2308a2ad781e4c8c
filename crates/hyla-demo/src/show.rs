//! Display of the running demo: a bar and a table on a terminal, a line each second elsewhere, nothing for
//! other programs.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use hyla_terminal::{Colour, Painter, print};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Form;
use super::crew::Participant;
use super::plan::Plan;
use super::report::{Report, Snapshot, Stage};
use super::summary::{grouped, micros};

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(1);

/// Shows the news.
pub(super) struct Show {
    plan: Plan,
    form: Surface,
    stages: BTreeMap<String, Stage>,
    sent: BTreeMap<String, u64>,
    snapshot: Snapshot,
    rate: Rate,
}

enum Surface {
    Terminal(Table),
    Lines { began: Option<Instant>, told: u32 },
    Nothing,
}

/// Updates per second between the last two snapshots.
#[derive(Default)]
struct Rate {
    before: Option<(Instant, u64)>,
    per_s: f64,
}

impl Rate {
    fn at(&mut self, now: Instant, updates: u64) {
        if let Some((then, counted)) = self.before {
            let seconds = now.duration_since(then).as_secs_f64();
            if seconds > 0.0 {
                self.per_s = updates.saturating_sub(counted) as f64 / seconds;
            }
        }
        self.before = Some((now, updates));
    }
}

/// A progress bar over rows that change.
struct Table {
    painter: Painter,
    all: MultiProgress,
    bar: ProgressBar,
    rows: [ProgressBar; 4],
}

impl Table {
    fn new(updates: u64) -> Self {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let style = |template| {
            ProgressStyle::with_template(template).expect("the templates are written here")
        };
        let bar = all.add(ProgressBar::new(updates));
        bar.set_style(
            style("  {bar:60.green/white} {percent:>3} %  {elapsed_precise}").progress_chars("━╸─"),
        );
        let rows = std::array::from_fn(|_| {
            let row = all.add(ProgressBar::new_spinner());
            row.set_style(style("  {wide_msg}"));
            row
        });
        Self {
            painter: Painter::stdout(),
            all,
            bar,
            rows,
        }
    }

    fn set(&self, row: usize, label: &str, text: &str) {
        let label = self
            .painter
            .paint(Colour::Cyan, format_args!("{label:<11}"));
        self.rows[row].set_message(format!("{label} {text}"));
    }
}

impl Show {
    pub(super) fn new(plan: Plan, form: Form) -> Self {
        let form = match form {
            Form::Json => Surface::Nothing,
            Form::Text if std::io::stdout().is_terminal() => {
                Surface::Terminal(Table::new(plan.updates()))
            }
            Form::Text => Surface::Lines {
                began: None,
                told: 0,
            },
        };
        Self {
            plan,
            form,
            stages: BTreeMap::new(),
            sent: BTreeMap::new(),
            snapshot: Snapshot::default(),
            rate: Rate::default(),
        }
    }

    /// Says what is about to run.
    pub(super) fn begin(&self, placement: &str) {
        let Plan {
            aircraft,
            rate,
            seconds,
            ..
        } = self.plan;
        let text =
            format!("Hyla demo: {aircraft} aircraft at {rate} Hz for {seconds} s\n  {placement}\n");
        match &self.form {
            Surface::Terminal(table) => {
                // Failures are ignored: the terminal is gone.
                let _ = table.all.println(text.trim_end());
            }
            Surface::Lines { .. } => drop(print(&text)),
            Surface::Nothing => {}
        }
    }

    /// Takes in a report; it is seen at the next tick.
    pub(super) fn take(&mut self, report: Report) {
        match report {
            Report::Stage { federate, stage } => {
                self.stages.insert(federate, stage);
            }
            Report::Sent { federate, updates } => {
                self.sent.insert(federate, updates);
            }
            Report::Received(snapshot) => {
                self.rate.at(Instant::now(), snapshot.updates);
                self.snapshot = snapshot;
            }
            Report::Left {
                federate,
                destroyed,
            } => {
                self.stages.remove(&federate);
                if destroyed && let Surface::Lines { .. } = self.form {
                    let text = format!("  {federate} left last: federation execution destroyed\n");
                    drop(print(&text));
                }
            }
            Report::Result(_) | Report::Failed { .. } => {}
        }
    }

    /// Draws what has changed.
    pub(super) fn tick(&mut self) {
        match &mut self.form {
            Surface::Terminal(_) => self.draw(),
            Surface::Lines { began, told } => {
                if self.snapshot.updates == 0 {
                    return;
                }
                let elapsed = began.get_or_insert_with(Instant::now).elapsed();
                if elapsed >= LINE_EVERY * (*told + 1) {
                    *told += 1;
                    drop(print(&self.line(elapsed)));
                }
            }
            Surface::Nothing => {}
        }
    }

    fn sent(&self) -> u64 {
        self.sent.values().sum()
    }

    fn draw(&self) {
        let Surface::Terminal(table) = &self.form else {
            return;
        };
        let Snapshot {
            aircraft,
            updates,
            advisories,
            latency,
            last_advisory,
        } = &self.snapshot;
        table.bar.set_position(self.sent());
        table.set(
            0,
            "air picture",
            &format!(
                "{aircraft} aircraft   {} updates   {}/s   {advisories} advisories",
                grouped(*updates),
                grouped(self.rate.per_s.round() as u64),
            ),
        );
        table.set(
            1,
            "latency",
            &format!(
                "p50 {}   p99 {}",
                micros(latency.p50_us),
                micros(latency.p99_us)
            ),
        );
        table.set(2, "received", last_advisory.as_deref().unwrap_or("-"));
        let stages: Vec<String> = Participant::ALL
            .iter()
            .map(|participant| {
                let stage = self
                    .stages
                    .get(participant.name())
                    .map_or("-", |stage| word(*stage));
                format!("{} {stage}", participant.name())
            })
            .collect();
        table.set(3, "federates", &stages.join("   "));
    }

    fn line(&self, elapsed: Duration) -> String {
        let Snapshot {
            aircraft,
            updates,
            latency,
            last_advisory,
            ..
        } = &self.snapshot;
        format!(
            "  {:>3} s  {aircraft} aircraft  {} of {} updates  {}/s  p50 {}  p99 {}  {}\n",
            elapsed.as_secs(),
            grouped(*updates),
            grouped(self.plan.updates()),
            grouped(self.rate.per_s.round() as u64),
            micros(latency.p50_us),
            micros(latency.p99_us),
            last_advisory.as_deref().unwrap_or(""),
        )
    }

    /// Takes bar and table away.
    pub(super) fn clear(&mut self) {
        if let Surface::Terminal(table) = &self.form {
            // Failures are ignored: the terminal is gone.
            let _ = table.all.clear();
            for row in &table.rows {
                row.finish_and_clear();
            }
            table.bar.finish_and_clear();
        }
    }
}

fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::Joined => "joined",
        Stage::Ready => "ready",
        Stage::Flying => "flying",
        Stage::Ended => "ended",
    }
}
