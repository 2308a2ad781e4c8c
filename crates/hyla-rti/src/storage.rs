//! Saves in files: one for each federation and label, in the directory of the setting
//! `save.directory`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use hyla_core::federation::{StorageOutcome, StorageRequest, StorageTicket, WriteStep};
use hyla_net::Remote;

/// Longest part of a name that is used in a file name.
const LONGEST: usize = 150;

/// Carries out storage requests of the RTI, each on its own thread: a slow disk delays no
/// federation.
pub(super) struct Storage {
    directory: PathBuf,
    /// Wakes the server when a request is done.
    remote: Remote,
    done: Receiver<Done>,
    report: Sender<Done>,
    threads: Vec<JoinHandle<()>>,
}

type Done = (StorageTicket, StorageOutcome);

impl Storage {
    pub(super) fn new(directory: PathBuf, remote: Remote) -> Self {
        let (report, done) = channel();
        Self {
            directory,
            remote,
            done,
            report,
            threads: Vec::new(),
        }
    }

    /// Starts a request; [`Self::next_done`] gives the result.
    pub(super) fn begin(&mut self, request: StorageRequest) {
        self.threads.retain(|thread| !thread.is_finished());
        let (directory, report) = (self.directory.clone(), self.report.clone());
        let remote = self.remote.clone();
        let ticket = match &request {
            StorageRequest::Store { ticket, .. } | StorageRequest::Load { ticket } => {
                ticket.clone()
            }
        };
        let spawned = std::thread::Builder::new()
            .name("hyla-storage".into())
            .spawn(move || {
                // Without a receiver, the server has ended.
                let _ = report.send(carry_out(&directory, request));
                remote.wake();
            });
        match spawned {
            Ok(thread) => self.threads.push(thread),
            Err(error) => {
                let outcome = StorageOutcome::Failed(format!("no thread for it: {error}"));
                let _ = self.report.send((ticket, outcome));
                self.remote.wake();
            }
        }
    }

    pub(super) fn next_done(&mut self) -> Option<Done> {
        self.done.try_recv().ok()
    }

    /// Waits for all started requests.
    pub(super) fn finish(self) {
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

fn carry_out(directory: &Path, request: StorageRequest) -> Done {
    match request {
        StorageRequest::Store { ticket, file } => {
            let at = place(directory, &ticket.federation, &ticket.label);
            let outcome = match store(&at, &file.encode(&now())) {
                Ok(()) => StorageOutcome::Stored,
                Err(error) => StorageOutcome::Failed(format!("{}: {error}", at.display())),
            };
            (ticket, outcome)
        }
        StorageRequest::Load { ticket } => {
            let at = place(directory, &ticket.federation, &ticket.label);
            let outcome = match fs::read(&at) {
                Ok(bytes) => StorageOutcome::Loaded(bytes),
                Err(error) => StorageOutcome::Failed(format!("{}: {error}", at.display())),
            };
            (ticket, outcome)
        }
    }
}

/// Path of the save with that label.
fn place(directory: &Path, federation: &str, label: &str) -> PathBuf {
    let file = format!("{}.hyla-save", file_name(label));
    directory.join(file_name(federation)).join(file)
}

/// A unique name that every file system accepts: letters, digits and `-_` are kept, every other
/// byte is written as `%` and two hexadecimal digits; the end of a long name is replaced by a hash
/// of the whole.
fn file_name(text: &str) -> String {
    let mut name = String::new();
    for byte in text.bytes() {
        if name.len() >= LONGEST {
            let number = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
            return format!("{name}~{number:016x}");
        }
        if byte.is_ascii_alphanumeric() || b"-_".contains(&byte) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02x}"));
        }
    }
    if name.is_empty() { "%".into() } else { name }
}

