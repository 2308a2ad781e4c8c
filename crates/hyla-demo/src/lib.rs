//! The demo: three federates that fly aircraft and one air picture, in one federation.
//!
//! [`run`] is `hyla demo`. With [`Placement::Processes`] it starts the executable of its own process again: the program
//! needs the commands `rti`, with the options of `hyla rti`, and `demo-federate`, which takes the name of a federate,
//! `--rti HOST:PORT` and the options of [`Plan`], and calls [`run_federate`].
//!
//! | module | what is there |
//! |---|---|
//! | `plan`, `flight`, `traffic` | what is flown, where everybody is, who comes too close |
//! | `vocabulary` | the object model of `foms/air-traffic` in Rust |
//! | `federation` | joining, waiting, leaving, as all federates do it |
//! | `flyer`, `heard`, `fleet` | the federate that flies |
//! | `picture`, `seen`, `tally` | the federate that watches, and what it counts |
//! | `crew`, `process` | starting federates as threads or processes, and ending them |
//! | `report`, `show`, `summary` | what they report, and how it is shown |
#![forbid(unsafe_code)]

mod clock;
mod crew;
mod federation;
mod fleet;
mod flight;
mod flyer;
mod heard;
mod picture;
mod plan;
mod process;
mod report;
mod seen;
mod show;
mod summary;
mod tally;
mod traffic;
mod vocabulary;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use hyla_settings::RtiAddress;
use hyla_terminal::when_stdin_closes;

pub use plan::Plan;

use crew::{Crew, Participant};
use federation::{Orders, TIMEOUT};
use report::{Report, Totals};
use show::Show;

/// Time for the end of a process to become known after its streams have closed, and the other way round.
const GRACE: Duration = Duration::from_millis(100);

/// Placement of the federates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// An RTI and four federates, each a process.
    Processes,
    /// All in this process, without a server.
    Embedded,
}

/// Form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people: progress while it runs, a summary at the end.
    Text,
    /// For programs: one JSON object at the end.
    Json,
}

/// Runs the demo; the exit code is 0 if all that was sent was received, 130 after SIGINT or SIGTERM.
pub fn run(plan: Plan, placement: Placement, form: Form) -> ExitCode {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        if let Err(error) = signal_hook::flag::register(signal, interrupted.clone()) {
            eprintln!("hyla demo: cannot watch for signals: {error}");
            return ExitCode::FAILURE;
        }
    }
    let mut show = Show::new(plan, form);
    let outcome = perform(plan, placement, &mut show, &interrupted);
    show.clear();
    match outcome {
        Ok(totals) => {
            let text = match form {
                Form::Text => summary::text(&plan, placement, &totals),
                Form::Json => summary::json(&plan, placement, &totals),
            };
            if let Err(error) = hyla_terminal::print(&text) {
                eprintln!("hyla demo: standard output: {error}");
                return ExitCode::FAILURE;
            }
            if totals.is_complete() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(_) if interrupted.load(Ordering::SeqCst) => {
            eprintln!("hyla demo: stopped; nothing of it is left running");
            // As a shell reports a program that SIGINT ended.
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("hyla demo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn perform(
    plan: Plan,
    placement: Placement,
    show: &mut Show,
    interrupted: &AtomicBool,
) -> Result<Totals, String> {
    let (sender, news) = mpsc::channel();
    let mut crew = match placement {
        Placement::Embedded => {
            show.begin("one process: an embedded RTI, four federates");
            Crew::threads(plan, &sender).map_err(|error| error.to_string())?
        }
        Placement::Processes => {
            let (crew, address) =
                Crew::processes(&plan, &sender).map_err(|error| error.to_string())?;
            show.begin(&format!("hyla rti at {address}, four federate processes"));
            crew
        }
    };
    drop(sender);
    let totals = follow(&plan, &mut crew, &news, show, interrupted)?;
    crew.join()?;
    Ok(totals)
}

/// Shows the news until everybody has left.
fn follow(
    plan: &Plan,
    crew: &mut Crew,
    news: &Receiver<Report>,
    show: &mut Show,
    interrupted: &AtomicBool,
) -> Result<Totals, String> {
    // Each part has the timeout of a federate: coming together, flying, coming to an end.
    let deadline = Instant::now() + Duration::from_secs(u64::from(plan.seconds)) + 3 * TIMEOUT;
    let mut totals = None;
    let mut left = 0;
    loop {
        match news.recv_timeout(Duration::from_millis(50)) {
            Ok(Report::Failed { federate, error }) => {
                // After the end of the RTI every federate reports an error; the RTI is to be named.
                std::thread::sleep(GRACE);
                return Err(match crew.casualty() {
                    Some(casualty) if casualty.is_rti() => casualty.to_string(),
                    _ => format!("{federate}: {error}"),
                });
            }
            Ok(Report::Result(result)) => totals = Some(result),
            Ok(report) => {
                left += usize::from(matches!(report, Report::Left { .. }));
                show.take(report);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if left < Participant::ALL.len() => {
                std::thread::sleep(GRACE);
                return Err(match crew.casualty() {
                    Some(casualty) => casualty.to_string(),
                    None => "a federate left without a word".into(),
                });
            }
            Err(RecvTimeoutError::Disconnected) => {}
        }
        if left == Participant::ALL.len()
            && let Some(totals) = totals.take()
        {
            return Ok(totals);
        }
        if interrupted.load(Ordering::SeqCst) {
            return Err("stopped".into());
        }
        if let Some(casualty) = crew.casualty() {
            // Its last report explains more.
            std::thread::sleep(GRACE);
            while let Ok(report) = news.try_recv() {
                if let Report::Failed { federate, error } = report
                    && !casualty.is_rti()
                {
                    return Err(format!("{federate}: {error}"));
                }
            }
            return Err(casualty.to_string());
        }
        if Instant::now() >= deadline {
            return Err("no end in sight; `hyla doctor` checks this machine".into());
        }
        show.tick();
    }
}

/// Plays one part as a process of its own: reports go to standard output, and the end of standard input ends the process.
pub fn run_federate(name: &str, plan: &Plan, rti: RtiAddress) -> ExitCode {
    let Some(participant) = Participant::of_name(name) else {
        eprintln!("hyla demo-federate: there is no part {name}");
        return ExitCode::FAILURE;
    };
    // Without the parent there is no reader of reports.
    if let Err(error) = when_stdin_closes(|| std::process::exit(1)) {
        eprintln!("hyla demo-federate: {error}");
        return ExitCode::FAILURE;
    }
    let reporter = Arc::new(|report: Report| {
        if let Ok(line) = serde_json::to_string(&report) {
            let mut output = io::stdout().lock();
            let _ = writeln!(output, "{line}").and_then(|()| output.flush());
        }
    });
    let orders = Orders {
        rti,
        reporter,
        stopped: Arc::new(AtomicBool::new(false)),
    };
    if participant.play(plan, &orders) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
