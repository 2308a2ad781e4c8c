//! A member's record of each object instance.

use std::sync::Arc;
use std::time::Duration;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, TransportationTypeHandle,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::pages::Pages;

use crate::name_map::NameMap;
use crate::roster::{MemberSet, Slot};

/// An object instance, as this member sees it. It holds what each update and reflection needs, and is kept small: of 100 000 instances the
/// caches of a processor then hold more.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) object: ObjectInstanceHandle,
    /// Attributes that the registrant owned from the start; part of each announcement of the instance.
    pub(crate) initial: Arc<AttributeHandleSet>,
    rest: Box<Rest>,
    /// Class by which this federate knows it; `None` before discovery and after a local delete.
    pub(crate) known: Option<ObjectClassHandle>,
    /// Class it was registered at.
    pub(crate) class: ObjectClassHandle,
    /// Whether this federate has updated it, and has got a reflection of it: the MOM counts instances.
    pub(crate) updated: bool,
    pub(crate) reflected: bool,
    /// It has rare properties.
    is_special: bool,
}

/// Properties of an instance that updates and reflections do not need.
#[derive(Debug)]
struct Rest {
    name: Arc<str>,
    /// Members to which this member, as registrant, has announced the instance.
    announced: MemberSet,
    /// Rare properties.
    special: Option<Box<Special>>,
}

/// The parts of an instance in the order in which they are saved.
type Saved<Name, Set, Special> = (
    ObjectInstanceHandle,
    ObjectClassHandle,
    Name,
    Option<ObjectClassHandle>,
    Set,
    MemberSet,
    Special,
    bool,
    bool,
);

impl Serialize for Instance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved: Saved<&str, &AttributeHandleSet, Option<&Special>> = (
            self.object,
            self.class,
            &self.rest.name,
            self.known,
            &self.initial,
            self.rest.announced.clone(),
            self.rest.special.as_deref(),
            self.updated,
            self.reflected,
        );
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (object, class, name, known, initial, announced, special, updated, reflected) =
            Saved::<String, AttributeHandleSet, Option<Box<Special>>>::deserialize(deserializer)?;
        Ok(Self {
            object,
            initial: Arc::new(initial),
            known,
            class,
            updated,
            reflected,
            is_special: special.is_some(),
            rest: Box::new(Rest {
                name: name.into(),
                announced,
                special,
            }),
        })
    }
}

/// Rarely needed state of an instance.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Special {
    /// Attributes that this federate owns, if they differ from the registration.
    owned: Option<AttributeHandleSet>,
    /// Transportation types that differ from the object model.
    pub(crate) transportation: FxHashMap<AttributeHandle, TransportationTypeHandle>,
    /// Order types that differ from the object model.
    pub(crate) order: FxHashMap<AttributeHandle, OrderType>,
    /// Attributes whose change of transportation type is not confirmed yet.
    pub(crate) changing: AttributeHandleSet,
    /// When an attribute subscribed with a reduced rate was last reflected. Clocks are not saved.
    #[serde(skip)]
    pub(crate) reflected: FxHashMap<AttributeHandle, Duration>,
}

impl Instance {
    /// A new one, of which nothing is known here yet.
    pub(crate) fn new(
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: Arc<str>,
        initial: Arc<AttributeHandleSet>,
    ) -> Self {
        Self {
            object,
            initial,
            rest: Box::new(Rest {
                name,
                announced: MemberSet::default(),
                special: None,
            }),
            known: None,
            class,
            updated: false,
            reflected: false,
            is_special: false,
        }
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.rest.name
    }

    /// Members to which this member, as registrant, has announced the instance.
    pub(crate) fn announced(&self) -> &MemberSet {
        &self.rest.announced
    }

    pub(crate) fn announced_mut(&mut self) -> &mut MemberSet {
        &mut self.rest.announced
    }

    /// Rare properties, if it has any.
    pub(crate) fn specials(&self) -> Option<&Special> {
        match self.is_special {
            true => self.rest.special.as_deref(),
            false => None,
        }
    }

    /// The federate that registered it.
    pub(crate) fn registrant(&self) -> FederateHandle {
        self.object.registrant()
    }

    /// Attributes that this federate, `me`, owns, if any.
    pub(crate) fn owned(&self, me: FederateHandle) -> Option<&AttributeHandleSet> {
        let transferred = self.specials().and_then(|s| s.owned.as_ref());
        let registered = || (self.registrant() == me).then_some(&*self.initial);
        transferred
            .or_else(registered)
            .filter(|set| !set.is_empty())
    }

