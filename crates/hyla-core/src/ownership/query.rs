//! Questions (clauses 7.17 to 7.19), answered from the federate's own copy of the log.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, ObjectInstanceHandle,
};

use crate::Result;
use crate::callback::Callback;
use crate::member::{Joined, Member};

impl Member {
    /// `queryAttributeOwnership` (7.17). The answers come as callbacks: in 2025 one for each owner,
    /// in 2010 one for each attribute.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn query_attribute_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> Result<()> {
        let edition = self.edition;
        let (joined, queue) = self.joined_with_queue()?;
        joined.check_instance(object, attributes)?;
        let mut answers: BTreeMap<Option<FederateHandle>, AttributeHandleSet> = BTreeMap::new();
        for attribute in attributes {
            let owner = joined.logged_owner(object, attribute);
            if edition == Edition::Hla2010 {
                queue.push(answer(object, [attribute].into(), owner));
            } else {
                answers.entry(owner).or_default().insert(attribute);
            }
        }
        for (owner, attributes) in answers {
            queue.push(answer(object, attributes, owner));
        }
        Ok(())
    }

    /// `isAttributeOwnedByFederate` (7.19).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn is_attribute_owned_by_federate(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<bool> {
        let joined = self.joined_ref()?;
        joined.check_instance(object, &[attribute].into())?;
        let instance = joined.objects.record(object);
        Ok(instance.is_some_and(|i| i.owns(joined.identity.handle(), attribute)))
    }
}

fn answer(
    object: ObjectInstanceHandle,
    attributes: AttributeHandleSet,
    owner: Option<FederateHandle>,
) -> Callback<'static> {
    match owner {
        None => Callback::AttributeIsNotOwned { object, attributes },
        Some(FederateHandle::RTI) => Callback::AttributeIsOwnedByRti { object, attributes },
        Some(owner) => Callback::InformAttributeOwnership {
            object,
            attributes,
            owner,
        },
    }
}

impl Joined {
    /// The owner when all waiting callbacks have been delivered.
    fn logged_owner(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<FederateHandle> {
        if self
            .ownership
            .dealings
            .gaining
            .contains(&(object, attribute))
        {
            return Some(self.identity.handle());
        }
        self.owner_of(self.objects.record(object)?, attribute)
    }
}
