//! Which files and directories are believed to be saves of this RTI: others of the host may be able to put some in its way.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads a save: a regular file of at most that many bytes, of the user of this process, of root, or of the owner of the save directory.
/// Follows no link, and waits for no other program.
pub(super) fn read(directory: &Path, at: &Path, most: u64) -> io::Result<Vec<u8>> {
    check_directory(directory, at)?;
    let file = open(at)?;
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(invalid("it is no regular file".to_owned()));
    }
    owner::check(directory, &found)?;
    let mut bytes = Vec::new();
    // It may grow meanwhile.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(invalid(format!(
            "it has more than {most} bytes, which rti.limit_memory_bytes allows"
        )));
    }
    Ok(bytes)
}

/// Checks the directory of a federation, in which `at` is or will be: no link, and of an owner as for [`read`]. It need not exist.
pub(super) fn check_directory(directory: &Path, at: &Path) -> io::Result<()> {
    let Some(of_federation) = at.parent() else {
        return Ok(());
    };
    let found = match fs::symlink_metadata(of_federation) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    if !found.is_dir() {
        let text = format!("{} is a link or a file", of_federation.display());
        return Err(invalid(text));
    }
    owner::check(directory, &found)
}

fn invalid(text: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, text)
}

#[cfg(unix)]
fn open(at: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    // Without waiting for who writes into a pipe.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = open(at, flags, Mode::empty()).map_err(|error| match error {
        rustix::io::Errno::LOOP => invalid("it is a link".to_owned()),
        error => error.into(),
    });
    opened.map(File::from)
}

#[cfg(not(unix))]
fn open(at: &Path) -> io::Result<File> {
    if fs::symlink_metadata(at)?.is_symlink() {
        return Err(invalid("it is a link".to_owned()));
    }
    File::open(at)
}

#[cfg(unix)]
mod owner {
    use std::fs::{self, Metadata};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// Whether what is below the save directory is of somebody who could do there what he likes anyway.
    pub(super) fn check(directory: &Path, found: &Metadata) -> io::Result<()> {
        let own = rustix::process::geteuid().as_raw();
        let of_directory = fs::metadata(directory).map(|it| it.uid());
        let is_believed =
            [0, own].contains(&found.uid()) || of_directory.is_ok_and(|it| it == found.uid());
        if is_believed {
            return Ok(());
        }
        Err(super::invalid(format!(
            "it belongs to user {}, not to user {own} of this RTI: chown it if you trust it",
            found.uid()
        )))
    }
}

#[cfg(not(unix))]
mod owner {
    use std::fs::Metadata;
    use std::io;
    use std::path::Path;

    /// Other systems are not asked.
    #[allow(clippy::unnecessary_wraps, reason = "as on Unix")]
    pub(super) fn check(_: &Path, _: &Metadata) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::{chown, symlink};

    use super::super::tests::TestDirectory;
    use super::*;

    fn refused(directory: &Path, at: &Path) -> String {
        read(directory, at, 100).unwrap_err().to_string()
    }

    #[test]
    fn links_pipes_and_directories_are_no_saves() {
        let place = TestDirectory::new("belief");
        let of_federation = place.0.join("North");
        fs::create_dir(&of_federation).unwrap();
        let at = |name: &str| of_federation.join(name);
        fs::write(at("save"), b"a save").unwrap();
        symlink(at("save"), at("link")).unwrap();
        fs::create_dir(at("directory")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), 0o600.into()).unwrap();
        symlink(&of_federation, place.0.join("South")).unwrap();

        assert_eq!(read(&place.0, &at("save"), 100).unwrap(), b"a save");
        assert!(refused(&place.0, &at("link")).contains("a link"));
        assert!(refused(&place.0, &at("directory")).contains("no regular file"));
        assert!(refused(&place.0, &at("pipe")).contains("no regular file"));
        assert!(refused(&place.0, &place.0.join("South/save")).contains("South is a link"));
    }

    #[test]
    fn a_file_beyond_the_limit_is_not_read() {
        let place = TestDirectory::new("large");
        let at = place.0.join("save");
        fs::write(&at, [7; 101]).unwrap();

        assert!(refused(&place.0, &at).contains("rti.limit_memory_bytes"));

        assert_eq!(read(&place.0, &at, 101).unwrap().len(), 101);
    }

    #[test]
    fn files_of_others_are_no_saves() {
        if !rustix::process::geteuid().is_root() {
            hyla_test_skips::skipped("needs root, to make files of other users");
            return;
        }
        let place = TestDirectory::new("others");
        let of_federation = place.0.join("North");
        let at = of_federation.join("save");
        fs::create_dir(&of_federation).unwrap();
        fs::write(&at, b"forged").unwrap();

        chown(&at, Some(54_321), None).unwrap();
        assert!(refused(&place.0, &at).contains("user 54321"));
        chown(&at, Some(0), None).unwrap();
        chown(&of_federation, Some(54_321), None).unwrap();
        assert!(refused(&place.0, &at).contains("user 54321"));

        chown(&place.0, Some(54_321), None).unwrap();
        assert_eq!(read(&place.0, &at, 100).unwrap(), b"forged");
    }
}
