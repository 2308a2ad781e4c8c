//! Callbacks of a truck.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, LogicalTime,
    ObjectClassHandle, ObjectInstanceHandle, TransportationTypeHandle,
};

/// What a truck was told.
#[derive(Default)]
pub(super) struct Diary {
    pub(super) names: HashMap<ObjectInstanceHandle, String>,
    pub(super) positions: HashMap<ObjectInstanceHandle, Vec<u32>>,
    pub(super) loads: usize,
    pub(super) horns: Vec<u32>,
    pub(super) confirmed: usize,
    pub(super) granted: Option<LogicalTime>,
    /// Events of the federation.
    pub(super) told: Vec<&'static str>,
}

/// What the callbacks of a truck share with its test.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) diary: Mutex<Diary>,
    pub(super) written: Condvar,
    pub(super) position: Mutex<Option<AttributeHandle>>,
}

/// Writes callbacks down.
pub(super) struct Ears(pub(super) Arc<Shared>);

impl Ears {
    fn write(&self, write: impl FnOnce(&mut Diary)) {
        write(&mut self.0.diary.lock().unwrap());
        self.0.written.notify_all();
    }
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().unwrap())
}

impl FederateAmbassador for Ears {
    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _: ObjectClassHandle,
        name: &Arc<str>,
        _: Option<FederateHandle>,
    ) {
        self.write(|diary| {
            diary.names.insert(object, name.to_string());
        });
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        let position = *self.0.position.lock().unwrap();
        self.write(|diary| {
            for (attribute, value) in values {
                if Some(*attribute) == position {
                    diary
                        .positions
                        .entry(object)
                        .or_default()
                        .push(number(value));
                } else {
                    diary.loads += 1;
                }
            }
        });
    }

    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        let tone = number(values[0].1);
        self.write(|diary| diary.horns.push(tone));
    }

    fn initiate_federate_save(&mut self, _: &str, _: Option<LogicalTime>) {
        self.write(|diary| diary.told.push("initiate save"));
    }

    fn time_regulation_enabled(&mut self, _: LogicalTime) {
        self.write(|diary| diary.told.push("regulating"));
    }

    fn time_constrained_enabled(&mut self, _: LogicalTime) {
        self.write(|diary| diary.told.push("constrained"));
    }

    fn time_advance_grant(&mut self, time: LogicalTime) {
        self.write(|diary| diary.granted = Some(time));
    }

    fn federation_saved(&mut self) {
        self.write(|diary| diary.told.push("saved"));
    }

    fn initiate_federate_restore(&mut self, _: &str, _: &str, _: FederateHandle) {
        self.write(|diary| diary.told.push("initiate restore"));
    }

    fn federation_restored(&mut self) {
        self.write(|diary| diary.told.push("restored"));
    }

    fn connection_lost(&mut self, _: &str) {
        self.write(|diary| diary.told.push("connection lost"));
    }

    fn confirm_attribute_transportation_type_change(
        &mut self,
        _: ObjectInstanceHandle,
        _: &AttributeHandleSet,
        _: TransportationTypeHandle,
    ) {
        self.write(|diary| diary.confirmed += 1);
    }

    fn confirm_interaction_transportation_type_change(
        &mut self,
        _: InteractionClassHandle,
        _: TransportationTypeHandle,
    ) {
        self.write(|diary| diary.confirmed += 1);
    }
}
