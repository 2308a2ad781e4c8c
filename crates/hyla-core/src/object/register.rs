//! Registration (clause 6.8) and its announcement to the members that can discover the instance.

use std::sync::Arc;

use hyla_types::{Exception, ExceptionKind, ObjectClassHandle, ObjectInstanceHandle};

use super::instance::Instance;
use super::registry::automatic_name;
use crate::Result;
use crate::member::{Joined, Member};
use crate::message::{MemberRequest, ToRti, data};
use crate::outbox::{Lanes, Outbox};
use crate::roster::Slot;

impl Member {
    /// `registerObjectInstance` (6.8). The instance is owned, as far as its attributes are published
    /// now, and known at once; its subscribers are notified directly, without the RTI.
    ///
    /// Without a name it gets one that starts with `HLA`, which no federate can reserve. Cost: one
    /// frame for each member that can discover it and one message to the RTI; no round trip.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `ObjectClassNotPublished`, `ObjectInstanceNameInUse`,
    /// `ObjectInstanceNameNotReserved`.
    pub fn register_object_instance(
        &mut self,
        class: ObjectClassHandle,
        name: Option<&str>,
        out: &mut dyn Outbox,
    ) -> Result<ObjectInstanceHandle> {
        self.register_with(class, name, out, |_, _, _| {})
    }

    /// The same; `prepare` is called before the other members are notified.
    pub(crate) fn register_with(
        &mut self,
        class: ObjectClassHandle,
        name: Option<&str>,
        out: &mut dyn Outbox,
        prepare: impl FnOnce(&mut Joined, ObjectInstanceHandle, &mut dyn Outbox),
    ) -> Result<ObjectInstanceHandle> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.object_class(class)?;
        let Some(owned) = joined.declarations.own().published(class).cloned() else {
            return Err(Exception::new(
                ExceptionKind::ObjectClassNotPublished,
                format!(
                    "{} publishes no attribute of {class:?}",
                    joined.identity.name()
                ),
            ));
        };
        if let Some(name) = name {
            // A name reserved here is free, even if its former bearer's end has not arrived yet.
            if !joined.objects.reserved_names.remove(name) {
                return Err(if joined.objects.named(name).next().is_some() {
                    Exception::new(
                        ExceptionKind::ObjectInstanceNameInUse,
                        format!("an instance is named {name:?}"),
                    )
                } else {
                    Exception::new(
                        ExceptionKind::ObjectInstanceNameNotReserved,
                        format!(
                            "{} has not reserved the name {name:?}",
                            joined.identity.name()
                        ),
                    )
                });
            }
        }
        let object = ObjectInstanceHandle::of(
            joined.identity.handle(),
            joined.objects.instances.next_index(),
        );
        let name: Arc<str> = match name {
            Some(name) => name.into(),
            None => automatic_name(object).into(),
        };
        out.control(&ToRti::Member(MemberRequest::Registered {
            object,
            class,
            name: name.to_string(),
            owned: owned.clone(),
        }));
        let initial = joined.objects.shared(owned);
        let mut instance = Instance::new(object, class, name, initial);
        instance.known = Some(class);
        joined.objects.insert(instance);
        joined.managed.counters_mut().count_registered();
        joined.inherit_default_transportation(object);
        joined.inherit_default_order(object);
        prepare(joined, object, out);
        joined.announce(object, None, out);
        joined.advise_of_relevance(object, None, queue);
        Ok(object)
    }
}

impl Joined {
    /// Announces an instance that this member registered: to all that can discover it, or to just one.
    /// Members that already have the announcement do not get it again.
    pub(crate) fn announce(
        &mut self,
        object: ObjectInstanceHandle,
        only: Option<Slot>,
        out: &mut dyn Lanes,
    ) {
        let Self {
            objects,
            declarations,
            fdd,
            roster,
            ddm,
            identity,
            ..
        } = self;
        let Some(instance) = objects.instances.record_mut(object) else {
            return;
        };
        if objects.tombstones.contains(object) {
            return;
        }
        let interest = declarations.interest_in_class(instance.class, fdd, roster);
        for slot in interest
            .discoverers
            .iter()
            .filter(|slot| only.is_none_or(|o| o == *slot))
        {
            if instance.announced().contains(slot)
                || !ddm.may_discover(instance, interest, identity.handle(), slot)
            {
                continue;
            }
            let Some(to) = roster.at(slot) else { continue };
            instance.announced_mut().insert(slot);
            ddm.tell_associations(object, slot, to, out);
            let (class, name, owned) = (instance.class, &**instance.name(), &*instance.initial);
            out.announce(to, &mut |buffer| {
                data::put_discover(buffer, object, class, name, owned);
            });
        }
    }
}
