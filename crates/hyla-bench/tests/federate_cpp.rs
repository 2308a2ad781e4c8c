//! Measuring federates in C++, alone and together with those in Rust. The variable `BENCH_FEDERATE`
//! names the program of `bench/federates`; its shared libraries come from where it was linked.
#![allow(clippy::unwrap_used, reason = "test code")]

mod federates;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hyla_bench::job::{Job, Report, StreamRole, Work};

use self::federates::scenarios::{Scenario, round_trip, stream};
use self::federates::{Federate, Rti, in_both_models};

federates::scenarios::tests_of_scenarios!(performs);
federates::scenarios::tests_of_troubles!(cpp);

/// A federate in C++.
fn cpp(job: &Job) -> Federate {
    told(&serde_json::to_string(job).unwrap())
}

fn told(line: &str) -> Federate {
    Federate::of(&mut program(), line)
}

fn program() -> Command {
    let Some(program) = std::env::var_os("BENCH_FEDERATE") else {
        panic!("BENCH_FEDERATE does not say where the program is; bench/federates/README.md does");
    };
    Command::new(program)
}

/// The library with the C++ API of 2010 that a process has loaded.
fn library_of(federate: &Federate) -> PathBuf {
    let maps = fs::read_to_string(format!("/proc/{}/maps", federate.pid())).unwrap();
    let mut paths = maps
        .lines()
        .filter_map(|line| line.split_whitespace().nth(5));
    paths
        .find(|path| path.contains("librti1516e"))
        .unwrap()
        .into()
}

/// Copies the libraries of an RTI to a directory of their own, under all their names.
fn copied(library: &Path) -> PathBuf {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("another-rti");
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(library.parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.starts_with("lib") && name.contains(".so") {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
    fs::canonicalize(to).unwrap()
}

#[test]
fn the_library_path_decides_which_rti_it_is_and_not_where_it_was_linked() {
    let rti = Rti::start();
    // As an agent with `--federate-env LD_LIBRARY_PATH=DIRECTORY` starts it.
    let start = |job: &Job, directory: Option<&Path>| {
        let mut program = program();
        program.env_remove("LD_LIBRARY_PATH");
        program.envs(directory.map(|directory| ("LD_LIBRARY_PATH", directory)));
        let federate = Federate::of(&mut program, &serde_json::to_string(job).unwrap());
        // The federate waits for the others now.
        assert!(matches!(federate.report(), Report::Joined { .. }));
        federate
    };
    let alone = rti.jobs("as linked", vec![round_trip(); 2]);
    let jobs = rti.jobs("elsewhere", vec![round_trip(); 2]);

    let linked = library_of(&start(&alone[0], None));
    let directory = copied(&linked);
    let first = start(&jobs[0], Some(&directory));
    let found = library_of(&first);
    let second = Federate::start(&jobs[1]);

    assert_ne!(linked.parent(), Some(&*directory));
    assert_eq!(found.parent(), Some(&*directory));
    assert_eq!(first.done().count("round_trips"), 40);
    assert_eq!(second.done().count("delivered"), 40);
}

/// Does it in C++ alone, then with every other federate in Rust, then with the others in Rust, each in both callback
/// models.
#[track_caller]
fn performs(name: &str, scenario: &Scenario) {
    let rti = Rti::start();
    let mixtures = [
        |_| false,
        |index: u32| index.is_multiple_of(2),
        |index: u32| !index.is_multiple_of(2),
    ];
    for (number, in_rust) in mixtures.into_iter().enumerate() {
        for mut jobs in in_both_models(&rti.jobs(name, scenario.works.clone())) {
            for job in &mut jobs {
                job.federation += &format!(", mixture {number}");
            }
            let federates: Vec<Federate> = jobs
                .iter()
                .map(|job| match in_rust(job.index) {
                    true => Federate::start(job),
                    false => cpp(job),
                })
                .collect();
            let done: Vec<_> = federates.into_iter().map(Federate::done).collect();
            (scenario.look)(&done);
        }
    }
}

#[test]
fn histograms_of_both_programs_have_rising_narrow_buckets() {
    let work = Work::RoundTrip {
        bytes: 8,
        warm_up: 0,
        samples: 200,
        interval_us: 0,
        lost_after_ms: 5_000,
    };
    let scenario = Scenario {
        works: vec![work; 2],
        look: |done| {
            let buckets = &done[0].histograms["round_trip"].buckets;
            assert!(buckets.is_sorted_by(|a, b| a.0 < b.0), "{buckets:?}");
            // A millisecond at most: no bucket that long begins or ends elsewhere than at its own width.
            for (highest, count) in buckets {
                assert!(*count > 0);
                let width = (highest.next_power_of_two() >> 11).max(1);
                assert_eq!((highest + 1) % width, 0, "{highest}");
                assert!(width as f64 <= (*highest as f64 * 0.002).max(1.0));
            }
        },
    };

    performs("buckets", &scenario);
}

#[test]
fn what_is_no_job_is_refused_in_words() {
    let rti = Rti::start();
    let job = rti.jobs("refused", [stream(StreamRole::Both)]).remove(0);
    let line = serde_json::to_string(&job).unwrap();
    let with = |from: &str, to: &str| {
        let changed = line.replace(from, to);
        assert_ne!(changed, line, "{from} is in the line");
        changed
    };

    for (line, words) in [
        ("hello".to_owned(), "not JSON"),
        ("[1]".to_owned(), "no object"),
        ("{}".to_owned(), "no version"),
        (String::new(), "refused"),
        (with("\"index\":0", "\"index\":-1"), "index"),
        (with("\"index\":0", "\"index\":0,\"more\":1"), "more"),
        (with("\"role\":\"both\"", "\"role\":\"king\""), "king"),
    ] {
        let reason = told(&line).reason();
        assert!(reason.contains(words), "{words}: {reason}");
    }
}