/// Writes beside, then replaces the older file: after a crash there is one of the two.
fn store(at: &Path, bytes: &[u8]) -> io::Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    // Two consecutive executions of one name may store at the same time.
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let beside = at.with_extension(format!("hyla-save-{}-{number}", std::process::id()));
    let directory = at.parent().unwrap_or(Path::new("."));
    let mut new = vec![directory.to_owned()];
    let mut steps = WriteStep::ORDER.into_iter();
    let written = steps.try_for_each(|step| match step {
        WriteStep::MakeDirectory => {
            let missing = directory
                .ancestors()
                .skip(1)
                .take_while(|above| !above.exists());
            new.extend(missing.map(Path::to_owned));
            fs::create_dir_all(directory)
        }
        WriteStep::FlushParent => new.iter().try_for_each(|made| flush_parent(made)),
        WriteStep::WriteBeside => fs::write(&beside, bytes),
        WriteStep::FlushFile => flush_file(&beside),
        WriteStep::TakePlace => fs::rename(&beside, at),
        WriteStep::FlushDirectory => flush_directory(directory),
    });
    if written.is_err() {
        // A partial file is useless.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Flushes the directory that contains this one, if it is readable.
fn flush_parent(made: &Path) -> io::Result<()> {
    let above = match made.parent() {
        None => return Ok(()),
        Some(above) if above.as_os_str().is_empty() => Path::new("."),
        Some(above) => above,
    };
    match flush_directory(above) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        flushed => flushed,
    }
}

fn flush_file(at: &Path) -> io::Result<()> {
    File::options().write(true).open(at)?.sync_all()
}

#[cfg(unix)]
fn flush_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Elsewhere a rename cannot be flushed.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as on Unix
fn flush_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The current time, in RFC 3339.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs()))
}

fn date(seconds: u64) -> String {
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that the leap day is the last of a year.
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{of_month:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn names_become_names_of_files() {
        assert_eq!(file_name("Run-1_a"), "Run-1_a");
        assert_eq!(file_name("../Größe"), "%2e%2e%2fGr%c3%b6%c3%9fe");
        assert_eq!(file_name(""), "%");
        let (long, longer) = ("a".repeat(5000), "a".repeat(5001));
        assert_ne!(file_name(&long), file_name(&longer));
        assert!(file_name(&long).len() < 200);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_767_225_600), "2026-01-01T00:00:00Z");
    }

    /// A temporary directory, removed with the value.
    struct TestDirectory(PathBuf);

    impl TestDirectory {
        fn new(name: &str) -> Self {
            let name = format!("hyla-storage-{name}-{}", std::process::id());
            let place = std::env::temp_dir().join(name);
            fs::create_dir_all(&place).unwrap();
            Self(place)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<_> = names.collect();
            names.sort();
            names
        }
    }

    impl Drop for TestDirectory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_save_takes_the_place_of_the_older_one_and_nothing_else_stays() {
        let place = TestDirectory::new("again");
        let at = place.0.join("S.hyla-save");

        store(&at, b"older").unwrap();
        store(&at, b"newer").unwrap();

        assert_eq!(fs::read(&at).unwrap(), b"newer");
        assert_eq!(place.names(), ["S.hyla-save"]);
    }

    #[test]
    fn a_save_makes_the_directories_that_it_needs() {
        let place = TestDirectory::new("deep");
        let at = place.0.join("saves/North/S.hyla-save");

        store(&at, b"first").unwrap();

        assert_eq!(fs::read(&at).unwrap(), b"first");
    }

    #[test]
    fn a_save_that_cannot_be_stored_leaves_no_half_of_it() {
        let place = TestDirectory::new("half");
        // Cannot be replaced by a file.
        let at = place.0.join("S.hyla-save");
        fs::create_dir_all(at.join("inner")).unwrap();

        assert!(store(&at, b"new").is_err());

        assert_eq!(place.names(), ["S.hyla-save"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_system_cannot_flush_to_a_disk_is_not_stored() {
        // Accepts everything, and cannot be flushed.
        let sink = Path::new("/dev/null");
        let taken = File::options().write(true).open(sink).unwrap();
        (&taken).write_all(b"bytes").unwrap();

        assert!(flush_file(sink).is_err());
        assert!(flush_directory(Path::new("/proc")).is_err());
    }
}
