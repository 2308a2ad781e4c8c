//! Saves and restores while groups are in use.

use crate::convoy::Convoy;
use crate::in_order;

pub(crate) fn save(convoy: &Convoy, label: &str) {
    let trucks = &convoy.trucks;
    trucks[0].rti.request_federation_save(label, None).unwrap();
    for truck in trucks {
        truck.until_told("initiate save");
        truck.rti.federate_save_begun().unwrap();
        truck.rti.federate_save_complete().unwrap();
    }
    trucks.iter().for_each(|truck| truck.until_told("saved"));
}

pub(crate) fn restore(convoy: &Convoy, label: &str) {
    let trucks = &convoy.trucks;
    trucks[0].rti.request_federation_restore(label).unwrap();
    for truck in trucks {
        truck.until_told("initiate restore");
        truck.rti.federate_restore_complete().unwrap();
    }
    trucks.iter().for_each(|truck| truck.until_told("restored"));
}

#[test]
fn what_goes_by_groups_goes_by_groups_after_a_restore_and_nothing_comes_twice() {
    let convoy = Convoy::of(4, "");
    for truck in &convoy.trucks {
        truck.until_groups_reach(&convoy.others(truck));
    }
    save(&convoy, "on the road");
    for truck in &convoy.trucks {
        truck.drive(100, &convoy.others(truck));
    }

    restore(&convoy, "on the road");

    for truck in &convoy.trucks {
        truck.until_groups_reach(&convoy.others(truck));
    }
    for truck in &convoy.trucks {
        let numbers = truck.drive(100, &convoy.others(truck));
        for other in convoy.others(truck) {
            let came = other.positions_of(truck);
            in_order(&came);
            assert!(came.ends_with(&numbers), "{came:?}");
        }
    }
    for truck in &convoy.trucks {
        assert_eq!(truck.groups().joined, 3);
    }
}

#[test]
fn a_federation_is_restored_in_which_groups_were_never_used() {
    let convoy = Convoy::of(3, "");
    save(&convoy, "at the depot");
    for truck in &convoy.trucks {
        truck.until_groups_reach(&convoy.others(truck));
    }

    restore(&convoy, "at the depot");

    for truck in &convoy.trucks {
        truck.until_groups_reach(&convoy.others(truck));
        let numbers = truck.drive(40, &convoy.others(truck));
        for other in convoy.others(truck) {
            assert!(other.positions_of(truck).ends_with(&numbers));
        }
    }
}
