//! An executive's record of object instances and their names.

use hyla_types::{
    AttributeHandleSet, Edition, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::executive::{Tally, instance_bytes, name_bytes};

/// The instances of a federation execution that exist, and the names that are taken.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Registry {
    objects: FxHashMap<ObjectInstanceHandle, Registered>,
    names: FxHashMap<String, NameUse>,
}

impl Registry {
    pub(crate) fn get(&self, object: ObjectInstanceHandle) -> Option<&Registered> {
        self.objects.get(&object)
    }

    pub(crate) fn get_mut(&mut self, object: ObjectInstanceHandle) -> Option<&mut Registered> {
        self.objects.get_mut(&object)
    }

    /// All instances, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectInstanceHandle, &Registered)> {
        self.objects.iter().map(|(object, it)| (*object, it))
    }

    /// Handles of those for which `wanted` holds, in order.
    pub(crate) fn sorted_where(
        &self,
        wanted: impl Fn(ObjectInstanceHandle, &Registered) -> bool,
    ) -> Vec<ObjectInstanceHandle> {
        let mut objects: Vec<_> = self
            .iter()
            .filter(|(object, it)| wanted(*object, it))
            .map(|(object, _)| object)
            .collect();
        objects.sort_unstable();
        objects
    }

    /// Number of instances.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether the federate may give an instance that name: it has reserved it, or the name says which instance it is.
    pub(crate) fn may_use(
        &self,
        federate: FederateHandle,
        name: &str,
        object: ObjectInstanceHandle,
    ) -> bool {
        match self.names.get(name) {
            Some(using) => *using == NameUse::Reserved(federate),
            None => name == automatic_name(object),
        }
    }

    /// An instance is registered: its name is its own.
    pub(crate) fn insert(&mut self, object: ObjectInstanceHandle, registered: Registered) {
        let name = registered.name.clone();
        self.names.insert(name, NameUse::Instance(object));
        self.objects.insert(object, registered);
    }

    /// The instance is gone, and its name is free.
    pub(crate) fn remove(&mut self, object: ObjectInstanceHandle) {
        if let Some(gone) = self.objects.remove(&object) {
            self.names.remove(&gone.name);
        }
    }

    /// Whether the name is reserved or in use.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// A federate reserves a name that is free.
    pub(crate) fn reserve(&mut self, name: String, by: FederateHandle) {
        self.names.insert(name, NameUse::Reserved(by));
    }

    /// A federate gives up a name, if it has reserved it.
    pub(crate) fn release(&mut self, name: &str, by: FederateHandle) {
        if self.names.get(name) == Some(&NameUse::Reserved(by)) {
            self.names.remove(name);
        }
    }

    /// A federate is gone, and with it the names that it has reserved.
    pub(crate) fn release_all(&mut self, by: FederateHandle) {
        self.names
            .retain(|_, using| *using != NameUse::Reserved(by));
    }

    /// Memory of instances by their registrants, and of reserved names.
    pub(crate) fn tally(&self, add: Tally<'_>) {
        for (object, it) in self.iter() {
            add(object.registrant(), instance_bytes(&it.name, &it.initial));
        }
        for (name, using) in &self.names {
            if let NameUse::Reserved(by) = using {
                add(*by, name_bytes(name));
            }
        }
    }

    /// The last member has left: all instances are gone.
    pub(crate) fn clear(&mut self) {
        self.objects.clear();
        self.names.clear();
    }
}

/// An object instance, as its executive keeps it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Registered {
    pub(crate) class: ObjectClassHandle,
    pub(crate) name: String,
    /// Attributes that the registrant owned from the start.
    pub(crate) initial: AttributeHandleSet,
    /// Federate that has deleted it with a stamp, and can still retract that.
    pub(crate) deleter: Option<FederateHandle>,
}

/// Use of an instance name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum NameUse {
    /// Reserved by that federate and not used yet.
    Reserved(FederateHandle),
    /// Name of that instance.
    Instance(ObjectInstanceHandle),
}

/// Name of an instance that was registered without one.
pub(crate) fn automatic_name(object: ObjectInstanceHandle) -> String {
    format!("HLAobject-{}-{}", object.registrant(), object.index())
}

/// Whether names are reserved together or one by one.
pub(crate) fn all_or_nothing(edition: Edition) -> bool {
    edition == Edition::Hla2010
}
