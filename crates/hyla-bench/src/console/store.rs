//! Where a result goes.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::plan::profile::LatencyProfile;
use crate::result::RunResult;

/// Why a result is not stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refused.
    #[error("cannot write {}: {cause}; name another file with --out", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
}

/// Where a result goes that has no place of its own: `bench-results/EXPERIMENT-TIME.json`.
pub fn default_path(experiment: &str, began: &str) -> PathBuf {
    let time: String = began.chars().filter(|letter| *letter != ':').collect();
    Path::new("bench-results").join(format!("{experiment}-{time}.json"))
}

/// Where the latency profile of a result goes: beside it.
pub fn profile_path(result: &Path) -> PathBuf {
    result.with_extension("profile.json")
}

/// Writes the result, and the latency profile of a `load-matrix` beside it; gives the profile's file.
///
/// # Errors
/// What the system says.
pub fn store(result: &RunResult, path: &Path) -> Result<Option<PathBuf>, StoreError> {
    write(path, result)?;
    if result.experiment != "load-matrix" {
        return Ok(None);
    }
    let beside = profile_path(path);
    write(&beside, &LatencyProfile::of(result))?;
    Ok(Some(beside))
}

/// Writes all of a document or nothing: a file that is there is replaced at once.
fn write(path: &Path, document: &impl Serialize) -> Result<(), StoreError> {
    let refused = |cause| StoreError::Write {
        path: path.to_owned(),
        cause,
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder).map_err(refused)?;
    }
    let mut text = serde_json::to_string(document).map_err(|error| refused(error.into()))?;
    text.push('\n');
    let beside = path.with_extension("json.new");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(refused)
}
