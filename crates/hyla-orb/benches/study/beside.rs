//! A null call alone, and beside other traffic of the same client: calls on a shared binding, or bulk data.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hyla_net::{Scheduling, ThreadPlan};
use hyla_orb::client::{Client, Stub};
use hyla_orb::qos::Qos;

use crate::arguments::Study::Arguments;
use crate::strings::Study::Strings;
use crate::table::Row;
use crate::{CALLS, Objects, times, track};

/// Median, 99th percentile and greatest time of the call, first alone, then while a further thread of normal priority calls the same
/// server process on a shared binding.
pub(crate) fn calls(objects: &Objects, qos: &Qos, other: &Objects) -> Row {
    beside(objects, qos, |shared, ends| {
        let strings: Strings = Client::default().bind(&other.strings, shared).unwrap();
        while !ends.load(Relaxed) {
            strings.ask_nothing().unwrap();
        }
    })
}

/// The same while that thread sends 125 kB of structs again and again.
pub(crate) fn bulk(objects: &Objects, qos: &Qos, other: &Objects) -> Row {
    beside(objects, qos, |shared, ends| {
        let arguments: Arguments = Client::default().bind(&other.arguments, shared).unwrap();
        let piece = vec![track(); 2604];
        let (one, mut same) = (track(), track());
        while !ends.load(Relaxed) {
            arguments.tell(&piece).unwrap();
            let _ = arguments.one(&one, &mut same).unwrap();
        }
    })
}

/// `traffic` runs on a thread of its own until the flag is set.
fn beside(objects: &Objects, qos: &Qos, traffic: impl FnOnce(&Qos, &AtomicBool) + Send) -> Row {
    let strings: Strings = Client::default().bind(&objects.strings, qos).unwrap();
    let shared = Qos {
        route: qos.route,
        ..Qos::default()
    };
    let ends = AtomicBool::new(false);
    let further = || {
        // Not with the priority that the bench may have been started with.
        let plan = ThreadPlan {
            scheduling: Scheduling::Normal,
            cpus: ThreadPlan::of_this_thread().unwrap().cpus,
        };
        let _ = plan.apply();
        traffic(&shared, &ends);
    };
    let measured = || {
        strings.binding().adopt_thread().unwrap();
        times(CALLS, || strings.ask_nothing().unwrap())
    };
    std::thread::scope(|scope| {
        let mut row = Row::default();
        row.add(&scope.spawn(measured).join().unwrap());
        scope.spawn(further);
        row.add(&scope.spawn(measured).join().unwrap());
        ends.store(true, Relaxed);
        row
    })
}
