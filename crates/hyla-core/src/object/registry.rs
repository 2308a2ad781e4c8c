//! An executive's record of object instances and their names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hyla_types::{
    AttributeHandleSet, Edition, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::name_changes::NameChanges;
use crate::executive::{Tally, instance_bytes, name_bytes};
use crate::name_map::{NameMap, NameSet, in_order};

/// The instances of a federation execution that exist, and the names that are taken. Instances and names of one federate
/// are found without a walk over all: an executive has millions of them, and federates come and go.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(from = "Saved")]
pub(crate) struct Registry {
    /// Those of one registrant are next to each other.
    objects: BTreeMap<ObjectInstanceHandle, Registered>,
    #[serde(serialize_with = "in_order")]
    names: NameMap<Arc<str>, NameUse>,
    /// Names that each federate has reserved and not used.
    #[serde(skip)]
    pub(super) reserved: FxHashMap<FederateHandle, NameSet<Arc<str>>>,
    /// Instances that somebody has deleted with a stamp.
    #[serde(skip)]
    scheduled: BTreeSet<ObjectInstanceHandle>,
    /// Requests about names that are not done.
    #[serde(skip)]
    pub(super) changes: NameChanges,
}

/// The saved part of a [`Registry`].
#[derive(Deserialize)]
struct Saved {
    objects: BTreeMap<ObjectInstanceHandle, Registered>,
    names: NameMap<Arc<str>, NameUse>,
}

impl From<Saved> for Registry {
    fn from(saved: Saved) -> Self {
        let Saved { objects, names } = saved;
        let mut reserved: FxHashMap<_, NameSet<_>> = FxHashMap::default();
        for (name, using) in &names {
            if let NameUse::Reserved(by) = using {
                reserved.entry(*by).or_default().insert(Arc::clone(name));
            }
        }
        let is_scheduled = |(_, it): &(&_, &Registered)| it.deleter.is_some();
        let scheduled = objects.iter().filter(is_scheduled);
        Self {
            scheduled: scheduled.map(|(object, _)| *object).collect(),
            objects,
            names,
            reserved,
            changes: NameChanges::default(),
        }
    }
}

impl Registry {
    pub(crate) fn get(&self, object: ObjectInstanceHandle) -> Option<&Registered> {
        self.objects.get(&object)
    }

    /// Instances that a federate has registered, in order.
    pub(crate) fn of(
        &self,
        registrant: FederateHandle,
    ) -> impl Iterator<Item = (ObjectInstanceHandle, &Registered)> {
        let all = ObjectInstanceHandle::of(registrant, 0)
            ..=ObjectInstanceHandle::of(registrant, u32::MAX);
        self.objects.range(all).map(|(object, it)| (*object, it))
    }

    /// Registrants of instances, in order.
    pub(crate) fn registrants(&self) -> impl Iterator<Item = FederateHandle> {
        let mut next = Some(ObjectInstanceHandle::of(FederateHandle::RTI, 0));
        std::iter::from_fn(move || {
            let (object, _) = self.objects.range(next?..).next()?;
            let registrant = object.registrant();
            let following = registrant.raw().checked_add(1);
            next = following.map(|it| ObjectInstanceHandle::of(FederateHandle::new(it), 0));
            Some(registrant)
        })
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
        match self.use_of(name) {
            Some(using) => using == NameUse::Reserved(federate),
            None => name == automatic_name(object),
        }
    }

    /// An instance is registered: its name is its own.
    pub(crate) fn insert(&mut self, object: ObjectInstanceHandle, registered: Registered) {
        let name = Arc::from(&*registered.name);
        let before = self.names.insert(name, NameUse::Instance(object));
        if let Some(NameUse::Reserved(by)) = before {
            self.forget_reserved(&registered.name, by);
        }
        self.objects.insert(object, registered);
    }

    /// The instance is gone, and its name is free.
    pub(crate) fn remove(&mut self, object: ObjectInstanceHandle) {
        if let Some(gone) = self.objects.remove(&object) {
            self.names.remove(&*gone.name);
        }
        self.scheduled.remove(&object);
    }

    /// A federate has deleted an instance with a stamp, or has retracted that.
    pub(crate) fn schedule(
        &mut self,
        object: ObjectInstanceHandle,
        by: FederateHandle,
        stands: bool,
    ) {
        let Some(registered) = self.objects.get_mut(&object) else {
            return;
        };
        if stands {
            registered.deleter = Some(by);
            self.scheduled.insert(object);
        } else if registered.deleter == Some(by) {
            registered.deleter = None;
            self.scheduled.remove(&object);
        }
    }

    /// Instances that the federate has deleted with a stamp, in order.
    pub(crate) fn scheduled_by(
        &self,
        federate: FederateHandle,
    ) -> impl Iterator<Item = ObjectInstanceHandle> {
        let theirs = move |object: &ObjectInstanceHandle| {
            self.get(*object).and_then(|it| it.deleter) == Some(federate)
        };
        self.scheduled.iter().copied().filter(theirs)
    }

