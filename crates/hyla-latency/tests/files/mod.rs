//! Test fixture: a folder with the files of a server, and the machine of its profile.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::path::PathBuf;

use hyla_latency::profile::{Document, Machine};
use hyla_latency::server::Config;

/// A profile that this project has measured.
pub(crate) const PROFILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/studies/results/load-matrix/01-load-matrix.profile.json"
);

/// A folder of one test; removed at its end.
pub(crate) struct Files(pub(crate) PathBuf);

impl Files {
    pub(crate) fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("hyla-latency-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Writes and reads a configuration that listens on loopback.
    pub(crate) fn config(&self, text: &str) -> Config {
        let path = self.0.join("latency.toml");
        std::fs::write(&path, format!("listen = \"127.0.0.1:0\"\n{text}")).unwrap();
        Config::read(&path).unwrap()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The machine of the profile.
pub(crate) fn machine() -> Machine {
    let profile = std::fs::read_to_string(PROFILE).unwrap();
    Document::read(&profile).unwrap().machines.remove(0)
}
