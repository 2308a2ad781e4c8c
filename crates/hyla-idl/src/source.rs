//! Sources of files, and locations in them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::Finding;

/// Most findings of one run.
pub(crate) const MOST_FINDINGS: usize = 50;

/// Reads files by name.
pub trait Files {
    /// Text of the file.
    ///
    /// # Errors
    /// As of [`std::fs::read_to_string`]; `NotFound` has the next directory tried.
    fn read(&self, path: &Path) -> io::Result<String>;
}

/// Files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<String> {
        // Comments of old files are often in Latin-1.
        let bytes = std::fs::read(path)?;
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|latin| latin.as_bytes().iter().map(|&b| char::from(b)).collect()))
    }
}

/// Files that exist only in memory, for tests and generated definitions.
#[derive(Clone, Debug, Default)]
pub struct Memory(BTreeMap<String, String>);

impl Memory {
    /// Adds one more file.
    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> Self {
        self.0.insert(path.to_owned(), text.to_owned());
        self
    }
}

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<String> {
        let found = path.to_str().and_then(|path| self.0.get(path));
        found.cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// A location in one of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    pub(crate) file: u32,
    pub(crate) offset: u32,
}

/// The files that were read, and the findings so far.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    files: Vec<(String, Arc<str>)>,
    pub(crate) findings: Vec<Finding>,
}

impl Sources {
    pub(crate) fn add(&mut self, path: String, text: String) -> u32 {
        self.files.push((path, text.into()));
        u32::try_from(self.files.len() - 1).expect("includes are limited")
    }

    pub(crate) fn text(&self, file: u32) -> Arc<str> {
        Arc::clone(&self.files[file as usize].1)
    }

    /// Names of the files, without those of options.
    pub(crate) fn paths(&self) -> Vec<String> {
        let paths = self.files.iter().map(|(path, _)| path.clone());
        paths.filter(|path| !path.starts_with('<')).collect()
    }

    pub(crate) fn path(&self, file: u32) -> &str {
        &self.files[file as usize].0
    }

    pub(crate) fn is_full(&self) -> bool {
        self.findings.len() >= MOST_FINDINGS
    }

    pub(crate) fn report(&mut self, at: Location, message: impl Into<String>) {
        if self.is_full() {
            return;
        }
        let (path, text) = &self.files[at.file as usize];
        let before = text.get(..at.offset as usize).unwrap_or(text);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let finding = Finding {
            file: path.clone(),
            line: number(line),
            column: number(column),
            message: message.into(),
        };
        // One token can violate two rules; report equal findings once.
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }
}
