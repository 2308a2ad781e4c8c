//! The credentials that the settings name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hyla_core::Result;
use hyla_types::{Credentials, Exception, ExceptionKind};

use crate::settings::Settings;

/// More than a first line is not read.
const LONGEST: u64 = 4096;

/// Credentials from `rti.user` and `rti.password_file`; `None` without such a file.
///
/// # Errors
/// `ConnectionFailed` if the file cannot be read or has no password.
pub(super) fn credentials_of(settings: &Settings) -> Result<Option<Credentials>> {
    let Some(path) = &settings.rti.password_file else {
        return Ok(None);
    };
    let failed = |why: String| {
        let text = format!("{} (rti.password_file): {why}", path.display());
        Exception::new(ExceptionKind::ConnectionFailed, text)
    };
    let password = first_line(path).map_err(|error| failed(error.to_string()))?;
    if password.is_empty() {
        return Err(failed("its first line has no password".into()));
    }
    let user = &settings.rti.user;
    let text = if user.is_empty() {
        password
    } else {
        format!("{user}:{password}")
    };
    Ok(Some(Credentials::plain_text_password(&text)))
}

fn first_line(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    warn_if_readable_by_all(path, &file)?;
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text)?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

#[cfg(unix)]
fn warn_if_readable_by_all(path: &Path, file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    if file.metadata()?.permissions().mode() & 0o004 != 0 {
        tracing::warn!(
            federation = "-", federate = "-", file = %path.display(),
            "all users of this machine can read the password: chmod o-r"
        );
    }
    Ok(())
}

/// Elsewhere the permissions of a file are not three digits.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as on Unix
fn warn_if_readable_by_all(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Sources;

    fn credentials(name: &str, content: &[u8], user: &str) -> Result<Option<Credentials>> {
        let path = std::env::temp_dir().join(format!("hyla-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        let text = format!("rti.user={user}; rti.password_file={}", path.display());
        let settings = Sources::none().connect(text).load().unwrap();
        let found = credentials_of(&settings);
        std::fs::remove_file(&path).unwrap();
        found
    }

    #[test]
    fn the_first_line_is_the_password() {
        let found = credentials("line", "ge:heim ß\r\nrest".as_bytes(), "anna").unwrap();
        let expected = Credentials::plain_text_password("anna:ge:heim ß");
        assert_eq!(found, Some(expected));

        let found = credentials("alone", b"secret", "").unwrap();
        assert_eq!(found, Some(Credentials::plain_text_password("secret")));
    }

    #[test]
    fn without_a_file_there_are_no_credentials() {
        assert_eq!(credentials_of(&Settings::default()), Ok(None));
    }

    #[test]
    fn a_file_without_a_password_is_told_and_not_quoted() {
        for (name, content) in [("empty", &b"\nsecret"[..]), ("bytes", b"secret\xff")] {
            let error = credentials(name, content, "anna").unwrap_err();
            assert_eq!(error.kind, ExceptionKind::ConnectionFailed);
            assert!(error.message.contains("rti.password_file"), "{error}");
            assert!(!error.message.contains("secret"), "{error}");
        }
        let settings = Sources::none().connect("rti.password_file=/nowhere/x");
        assert!(credentials_of(&settings.load().unwrap()).is_err());
        let lonely = Sources::none().connect("rti.user=anna").load();
        assert!(
            lonely
                .unwrap_err()
                .to_string()
                .contains("rti.password_file")
        );
        let colon = Sources::none()
            .connect("rti.user=a:b; rti.password_file=x")
            .load();
        assert!(colon.unwrap_err().to_string().contains("without a colon"));
    }
}
