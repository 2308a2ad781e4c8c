//! `hyla bench` as a user runs it: console, agents and measuring processes, with fake federates and with real ones.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Nothing here takes so long unless it hangs.
const WATCHDOG: Duration = Duration::from_secs(240);

/// A folder of a test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{test}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program with this test's settings only, in a directory without a `hyla.toml`.
fn hyla(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running program that does not outlive its test, and is killed if it hangs.
struct Running {
    child: Child,
    lines: mpsc::Receiver<String>,
    _alive: Sender<()>,
}

impl Running {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = hyla(folder, arguments).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let (alive, watch) = mpsc::channel();
        thread::spawn(move || {
            if watch.recv_timeout(WATCHDOG) == Err(RecvTimeoutError::Timeout) {
                let _ = kill_process(pid, Signal::KILL);
            }
        });
        let (sender, lines) = mpsc::channel();
        let output = child.stdout.take().unwrap();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self {
            child,
            lines,
            _alive: alive,
        }
    }

    /// The first line from now on that has these words.
    fn line_with(&self, words: &str) -> String {
        let deadline = Instant::now() + WATCHDOG;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(words) => return line,
                Ok(_) => {}
                Err(error) => panic!("no line with {words:?}: {error}"),
            }
        }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn end(&mut self) -> bool {
        let deadline = Instant::now() + WATCHDOG;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            assert!(Instant::now() < deadline, "it hangs");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// `hyla bench run` of local agents with these arguments, to its end.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["bench", "run"];
    all.extend(arguments);
    let child = hyla(folder, &all).spawn().unwrap();
    let pid = Pid::from_child(&child);
    let (alive, watch) = mpsc::channel::<()>();
    thread::spawn(move || {
        if watch.recv_timeout(WATCHDOG) == Err(RecvTimeoutError::Timeout) {
            let _ = kill_process(pid, Signal::KILL);
        }
    });
    let output = child.wait_with_output().unwrap();
    drop(alive);
    output
}

fn told(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    text
}

fn result(path: &Path) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// A measuring process in the shell: `at_work` is what it does between the job and its last word.
fn fake(folder: &Path, at_work: &str) -> String {
    let path = folder.join("fake.sh");
    let script = format!(
        r#"#!/bin/sh
read -r job
index=$(echo "$job" | sed 's/.*"index":\([0-9]*\).*/\1/')
echo '{{"report":"joined","rti":"Fake RTI 1.0","pid":'$$'}}'
echo 'this line is no report'
echo '{{"report":"running"}}'
{at_work}
echo '{{"report":"live","seconds":0.5,"metrics":{{"sent_per_s":10}}}}'
echo '{{"report":"done","metrics":{{"sent":5,"sent_per_s":10,"delivered":'$index'}},"histograms":{{"one_way":{{"buckets":[[1000,1],[2000,1]]}}}}}}'
"#
    );
    fs::write(&path, script).unwrap();
    path.display().to_string()
}

#[test]
fn a_plan_on_three_agents_is_measured_and_stored() {
    let folder = folder("three");
    let script = fake(&folder, "");
    let out = folder.join("result.json");

    let output = run(
        &folder,
        &[
            "send",
            "--receivers=2",
            "--bytes=64,128",
            "--repetitions=2",
            "--baselines=none",
            "--agents=3",
            "--federate=/bin/sh",
            &format!("--federate-arg={script}"),
            &format!("--out={}", out.display()),
        ],
    );

    assert!(output.status.success(), "{}", told(&output));
    let result = result(&out);
    assert_eq!(result["experiment"], "send");
    assert_eq!(result["rti"], "Fake RTI 1.0");
    assert_eq!(result["machines"].as_array().unwrap().len(), 3);
    let points = result["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    for (point, bytes) in points.iter().zip([64, 128]) {
        assert_eq!(point["parameters"]["bytes"], bytes);
        let samples = point["samples"].as_array().unwrap();
        assert_eq!(samples.len(), 2);
        for sample in samples {
            assert_eq!(sample["failed"], "");
            // Of indices 0, 1 and 2: every federate had its own job.
            assert_eq!(sample["metrics"]["delivered"], 3.0);
            assert_eq!(sample["metrics"]["sent"], 15.0);
            assert_eq!(sample["histograms"]["one_way"]["buckets"][0][1], 3);
        }
        assert_eq!(point["summary"]["sent_per_s"]["median"], 10.0);
        assert_eq!(point["summary"]["one_way_max_us"]["count"], 2);
    }
    assert!(told(&output).contains("result.json"), "{}", told(&output));
}

