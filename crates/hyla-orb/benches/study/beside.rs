//! A null call with high priority, alone and beside a binding that carries bulk data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hyla_net::{Scheduling, ThreadPlan};
use hyla_orb::client::{Client, Stub};
use hyla_orb::qos::Qos;

use crate::arguments::Study::Arguments;
use crate::strings::Study::Strings;
use crate::table::Row;
use crate::{CALLS, Objects, times, track};

/// Median, 99th percentile and greatest time of the call, first alone, then while another thread of
/// normal priority sends 125 kB of structs again and again to the same server process.
pub(crate) fn bulk(objects: &Objects, qos: &Qos, other: &Objects) -> Row {
    let client = Client::default();
    let strings: Strings = client.bind(&objects.strings, qos).unwrap();
    let ends = Arc::new(AtomicBool::new(false));
    let shared = Qos {
        route: qos.route,
        ..Qos::default()
    };
    let sender = || {
        // Not with the priority that the bench may have been started with.
        let plan = ThreadPlan {
            scheduling: Scheduling::Normal,
            cpus: ThreadPlan::of_this_thread().unwrap().cpus,
        };
        let _ = plan.apply();
        let client = Client::default();
        let arguments: Arguments = client.bind(&other.arguments, &shared).unwrap();
        let piece = vec![track(); 2604];
        let (one, mut same) = (track(), track());
        while !ends.load(Relaxed) {
            arguments.tell(&piece).unwrap();
            let _ = arguments.one(&one, &mut same).unwrap();
        }
    };
    let measured = || {
        strings.binding().adopt_thread().unwrap();
        times(CALLS, || strings.ask_nothing().unwrap())
    };
    std::thread::scope(|scope| {
        let mut row = Row::default();
        row.add(&scope.spawn(measured).join().unwrap());
        scope.spawn(sender);
        row.add(&scope.spawn(measured).join().unwrap());
        ends.store(true, Relaxed);
        row
    })
}
