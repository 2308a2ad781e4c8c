//! Reading the file, and detecting changes.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params};

use super::users::{Users, UsersFileError};

/// Identifies a version of the file.
pub(super) type Stamp = (Option<SystemTime>, u64, u64);

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> UsersFileError {
    UsersFileError::of(format!("{}: cannot be read: {error}", path.display()))
}

pub(super) fn content(path: &Path) -> Result<(Stamp, String), UsersFileError> {
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let metadata = file.metadata().map_err(|error| unreadable(path, &error))?;
    check_permissions(path, &metadata)?;
    let mut text = String::new();
    file.read_to_string(&mut text)
        .map_err(|error| unreadable(path, &error))?;
    Ok((stamp(&metadata), text))
}

/// The users, and the most expensive hash.
pub(super) fn read(path: &Path) -> Result<(Stamp, Users, PasswordHash), UsersFileError> {
    let (stamp, text) = content(path)?;
    let users = Users::parse(path, &text)?;
    let cost = |hash: &PasswordHash| {
        let params = Params::try_from(hash).ok()?;
        let (memory, time) = (u64::from(params.m_cost()), u64::from(params.t_cost()));
        Some(memory * time)
    };
    let hashes = users.by_name.values().map(|user| &user.hash);
    let dummy = match hashes.max_by_key(|hash| cost(hash)) {
        Some(hash) => hash.clone(),
        None => Argon2::default()
            .hash_password(b"")
            .map_err(|error| UsersFileError::of(error.to_string()))?,
    };
    Ok((stamp, users, dummy))
}

#[cfg(unix)]
fn check_permissions(path: &Path, metadata: &Metadata) -> Result<(), UsersFileError> {
    use std::os::unix::fs::PermissionsExt;

    let (mode, path) = (metadata.permissions().mode(), path.display());
    if mode & 0o002 != 0 {
        return Err(UsersFileError::of(format!(
            "{path}: not trusted, since all users of this machine can write it: chmod o-w {path}"
        )));
    }
    if mode & 0o004 != 0 {
        tracing::warn!(
            federation = "-", federate = "-", file = %path,
            "all users of this machine can read the password hashes: chmod o-r"
        );
    }
    Ok(())
}

/// Elsewhere permissions have another form.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as on Unix
fn check_permissions(_: &Path, _: &Metadata) -> Result<(), UsersFileError> {
    Ok(())
}

pub(super) fn stamp(metadata: &Metadata) -> Stamp {
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(metadata);
    #[cfg(not(unix))]
    let number = 0;
    (metadata.modified().ok(), metadata.len(), number)
}
