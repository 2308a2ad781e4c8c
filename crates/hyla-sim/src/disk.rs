//! Files that survive when the RTI dies or the power fails.
//!
//! The RTI takes the steps of [`WriteStep::ORDER`], as a real driver does. Writes without a flush
//! may have reached the disk or not, each part of a file and each name independently.

use std::collections::BTreeMap;
use std::rc::Rc;

use hyla_core::federation::WriteStep;

use crate::faults::Sabotage;
use crate::image::SavedExecution;
use crate::network::mix;

/// Bytes that reach the disk together.
const PART: usize = 128;

/// Contents of a file and the judge's state when it was written; `None` if the file is torn.
pub(crate) type Stored = (Vec<u8>, Option<Rc<SavedExecution>>);

/// Federation and label.
pub(crate) type FileKey = (String, String);

/// All files, with their flush states.
#[derive(Debug, Default)]
pub(crate) struct Files {
    places: BTreeMap<FileKey, Vec<Version>>,
    /// Directories of federations, and whether they are flushed.
    directories: BTreeMap<String, bool>,
}

/// A file under its final name; the newest is last.
#[derive(Debug)]
struct Version {
    stored: Stored,
    /// The RTI was informed that the file is stored.
    reported: bool,
    content_flushed: bool,
    name_flushed: bool,
}

/// Effect of the RTI's end on unflushed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// The process died: the system writes the rest.
    Process,
    /// The power failed.
    Power,
    /// The power failed, and the disk lost parts of an open file although it had reported a flush.
    LyingDisk,
}

impl Loss {
    pub(crate) fn of(lot: u64) -> Self {
        match lot % 4 {
            1 => Self::Process,
            3 => Self::Power,
            _ => Self::LyingDisk,
        }
    }
}

/// Steps of the driver.
fn steps(sabotage: Option<Sabotage>) -> Vec<WriteStep> {
    let order = WriteStep::ORDER.into_iter();
    match sabotage {
        Some(Sabotage::FlushFileLate) => {
            let late = order.filter(|step| *step != WriteStep::FlushFile);
            late.chain([WriteStep::FlushFile]).collect()
        }
        Some(Sabotage::ForgetDirectory) => {
            let kept = |step: &WriteStep| *step != WriteStep::FlushDirectory;
            order.filter(kept).collect()
        }
        Some(Sabotage::ForgetParent) => {
            let kept = |step: &WriteStep| *step != WriteStep::FlushParent;
            order.filter(kept).collect()
        }
        _ => order.collect(),
    }
}

impl Files {
    /// The newest and the oldest file of that key.
    pub(crate) fn ends(&self, place: &FileKey) -> Option<(&Stored, &Stored)> {
        let versions = self.places.get(place)?;
        Some((&versions.last()?.stored, &versions.first()?.stored))
    }

    /// Stores a file and informs the RTI.
    pub(crate) fn store(&mut self, place: FileKey, stored: Stored, sabotage: Option<Sabotage>) {
        let steps = steps(sabotage);
        self.take(place.clone(), stored, &steps);
        if let Some(version) = self.places.get_mut(&place).and_then(|v| v.last_mut()) {
            version.reported = true;
        }
    }

    /// The RTI died while writing a file. Gives whether a part of the file exists.
    pub(crate) fn leave(
        &mut self,
        place: FileKey,
        stored: Stored,
        lot: u64,
        sabotage: Option<Sabotage>,
    ) -> bool {
        let steps = steps(sabotage);
        if Loss::of(lot) == Loss::LyingDisk {
            let torn = match sabotage {
                Some(Sabotage::ReadTornFile) => stored.0,
                _ => torn(&stored.0, lot),
            };
            self.take(place, (torn, None), &steps);
            return true;
        }
        let reached = mix(&[lot, stored.0.len() as u64, 1]) as usize % (steps.len() + 1);
        self.take(place, stored, &steps[..reached]);
        false
    }

    /// Takes steps to store a file.
    fn take(&mut self, place: FileKey, stored: Stored, steps: &[WriteStep]) {
        let mut stored = Some(stored);
        let mut content_flushed = false;
        for step in steps {
            match step {
                WriteStep::MakeDirectory => {
                    self.directories.entry(place.0.clone()).or_insert(false);
                }
                WriteStep::FlushParent => {
                    self.directories.insert(place.0.clone(), true);
                }
                WriteStep::WriteBeside => {}
                WriteStep::FlushFile => {
                    content_flushed = true;
                    if stored.is_none()
                        && let Some(version) =
                            self.places.get_mut(&place).and_then(|v| v.last_mut())
                    {
                        version.content_flushed = true;
                    }
                }
                WriteStep::TakePlace => {
                    let versions = self.places.entry(place.clone()).or_default();
                    versions.extend(stored.take().map(|stored| Version {
                        stored,
                        reported: false,
                        content_flushed,
                        name_flushed: false,
                    }));
                }
                WriteStep::FlushDirectory => {
                    let of_it = self.places.iter_mut();
                    for (_, versions) in of_it.filter(|((federation, _), _)| *federation == place.0)
                    {
                        versions
                            .iter_mut()
                            .for_each(|version| version.name_flushed = true);
                    }
                }
            }
        }
    }

