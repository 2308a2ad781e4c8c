//! Discovery (clause 6.9), scope (6.17 and 6.18 in 2010, 6.19 and 6.20 in 2025), local delete.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, Exception, ExceptionKind, FederateHandle,
    ObjectClassHandle, ObjectInstanceHandle,
};

use super::instance::Instance;
use super::refusals::not_known;
use crate::Result;
use crate::callback::Callback;
use crate::member::{Item, Joined, Member};
use crate::message::data::{self, Set};
use crate::message::{MemberRequest, ToRti};
use crate::outbox::Outbox;

impl Member {
    /// `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025): the instance becomes unknown here
    /// and nowhere else. It is discovered again, at the class that fits then, with the next
    /// subscription or update that matches. Update regions that this federate has associated with the instance are released:
    /// it could not name the instance to take them back.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `FederateOwnsAttributes`, `OwnershipAcquisitionPending`.
    pub fn local_delete_object_instance(&mut self, object: ObjectInstanceHandle) -> Result<()> {
        let joined = self.joined()?;
        let handle = joined.identity.handle();
        let Some(instance) = joined
            .objects
            .record_mut(object)
            .filter(|i| i.known.is_some())
        else {
            return Err(not_known(object));
        };
        if instance.owned(handle).is_some() {
            return Err(Exception::new(
                ExceptionKind::FederateOwnsAttributes,
                format!("attributes of {object:?} are owned here: delete it instead"),
            ));
        }
        if joined.ownership.acquires_of(object) {
            return Err(Exception::new(
                ExceptionKind::OwnershipAcquisitionPending,
                format!("attributes of {object:?} are being acquired: cancel that first"),
            ));
        }
        instance.known = None;
        joined.release_update_regions(object);
        self.queue.forget_scope(object);
        Ok(())
    }

    /// Discovers an instance to the federate that it does not know and can discover now.
    pub(crate) fn discover_if_due(&mut self, object: ObjectInstanceHandle, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(class) = joined.candidate(object) else {
            return;
        };
        let tell = self.edition == Edition::Hla2025 || joined.switches.convey_producing_federate;
        let Some(instance) = joined.objects.record_mut(object) else {
            return;
        };
        instance.known = Some(class);
        self.queue.follow_up(Callback::DiscoverObjectInstance {
            object,
            class,
            name: instance.name().clone(),
            producer: Some(object.registrant()).filter(|p| tell && *p != FederateHandle::RTI),
        });
        joined.managed.counters_mut().count_discovered();
        let in_scope = joined.in_scope(object);
        if joined.switches.attribute_scope_advisory && !in_scope.is_empty() {
            let attributes = in_scope.clone();
            self.queue
                .follow_up(Callback::AttributesInScope { object, attributes });
        }
        if joined.switches.auto_provide {
            joined.ask_owners(object, &in_scope, &[], out);
        }
        self.look_for_offers(object);
    }
}

impl Joined {
    /// The class as which an instance that the federate does not know would be discovered now.
    pub(crate) fn candidate(&self, object: ObjectInstanceHandle) -> Option<ObjectClassHandle> {
        let instance = self.objects.record(object).filter(|i| i.known.is_none())?;
        let class = self
            .declarations
            .own()
            .candidate(&self.fdd.object_class(instance.class)?.lineage)?;
        self.scope_at(instance, class).next().map(|_| class)
    }

    /// Attributes of the instance that the federate would see if it knew it by that class.
    fn scope_at<'a>(
        &'a self,
        instance: &'a Instance,
        class: ObjectClassHandle,
    ) -> impl Iterator<Item = hyla_types::AttributeHandle> + 'a {
        self.declarations
            .own()
            .attributes_at(class)
            .filter(move |&attribute| {
                self.owner_elsewhere(instance, attribute)
                    .is_some_and(|owner| self.is_overlapping(instance, class, attribute, owner))
            })
    }

    /// The owner of the attribute as far as this federate can see: attributes that it owns since their
    /// callback, and attributes that it gave up have no owner until the log has one.
    pub(crate) fn owner_of(
        &self,
        instance: &Instance,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        if instance.owns(self.identity.handle(), attribute) {
            return Some(self.identity.handle());
        }
        self.owner_elsewhere(instance, attribute)
    }

    /// The same, if it is not this federate.
    fn owner_elsewhere(
        &self,
        instance: &Instance,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        let registered = || {
            let registrant = instance.registrant();
            let there = registrant == FederateHandle::RTI
                || self.roster.peer(registrant).is_some()
                || self.streams.is_departing(registrant);
            (there && instance.initial.contains(attribute)).then_some(registrant)
        };
        if instance.owns(self.identity.handle(), attribute) {
            return None;
        }
        self.ownership
            .owner(instance.object, attribute)
            .unwrap_or_else(registered)
            .filter(|owner| *owner != self.identity.handle())
    }

    /// Attributes in scope of an instance that the federate knows.
    pub(crate) fn in_scope(&self, object: ObjectInstanceHandle) -> AttributeHandleSet {
        match self.objects.known(object) {
            Some((instance, known)) => self.scope_at(instance, known).collect(),
            None => AttributeHandleSet::new(),
        }
    }

    /// Keeps a record of an announced instance; `false` if there was one already or the
    /// class does not exist.
    pub(crate) fn record_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &str,
        owned: Set<'_>,
    ) -> bool {
        if self.objects.record(object).is_some()
            || self.fdd.object_class(class).is_none()
            || self.objects.tombstones.contains(object)
            || self.doomed(object).is_some()
        {
            return false;
        }
        let initial = self.objects.shared(owned.attributes());
        self.objects.existence.note_present(object);
        let instance = Instance::new(object, class, name.into(), initial);
        self.objects.insert(instance);
        true
    }

    /// After the federate's own subscription of a class changed: instances that it may discover now.
    pub(crate) fn rediscoveries(&self, class: ObjectClassHandle) -> Vec<Item> {
        self.objects
            .sorted_where(|i| i.known.is_none() && self.fdd.descends(i.class, class))
            .into_iter()
            .map(Item::Rediscover)
            .collect()
    }

    /// Asks the owners of attributes for values.
    pub(crate) fn ask_owners(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) {
        let Some(instance) = self.objects.record(object) else {
            return;
        };
        let mut asked: BTreeMap<FederateHandle, AttributeHandleSet> = BTreeMap::new();
        for attribute in attributes {
            if let Some(owner) = self.owner_elsewhere(instance, attribute) {
                asked.entry(owner).or_default().insert(attribute);
            }
        }
        for (owner, attributes) in asked {
            if owner == FederateHandle::RTI {
                out.control(&ToRti::Member(MemberRequest::MomRequest {
                    object,
                    attributes,
                }));
            } else if self.roster.peer(owner).is_some() {
                out.frame(owner, &mut |buffer| {
                    data::put_provide(buffer, object, &attributes, tag);
                });
            }
        }
    }

    /// The instance is gone by another federate, and everything about it.
    pub(crate) fn lose_instance(&mut self, object: ObjectInstanceHandle) -> Option<Instance> {
        self.ddm.withdraw_object(object);
        self.forget_instance(object)
    }

    /// The instance is gone, and everything about it.
    pub(crate) fn forget_instance(&mut self, object: ObjectInstanceHandle) -> Option<Instance> {
        self.ownership.forget(object);
        if object.registrant() != self.identity.handle() {
            self.objects.existence.note_absent(object);
        }
        self.ddm.forget_object(object);
        self.objects.instances.remove(object)
    }
}
