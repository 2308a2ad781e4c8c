//! Saves in files: one for each federation and label, in the directory of the setting
//! `save.directory`.

mod belief;
mod reserve;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use hyla_core::federation::{StorageOutcome, StorageRequest, StorageTicket, WriteStep};
use hyla_net::Remote;
use hyla_settings::Settings;
use sha2::{Digest, Sha256};

use self::reserve::Reserve;

/// Longest part of a name that is used in a file name.
const LONGEST: usize = 150;

/// Most attempts to find a name for a new file that no file has.
const MOST_ATTEMPTS: usize = 100;

/// Carries out storage requests of the RTI, each on its own thread: a slow disk delays no
/// federation.
pub(super) struct Storage {
    saves: Saves,
    /// Wakes the server when a request is done.
    remote: Remote,
    done: Receiver<Done>,
    report: Sender<Done>,
    threads: Vec<JoinHandle<()>>,
}

type Done = (StorageTicket, StorageOutcome);

/// Where saves are, and their limits.
#[derive(Clone)]
struct Saves {
    directory: PathBuf,
    reserve: Reserve,
    /// Most bytes of a file that is read.
    most_bytes: u64,
}

impl Storage {
    pub(super) fn new(settings: &Settings, remote: Remote) -> Self {
        let (report, done) = channel();
        Self {
            saves: Saves {
                directory: settings.save.directory.clone(),
                reserve: Reserve::new(settings.save.reserve_bytes as u64),
                most_bytes: settings.rti.limit_memory_bytes as u64,
            },
            remote,
            done,
            report,
            threads: Vec::new(),
        }
    }

    /// Starts a request; [`Self::next_done`] gives the result.
    pub(super) fn begin(&mut self, request: StorageRequest) {
        self.threads.retain(|thread| !thread.is_finished());
        let (saves, report) = (self.saves.clone(), self.report.clone());
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
                let _ = report.send(saves.carry_out(request));
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

impl Saves {
    fn carry_out(&self, request: StorageRequest) -> Done {
        let (StorageRequest::Store { ticket, .. } | StorageRequest::Load { ticket }) = &request;
        let ticket = ticket.clone();
        let (federation, label) = (&ticket.federation, &ticket.label);
        let at = place(&self.directory, federation, label);
        let outcome = match request {
            StorageRequest::Store { file, .. } => self
                .store(&at, &file.encode(&now()))
                .map(|()| StorageOutcome::Stored),
            StorageRequest::Load { .. } => self.load(federation, label).map(StorageOutcome::Loaded),
        };
        let failed = |error| StorageOutcome::Failed(format!("{}: {error}", at.display()));
        (ticket, outcome.unwrap_or_else(failed))
    }

    /// Stores a save where others of the host cannot change it, if enough space is left.
    fn store(&self, at: &Path, bytes: &[u8]) -> io::Result<()> {
        belief::check_directory(&self.directory, at)?;
        let _taken = self
            .reserve
            .take(at.parent().unwrap_or(&self.directory), bytes.len() as u64)?;
        store(at, bytes)
    }

    fn load(&self, federation: &str, label: &str) -> io::Result<Vec<u8>> {
        let read = |at: &Path| belief::read(&self.directory, at, self.most_bytes);
        match read(&place(&self.directory, federation, label)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                read(&place_before(&self.directory, federation, label)).map_err(|_| error)
            }
            read => read,
        }
    }
}

/// Path of the save with that label.
fn place(directory: &Path, federation: &str, label: &str) -> PathBuf {
    let file = format!("{}.hyla-save", file_name(label));
    directory.join(file_name(federation)).join(file)
}

/// Path of a save that an earlier version of Hyla wrote, whose long names ended with a hash of 64 bits. Nothing is written there any more:
/// who may choose names could make two of equal hash. What is read is checked to be of that federation and label.
fn place_before(directory: &Path, federation: &str, label: &str) -> PathBuf {
    let name = |text: &str| {
        file_name_with(text, |bytes| {
            let number = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
            });
            format!("{number:016x}")
        })
    };
    let file = format!("{}.hyla-save", name(label));
    directory.join(name(federation)).join(file)
}

/// A unique name that every file system accepts: letters, digits and `-_` are kept, every other
/// byte is written as `%` and two hexadecimal digits; the end of a long name is replaced by the SHA-256 hash
/// of the whole.
fn file_name(text: &str) -> String {
    file_name_with(text, |bytes| {
        let hash = Sha256::digest(bytes);
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    })
}

fn file_name_with(text: &str, hash: impl Fn(&[u8]) -> String) -> String {
    let mut name = String::new();
    for byte in text.bytes() {
        if name.len() >= LONGEST {
            return format!("{name}~{}", hash(text.as_bytes()));
        }
        if byte.is_ascii_alphanumeric() || b"-_".contains(&byte) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02x}"));
        }
    }
    if name.is_empty() { "%".into() } else { name }
}

/// Writes beside, then replaces the older file: after a crash there is one of the two. Only the user of this process may use files and
/// directories that are made here.
fn store(at: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = None;
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
            own_directories().create(directory)
        }
        WriteStep::FlushParent => new.iter().try_for_each(|made| flush_parent(made)),
        WriteStep::WriteBeside => {
            let (path, mut file) = create_beside(at)?;
            beside = Some(path);
            file.write_all(bytes)
        }
        WriteStep::FlushFile => beside.as_deref().map_or(Ok(()), flush_file),
        WriteStep::TakePlace => match &beside {
            Some(beside) => fs::rename(beside, at),
            None => Ok(()),
        },
        WriteStep::FlushDirectory => flush_directory(directory),
    });
    if let (Err(_), Some(beside)) = (&written, &beside) {
        // A partial file is useless.
        let _ = fs::remove_file(beside);
    }
    written
}