#[test]
fn measuring_processes_find_in_their_environment_what_their_agent_was_told() {
    let folder = folder("environment");
    let script = fake(&folder, "echo \"$index $LD_LIBRARY_PATH $SECOND\" >> told");
    let program = ["--federate=/bin/sh", &format!("--federate-arg={script}")];
    let variables = [
        "--federate-env=LD_LIBRARY_PATH=/opt/other/lib:/opt/more",
        "--federate-env=SECOND=a=b",
    ];
    let mut arguments = vec![
        "latency",
        "--bytes=64",
        "--repetitions=1",
        "--baselines=none",
    ];
    arguments.extend(program);
    arguments.extend(variables);

    let output = run(&folder, &arguments);

    assert!(output.status.success(), "{}", told(&output));
    let text = fs::read_to_string(folder.join("told")).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [0, 1].map(|index| format!("{index} /opt/other/lib:/opt/more a=b"))
    );
}

#[test]
fn real_federates_measure_round_trips_between_two_agents() {
    let folder = folder("real");
    let out = folder.join("result.json");

    let output = run(
        &folder,
        &[
            "latency",
            "--bytes=128",
            "--samples=50",
            "--warm-up=5",
            "--repetitions=2",
            "--agents=2",
            &format!("--out={}", out.display()),
        ],
    );

    assert!(output.status.success(), "{}", told(&output));
    let result = result(&out);
    let point = &result["points"][0];
    assert_eq!(point["summary"]["round_trip_p50_us"]["count"], 2);
    assert_eq!(point["samples"][0]["metrics"]["round_trips"], 50.0);
    assert_eq!(point["baselines"][0]["name"], "ring-yielding");
    assert!(point["ratios"]["round_trip_p50_us"].as_f64().unwrap() > 0.0);
}

#[test]
fn no_round_trip_between_emulated_sites_is_shorter_than_the_link() {
    let folder = folder("wan");
    let out = folder.join("result.json");
    let scenario = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../bench/scenarios/two-sites.toml"
    );

    let output = run(
        &folder,
        &[
            "wan",
            &format!("--scenario={scenario}"),
            "--bytes=64",
            "--samples=10",
            "--warm-up=0",
            "--repetitions=1",
            &format!("--out={}", out.display()),
        ],
    );

    assert!(output.status.success(), "{}", told(&output));
    assert!(
        told(&output).contains("carried by: udp lane"),
        "{}",
        told(&output)
    );
    let result = result(&out);
    for point in result["points"].as_array().unwrap() {
        let sample = &point["samples"][0];
        // Two ways of 10 ms, each half a millisecond of jitter shorter.
        let shortest = &sample["histograms"]["round_trip"]["buckets"][0][0];
        assert!(shortest.as_u64().unwrap() >= 19_000_000, "{sample}");
        let carriers = sample["carriers"].as_object().unwrap();
        assert_eq!(carriers.keys().collect::<Vec<_>>(), ["udp lane"]);
    }
}

#[test]
fn a_result_is_kept_in_short_and_never_in_the_place_of_another() {
    let folder = folder("kept");
    let script = fake(&folder, "");
    let program = ["--federate=/bin/sh", &format!("--federate-arg={script}")];
    let measure = |out: &str| {
        let mut arguments = vec!["latency", "--repetitions=1", "--baselines=none"];
        arguments.extend(program);
        arguments.extend(["--bytes=64", "--out", out]);
        let output = run(&folder, &arguments);
        assert!(output.status.success(), "{}", told(&output));
    };
    let report = |file: &str| {
        let arguments = ["bench", "report", file, "--keep", "kept"];
        hyla(&folder, &arguments).output().unwrap()
    };
    fs::create_dir_all(folder.join("second")).unwrap();
    measure("one.json");
    measure("second/one.json");

    assert!(report("one.json").status.success());
    assert!(report("one.json").status.success(), "the same again");
    let refused = report("second/one.json");

    assert!(!refused.status.success());
    assert!(
        told(&refused).contains("another result"),
        "{}",
        told(&refused)
    );
    let (whole, kept) = (folder.join("one.json"), folder.join("kept/one.json"));
    let samples = [&whole, &kept].map(|path| result(path)["points"][0]["samples"][0].clone());
    assert_eq!(samples[0]["histograms"]["one_way"]["buckets"][0][0], 1000);
    assert_eq!(samples[1]["histograms"], serde_json::json!({}));
    assert!(samples[1]["metrics"]["one_way_p50_us"].as_f64().is_some());
}

