//! `hyla rti` with metrics, as a process.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::started;

/// Nothing here takes so long unless it hangs.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(120);

/// A running RTI with metrics; it ends when this is dropped.
pub(crate) struct Rti {
    process: started::Rti,
    pub(crate) address: String,
    /// Where it serves the Federate Protocol, with [`FEDPRO`].
    pub(crate) fedpro: Option<SocketAddr>,
    /// The same over TLS, with [`FEDPRO_TLS`].
    pub(crate) fedpro_tls: Option<SocketAddr>,
    metrics: String,
}

/// The setting that has the RTI serve the Federate Protocol.
pub(crate) const FEDPRO: &str = "--set=fedpro.tcp=127.0.0.1:0";

/// The setting that has it do so over TLS, which needs a certificate.
pub(crate) const FEDPRO_TLS: &str = "--set=fedpro.tls=127.0.0.1:0";

/// Between two looks: the observer must not be an attack of its own.
pub(crate) fn pause() {
    std::thread::sleep(Duration::from_millis(20));
}

/// A file of this process, which only its owner reads.
pub(crate) fn file(name: &str, content: &str) -> String {
    let name = format!("attacks-{}-{name}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
    path.to_str().unwrap().to_owned()
}

impl Rti {
    pub(crate) fn start(settings: &[&str]) -> Self {
        let mut all = vec!["--set=rti.metrics=127.0.0.1:0", "--set=log.level=off"];
        let has_fedpro = settings.contains(&FEDPRO);
        if !has_fedpro {
            all.push("--set=fedpro.tcp=off");
        }
        let has_fedpro_tls = settings.contains(&FEDPRO_TLS);
        let process = started::Rti::start(&[&all[..], settings].concat());
        Self {
            address: process.address(),
            fedpro: has_fedpro.then(|| process.fedpro().parse().unwrap()),
            fedpro_tls: has_fedpro_tls.then(|| process.fedpro_tls().parse().unwrap()),
            metrics: process.metrics(),
            process,
        }
    }

    /// Most memory that it has taken so far, in MiB.
    pub(crate) fn peak_mib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.process.id());
        let status = std::fs::read_to_string(path).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
        kib.unwrap().parse::<u64>().unwrap() / 1024
    }

    /// The sum of all metrics whose lines begin so.
    fn sum(&self, begin: &str) -> u64 {
        let mut socket = TcpStream::connect(&self.metrics).unwrap();
        socket.set_read_timeout(Some(WATCHDOG)).unwrap();
        socket
            .write_all(b"GET /metrics HTTP/1.1\r\nHost: rti\r\n\r\n")
            .unwrap();
        let mut page = String::new();
        socket.read_to_string(&mut page).unwrap();
        let lines = page.lines().filter(|line| line.starts_with(begin));
        let value = |line: &str| -> u64 { line.rsplit(' ').next().unwrap().parse().unwrap() };
        lines.map(value).sum()
    }

    /// Waits until the sum of all metrics whose lines begin so has this value, or more.
    pub(crate) fn until(&self, begin: &str, least: u64) {
        let start = Instant::now();
        loop {
            let found = self.sum(begin);
            if found >= least {
                return;
            }
            assert!(start.elapsed() < WATCHDOG, "{found} for {begin}");
            pause();
        }
    }

    /// Waits until so many were refused for that reason.
    pub(crate) fn until_refused(&self, reason: &str, least: u64) {
        self.until(&refusals(reason), least);
    }

    /// How many were refused for that reason so far.
    pub(crate) fn refused(&self, reason: &str) -> u64 {
        self.sum(&refusals(reason))
    }
}

/// Beginning of the line of metrics.
fn refusals(reason: &str) -> String {
    format!("hyla_rti_refused_total{{reason=\"{reason}\"}} ")
}