    /// The RTI has died: unflushed data may be lost.
    ///
    /// # Errors
    /// A file that was reported as stored is neither there nor replaced by a later one.
    pub(crate) fn lose(&mut self, lot: u64) -> Result<(), String> {
        let mut broken = Ok(());
        if Loss::of(lot) != Loss::Process {
            for (number, (place, versions)) in (2..).zip(&mut self.places) {
                let mut coin = 0;
                let mut kept = |flushed: bool| {
                    coin += 1;
                    flushed || mix(&[lot, number, coin]).is_multiple_of(2)
                };
                let listed = kept(self.directories.get(&place.0) == Some(&true));
                let promised = versions.iter().rposition(|version| version.reported);
                let left = versions
                    .iter()
                    .rposition(|version| kept(version.name_flushed));
                let left = left.filter(|_| listed);
                if left < promised {
                    broken = Err(format!(
                        "the save {place:?} was reported as stored, and is lost"
                    ));
                }
                versions.truncate(left.map_or(0, |at| at + 1));
                if let Some(version) = versions.last_mut()
                    && !version.content_flushed
                {
                    let whole = torn(&version.stored.0, mix(&[lot, number]));
                    version.stored = (whole, None);
                    if promised.is_some() {
                        broken = Err(format!("the save {place:?} was replaced by a torn file"));
                    }
                }
            }
        }
        self.places.retain(|_, versions| !versions.is_empty());
        for version in self.places.values_mut().flatten() {
            (version.content_flushed, version.name_flushed) = (true, true);
        }
        self.directories
            .values_mut()
            .for_each(|flushed| *flushed = true);
        broken
    }
}

/// A torn file: each part reached the disk or not, and at least one is missing.
fn torn(bytes: &[u8], lot: u64) -> Vec<u8> {
    let parts = bytes.len().div_ceil(PART).max(1);
    let missing = mix(&[lot, 3]) as usize % parts;
    let reached = |part: usize| part != missing && mix(&[lot, 4, part as u64]).is_multiple_of(2);
    let last = (0..parts).rfind(|part| reached(*part));
    let length = last.map_or(0, |last| ((last + 1) * PART).min(bytes.len()));
    let mut there = bytes[..length].to_vec();
    for (part, piece) in there.chunks_mut(PART).enumerate() {
        if !reached(part) {
            piece.fill(0);
        }
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> FileKey {
        ("North".into(), "S".into())
    }

    fn file(byte: u8) -> Stored {
        (vec![byte; 1000], None)
    }

    /// Whether promises were kept, and the remaining file.
    type After = (Result<(), String>, Option<Vec<u8>>);

    /// Remaining files after two saves, of which the second was being written, for each lot of that
    /// kind.
    fn after(loss: Loss, sabotage: Option<Sabotage>) -> Vec<After> {
        let lots = (0..400).filter(|lot| Loss::of(*lot) == loss);
        lots.map(|lot| {
            let mut files = Files::default();
            files.store(place(), file(1), sabotage);
            files.leave(place(), file(2), lot, sabotage);
            let promise = files.lose(lot);
            (
                promise,
                files.ends(&place()).map(|(newest, _)| newest.0.clone()),
            )
        })
        .collect()
    }

    #[test]
    fn there_is_either_the_older_file_or_the_newer_one() {
        for loss in [Loss::Process, Loss::Power] {
            let left = after(loss, None);

            assert!(left.iter().all(|(promise, _)| promise.is_ok()));
            for whole in [file(1).0, file(2).0] {
                assert!(left.iter().any(|(_, left)| left.as_ref() == Some(&whole)));
            }
            let mut left = left.into_iter().filter_map(|(_, left)| left);
            assert!(left.all(|left| left == file(1).0 || left == file(2).0));
        }
    }

    #[test]
    fn a_lying_disk_leaves_a_part_of_the_newer_file() {
        for (_, left) in after(Loss::LyingDisk, None) {
            assert!(left != Some(file(2).0) && left != Some(file(1).0));
        }
    }

    #[test]
    fn each_step_that_is_left_out_or_late_breaks_a_promise() {
        for sabotage in [
            Sabotage::FlushFileLate,
            Sabotage::ForgetDirectory,
            Sabotage::ForgetParent,
        ] {
            let broken = after(Loss::Power, Some(sabotage));
            assert!(
                broken.iter().any(|(promise, _)| promise.is_err()),
                "{sabotage:?}"
            );
        }
    }
}