    /// Whether this federate, `me`, knows it, has registered it and nothing is special about it: then it owns what it owned
    /// at first.
    #[inline]
    pub(crate) fn is_plainly_mine(&self, me: FederateHandle) -> bool {
        !self.is_special && self.registrant() == me && self.known.is_some()
    }

    /// Whether another than this federate, `me`, has registered it and nothing is special about it: then this one owns
    /// nothing of it.
    #[inline]
    pub(crate) fn is_plainly_of_another(&self, me: FederateHandle) -> bool {
        !self.is_special && self.registrant() != me
    }

    /// Whether this federate, `me`, owns the attribute.
    pub(crate) fn owns(&self, me: FederateHandle, attribute: AttributeHandle) -> bool {
        self.owned(me).is_some_and(|set| set.contains(attribute))
    }

    /// This federate, `me`, owns the attributes from now on.
    pub(crate) fn gain(&mut self, me: FederateHandle, attributes: &AttributeHandleSet) {
        let owned = self.owned(me).cloned().unwrap_or_default();
        self.special().owned = Some(owned.union(attributes));
    }

    /// This federate, `me`, owns the attributes no more; nothing that it chose for them remains.
    pub(crate) fn release(&mut self, me: FederateHandle, attributes: &AttributeHandleSet) {
        let owned = self.owned(me).cloned().unwrap_or_default();
        let special = self.special();
        special.owned = Some(owned.difference(attributes));
        special.changing = special.changing.difference(attributes);
        let kept = |a: &AttributeHandle, _: &mut _| !attributes.contains(*a);
        special.transportation.retain(kept);
        special.order.retain(|a, _| !attributes.contains(*a));
    }

    pub(crate) fn special(&mut self) -> &mut Special {
        self.is_special = true;
        self.rest.special.get_or_insert_default()
    }
}

/// All instances that were announced to this member.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Instances {
    by_handle: Pages<Instance>,
    #[serde(skip)]
    by_name: NameMap<Arc<str>, ObjectInstanceHandle>,
    /// Instances whose name went to another one in `by_name`: the streams of members are not ordered
    /// among each other, so a name may be given anew before its former bearer's end arrives here.
    namesakes: Vec<ObjectInstanceHandle>,
    last_registered: u32,
    /// Most instances of a federate have the same owned set: kept once.
    #[serde(skip)]
    last_owned: Option<Arc<AttributeHandleSet>>,
}

impl Instances {
    pub(crate) fn len(&self) -> usize {
        self.by_handle.len()
    }

    /// To be called after decoding: instances are found by their names again, and share equal sets.
    pub(crate) fn index_names(&mut self) {
        for object in self.sorted_where(|_| true) {
            let Some(instance) = self.by_handle.get_mut(object) else {
                continue;
            };
            match &self.last_owned {
                Some(last) if *last == instance.initial => {
                    instance.initial = last.clone();
                }
                _ => self.last_owned = Some(instance.initial.clone()),
            }
            if !self.namesakes.contains(&object) {
                self.by_name.insert(instance.name().clone(), object);
            }
        }
    }

    /// The last index that this federate has given to an instance.
    pub(crate) fn last_index(&self) -> u32 {
        self.last_registered
    }

    pub(crate) fn next_index(&mut self) -> u32 {
        self.last_registered += 1;
        self.last_registered
    }

    /// The same set, shared with the instance before if it had an equal one.
    pub(crate) fn shared(&mut self, owned: AttributeHandleSet) -> Arc<AttributeHandleSet> {
        match &self.last_owned {
            Some(last) if **last == owned => last.clone(),
            _ => self.last_owned.insert(Arc::new(owned)).clone(),
        }
    }

    pub(crate) fn insert(&mut self, instance: Instance) {
        let former = self
            .by_name
            .insert(instance.name().clone(), instance.object);
        self.namesakes.extend(former);
        self.by_handle.insert(instance.object, instance);
    }

    pub(crate) fn remove(&mut self, object: ObjectInstanceHandle) -> Option<Instance> {
        let instance = self.by_handle.remove(object)?;
        self.namesakes.retain(|other| *other != object);
        if self.by_name.get(instance.name()) == Some(&object) {
            self.by_name.remove(instance.name());
            let heir = self.namesakes_of(instance.name()).next().map(|i| i.object);
            if let Some(heir) = heir {
                self.namesakes.retain(|other| *other != heir);
                self.by_name.insert(instance.name().clone(), heir);
            }
        }
        Some(instance)
    }

    pub(crate) fn record(&self, object: ObjectInstanceHandle) -> Option<&Instance> {
        self.by_handle.get(object)
    }

    pub(crate) fn record_mut(&mut self, object: ObjectInstanceHandle) -> Option<&mut Instance> {
        self.by_handle.get_mut(object)
    }

