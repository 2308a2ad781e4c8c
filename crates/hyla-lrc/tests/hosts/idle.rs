//! A federation in which nothing happens takes next to nothing of the processors.

use std::time::{Duration, Instant};

use crate::child::{Location, Process};

/// Time that all threads of a process have had a processor.
fn processor_time(process: &Process) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", process.id())).unwrap();
    let nanoseconds = tasks.flatten().map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
        let first = text.split_whitespace().next();
        first.map_or(0, |number| number.parse().unwrap())
    });
    Duration::from_nanos(nanoseconds.sum())
}

#[test]
fn an_idle_federation_takes_less_than_a_hundredth_of_a_processor_for_each_process() {
    let (rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}");
    let mut federates =
        ["one", "two"].map(|name| Process::federate(Location::Here, "idle", name, &settings));
    for federate in &mut federates {
        assert_eq!(federate.ask("meet 1"), "met");
        assert_eq!(federate.channels_in_memory(), 2);
    }
    let [one, two] = &federates;
    let all = [("the RTI", &rti), ("one", one), ("two", two)];
    // The work after joining is over.
    std::thread::sleep(Duration::from_millis(500));

    let before = all.map(|(_, process)| processor_time(process));
    let start = Instant::now();
    std::thread::sleep(Duration::from_secs(5));
    let after = all.map(|(_, process)| processor_time(process));
    let passed = start.elapsed();

    for (((name, _), before), after) in all.iter().zip(before).zip(after) {
        let share = (after - before).as_secs_f64() / passed.as_secs_f64() * 100.0;
        println!("idle: {name} takes {share:.3} % of a processor");
        assert!(share < 1.0, "{name}: {share:.2} %");
    }
}
