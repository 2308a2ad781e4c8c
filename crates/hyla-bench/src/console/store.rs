//! Files of results.

use std::path::{Path, PathBuf};

use crate::plan::profile::LatencyProfile;
use crate::result::{ResultError, RunResult, replace, write};

/// Default file of a result: `bench-results/EXPERIMENT-TIME.json`.
pub fn default_path(experiment: &str, began: &str) -> PathBuf {
    let time: String = began.chars().filter(|letter| *letter != ':').collect();
    Path::new("bench-results").join(format!("{experiment}-{time}.json"))
}

/// File of a result's latency profile, beside it.
pub fn profile_path(result: &Path) -> PathBuf {
    result.with_extension("profile.json")
}

/// Writes the result, and the latency profile of a `load-matrix` beside it; gives the profile's
/// file.
///
/// # Errors
/// Those of the system.
pub fn store(result: &RunResult, path: &Path) -> Result<Option<PathBuf>, ResultError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(|source| ResultError::Io {
            path: folder.to_owned(),
            source,
        })?;
    }
    write(path, result)?;
    if result.experiment != "load-matrix" {
        return Ok(None);
    }
    let beside = profile_path(path);
    let profile = serde_json::to_string(&LatencyProfile::of(result));
    let profile = profile.map_err(|error| ResultError::Io {
        path: beside.clone(),
        source: error.into(),
    })?;
    replace(&beside, format!("{profile}\n").as_bytes())?;
    Ok(Some(beside))
}
