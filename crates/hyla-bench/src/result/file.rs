//! Documents in files: read with checks, written whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Note, NoteLevel, RunResult, SCHEMA, Sample};

/// Why a file cannot be used as a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file has another content, or a part is missing.
    #[error("{} is not a result of `hyla bench run`: {reason}", path.display())]
    NotAResult {
        /// The file.
        path: PathBuf,
        /// The defect and its position.
        reason: String,
    },
    /// A later version of this program wrote the file, and its values may have another meaning there.
    #[error(
        "{} was written in version {found} of the format of results, and this program knows versions up to {SCHEMA}; \
         read it with the version of hyla that wrote it ({writer}) or a later one",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Version of the document.
        found: u32,
        /// Version of the program that wrote it.
        writer: String,
    },
}

/// Reads the result in `path`.
///
/// Fields that this version does not know are passed over, since fields are added without a new version of the document.
///
/// # Errors
/// [`ResultError`]: the file cannot be read, is not a result, lacks a field, or is of a later version.
pub fn read(path: &Path) -> Result<RunResult, ResultError> {
    let io = |source| ResultError::Io {
        path: path.to_owned(),
        source,
    };
    parse(&fs::read_to_string(path).map_err(io)?, path)
}

/// Reads a result from its text; `path` is only named in errors.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, path: &Path) -> Result<RunResult, ResultError> {
    let wrong = |reason: String| ResultError::NotAResult {
        path: path.to_owned(),
        reason,
    };
    let head: Head = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    if head.schema > SCHEMA {
        return Err(ResultError::Newer {
            path: path.to_owned(),
            found: head.schema,
            writer: head.hyla,
        });
    }
    if head.schema == 0 {
        return Err(wrong("there is no version 0 of the format".to_owned()));
    }
    serde_json::from_str(text).map_err(|error| wrong(error.to_string()))
}

/// Part of the document that all versions share.
#[derive(Deserialize)]
struct Head {
    schema: u32,
    #[serde(default)]
    hyla: String,
}

/// Writes `result` to `path`, under another name first, so that a reader of `path` finds the old document or
/// the new one and never a part.
///
/// Figures that JSON cannot express (infinite, or not a number) are left out, and a note of the document names
/// them.
///
/// # Errors
/// [`ResultError::Io`] as the system says; `path` is then as it was.
pub fn write(path: &Path, result: &RunResult) -> Result<(), ResultError> {
    let mut text = serde_json::to_string(&storable(result)).map_err(|error| ResultError::Io {
        path: path.to_owned(),
        source: error.into(),
    })?;
    text.push('\n');
    replace(path, text.as_bytes())
}

/// Puts `content` in the place of the file `path`, or leaves it as it was.
///
/// # Errors
/// [`ResultError::Io`] as the system says.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), ResultError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&part)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|source| {
        // A second failure is ignored: the first error is the one to report.
        let _ = fs::remove_file(&part);
        ResultError::Io {
            path: path.to_owned(),
            source,
        }
    })
}

fn storable(result: &RunResult) -> RunResult {
    let mut result = result.clone();
    let mut dropped = Vec::new();
    for point in &mut result.points {
        clean_all(&mut point.samples, &mut dropped);
        drop_unreal(&mut point.ratios, |ratio| ratio.is_finite(), &mut dropped);
        for baseline in &mut point.baselines {
            clean_all(&mut baseline.samples, &mut dropped);
        }
        let summaries = point.baselines.iter_mut().map(|b| &mut b.summary);
        for summary in summaries.chain([&mut point.summary]) {
            let real = |s: &super::Summary| {
                [s.min, s.low, s.median, s.high, s.max]
                    .iter()
                    .all(|v| v.is_finite())
            };
            drop_unreal(summary, real, &mut dropped);
        }
    }
    for machine in &mut result.machines {
        if !machine.load.is_finite() {
            machine.load = 0.0;
            dropped.push("load".to_owned());
        }
    }
    dropped.sort();
    dropped.dedup();
    if !dropped.is_empty() {
        result.notes.push(Note {
            level: NoteLevel::Warning,
            text: format!(
                "figures that were not a number are left out: {}",
                dropped.join(", ")
            ),
        });
    }
    result
}

fn clean_all(samples: &mut [Sample], dropped: &mut Vec<String>) {
    for sample in samples {
        let federates = sample.federates.values_mut();
        for metrics in federates.chain([&mut sample.metrics]) {
            drop_unreal(metrics, |value| value.is_finite(), dropped);
        }
    }
}

fn drop_unreal<T>(
    map: &mut BTreeMap<String, T>,
    real: impl Fn(&T) -> bool,
    dropped: &mut Vec<String>,
) {
    map.retain(|name, value| {
        let keep = real(value);
        if !keep {
            dropped.push(name.clone());
        }
        keep
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("bench-result-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = folder("again");
        let path = folder.join("latency.json");
        let result = sample::result("latency");

        write(&path, &result).expect("written");
        write(&path, &result).expect("written over the first");

        assert_eq!(read(&path).expect("a result"), result);
        let files = fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(files, 1, "nothing but the document stays");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_later_version_is_refused_with_what_to_do() {
        let text = r#"{"schema": 9, "hyla": "4.2.0", "points": {"quite": "different"}}"#;

        let error = parse(text, Path::new("new.json")).expect_err("too new");

        let text = error.to_string();
        assert!(
            text.contains("new.json") && text.contains("version 9"),
            "{text}"
        );
        assert!(text.contains("4.2.0"), "{text}");
    }

    #[test]
    fn a_missing_field_is_named() {
        let mut value = serde_json::to_value(sample::result("send")).expect("JSON");
        value.as_object_mut().expect("an object").remove("machines");

        let error = parse(&value.to_string(), Path::new("a.json")).expect_err("incomplete");

        assert!(
            error.to_string().contains("missing field `machines`"),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_result_is_refused_as_such() {
        for text in [
            "",
            "[]",
            "{}",
            "{\"schema\": 0}",
            "{\"schema\": \"one\"}",
            "nonsense",
        ] {
            let error = parse(text, Path::new("a.json")).expect_err("no result");
            assert!(error.to_string().contains("is not a result"), "{error}");
        }
        assert!(matches!(
            read(Path::new("/nonexistent/a.json")),
            Err(ResultError::Io { .. })
        ));
    }

    #[test]
    fn fields_of_later_programs_are_passed_over() {
        let mut value = serde_json::to_value(sample::result("send")).expect("JSON");
        value["weather"] = "rain".into();

        assert!(parse(&value.to_string(), Path::new("a.json")).is_ok());
    }

    #[test]
    fn what_is_no_number_is_left_out_and_noted() {
        let folder = folder("numbers");
        let path = folder.join("r.json");
        let mut result = sample::result("send");
        let metrics = &mut result.points[0].samples[0].metrics;
        metrics.insert("lost_share".to_owned(), f64::NAN);

        write(&path, &result).expect("written");

        let read = read(&path).expect("readable all the same");
        assert!(!read.points[0].samples[0].metrics.contains_key("lost_share"));
        let note = read.notes.last().expect("a note");
        assert!(note.text.ends_with("lost_share"), "{}", note.text);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_file_that_cannot_be_replaced_stays_what_it_was() {
        let folder = folder("stays");
        let path = folder.join("taken");
        fs::create_dir_all(path.join("inside")).expect("a folder in the way");

        assert!(write(&path, &sample::result("send")).is_err());

        assert!(path.join("inside").is_dir());
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        fs::remove_dir_all(folder).expect("removed");
    }
}
