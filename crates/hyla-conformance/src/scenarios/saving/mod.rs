//! Save and restore (clauses 4.16 to 4.32 in 2010, 4.19 to 4.35 in 2025).
mod restore;
mod save;
mod timed;

use hyla_core::declaration::Activity;
use hyla_types::{
    FederateHandle, Float64Interval, Float64Time, InteractionClassHandle, LogicalTime,
    LogicalTimeInterval, ObjectInstanceHandle, OrderType, RestoreStatus, SaveStatus,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::Scenario;
use crate::world::World;

/// The scenarios of each file.
pub(super) const ALL: [&[Scenario]; 3] = [save::ALL, timed::ALL, restore::ALL];

/// Requests a save and waits until all federates were asked to save.
pub(crate) fn begin_save(federates: &[&Federate], label: &str) {
    federates[0]
        .rti
        .request_federation_save(label, None)
        .unwrap();
    for federate in federates {
        federate.sees(&Seen::InitiateSave(label.into(), None));
    }
}

pub(crate) fn save(federates: &[&Federate], label: &str) {
    begin_save(federates, label);
    for federate in federates {
        federate.rti.federate_save_begun().unwrap();
        federate.rti.federate_save_complete().unwrap();
    }
    for federate in federates {
        federate.sees(&Seen::Saved);
    }
}

/// Requests a restore and waits until all federates were asked to restore; their handles from then on.
pub(crate) fn begin_restore(federates: &[&Federate], label: &str) -> Vec<(String, FederateHandle)> {
    federates[0].rti.request_federation_restore(label).unwrap();
    restore_begins(federates, label)
}

/// The first has requested a restore: waits until all federates were asked to restore; their handles from then on.
fn restore_begins(federates: &[&Federate], label: &str) -> Vec<(String, FederateHandle)> {
    federates[0].sees(&Seen::RestoreAccepted(label.into()));
    for federate in federates {
        federate.sees(&Seen::RestoreBegun);
    }
    let told = federates.iter().map(|federate| {
        federate.expect("order to restore", |seen| match seen {
            Seen::InitiateRestore(l, name, handle) if l == label => Some((name.clone(), *handle)),
            _ => None,
        })
    });
    told.collect()
}

fn restore(federates: &[&Federate], label: &str) -> Vec<(String, FederateHandle)> {
    let told = begin_restore(federates, label);
    end_restore(federates);
    told
}

fn end_restore(federates: &[&Federate]) {
    for federate in federates {
        federate.rti.federate_restore_complete().unwrap();
    }
    for federate in federates {
        federate.sees(&Seen::Restored);
    }
}

fn save_statuses(federate: &Federate) -> Vec<SaveStatus> {
    federate.rti.query_federation_save_status().unwrap();
    let statuses = federate.expect("status of the save", |seen| match seen {
        Seen::SaveStatus(statuses) => Some(statuses.clone()),
        _ => None,
    });
    statuses.iter().map(|s| s.status).collect()
}

fn restore_statuses(federate: &Federate) -> Vec<RestoreStatus> {
    federate.rti.query_federation_restore_status().unwrap();
    let statuses = federate.expect("status of the restore", |seen| match seen {
        Seen::RestoreStatus(statuses) => Some(statuses.clone()),
        _ => None,
    });
    statuses.iter().map(|s| s.status).collect()
}

/// A flyer that publishes cars, a viewer that subscribes them.
fn pair(world: &World) -> (Federate, Federate) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    a.publish("Vehicle.Car", &["Name", "Position"]);
    b.subscribe("Vehicle.Car", &["Name", "Position"]);
    world.settle(&[&a, &b]);
    (a, b)
}

fn register(a: &Federate, b: &Federate, name: Option<&str>) -> ObjectInstanceHandle {
    if let Some(name) = name {
        a.rti.reserve_object_instance_name(name).unwrap();
        a.sees(&Seen::Reserved(vec![name.into()]));
    }
    let object = a
        .rti
        .register_object_instance(a.class("Vehicle.Car"), name)
        .unwrap();
    b.expect("discovery", |seen| {
        matches!(seen, Seen::Discovered(o, ..) if *o == object).then_some(())
    });
    object
}

fn update(a: &Federate, object: ObjectInstanceHandle, value: &[u8]) {
    let values = [(a.attribute("Name"), value)];
    a.rti
        .update_attribute_values(object, &values, b"", None)
        .unwrap();
}

fn reflected(b: &Federate, object: ObjectInstanceHandle, value: &[u8]) {
    let name = b.attribute("Name");
    b.sees(&Seen::Reflected(
        object,
        vec![(name, value.to_vec())],
        vec![],
    ));
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// One that regulates with a lookahead of 1 and sends messages in time-stamp order, and a constrained
/// one that gets them.
fn timed_pair(world: &World) -> (Federate, Federate, InteractionClassHandle) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    a.rti.enable_time_regulation(lookahead).unwrap();
    a.sees(&Seen::Regulating(at(0.0)));
    b.rti.enable_time_constrained().unwrap();
    b.sees(&Seen::Constrained(at(0.0)));
    let class = a.interaction("Message");
    a.rti.publish_interaction_class(class).unwrap();
    a.rti
        .change_interaction_order_type(class, OrderType::TimeStamp)
        .unwrap();
    b.rti
        .subscribe_interaction_class(class, Activity::Active)
        .unwrap();
    world.settle_requests(&[&a, &b, &a]);
    (a, b, class)
}

fn send(a: &Federate, class: InteractionClassHandle, tag: &[u8], time: f64) {
    a.rti
        .send_interaction(class, &[], tag, Some(at(time)))
        .unwrap();
}

fn received(class: InteractionClassHandle, tag: &[u8]) -> Seen {
    Seen::Received(class, vec![], tag.to_vec())
}

/// Callbacks until `last`, in order.
fn seen_until(federate: &Federate, last: &Seen) -> Vec<Seen> {
    let mut all = Vec::new();
    while all.last() != Some(last) {
        all.push(federate.expect(&format!("{last:?} after {all:?}"), |seen| {
            Some(seen.clone())
        }));
    }
    all
}

fn answer(federates: &[&Federate]) {
    for federate in federates {
        federate.rti.federate_save_begun().unwrap();
        federate.rti.federate_save_complete().unwrap();
    }
}
