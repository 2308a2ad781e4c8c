//! Log output of a process: standard error or files of bounded size, as text or as JSON.
//!
//! The settings of section `log` decide ([`start`]); `lines` makes each event one line, and [`mod@file`] keeps the files.
#![forbid(unsafe_code)]

mod ending;
pub mod file;
mod lines;

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use hyla_settings::{LogFormat, LogLevel, LogSettings};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::{Format, JsonFields};
use tracing_subscriber::fmt::{MakeWriter, layer};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

use ending::WhileThreadLasts;
pub use file::FileError;
use file::LogFile;
use lines::{JsonLines, TextFields};

/// Writes what is logged from now on as `log` says; which lines, `RUST_LOG` says where it is set. Audit lines are
/// written at every level but `off`. If the process logs already, by this function or in its own way, nothing
/// changes but that `log.file` is opened, so that one that cannot be written is an error each time.
///
/// # Errors
/// [`FileError`] if `log.file` cannot be written.
pub fn start(log: &LogSettings) -> Result<(), FileError> {
    let mut open_to_all = Vec::new();
    let mut layers = vec![
        WhileThreadLasts(lines(log, &mut open_to_all)?)
            .with_filter(filter(log.level))
            .boxed(),
    ];
    if let Some(path) = &log.audit_file {
        let setting = "log.audit_file";
        let file = LogFile::open(setting, path, log.file_bytes, log.files, LogFormat::Json)?;
        note_rights(&file, &mut open_to_all);
        let lines = layer()
            .event_format(json())
            .fmt_fields(JsonFields::new())
            .with_ansi(false)
            .with_writer(ToFile(Mutex::new(file)));
        layers.push(
            WhileThreadLasts(lines)
                .with_filter(Targets::new().with_target("audit", LevelFilter::INFO))
                .boxed(),
        );
    }
    // `try_init` fails only if the process logs already; then there are log lines all the same.
    let _ = tracing_subscriber::registry().with(layers).try_init();
    for (rights, file) in open_to_all {
        tracing::warn!(
            federation = "-",
            federate = "-",
            file,
            "all users of this machine can {rights} this log, which names users and addresses: chmod o= {file}"
        );
    }
    Ok(())
}

/// Notes what all users of this machine may do with a file, and its name, if they may do something.
fn note_rights(file: &LogFile, open_to_all: &mut OpenToAll) {
    let found = file.open_to_all();
    open_to_all.extend(found.map(|(rights, path)| (rights, path.display().to_string())));
}

/// Writes warnings and errors to standard error, as text, and no audit lines: for programs whose RTI serves only themselves, and that say in
/// their own way what goes on. `RUST_LOG` overrules this. Nothing changes if the process logs already.
pub fn start_with_warnings() {
    let words = EnvFilter::try_from_default_env();
    let filter = words.unwrap_or_else(|_| EnvFilter::new("warn,audit=off"));
    let lines = layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .event_format(text())
        .fmt_fields(TextFields);
    let lines = WhileThreadLasts(lines).with_filter(filter);
    let _ = tracing_subscriber::registry().with(lines).try_init();
}

type Lines = Box<dyn Layer<Registry> + Send + Sync>;

/// What all users of this machine may do with a file, and its name.
type OpenToAll = Vec<(&'static str, String)>;

/// Returns the layer that writes the lines of the log.
fn lines(log: &LogSettings, open_to_all: &mut OpenToAll) -> Result<Lines, FileError> {
    let Some(path) = &log.file else {
        let lines = layer()
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal());
        return Ok(match log.format {
            LogFormat::Text => lines.event_format(text()).fmt_fields(TextFields).boxed(),
            LogFormat::Json => lines
                .event_format(json())
                .fmt_fields(JsonFields::new())
                .boxed(),
        });
    };
    let file = LogFile::open("log.file", path, log.file_bytes, log.files, log.format)?;
    note_rights(&file, open_to_all);
    let lines = layer()
        .with_writer(ToFile(Mutex::new(file)))
        .with_ansi(false);
    Ok(match log.format {
        LogFormat::Text => lines.event_format(text()).fmt_fields(TextFields).boxed(),
        LogFormat::Json => lines
            .event_format(json())
            .fmt_fields(JsonFields::new())
            .boxed(),
    })
}

fn filter(level: LogLevel) -> EnvFilter {
    let words = match level {
        LogLevel::Off => level.name().to_owned(),
        // Admissions are logged at every level.
        _ => format!("{},audit=info", level.name()),
    };
    EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(words))
}

fn text() -> Format {
    Format::default().with_target(false)
}

/// The fields of a line beside its time, level and target, so that `federation` is a key of the object itself.
fn json() -> JsonLines {
    JsonLines(
        Format::default()
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false),
    )
}

/// Lines that go to a [`LogFile`], and to standard error what becomes of it.
struct ToFile(Mutex<LogFile>);

impl<'a> MakeWriter<'a> for ToFile {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

impl Write for &ToFile {
    /// One line, whole: the layer that formats lines writes each in one piece.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // A panic while a line was written leaves a file that can be written still.
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(words) = file.write_line(line) {
            // Without a standard error, there is no place left to report to.
            let _ = io::stderr().write_all(words.as_bytes());
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
