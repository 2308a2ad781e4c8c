//! `hyla bench` on several hosts: a console that listens, and agents on two others. The hosts are network namespaces, each
//! with a name and a boot of its own; where the machine does not let us make them, the test says so and does nothing.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

#[allow(dead_code, reason = "written for the tests of another crate, too")]
#[path = "../../hyla-lrc/tests/hosts/network.rs"]
mod network;

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use network::{Host, Network};

/// Nothing here takes so long unless it hangs.
const WATCHDOG: Duration = Duration::from_secs(120);

/// A folder of this test's own.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-hosts");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// `hyla` on a host that has a name and a boot of its own. Dropping it kills it.
struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(network: &Network, host: Host, folder: &Path, arguments: &[&str]) -> Self {
        let name = format!("host-{host:?}").to_lowercase();
        let boot = folder.join(format!("{name}.boot"));
        let number = host as usize;
        fs::write(
            &boot,
            format!("{number}0000000-0000-4000-8000-00000000000{number}\n"),
        )
        .unwrap();
        // The mounts of a namespace that `ip` runs a program in are its own.
        let become_host = r#"hostname "$1" && mount --bind "$2" /proc/sys/kernel/random/boot_id && shift 2 && exec "$@""#;
        let mut command = Command::new("ip");
        command
            .args(["netns", "exec", network.name(host)])
            .args(["unshare", "--uts", "sh", "-c", become_host, "sh", &name])
            .arg(&boot)
            .arg(env!("CARGO_BIN_EXE_hyla"))
            .args(arguments)
            .current_dir(folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("HYLA_") {
                command.env_remove(name);
            }
        }
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Everything that it says until it ends, and whether that was well.
    fn end(&mut self) -> (bool, String) {
        let mut text = String::new();
        for line in self.lines.by_ref().map_while(Result::ok) {
            text += &line;
            text.push('\n');
        }
        (self.child.wait().unwrap().success(), text)
    }

    /// The first line from now on that has these words.
    fn line_with(&mut self, words: &str) -> String {
        let mut lines = self.lines.by_ref().map_while(Result::ok);
        lines.find(|line| line.contains(words)).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends the test program if it hangs: what it has started reads its end.
fn watchdog() -> mpsc::Sender<()> {
    let (alive, watch) = mpsc::channel();
    thread::spawn(move || {
        if watch.recv_timeout(WATCHDOG) == Err(mpsc::RecvTimeoutError::Timeout) {
            eprintln!("it hangs");
            std::process::abort();
        }
    });
    alive
}

#[test]
fn a_console_measures_between_agents_on_two_other_hosts() {
    let Some(network) = Network::at_switch() else {
        return;
    };
    let _alive = watchdog();
    let folder = folder();
    let out = folder.join("result.json");
    let to = format!("--out={}", out.display());
    let rti = format!("{}:15160", Host::A.address(0));
    let mut console = Running::start(
        &network,
        Host::A,
        &folder,
        &[
            "bench",
            "run",
            "latency",
            "--listen",
            "0.0.0.0:15160",
            "--agents=2",
            "--bytes=64",
            "--samples=50",
            "--warm-up=5",
            "--repetitions=2",
            // From the one host to the other, which finds its own address.
            "--network-load-mbit=1",
            &to,
        ],
    );
    console.line_with("RTI at");
    let _agents = [(Host::B, "north"), (Host::C, "south")].map(|(host, name)| {
        let arguments = ["bench", "agent", "--rti", &rti, "--once", "--name", name];
        Running::start(&network, host, &folder, &arguments)
    });

    let (is_complete, text) = console.end();

    assert!(is_complete, "{text}");
    let result: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    let machines = result["machines"].as_array().unwrap();
    let of = |field: &str| -> Vec<&str> {
        let mut all: Vec<_> = machines
            .iter()
            .map(|m| m[field].as_str().unwrap())
            .collect();
        all.sort_unstable();
        all
    };
    assert_eq!(of("agent"), ["north", "south"]);
    assert_eq!(of("host"), ["host-b", "host-c"]);
    assert_ne!(of("boot")[0], of("boot")[1]);
    let point = &result["points"][0];
    for sample in point["samples"].as_array().unwrap() {
        assert_eq!(sample["failed"], "");
        assert_eq!(sample["metrics"]["round_trips"], 50.0);
        // The clock of another host says nothing.
        assert!(sample["histograms"].get("one_way").is_none(), "{sample}");
    }
    assert!(point["baselines"].as_array().unwrap().is_empty());
    let notes = result["notes"].to_string();
    assert!(notes.contains("several machines"), "{notes}");
}