/// Makes a new file for what shall replace `at`.
fn create_beside(at: &Path) -> io::Result<(PathBuf, File)> {
    // Two consecutive executions of one name may store at the same time.
    static MADE: AtomicU64 = AtomicU64::new(0);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut attempts = 0;
    loop {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = at.with_extension(format!("hyla-save-{}-{number}", std::process::id()));
        attempts += 1;
        match options.open(&path) {
            // Left by a process of the same number that was killed, as numbers in containers repeat.
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists && attempts < MOST_ATTEMPTS => {}
            opened => return Ok((path, opened?)),
        }
    }
}

/// Makes directories that only the user of this process may use. Those that exist stay as they are.
fn own_directories() -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
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
    use super::*;

    #[test]
    fn names_become_names_of_files() {
        assert_eq!(file_name("Run-1_a"), "Run-1_a");
        assert_eq!(file_name("../Größe"), "%2e%2e%2fGr%c3%b6%c3%9fe");
        assert_eq!(file_name(""), "%");
        let (long, longer) = ("a".repeat(5000), "a".repeat(5001));
        assert_ne!(file_name(&long), file_name(&longer));
        let hash = file_name(&long).split_once('~').unwrap().1.to_owned();
        assert_eq!(
            hash.len(),
            64,
            "SHA-256: two names of equal hash cannot be found"
        );
        // With the name of the file beside, below 255 bytes.
        assert!(file_name(&"ß".repeat(5000)).len() < 220);
    }

    #[test]
    fn a_save_of_an_earlier_version_with_a_long_name_is_read_until_there_is_a_new_one() {
        let place_of = TestDirectory::new("earlier");
        let (federation, label) = ("f".repeat(200), "l".repeat(200));
        let before = place_of
            .0
            .join(format!("{}~a23d29b17555c8c5", "f".repeat(LONGEST)))
            .join(format!(
                "{}~fe9de2c3b2d2fba5.hyla-save",
                "l".repeat(LONGEST)
            ));
        store(&before, b"before").unwrap();
        let saves = place_of.saves();
        assert_eq!(saves.load(&federation, &label).unwrap(), b"before");

        store(&place(&place_of.0, &federation, &label), b"new").unwrap();

        assert_eq!(saves.load(&federation, &label).unwrap(), b"new");
        assert!(saves.load(&federation, "other").is_err());
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_767_225_600), "2026-01-01T00:00:00Z");
    }

    /// A temporary directory, removed with the value.
    pub(super) struct TestDirectory(pub(super) PathBuf);

    impl TestDirectory {
        pub(super) fn new(name: &str) -> Self {
            let name = format!("hyla-storage-{name}-{}", std::process::id());
            let place = std::env::temp_dir().join(name);
            fs::create_dir_all(&place).unwrap();
            Self(place)
        }

        fn saves(&self) -> Saves {
            Saves {
                directory: self.0.clone(),
                reserve: Reserve::new(0),
                most_bytes: 1000,
            }
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

    #[cfg(unix)]
    #[test]
    fn only_the_user_of_the_rti_may_use_what_a_save_makes() {
        use std::os::unix::fs::PermissionsExt;
        let place = TestDirectory::new("modes");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        let given = place.0.join("given");
        fs::create_dir(&given).unwrap();
        fs::set_permissions(&given, fs::Permissions::from_mode(0o755)).unwrap();
        let at = given.join("saves/North/S.hyla-save");

        store(&at, b"first").unwrap();
        assert_eq!(mode(&at), 0o600);
        fs::set_permissions(&at, fs::Permissions::from_mode(0o644)).unwrap();
        store(&at, b"second").unwrap();

        assert_eq!(mode(&at), 0o600);
        assert_eq!(mode(&given.join("saves/North")), 0o700);
        assert_eq!(mode(&given.join("saves")), 0o700);
        assert_eq!(mode(&given), 0o755, "it was there");
    }

    #[cfg(unix)]
    #[test]
    fn a_save_follows_no_link_and_writes_over_nothing_that_a_killed_process_left() {
        let place = TestDirectory::new("links");
        let at = place.0.join("S.hyla-save");
        let other = place.0.join("other");
        fs::write(&other, b"of somebody else").unwrap();
        let (beside, _) = create_beside(&at).unwrap();
        fs::remove_file(&beside).unwrap();
        let number = beside.to_str().unwrap().rsplit('-').next().unwrap();
        let number: u64 = number.parse().unwrap();
        // Other tests take numbers, too.
        let names = (number..number + 50)
            .map(|n| at.with_extension(format!("hyla-save-{}-{n}", std::process::id())));
        for name in names {
            std::os::unix::fs::symlink(&other, name).unwrap();
        }

        store(&at, b"new").unwrap();

        assert_eq!(fs::read(&other).unwrap(), b"of somebody else");
        assert_eq!(fs::read(&at).unwrap(), b"new");
        assert!(!fs::symlink_metadata(&at).unwrap().is_symlink());
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
