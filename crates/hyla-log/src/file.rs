//! Log files of bounded size and number.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hyla_settings::LogFormat;

/// Why log lines cannot go to a file.
#[derive(Debug, thiserror::Error)]
#[error("{setting}: {} cannot be written: {why}", path.display())]
pub struct FileError {
    setting: &'static str,
    path: PathBuf,
    why: Why,
}

impl FileError {
    /// Whether another process writes the file.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        matches!(self.why, Why::Taken)
    }
}

#[derive(Debug, thiserror::Error)]
enum Why {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is not a regular file; log.file may be empty for standard error")]
    NotRegular,
    #[error(
        "another process writes its log there; give each process a file of its own, for example with {{pid}} in the \
         name"
    )]
    Taken,
}

/// A file of whole lines that never exceeds its size: the line that would not fit begins a new file. The old ones are
/// `FILE.1`, the newest, to `FILE.N`.
///
/// While the file cannot be written (the disk is full), lines are lost. The first loss is reported on standard error, and
/// the number of lines to the file itself when it can be written again.
#[derive(Debug)]
pub struct LogFile {
    setting: &'static str,
    path: PathBuf,
    format: LogFormat,
    max_bytes: u64,
    max_files: usize,
    /// None if a new file could not be made; then each line tries.
    file: Option<File>,
    /// Bytes of whole lines in it.
    size: u64,
    /// Lines that were lost since the last one that was written.
    lost: u64,
}

impl LogFile {
    /// Opens `path` of that setting to append, `{pid}` in it being the number of this process, and deletes files of earlier
    /// runs beyond `max_files`.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be written, is no regular file, or is the log of another process.
    pub fn open(
        setting: &'static str,
        path: &Path,
        max_bytes: usize,
        max_files: usize,
        format: LogFormat,
    ) -> Result<Self, FileError> {
        let path = with_pid(path);
        let mut log = Self {
            setting,
            path: path.clone(),
            format,
            max_bytes: max_bytes as u64,
            max_files,
            file: None,
            size: 0,
            lost: 0,
        };
        let opened = log.open_file().and_then(|()| Ok(log.delete_surplus()?));
        opened.map_err(|why| FileError { setting, path, why })?;
        Ok(log)
    }

    /// What all users of this machine may do with the file, and its name, if they may do something: an earlier program may have made it.
    #[must_use]
    pub fn open_to_all(&self) -> Option<(&'static str, &Path)> {
        let file = self.file.as_ref()?;
        let rights = rights_of_all(&file.metadata().ok()?)?;
        Some((rights, &self.path))
    }

    /// Writes one line, which ends with a line feed. Returns the message for standard error, if there is one.
    #[must_use]
    pub fn write_line(&mut self, line: &[u8]) -> Option<String> {
        let shortened = (line.len() as u64 > self.max_bytes).then(|| self.shortened(line));
        let line = shortened.as_deref().unwrap_or(line);
        let written = self.write_count_of_lost().and_then(|()| self.append(line));
        let Err(why) = written else {
            return None;
        };
        self.lost += 1;
        (self.lost == 1).then(|| {
            format!(
                "hyla: {}: {} cannot be written: {why}; log lines are lost until it can be\n",
                self.setting,
                self.path.display()
            )
        })
    }

    /// As much of a line as a file can hold, with its length: no line is left out. Fields are cut before, so that few lines are that long.
    fn shortened(&self, line: &[u8]) -> Vec<u8> {
        let cut = |most: u64| {
            let most = usize::try_from(most).unwrap_or(usize::MAX).min(line.len());
            String::from_utf8_lossy(&line[..most]).trim_end().to_owned()
        };
        match self.format {
            LogFormat::Text => {
                let words = format!("…[cut from {} bytes: log.file_bytes]\n", line.len());
                let begin = cut(self.max_bytes.saturating_sub(words.len() as u64 + 3));
                format!("{begin}{words}").into_bytes()
            }
            LogFormat::Json => {
                let fields = serde_json::json!({
                    "level": "ERROR", "message": "a line was longer than log.file_bytes", "federation": "-", "federate": "-",
                    "bytes": line.len(), "begin": cut(self.max_bytes / 8),
                });
                format!("{fields}\n").into_bytes()
            }
        }
    }