    /// Whether the name is reserved or in use.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.use_of(name).is_some()
    }

    /// What the name is used for. Names that a departed federate had reserved are free.
    fn use_of(&self, name: &str) -> Option<NameUse> {
        let using = self.names.get(name).copied();
        using.filter(|using| match using {
            NameUse::Instance(_) => true,
            NameUse::Reserved(by) => self.reserved.contains_key(by),
        })
    }

    /// A federate reserves a name that is free.
    pub(crate) fn reserve(&mut self, name: Arc<str>, by: FederateHandle) {
        let reserved = self.reserved.entry(by).or_default();
        reserved.insert(Arc::clone(&name));
        self.names.insert(name, NameUse::Reserved(by));
    }

    /// A federate gives up a name, if it has reserved it.
    pub(crate) fn release(&mut self, name: &str, by: FederateHandle) {
        if self.names.get(name) == Some(&NameUse::Reserved(by)) {
            self.names.remove(name);
            self.forget_reserved(name, by);
        }
    }

    fn forget_reserved(&mut self, name: &str, by: FederateHandle) {
        if let Some(reserved) = self.reserved.get_mut(&by) {
            reserved.remove(name);
        }
    }

    /// Memory of instances by their registrants, and of reserved names.
    pub(crate) fn tally(&self, add: Tally<'_>) {
        for (object, it) in &self.objects {
            add(object.registrant(), instance_bytes(&it.name, &it.initial));
        }
        for (by, names) in &self.reserved {
            for name in names {
                add(*by, name_bytes(name));
            }
        }
        self.changes.tally(add);
    }

    /// The last member has left: all instances are gone.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(registrant: u32, index: u32) -> ObjectInstanceHandle {
        ObjectInstanceHandle::of(FederateHandle::new(registrant), index)
    }

    fn registered(name: &str) -> Registered {
        Registered {
            class: ObjectClassHandle::new(1),
            name: name.to_owned(),
            initial: AttributeHandleSet::default(),
            deleter: None,
        }
    }

    /// Instances of three federates, a name that each of two has reserved, and an instance that one has deleted with a stamp.
    fn example() -> Registry {
        let [one, other] = [1, 7].map(FederateHandle::new);
        let mut registry = Registry::default();
        registry.reserve("a".into(), one);
        registry.reserve("b".into(), one);
        registry.reserve("c".into(), other);
        for object in [of(7, 2), of(1, 1), of(u32::MAX, 1), of(7, 1)] {
            registry.insert(object, registered(&automatic_name(object)));
        }
        registry.insert(of(1, 2), registered("a"));
        registry.schedule(of(7, 1), one, true);
        registry
    }

    /// As it is after a restore.
    fn restored(registry: &Registry) -> Registry {
        postcard::from_bytes(&postcard::to_stdvec(registry).unwrap()).unwrap()
    }

    #[test]
    fn what_each_federate_has_is_found_also_after_a_restore() {
        let registry = example();
        for registry in [restored(&registry), registry] {
            let one = FederateHandle::new(1);
            let registrants: Vec<_> = registry.registrants().map(FederateHandle::raw).collect();
            assert_eq!(registrants, [1, 7, u32::MAX]);
            let theirs = |by| {
                registry
                    .of(FederateHandle::new(by))
                    .map(|(object, _)| object)
            };
            assert_eq!(theirs(7).collect::<Vec<_>>(), [of(7, 1), of(7, 2)]);
            assert_eq!(theirs(2).count(), 0);
            assert_eq!(registry.scheduled_by(one).collect::<Vec<_>>(), [of(7, 1)]);
            let other = FederateHandle::new(7);
            assert_eq!(registry.scheduled_by(other).count(), 0);
        }
    }

    #[test]
    fn a_federate_that_leaves_takes_its_unused_names_with_it_and_no_others() {
        for mut registry in [example(), restored(&example())] {
            registry.release_all(FederateHandle::new(1));
            let taken = ["a", "b", "c"].map(|name| registry.is_taken(name));
            // The first is the name of an instance, the last of another federate.
            assert_eq!(taken, [true, false, true]);
            let mut counted = Vec::new();
            registry.tally(&mut |by, _| counted.push(by.raw()));
            assert_eq!(counted, [1, 1, 7, 7, u32::MAX, 7]);
        }
    }

    #[test]
    fn a_name_is_free_when_it_is_released_or_its_instance_is_gone() {
        let mut registry = example();
        let [one, other] = [1, 7].map(FederateHandle::new);
        registry.release("c", one);
        assert!(registry.is_taken("c"), "it is another one's");
        registry.release("c", other);
        registry.release("b", one);
        registry.remove(of(1, 2));
        assert_eq!(
            ["a", "b", "c"].map(|name| registry.is_taken(name)),
            [false; 3]
        );
    }

    #[test]
    fn a_deletion_with_a_stamp_ends_with_its_retraction_or_its_instance() {
        let mut registry = example();
        let [one, other] = [1, 7].map(FederateHandle::new);
        registry.schedule(of(7, 1), other, false);
        assert_eq!(registry.scheduled_by(one).count(), 1, "it is another one's");
        registry.schedule(of(7, 1), one, false);
        assert_eq!(registry.scheduled_by(one).count(), 0);
        registry.schedule(of(7, 2), one, true);
        registry.remove(of(7, 2));
        assert_eq!(registry.scheduled_by(one).count(), 0);
    }
}
