//! Requests for values (clauses 6.19 and 6.20 in 2010, 6.21 and 6.22 in 2025).

use hyla_types::{AttributeHandleSet, ObjectClassHandle, ObjectInstanceHandle};

use super::refusals::{check_size, not_known};
use crate::Result;
use crate::callback::Callback;
use crate::member::{Joined, Member};
use crate::message::{MemberRequest, ToRti, data};
use crate::outbox::Outbox;

impl Member {
    /// `requestAttributeValueUpdate` for one instance: its other owners are asked.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn request_attribute_value_update(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        let Some((_, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        joined.check_attributes(known, attributes)?;
        check_size(std::iter::empty(), tag, out)?;
        joined.ask_owners(object, attributes, tag, out);
        Ok(())
    }

    /// `requestAttributeValueUpdate` for all instances at or below a class: every member is asked
    /// for those that it owns.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn request_class_attribute_value_update(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        check_size(std::iter::empty(), tag, out)?;
        if attributes.is_empty() {
            return Ok(());
        }
        let managed = ["HLAmanager.HLAfederate", "HLAmanager.HLAfederation"];
        let mut managed = managed
            .iter()
            .filter_map(|name| joined.fdd.object_class_named(name));
        if managed.any(|c| joined.fdd.descends(c, class)) {
            let attributes = attributes.clone();
            out.control(&ToRti::Member(MemberRequest::MomClassRequest {
                class,
                attributes,
            }));
        }
        for (_, peer) in joined.roster.peers() {
            out.frame(peer.info.handle, &mut |buffer| {
                data::put_provide_class(buffer, class, attributes, tag);
            });
        }
        Ok(())
    }
}

impl Joined {
    /// The callback for a request that reached this federate, if it owns any of the attributes.
    pub(crate) fn provide(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Option<Callback<'static>> {
        let (instance, _) = self.objects.known(object)?;
        let attributes = instance
            .owned(self.identity.handle())?
            .intersection(attributes);
        let tag = tag.to_vec();
        (!attributes.is_empty()).then_some(Callback::ProvideAttributeValueUpdate {
            object,
            attributes,
            tag,
        })
    }

    /// The same for every instance at or below a class.
    pub(crate) fn provide_class(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Vec<Callback<'static>> {
        self.objects
            .sorted_where(|i| {
                i.owned(self.identity.handle()).is_some() && self.fdd.descends(i.class, class)
            })
            .into_iter()
            .filter_map(|object| self.provide(object, attributes, tag))
            .collect()
    }
}