    /// Says in the file how many lines are missing at this place.
    fn write_count_of_lost(&mut self) -> Result<(), Why> {
        if self.lost == 0 {
            return Ok(());
        }
        let words = format!(
            "{} log lines were lost while this file could not be written",
            self.lost
        );
        let line = match self.format {
            LogFormat::Text => format!("hyla: {words}\n"),
            LogFormat::Json => {
                let fields = serde_json::json!({
                    "level": "ERROR", "message": words, "federation": "-", "federate": "-", "lost": self.lost,
                });
                format!("{fields}\n")
            }
        };
        self.append(line.as_bytes())?;
        self.lost = 0;
        Ok(())
    }

    fn append(&mut self, line: &[u8]) -> Result<(), Why> {
        if self.file.is_none() {
            self.open_file()?;
        }
        let length = line.len() as u64;
        if self.size + length > self.max_bytes {
            self.rotate()?;
        }
        let file = self.file.as_mut().expect("opened above");
        if let Err(error) = file.write_all(line) {
            // Half a line is none. Where this fails, the half stays: nothing more can be done about it.
            let _ = file.set_len(self.size);
            return Err(error.into());
        }
        self.size += length;
        Ok(())
    }

    fn open_file(&mut self) -> Result<(), Why> {
        // Asked before, since opening a pipe waits for its reader.
        if fs::metadata(&self.path).is_ok_and(|found| !found.is_file()) {
            return Err(Why::NotRegular);
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // Others than owner and group do not read it: lines name users and addresses.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o640);
        let file = options.open(&self.path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Why::Taken),
            // A file system without locks: whether two processes share a file is then up to the user.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        self.size = file.metadata()?.len();
        self.file = Some(file);
        Ok(())
    }

    /// Sets the file aside and begins a new one.
    fn rotate(&mut self) -> Result<(), Why> {
        for number in (1..self.max_files).rev() {
            match fs::rename(self.numbered(number - 1), self.numbered(number)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        if self.max_files == 1 {
            match fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        self.file = None;
        self.open_file()
    }

    /// Deletes old files beyond those that are kept, up to the first number that is missing: what an earlier run with
    /// a larger `log.files` left.
    fn delete_surplus(&self) -> io::Result<()> {
        for number in self.max_files.. {
            match fs::remove_file(self.numbered(number)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                other => other?,
            }
        }
        Ok(())
    }

    /// The file that is written (0) or an old one.
    fn numbered(&self, number: usize) -> PathBuf {
        if number == 0 {
            return self.path.clone();
        }
        let mut name = OsString::from(&self.path);
        name.push(format!(".{number}"));
        name.into()
    }
}

#[cfg(unix)]
fn rights_of_all(metadata: &fs::Metadata) -> Option<&'static str> {
    match std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o006 {
        0 => None,
        0o004 => Some("read"),
        _ => Some("write"),
    }
}

/// Elsewhere permissions have another form.
#[cfg(not(unix))]
fn rights_of_all(_: &fs::Metadata) -> Option<&'static str> {
    None
}

fn with_pid(path: &Path) -> PathBuf {
    match path.to_str() {
        Some(text) => text
            .replace("{pid}", &std::process::id().to_string())
            .into(),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty directory for one test.
    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("hyla-log-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        path
    }

    fn open(path: &Path, max_bytes: usize, max_files: usize) -> Result<LogFile, FileError> {
        LogFile::open("log.file", path, max_bytes, max_files, LogFormat::Text)
    }

    fn write(log: &mut LogFile, lines: impl IntoIterator<Item = usize>) {
        for line in lines {
            assert_eq!(log.write_line(format!("line {line:03}\n").as_bytes()), None);
        }
    }

    /// Names and contents of what is in `directory`.
    fn files(directory: &Path) -> Vec<(String, String)> {
        let mut found: Vec<_> = fs::read_dir(directory)
            .expect("a directory")
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                let text = fs::read_to_string(entry.path()).expect("text");
                (entry.file_name().into_string().expect("a name"), text)
            })
            .collect();
        found.sort();
        found
    }

    fn expected(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        files.iter().map(own).collect()
    }

    #[test]
    fn rotation_keeps_the_newest_files_of_whole_lines() {
        let at = directory("rotation");
        let mut log = open(&at.join("log"), 20, 3).expect("a log");

        write(&mut log, 0..9);

        assert_eq!(
            files(&at),
            expected(&[
                ("log", "line 008\n"),
                ("log.1", "line 006\nline 007\n"),
                ("log.2", "line 004\nline 005\n"),
            ])
        );
        fs::remove_dir_all(at).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_a_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let at = directory("mode");
        let mut log = open(&at.join("log"), 20, 3).expect("a log");

        write(&mut log, 0..4);

        for (name, _) in files(&at) {
            let mode = fs::metadata(at.join(&name))
                .expect("a file")
                .permissions()
                .mode();
            assert_eq!(mode & 0o007, 0, "{name}: {mode:o}");
        }
        fs::remove_dir_all(at).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_before_that_others_may_use_is_noticed() {
        use std::os::unix::fs::PermissionsExt;
        let at = directory("rights");
        let path = at.join("log");
        for (mode, rights) in [(0o640, None), (0o644, Some("read")), (0o646, Some("write"))] {
            fs::write(&path, "").expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");

            let log = open(&path, 20, 3).expect("a log");

            let found = log.open_to_all();
            assert_eq!(found, rights.map(|rights| (rights, path.as_path())));
        }
        fs::remove_dir_all(at).expect("removed");
    }

    #[test]
    fn a_single_file_begins_anew() {
        let at = directory("single");
        let mut log = open(&at.join("log"), 18, 1).expect("a log");

        write(&mut log, 0..3);

        assert_eq!(files(&at), expected(&[("log", "line 002\n")]));
        fs::remove_dir_all(at).expect("removed");
    }

    #[test]
    fn a_second_run_appends_and_deletes_what_is_beyond_its_number_of_files() {
        let at = directory("again");
        let path = at.join("log");
        write(&mut open(&path, 20, 4).expect("a log"), 0..8);
        fs::write(at.join("log.2024"), "somebody else's").expect("written");

        let mut log = open(&path, 20, 2).expect("a log");
        write(&mut log, 8..9);

        assert_eq!(
            files(&at),
            expected(&[
                ("log", "line 008\n"),
                ("log.1", "line 006\nline 007\n"),
                ("log.2024", "somebody else's"),
            ])
        );
        fs::remove_dir_all(at).expect("removed");
    }

    #[test]
    fn a_line_that_no_file_can_hold_is_cut_and_kept() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let at = directory("long");
            let path = at.join("log");
            let mut log = LogFile::open("log.file", &path, 800, 2, format).expect("a log");
            let line = format!("begin {}\n", "ß\u{1b}".repeat(300));

            assert_eq!(log.write_line(line.as_bytes()), None);

            let text = fs::read_to_string(&path).expect("text");
            assert!(text.contains("begin ß") && text.contains("907"), "{text}");
            assert_eq!(text.matches('\n').count(), 1, "{text}");
            assert!(text.len() <= 800, "{}", text.len());
            fs::remove_dir_all(at).expect("removed");
        }
    }

