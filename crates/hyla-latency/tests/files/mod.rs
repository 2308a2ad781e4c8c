//! Test fixture: a folder with the files of a server, and the machine of its profile.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use hyla_latency::interface::Client;
use hyla_latency::interface::schema::{Answer, ConnectionId, Validity};
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

/// Runs to the end on this thread.
pub(crate) fn run<T>(does: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(does)
}

/// Asks until the answer is as wanted. A watchdog ends a hang.
pub(crate) async fn until(
    client: &Client,
    id: ConnectionId,
    wanted: impl Fn(&Answer) -> bool,
) -> Answer {
    let began = Instant::now();
    loop {
        let answer = client.ask(id).await.unwrap();
        if wanted(&answer) {
            return answer;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Asks until the answer is fresh.
pub(crate) async fn fresh(client: &Client, id: ConnectionId) -> Answer {
    until(client, id, |answer| answer.validity() == Validity::Fresh).await
}
