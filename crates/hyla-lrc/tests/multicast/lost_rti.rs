//! The RTI is lost while reliable multicast is in use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use super::convoy::{Convoy, TIMEOUT, Truck};
use super::reliable::{RELIABLE, all_came, until_groups_serve};

/// Runs it on a thread of its own, and panics if it never returns.
fn returns<T: Send>(what: &str, run: impl FnOnce() -> T + Send) -> T {
    let (done, over) = mpsc::channel();
    std::thread::scope(|scope| {
        let thread = scope.spawn(move || {
            let value = run();
            let _watched = done.send(());
            value
        });
        if over.recv_timeout(TIMEOUT) == Err(mpsc::RecvTimeoutError::Timeout) {
            // A scope would wait for the thread.
            eprintln!("{what} hangs");
            std::process::abort();
        }
        thread.join().unwrap()
    })
}

fn convoy_with_groups() -> Convoy {
    let convoy = Convoy::of(4, RELIABLE);
    for truck in &convoy.trucks {
        truck.change_transportation("HLAreliable");
    }
    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
    }
    convoy
}

/// What came of each truck is a beginning of what it sent: nothing is missing before the last one.
fn nothing_is_missing_in_between(convoy: &Convoy) {
    for truck in &convoy.trucks {
        for other in convoy.others(truck) {
            let came = other.positions_of(truck);
            assert!(came.is_sorted_by(|a, b| a + 1 == *b), "{came:?}");
        }
    }
}

#[test]
fn all_are_told_of_a_lost_rti_while_groups_carry_data_and_no_call_hangs() {
    let mut convoy = convoy_with_groups();

    let over = AtomicBool::new(false);
    let trucks = std::mem::take(&mut convoy.trucks);
    std::thread::scope(|scope| {
        for truck in &trucks {
            let over = &over;
            // Refused from the loss on.
            scope.spawn(move || while !over.load(Ordering::Relaxed) && truck.try_position(100) {});
        }
        std::thread::sleep(Duration::from_millis(100));
        returns("the end of the RTI", || convoy.end_rti());
        for truck in &trucks {
            truck.until_told("connection lost");
        }
        over.store(true, Ordering::Relaxed);
    });
    convoy.trucks = trucks;

    nothing_is_missing_in_between(&convoy);
    for truck in &convoy.trucks {
        assert!(!truck.try_position(100));
        // Groups and what they held are gone.
        let groups = truck.groups_of("HLAreliable");
        assert_eq!(groups.joined, 0, "{groups:?}");
        returns("resigning and disconnecting", || truck.leave());
    }
}

#[test]
fn a_federation_of_another_rti_uses_the_same_addresses_after_a_loss() {
    let mut lost = convoy_with_groups();
    lost.end_rti();
    for truck in &lost.trucks {
        truck.until_told("connection lost");
    }

    // Trucks of the lost one are still there.
    let convoy = lost.another(4, RELIABLE);
    for truck in &convoy.trucks {
        truck.change_transportation("HLAreliable");
    }
    for truck in &convoy.trucks {
        until_groups_serve(truck, &convoy.others(truck));
        truck.drive_on(500);
    }

    for truck in &convoy.trucks {
        let others: Vec<&Truck> = convoy.others(truck);
        all_came(truck, &others);
    }
}