    #[test]
    fn losses_are_told_once_and_counted_where_they_happened() {
        for (format, count) in [
            (
                LogFormat::Text,
                "hyla: 2 log lines were lost while this file could not be written\n",
            ),
            (
                LogFormat::Json,
                "{\"federate\":\"-\",\"federation\":\"-\",\"level\":\"ERROR\",\"lost\":2,\
                 \"message\":\"2 log lines were lost while this file could not be written\"}\n",
            ),
        ] {
            let at = directory("lost");
            let path = at.join("log");
            let mut log = LogFile::open("log.audit_file", &path, 200, 2, format).expect("a log");
            log.size = 200;
            fs::remove_dir_all(&at).expect("removed");

            let told = log.write_line(b"one\n").expect("words");
            let begin = format!("hyla: log.audit_file: {} cannot be", path.display());
            assert!(told.starts_with(&begin), "{told}");
            assert_eq!(log.write_line(b"two\n"), None);
            fs::create_dir(&at).expect("a directory");
            assert_eq!(log.write_line(b"three\n"), None);

            assert_eq!(files(&at), expected(&[("log", &format!("{count}three\n"))]));
            fs::remove_dir_all(at).expect("removed");
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error_with_its_path() {
        let at = directory("errors");
        let taken = at.join("taken");
        let first = open(&taken, 20, 2).expect("a log");

        for (path, words) in [
            (at.join("absent/log"), "No such file"),
            (at.clone(), "not a regular file"),
            (PathBuf::from("/dev/full"), "not a regular file"),
            (taken, "another process"),
        ] {
            let error = open(&path, 20, 2).expect_err("an error").to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
            assert!(
                error.contains("log.file") && error.contains(words),
                "{error}"
            );
        }
        drop(first);
        fs::remove_dir_all(at).expect("removed");
    }

    #[test]
    fn each_process_may_have_a_file_of_its_own() {
        let at = directory("pid");

        let log = open(&at.join("log-{pid}"), 20, 2).expect("a log");

        assert_eq!(log.path, at.join(format!("log-{}", std::process::id())));
        fs::remove_dir_all(at).expect("removed");
    }
}