#[test]
fn an_agent_killed_in_the_middle_is_reported_and_the_rest_is_measured() {
    let folder = folder("killed");
    let started = folder.join("started");
    // The first federates wait for the end of their input; those of the second repetition end at once.
    let at_work = format!(
        "if [ ! -e {0}.2 ]; then echo $index >> {0}; cat > {0}.in.$index; fi",
        started.display()
    );
    let script = fake(&folder, &at_work);
    let rti = Running::start(
        &folder,
        &["rti", "--listen", "127.0.0.1:0", "--set=fedpro.tcp=off"],
    );
    let line = rti.line_with("listening at ");
    let address = line.split_whitespace().nth(2).unwrap().to_owned();
    let agent = |name: &str| {
        let agent = Running::start(
            &folder,
            &[
                "bench",
                "agent",
                "--rti",
                &address,
                "--name",
                name,
                "--federate=/bin/sh",
                &format!("--federate-arg={script}"),
            ],
        );
        agent.line_with("waits at");
        agent
    };
    let (_north, mut south) = (agent("north"), agent("south"));
    let out = folder.join("result.json");
    let mut console = Running::start(
        &folder,
        &[
            "bench",
            "run",
            "latency",
            "--rti",
            &address,
            "--agents=2",
            "--bytes=64",
            "--repetitions=2",
            "--baselines=none",
            &format!("--out={}", out.display()),
        ],
    );

    let deadline = Instant::now() + WATCHDOG;
    let both = || fs::read_to_string(&started).is_ok_and(|text| text.lines().count() == 2);
    while !both() {
        assert!(Instant::now() < deadline, "the federates do not start");
        thread::sleep(Duration::from_millis(10));
    }
    fs::write(format!("{}.2", started.display()), "").unwrap();
    south.kill();

    console.line_with("south was lost");
    assert!(
        !console.end(),
        "something is missing, and the exit code says so"
    );
    let result = result(&out);
    let samples = result["points"][0]["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 2);
    let failed = samples[0]["failed"].as_str().unwrap();
    assert!(failed.contains("agent south was lost"), "{failed}");
    assert_eq!(samples[1]["failed"], "", "the other agent goes on");
    assert_eq!(samples[1]["metrics"]["sent"], 10.0);
    assert_eq!(result["machines"].as_array().unwrap().len(), 2);
}

#[test]
fn a_federate_that_fails_is_told_of_with_its_last_words_and_the_run_goes_on() {
    let folder = folder("fails");
    let at_work = "if [ $index = 1 ]; then echo 'no route to the moon' >&2; exit 3; fi";
    let script = fake(&folder, at_work);
    let out = folder.join("result.json");

    let output = run(
        &folder,
        &[
            "latency",
            "--bytes=64,128",
            "--repetitions=1",
            "--baselines=none",
            "--federate=/bin/sh",
            &format!("--federate-arg={script}"),
            &format!("--out={}", out.display()),
        ],
    );

    assert!(!output.status.success());
    let result = result(&out);
    for point in result["points"].as_array().unwrap() {
        let failed = point["samples"][0]["failed"].as_str().unwrap();
        assert!(failed.contains("federate 1"), "{failed}");
        assert!(failed.contains("no route to the moon"), "{failed}");
    }
    assert!(
        told(&output).contains("no route to the moon"),
        "{}",
        told(&output)
    );
}

#[test]
fn a_run_that_the_machine_cannot_do_is_refused_before_anything_starts() {
    let folder = folder("refused");
    let out = folder.join("result.json");
    let to = format!("--out={}", out.display());

    let refused = |arguments: &[&str]| {
        let mut all = vec!["latency", &to];
        all.extend(arguments);
        let output = run(&folder, &all);
        assert!(!output.status.success(), "{}", told(&output));
        assert!(!out.exists(), "nothing was measured");
        told(&output)
    };

    let text = refused(&["--pin=0,4000"]);
    assert!(text.contains("processor 4000"), "{text}");
    let text = refused(&["--federates=4096", "--pin=auto"]);
    assert!(text.contains("4096 federates"), "{text}");
    let text = refused(&["--profile=resources=dedicated; cpus=900"]);
    assert!(text.contains("900"), "{text}");
    let text = refused(&["--transport=inproc"]);
    assert!(text.contains("process of its own"), "{text}");
    let text = refused(&["--federate=/nowhere/federate"]);
    assert!(text.contains("/nowhere/federate"), "{text}");
}
