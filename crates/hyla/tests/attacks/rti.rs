//! `hyla rti` with metrics, as a process.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::started;

/// Nothing here takes so long unless it hangs.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(120);

/// A running RTI with metrics; it ends when this is dropped.
pub(crate) struct Rti {
    _process: started::Rti,
    pub(crate) address: String,
    metrics: String,
}

/// Between two looks: the observer must not be an attack of its own.
pub(crate) fn pause() {
    std::thread::sleep(Duration::from_millis(20));
}

/// A file of this test, which only its owner reads.
pub(crate) fn file(name: &str, content: &str) -> String {
    let name = format!("attacks-{}-{name}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

impl Rti {
    pub(crate) fn start(settings: &[&str]) -> Self {
        let common = [
            "--set=rti.metrics=127.0.0.1:0",
            "--set=fedpro.tcp=off",
            "--set=log.level=off",
        ];
        let process = started::Rti::start(&[&common[..], settings].concat());
        Self {
            address: process.address(),
            metrics: process.metrics(),
            _process: process,
        }
    }

    /// `hyla_rti_refused_total` for a reason.
    pub(crate) fn refused(&self, reason: &str) -> u64 {
        let mut socket = TcpStream::connect(&self.metrics).unwrap();
        socket.set_read_timeout(Some(WATCHDOG)).unwrap();
        socket
            .write_all(b"GET /metrics HTTP/1.1\r\nHost: rti\r\n\r\n")
            .unwrap();
        let mut page = String::new();
        socket.read_to_string(&mut page).unwrap();
        let begin = format!("hyla_rti_refused_total{{reason=\"{reason}\"}} ");
        let line = page.lines().find_map(|line| line.strip_prefix(&begin));
        line.unwrap_or_else(|| panic!("no {begin} in {page}"))
            .parse()
            .unwrap()
    }

    /// Waits until so many were refused for that reason.
    pub(crate) fn until_refused(&self, reason: &str, least: u64) {
        let start = Instant::now();
        loop {
            let found = self.refused(reason);
            if found >= least {
                return;
            }
            assert!(start.elapsed() < WATCHDOG, "{found} for {reason}");
            pause();
        }
    }
}
