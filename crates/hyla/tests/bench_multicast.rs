//! `scripts/bench-multicast.sh`: a short measurement between hosts at a bridge, which are removed at the end.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Nothing here takes so long unless it hangs.
const WATCHDOG: Duration = Duration::from_secs(180);

/// Exit code where namespaces cannot be made.
const SKIPPED: i32 = 77;

/// Names of network namespaces.
fn namespaces() -> String {
    let output = Command::new("ip").args(["netns", "list"]).output();
    output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

#[test]
fn a_measurement_between_hosts_at_a_bridge_loses_nothing_and_leaves_no_host_behind() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-multicast.json");
    let _absent = fs::remove_file(&out);
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/bench-multicast.sh"
    );
    let mut command = Command::new("bash");
    command
        .arg(script)
        .args([env!("CARGO_BIN_EXE_hyla"), "3"])
        .args(["--transport", "reliable-multicast", "--qos", "reliable"])
        .args(["--bytes", "128", "--rate", "500", "--repetitions", "1"])
        .args(["--warm-up-ms", "500", "--run-ms", "500"])
        .arg(format!("--out={}", out.display()))
        .env_remove("RUST_LOG")
        // A group of its own, so that all of it can be ended.
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    let Ok(child) = command.spawn() else {
        return hyla_test_skips::skipped("there is no bash");
    };
    let id = child.id();
    let (over, watch) = mpsc::channel::<()>();
    let watchdog = thread::spawn(move || {
        let hangs = watch.recv_timeout(WATCHDOG) == Err(mpsc::RecvTimeoutError::Timeout);
        if hangs {
            // The script removes its namespaces then.
            let _ended = Command::new("kill")
                .args(["-TERM", "--", &format!("-{id}")])
                .status();
        }
        hangs
    });

    let output = child.wait_with_output().unwrap();
    drop(over);

    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!watchdog.join().unwrap(), "it hangs: {errors}");
    let own = format!("hyla-bench-{id}-");
    assert!(!namespaces().contains(&own), "namespaces are left");
    if output.status.code() == Some(SKIPPED) {
        let reason = errors.replace(&own, "");
        return hyla_test_skips::skipped(reason.trim().trim_start_matches("skipped: "));
    }
    assert!(output.status.success(), "{errors}");
    let result: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    let machines = result["machines"].as_array().unwrap();
    assert_eq!(machines.len(), 4);
    let sample = &result["points"][0]["samples"][0];
    assert_eq!(sample["failed"], "", "{sample}");
    assert_eq!(sample["metrics"]["lost"], 0.0, "{sample}");
    assert!(
        sample["metrics"]["delivered"].as_f64() > Some(0.0),
        "{sample}"
    );
}
