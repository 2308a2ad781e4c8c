//! `hyla rti` with metrics, as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing here takes so long unless it hangs.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(120);

/// A running RTI; it ends when this is dropped.
pub(crate) struct Rti {
    process: Child,
    pub(crate) address: String,
    metrics: String,
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("HYLA_") {
                command.env_remove(name);
            }
        }
        let mut process = command
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .env_remove("RUST_LOG")
            .args([
                "rti",
                "--listen=127.0.0.1:0",
                "--until-stdin-closes",
                "--set=rti.metrics=127.0.0.1:0",
                "--set=fedpro.tcp=off",
                "--set=log.level=off",
            ])
            .args(settings)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let lines: Vec<String> = lines
            .map(Result::unwrap)
            .take_while(|line| line != "ready")
            .collect();
        let after = |begin: &str| {
            let line = lines.iter().find_map(|line| line.strip_prefix(begin));
            let line = line.unwrap_or_else(|| panic!("no {begin:?} in {lines:?}"));
            line.split([' ', '/']).next().unwrap().to_owned()
        };
        Self {
            address: after("listening at "),
            metrics: after("metrics at http://"),
            process,
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
        while self.refused(reason) < least {
            let found = self.refused(reason);
            assert!(start.elapsed() < WATCHDOG, "{found} for {reason}");
        }
    }
}

impl Drop for Rti {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