    /// The instance, if the federate knows it.
    pub(crate) fn known(
        &self,
        object: ObjectInstanceHandle,
    ) -> Option<(&Instance, ObjectClassHandle)> {
        let instance = self.by_handle.get(object)?;
        Some((instance, instance.known?))
    }

    /// Instances of that name, the newest first; almost always at most one.
    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Instance> {
        let newest = self.by_name.get(name).and_then(|o| self.by_handle.get(*o));
        newest.into_iter().chain(self.namesakes_of(name))
    }

    fn namesakes_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Instance> {
        let all = self.namesakes.iter().rev();
        all.filter_map(|o| self.by_handle.get(*o))
            .filter(move |i| &**i.name() == name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Instance> {
        self.by_handle.values()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Instance> {
        self.by_handle.values_mut()
    }

    /// Handles in order, so that walks over all instances do not depend on hashing.
    pub(crate) fn sorted_where(
        &self,
        wanted: impl Fn(&Instance) -> bool,
    ) -> Vec<ObjectInstanceHandle> {
        let mut handles: Vec<_> = self
            .by_handle
            .values()
            .filter(|i| wanted(i))
            .map(|i| i.object)
            .collect();
        handles.sort_unstable();
        handles
    }

    /// A member left: its slot will be used by another.
    pub(crate) fn forget_announcements(&mut self, slot: Slot) {
        self.iter_mut()
            .for_each(|instance| instance.announced_mut().remove(slot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(registrant: u32, index: u32, name: &str) -> Instance {
        let registrant = FederateHandle::new(registrant);
        let class = ObjectClassHandle::new(1);
        let object = ObjectInstanceHandle::of(registrant, index);
        let mut instance = Instance::new(object, class, name.into(), Arc::default());
        instance.known = Some(class);
        instance
    }

    /// Saved states of earlier programs have the parts in this order.
    #[test]
    fn an_instance_is_saved_as_its_parts_one_after_the_other() {
        #[derive(Serialize)]
        struct Earlier<'a> {
            object: ObjectInstanceHandle,
            class: ObjectClassHandle,
            name: &'a str,
            known: Option<ObjectClassHandle>,
            initial: AttributeHandleSet,
            announced: MemberSet,
            special: Option<Box<Special>>,
            updated: bool,
            reflected: bool,
        }
        let attributes: AttributeHandleSet = [3, 5].map(AttributeHandle::new).into();
        for is_special in [false, true] {
            let special = || is_special.then(Box::<Special>::default);
            let mut instance = instance(7, 9, "Alpha");
            instance.initial = Arc::new(attributes.clone());
            instance.updated = true;
            if is_special {
                instance.special();
            }
            let earlier = Earlier {
                object: instance.object,
                class: instance.class,
                name: "Alpha",
                known: instance.known,
                initial: attributes.clone(),
                announced: MemberSet::default(),
                special: special(),
                updated: true,
                reflected: false,
            };
            let bytes = postcard::to_allocvec(&instance).unwrap();
            assert_eq!(bytes, postcard::to_allocvec(&earlier).unwrap());

            let read: Instance = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(read.specials().is_some(), is_special);
            assert_eq!(postcard::to_allocvec(&read).unwrap(), bytes);
        }
    }

    #[test]
    fn what_an_update_looks_at_is_small_also_in_a_page() {
        assert!(size_of::<Option<Instance>>() <= 40);
    }

    #[test]
    fn what_a_registrant_gives_up_another_may_own() {
        let (me, other) = (FederateHandle::new(1), FederateHandle::new(2));
        let [a, b] = [AttributeHandle::new(1), AttributeHandle::new(2)];
        let mut mine = instance(1, 1, "Alpha");
        mine.initial = Arc::new([a, b].into());
        let mut theirs = instance(1, 1, "Alpha");
        theirs.initial = mine.initial.clone();

        mine.release(me, &[a].into());
        theirs.gain(other, &[a].into());

        assert_eq!(mine.owned(me), Some(&[b].into()));
        assert_eq!(theirs.owned(other), Some(&[a].into()));
        assert_eq!(*mine.initial, [a, b].into());
    }

    #[test]
    fn a_name_goes_to_the_newer_instance_although_the_older_is_removed_later() {
        let mut instances = Instances::default();
        let (older, newer) = (instance(1, 1, "Alpha"), instance(2, 1, "Alpha"));
        let (first, second) = (older.object, newer.object);

        instances.insert(older);
        instances.insert(newer);
        instances.remove(first);

        assert_eq!(
            instances.named("Alpha").next().map(|i| i.object),
            Some(second)
        );
    }
}
